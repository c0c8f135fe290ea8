// How long the store and the API take with the orders stored, beside an empty database: in turn, one call
// after the other.

import { randomUUID } from 'node:crypto'
import { notifiedRecordOf } from '../../src/operations/record/record.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { loginsOf } from '../../src/store/connection/pool.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { wanting } from '../../test/notifications/world.ts'
import {
  sampleAmendment,
  sampleClosing,
  sampleIntent,
  sampleSilence,
} from '../../test/support/store/sampleIntent.ts'
import type { Gateway } from '../contenders.ts'
import { merchantId, payment, refund, transactionPath } from '../payment.ts'
import { progress } from '../progress.ts'
import { call, retrieve } from './models.ts'

/** A database under measurement, and which of its orders are asked for. */
export type Side = {
  readonly gateway: Gateway
  /** The id of a stored order that was paid, another one each time. */
  readonly paidOrder: () => string
}

/** Milliseconds of each call, of each side. */
export type Measurement = { readonly title: string; readonly times: readonly (readonly number[])[] }

type OpenSide = Side & { readonly store: Store; readonly recovering: Store }
/** Gives the milliseconds of what is measured; undefined where the gateway itself was quicker. */
type Step = (side: OpenSide) => Promise<number | undefined>

export async function measureLatencies(
  sides: readonly Side[],
  calls: number,
): Promise<readonly Measurement[]> {
  const open = await Promise.all(sides.map(openSide))
  try {
    const measured: Measurement[] = []
    for (const [title, step] of steps) {
      progress(title)
      measured.push({ title, times: await inTurn(open, step, calls) })
    }
    return measured
  } finally {
    for (const { store, recovering } of open) await Promise.all([store.close(), recovering.close()])
  }
}

async function openSide(side: Side): Promise<OpenSide> {
  const logins = loginsOf(side.gateway.connection)
  const options = { isCommand: true } as const
  // Leases that end at once, so that what is begun there is to be taken over.
  const recovering = await openStore(logins, { ...options, leaseMs: 0 })
  return { ...side, store: await openStore(logins, options), recovering }
}

async function inTurn(sides: readonly OpenSide[], step: Step, calls: number) {
  const times = sides.map((): number[] => [])
  for (let round = -Math.ceil(calls / 10); round < calls; round += 1)
    for (const [index, side] of sides.entries()) {
      const ms = await step(side)
      if (round >= 0 && ms !== undefined) times[index]?.push(ms)
    }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = systemClock.monotonicMs()
  await work()
  return systemClock.monotonicMs() - startedMs
}

const owner = { cell: 0, merchantId }
const newKey = () => ({ ...owner, orderId: randomUUID() })

async function begun({ store }: Pick<OpenSide, 'store'>) {
  const intent = sampleIntent({ key: newKey() })
  await store.journal.begin(intent)
  return intent
}

const found =
  (filter: () => object): Step =>
  ({ store }) =>
    timed(() => store.search.find(owner, { filter: filter(), limit: 25 }))

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(systemClock.now().getTime() - days * dayMs)

const steps: readonly (readonly [title: string, step: Step])[] = [
  [
    'API: PAY',
    ({ gateway: { port } }) => timed(() => call(port, transactionPath(randomUUID(), '1'), payment)),
  ],
  ['API: Retrieve Order', ({ gateway: { port }, paidOrder }) => timed(() => retrieve(port, paidOrder()))],
  [
    'API: REFUND of a stored order',
    ({ gateway: { port }, paidOrder }) => timed(() => call(port, transactionPath(paidOrder(), '2'), refund)),
  ],
  ['begin', ({ store }) => timed(() => store.journal.begin(sampleIntent({ key: newKey() })))],
  [
    'close',
    async side => {
      const intent = await begun(side)
      return timed(() => side.store.journal.close(sampleClosing(intent, 1)))
    },
  ],
  ['load', ({ store, paidOrder }) => timed(() => store.journal.load({ ...owner, orderId: paidOrder() }))],
  ['recovery: take over', takeOver],
  ['recovery: claim what is due', claimDue],
  [
    'notifications: take in',
    async side => {
      await side.store.journal.close(sampleClosing(await begun(side), 1))
      return timed(() => side.store.notifications(notifiedRecordOf).takeIn(64))
    },
  ],
  [
    'notifications: claim',
    ({ store }) => timed(() => store.notifications(notifiedRecordOf).claim(wanting())),
  ],
  [
    'notifications: feed',
    ({ store }) =>
      timed(async () => store.notifications(notifiedRecordOf).feed(owner, { after: 0, limit: 25 })),
  ],
  ['search: first page', found(() => ({}))],
  ['search: order id', found(() => ({ orderId: randomUUID().slice(0, 4) }))],
  ['search: status REFUNDED', found(() => ({ status: 'REFUNDED' }))],
  ['search: amount', found(() => ({ amount: 100_000n }))],
  ['search: one day', found(() => ({ from: daysAgo(9), to: daysAgo(8) }))],
]

async function takeOver({ recovering }: OpenSide): Promise<number | undefined> {
  const intent = await begun({ store: recovering })
  const startedMs = systemClock.monotonicMs()
  const taken = await recovering.journal.takeOver({ limit: 10, all: false })
  const ms = systemClock.monotonicMs() - startedMs
  const own = taken.find(({ key }) => key.orderId === intent.key.orderId)
  if (own === undefined) return undefined
  await recovering.journal.close(sampleClosing(intent, own.fence))
  return ms
}

async function claimDue(side: OpenSide): Promise<number | undefined> {
  const { journal } = side.store
  const intent = await begun(side)
  await journal.close({ ...sampleSilence(intent, 1), obligation: 'reversal' })
  const startedMs = systemClock.monotonicMs()
  const claimed = await journal.claimDue({ limit: 10, patienceMs: 5_000 })
  const ms = systemClock.monotonicMs() - startedMs
  if (!claimed.some(({ key }) => key.orderId === intent.key.orderId)) return undefined
  await journal.amend(sampleAmendment(intent, 2))
  return ms
}
