import type { Acquirer, AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { TimedClock } from '../../platform/clock.ts'
import type { PaymentProvider } from '../../providers/port.ts'
import type { Authenticator, LegacyEnrolmentRegister } from '../../threeDSecure/port.ts'
import type { OrderKey } from './journal.ts'

/** Who else can be asked, and how payers find back. */
export type Counterparties = {
  readonly authenticator: Authenticator
  readonly enrolments: LegacyEnrolmentRegister
  readonly provider: PaymentProvider
  readonly callbacks: PayerCallbacks
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
}

/**
 * Addresses that others are given to send a payer's browser to. Whoever knows the token is let in, so it
 * cannot be guessed, is good for one purpose, and lives as long as it was issued for.
 */
export interface PayerCallbacks {
  /** The token is a path segment: 43 letters, digits, `-` and `_`. */
  issue(callback: PayerCallback & { readonly lifeMs: number }): Promise<string>
  /** While it lives, used or not. */
  look(token: string): Promise<PayerCallback | undefined>
  /** Answers the callback to one caller only, whoever else comes at the same moment. */
  use(token: string): Promise<PayerCallback | 'used' | undefined>
}

export type PayerCallback = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly kind: PayerCallbackKind
  /** What whoever comes back is to be treated by. Kept as it is: nothing secret, no card. */
  readonly content: Content
}

export const payerCallbackKinds = ['method', 'challenge', 'redirect', 'return'] as const
export type PayerCallbackKind = (typeof payerCallbackKinds)[number]

/** An acquirer, and how long it may take to answer. */
export type AcquirerAccess = {
  readonly acquirer: Acquirer
  readonly clock: TimedClock
  readonly patienceMs: number
}

/** Asks within the patience; an acquirer without the verb declines as not supported, and nothing is sent. */
export async function askAcquirer(
  { acquirer, clock, patienceMs }: AcquirerAccess,
  ask: AcquirerAsk,
): Promise<AcquirerAnswer> {
  if (!acquirer.verbs.has(ask.verb))
    return {
      outcome: 'declined',
      gatewayCode: 'NOT_SUPPORTED',
      acquirerCode: '',
      acquirerMessage: '',
    }
  return await acquirer.send(ask, clock.deadline(patienceMs))
}
