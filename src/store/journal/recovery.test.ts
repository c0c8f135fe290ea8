import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import {
  emptyOutcome,
  outcomeMarked,
  sampleAmendment,
  sampleExchange,
  sampleIntent,
  sampleKey,
  sampleSilence,
} from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import type { Closing, DueObligation, Intent } from '../../operations/model/journal.ts'
import { openStore, type Store } from '../open.ts'
import { backOffMs } from './obligations.ts'

const leaseMs = 60_000
const patienceMs = 2_000
const everything = { limit: 1_000, all: false }
const dues = { limit: 1_000, patienceMs }

describe('recovery', () => {
  let database: TestDatabase
  let store: Store
  let owner: pg.Client

  beforeAll(async () => {
    database = await createDatabase('external')
    store = await openStore(database.logins, { leaseMs })
    owner = new pg.Client(database.config)
    await owner.connect()
    for (const cell of [1, 2]) {
      const merchantId = cell === 1 ? 'SAMPLE' : 'SECOND'
      await addSampleMerchant(store, { merchantId, cell })
    }
  })
  /** What earlier stories left open or owed is settled: each begins on a quiet database. */
  beforeEach(async () => {
    await owner.query(`
      update orders set open_id = null, kept_busy = false;
      update obligations set status = 'ACKNOWLEDGED', acknowledged_at = now() where status = 'PENDING'`)
  })
  afterAll(async () => {
    await store?.close()
    await owner?.end()
    await database?.drop()
  })

  const pass = (ms: number) =>
    owner.query("update clock set shift = shift + $1::int8 * interval '1 ms'", [ms])

  async function start(changes: Partial<Intent> = {}) {
    const intent = sampleIntent(changes)
    const begun = await store.journal.begin(intent)
    if (begun.state !== 'started') throw new Error(begun.state)
    return { intent, fence: begun.fence, startedAtMs: begun.startedAtMs }
  }

  async function leaveUnknown(changes: Partial<Closing> = {}, key = sampleKey()) {
    const { intent, fence, startedAtMs } = await start({ key })
    const silence = { ...sampleSilence(intent, fence), obligation: 'reversal', ...changes } as const
    expect(await store.journal.close(silence)).toMatchObject({ state: 'closed' })
    return { intent, startedAtMs, seen: fence + 1 }
  }

  async function claimOne(): Promise<DueObligation> {
    const [due, ...more] = await store.journal.claimDue(dues)
    if (due === undefined || more.length > 0) throw new Error('one was to be due')
    return due
  }

  describe('taking over', () => {
    test('what was left is taken over when its lease is over, with a new fence and lease', async () => {
      const { intent, fence } = await start()
      expect(await store.journal.takeOver(everything)).toEqual([])
      await pass(leaseMs)
      const { key, transactionId } = intent
      const taken = [{ key, transactionId, fence: fence + 1 }]
      expect(await store.journal.takeOver(everything)).toEqual(taken)
      expect(await store.journal.takeOver(everything)).toEqual([])
      await pass(leaseMs)
      expect(await store.journal.takeOver(everything)).toMatchObject([{ fence: fence + 2 }])
    })

    test('only the newest fence closes; who was paused hears so, and the order is whole', async () => {
      const { intent, fence } = await start()
      await pass(leaseMs)
      await store.journal.takeOver(everything)
      expect(await store.journal.close(sampleSilence(intent, fence))).toEqual({ state: 'takenOver' })
      const closed = await store.journal.close(sampleSilence(intent, fence + 1))
      expect(closed).toEqual({ state: 'closed', sequence: 1 })
      expect(await store.journal.close(sampleSilence(intent, fence))).toEqual({ state: 'takenOver' })
      const order = await store.journal.load(intent.key)
      expect(order).toMatchObject({ version: fence + 2, transactions: [{ gatewayCode: 'TIMED_OUT' }] })
      expect(order?.transactions[0]).toMatchObject({ request: intent.request, card: intent.card })
    })

    test('a node that is alone takes all that is open at once, whatever the lease', async () => {
      const { intent } = await start()
      expect(await store.journal.takeOver({ limit: 10, all: true })).toMatchObject([{ key: intent.key }])
    })

    test('an order that is kept busy by an answered transaction is no crash', async () => {
      const { intent } = await leaveUnknown({ keepsOrderBusy: true })
      await pass(10 * leaseMs)
      expect(await store.journal.takeOver({ limit: 10, all: true })).toEqual([])
      const next = { ...intent, transactionId: '2', seen: 2 }
      expect(await store.journal.begin(next)).toEqual({ state: 'busy', openId: '1' })
    })

    test('a row that somebody holds does not hold up the others', async () => {
      const { intent: held } = await start()
      const { intent: free } = await start()
      await owner.query('begin')
      await owner.query('select from orders where cell = $1 and order_id = $2 for update', [
        ...[held.key.cell, held.key.orderId],
      ])
      const taken = await store.journal.takeOver({ limit: 10, all: true })
      await owner.query('rollback')
      expect(taken).toMatchObject([{ key: free.key }])
    })

    test('of several at once, each is taken by one, and never more than asked for', async () => {
      const started = await Promise.all(Array.from({ length: 30 }, () => start()))
      await pass(leaseMs)
      const few = await store.journal.takeOver({ limit: 7, all: false })
      expect(few).toHaveLength(7)
      const rounds = await Promise.all(Array.from({ length: 4 }, () => store.journal.takeOver(everything)))
      const ids = [few, ...rounds].flat().map(({ key }) => key.orderId)
      expect(ids.toSorted()).toEqual(started.map(({ intent }) => intent.key.orderId).toSorted())
    })

    test('every cell has its turn, though another one alone would fill the hands', async () => {
      const second = { cell: 2, merchantId: 'SECOND', orderId: randomUUID() }
      await start({ key: second })
      await Promise.all(Array.from({ length: 5 }, () => start()))
      const wanted = { limit: 1, all: true }
      const [one, other] = [await store.journal.takeOver(wanted), await store.journal.takeOver(wanted)]
      expect([...one, ...other].map(({ key }) => key.cell).toSorted()).toEqual([1, 2])
      expect(await store.journal.takeOver({ limit: 10, all: true })).toHaveLength(6)
    })
  })

  describe('what is owed', () => {
    test('is due at once, counted before it is tried, and soon again when nobody heard of it', async () => {
      const { intent, startedAtMs } = await leaveUnknown()
      const due = await claimOne()
      const { key, transactionId } = intent
      const expected = { key, transactionId, obligation: 'reversal', attempt: 1, unsent: 0, startedAtMs }
      const times = { owedAtMs: expect.any(Number), nowMs: expect.any(Number) }
      expect(due).toEqual({ ...expected, ...times })
      expect(due.nowMs).toBeGreaterThanOrEqual(startedAtMs)
      expect(await store.journal.claimDue(dues)).toEqual([])
      // However often whoever tried it died: that is no silence of the acquirer.
      for (let attempt = 2; attempt < 12; attempt += 1) {
        await pass(patienceMs + 500)
        expect(await store.journal.claimDue(dues)).toEqual([])
        await pass(500)
        expect((await claimOne()).attempt).toBe(attempt)
      }
      await pass(patienceMs + 1_000)
      await store.journal.postpone(await claimOne())
      await pass(1_000)
      await claimOne()
    })

    test('is postponed by the back-off alone when the attempt was answered', async () => {
      await leaveUnknown()
      for (const waitMs of [...backOffMs, 900_000, 900_000]) {
        await store.journal.postpone(await claimOne())
        await pass(waitMs - 500)
        expect(await store.journal.claimDue(dues)).toEqual([])
        await pass(500)
      }
    })

    test('is not postponed by who was overtaken by the next attempt', async () => {
      await leaveUnknown()
      const first = await claimOne()
      await pass(patienceMs + 1_000)
      await claimOne()
      await pass(patienceMs + 1_000)
      await store.journal.postpone(first)
      expect((await claimOne()).attempt).toBe(3)
    })

    test('is claimed by one of many, oldest first, and never more than asked for', async () => {
      const unknown = []
      for (let count = 0; count < 12; count += 1) unknown.push(await leaveUnknown())
      const claimed = await store.journal.claimDue({ limit: 5, patienceMs })
      const oldest = unknown.slice(0, 5).map(({ intent }) => intent.key.orderId)
      expect(claimed.map(({ key }) => key.orderId).toSorted()).toEqual(oldest.toSorted())
      const rounds = await Promise.all(Array.from({ length: 4 }, () => store.journal.claimDue(dues)))
      expect(rounds.flat()).toHaveLength(7)
    })

    test('shows on the transaction, with its attempts and when it was last tried', async () => {
      const { intent } = await leaveUnknown({ obligation: 'advice' })
      const pursuitOf = async () => (await store.journal.load(intent.key))?.transactions[0]?.owed
      expect(await pursuitOf()).toEqual({ obligation: 'advice', status: 'PENDING', attempts: 0 })
      const { nowMs } = await claimOne()
      const tried = { obligation: 'advice', attempts: 1, lastAttemptAtMs: nowMs }
      expect(await pursuitOf()).toEqual({ ...tried, status: 'PENDING' })
      await store.journal.amend(sampleAmendment(intent, 2))
      expect(await pursuitOf()).toEqual({ ...tried, status: 'ACKNOWLEDGED' })
    })

    test('keeps nobody from the order unless the operation says so', async () => {
      const { intent } = await leaveUnknown()
      const next = { ...intent, transactionId: '2', seen: 2 }
      expect(await store.journal.begin(next)).toMatchObject({ state: 'started' })
    })

    test('is what keeps an order busy: where nothing is owed, nothing would ever free it', async () => {
      const { intent, fence } = await start()
      await store.journal.close({ ...sampleSilence(intent, fence), keepsOrderBusy: true })
      const next = { ...intent, transactionId: '2', seen: 2 }
      expect(await store.journal.begin(next)).toMatchObject({ state: 'started' })
    })
  })

  describe('amending', () => {
    test('settles what is owed, frees the order, and tells the merchant, in one commit', async () => {
      const { intent, seen } = await leaveUnknown({ keepsOrderBusy: true })
      const totals = { authorized: 10_000n, captured: 0n, refunded: 0n }
      const verdict = { result: 'SUCCESS', gatewayCode: 'APPROVED', status: 'AUTHORIZED' } as const
      const amendment = { ...sampleAmendment(intent, seen), ...verdict, totals, excess: 5n }
      expect(await store.journal.amend(amendment)).toEqual({ state: 'amended', sequence: 2 })
      const order = await store.journal.load(intent.key)
      expect(order).toMatchObject({ version: seen + 1, totals, excess: 5n })
      expect(order?.openId).toBeUndefined()
      expect(order?.transactions).toMatchObject([
        { result: 'SUCCESS', outcome: amendment.outcome, owed: { status: 'ACKNOWLEDGED' } },
      ])
      const { notifications } = await store.journal.traceOf(intent.key, '1')
      expect(notifications.map(({ sequence }) => sequence)).toEqual([1, 2])
      await pass(86_400_000)
      expect(await store.journal.claimDue(dues)).toEqual([])
    })

    test('done twice it is done once; said otherwise it is stale', async () => {
      const { intent, seen } = await leaveUnknown()
      const amendment = sampleAmendment(intent, seen)
      expect(await store.journal.amend(amendment)).toEqual({ state: 'amended', sequence: 2 })
      expect(await store.journal.amend(amendment)).toEqual({ state: 'amended', sequence: 2 })
      const other = { ...amendment, outcome: outcomeMarked('other') }
      expect(await store.journal.amend(other)).toEqual({ state: 'stale' })
      expect((await store.journal.load(intent.key))?.version).toBe(seen + 1)
    })

    test('is stale on a changed order, beside a running transaction, and when nothing is owed', async () => {
      const { intent, seen } = await leaveUnknown()
      expect(await store.journal.amend(sampleAmendment(intent, seen - 1))).toEqual({ state: 'stale' })
      const second = { ...intent, transactionId: '2', seen }
      expect(await store.journal.begin(second)).toMatchObject({ state: 'started', fence: seen + 1 })
      expect(await store.journal.amend(sampleAmendment(intent, seen + 1))).toEqual({ state: 'stale' })
      await store.journal.close(sampleSilence(second, seen + 1))
      expect(await store.journal.amend(sampleAmendment(intent, seen + 2))).toMatchObject({ state: 'amended' })
      expect(await store.journal.amend(sampleAmendment(intent, seen + 3))).toEqual({ state: 'stale' })
      expect(await store.journal.amend(sampleAmendment(second, seen + 3))).toEqual({ state: 'stale' })
    })

    test('an approval that came too late is owed as a reversal instead', async () => {
      const { intent, seen } = await leaveUnknown({ obligation: 'inquiry' })
      await claimOne()
      const amendment = { ...sampleAmendment(intent, seen), obligation: 'reversal' } as const
      expect(await store.journal.amend(amendment)).toEqual({ state: 'amended', sequence: 2 })
      expect(await claimOne()).toMatchObject({ obligation: 'reversal', attempt: 1 })
      const order = await store.journal.load(intent.key)
      expect(order?.transactions[0]?.owed).toMatchObject({ obligation: 'reversal', status: 'PENDING' })
      const { rows } = await owner.query(
        'select obligation, status from obligations where order_id = $1 order by fence',
        [intent.key.orderId],
      )
      expect(rows).toEqual([
        { obligation: 'inquiry', status: 'ACKNOWLEDGED' },
        { obligation: 'reversal', status: 'PENDING' },
      ])
    })
  })

  test('the trace tells the outcomes, exchanges and notifications of a transaction in turn', async () => {
    const { intent, seen } = await leaveUnknown()
    const { key, transactionId } = intent
    const note = (kind: 'reversal' | 'late', attempt: number) =>
      store.journal.note({
        key,
        transactionId,
        kind,
        attempt,
        content: { ...sampleExchange, repeat: attempt },
      })
    for (const attempt of [1, 2]) await note('reversal', attempt)
    await note('late', 1)
    await note('late', 1)
    await store.journal.amend(sampleAmendment(intent, seen))
    const { outcomes, exchanges, notifications } = await store.journal.traceOf(key, transactionId)
    expect(outcomes).toMatchObject([
      { sequence: 1, result: 'FAILURE', gatewayCode: 'TIMED_OUT', outcome: emptyOutcome },
      { sequence: 2, result: 'FAILURE', gatewayCode: 'TIMED_OUT', outcome: outcomeMarked('amended') },
    ])
    const told = exchanges.map(({ kind, attempt }) => `${kind} ${attempt}`)
    expect(told).toEqual(['reversal 1', 'reversal 2', 'late 1', 'late 1'])
    expect(exchanges[0]?.content).toEqual({ ...sampleExchange, repeat: 1 })
    expect(notifications).toMatchObject([{ sequence: 1 }, { sequence: 2 }])
    const nothing = { outcomes: [], exchanges: [], notifications: [] }
    expect(await store.journal.traceOf(sampleKey(), '1')).toEqual(nothing)
    expect(await store.journal.traceOf(key, '2')).toEqual(nothing)
  })
})
