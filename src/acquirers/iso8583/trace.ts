// The trace of a question: what a message needs besides the ask, decided before the intent is committed and
// stored with it, so that any node can repeat or reverse it byte for byte. Times follow from the intent's own
// start.

export type IsoTrace = {
  /** The link it was sent on. */
  readonly link: string
  /** The type of the message. */
  readonly type: string
  readonly traceNumber: string
  /** For its reversal, where a reversal has a number of its own. */
  readonly reversalTraceNumber?: string
  readonly institution: string
  readonly forwarder?: string
  readonly terminal: string
  readonly acceptor: string
  readonly reference: string
  /** The processing code, which follow-ups and reversals repeat. */
  readonly processingCode: string
  /** The entry mode, or the point-of-service code of 1993. */
  readonly entryMode?: string
}

/** The text under which the journal stores it. */
export const writeTrace = (trace: IsoTrace): string => JSON.stringify(trace)
