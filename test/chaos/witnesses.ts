import { createHash } from 'node:crypto'
import { type Content, isObject } from '../../src/contract/kit/content.ts'
import { call, type Heard } from '../links/caller.ts'
import type { Answered, LogEntry, Heard as Noted } from '../simulation/clientLog.ts'
import type { Random } from '../simulation/random.ts'
import { altered, type Request } from '../simulation/workload.ts'

export type WitnessesOptions = {
  /** Where each node is called. */
  readonly ports: readonly number[]
  /** How long they wait for an answer. */
  readonly patienceMs: number
}

/**
 * Merchants' systems that write down every answer they ever hear, and when they had asked. They send the same
 * request to several nodes at once, look at what they have sent, and mix up their ids.
 */
export class Witnesses {
  readonly #options: WitnessesOptions
  readonly log: LogEntry[] = []
  readonly #waiting = new Set<Promise<unknown>>()
  /** How often one request was at several nodes at the same moment. */
  races = 0

  constructor(options: WitnessesOptions) {
    this.#options = options
  }

  /** One request, at one node or at several at once; the first answer that is one. Others come later. */
  async ask(random: Random, request: Request): Promise<Heard | undefined> {
    const { ports } = this.#options
    const first = random.below(ports.length)
    const count = random.chance(0.3) ? 2 + random.below(ports.length - 1) : 1
    if (count > 1) this.races += 1
    const places = Array.from({ length: count }, (_, other) => (first + other) % ports.length)
    if (random.chance(0.04)) this.#later(this.call(first, altered(random, request)))
    const all = places.map(place => this.call(place, request))
    if (random.chance(0.15)) this.#later(this.call(random.below(ports.length), request, { isLook: true }))
    for (const each of all) this.#later(each)
    const answered = all.map(async each => (await each) ?? Promise.reject(new Error('Nothing was heard')))
    return await Promise.any(answered).catch(() => undefined)
  }

  /** Whatever some node shows of a transaction. */
  look(random: Random, request: Request): Promise<Heard | undefined> {
    return this.call(random.below(this.#options.ports.length), request, { isLook: true })
  }

  /** Until nobody waits for an answer any more. */
  async areDone(): Promise<void> {
    await Promise.all(this.#waiting)
  }

  #later(work: Promise<unknown>): void {
    const waiting = work.finally(() => this.#waiting.delete(waiting))
    this.#waiting.add(waiting)
  }

  /** One call, written down. */
  async call(place: number, request: Request, { isLook = false } = {}): Promise<Heard | undefined> {
    const { ports, patienceMs } = this.#options
    const { orderId, transactionId, body } = request
    const askedAtMs = performance.now()
    const path = `order/${orderId}/transaction/${transactionId}`
    const sent = isLook ? { method: 'GET' } : { method: 'PUT', body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(patienceMs)
    const heard = await call(ports[place] ?? 0, path, { ...sent, signal })
    const noted = notedOf(heard, isLook)
    this.log.push({ request, askedAtMs, heardAtMs: performance.now(), isLook, heard: noted })
    return heard
  }
}

function notedOf(heard: Heard | undefined, isLook: boolean): Noted {
  if (!heard) return { kind: 'nothing' }
  const { status, body, isReplay } = heard
  // A node that was slow to read says that nothing came: it has done nothing, either.
  if (status === 503 || status === 408) return { kind: 'unavailable' }
  if (status >= 500) return { kind: 'fault' }
  if (status >= 400) return { kind: 'rejection', rejection: rejectionIn(body) }
  const how = isLook ? 'seen' : status === 201 ? 'recorded' : isReplay ? 'replayed' : 'waiting'
  return { kind: 'answer', how, answer: answerIn(body) }
}

function rejectionIn({ error }: Content) {
  const explanation = isObject(error) ? String(error.explanation) : ''
  return { kind: 'rejection', cause: 'INVALID_REQUEST', explanation } as const
}

/**
 * Without what may be added to a final answer: how a reversal gets on, and when the payer came back. Hours of
 * whole ones are too much.
 */
function answerIn(body: Content): Answered {
  const { response, transaction, browserPayment, ...rest } = body
  const { interaction, ...payment } = isObject(browserPayment) ? browserPayment : {}
  const { timeReturned: _returned, ...visit } = isObject(interaction) ? interaction : {}
  const { reversal: _, ...shown } = isObject(transaction) ? transaction : {}
  const gatewayCode = isObject(response) ? String(response.gatewayCode) : ''
  const whole = JSON.stringify({ ...rest, response, transaction: shown, payment, visit })
  const document = createHash('sha256').update(whole).digest('base64')
  return { result: String(body.result), gatewayCode, document }
}
