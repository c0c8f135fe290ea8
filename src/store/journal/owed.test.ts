import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { sampleAmendment, sampleIntent, sampleSilence } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  owner = new pg.Client(database.config)
  await owner.connect()
  await addSampleMerchant(store)
})
afterAll(async () => {
  await owner.end()
  await store.close()
  await database.drop()
})

const none = { count: 0, worrying: 0, oldestMs: 0 }

test('what is owed is counted by kind, with the age of the oldest, until it is settled', async () => {
  expect(await store.owed()).toEqual({ reversal: none, advice: none, inquiry: none, rest: none })
  const intent = sampleIntent()
  expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
  await store.journal.close({ ...sampleSilence(intent, 1), obligation: 'reversal' })
  const { reversal, advice, inquiry } = await store.owed()
  expect([advice, inquiry]).toEqual([none, none])
  expect(reversal).toMatchObject({ count: 1, worrying: 0 })
  expect(reversal.oldestMs).toBeLessThan(60_000)
  expect(await store.journal.amend(sampleAmendment(intent, 2))).toMatchObject({ state: 'amended' })
  expect(await store.owed()).toEqual({ reversal: none, advice: none, inquiry: none, rest: none })
})

test('what is owed over links is counted by link, and what had none is not among it', async () => {
  const traces = ['{"link":"north","n":"1"}', '{"link":"old-bank","n":"2"}', '{"link":"north","n":"3"}', '']
  const intents = traces.map(trace => sampleIntent({ trace }))
  for (const intent of [...intents, sampleIntent()]) {
    expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
    await store.journal.close({ ...sampleSilence(intent, 1), obligation: 'reversal' })
  }
  const owed = await store.owedByLink()
  expect(owed).toMatchObject([
    { link: 'north', count: 2 },
    { link: 'old-bank', count: 1 },
  ])
  for (const { oldestMs } of owed) expect(oldestMs).toBeLessThan(60_000)
  for (const intent of intents) await store.journal.amend(sampleAmendment(intent, 2))
  expect(await store.owedByLink()).toEqual([])
  await owner.query(`update obligations set status = 'ACKNOWLEDGED', acknowledged_at = now()
    where status = 'PENDING'`)
})

test('what was tried six times is worrying, but not a rest that its payer takes time for', async () => {
  for (const obligation of ['reversal', 'rest'] as const) {
    const intent = sampleIntent()
    expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
    await store.journal.close({ ...sampleSilence(intent, 1), obligation })
  }
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const claimed = await store.journal.claimDue({ limit: 10, patienceMs: 1_000 })
    expect(claimed.map(due => due.attempt)).toEqual([attempt, attempt])
    for (const due of claimed) await store.journal.lookAgain(due, due.nowMs)
  }
  expect(await store.owed()).toMatchObject({
    reversal: { count: 1, worrying: 1 },
    rest: { count: 1, worrying: 0 },
  })
})

test('what was not sent is no attempt; what may not be sent any more is worrying at once', async () => {
  const intents = [sampleIntent(), sampleIntent()]
  for (const intent of intents) {
    expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
    await store.journal.close({ ...sampleSilence(intent, 1), obligation: 'advice' })
  }
  const [late, barred] = intents
  for (let claim = 1; claim <= 8; claim += 1) {
    const claimed = await store.journal.claimDue({ limit: 10, patienceMs: 1_000 })
    for (const due of claimed.filter(({ obligation }) => obligation === 'advice')) {
      expect(due).toMatchObject({ attempt: claim, unsent: claim - 1 })
      const isBarred = due.key.orderId === barred?.key.orderId && claim === 8
      // Written twice, as after a lost answer, it counts once.
      for (const _ of ['once', 'again']) await store.journal.postponeUnsent(due, isBarred ? 'alarm' : 'soon')
      if (!isBarred) await store.journal.lookAgain(due, due.nowMs)
    }
  }
  expect((await store.owed()).advice).toMatchObject({ count: 2, worrying: 1 })
  for (const intent of [late, barred]) {
    const order = intent && (await store.journal.load(intent.key))
    expect(order?.transactions[0]?.owed).toMatchObject({ status: 'PENDING', attempts: 0 })
  }
})

test('what was not sent is due again soon, and sooner than half a minute', async () => {
  const intent = sampleIntent()
  expect(await store.journal.begin(intent)).toMatchObject({ state: 'started' })
  await store.journal.close({ ...sampleSilence(intent, 1), obligation: 'inquiry' })
  const dueIn = async () => {
    const claimed = await store.journal.claimDue({ limit: 10, patienceMs: 1_000 })
    const due = claimed.find(({ obligation }) => obligation === 'inquiry')
    if (!due) throw new Error('It is not due')
    await store.journal.postponeUnsent(due, 'soon')
    const { rows } = await owner.query<{ ms: number }>(nextInquiry)
    await store.journal.lookAgain(due, due.nowMs)
    return Math.ceil((rows[0]?.ms ?? 0) / 1_000)
  }
  const pauses: number[] = []
  for (let claim = 0; claim < 7; claim += 1) pauses.push(await dueIn())
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30])
})
const nextInquiry = `select extract(epoch from next_at - tollgate_now())::float8 * 1000 as ms from obligations
  where obligation = 'inquiry'`
