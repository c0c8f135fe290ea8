// How much may be under way at once: in all, and under one name.

import type { SharedLimits } from './sharedLimits.ts'

/** At most slotsMax in all, and perNameMax of them for one name. */
export type ConcurrencyLimit = {
  /** At once, unless other processes have to be asked. */
  readonly acquire: (name: string) => boolean | Promise<boolean>
  readonly release: (name: string) => void
  readonly isEmpty: () => boolean
}

type ConcurrencyOptions = {
  readonly slotsMax: number
  readonly perNameMax: number
  /** Where other processes count in the same limit: under which name it is known to all of them. */
  readonly shared?: { readonly limits: SharedLimits; readonly name: string } | undefined
}

/**
 * Where several processes share the limit, half of it is dealt out evenly, so that most requests are counted
 * without asking anybody; the other half is lent to whoever needs more. So all of them together never have
 * more than the limit, and one alone has more than half of it.
 */
export function createConcurrencyLimit({
  slotsMax,
  perNameMax,
  shared,
}: ConcurrencyOptions): ConcurrencyLimit {
  const lender = (name: string): SlotLender | undefined => shared && lenderOf(shared, name)
  const all = new HeldSlots(slotsMax, lender(''))
  const perName = new Map<string, HeldSlots>()
  let isWatched = false

  function forgetIdle(name: string, own: HeldSlots): void {
    if (own.isIdle) perName.delete(name)
  }
  /** What was borrowed and not needed lately goes back. */
  function giveBack(): void {
    all.giveBackIdle()
    for (const [name, own] of perName) {
      own.giveBackIdle()
      forgetIdle(name, own)
    }
    isWatched = false
    if ([all, ...perName.values()].some(({ hasBorrowed }) => hasBorrowed)) watch()
  }
  function watch(): void {
    if (!isWatched) setTimeout(giveBack, idleMs).unref()
    isWatched = true
  }

  async function acquireBorrowing(name: string, own: HeldSlots): Promise<boolean> {
    watch()
    own.awaiting++
    try {
      // Its own first: who has enough of these must not keep those of all from others.
      if (!(await own.takeOrBorrow())) return false
      if (await all.takeOrBorrow()) return true
      own.leave()
      return false
    } finally {
      own.awaiting--
      forgetIdle(name, own)
    }
  }

  return {
    acquire(name) {
      const known = perName.get(name)
      const own = known ?? new HeldSlots(perNameMax, lender(name))
      if (known === undefined) perName.set(name, own)
      if (all.take()) {
        if (own.take()) return true
        all.leave()
      }
      if (shared) return acquireBorrowing(name, own)
      forgetIdle(name, own)
      return false
    },
    release(name) {
      all.leave()
      const own = perName.get(name)
      own?.leave()
      if (own) forgetIdle(name, own)
    },
    isEmpty: () => all.isFree,
  }
}

type SlotLender = {
  readonly processes: number
  readonly borrow: (pool: number, wanted: number) => Promise<number>
  readonly giveBack: (count: number) => void
}

function lenderOf(
  { limits, name: limit }: NonNullable<ConcurrencyOptions['shared']>,
  name: string,
): SlotLender {
  const slots = `${limit} ${name}`
  return {
    processes: limits.processes,
    borrow: (pool, wanted) => limits.borrow(slots, { pool, wanted }),
    giveBack: count => limits.giveBack(slots, count),
  }
}

/** The slots that this process has of one limit: its own, and those it has borrowed. */
class HeldSlots {
  /** Who waits for an answer of the lender. */
  awaiting = 0
  readonly #own: number
  readonly #pool: number
  readonly #portion: number
  readonly #lender: SlotLender | undefined
  #used = 0
  #borrowed = 0
  /** The most that were used at once since it was last looked at what is idle. */
  #usedMax = 0

  constructor(limit: number, lender: SlotLender | undefined) {
    this.#lender = lender
    this.#own = lender ? Math.floor(limit / 2 / lender.processes) : limit
    this.#pool = lender ? limit - this.#own * lender.processes : 0
    this.#portion = Math.ceil(limit / portions)
  }

  get isFree(): boolean {
    return this.#used === 0
  }

  get isIdle(): boolean {
    return this.#used === 0 && this.#borrowed === 0 && this.awaiting === 0
  }

  get hasBorrowed(): boolean {
    return this.#borrowed > 0 || this.awaiting > 0
  }

  take(): boolean {
    if (this.#used >= this.#own + this.#borrowed) return false
    this.#used++
    if (this.#used > this.#usedMax) this.#usedMax = this.#used
    return true
  }

  async takeOrBorrow(): Promise<boolean> {
    if (this.take()) return true
    const more = (await this.#lender?.borrow(this.#pool, this.#portion)) ?? 0
    this.#borrowed += more
    return this.take()
  }

  leave(): void {
    this.#used--
  }

  giveBackIdle(): void {
    const idle = Math.min(this.#borrowed, this.#own + this.#borrowed - this.#usedMax)
    this.#usedMax = this.#used
    if (idle <= 0) return
    this.#borrowed -= idle
    this.#lender?.giveBack(idle)
  }
}

/** As much of a limit is borrowed at once, so that few ask for each request. */
const portions = 32
const idleMs = 100
