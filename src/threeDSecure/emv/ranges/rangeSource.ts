import type { RangeQuestion } from './rangeAnswer.ts'
import type { RangeRefusal } from './rangeRefusal.ts'

/** How a directory server is asked for its ranges: whoever has the connections implements it. */
export interface RangeSource {
  /**
   * Sends one question (PReq) and hands over the body of the answer as it arrives, zipped or not. Throws when
   * it could not be asked.
   */
  ask(directoryServer: string, question: RangeQuestion, signal: AbortSignal): Promise<AskedRanges>
  /** Opens the file of a directory server from a byte on, by an HTTP range request. */
  openFile(directoryServer: string, wanted: WantedFile, signal: AbortSignal): Promise<OpenedFile>
}

export type AskedRanges = {
  readonly body: AsyncIterable<Uint8Array>
  /** Of the question: the answer has to repeat it. */
  readonly transactionId: string
  /** Tells the directory server why its answer was refused (Erro), under the ids of the question. */
  readonly refuse: (refusal: RangeRefusal) => Promise<void>
}

export type WantedFile = {
  readonly url: string
  /** The first byte that is wanted: 0, or what is missing after a connection broke. */
  readonly from: number
  /** Of the file that was begun: another one must not continue it. */
  readonly validator?: string
}

export type OpenedFile = {
  readonly body: AsyncIterable<Uint8Array>
  /** The first byte that came: 0 where the server does not know range requests. */
  readonly from: number
  /** Its ETag or date. */
  readonly validator?: string
}
