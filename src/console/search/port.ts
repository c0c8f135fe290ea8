// The ports of search: taking in the feed, and finding orders.

import type { Owner } from '../../orders/merchant.ts'

/** Takes in what happened, so that it can be found and is counted. */
export interface ProjectionStore {
  /**
   * Takes in at most `limit` changes of each cell, exactly once, whoever else does so at the same time. Gives
   * how many were taken in by this call.
   */
  advance(limit: number): Promise<TakenInChanges>
  /** The age of the oldest change that is not taken in yet; 0 if there is none. */
  lagMs(): Promise<number>
}

export type TakenInChanges = { readonly count: number; readonly isMore: boolean }

export interface SearchStore {
  /** Newest first. */
  find(owner: Owner, wanted: OrderQuery): Promise<FoundPage>
  /** The number of the merchant's last change that was taken in; 0 if there is none. */
  position(owner: Owner): Promise<number>
  /** The time of the last change of any merchant in the cell that was taken in. */
  takenInUntil(owner: Owner): Promise<Date | undefined>
}

/** All conditions must hold. */
export type OrderFilter = {
  /** How the order's id begins. */
  readonly orderId?: string
  readonly reference?: string
  /** In lower case. */
  readonly email?: string
  readonly lastFour?: string
  /** In thousandths of the currency, whichever it is. */
  readonly amount?: bigint
  readonly amountFrom?: bigint
  readonly amountTo?: bigint
  readonly currency?: string
  readonly brand?: string
  readonly status?: string
  readonly gatewayCode?: string
  /** From then on. */
  readonly from?: Date
  /** Before then. */
  readonly to?: Date
}

export type OrderQuery = {
  readonly filter: OrderFilter
  readonly after?: FoundKey
  readonly limit: number
}

/** The place of an order in the list. */
export type FoundKey = { readonly createdUs: string; readonly orderNo: string }

export type FoundOrder = FoundKey & {
  readonly orderId: string
  readonly createdAt: Date
  readonly changedAt: Date
  readonly currency: string
  readonly amount: bigint
  readonly authorized: bigint
  readonly captured: bigint
  readonly refunded: bigint
  readonly status: string
  readonly type: string
  readonly result: string
  readonly gatewayCode: string
  readonly brand?: string
  readonly lastFour?: string
  readonly reference?: string
  readonly email?: string
}

export type FoundPage = {
  readonly orders: readonly FoundOrder[]
  /**
   * Where to go on; absent at the end. There may be fewer orders than wanted and still more to find: one
   * search reads a bounded number of rows.
   */
  readonly next?: FoundKey
}

/** Searches that a user has given a name. */
export interface FilterStore {
  /** By name. */
  list(userId: string, merchantId: string): Promise<readonly KeptFilter[]>
  /** Replaces one of the same name. False: the user has too many, at this merchant or in all. */
  save(userId: string, merchantId: string, filter: Omit<KeptFilter, 'savedAt'>): Promise<boolean>
  remove(userId: string, merchantId: string, name: string): Promise<void>
}

export type KeptFilter = { readonly name: string; readonly query: string; readonly savedAt: string }
