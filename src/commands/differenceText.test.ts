import { expect, test } from 'vitest'
import { differenceAdvice, type LinkDifference } from '../acquirers/reconciliation/differences.ts'
import { differenceSentence } from './differenceText.ts'

const gateway: NonNullable<LinkDifference['gateway']> = {
  ...{ merchantId: 'SHOP', orderId: 'A-17', transactionId: '1', type: 'PAYMENT', state: 'counted' },
  ...{ amount: 1_000n, currency: 'EUR', date: '2026-11-15' },
}
const file = { line: 7, kind: 'debit', amount: 1_001n, currency: 'EUR' } as const
const paid = 'PAYMENT 1 of order A-17 (SHOP)'

test.each<[Omit<LinkDifference, 'explanation' | 'advice' | 'identity'>, string]>([
  [
    { type: 'MISSING_AT_HOST', gateway },
    `${paid}, 10.00 EUR, was approved by the host, and its file does not have it.`,
  ],
  [
    { type: 'MISSING_AT_GATEWAY', file },
    'In line 7 of the file there is a debit of 10.01 EUR, and the gateway knows of no such transaction.',
  ],
  [
    { type: 'OTHER_AMOUNT', gateway, file },
    `${paid} is 10.00 EUR at the gateway and 10.01 EUR in line 7 of the file.`,
  ],
  [
    { type: 'OTHER_CURRENCY', gateway, file: { ...file, amount: 1_000n, currency: 'JPY' } },
    `${paid} is 10.00 EUR at the gateway and 1000 JPY in line 7 of the file.`,
  ],
  [
    { type: 'OTHER_TYPE', gateway, file: { ...file, kind: 'credit' } },
    `${paid}, 10.00 EUR, is a debit at the gateway and a credit in line 7 of the file.`,
  ],
  [
    { type: 'OTHER_DATE', gateway, file: { ...file, date: '2026-11-16' } },
    `${paid}, 10.00 EUR, counts on 2026-11-15 at the gateway and on 2026-11-16 in line 7 of the file.`,
  ],
  [
    { type: 'OTHER_DATE', gateway, file },
    `${paid}, 10.00 EUR, counts on 2026-11-15 at the gateway and on 2026-11-20 in line 7 of the file.`,
  ],
  [
    { type: 'OTHER_DATE', gateway: { ...gateway, state: 'failed' }, file },
    `${paid}, 10.00 EUR, failed at the gateway; line 7 of the file reverses what stands in an earlier one.`,
  ],
  [
    { type: 'TWICE_AT_HOST', file },
    'In line 7 of the file there is once more a debit of 10.01 EUR that stands in it already.',
  ],
  [
    { type: 'REVERSED_AT_HOST_ONLY', file: { ...file, kind: 'debitReversed' } },
    'In line 7 of the file there is a reversed debit of 10.01 EUR; at the gateway nothing of it was ' +
      'reversed.',
  ],
  [
    { type: 'REVERSED_AT_HOST_ONLY', gateway: { ...gateway, type: 'VOID_PAYMENT' }, file },
    'VOID_PAYMENT 1 of order A-17 (SHOP), 10.00 EUR, failed, so that its original stands at the gateway; ' +
      'line 7 of the file has it reversed.',
  ],
  [
    { type: 'NOT_REVERSED_AT_HOST', gateway, file },
    `${paid}, 10.00 EUR, failed at the gateway and still stands in line 7 of the file.`,
  ],
  [
    { type: 'NOT_REVERSED_AT_HOST', gateway: { ...gateway, type: 'VOID_REFUND' } },
    'VOID_REFUND 1 of order A-17 (SHOP), 10.00 EUR, was approved by the host; its file has what this ' +
      'undoes, and not this.',
  ],
  [{ type: 'STILL_OPEN', gateway }, `${paid}, 10.00 EUR, has no outcome yet.`],
  [
    { type: 'STILL_OPEN', gateway: { ...gateway, owed: 'reversal' }, file },
    `${paid}, 10.00 EUR, still needs its reversal to be heard; line 7 of the file has it.`,
  ],
  [
    { type: 'STILL_OPEN', gateway: { ...gateway, owed: 'inquiry' } },
    `${paid}, 10.00 EUR, is still to be inquired about.`,
  ],
])('%o', (difference, sentence) => {
  const whole = { ...difference, explanation: '', advice: differenceAdvice[difference.type], identity: {} }
  expect(differenceSentence(whole, '2026-11-20')).toBe(sentence)
})
