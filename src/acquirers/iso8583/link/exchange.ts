// The link to a host, as the adapter uses it. The implementation is link.ts.

import type { UnsentReason } from '../../port.ts'
import type { IsoMessage } from '../dialects/message.ts'

export interface IsoLink {
  readonly name: string
  /** Why nothing can be sent now, if so: breaker open, not connected, queue full. */
  readonly trouble: () => UnsentReason | undefined
  /** Sends a question once and waits for its answer until the deadline. Never throws. */
  exchange(question: IsoMessage, options: ExchangeOptions): Promise<IsoExchange>
}

export type ExchangeOptions = {
  readonly deadline: AbortSignal
  /**
   * Called with an answer after the deadline, and with a second one. It is kept for a bounded time, so it
   * must hold no card data.
   */
  readonly onLate?: (answer: IsoMessage) => void
  /**
   * The question that this one reverses: it is sent on the same connection while that lives, so that it
   * cannot overtake.
   */
  readonly after?: IsoMessage['fields'] | undefined
  /** Of recovery: it waits behind what payers wait for, and has a pace of its own. */
  readonly isBacklog?: boolean
}

/**
 * `unsent`: not one byte of it was written. Once a write began, it was sent: no answer is `silent`, and so is
 * an answer that contradicts its question or cannot be read.
 */
export type IsoExchange =
  | { readonly state: 'answered'; readonly answer: IsoMessage }
  | { readonly state: 'silent'; readonly contradicts?: string }
  | { readonly state: 'unsent'; readonly reason: UnsentReason }
