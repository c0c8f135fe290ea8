// The log of merchants' API calls: what is kept of a call, and where.

import type { Owner } from '../../orders/merchant.ts'

/** One API call of a merchant, as it is kept: nothing in it is secret. */
export type LoggedCall = {
  readonly atMs: number
  readonly method: string
  /** The path, with the names of its parameters. */
  readonly path: string
  readonly version: number
  /** As the body named it; absent for what has none. */
  readonly operation?: string | undefined
  readonly orderId?: string | undefined
  readonly transactionId?: string | undefined
  readonly status: number
  readonly ms: number
  readonly result?: string | undefined
  readonly gatewayCode?: string | undefined
  readonly correlationId?: string | undefined
  /** Absent in what an earlier release kept. */
  readonly requestId?: string | undefined
  readonly isOfBrowser?: true | undefined
  /** A tool of Tollgate called, in the place of a merchant's server. */
  readonly isOfTool?: true | undefined
  readonly supportCode?: string | undefined
  readonly error?: LoggedError | undefined
  /** Masked, of a call that was refused: what was recorded is shown with its transaction. */
  readonly body?: object | undefined
}

export type LoggedError = {
  readonly cause: string
  readonly explanation?: string
  readonly field?: string
  readonly validationType?: string
}

/** Calls of one merchant that were written together, oldest first. */
export type CallBatch = Owner & { readonly calls: readonly LoggedCall[] }

/** A batch that was written; newer ones have higher numbers. */
export type StoredBatch = { readonly batchNo: string; readonly calls: readonly LoggedCall[] }

export interface RequestLogStore {
  append(batches: readonly CallBatch[]): Promise<void>
  /** The batches before this one, newest first. */
  read(
    owner: Owner,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly StoredBatch[]>
  /** Forgets what is beyond so many calls of a merchant. */
  keep(owner: Owner, calls: number): Promise<void>
  /** Forgets what is older than so many days, some at a time; whether there may be more. */
  forgetOlder(days: number): Promise<boolean>
}
