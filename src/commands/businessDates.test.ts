import { expect, test } from 'vitest'
import type { DateComparison } from '../acquirers/reconciliation/differences.ts'
import type { ReconciliationExchange } from '../acquirers/reconciliation/port.ts'
import { noTotals } from '../acquirers/reconciliation/totals.ts'
import { comparisonResult, datesResult } from './businessDates.ts'
import { plainPaint } from './terminal.ts'

const debit = { count: 2, amount: 2_000n }
const found: DateComparison = {
  ...{ link: 'north', date: '2026-11-15', gateway: { EUR: { ...noTotals, debit } }, same: 1, lines: 2 },
  ...{ exchanges: [], totals: [], differences: [], file: { EUR: { ...noTotals, debit } } },
}
const exchange: ReconciliationExchange = {
  ...{ link: 'north', date: '2026-11-15', currency: 'JPY', number: 1, askedBy: 'operator', askedAtMs: 0 },
  ...{ traceNumber: '000042', repeats: 0, totals: { debit }, state: 'OUT_OF_BALANCE', code: '95' },
}

test('a date without differences is told with its totals, and ends well', () => {
  const { text, isBad } = comparisonResult(found)
  expect(isBad).toBe(false)
  expect(text(plainPaint)).toEqual([
    'Business date 2026-11-15 of north',
    '',
    '         currency  debits    reversed  credits  reversed  net',
    'gateway  EUR       2: 20.00  0: 0.00   0: 0.00  0: 0.00   D 20.00',
    'file     EUR       2: 20.00  0: 0.00   0: 0.00  0: 0.00   D 20.00',
    '',
    'Nothing differs, and nothing is open. The host was not asked for its totals. 2 lines, 1 the same.',
  ])
})

test('what the host said stands between ours and its file, and silence is no agreement', () => {
  const host = { debit: { count: 3, amount: 3_000n }, credit: { count: 1 }, net: 1n }
  const told = (exchanged: Partial<ReconciliationExchange>, totals: DateComparison['totals'] = []) =>
    comparisonResult({
      ...{ ...found, exchanges: [{ ...exchange, currency: 'EUR', ...exchanged }], totals },
    }).text(plainPaint)
  expect(told({ hostTotals: host })[4]).toBe(
    'host     EUR       3: 30.00            1                  C 0.01   OUT_OF_BALANCE',
  )
  const silent = told({ state: 'ASKED' }, [{ type: 'NOT_ANSWERED', currency: 'EUR', differences: [] }])
  expect(silent[4]).toMatch(/^host +EUR +ASKED$/)
  expect(silent.at(-1)).toContain('The host has not answered.')
})

test('each difference has both sides, and a card number in the wrong column is not shown', () => {
  const canary = '4012888888881881'
  const result = comparisonResult({
    ...found,
    totals: [
      {
        ...{ type: 'OTHER_TOTALS', currency: 'EUR' },
        differences: [{ what: 'debit', gateway: debit, host: { count: 3, amount: 3_000n } }],
      },
    ],
    differences: [
      {
        ...{ type: 'OTHER_AMOUNT', explanation: 'The amounts differ.', advice: 'Have it corrected.' },
        identity: { traceNumber: '000012', acceptor: canary },
        gateway: {
          ...{ merchantId: 'SHOP', orderId: 'order', transactionId: '1', type: 'PAYMENT', state: 'counted' },
          ...{ amount: 1_000n, currency: 'EUR', date: '2026-11-15' },
        },
        file: { line: 7, kind: 'debit', amount: 1_001n, currency: 'EUR' },
      },
    ],
  })
  expect(result.isBad).toBe(true)
  expect(result.text(plainPaint).slice(6)).toEqual([
    expect.stringMatching(/^OTHER_TOTALS {2}EUR: The host has other totals\. /),
    '  debits: here 2: 20.00, there 3: 30.00',
    'OTHER_AMOUNT  PAYMENT 1 of order order (SHOP) is 10.00 EUR at the gateway and 10.01 EUR in line 7 of ' +
      'the file.',
    '  Have it corrected.',
    '  trace number 000012, acceptor (not shown)',
    '',
    '2 differences. 2 lines, 1 the same.',
  ])
  expect(JSON.stringify(result.json)).not.toContain(canary)
  expect(result.json).toMatchObject({
    gateway: { EUR: { debit: { count: 2, amount: '20.00' } } },
    differences: [{ type: 'OTHER_AMOUNT', gateway: { amount: '10.00' }, file: { line: 7, amount: '10.01' } }],
  })
})

test('the list of dates says what is open, and ends badly where totals differ', () => {
  const date = { link: 'north', date: '2026-11-15', firstSeenAtMs: 0, state: 'due', attempts: 2 } as const
  expect(datesResult([]).text(plainPaint)).toEqual(['No acquirer host has given a business date yet.'])
  const result = datesResult([
    { ...date, exchanges: [exchange] },
    { ...date, link: 'south', exchanges: [] },
  ])
  expect(result.isBad).toBe(true)
  expect(result.text(plainPaint)).toEqual([
    'date        link   state               currency  totals               by        when (UTC)',
    '2026-11-15  north  due, tried 2 times  JPY       OUT_OF_BALANCE (95)  operator  1970-01-01 00:00:00',
    '2026-11-15  south  due, tried 2 times',
  ])
  expect(result.json).toMatchObject([
    { exchanges: [{ gateway: { debit: { count: 2, amount: '2000' } } }] },
    {},
  ])
})

test('a date that a node is at is listed as that', () => {
  const due = { link: 'north', date: '2026-11-15', firstSeenAtMs: 0, state: 'due', attempts: 2 } as const
  const states = [{}, { leasedUntilMs: 1_000 }].map(more =>
    [datesResult([{ ...due, ...more, exchanges: [] }]).text(plainPaint)].flat().at(-1),
  )
  expect(states).toEqual(['2026-11-15  north  due, tried 2 times', '2026-11-15  north  due, a node is at it'])
})
