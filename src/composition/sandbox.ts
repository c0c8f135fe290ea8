import type { Administration } from '../administration/administration.ts'
import type { Recovery } from '../operations/recovery/recovery.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import { createSerialQueue } from '../platform/queues.ts'
import type { AcquirerBooks } from '../sandbox/acquirer/books.ts'
import {
  type AcquirerScripts,
  createAcquirerScripts,
  readAcquirerScript,
} from '../sandbox/acquirer/scripts.ts'
import type { AcquirerSimulatorOptions } from '../sandbox/acquirer/simulator.ts'
import type { CalendarDuration } from '../sandbox/control/duration.ts'
import type { SandboxControl } from '../sandbox/control/routes.ts'
import { openSandboxStore, type SandboxClockReading, type SandboxStore } from '../sandbox/store/sandbox.ts'
import { testKeys } from '../sandbox/terminal/testKeys.ts'
import { type DatabaseLogins, ownerOf } from '../store/connection/pool.ts'
import type { MerchantReader } from '../store/merchants.ts'
import type { Notifying } from './notifications.ts'
import { reconcile } from './reconciliation.ts'

/** What a sandbox has beside a gateway: an acquirer that takes orders, a clock that can be moved, an end. */
export async function openSandbox(logins: DatabaseLogins, warn: (news: string) => void): Promise<Sandbox> {
  const store = openSandboxStore(ownerOf(logins), { warn })
  const scripts = createAcquirerScripts()
  const timers = createTimers()
  const clock = createSandboxClock(await store.clock(), store.clock)
  return {
    simulation: { now: clock.now, scripts, later: timers.later, pinKeys: testKeys },
    baseKeys: store.baseKeys,
    control: neighbours => controlOf({ store, scripts, timers, clock, ...neighbours }),
    async close() {
      clock.stop()
      timers.cancel()
      await store.close()
    },
  }
}

export type Sandbox = {
  /** What makes the simulated acquirer obey. */
  readonly simulation: Required<Pick<AcquirerSimulatorOptions, 'now' | 'scripts' | 'later' | 'pinKeys'>>
  readonly baseKeys: SandboxStore['baseKeys']
  readonly control: (neighbours: Neighbours) => SandboxControl
  readonly close: () => Promise<void>
}

/** The parts of the gateway that the sandbox reaches into. */
type Neighbours = {
  readonly merchants: MerchantReader
  readonly administration: Administration
  readonly books: AcquirerBooks
  readonly forgetPostings: () => void
  /** Of payer authentication. */
  readonly forgetScripts: () => void
  readonly recovery: Recovery
  readonly notifying: Pick<Notifying, 'dispatcher' | 'feed' | 'secrets'>
  /** Who is there from the beginning, and how they get there. */
  readonly merchantIds: readonly string[]
  readonly addMerchants: () => Promise<void>
  /** Base keys of terminals that everybody knows. */
  readonly addTestKeys: () => Promise<void>
  /** The audit log was emptied with everything else. */
  readonly beginAuditHead: () => Promise<unknown>
}

type Parts = Neighbours & {
  readonly store: SandboxStore
  readonly scripts: AcquirerScripts
  readonly timers: Timers
  readonly clock: SandboxClock
}

function controlOf(parts: Parts): SandboxControl {
  const { store, merchants, books, scripts } = parts
  return {
    scripts: {
      add(body) {
        const script = readAcquirerScript(body)
        return isRejection(script) ? script : scripts.add(script)
      },
      list: scripts.list,
      clear: scripts.clear,
    },
    books: async wanted => pageOf(await books.entries({ ...wanted, limit: wanted.limit + 1 }), wanted.limit),
    clock: store.clock,
    advance: oneAtATime(by => whileResting(parts, () => advance(parts, by))),
    differences: () => reconcile(store),
    profile: async merchantId => (await merchants.find(merchantId))?.profile,
    async setProfile(merchantId, profile) {
      const changed = await parts.administration.merchants.set(merchantId, profile)
      merchants.forget(merchantId)
      return isRejection(changed) ? undefined : changed.profile
    },
    reset: () => whileResting(parts, () => reset(parts)),
  }
}

/** What is under way is finished by the time it was begun at, or it would be judged by a time long gone. */
async function whileResting<Result>(
  { recovery, notifying: { dispatcher } }: Neighbours,
  work: () => Promise<Result>,
): Promise<Result> {
  await Promise.all([recovery.stop(), dispatcher.stop()])
  try {
    return await work()
  } finally {
    recovery.start()
    dispatcher.start()
  }
}

function oneAtATime<Given, Result>(
  work: (given: Given) => Promise<Result>,
): (given: Given) => Promise<Result> {
  const inTurn = createSerialQueue()
  return given => inTurn(() => work(given))
}

async function advance(parts: Parts, by: CalendarDuration): Promise<SandboxClockReading | undefined> {
  const { store, clock, recovery, notifying } = parts
  const moved = await store.advance(by)
  if (moved === undefined) return undefined
  clock.follow(moved)
  await recovery.settle()
  await notifying.dispatcher.settle()
  return store.clock()
}

async function reset({ timers, scripts, store, clock, ...parts }: Parts): Promise<void> {
  // An answer that was to come late would be booked into the new sandbox.
  timers.cancel()
  scripts.clear()
  parts.forgetPostings()
  parts.forgetScripts()
  await store.reset(parts.merchantIds, testKeys)
  parts.notifying.secrets.forget()
  parts.notifying.feed.releaseWaiters()
  await parts.addMerchants()
  await parts.addTestKeys()
  await parts.beginAuditHead()
  clock.follow(await store.clock())
}

type Entry = Awaited<ReturnType<AcquirerBooks['entries']>>[number]

/** One more was read than is shown: whether there is a next page is known without asking for it. */
function pageOf(found: readonly Entry[], limit: number) {
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const shown = entries.map(({ merchantId, orderId, transactionId, kind, amount, currency, state }) => {
    return { merchantId, orderId, transactionId, kind, amount, currency, state }
  })
  return { entries: shown, ...(found.length > limit && last && { after: last.entryNo }) }
}

/** The acquirer's clock: this machine's, moved as far as the database's is. */
type SandboxClock = {
  readonly now: () => Date
  readonly follow: (reading: SandboxClockReading) => void
  readonly stop: () => void
}

/** Other nodes may move it too, so it is read again every second; when it cannot be, it stays. */
function createSandboxClock(
  first: SandboxClockReading,
  read: () => Promise<SandboxClockReading>,
): SandboxClock {
  let current = first
  let isReading = false
  const readAgain = async () => {
    if (isReading) return
    isReading = true
    const before = current
    const reading = await read().catch(() => before)
    // Whoever moved it meanwhile knows better.
    if (current === before) current = reading
    isReading = false
  }
  const timer = setInterval(readAgain, 1_000).unref()
  return {
    now: () => new Date(systemClock.now().getTime() + current.shiftMs),
    follow(reading) {
      current = reading
    },
    stop: () => clearInterval(timer),
  }
}

type Timers = {
  readonly later: (delayMs: number, act: () => void) => void
  /** Nothing of what was to happen will. */
  readonly cancel: () => void
}

function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>()
  return {
    later(delayMs, act) {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        act()
      }, delayMs)
      waiting.add(timer)
    },
    cancel() {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
