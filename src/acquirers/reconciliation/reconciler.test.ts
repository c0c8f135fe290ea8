import { expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { IsoMessage } from '../iso8583/dialects/message.ts'
import { dialectNamed } from '../iso8583/dialects/shippedDialects.ts'
import type { IsoExchange } from '../iso8583/link/exchange.ts'
import { writeTrace } from '../iso8583/messages/trace.ts'
import type { LinkSettings } from '../routing/settings.ts'
import type {
  DueReconciliation,
  LinkPeriod,
  LinkTransaction,
  ReconciliationExchange,
  ReconciliationStore,
} from './port.ts'
import { createReconciler } from './reconciler.ts'

const date = '2026-11-15'
const log: Log = { info: () => {}, warn: () => {}, fault: () => {}, dropped: () => 0, flush: () => {} }
const nowMs = Date.UTC(2026, 10, 16, 0, 5)

function payment(number: number, changes: Partial<LinkTransaction> = {}): LinkTransaction {
  const trace = {
    ...{ link: 'north', type: '0200', traceNumber: String(number).padStart(6, '0'), institution: '123456' },
    ...{ terminal: 'TERM0001', acceptor: 'SHOP', reference: `R${number}`, processingCode: '000000' },
  }
  return {
    ...{ merchantId: 'SHOP', orderId: `${number}`, transactionId: '1', type: 'PAYMENT', currency: 'EUR' },
    ...{ amount: 1_000n, trace: writeTrace(trace), result: 'SUCCESS', hostDate: '1115', startedAtMs: nowMs },
    ...changes,
  }
}

const day = [
  ...[
    payment(1),
    payment(2),
    payment(3, { type: 'VOID_PAYMENT' }),
    payment(4, { type: 'REFUND', amount: 300n }),
  ],
  // Neither of the date, nor approved, nor money.
  ...[payment(5, { hostDate: '1116' }), payment(6, { result: 'FAILURE' })],
  ...[payment(8, { type: 'AUTHORIZATION' }), payment(9, { type: 'VOID_PAYMENT', hostDate: '' })],
]

/** One date that is due as often as it is released for later. */
function storeOf(transactions: readonly LinkTransaction[]) {
  const exchanges: ReconciliationExchange[] = []
  let attempt = 0
  let waitedMs = 0
  let isDue = true
  let isLost = false
  let requested: DueReconciliation['requested']
  const known: string[] = []
  const store: ReconciliationStore = {
    async *transactions() {
      yield* transactions
    },
    noteDate: async (link, noted) => void known.push(`${link} ${noted}`),
    usualCurrencies: async () => [],
    noteCutOver: async (link, noted) => void known.push(`${link} begins ${noted}`),
    async request(_link, _date, by) {
      isDue = true
      requested = { by, atMs: nowMs + waitedMs + 0.5 }
    },
    async claim(): Promise<DueReconciliation | undefined> {
      if (!isDue) return undefined
      isDue = false
      attempt += 1
      waitedMs += (isReleasedFor ?? 0) + 1
      return { link: 'north', date, attempt, nowMs: nowMs + waitedMs, ...(requested && { requested }) }
    },
    async renew() {
      renewals += 1
      return true
    },
    async release(_due, againMs) {
      isReleasedFor = againMs
    },
    exchanges: async () => exchanges.slice(-1),
    async recordAsked(exchange) {
      const same = exchanges.findIndex(({ number }) => number === exchange.number)
      if (!isLost) exchanges.splice(same === -1 ? exchanges.length : same, 1, { ...exchange, state: 'ASKED' })
      return !isLost
    },
    async recordAnswer({ number }, answer) {
      const at = exchanges.findIndex(one => one.number === number)
      const [exchange] = exchanges.slice(at, at + 1)
      if (exchange) exchanges.splice(at, 1, { ...exchange, ...answer, answeredAtMs: nowMs + waitedMs })
    },
    list: async () => [],
    warnings: async () => ({ outOfBalance: 0, late: 0 }),
  }
  let isReleasedFor: number | undefined
  let renewals = 0
  return {
    store,
    exchanges,
    known,
    again() {
      isDue = true
    },
    /** Another node has claimed it meanwhile. */
    lose() {
      isLost = true
    },
    releasedFor: () => isReleasedFor,
    renewals: () => renewals,
  }
}

const answered = (fields: Readonly<Record<number, string>>) => (question: IsoMessage) =>
  ({ state: 'answered', answer: { type: '0510', fields: { ...question.fields, ...fields } } }) as const

function reconcilerOf(given: ReturnType<typeof storeOf>, hosts: ((question: IsoMessage) => IsoExchange)[]) {
  const sent: IsoMessage[] = []
  const audited: string[] = []
  const dialect = dialectNamed('iso1987-ascii')
  if (dialect === undefined) throw new Error('no dialect')
  const settings: LinkSettings = {
    ...{ name: 'north', dialect, addresses: [], connections: 1, window: 1, backlogPerSecond: 1 },
    ...{ institution: '123456', country: 'DE', timeZone: '+0100' },
  }
  let number = 41
  const reconciler = createReconciler({
    ...{ store: given.store, clock: { ...systemClock, now: () => new Date(nowMs) }, log, patienceMs: 50 },
    links: [
      {
        settings,
        link: {
          async exchange(question) {
            sent.push(question)
            return hosts.shift()?.(question) ?? { state: 'silent' }
          },
        },
        takeTraceNumber: async () => String(++number).padStart(6, '0'),
      },
    ],
    onExchange: async ({ askedBy }, { state }) => void audited.push(`${askedBy}: ${state}`),
  })
  return { reconciler, sent, audited }
}

test('a date is sent once, with what was approved on it and nothing else', async () => {
  const given = storeOf(day)
  const { reconciler, sent, audited } = reconcilerOf(given, [answered({ 39: '00' })])
  expect(await reconciler.run()).toBe(1)
  expect(sent).toMatchObject([
    { type: '0500', fields: { 11: '000042', 15: '1115', 50: '978', 76: '0000000002', 77: '0000000001' } },
  ])
  expect(sent[0]?.fields).toMatchObject({ 74: '0000000001', 88: '0000000000002000', 97: 'D0000000000000700' })
  expect(given.exchanges).toMatchObject([{ state: 'IN_BALANCE', code: '00', number: 1, askedBy: 'gateway' }])
  expect(given.releasedFor()).toBeUndefined()
  expect(audited).toEqual(['gateway: IN_BALANCE'])
  given.again()
  await reconciler.run()
  expect(sent).toHaveLength(1)
})

test('what nobody answered is sent again as a repeat, and what was not sent is not', async () => {
  const given = storeOf(day)
  const unsent = () => ({ state: 'unsent', reason: 'not connected' }) as const
  const silent = () => ({ state: 'silent' }) as const
  const { reconciler, sent, audited } = reconcilerOf(given, [unsent, silent, unsent, answered({ 39: '00' })])
  const states: string[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    given.again()
    await reconciler.run()
    states.push(`${given.exchanges[0]?.state} ${given.exchanges[0]?.code} ${given.releasedFor()}`)
  }
  expect(states).toEqual([
    'UNSENT not connected 60000',
    'ASKED undefined 60000',
    'UNSENT not connected 300000',
    'IN_BALANCE 00 undefined',
  ])
  expect(sent.map(({ type, fields }) => [type, fields[11]])).toEqual([
    ['0500', '000042'],
    ['0500', '000042'],
    ['0501', '000042'],
    ['0501', '000042'],
  ])
  expect(audited).toEqual(['gateway: IN_BALANCE'])
})

test('totals that changed meanwhile are a new question', async () => {
  const transactions = [...day]
  const given = storeOf(transactions)
  const { reconciler, sent } = reconcilerOf(given, [])
  await reconciler.run()
  transactions.push(payment(10))
  given.again()
  await reconciler.run()
  expect(sent.map(({ type, fields }) => [type, fields[11], fields[76]])).toEqual([
    ['0500', '000042', '0000000002'],
    ['0500', '000043', '0000000003'],
  ])
})

test('totals that differ are sent again once what was open has changed them', async () => {
  const transactions = [...day, payment(7, { owed: 'advice' })]
  const given = storeOf(transactions)
  const theirs = { 39: '95', 76: '0000000003', 88: '0000000000003000', 97: 'D0000000000001700' }
  const { reconciler, sent } = reconcilerOf(given, [answered(theirs), answered({ ...theirs, 39: '00' })])
  const look = async () => {
    given.again()
    await reconciler.run()
    return [sent.length, given.exchanges.at(-1)?.state, given.releasedFor()]
  }
  expect(await look()).toEqual([1, 'OUT_OF_BALANCE', 60_000])
  expect(await look()).toEqual([1, 'OUT_OF_BALANCE', 60_000])
  transactions[transactions.length - 1] = payment(7)
  expect(await look()).toEqual([2, 'IN_BALANCE', undefined])
})

test('what stays open does not keep a date for ever', async () => {
  const given = storeOf([...day, payment(7, { owed: 'reversal' })])
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '95', 76: '0000000009' })])
  let looks = 0
  do {
    given.again()
    await reconciler.run()
    looks += 1
  } while (given.releasedFor() !== undefined && looks < 100)
  expect([looks, sent.length]).toEqual([10, 1])
})

test('a date that takes longer than a lease is kept while it is read, and not afterwards', async () => {
  vi.useFakeTimers()
  try {
    const given = storeOf(day)
    const { transactions } = given.store
    given.store.transactions = async function* slowly(wanted) {
      await vi.advanceTimersByTimeAsync(1_500_000)
      yield* transactions(wanted)
    }
    const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
    await reconciler.run()
    expect([given.renewals(), sent.length]).toEqual([100, 1])
    await vi.advanceTimersByTimeAsync(1_500_000)
    expect(given.renewals()).toBe(100)
  } finally {
    vi.useRealTimers()
  }
})

test('a date that cannot be read as the database is away is given back, and tried again soon', async () => {
  const given = storeOf(day)
  const { transactions } = given.store
  given.store.transactions = async function* away() {
    yield* day.slice(0, 1)
    throw new StoreUnavailable('The database is away.')
  }
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
  expect(await reconciler.run()).toBe(1)
  expect([sent, given.releasedFor()]).toEqual([[], 60_000])
  given.store.transactions = transactions
  given.again()
  await reconciler.run()
  expect([sent.length, given.releasedFor()]).toEqual([1, undefined])
})

test('a date that cannot be read is tried ever more seldom, which uses up none of its looks', async () => {
  const transactions = [...day, payment(7, { owed: 'advice' })]
  const given = storeOf(transactions)
  const { transactions: whole } = given.store
  given.store.transactions = async function* slow() {
    yield* []
    throw new StoreUnavailable('canceling statement due to statement timeout')
  }
  const theirs = { 39: '95', 76: '0000000003', 88: '0000000000003000', 97: 'D0000000000001700' }
  const { reconciler, sent } = reconcilerOf(given, [answered(theirs), answered({ ...theirs, 39: '00' })])
  const waits: unknown[] = []
  const look = async () => {
    given.again()
    await reconciler.run()
    waits.push(given.releasedFor())
  }
  for (let attempt = 0; attempt < 12; attempt++) await look()
  expect(waits).toEqual([60_000, 60_000, 300_000, 900_000, ...Array(8).fill(3_600_000)])
  given.store.transactions = whole
  await look()
  expect([given.exchanges.at(-1)?.state, waits.at(-1)]).toEqual(['OUT_OF_BALANCE', 3_600_000])
  transactions[transactions.length - 1] = payment(7)
  await look()
  expect([sent.length, given.exchanges.at(-1)?.state, waits.at(-1)]).toEqual([2, 'IN_BALANCE', undefined])
})

test('a date that fails by a fault is told, tried ever more seldom, and keeps no other waiting', async () => {
  const given = storeOf(day)
  const fault = new TypeError('no such type of transaction')
  given.store.transactions = async function* broken() {
    yield* []
    throw fault
  }
  const told = vi.spyOn(log, 'fault')
  const { reconciler, sent } = reconcilerOf(given, [])
  const waits: unknown[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    given.again()
    expect(await reconciler.run()).toBe(1)
    waits.push(given.releasedFor())
  }
  expect([waits, sent]).toEqual([[60_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000], []])
  expect(told.mock.calls).toEqual(Array(6).fill(['reconciliation', fault, { name: `north ${date}` }]))
  told.mockRestore()
})

test('what fails while a node is stopped is told, unless it is the stop', async () => {
  for (const fault of [undefined, new TypeError('no such type of transaction')]) {
    const given = storeOf(day)
    const told: unknown[] = []
    const tell = (_: string, what: unknown) => void told.push(what)
    const spies = (['fault', 'warn'] as const).map(name => vi.spyOn(log, name).mockImplementation(tell))
    let stopped: Promise<void> | undefined
    given.store.transactions = async function* broken({ patience }) {
      yield* []
      stopped = reconciler.stop()
      throw fault ?? patience?.reason
    }
    const { reconciler } = reconcilerOf(given, [])
    await reconciler.run()
    await stopped
    expect(given.releasedFor()).toBe(0)
    expect(told).toEqual(fault ? [fault] : [])
    for (const spy of spies) spy.mockRestore()
  }
})

test('a date that is to be sent waits for its turn, however many are being compared', async () => {
  const given = storeOf(day)
  const { transactions } = given.store
  const wanted: LinkPeriod[] = []
  given.store.transactions = period => {
    wanted.push(period)
    return transactions(period)
  }
  await reconcilerOf(given, [answered({ 39: '00' })]).reconciler.run()
  expect(wanted).toMatchObject([{ date, patience: { aborted: false } }])
})

test('a node that is stopped while it waits or reads gives the date to another at once', async () => {
  const given = storeOf(day)
  let isReading = false
  given.store.transactions = async function* endless({ patience }) {
    patience?.throwIfAborted()
    yield* day.slice(0, 1)
    isReading = true
    await new Promise((_, reject) => {
      patience?.addEventListener('abort', () => reject(patience.reason))
    })
  }
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
  reconciler.start()
  await vi.waitFor(() => expect(isReading).toBe(true))
  await reconciler.stop()
  expect([sent, given.releasedFor()]).toEqual([[], 0])
})

test('a node that is stopped between two currencies leaves the second to another', async () => {
  const given = storeOf([...day, payment(11, { currency: 'USD' })])
  const stops: Promise<void>[] = []
  const { reconciler, sent } = reconcilerOf(given, [
    question => {
      stops.push(reconciler.stop())
      return answered({ 39: '00' })(question)
    },
  ])
  await reconciler.run()
  await Promise.all(stops)
  expect(sent.map(({ fields }) => fields[50])).toEqual(['978'])
  expect([given.exchanges.at(-1)?.state, given.releasedFor()]).toEqual(['IN_BALANCE', 0])
})

test('a node whose date was claimed by another sends nothing, and releases nothing', async () => {
  const given = storeOf(day)
  given.lose()
  const { reconciler, sent } = reconcilerOf(given, [answered({ 39: '00' })])
  await reconciler.run()
  expect([sent, given.exchanges, given.releasedFor()]).toEqual([[], [], undefined])
})

const verdicts: [state: string, fields: Record<number, string>][] = [
  ['IN_BALANCE', { 39: '00' }],
  ['OUT_OF_BALANCE', { 39: '95' }],
  ['OUT_OF_BALANCE', { 39: '95', 88: '0000000000002001', 97: 'D0000000000000701' }],
  // A host that says yes, and has other totals.
  ['OUT_OF_BALANCE', { 39: '00', 76: '0000000003' }],
  // A payment that it booked and reversed, while nobody here heard of it.
  [
    'NET_IN_BALANCE',
    { 39: '95', 76: '0000000003', 88: '0000000000002999', 77: '0000000002', 89: '0000000000001999' },
  ],
  ['REFUSED', { 39: '30' }],
]
test.each(verdicts)('%s follows from the code of the host and its totals', async (state, fields) => {
  const given = storeOf(day)
  const { reconciler } = reconcilerOf(given, [answered(fields)])
  await reconciler.run()
  expect(given.exchanges).toMatchObject([{ state }])
  expect(given.releasedFor()).toBeUndefined()
})

test('an operator who asks again hears it again, once', async () => {
  const given = storeOf(day)
  const { reconciler, sent, audited } = reconcilerOf(given, [answered({ 39: '95' }), answered({ 39: '00' })])
  await reconciler.run()
  await given.store.request('north', date, 'operator')
  await reconciler.run()
  given.again()
  await reconciler.run()
  expect(sent.map(({ type }) => type)).toEqual(['0500', '0500'])
  expect(audited).toEqual(['gateway: OUT_OF_BALANCE', 'operator: IN_BALANCE'])
})

test('each date and each cut-over is noted once', async () => {
  const given = storeOf([])
  const { reconciler } = reconcilerOf(given, [])
  for (const heard of ['1115', '1115', '1116', '', '1115']) reconciler.hearDate('north', heard)
  for (const heard of ['1116', '261116', undefined, undefined]) reconciler.hearCutOver('north', heard)
  await Promise.resolve()
  expect(given.known).toEqual(['north 2026-11-15', 'north 2026-11-16', 'north begins 2026-11-16'])
})
