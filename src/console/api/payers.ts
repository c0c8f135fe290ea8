// Calls about a payer who wants to be erased: what that would change, and doing it.

import { text } from '../../contract/kit/scalars.ts'
import { optional } from '../../contract/kit/vocabulary.ts'
import { merchantCall } from './call.ts'

/** An order of the payer. The amount is a decimal of its currency. */
export type PayersOrder = {
  readonly orderId: string
  readonly createdAt: string
  readonly status: string
  readonly currency: string
  readonly amount: string
  /** Why it cannot be erased now; each passes by itself. */
  readonly obstacle?: ErasureHindrance
  /** It was erased before. */
  readonly erased?: ShownErasure
}
export type ErasureHindrance = 'OWED' | 'RUNNING' | 'UNTOLD'
export type ShownErasure = { readonly at: string; readonly by: string }

export type PayersOrders = {
  /** Newest first. */
  readonly orders: readonly PayersOrder[]
  readonly after?: string
  /** With the first page of an e-mail address. */
  readonly traces?: {
    readonly orders: number
    /** There are more than were counted. */
    readonly isMore: boolean
    readonly savedFilters: number
    /** The risk lists that the address is on: it stays there. */
    readonly lists: readonly string[]
  }
}

/** What one part of an erasure did. As long as there is an `after`, there is another part. */
export type ErasedPayerPart = {
  readonly erased: readonly string[]
  readonly left: readonly { readonly orderId: string; readonly why: ErasureHindrance }[]
  readonly calls: number
  readonly filters: number
  readonly after?: string
}

const payer = {
  email: optional(text(3, 320), 'The e-mail address of the payer, whole.'),
  orderId: optional(text(1, 40), 'Or one order of the payer.'),
  after: optional(text(1, 60), 'What the part before ended with.'),
}

export const payerCalls = {
  findPayer: merchantCall<PayersOrders>()('payers.erase', payer),
  erasePayer: merchantCall<ErasedPayerPart>()('payers.erase', payer, { needsStepUp: true }),
}
