import type { BeginResult, OrderKey } from '../../src/operations/model/journal.ts'
import { RecordingUnknown, StoreUnavailable } from '../../src/platform/errors.ts'
import type { WholeJournal } from './audit.ts'
import type { Climate, Fault } from './faults.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/**
 * The connection of one process to the journal. A statement that was sent is executed even when its sender
 * has died meanwhile; a sender that gets no answer cannot know whether it was committed.
 */
export function linkJournal(journal: WholeJournal, parts: LinkParts): WholeJournal {
  const link = new Link(parts)
  return {
    load: key => link.read(() => journal.load(key)),
    begin: intent => link.write('begin', () => journal.begin(intent), isStarted),
    retrace: wanted => link.write('begin', () => journal.retrace(wanted)),
    close: closing => insisting(link.write('close', () => journal.close(closing))),
    takeOver: wanted => link.take(async () => sorted(await journal.takeOver(wanted))),
    claimDue: wanted => link.take(async () => sorted(await journal.claimDue(wanted))),
    release: due => link.write('recovery', () => journal.release(due)),
    postpone: (due, byMs) => link.write('recovery', () => journal.postpone(due, byMs)),
    lookAgain: (due, atMs) => link.write('recovery', () => journal.lookAgain(due, atMs)),
    postponeUnsent: (due, how) => link.write('recovery', () => journal.postponeUnsent(due, how)),
    hasten: () => link.write('recovery', () => journal.hasten()),
    hastenThese: (key, ids) => link.write('recovery', () => journal.hastenThese(key, ids)),
    amend: amendment => insisting(link.write('recovery', () => journal.amend(amendment))),
    note: exchange => link.write('recovery', () => journal.note(exchange)),
    traceOf: (key, transactionId) => link.read(() => journal.traceOf(key, transactionId)),
  }
}

export type LinkParts = {
  readonly world: World
  readonly process: Process
  readonly climate: Climate
  readonly random: Random
  /** Longer than the lease, so that others take over meanwhile. */
  readonly pauseMaxMs: number
}

/** An error that the simulation injected: code that passes it on is not at fault. */
export class Injected extends StoreUnavailable {}
export class InjectedDoubt extends RecordingUnknown {}

/** An outcome is tried for so long that nobody knows in the end whether it was recorded. */
function insisting<Result>(writing: Promise<Result>): Promise<Result> {
  return writing.catch(error => {
    throw error instanceof Injected ? new InjectedDoubt(error.message) : error
  })
}

/** What was refused, for another was first, leaves nothing behind that could be lost. */
const isStarted = ({ state }: BeginResult): boolean => state === 'started'
const always = <Result>(_: Result): boolean => true

/** No journal promises an order; for one seed to do the same on all of them there must be one. */
function sorted<Item extends { readonly key: OrderKey; readonly transactionId: string }>(
  items: readonly Item[],
): readonly Item[] {
  const nameOf = ({ key, transactionId }: Item) => `${key.orderId}/${transactionId}`
  return items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

type Step = 'address' | 'authentication' | 'begin' | 'close' | 'recovery' | 'result'

const faultsOf = {
  begin: {
    before: 'killed before begin',
    after: 'killed after begin',
    pause: 'paused before send',
    unsure: 'begin unsure',
    patienceMs: 2_000,
  },
  close: {
    before: 'killed before close',
    after: 'killed after close',
    pause: 'paused before answering',
    unsure: 'close unsure',
    patienceMs: 15_000,
  },
  recovery: {
    before: 'killed before recovery writes',
    after: 'killed after recovery wrote',
    pause: 'paused in recovery',
    unsure: 'recovery unsure',
    patienceMs: 2_000,
  },
  address: {
    before: 'killed before address',
    after: 'killed after address',
    pause: 'paused at address',
    unsure: 'address unsure',
    patienceMs: 2_000,
  },
  authentication: {
    before: 'killed before authentication',
    after: 'killed after authentication',
    pause: 'paused at authentication',
    unsure: 'authentication unsure',
    patienceMs: 2_000,
  },
  result: {
    before: 'killed before result',
    after: 'killed after result',
    pause: 'paused at result',
    unsure: 'result unsure',
    patienceMs: 2_000,
  },
} as const satisfies Record<
  Step,
  Record<'before' | 'after' | 'pause' | 'unsure', Fault> & { patienceMs: number }
>

export class Link {
  readonly #parts: LinkParts

  constructor(parts: LinkParts) {
    this.#parts = parts
  }

  read<Result>(work: () => Promise<Result>): Promise<Result> {
    const { process, climate } = this.#parts
    return new Promise((resolve, reject) => {
      if (!process.isAlive()) return
      if (climate.isAway('journal') || climate.strikes('load failed')) return this.#refuse(1_000, reject)
      this.#execute(this.#travelMs(), work, { resolve, reject })
    })
  }

  write<Result>(step: Step, work: () => Promise<Result>, matters = always<Result>): Promise<Result> {
    const { process, climate } = this.#parts
    const { before, unsure } = faultsOf[step]
    return new Promise((resolve, reject) => {
      if (!process.isAlive()) return
      if (climate.strikes(before)) return process.kill()
      if (climate.isAway('journal')) return this.#refuse(faultsOf[step].patienceMs, reject)
      if (climate.strikes(unsure)) return this.#unsure(step, work, reject)
      const hear = (result: Result) => (matters(result) ? this.#hear(step, result, resolve) : resolve(result))
      this.#execute(this.#travelMs(), work, { resolve: hear, reject })
    })
  }

  /** Looks for work. That mostly there is none is no occasion for a fault; what was taken can be lost. */
  take<Item>(work: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
    const { process, climate } = this.#parts
    return new Promise((resolve, reject) => {
      if (!process.isAlive()) return
      if (climate.isAway('journal')) return this.#refuse(1_000, reject)
      const settle = (items: readonly Item[]) => {
        if (items.length === 0) return resolve(items)
        if (climate.strikes('recovery unsure')) return reject(new Injected('Nobody knows what was taken'))
        this.#hear('recovery', items, resolve)
      }
      this.#execute(this.#travelMs(), work, { resolve: settle, reject })
    })
  }

  /** The result has arrived; the process that receives it may die, or pause, at that moment. */
  #hear<Result>(step: Step, result: Result, resolve: (result: Result) => void): void {
    const { process, climate, random, pauseMaxMs } = this.#parts
    const { after, pause } = faultsOf[step]
    if (climate.strikes(after)) process.kill()
    else if (climate.strikes(pause)) process.pause(random.between(500, pauseMaxMs))
    process.hear(() => resolve(result))
  }

  /** Given up after its patience; a lost session may be at work for another while, or not at all. */
  #unsure<Result>(step: Step, work: () => Promise<Result>, reject: (error: unknown) => void): void {
    const { random } = this.#parts
    const patienceMs = random.between(10, faultsOf[step].patienceMs)
    if (random.chance(0.7)) {
      const ignore = () => undefined
      this.#execute(random.between(0, patienceMs + 4_000), work, { resolve: ignore, reject: ignore })
    }
    const told = step === 'begin' ? InjectedDoubt : Injected
    this.#answer(patienceMs, () => reject(new told('Nobody knows whether it was committed')))
  }

  #execute<Result>(
    delayMs: number,
    work: () => Promise<Result>,
    { resolve, reject }: { resolve: (result: Result) => void; reject: (error: unknown) => void },
  ): void {
    this.#parts.world.after(delayMs, async () => {
      const answer = await work().then(
        result => () => resolve(result),
        error => () => reject(error),
      )
      this.#answer(this.#travelMs(), answer)
    })
  }

  /** It could not be reached: certainly nothing was done. */
  #refuse(delayMs: number, reject: (error: unknown) => void): void {
    this.#answer(delayMs, () => reject(new Injected('The journal cannot be reached')))
  }

  #answer(delayMs: number, act: () => void): void {
    this.#parts.process.later(delayMs, act)
  }

  #travelMs(): number {
    const { random } = this.#parts
    return random.chance(0.02) ? random.between(3, 800) : random.between(0.1, 3)
  }
}
