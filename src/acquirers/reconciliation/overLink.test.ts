import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostBench, openHostBench } from '../../../test/support/acquirers/hostBench.ts'
import { followUpAsk, originalOf, paymentAsk, reversalAsk } from '../../../test/support/acquirers/isoBench.ts'
import { quietLog } from '../../../test/support/acquirers/testLink.ts'
import { clearingLayout } from '../../acquirerHost/clearingFile.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import { systemClock } from '../../platform/clock.ts'
import { shippedDialects } from '../iso8583/dialects/shippedDialects.ts'
import type { FollowUpAsk, PaymentAsk } from '../port.ts'
import type { LinkSettings } from '../routing/settings.ts'
import { checkLayout } from './clearingLayout.ts'
import { compareDate } from './compareDate.ts'
import type { LinkTransaction, ReconciliationExchange, ReconciliationStore } from './port.ts'
import { createReconciler } from './reconciler.ts'

const patient = new AbortController().signal
const date = '2026-11-16'

const typesByVerb: Readonly<Record<string, TransactionType>> = {
  ...{
    authorize: 'AUTHORIZATION',
    pay: 'PAYMENT',
    capture: 'CAPTURE',
    refund: 'REFUND',
    void: 'VOID_PAYMENT',
  },
}

const layout = checkLayout(clearingLayout)

/** The host counts, compares and lists by itself: it was written from the standard, not from this code. */
describe.each(shippedDialects)('with a host that speaks $name', dialect => {
  let bench: HostBench
  let nowMs = Date.parse(`${date}T12:00:00Z`)
  const recorded: LinkTransaction[] = []
  const exchanges: ReconciliationExchange[] = []
  beforeAll(async () => {
    bench = await openHostBench(dialect, { now: () => new Date(nowMs), merchantId: 'SHOP' })
  })
  afterAll(() => bench?.close())

  async function put<Ask extends PaymentAsk | FollowUpAsk>(ask: Ask, deadline = patient) {
    nowMs += 1_000
    const assigned = await bench.acquirer.assign?.(ask)
    if (!assigned || !('trace' in assigned)) throw new Error(`Not assigned: ${JSON.stringify(assigned)}`)
    const { trace } = assigned
    const answer = await bench.acquirer.send({ ...ask, trace, startedAtMs: nowMs }, deadline)
    const { merchantId, orderId, transactionId, amount, currency } = ask
    const type = typesByVerb[ask.verb]
    if (type === undefined) throw new Error(ask.verb)
    recorded.push({
      ...{ merchantId, orderId, transactionId, type, currency, amount, trace, startedAtMs: nowMs },
      result: answer.outcome === 'approved' ? 'SUCCESS' : 'FAILURE',
      ...(answer.outcome === 'approved' && { hostDate: answer.acquirer.date }),
    })
    return { ask: { ...ask, trace, startedAtMs: nowMs }, trace, answer }
  }
  const pay = (transactionId: string, amount: bigint, deadline = patient) =>
    put(paymentAsk({ verb: 'pay', amount, transactionId, orderId: transactionId }), deadline)

  const store: ReconciliationStore = {
    async *transactions() {
      yield* recorded
    },
    noteDate: async () => undefined,
    usualCurrencies: async () => [],
    noteCutOver: async () => undefined,
    request: async () => undefined,
    claim: async () => due.shift(),
    renew: async () => true,
    release: async () => undefined,
    exchanges: async () => exchanges.slice(-1),
    async recordAsked(exchange) {
      exchanges.push({ ...exchange, state: 'ASKED' })
      return true
    },
    async recordAnswer(_exchange, answer) {
      const last = exchanges.pop()
      if (last) exchanges.push({ ...last, ...answer })
    },
    list: async () => [],
    warnings: async () => ({ outOfBalance: 0, late: 0 }),
  }
  const due: { link: string; date: string; attempt: number; nowMs: number }[] = []
  async function reconcile() {
    const settings: LinkSettings = {
      ...{ name: dialect.name, dialect, addresses: [], connections: 1, window: 1, backlogPerSecond: 1 },
      ...{ institution: '123456', forwarder: '654321', country: 'DE', timeZone: '+0000' },
    }
    const takeTraceNumber = async () => String(900_000 + exchanges.length).padStart(6, '0')
    const reconciler = createReconciler({
      ...{ store, clock: systemClock, log: quietLog, patienceMs: 2_000, onExchange: async () => undefined },
      links: [{ settings, link: bench.link, takeTraceNumber }],
    })
    due.push({ link: dialect.name, date, attempt: 1, nowMs })
    await reconciler.run()
    return exchanges.at(-1)
  }
  async function compare() {
    if ('findings' in layout) throw new Error(layout.findings.join())
    const text = bench.host.control.clearing(date.replaceAll('-', ''))
    async function* bytes() {
      yield Buffer.from(text)
    }
    const file = { bytes: bytes(), layout: layout.layout }
    return compareDate(store, { link: dialect.name, date, file, report: () => undefined })
  }

  test('a day of payments, captures, refunds and voids is the same on all three sides', async () => {
    const paid = await pay('paid', 1_000n)
    await pay('paid-too', 2_345n)
    const hold = await put(paymentAsk({ amount: 700n, transactionId: 'hold' }))
    await put(followUpAsk(originalOf(hold), { amount: 600n, isLast: true, transactionId: 'capture' }))
    await put(followUpAsk(originalOf(paid), { verb: 'refund', amount: 400n, transactionId: 'refund' }))
    const voided = await pay('voided', 99n)
    await put(followUpAsk(originalOf(voided), { verb: 'void', amount: 99n, transactionId: 'void' }))
    expect(await reconcile()).toMatchObject({ state: 'IN_BALANCE', totals: { debit: { count: 4 } } })
    expect(await compare()).toMatchObject({ totals: [], differences: [], same: 6, lines: 6 })
  })

  test('a payment that the host booked, and that was reversed unanswered, is no missing money', async () => {
    bench.host.control.fault('drop-answer', { next: 1 })
    const lost = await pay('lost', 555n, AbortSignal.timeout(100))
    expect(lost.answer).toMatchObject({ outcome: 'silent' })
    nowMs += 1_000
    const original = originalOf(lost)
    const ask = { amount: 555n, owedAtMs: nowMs, transactionId: original.transactionId, orderId: 'lost' }
    expect(await bench.acquirer.send(reversalAsk(original, ask), patient)).toMatchObject({
      outcome: 'approved',
    })
    exchanges.splice(0)
    expect(await reconcile()).toMatchObject({ state: 'NET_IN_BALANCE' })
    expect(await compare()).toMatchObject({ totals: [{ type: 'ONLY_REVERSED' }], differences: [] })
  })

  test('what one of the two does not know is found', async () => {
    await pay('unknown', 42n)
    recorded.pop()
    exchanges.splice(0)
    expect(await reconcile()).toMatchObject({ state: 'OUT_OF_BALANCE' })
    const { differences, totals } = await compare()
    expect(totals).toMatchObject([{ type: 'OTHER_TOTALS' }])
    expect(differences).toMatchObject([{ type: 'MISSING_AT_GATEWAY', file: { amount: 42n, kind: 'debit' } }])
  })
})
