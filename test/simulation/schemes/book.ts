import type { ProtocolVersion } from '../../../src/threeDSecure/emv/settings.ts'
import type { MessageIds, Word } from './word.ts'

/** What directory servers and issuers wrote down themselves: no gateway touches it. */
export class SchemeBook {
  readonly #pages = new Map<string, SchemePage>()
  readonly #sent = new Map<string, number>()

  /** A request about a payer leaves a gateway, whether or not it arrives. */
  sent(serverTransactionId: string): void {
    this.#sent.set(serverTransactionId, (this.#sent.get(serverTransactionId) ?? 0) + 1)
  }

  timesSent(serverTransactionId: string): number {
    return this.#sent.get(serverTransactionId) ?? 0
  }

  open(page: SchemePage): void {
    this.#pages.set(page.ids.threeDSServerTransID, page)
  }

  pageOf(serverTransactionId: unknown): SchemePage | undefined {
    return this.#pages.get(String(serverTransactionId))
  }

  pages(): readonly SchemePage[] {
    return [...this.#pages.values()]
  }

  counts(): Readonly<Record<SchemeEvent, number>> {
    const pages = this.pages()
    const deliveries = pages.flatMap(page => page.deliveries)
    const replies = (kind: Reply['kind']) => deliveries.filter(({ reply }) => reply.kind === kind).length
    return {
      asked: pages.length,
      'to be challenged': pages.filter(({ answered }) => !answered).length,
      acknowledged: replies('receipt'),
      'answered with an error': replies('error'),
      'not answered': replies('none'),
      forged: deliveries.filter(({ kind }) => kind !== 'right').length,
    }
  }
}

/** What is counted of questions about payers, and of results. */
export const schemeEvents = [
  ...(['asked', 'to be challenged', 'acknowledged', 'answered with an error'] as const),
  ...(['not answered', 'forged'] as const),
] as const
type SchemeEvent = (typeof schemeEvents)[number]

/** The schemes, as gateways reach them. */
export interface SchemeEnd {
  readonly book: SchemeBook
  /** A message arrives at a directory server; what it answers. */
  receive(scheme: string, text: string): string
}

/** One authentication. */
export type SchemePage = {
  /** In the order in which they were first heard of. */
  readonly number: number
  readonly scheme: string
  readonly version: ProtocolVersion
  readonly ids: MessageIds
  /** Where the payer's browser goes when the challenge is over. */
  readonly returnAddress: string
  /** How often the request for it arrived. */
  timesAsked: number
  /** What was answered at once; undefined: that the payer has to be challenged. */
  readonly answered: Word | undefined
  /** The payer's browser came with a CReq: somebody had been told of the challenge. */
  isOpened: boolean
  /** How the challenge ended. */
  decided?: Word
  readonly deliveries: Delivery[]
}

/** One result that was sent to a gateway, by whomever. */
export type Delivery = {
  readonly word: Word
  /** Right: by the scheme that was asked, under the ids that it gave. */
  readonly kind: 'other ids' | 'other scheme' | 'right'
  /** Whether the payer had come with a CReq: then the gateway knew the ids. */
  readonly wasOpened: boolean
  readonly sentAtMs: number
  readonly heardAtMs: number
  readonly reply: Reply
}

export type Reply =
  /** RRes, with its results status. */
  | { readonly kind: 'receipt'; readonly status: string }
  | { readonly kind: 'error'; readonly code: string }
  /** The connection broke: nobody knows whether it was recorded. */
  | { readonly kind: 'none' }

export function replyIn(text: string | undefined): Reply {
  if (text === undefined) return { kind: 'none' }
  const message: Readonly<Record<string, unknown>> = JSON.parse(text)
  return message.messageType === 'RRes'
    ? { kind: 'receipt', status: String(message.resultsStatus) }
    : { kind: 'error', code: String(message.errorCode) }
}

export const replyInWords = (reply: Reply): string =>
  reply.kind === 'receipt'
    ? `RRes ${reply.status}`
    : reply.kind === 'error'
      ? `Erro ${reply.code}`
      : 'nothing'
