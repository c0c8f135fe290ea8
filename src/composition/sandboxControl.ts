// Controlling a sandbox: its clock, the scripts of its simulators, the books, and resetting it.

import type { Administration } from '../administration/administration.ts'
import type { ReconciliationReport, ReportedDifference } from '../commands/context.ts'
import type { BookedOrder, SandboxCorner } from '../console/server/sandboxPort.ts'
import type { Recovery } from '../operations/recovery/recovery.ts'
import { toDecimal } from '../orders/money.ts'
import { isRejection } from '../orders/rejection.ts'
import type { ReceiptSender } from '../pages/receipts/receiptSender.ts'
import { systemClock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { UseRefusal } from '../platform/errors.ts'
import { createSerialQueue } from '../platform/queues.ts'
import type { AcquirerBooks } from '../sandbox/acquirer/books.ts'
import { type ReconciliationDifference, reconcileWithBooks } from '../sandbox/acquirer/reconciliation.ts'
import {
  type AcquirerScripts,
  acquirerScriptVocabulary,
  createAcquirerScripts,
  readAcquirerScript,
} from '../sandbox/acquirer/scripts.ts'
import type { AcquirerSimulatorOptions } from '../sandbox/acquirer/simulator.ts'
import type { SandboxControl } from '../sandbox/control/routes.ts'
import { rehearsalOf, triggerCommand } from '../sandbox/doctor/rehearsed.ts'
import { openSandboxStore, type SandboxClockReading, type SandboxStore } from '../sandbox/store/sandbox.ts'
import { sandboxSchema } from '../sandbox/store/schema.ts'
import { testKeys } from '../sandbox/terminal/testKeys.ts'
import { type DatabaseLogins, ownerOf } from '../store/connection/pool.ts'
import type { MerchantReader } from '../store/merchants.ts'
import type { OpenNotifications } from './notifications.ts'

/** Tables of the plug-in: the store creates them only where payments are simulated. */
export const storePlugIns = [sandboxSchema] as const

/**
 * What a developer controls in a sandbox: scripts of the acquirer simulator, a clock that can be moved, the
 * books, and resetting it to an empty database.
 */
export async function openSandboxControl(
  logins: DatabaseLogins,
  warn: (message: string) => void,
): Promise<OpenSandboxControl> {
  const store = openSandboxStore(ownerOf(logins), { warn })
  const scripts = createAcquirerScripts()
  const timers = createTimers()
  const clock = createSandboxClock(await store.clock(), store.clock)
  return {
    simulation: { now: clock.now, scripts, later: timers.later, pinKeys: testKeys },
    baseKeys: store.baseKeys,
    control: gateway => createControl({ store, scripts, timers, clock, ...gateway }),
    corner: (control, { isLinked, reach }) =>
      cornerOf(control, { reach, ...(!isLinked && { simulated: { scripts, store } }) }),
    async close() {
      clock.stop()
      timers.cancel()
      await store.close()
    },
  }
}

export type OpenSandboxControl = {
  /** Makes the acquirer simulator follow clock, scripts and test keys. */
  readonly simulation: Required<Pick<AcquirerSimulatorOptions, 'now' | 'scripts' | 'later' | 'pinKeys'>>
  readonly baseKeys: SandboxStore['baseKeys']
  readonly control: (gateway: ControlledGateway) => SandboxControl
  /** The same for the console; where a link answers for cards, without the acquirer simulator. */
  readonly corner: (control: SandboxControl, place: CornerPlace) => SandboxCorner
  readonly close: () => Promise<void>
}

type CornerPlace = Pick<CornerParts, 'reach'> & { readonly isLinked: boolean }

/** The parts of the gateway that the control API acts on. */
type ControlledGateway = {
  readonly merchants: MerchantReader
  readonly administration: Administration
  readonly books: AcquirerBooks
  readonly forgetPostings: () => void
  /** Clears the scripts of payer authentication. */
  readonly forgetScripts: () => void
  readonly recovery: Recovery
  readonly notifications: Pick<OpenNotifications, 'dispatcher' | 'feed' | 'secrets'>
  readonly receiptSender?: ReceiptSender
  /** The merchants of the first start, and a function that adds them. */
  readonly merchantIds: readonly string[]
  readonly addMerchants: () => Promise<void>
  /** Adds the public test keys of terminals. */
  readonly addTestKeys: () => Promise<void>
  /** Begins a new head of the audit log, which was emptied with everything else. */
  readonly beginAuditHead: () => Promise<unknown>
}

type ControlDependencies = ControlledGateway & {
  readonly store: SandboxStore
  readonly scripts: AcquirerScripts
  readonly timers: Timers
  readonly clock: SandboxClock
}

function createControl(dependencies: ControlDependencies): SandboxControl {
  const { store, merchants, books, scripts } = dependencies
  const inTurn = createSerialQueue()
  return {
    scripts: {
      add(body) {
        const script = readAcquirerScript(body)
        return isRejection(script) ? script : scripts.add(script)
      },
      remove: scripts.remove,
      list: scripts.list,
      used: id => scripts.used(id).map(({ atMs, ...use }) => ({ ...use, at: new Date(atMs).toISOString() })),
      clear: scripts.clear,
    },
    books: async wanted => pageOf(await books.entries({ ...wanted, limit: wanted.limit + 1 }), wanted.limit),
    clock: store.clock,
    advance: by => inTurn(() => whilePaused(dependencies, () => moved(dependencies, store.advance(by)))),
    setClock: atMs =>
      inTurn(() => whilePaused(dependencies, () => moved(dependencies, store.setClock(atMs)))),
    differences: () => reconcile(store),
    profile: async merchantId => (await merchants.find(merchantId))?.profile,
    async setProfile(merchantId, profile) {
      const changed = await dependencies.administration.merchants.set(merchantId, profile)
      merchants.forget(merchantId)
      return isRejection(changed) ? undefined : changed.profile
    },
    reset: () => whilePaused(dependencies, () => reset(dependencies)),
  }
}

type CornerParts = {
  /** What commands end with that are shown to be pasted. */
  readonly reach: () => string
  readonly simulated?: { readonly scripts: AcquirerScripts; readonly store: SandboxStore }
}

function cornerOf(control: SandboxControl, { reach, simulated }: CornerParts): SandboxCorner {
  const { clock, advance } = control
  const common = { clock, advance, rehearsalOf: metBy(reach) }
  if (!simulated) return common
  const { scripts, store } = simulated
  const { remove, list, used } = scripts
  const vocabulary = acquirerScriptVocabulary()
  return {
    ...common,
    acquirer: {
      scripts: { vocabulary, add: control.scripts.add, remove, list, used },
      books: { page: wanted => bookedPage(store, wanted), differences: id => differencesOf(store, id) },
    },
  }
}

const metBy =
  (reach: CornerParts['reach']): SandboxCorner['rehearsalOf'] =>
  calls => {
    const options = reach()
    const { missing, ...met } = rehearsalOf(calls, options)
    return {
      ...met,
      missing: missing.map(each => ({ ...each, command: triggerCommand(each.name, options) })),
    }
  }

/**
 * Recovery, deliveries and letters pause: what is under way must end by the clock it began with, or its times
 * would be compared with a clock that was moved meanwhile.
 */
async function whilePaused<Result>(
  { recovery, notifications: { dispatcher }, receiptSender }: ControlledGateway,
  work: () => Promise<Result>,
): Promise<Result> {
  await Promise.all([recovery.stop(), dispatcher.stop(), receiptSender?.stop()])
  try {
    return await work()
  } finally {
    recovery.start()
    dispatcher.start()
    receiptSender?.start()
  }
}

/** What falls due by moving the clock is done before it is answered. */
async function moved(
  dependencies: ControlDependencies,
  moving: Promise<SandboxClockReading | undefined>,
): Promise<SandboxClockReading | undefined> {
  const { store, clock, recovery, notifications } = dependencies
  const reading = await moving
  if (reading === undefined) return undefined
  clock.follow(reading)
  await recovery.settle()
  await notifications.dispatcher.settle()
  return store.clock()
}

async function reset({ timers, scripts, store, clock, ...dependencies }: ControlDependencies): Promise<void> {
  // A late answer that is still to come would be booked into the emptied sandbox.
  timers.cancel()
  scripts.clear()
  dependencies.forgetPostings()
  dependencies.forgetScripts()
  await store.reset(dependencies.merchantIds, testKeys)
  dependencies.notifications.secrets.forget()
  dependencies.notifications.feed.releaseWaiters()
  await dependencies.addMerchants()
  await dependencies.addTestKeys()
  await dependencies.beginAuditHead()
  clock.follow(await store.clock())
}

type BookEntry = Awaited<ReturnType<AcquirerBooks['entries']>>[number]

/** One entry more than is shown was read, to find out whether there is a next page. */
function pageOf(found: readonly BookEntry[], limit: number) {
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const shown = entries.map(({ merchantId, orderId, transactionId, kind, amount, currency, state }) => {
    return { merchantId, orderId, transactionId, kind, amount, currency, state }
  })
  return { entries: shown, ...(found.length > limit && last && { after: last.entryNo }) }
}

/** The acquirer's clock: this machine's, shifted like the clock of the database. */
type SandboxClock = {
  readonly now: () => Date
  readonly follow: (reading: SandboxClockReading) => void
  readonly stop: () => void
}

/** Other nodes may move it too, so it is read every second; when that fails, the last reading stays. */
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
    // Unless it was moved on this node meanwhile.
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
  /** Cancels everything that was scheduled. */
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

/** For the command line: the same comparison, on a connection of its own as the owner of the database. */
export async function reconcileBooks(
  logins: DatabaseLogins,
  { stage, warn, report }: ReconcileOptions,
): Promise<ReconciliationReport> {
  if (!isTest(stage))
    throw new UseRefusal('Live payments have no simulated acquirer with whose books they could be compared.')
  const store = openSandboxStore(ownerOf(logins), { warn })
  try {
    const of = await store.orderCount()
    return await reconcile(store, done => report(done, of))
  } finally {
    await store.close()
  }
}

type ReconcileOptions = {
  readonly stage: GatewayEnvironment
  readonly warn: (message: string) => void
  readonly report: (done: number, of: number) => void
}

const differencesMax = 1_000
const reportedEvery = 100

/** Compares all orders with the books of the acquirer simulator; reports progress every hundred orders. */
async function reconcile(
  store: Pick<SandboxStore, 'comparedOrders'>,
  report: (orders: number) => void = () => undefined,
): Promise<ReconciliationReport> {
  const { differences, ...found } = await differencesOf(store, undefined, report)
  return { ...found, differences: differences.map(reported) }
}

/** Of one merchant, or of all. */
async function differencesOf(
  store: Pick<SandboxStore, 'comparedOrders'>,
  merchantId: string | undefined,
  report: (orders: number) => void = () => undefined,
) {
  const found: ReconciliationDifference[] = []
  let orders = 0
  for await (const { transactions, entries } of store.comparedOrders(
    merchantId ? { merchantId } : undefined,
  )) {
    found.push(...reconcileWithBooks(transactions, entries))
    orders += 1
    if (orders % reportedEvery === 0) report(orders)
    if (found.length > differencesMax) break
  }
  return { orders, differences: found.slice(0, differencesMax), isCut: found.length > differencesMax }
}

type WantedBooks = Parameters<SandboxStore['newestBooked']>[0]

/** Both sides of the orders in the books, the newest first. One more is read, to know of a next page. */
async function bookedPage(store: SandboxStore, { limit, ...wanted }: WantedBooks) {
  const found = await store.newestBooked({ ...wanted, limit: limit + 1 })
  const places = found.slice(0, limit)
  const orderIds = places.map(({ orderId }) => orderId)
  const compared = new Map<string, BookedOrder>()
  if (places.length > 0)
    for await (const { transactions, entries } of store.comparedOrders({ ...wanted, orderIds })) {
      const orderId = (transactions[0] ?? entries[0])?.orderId ?? ''
      const differences = reconcileWithBooks(transactions, entries)
      compared.set(orderId, { orderId, transactions, entries, differences })
    }
  const last = places.at(-1)
  return {
    orders: orderIds.flatMap(orderId => compared.get(orderId) ?? []),
    ...(found.length > limit && last && { before: last.entryNo }),
  }
}

function reported({ gateway, books, ...difference }: ReconciliationDifference): ReportedDifference {
  return {
    ...difference,
    ...(gateway && { gateway: priced(gateway) }),
    ...(books && { books: priced(books) }),
  }
}

/** Money as the API shows it. */
function priced<Side extends { readonly amount: bigint; readonly currency: string }>({
  amount,
  currency,
  ...side
}: Side) {
  const decimal = toDecimal(amount, currency)
  return { ...side, amount: Number(decimal), currency }
}
