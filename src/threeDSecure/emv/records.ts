// What is remembered of authentications at directory servers. Any node can be the one that hears the result.

import type { MerchantAtDirectoryServer, ProtocolVersion } from './settings.ts'

export interface AuthenticationRecords {
  /** Before anything is sent under this id: committed. */
  begin(started: StartedAuthentication): Promise<void>
  /** What was answered, so that a result can be held against it. */
  answered(serverTransactionId: string, answer: AnsweredIds): Promise<void>
  find(serverTransactionId: string): Promise<KnownAuthentication | undefined>
  /** One insert of its own, whatever else is under way. The first content stands. */
  deliver(result: ArrivedResult): Promise<'recorded' | 'same' | 'other'>
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
}

export type AnsweredIds = {
  readonly acsTransactionId: string
  readonly dsTransactionId: string
  readonly isChallenge: boolean
}

export type KnownAuthentication = StartedAuthentication & {
  readonly cell: number
  /** How long ago, by the database's clock. */
  readonly ageMs: number
  readonly answer?: AnsweredIds
  readonly result?: ResultContent
}

/** What of an RReq merchants and disputes need, under the protocol's names; never a card number. */
export type ResultContent = {
  readonly values: Readonly<Record<string, string>>
  /** authenticationValue; absent also where the order has had it for a while. */
  readonly proof?: string
}

export type ArrivedResult = ResultContent & {
  readonly serverTransactionId: string
  readonly directoryServer: string
}
