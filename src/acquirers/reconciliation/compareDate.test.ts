import { expect, test } from 'vitest'
import { writeTrace } from '../iso8583/messages/trace.ts'
import { checkLayout } from './clearingLayout.ts'
import { compareDate } from './compareDate.ts'
import type { LinkTransaction, ReconciliationExchange } from './port.ts'
import { noTotals } from './totals.ts'

const date = '2026-11-15'
const startedAtMs = Date.UTC(2026, 10, 15, 12)

function payment(number: number, changes: Partial<LinkTransaction> = {}): LinkTransaction {
  const trace = {
    ...{ link: 'north', type: '0200', traceNumber: String(number).padStart(6, '0'), institution: '123456' },
    ...{ terminal: 'TERM0001', acceptor: 'SHOP', reference: `R${number}`, processingCode: '000000' },
  }
  return {
    ...{ merchantId: 'SHOP', orderId: `${number}`, transactionId: '1', type: 'PAYMENT', currency: 'EUR' },
    ...{ amount: 1_000n, trace: writeTrace(trace), result: 'SUCCESS', hostDate: '1115', startedAtMs },
    ...changes,
  }
}

const exchange: ReconciliationExchange = {
  ...{ link: 'north', date, currency: 'EUR', number: 1, askedBy: 'gateway', askedAtMs: 0, repeats: 0 },
  ...{
    traceNumber: '000042',
    totals: { ...noTotals, debit: { count: 2, amount: 2_000n } },
    state: 'IN_BALANCE',
  },
}

const layout = checkLayout({
  columns: { reference: 'RRN', amount: 'AMOUNT', type: 'TYPE' },
  ...{ currency: 'EUR', types: { debit: ['SALE'] } },
})

function compare(
  transactions: readonly LinkTransaction[],
  {
    exchanges = [],
    file,
  }: { readonly exchanges?: readonly ReconciliationExchange[]; readonly file?: string } = {},
) {
  if ('findings' in layout) throw new Error(layout.findings.join())
  const store = {
    async *transactions() {
      yield* transactions
    },
    exchanges: async () => exchanges,
  }
  async function* bytes() {
    yield Buffer.from(file ?? '')
  }
  const given = file === undefined ? {} : { file: { bytes: bytes(), layout: layout.layout } }
  return compareDate(store, { link: 'north', date, report: () => undefined, ...given })
}

test('gateway, host and file have the same', async () => {
  const found = await compare([payment(1), payment(2)], {
    exchanges: [exchange],
    file: 'RRN,TYPE,AMOUNT\nR1,SALE,1000\nR2,SALE,1000\n',
  })
  expect(found).toMatchObject({ totals: [], differences: [], same: 2, lines: 2 })
  expect(found.file).toEqual(found.gateway)
})

test('without a file only what is open is told, and what the host said of the totals', async () => {
  const open = payment(3, { result: 'FAILURE', owed: 'reversal' })
  const { differences, totals } = await compare([payment(1), open], { exchanges: [exchange] })
  expect(differences).toMatchObject([{ type: 'STILL_OPEN', gateway: { orderId: '3', owed: 'reversal' } }])
  expect(totals).toMatchObject([
    {
      type: 'CHANGED_SINCE',
      differences: [{ what: 'debit', gateway: { count: 1 }, host: { count: 2 } }],
    },
  ])
})

test('each verdict of a host is told as what it means', async () => {
  const typesOf = async (changes: Partial<ReconciliationExchange>) =>
    (await compare([payment(1), payment(2)], { exchanges: [{ ...exchange, ...changes }] })).totals.map(
      ({ type }) => type,
    )
  const debit = { count: 3, amount: 3_000n }
  expect(await typesOf({})).toEqual([])
  expect(await typesOf({ state: 'ASKED' })).toEqual(['NOT_ANSWERED'])
  expect(await typesOf({ state: 'UNSENT' })).toEqual(['NOT_ANSWERED'])
  expect(await typesOf({ state: 'REFUSED', code: '30' })).toEqual(['REFUSED'])
  expect(await typesOf({ state: 'OUT_OF_BALANCE' })).toEqual(['OTHER_TOTALS'])
  expect(await typesOf({ state: 'OUT_OF_BALANCE', hostTotals: { debit } })).toEqual(['OTHER_TOTALS'])
  const reversed = { debit, debitReversed: { count: 1, amount: 1_000n } }
  expect(await typesOf({ state: 'NET_IN_BALANCE', hostTotals: reversed })).toEqual(['ONLY_REVERSED'])
})
