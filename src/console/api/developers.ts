// Calls of a merchant's developers: credentials, notifications, and the log of the merchant's API calls.

import { boolean, dateTime, digits, integer, oneOf, text } from '../../contract/kit/scalars.ts'
import { versions } from '../../contract/kit/versions.ts'
import { list, optional, required } from '../../contract/kit/vocabulary.ts'
import { merchantCall } from './call.ts'
import type { OrderNotification } from './payments.ts'

export type DeveloperSettings = {
  /** Two may be valid at once, so that one can be replaced without a gap. */
  readonly passwords: readonly ShownPassword[]
  readonly certificates: readonly ShownClientCertificate[]
  readonly secrets: readonly ShownSecret[]
  readonly notifications: {
    readonly isOn: boolean
    readonly address: string
    readonly secretOrigins: readonly string[]
  }
}

export type ShownPassword = { readonly slot: number; readonly createdAt: string }

export type ShownClientCertificate = {
  readonly fingerprint: string
  readonly subject: string
  readonly createdAt: string
  readonly notAfter: string
  readonly revokedAt?: string
}

export type ShownSecret = { readonly kind: 'shared' | 'signing'; readonly createdAt: string }

/** A secret is shown once: nobody can read it again. */
export type NewPassword = { readonly slot: number; readonly password: string; readonly others: number }
export type NewSecret = { readonly kind: string; readonly secret: string; readonly others: number }

export type Deliveries = { readonly deliveries: readonly ShownDelivery[]; readonly next?: string }

export type ShownDelivery = {
  readonly notificationId: string
  readonly orderId: string
  readonly transactionId: string
  readonly sequence: number
  readonly time: string
  readonly state: string
  readonly attempts: number
  readonly target?: string
  readonly nextAttemptAt?: string
}

/** With its body, and each attempt. */
export type ExplainedDelivery = OrderNotification & { readonly orderId: string }

export type LoggedCalls = { readonly calls: readonly ShownCall[]; readonly next?: string }

export type ShownCall = {
  readonly key: string
  readonly time: string
  readonly method: string
  readonly path: string
  readonly version: number
  readonly operation?: string | undefined
  readonly orderId?: string | undefined
  readonly transactionId?: string | undefined
  readonly status: number
  readonly ms: number
  readonly outcome: 'ANSWERED' | 'FAILED' | 'REFUSED'
  readonly result?: string | undefined
  readonly gatewayCode?: string | undefined
  readonly correlationId?: string | undefined
  readonly requestId?: string | undefined
  /** Whether a payer's browser called, with a session in place of the password. */
  readonly isOfBrowser?: boolean | undefined
  /** Whether it was a tool of Tollgate: a command, the demo shop. */
  readonly isOfTool?: boolean | undefined
  readonly supportCode?: string | undefined
  readonly error?: ShownRefusal | undefined
}

export type ShownRefusal = {
  readonly cause: string
  readonly explanation?: string
  readonly field?: string
  readonly validationType?: string
}

export type ExplainedCall = ShownCall & {
  /** Masked as everything that is stored; absent where nothing was sent, or nothing of it is kept. */
  readonly body?: object
  /** The same call for a shell; the password and whatever is secret as variables. */
  readonly curl: string
  /** Where the operation is described. */
  readonly reference?: string
}

/** The last calls, as another version would have judged and answered them. */
export type ReplayedCalls = {
  readonly version: number
  readonly calls: number
  /** Of so many nothing is kept that could be replayed. */
  readonly notKept: number
  readonly operations: readonly ReplayedOperation[]
}

export type ReplayedOperation = {
  readonly operation: string
  readonly calls: number
  /** How many would be refused, and how many were refused and would be taken. */
  readonly refused: number
  readonly taken: number
  readonly reasons: readonly ReplayedReason[]
  readonly answers: readonly ReplayedAnswer[]
}

/** `calls`: of how many; `key`: one of them. */
type Replayed = { readonly calls: number; readonly key: string; readonly field: string }
export type ReplayedReason = Replayed & {
  readonly validationType: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  readonly explanation: string
}
export type ReplayedAnswer = Replayed & {
  readonly kind: 'changed' | 'gone' | 'new'
  readonly from?: string
  readonly to?: string
}

const slot = required(integer(1, 2), 'The slot of the password.')
const kind = required(oneOf('shared', 'signing'), 'What the secret is for.')
const states = ['OFF', 'NOWHERE', 'WAITING', 'DELIVERED', 'GONE', 'DEAD'] as const
const secret = { needsStepUp: true } as const

export const developerCalls = {
  developerSettings: merchantCall<DeveloperSettings>()('developers.read', {}),
  addPassword: merchantCall<NewPassword>()('developers.change', {}, secret),
  retirePassword: merchantCall<DeveloperSettings>()('developers.change', { slot }, secret),
  bindCertificate: merchantCall<DeveloperSettings>()(
    'developers.change',
    { pem: required(text(1, 20_000), 'The certificate; of a private key in it nothing is read.') },
    secret,
  ),
  revokeCertificate: merchantCall<DeveloperSettings>()(
    'developers.change',
    { fingerprint: required(text(8, 64), 'Of its public key.') },
    secret,
  ),
  addNotificationSecret: merchantCall<NewSecret>()('developers.change', { kind }, secret),
  retireNotificationSecret: merchantCall<DeveloperSettings>()('developers.change', { kind }, secret),
  changeNotifications: merchantCall<DeveloperSettings>()(
    'developers.change',
    {
      isOn: optional(boolean, 'Whether the merchant is told of changes.'),
      address: optional(text(0, 2_000), 'Where; empty: nowhere.'),
      secretOrigins: optional(list(text(1, 253), 20), 'Other servers that get the shared secret.'),
    },
    secret,
  ),
  deliveries: merchantCall<Deliveries>()('developers.read', {
    state: optional(oneOf(...states), 'Only those in this state.'),
    orderId: optional(text(1, 40), 'Only those about this order.'),
    after: optional(digits(1, 15), 'Where a page before ended.'),
    limit: optional(integer(1, 100), 'How many; 50 if it is not given.'),
  }),
  explainDelivery: merchantCall<ExplainedDelivery>()('developers.read', {
    notificationId: required(text(1, 60), 'Which one.'),
  }),
  resendNotification: merchantCall<{ readonly queued: number }>()('developers.change', {
    notificationId: required(text(1, 60), 'Which one.'),
  }),
  resendNotifications: merchantCall<{ readonly queued: number }>()(
    'developers.change',
    {
      from: required(dateTime, 'Changes from then on.'),
      until: required(dateTime, 'Changes before then.'),
      state: optional(oneOf(...states), 'Only those in this state.'),
    },
    secret,
  ),
  requestLog: merchantCall<LoggedCalls>()('developers.read', {
    outcome: optional(oneOf('ANSWERED', 'FAILED', 'REFUSED'), 'Only calls that ended so.'),
    operation: optional(text(1, 40), 'Only calls of this operation.'),
    orderId: optional(text(1, 40), 'Only calls about this order.'),
    correlationId: optional(text(1, 100), 'Only calls with this id.'),
    requestId: optional(text(1, 40), 'The call that was answered with this id.'),
    from: optional(dateTime, 'Calls from then on.'),
    until: optional(dateTime, 'Calls before then.'),
    after: optional(text(3, 40), 'Where a page before ended.'),
    limit: optional(integer(1, 100), 'How many; 50 if it is not given.'),
  }),
  replayCalls: merchantCall<ReplayedCalls>()('developers.read', {
    version: required(integer(versions.first, versions.last), 'The version to try them at.'),
  }),
  explainCall: merchantCall<ExplainedCall>()('developers.read', {
    key: required(text(3, 40), 'From the request log.'),
  }),
}
