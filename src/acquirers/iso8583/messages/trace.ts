// The trace of a question: what a message needs besides the ask, decided before the intent is committed and
// stored with it, so that any node can repeat or reverse it byte for byte. Times follow from the intent's own
// start, where it has none itself.

export type IsoTrace = {
  /** The link it was sent on. */
  readonly link: string
  /**
   * Whose transaction it is: nothing is ever asked about it in the name of another merchant. Traces from
   * before this was written have none.
   */
  readonly merchant?: string
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
  /** Which condition code the first message of the transaction had. */
  readonly condition?: string
  /**
   * In minor units, where the message has another amount than the transaction: zero where a card is only
   * checked, the difference where a hold is increased, what was held where it is decreased.
   */
  readonly amount?: string
  /** Of a capture: whether it was the last (1 or 0), and what was held, when it was first sent. */
  readonly lastCapture?: string
  readonly held?: string
  /**
   * Of a void with the number of what it undoes, after an earlier one: only its time tells them apart, in
   * seconds. In milliseconds.
   */
  readonly transmittedAtMs?: string
}

/** When its message was first sent, as the message says. */
export const sentAtMs = ({ transmittedAtMs }: IsoTrace, startedAtMs: number): number =>
  transmittedAtMs === undefined ? startedAtMs : Number(transmittedAtMs)

/**
 * Whether it is of a merchant's own transaction. A row may hold another's by mistake or by malice, and its
 * acceptor and terminal would move that one's money.
 */
export const isTraceOf = (
  { merchant, acceptor }: IsoTrace,
  merchantId: string,
  identity: { readonly acceptor: string } | undefined,
): boolean => (merchant === undefined ? acceptor === identity?.acceptor : merchant === merchantId)

/** The text under which the journal stores it. */
export const writeTrace = (trace: IsoTrace): string => JSON.stringify(trace)

/** Undefined for what is not a trace of a link. */
export function readTrace(text: string | undefined): IsoTrace | undefined {
  const read = text === undefined ? undefined : parsed(text)
  if (typeof read !== 'object' || read === null) return undefined
  const values: { readonly [name: string]: unknown } = { ...read }
  const trace: { [name: string]: string } = {}
  for (const name of all) {
    const value = values[name]
    if (typeof value === 'string') trace[name] = value
  }
  return isTrace(trace) ? trace : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isTrace = (trace: { [name: string]: string }): trace is { [name: string]: string } & IsoTrace =>
  required.every(name => trace[name] !== undefined)

const required = [
  ...(['link', 'type', 'traceNumber', 'institution', 'terminal', 'acceptor', 'reference'] as const),
  'processingCode',
] as const satisfies readonly (keyof IsoTrace)[]
const optional = [
  ...([
    'merchant',
    'reversalTraceNumber',
    'forwarder',
    'entryMode',
    'condition',
    'amount',
    'lastCapture',
  ] as const),
  'held',
  'transmittedAtMs',
] as const satisfies readonly (keyof IsoTrace)[]
const all: readonly (keyof IsoTrace)[] = [...required, ...optional]
