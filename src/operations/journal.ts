import type { OrderStatus } from '../orders/status.ts'
import type { Totals } from '../orders/totals.ts'
import type { GatewayCode, Result, Transaction, TransactionType } from '../orders/transaction.ts'

/**
 * The port through which an operation loads, begins and closes. An order's version is lock, optimistic check
 * and fence in one: `load` takes no lock, `begin` starts only on the version that was planned on, `close`
 * counts only while nobody took over.
 */
export interface Journal {
  load(key: OrderKey): Promise<LoadedOrder | undefined>
  /** Commits the intent before the network is touched, so that no crash can forget a question we asked. */
  begin(intent: Intent): Promise<Begun>
  /** One commit: the outcome, the order it changed, and the notification it causes. */
  close(conclusion: Conclusion): Promise<Closed>
}

export type OrderKey = {
  /** The unit of distribution: each merchant lives in one cell, each statement touches one. */
  readonly cell: number
  readonly merchantId: string
  readonly orderId: string
}

export type LoadedOrder = {
  readonly version: number
  /** The transaction that is running on the order now, if any. */
  readonly openId?: string
  readonly currency: string
  readonly amount: bigint
  readonly totals: Totals
  readonly createdAtMs: number
  /** Oldest first. */
  readonly transactions: readonly RecordedTransaction[]
}

/** A transaction as it was written down; without an outcome yet it is PENDING. */
export type RecordedTransaction = Transaction & {
  readonly operation: string
  readonly apiVersion: number
  readonly fingerprint: Buffer
  /** JSON text: the request as normalised, card numbers masked, sensitive authentication data left out. */
  readonly request: string
  /** JSON text: what the answer says beyond the request; absent while it runs. */
  readonly outcome?: string
  readonly startedAtMs: number
}

export type Intent = {
  readonly key: OrderKey
  readonly transactionId: string
  /** The version planned on; 0 for an order that is new. */
  readonly seen: number
  readonly operation: string
  readonly type: TransactionType
  readonly apiVersion: number
  readonly currency: string
  /** The order's amount when this creates it. */
  readonly orderAmount: bigint
  readonly transactionAmount: bigint
  readonly targetId?: string
  readonly fingerprint: Buffer
  readonly request: string
  /** The sealed card, if the request brought one. */
  readonly card?: Buffer
}

/** "Started" is certain; why not is only as fresh as the snapshot that saw it. */
export type Begun =
  | {
      readonly state: 'started'
      readonly fence: number
      readonly orderCreatedAtMs: number
      readonly startedAtMs: number
    }
  /** This transaction id was used before: replay or still running. */
  | { readonly state: 'known' }
  | { readonly state: 'busy'; readonly openId: string }
  /** The order is another than was planned on: load and plan again. */
  | { readonly state: 'stale' }

export type Conclusion = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly fence: number
  readonly result: Result
  readonly gatewayCode: GatewayCode
  /** What the acquirer agreed to; on load it is `approvedAmount` where it is not what was asked for. */
  readonly transactionAmount: bigint
  readonly totals: Totals
  /** What capture and refund may exceed their bounds by, in minor units. */
  readonly excess: bigint
  readonly status: OrderStatus
  readonly outcome: string
}

export type Closed =
  | { readonly state: 'closed'; readonly sequence: number }
  /** Somebody settled this transaction meanwhile: read again and answer that. */
  | { readonly state: 'takenOver' }
