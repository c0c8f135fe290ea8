// Tries a link by hand: one connection of its own, sign-on where the dialect wants it, an echo, and all bytes
// both ways, so that wrong frames and dialects can be seen instead of guessed.

import type { Socket } from 'node:net'
import type { Clock } from '../../../platform/clock.ts'
import { errorMessage } from '../../../platform/errors.ts'
import type { HostAddress, LinkSettings } from '../../routing/settings.ts'
import { createCodec, type IsoCodec } from '../codec/codec.ts'
import { frameLengths } from '../codec/frameLengths.ts'
import { createFraming, type Frame, type FrameReader, type Framing } from '../codec/frames.ts'
import { createRedaction, type Redaction } from '../codec/redaction.ts'
import { type Dialect, fieldNumbers } from '../dialects/dialect.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { framingHints, harmlessStart } from './framingHints.ts'
import { openSocket, readTlsMaterial } from './hostSocket.ts'
import { fieldOf, isQuestion } from './matching.ts'
import { createNetworkManagement, type NetworkManagement } from './networkManagement.ts'

export type LinkProbe = {
  readonly address: string
  readonly steps: readonly ProbeStep[]
  /** What is wrong, for people; none: the host answered as it should. */
  readonly findings: readonly string[]
}

export type ProbeStep = {
  /** Since the probe began. */
  readonly atMs: number
  readonly what: 'connected' | 'sent' | 'received' | 'closed'
  /** `sign-on`, `echo`, `sign-off`, or what came. */
  readonly about: string
  /** The bytes, part by part: length, TPDU, type, bitmap, fields. */
  readonly parts?: readonly ProbePart[]
  /** Of the message, where one could be read. */
  readonly type?: string
  readonly fields?: Readonly<Record<string, string>>
}

export type ProbePart = { readonly name: string; readonly hex: string }

export type ProbeOptions = {
  readonly clock: Clock
  readonly random?: () => number
  readonly connectMs?: number
  readonly answerMs?: number
}

/** Tries one address of a link. Never rejects for anything that the host does. */
export async function probeLink(
  settings: LinkSettings,
  address: HostAddress,
  options: ProbeOptions,
): Promise<LinkProbe> {
  const probe = new Probe(settings, address, options)
  await probe.run()
  return { address: `${address.host}:${address.port}`, steps: probe.steps, findings: probe.findings }
}

/** The host did something else than answer: the finding is written already. */
class ProbeEnd extends Error {}

class Probe {
  readonly steps: ProbeStep[] = []
  readonly findings: string[] = []
  readonly #settings: LinkSettings
  readonly #dialect: Dialect
  readonly #address: HostAddress
  readonly #options: ProbeOptions
  readonly #codec: IsoCodec
  readonly #framing: Framing
  readonly #reader: FrameReader
  readonly #management: NetworkManagement
  readonly #redact: Redaction
  readonly #beganAtMs: number
  /** What came since the last whole frame. */
  #raw = Buffer.alloc(0)
  #answers: IsoMessage[] = []
  #wake = () => {}
  #end: string | undefined
  #hasSent = false

  constructor(settings: LinkSettings, address: HostAddress, options: ProbeOptions) {
    const { dialect } = settings
    const { clock, random = Math.random } = options
    this.#settings = settings
    this.#dialect = dialect
    this.#address = address
    this.#options = options
    this.#codec = createCodec(dialect)
    this.#framing = createFraming(dialect.frame)
    this.#reader = this.#framing.reader()
    this.#management = createNetworkManagement({ settings, clock, random })
    this.#redact = createRedaction(dialect)
    this.#beganAtMs = clock.monotonicMs()
  }

  async run(): Promise<void> {
    let socket: Socket | undefined
    try {
      socket = await this.#connect()
      const { signsOn } = this.#dialect.network
      if (signsOn) await this.#ask(socket, 'sign-on', this.#management.signOn())
      await this.#ask(socket, 'echo', this.#management.echo())
      if (signsOn) await this.#ask(socket, 'sign-off', this.#management.signOff())
    } catch (error) {
      if (!(error instanceof ProbeEnd)) this.findings.push(errorMessage(error))
    } finally {
      socket?.destroy()
    }
  }

  async #connect(): Promise<Socket> {
    const { tls } = this.#settings
    const { connectMs = 3_000 } = this.#options
    const { socket, openEvent } = openSocket(this.#address, tls && (await readTlsMaterial(tls)))
    socket.on('data', chunk => this.#received(chunk))
    socket.on('error', error => this.#closed(errorMessage(error)))
    socket.on('close', () => this.#closed('closed'))
    socket.once(openEvent, () => {
      this.#step({ what: 'connected', about: tls ? 'over TLS' : 'without TLS' })
      this.#wake()
    })
    await this.#wait(connectMs, () => this.steps.length > 0)
    if (this.steps.some(({ what }) => what === 'connected')) return socket
    socket.destroy()
    return this.#give(`no connection: ${this.#end ?? `nothing within ${connectMs / 1_000} s`}`)
  }

  async #ask(socket: Socket, about: string, question: IsoMessage): Promise<void> {
    const { answerMs = 10_000 } = this.#options
    const bytes = this.#framing.wrap(this.#codec.encode(question))
    const { type } = question
    this.#step({ what: 'sent', about, parts: this.#partsOf(bytes), type, fields: this.#redact(question) })
    this.#hasSent = true
    socket.write(bytes)
    const isAnswer = (message: IsoMessage) =>
      this.#management.keyOf(message) === this.#management.keyOf(question)
    await this.#wait(answerMs, () => this.#answers.some(isAnswer))
    const answer = this.#answers.find(isAnswer)
    if (answer === undefined) return this.#give(this.#whyNone(about, answerMs))
    const refusal = this.#management.refusal(answer)
    if (refusal !== undefined) return this.#give(`the host does not accept the ${about}: ${refusal}`)
  }

  #whyNone(about: string, answerMs: number): string {
    if (this.findings.length > 0) return `the ${about} has no answer that can be read`
    if (this.#answers.length > 0) return `the answers to the ${about} repeat another trace number or code`
    const hints = framingHints(this.#dialect, this.#raw)
    this.findings.push(...hints)
    if (this.#raw.length > 0) return `${this.#raw.length} bytes came that are no whole message`
    return this.#end === undefined
      ? `no answer to the ${about} within ${answerMs / 1_000} s`
      : `the host closed after our bytes: it may frame or write messages otherwise (${this.#end})`
  }

  #give(finding: string): never {
    this.findings.push(finding)
    throw new ProbeEnd()
  }

  /** Until it is so, the connection has ended, or the time is over. */
  #wait(ms: number, isSo: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        if (!isSo() && this.#end === undefined) return
        clearTimeout(timer)
        resolve()
      }
      this.#wake()
    })
  }

  #received(chunk: Buffer): void {
    this.#raw = Buffer.concat([this.#raw, chunk]).subarray(-rawMax)
    let frames: readonly Frame[] = []
    try {
      frames = this.#reader.push(chunk)
    } catch {
      // The reader tells it again below.
    }
    for (const frame of frames) this.#frame(frame)
    const trouble = this.#reader.trouble()
    if (trouble !== undefined && this.#end === undefined) this.#unreadable(trouble.message, this.#raw)
    else if (frames.length > 0) this.#raw = this.#raw.subarray(this.#raw.length - this.#reader.pendingBytes())
    this.#wake()
  }

  #frame({ message: bytes, header }: Frame): void {
    const whole = this.#framing.wrap(bytes, header)
    try {
      const message = this.#codec.decode(bytes)
      const isNetwork = this.#management.isNetwork(message.type)
      const about = isNetwork
        ? isQuestion(message.type)
          ? 'a question of the host'
          : 'its answer'
        : message.type
      const parts = this.#isHarmless(message) ? { parts: this.#partsOf(whole) } : {}
      const fields = this.#redact(message, { asked: undefined })
      this.#step({ what: 'received', about, ...parts, type: message.type, fields })
      if (isNetwork && !isQuestion(message.type)) this.#answers.push(message)
    } catch (error) {
      this.#unreadable(errorMessage(error), whole)
    }
  }

  /** Messages about the connection have no card data, as long as they have only what such messages have. */
  #isHarmless({ type, fields }: IsoMessage): boolean {
    const { send, codeField } = this.#dialect.network
    const usual = new Set([...fieldNumbers(send), codeField, fieldOf(this.#dialect, 'responseCode')])
    return this.#management.isNetwork(type) && Object.keys(fields).every(number => usual.has(Number(number)))
  }

  /** Its first bytes, unless more came than is kept: then nobody knows where in a message they stood. */
  #unreadable(reason: string, bytes: Buffer): void {
    const first = harmlessStart(bytes)
    const start = { name: `the first ${first.length} bytes`, hex: hex(first) }
    const parts = bytes.length < rawMax ? [start] : []
    this.#step({ what: 'received', about: 'something unreadable', parts })
    this.findings.push(`what came cannot be read: ${reason}`, ...framingHints(this.#dialect, bytes))
    this.#end ??= 'unreadable'
  }

  #closed(reason: string): void {
    if (this.#end !== undefined) return
    this.#end = reason
    this.#step({ what: 'closed', about: this.#hasSent ? `by the host, after our bytes: ${reason}` : reason })
    this.#wake()
  }

  #step(step: Omit<ProbeStep, 'atMs'>): void {
    this.steps.push({ atMs: Math.round(this.#options.clock.monotonicMs() - this.#beganAtMs), ...step })
  }

  #partsOf(bytes: Buffer): readonly ProbePart[] {
    const { frame, coding } = this.#dialect
    const lengthBytes = frameLengths[frame.length].bytes
    const at = lengthBytes + (frame.tpdu ? 5 : 0)
    const typeEnd = at + (coding.type === 'ascii' ? 4 : 2)
    const first =
      coding.bitmap === 'raw'
        ? bytes[typeEnd]
        : Number.parseInt(bytes.toString('latin1', typeEnd, typeEnd + 2), 16)
    const bitmapBytes = ((first ?? 0) & 0x80 ? 16 : 8) * (coding.bitmap === 'raw' ? 1 : 2)
    const bounds: readonly (readonly [string, number])[] = [
      ['length', lengthBytes],
      ...(frame.tpdu ? [['TPDU', at] as const] : []),
      ['type', typeEnd],
      ['bitmap', typeEnd + bitmapBytes],
      ['fields', bytes.length],
    ]
    let from = 0
    return bounds.map(([name, to]) => {
      const part = { name, hex: hex(bytes.subarray(from, to)) }
      from = to
      return part
    })
  }
}

const rawMax = 10_000
const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase().replace(/../g, '$& ').trim()
