// The counterparties that operations talk to, the callback addresses by which payers return from them, and
// asking the acquirer with a deadline.

import type { Acquirer, AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { TimedClock } from '../../platform/clock.ts'
import type { PaymentProvider } from '../../providers/port.ts'
import type { Authenticator, LegacyEnrolmentRegister } from '../../threeDSecure/port.ts'
import type { OrderKey } from './journal.ts'

/** The counterparties besides the acquirer, and the addresses by which payers come back from them. */
export type Counterparties = {
  readonly authenticator: Authenticator
  readonly enrolments: LegacyEnrolmentRegister
  readonly provider: PaymentProvider
  readonly callbacks: PayerCallbacks
  /** The origin under which payers' browsers reach this gateway. */
  readonly origin: () => string
}

/**
 * Callback addresses to which counterparties send a payer's browser. The token is the only credential, so it
 * cannot be guessed, is valid for one purpose, and expires.
 */
export interface PayerCallbacks {
  /** A token for a callback about that order: a path segment of 43 letters, digits, `-` and `_`. */
  newToken(key: OrderKey): string
  /** From now on the token stands for the callback; a new one, unless one is given. */
  issue(callback: PayerCallback & { readonly token?: string; readonly lifeMs: number }): Promise<string>
  /** The callback while it is valid, used or not. */
  look(token: string): Promise<PayerCallback | undefined>
  /** Marks it used: exactly one caller gets the callback, all others `used`. */
  use(token: string): Promise<PayerCallback | 'used' | undefined>
}

export type PayerCallback = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly kind: PayerCallbackKind
  /** Stored in clear text with the callback: no secrets, no card data. */
  readonly content: Content
}

export const payerCallbackKinds = ['method', 'challenge', 'redirect', 'return', 'notice'] as const
export type PayerCallbackKind = (typeof payerCallbackKinds)[number]

/** An acquirer, and how long it may take to answer. */
export type AcquirerAccess = {
  readonly acquirer: Acquirer
  readonly clock: TimedClock
  readonly patienceMs: number
}

/** Asks, with a deadline; what the acquirer does not support is declined without sending anything. */
export async function askAcquirer(
  { acquirer, clock, patienceMs }: AcquirerAccess,
  ask: AcquirerAsk,
  withinMs = patienceMs,
): Promise<AcquirerAnswer> {
  if (!acquirer.verbs.has(ask.verb))
    return {
      outcome: 'declined',
      gatewayCode: 'NOT_SUPPORTED',
      acquirerCode: '',
      acquirerMessage: '',
    }
  return await acquirer.send(ask, clock.deadline(withinMs))
}
