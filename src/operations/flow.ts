import type { Answer, Ask } from '../acquirers/port.ts'
import type { Operation, RequestOf } from '../contract/kit/operation.ts'
import type { Rejection } from '../orders/rejection.ts'
import type { Transaction, TransactionType } from '../orders/transaction.ts'

/** The two decisions that make one operation different from another. Both are pure. */
export interface Flow<O extends Operation = Operation> {
  readonly operation: O
  /** May begin a new order: then it is planned against that first, without a look at the store. */
  readonly startsOrder: boolean
  plan(request: RequestOf<O>, past: Past): Plan | Rejection
  conclude(plan: Plan, answer: Answer): Concluded
}

/** What an operation may know of the order it acts on; nothing of it for a new one. */
export type Past = {
  readonly currency?: string
  readonly transactions: readonly Transaction[]
}

export type Plan = {
  readonly type: TransactionType
  readonly amount: bigint
  readonly currency: string
  readonly targetId?: string
  /** What is asked of the acquirer; on whose behalf, the road adds. */
  readonly ask: Omit<Ask, 'merchantId' | 'orderId' | 'transactionId'>
}

export type Concluded = Pick<Transaction, 'approvedAmount' | 'gatewayCode' | 'result'>
