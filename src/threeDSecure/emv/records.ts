// What is remembered of authentications at directory servers. Any node can be the one that hears the result.

import type { MerchantAtDirectoryServer, ProtocolVersion } from './settings.ts'

export interface AuthenticationRecords {
  /** Before anything is sent under this id: committed. */
  begin(started: StartedAuthentication): Promise<void>
  /**
   * What was answered: only a result with these ids counts. Late: the answer does not count any more, and
   * whoever delivers a result is told that it never came.
   */
  answered(serverTransactionId: string, answer: AnsweredIds): Promise<HeldResult | 'late'>
  /**
   * The payer's browser is back from the challenge: whether the result was there by then. Undefined where it
   * was back before, and where nobody was challenged.
   */
  returned(serverTransactionId: string): Promise<ReturnedPayer | undefined>
  /** With the result, where one counts. */
  find(serverTransactionId: string): Promise<FoundAuthentication | undefined>
  /** Held against its authentication, and committed, whatever else is under way. The first content stands. */
  deliver(result: ArrivedResult): Promise<ResultDelivery>
  /** Forgets some proofs that orders have had for a while; returns how many. */
  removeExpired(limit: number): Promise<number>
}

/** How directory servers know merchants. */
export interface DirectoryServerMerchants {
  /** 'unfit': something is written down that cannot be sent, and an operator has to mend it. */
  find(merchantId: string, directoryServer: string): Promise<MerchantAtDirectoryServer | 'unfit' | undefined>
}

export type StartedAuthentication = {
  readonly serverTransactionId: string
  readonly directoryServer: string
  readonly version: ProtocolVersion
  /** messageCategory: 01 a payment, 02 none. */
  readonly category: string
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  /** For how long an answer is waited for. */
  readonly answerWithinMs: number
}

export type AnsweredIds = {
  readonly acsTransactionId: string
  readonly dsTransactionId: string
  readonly isChallenge: boolean
}

export type KnownAuthentication = Omit<StartedAuthentication, 'answerWithinMs'> & {
  readonly cell: number
  /** No answer came in its time, and none counts any more. */
  readonly isUnanswered: boolean
  readonly answer?: AnsweredIds
  /** The payer's browser has been back from the challenge. */
  readonly isReturned?: true
}

export type ReturnedPayer = { readonly directoryServer: string; readonly hasResult: boolean }

export type FoundAuthentication = KnownAuthentication & { readonly result?: ResultContent }

/** The result that came before the answer, where there is one. */
type HeldResult = { readonly result?: ResultContent }

/** What of an RReq merchants and disputes need, under the protocol's names; never a card number. */
export type ResultContent = {
  readonly values: Readonly<Record<string, string>>
  /** authenticationValue; absent also where the order has had it for a while. */
  readonly proof?: string
}

/** It names ids, version and kind of its authentication, and must name them all rightly. */
export type ArrivedResult = ResultContent &
  Pick<StartedAuthentication, 'serverTransactionId' | 'directoryServer' | 'version' | 'category'> &
  Omit<AnsweredIds, 'isChallenge'>

export type ResultDelivery =
  | { readonly state: 'unknown' }
  | {
      /**
       * Refused: not recorded, since it does not fit. Same: it was there before. Other: another content was
       * there under these ids.
       */
      readonly state: 'refused' | 'recorded' | 'same' | 'other'
      readonly authentication: KnownAuthentication
    }
