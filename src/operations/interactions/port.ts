import type { OrderKey } from '../model/journal.ts'

/**
 * What a payer's browser does between two calls of the merchant. Each address was issued for one transaction
 * and one purpose; what it tells is written down before the browser is sent on.
 */
export interface Interactions {
  /** The issuer has looked at the browser. */
  methodDone(token: string): Promise<'noted' | 'unknown'>
  /** A challenge is over: the issuer is asked what came of it. */
  challenged(token: string): Promise<ChallengeReturn>
  /** The payer opens redirectUrl: where the provider's page is. */
  redirected(token: string): Promise<BrowserRedirect>
  /** The provider sends the payer back: where the merchant's page is. */
  returned(token: string): Promise<BrowserRedirect>
  /** Asks the issuer or the provider now, without a browser. */
  inquire(key: OrderKey, transactionId: string): Promise<'settled' | 'settledBefore' | 'open' | 'unknown'>
  /** What the provider calls a browser payment that is open. */
  interactionOf(key: OrderKey, transactionId: string): Promise<string | undefined>
}

/** Unknown: never issued, expired, or of a release that is gone. */
export type ChallengeReturn =
  | { readonly state: 'unknown' }
  /** It was used before: only that is told, since whoever comes second may be another. */
  | { readonly state: 'used' }
  | {
      readonly state: 'settled' | 'undecided'
      /** A form is posted there, with these fields; empty where the merchant gave no address. */
      readonly address: string
      readonly fields: Readonly<Record<string, string>>
    }

export type BrowserRedirect =
  | { readonly state: 'unknown' }
  /** The payment has ended; there is nothing to be done at the provider any more. */
  | { readonly state: 'over'; readonly address?: string }
  | { readonly state: 'sent'; readonly address: string }
