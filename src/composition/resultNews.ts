// News of results that directory servers delivered: their orders look at them. Only some orders at a time:
// the next result has to be recorded and acknowledged within seconds, and needs the database for that.

import type { Interactions } from '../operations/interactions/interactions.ts'
import type { TimedClock } from '../platform/clock.ts'
import { type Log, tellFailure } from '../platform/log.ts'
import type { KnownAuthentication } from '../threeDSecure/emv/records.ts'

type NewsOptions = Pick<Interactions, 'inquire'> & {
  readonly clock: Pick<TimedClock, 'sleep'>
  readonly log: Pick<Log, 'fault' | 'warn'>
  /** Whether results wait to be acknowledged: then orders look one at a time. */
  readonly isPressed: () => boolean
}

/**
 * Nobody waits for it. Where an inquiry fails, where too many wait, and of what was waiting when the node
 * stopped, recovery will ask: results are recorded.
 */
export function createResultNews(options: NewsOptions): ResultNews {
  const queue = new NewsQueue(options)
  return { tell: news => queue.add(news), stop: () => queue.stop() }
}

type ResultNews = {
  readonly tell: (news: KnownAuthentication) => void
  /** Nobody looks any more; resolves when those have who were about to. */
  readonly stop: () => Promise<void>
}

export const ordersAtOnce = 4
/** An order that takes longer than this does not hold up the others. */
export const slowMs = 500
/** Of those, so many: what they wait for is the database, and more of them would not make it faster. */
export const slowMax = 32
export const waitingMax = 10_000

class NewsQueue {
  readonly #options: NewsOptions
  readonly #waiting = new Map<string, KnownAuthentication>()
  /** Each with what came about the same transaction meanwhile. */
  readonly #underWay = new Map<string, KnownAuthentication | undefined>()
  readonly #looks = new Set<Promise<void>>()
  #isStopped = false
  #atOnce = 0
  #slow = 0
  #dropped = 0

  constructor(options: NewsOptions) {
    this.#options = options
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#waiting.clear()
    await Promise.all(this.#looks)
  }

  add(news: KnownAuthentication): void {
    if (this.#isStopped) return
    const key = [news.merchantId, news.orderId, news.transactionId].join('\0')
    if (this.#underWay.has(key)) this.#underWay.set(key, news)
    else if (this.#waiting.has(key) || this.#waiting.size < waitingMax) this.#waiting.set(key, news)
    else this.#drop()
    this.#next()
  }

  #next(): void {
    for (const [key, news] of this.#waiting) {
      if (this.#atOnce >= (this.#options.isPressed() ? 1 : ordersAtOnce)) return
      this.#waiting.delete(key)
      const look = this.#look(key, news).finally(() => this.#looks.delete(look))
      this.#looks.add(look)
    }
    this.#dropped = 0
  }

  async #look(key: string, { cell, merchantId, orderId, transactionId }: KnownAuthentication): Promise<void> {
    const { inquire, clock, log } = this.#options
    this.#underWay.set(key, undefined)
    this.#atOnce += 1
    const looked = inquire({ cell, merchantId, orderId }, transactionId).then(
      () => 'looked' as const,
      error => tellFailure(log, 'results', error),
    )
    const isSlow = (await Promise.race([looked, clock.sleep(slowMs).then(() => 'slow')])) === 'slow'
    if (isSlow && this.#slow < slowMax) {
      this.#slow += 1
      this.#atOnce -= 1
      this.#next()
      await looked
      this.#slow -= 1
    } else {
      await looked
      this.#atOnce -= 1
    }
    const newer = this.#underWay.get(key)
    this.#underWay.delete(key)
    if (newer) this.add(newer)
    else this.#next()
  }

  /** One line for a flood. */
  #drop(): void {
    this.#dropped += 1
    if (this.#dropped > 1) return
    this.#options.log.warn('results', { reason: 'More news than orders can look at: recovery will ask.' })
  }
}
