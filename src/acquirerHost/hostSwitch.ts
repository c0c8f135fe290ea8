// What the acquirer host does with each message that comes: network messages, totals, and everything about
// money, each with the fault that is due.

import type { IsoCodec } from '../acquirers/iso8583/codec/codec.ts'
import { answerHeader, type Frame, type Framing } from '../acquirers/iso8583/codec/frames.ts'
import { type Dialect, fieldNumbers, networkFields } from '../acquirers/iso8583/dialects/dialect.ts'
import { IsoFormatError, type IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { type AnswerBytes, deliverAnswer } from './answerDelivery.ts'
import { type DrawnFault, type FaultDeck, usualFaultMs } from './faults.ts'
import { type AnswerWriter, answerType, timesOf } from './hostAnswer.ts'
import type { HostBooks, HostEntry } from './hostBooks.ts'
import type { HostCodes } from './hostCodes.ts'
import type { HostConnection } from './hostConnection.ts'
import type { AskedMessage, QuestionReader } from './hostQuestion.ts'
import { reconcileTotals } from './hostReconciliation.ts'
import type { HostRecord } from './hostRecord.ts'
import type { HostDesk } from './hostRuling.ts'
import { decideByScript, faultOfScript, type HostScripts } from './hostScripts.ts'

export type HostSwitchOptions = {
  readonly dialect: Dialect
  readonly codec: IsoCodec
  readonly framing: Framing
  readonly books: HostBooks
  readonly codes: HostCodes
  readonly desk: HostDesk
  readonly read: QuestionReader
  readonly writer: AnswerWriter
  readonly record: HostRecord
  readonly faults: FaultDeck
  readonly scripts: HostScripts
  readonly now: () => Date
  /** What cannot be read closes the connection, or is answered with a format error. */
  readonly onUnreadable: 'close' | 'answer'
  readonly connections: ReadonlySet<HostConnection>
  readonly onMessage?: (direction: 'received' | 'sent', message: IsoMessage) => void
}

export class HostSwitch {
  readonly #options: HostSwitchOptions
  #traceNumber = 0

  constructor(options: HostSwitchOptions) {
    this.#options = options
  }

  take(connection: HostConnection, { message: bytes, header }: Frame): void {
    const { codec, record, read, books, onMessage, now, onUnreadable } = this.#options
    const at = now()
    const swapped = header && answerHeader(header)
    let message: IsoMessage
    try {
      message = codec.decode(bytes)
    } catch (error) {
      if (!(error instanceof IsoFormatError)) throw error
      record.counters.unreadable += 1
      if (onUnreadable === 'close') connection.end()
      else this.#answerUnreadable(connection, bytes, swapped)
      return
    }
    record.received(message, at.getTime())
    onMessage?.('received', message)
    const question = read(message)
    const first = question.kind === 'network' ? undefined : books.byIdentity(question.identity)
    record.asked(question, first !== undefined)
    this.#handle({ connection, question, header: swapped, at, first })
  }

  /** Sends a network message of the host's own on every connection. */
  start(code: string, more: IsoMessage['fields'] = {}): void {
    for (const connection of this.#options.connections) this.#startOn(connection, code, more)
  }

  cutOver(): string {
    const { books, dialect } = this.#options
    const businessDate = books.cutOver()
    const [code] = dialect.network.cutOver
    // Which date begins, as answers have it.
    if (code !== undefined)
      this.start(code, { 15: businessDate.slice(dialect.generation === '1993' ? 2 : 4) })
    return businessDate
  }

  signOff(): void {
    const { connections, dialect } = this.#options
    this.start(dialect.network.signOff)
    for (const connection of connections) connection.isSignedOn = false
  }

  echo(): void {
    this.start(this.#options.dialect.network.echo)
  }

  keyChange(): void {
    const [code] = this.#options.dialect.network.keyChange
    if (code !== undefined) this.start(code)
  }

  #handle(turn: HostTurn): void {
    const { record } = this.#options
    const { question } = turn
    const { kind } = question
    if (kind === 'answer') {
      record.counters.answersToHost += 1
      return
    }
    const scripted = kind === 'network' ? undefined : this.#options.scripts.next(question)
    const fault = (scripted && faultOfScript(scripted)) ?? this.#options.faults.draw(question.message.type)
    if (fault?.name === 'half-open') turn.connection.deafen()
    if (fault?.name === 'half-open' || fault?.name === 'drop-request') {
      record.notBooked(question)
      return
    }
    if (fault) this.#interrupt(fault)
    const decision = scripted && decideByScript(scripted, question)
    if (fault?.name !== 'late-request') {
      this.#conclude(turn, decision, fault)
      return
    }
    // By then the same message may have come again.
    const firstBy = () => this.#options.books.byIdentity(question.identity)
    later(fault.ms ?? usualFaultMs[fault.name], () =>
      this.#conclude({ ...turn, first: firstBy() }, decision, undefined),
    )
  }

  #conclude(turn: HostTurn, scripted: ScriptedDecision, fault: DrawnFault | undefined): void {
    const answer = this.#answer(turn, scripted)
    if (answer !== undefined) this.#send(turn, answer, fault)
  }

  /** What the host starts by itself, before it answers. */
  #interrupt({ name }: DrawnFault): void {
    if (name === 'cut-over') this.cutOver()
    if (name === 'sign-off') this.signOff()
    if (name === 'echo') this.echo()
    if (name === 'key-change') this.keyChange()
  }

  #answer({ connection, question, at, first }: HostTurn, scripted: ScriptedDecision): IsoMessage | undefined {
    const { dialect, writer, codes, record, desk, faults, books } = this.#options
    const { message, kind } = question
    if (kind === 'network') return this.#network(connection, message)
    if (dialect.network.signsOn && !connection.isSignedOn) {
      record.counters.beforeSignOn += 1
      return writer.refusal(message, codes.notSignedOn)
    }
    if (kind === 'reconciliation') return this.#totals(question)
    if (kind === 'malformed' || kind === 'notUnderstood') {
      record.counters.notUnderstood += 1
      return writer.refusal(message, codes.format)
    }
    const isReversal = kind === 'undo' || kind === 'decrease'
    const ruling = desk.rule(question, {
      at,
      first,
      scripted,
      isBlind: isReversal && (isBlindBy(dialect) || faults.applies('blind-reversals')),
      booksAfterReversal: !isReversal && faults.applies('book-after-reversal'),
    })
    if (ruling.entry === undefined) record.notBooked(question)
    if (ruling.isSilent) return undefined
    // A repeat counts where the first one does, whatever the date is by now.
    const businessDate = ruling.entry?.businessDate ?? books.businessDate()
    return writer.answer(question, ruling, { at, businessDate })
  }

  #network(connection: HostConnection, { type, fields }: IsoMessage): IsoMessage {
    const { network } = this.#options.dialect
    const code = fields[network.codeField]
    const known = [network.signOn, network.signOff, network.echo, ...network.cutOver, ...network.keyChange]
    const isUnderstood = code !== undefined && known.includes(code)
    if (code === network.signOn) connection.isSignedOn = true
    if (code === network.signOff) connection.isSignedOn = false
    if (code === network.echo) this.#noteEcho(connection)
    const repeated: Record<number, string> = {}
    for (const number of networkFields(network)) {
      const value = fields[number]
      if (value !== undefined) repeated[number] = value
    }
    const answered = type === network.requestType ? network.answerType : answerType(type)
    return {
      type: answered,
      fields: { ...repeated, 39: isUnderstood ? network.accepted : network.notUnderstood },
    }
  }

  #noteEcho(connection: HostConnection): void {
    const { now, record, dialect } = this.#options
    const nowMs = now().getTime()
    const { lastEchoMs } = connection
    const isTooSoon = lastEchoMs !== undefined && nowMs - lastEchoMs < dialect.network.echoAtMostEveryMs
    if (isTooSoon) record.counters.echoesTooSoon += 1
    connection.lastEchoMs = nowMs
  }

  #totals(question: AskedMessage): IsoMessage {
    const { books, dialect, writer, codes } = this.#options
    const ruling = reconcileTotals(question, books, dialect)
    if (ruling === undefined) return writer.refusal(question.message, codes.format)
    const { type, fields } = writer.refusal(question.message, ruling.responseCode)
    const about: Record<number, string> = {}
    for (const number of [15, 28, 50]) {
      const value = question.message.fields[number]
      if (value !== undefined) about[number] = value
    }
    const sent = fieldNumbers(dialect.reconciliation?.send)
    const own = Object.entries(ruling.fields).filter(([number]) => sent.includes(Number(number)))
    return { type, fields: { ...fields, ...about, ...Object.fromEntries(own) } }
  }

  #send(turn: HostTurn, answer: IsoMessage, fault: DrawnFault | undefined): void {
    const { connection, question, header, at } = turn
    const { record, onMessage, codec, framing } = this.#options
    const means = { bytes: this.#bytesWith(header), later, asked: question.amount }
    try {
      if (fault === undefined) connection.send(framing.wrap(codec.encode(answer), header))
      else if (!deliverAnswer(connection, answer, { ...means, fault })) return
    } catch (error) {
      // Something that it repeats does not fit into an answer: whoever asked hears nothing.
      if (!(error instanceof IsoFormatError)) throw error
      record.counters.unwritable += 1
      return
    }
    record.sent(answer, at.getTime())
    onMessage?.('sent', answer)
  }

  #bytesWith(header: Buffer | undefined): AnswerBytes {
    const { codec, framing } = this.#options
    return {
      whole: message => framing.wrap(codec.encode(message), header),
      half: message => {
        const encoded = codec.encode(message)
        return framing.wrap(encoded.subarray(0, encoded.length >> 1), header)
      },
    }
  }

  #startOn(connection: HostConnection, code: string, more: IsoMessage['fields']): void {
    const { dialect, codec, framing, record, now, onMessage } = this.#options
    const at = now()
    const [date, time] = timesOf(at)
    this.#traceNumber = (this.#traceNumber % 999_999) + 1
    const is1993 = dialect.generation === '1993'
    const values: Record<number, string> = {
      7: date.slice(4) + time,
      11: String(this.#traceNumber).padStart(6, '0'),
      12: is1993 ? date.slice(2) + time : time,
      13: date.slice(4),
      ...dialect.network.constants,
      [dialect.network.codeField]: code,
    }
    const fields: Record<number, string> = { ...more }
    for (const number of networkFields(dialect.network)) {
      const value = values[number]
      if (value !== undefined) fields[number] = value
    }
    const message: IsoMessage = { type: dialect.network.requestType, fields }
    connection.send(framing.wrap(codec.encode(message)))
    record.sent(message, at.getTime())
    onMessage?.('sent', message)
  }

  /** Only the type can be guessed; whoever asked will not find it, and should look at its codec. */
  #answerUnreadable(connection: HostConnection, bytes: Buffer, header: Buffer | undefined): void {
    const { dialect, codec, framing, codes } = this.#options
    const type =
      dialect.coding.type === 'ascii' ? bytes.toString('latin1', 0, 4) : bytes.toString('hex', 0, 2)
    const answer: IsoMessage = { type: answerType(type), fields: { 39: codes.format } }
    if (/^[01][1-8][02][0-5]$/.test(type)) connection.send(framing.wrap(codec.encode(answer), header))
    else connection.end()
  }
}

type ScriptedDecision = ReturnType<typeof decideByScript> | undefined

/** One question, and how its answer goes back. */
type HostTurn = {
  readonly connection: HostConnection
  readonly question: AskedMessage
  readonly header: Buffer | undefined
  readonly at: Date
  readonly first: HostEntry | undefined
}

const later = (ms: number, act: () => void): void => {
  setTimeout(act, ms).unref()
}

const isBlindBy = ({ reversals }: Dialect): boolean => reversals.acknowledgement === 'blind'
