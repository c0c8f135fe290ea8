import type { AcquirerAnswer, AcquirerAsk, AskedAuthentication } from '../../src/acquirers/port.ts'

/**
 * Everything the gateway sent and the acquirer answered, recorded on the wire: independent of the acquirer's
 * own books and of the code that compares those.
 */
export class WireLedger {
  readonly #notes = new Map<string, Note>()
  readonly #withCard = new Set<string>()
  readonly #wrongTraces: string[] = []
  readonly #usedTraces = new Set<string>()

  sent(ask: AcquirerAsk): void {
    if ('original' in ask && ask.card)
      this.#withCard.add(referenceOf(ask.orderId, ask.original.transactionId))
    if ('original' in ask) this.#compare(ask, ask.original.transactionId, ask.original.trace)
    if (ask.verb === 'balance' || isPursuit(ask)) return
    const isRepeat = 'repeat' in ask && ask.repeat > 0
    const note = this.#noteOf(ask)
    if (isRepeat) this.#compare(ask, ask.transactionId, ask.trace)
    else this.#useTrace(note, ask)
    if (!isRepeat) note.originals += 1
    if ('authentication' in ask) note.proof = ask.authentication
  }

  /** Messages with another trace than the one under which their transaction was sent, or with a used one. */
  wrongTraces(): readonly string[] {
    return this.#wrongTraces
  }

  #useTrace(note: Note, { verb, transactionId, orderId, trace }: Traced): void {
    note.trace = trace
    if (trace === undefined) return
    const reference = referenceOf(orderId, transactionId)
    if (this.#usedTraces.has(trace)) this.#wrongTraces.push(`${verb} ${reference}: ${trace} is used twice`)
    this.#usedTraces.add(trace)
  }

  #compare({ verb, orderId }: Traced, transactionId: string, trace: string | undefined): void {
    const reference = referenceOf(orderId, transactionId)
    const note = this.#notes.get(reference)
    if (note && note.originals > 0 && note.trace !== trace)
      this.#wrongTraces.push(
        `${verb} about ${reference} has trace ${trace}, but it was sent as ${note.trace}`,
      )
  }

  said(ask: AcquirerAsk, answer: AcquirerAnswer): void {
    if (ask.verb === 'balance' || answer.outcome !== 'approved') return
    const note = this.#noteOf(ask)
    if (ask.verb === 'reverse') note.approved = undefined
    else note.approved = answer.amount
  }

  /** Of a transaction, as its id is written by `referenceOf`. */
  noteOn(reference: string): Readonly<Note> | undefined {
    return this.#notes.get(reference)
  }

  /** Whether the acquirer was reminded of it with a card. */
  wasFollowedWithCard(reference: string): boolean {
    return this.#withCard.has(reference)
  }

  references(): readonly string[] {
    return [...this.#notes.keys()]
  }

  #noteOf({ orderId, transactionId }: Reference): Note {
    const reference = referenceOf(orderId, transactionId)
    const note = this.#notes.get(reference) ?? { ...unsent }
    this.#notes.set(reference, note)
    return note
  }
}

export type Note = {
  /** How often it was sent as if for the first time. */
  originals: number
  /** What the acquirer agreed to and has not undone since. */
  approved: bigint | undefined
  /** The issuer's proof of who the payer is, where it was told one. */
  proof: AskedAuthentication | undefined
  /** Under which it was sent, where the acquirer assigns. */
  trace: string | undefined
}

const unsent: Note = { originals: 0, approved: undefined, proof: undefined, trace: undefined }

type Traced = Reference & { readonly verb: string; readonly trace?: string }

type Reference = { readonly orderId: string; readonly transactionId: string }

export const referenceOf = (orderId: string, transactionId: string): string => `${orderId}/${transactionId}`

const isPursuit = ({ verb }: AcquirerAsk): boolean => verb === 'reverse' || verb === 'inquire'
