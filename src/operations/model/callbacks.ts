import type { Content } from '../../contract/kit/content.ts'
import type { OrderKey } from './journal.ts'

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
