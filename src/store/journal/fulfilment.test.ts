import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  emptyOutcome,
  sampleAmendment,
  sampleIntent,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Closing, DueObligation } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'
import { backOffMs } from './obligations.ts'

const patienceMs = 2_000
const dues = { limit: 1_000, patienceMs }

let database: TestDatabase
let store: Store
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  owner = new pg.Client(database.config)
  await owner.connect()
  await addSampleMerchant(store)
})
/** Each story begins with nothing owed. */
beforeEach(async () => {
  await owner.query(`
    update obligations set status = 'ACKNOWLEDGED', acknowledged_at = now() where status = 'PENDING'`)
})
afterAll(async () => {
  await store?.close()
  await owner?.end()
  await database?.drop()
})

const pass = (ms: number) => owner.query("update clock set shift = shift + $1::int8 * interval '1 ms'", [ms])

async function leaveUnknown(changes: Partial<Closing> = {}) {
  const intent = sampleIntent()
  const begun = await store.journal.begin(intent)
  if (begun.state !== 'started') throw new Error(begun.state)
  const silence = { ...sampleSilence(intent, begun.fence), obligation: 'reversal', ...changes } as const
  expect(await store.journal.close(silence)).toMatchObject({ state: 'closed' })
  return { intent, seen: begun.fence + 1 }
}

async function claimOne(): Promise<DueObligation> {
  const [due, ...more] = await store.journal.claimDue(dues)
  if (due === undefined || more.length > 0) throw new Error('one was to be due')
  return due
}

test('what is owed can be claimed as far as it was due by then, or never tried', async () => {
  await leaveUnknown()
  const { nowMs } = await claimOne()
  await pass(patienceMs + 1_000)
  const { intent } = await leaveUnknown()
  expect(await store.journal.claimDue({ ...dues, dueByMs: nowMs + 1 })).toEqual([])
  expect(await store.journal.claimDue({ ...dues, untried: true })).toMatchObject([{ key: intent.key }])
  expect(await claimOne()).toMatchObject({ attempt: 2 })
})

test('what is owed can be tried at once again, where it was put off for more than a minute', async () => {
  await leaveUnknown()
  for (const waitMs of backOffMs.slice(0, 5)) {
    await store.journal.postpone(await claimOne())
    await pass(waitMs)
  }
  await store.journal.postpone(await claimOne())
  await leaveUnknown()
  await store.journal.postpone(await claimOne())
  expect(await store.journal.claimDue(dues)).toEqual([])
  await store.journal.hasten()
  expect(await claimOne()).toMatchObject({ attempt: 7 })
})

test('people settle only what was tried in vain for long, and nobody tries it meanwhile', async () => {
  const { intent } = await leaveUnknown()
  const owed = { key: intent.key, transactionId: intent.transactionId, obligation: 'reversal' } as const
  const claim = () => store.journal.claimStuck(owed, 60_000)
  for (const waitMs of backOffMs.slice(0, 5)) {
    expect(await claim()).toBe(undefined)
    await store.journal.postpone(await claimOne())
    await pass(waitMs)
  }
  await store.journal.postpone(await claimOne())
  // An answer may still be on its way: nothing more is tried, until it has come.
  expect(await claim()).toBe('heldBack')
  await pass(60_000)
  expect(await store.journal.claimDue(dues)).toEqual([])
  expect(await store.journal.claimStuck({ ...owed, obligation: 'advice' }, 60_000)).toBe(undefined)
  expect(await store.journal.claimStuck({ ...owed, transactionId: 'none' }, 60_000)).toBe(undefined)
  expect(await claim()).toBe('claimed')
  expect(await store.journal.claimDue(dues)).toEqual([])
  await pass(60_000)
  expect(await claimOne()).toMatchObject({ key: intent.key, attempt: 9, unsent: 2 })
})

test('what no repeat is allowed of is for people, too', async () => {
  const { intent } = await leaveUnknown()
  const owed = { key: intent.key, transactionId: intent.transactionId, obligation: 'reversal' } as const
  await store.journal.postponeUnsent(await claimOne(), 'alarm')
  await pass(60_000)
  expect(await store.journal.claimStuck(owed, 60_000)).toBe('claimed')
})

test('news make due what is owed, also while somebody is asking who may have asked before', async () => {
  const { intent } = await leaveUnknown()
  const { intent: other } = await leaveUnknown()
  const asking = await store.journal.claimDue(dues)
  expect(asking).toHaveLength(2)
  const { key, transactionId } = intent
  await store.journal.hastenThese(key, [transactionId])
  for (const due of asking) await store.journal.postpone(due)
  expect(await claimOne()).toMatchObject({ key, attempt: 3, unsent: 1 })
  // Of another order, and what is settled, nothing is due.
  await store.journal.hastenThese({ ...other.key, orderId: 'none' }, [other.transactionId])
  await store.journal.hastenThese(key, ['none'])
  expect(await store.journal.claimDue(dues)).toEqual([])
})

test('what was put off to a time waits for it, whoever is back', async () => {
  await leaveUnknown()
  const due = await claimOne()
  await store.journal.lookAgain(due, due.nowMs + 900_000)
  await store.journal.hasten()
  expect(await store.journal.claimDue(dues)).toEqual([])
  await pass(900_000)
  // Nor does what nobody was silent about: it may be sent a few times only.
  await store.journal.postponeUnsent(await claimOne(), 'alarm')
  await store.journal.hasten()
  expect(await store.journal.claimDue(dues)).toEqual([])
})

test('what is owed is looked at again when that was said, and nobody was silent meanwhile', async () => {
  await leaveUnknown()
  for (const waitMs of [1_800_000, 5_000, 5_000]) {
    const due = await claimOne()
    await store.journal.lookAgain(due, due.nowMs + waitMs)
    await pass(waitMs - 1_000)
    expect(await store.journal.claimDue(dues)).toEqual([])
    await pass(1_000)
  }
  await store.journal.postpone(await claimOne())
  await pass(backOffMs[0])
  const overtaken = await claimOne()
  await pass(patienceMs + 1_000)
  const next = await claimOne()
  await store.journal.lookAgain(overtaken, overtaken.nowMs)
  expect(await store.journal.claimDue(dues)).toEqual([])
  await store.journal.lookAgain(next, next.nowMs)
  await claimOne()
})

test('what takes the place of what was owed can keep the order busy, until it is settled too', async () => {
  const { intent, seen } = await leaveUnknown({ obligation: 'advice', keepsOrderBusy: true })
  await claimOne()
  const next = { obligation: 'reversal', keepsOrderBusy: true } as const
  const amended = await store.journal.amend({ ...sampleAmendment(intent, seen), ...next })
  expect(amended).toMatchObject({ state: 'amended' })
  const second = { ...intent, transactionId: '2', seen: seen + 1 }
  expect(await store.journal.begin(second)).toEqual({ state: 'busy', openId: '1' })
  expect(await store.journal.takeOver({ limit: 10, all: true })).toEqual([])
  const { owedAtMs, startedAtMs } = await claimOne()
  expect(owedAtMs).toBeGreaterThanOrEqual(startedAtMs)
  await store.journal.amend({ ...sampleAmendment(intent, seen + 1), outcome: emptyOutcome })
  expect(await store.journal.begin({ ...second, seen: seen + 2 })).toMatchObject({ state: 'started' })
})
