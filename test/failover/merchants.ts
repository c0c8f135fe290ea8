import { setTimeout as sleep } from 'node:timers/promises'
import { checkAnswers } from '../simulation/answerChecks.ts'
import type { Heard, LogEntry } from '../simulation/clientLog.ts'
import { afterHearing, type OrderView, unknownOrder } from '../simulation/knowledge.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import { type Request, requestFor } from '../simulation/workload.ts'
import type { Call, CallEnding } from './caller.ts'

/** Of one call: what its merchant wrote down, and how it ended. */
export type Noted = LogEntry & { readonly ending: CallEnding }

export type MerchantsOptions = {
  readonly call: Call
  readonly seed: number
  /** So many orders a second begin, however long answers take. */
  readonly perSecond: number
}

/**
 * Merchants' systems: they pay or authorize and capture. Where they hear nothing, or 503, they ask again, a
 * second later and then less often, until they know. Every answer is written down.
 */
export class Merchants {
  readonly notes: Noted[] = []
  /** When each transaction was acknowledged, in order. */
  readonly acknowledgedAtMs: number[] = []
  readonly #options: MerchantsOptions
  readonly #underWay = new Set<Promise<void>>()
  readonly #arriving: Promise<void>
  #isOver = false
  orders = 0

  constructor(options: MerchantsOptions) {
    this.#options = options
    this.#arriving = this.#arrive(randomOf(options.seed))
  }

  /** Nobody begins any more; those who have, go on until they know. */
  async finish(): Promise<void> {
    this.#isOver = true
    await this.#arriving
    await Promise.all(this.#underWay)
  }

  /** Asks once more for everything that was acknowledged: by retrieving it, and by repeating its request. */
  async askAgain(atOnce: number): Promise<void> {
    const left = [...new Set(this.notes.filter(isAcknowledged).map(({ request }) => request))]
    const work = async () => {
      for (let request = left.pop(); request !== undefined; request = left.pop()) {
        await this.#ask(request, true)
        await this.#ask(request)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  /** What merchants wrote down contradicts itself here. */
  contradictions(): readonly string[] {
    return checkAnswers(this.notes)
  }

  /** At random moments, which know nothing of each other nor of answers. */
  async #arrive(random: Random): Promise<void> {
    const { perSecond } = this.#options
    let atMs = performance.now()
    while (!this.#isOver) {
      atMs += (-Math.log(1 - random.between(0, 1)) * 1_000) / perSecond
      await sleep(Math.max(0, atMs - performance.now()))
      this.orders += 1
      const shopping = this.#shop(random, this.orders).finally(() => this.#underWay.delete(shopping))
      this.#underWay.add(shopping)
    }
  }

  async #shop(random: Random, number: number): Promise<void> {
    const order = unknownOrder(`f${this.#options.seed}-${number}`, '5123450000000008')
    const name = random.chance(0.5) ? 'AUTHORIZE' : 'PAY'
    const first = await this.#insist(requestFor(random, order, { name, id: '1' }), order)
    if (first?.status !== 'AUTHORIZED') return
    await this.#insist(requestFor(random, first, { name: 'CAPTURE', id: '2' }), first)
  }

  /** A retry is always safe. The result is what is known of the order then; undefined where it is refused. */
  async #insist(request: Request, order: OrderView): Promise<OrderView | undefined> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const { heard, ending } = await this.#ask(request)
      if (heard.kind === 'rejection') return undefined
      if (heard.kind === 'answer' && heard.how !== 'waiting' && ending.kind === 'answered')
        return afterHearing(order, ending.answer.body)
      await sleep(Math.min(1_000 * 2 ** attempt, pauseMsMax))
    }
    return undefined
  }

  async #ask(request: Request, isLook = false): Promise<Noted> {
    const askedAtMs = performance.now()
    const path = `order/${request.orderId}/transaction/${request.transactionId}`
    const ending = await (isLook
      ? this.#options.call('GET', path)
      : this.#options.call('PUT', path, request.body))
    const noted = {
      request,
      askedAtMs,
      heardAtMs: performance.now(),
      isLook,
      heard: heardIn(ending, isLook),
      ending,
    }
    this.notes.push(noted)
    if (!isLook && isAcknowledged(noted)) this.acknowledgedAtMs.push(noted.heardAtMs)
    return noted
  }
}

const pauseMsMax = 8_000
const attemptsMax = 60

/** Its merchant knows that the transaction is there. */
export const isAcknowledged = ({ heard }: LogEntry): boolean =>
  heard.kind === 'answer' && heard.how !== 'waiting' && heard.answer.gatewayCode !== 'LOCK_FAILURE'

function heardIn(ending: CallEnding, isLook: boolean): Heard {
  if (ending.kind !== 'answered') return { kind: 'nothing' }
  const { status, headers, body, text } = ending.answer
  if (status === 503) return { kind: 'unavailable' }
  if (status >= 500) return { kind: 'fault' }
  if (status >= 300)
    return {
      kind: 'rejection',
      rejection: { kind: 'rejection', cause: 'INVALID_REQUEST', explanation: text },
    }
  const { response, transaction, ...rest } = body
  const gatewayCode = String(Object(response).gatewayCode)
  const { reversal: _, ...shown } = Object(transaction)
  const how = isLook ? 'seen' : status === 201 ? 'recorded' : isReplay(headers) ? 'replayed' : 'waiting'
  const document = JSON.stringify({ ...rest, response, transaction: shown })
  return { kind: 'answer', how, answer: { result: String(body.result), gatewayCode, document } }
}

const isReplay = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['idempotent-replayed'] === 'true'
