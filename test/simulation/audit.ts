import type { Journal, LoadedOrder, OrderKey, RecoveryJournal } from '../../src/operations/model/journal.ts'
import type { Totals } from '../../src/orders/totals.ts'

/** A journal that can also be looked into: the model, or PostgreSQL. */
export type WholeJournal = Journal & RecoveryJournal
export type AuditableJournal = WholeJournal & { audit(): Promise<readonly AuditedOrder[]> }

/** What is written down of an order, apart from what `load` tells. */
export type AuditedOrder = {
  readonly key: OrderKey
  readonly version: number
  readonly openId?: string
  readonly totals: Totals
  readonly excess: bigint
  readonly status: string
  readonly sequence: number
  /** Number and transaction id of each notification, ascending. */
  readonly outbox: readonly string[]
  /** The same of each outcome. */
  readonly outcomes: readonly string[]
}

export type SeenOrder = { readonly audited: AuditedOrder; readonly loaded: LoadedOrder }
