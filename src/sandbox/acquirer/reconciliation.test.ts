import { expect, test } from 'vitest'
import type { BookEntry } from './books.ts'
import { type GatewayTransaction, reconcileWithBooks } from './reconciliation.ts'

const place = { merchantId: 'M', orderId: 'O' }
const money = { amount: 1000n, currency: 'USD' }

const authorization: GatewayTransaction = {
  ...place,
  ...money,
  transactionId: '1',
  type: 'AUTHORIZATION',
  result: 'SUCCESS',
  isOpen: false,
}
const failed: GatewayTransaction = { ...authorization, result: 'FAILURE' }
const voiding: GatewayTransaction = {
  ...authorization,
  transactionId: '2',
  type: 'VOID_AUTHORIZATION',
  targetId: '1',
}

const hold: BookEntry = {
  ...place,
  ...money,
  transactionId: '1',
  kind: 'hold',
  state: 'posted',
  entryNo: 1,
  postedAtMs: 0,
}
const undone: BookEntry = { ...hold, state: 'undone' }
const reversal: BookEntry = { ...hold, entryNo: 2, kind: 'reversal', originalId: '1' }
const voidEntry: BookEntry = { ...reversal, transactionId: '2', kind: 'void' }

const agreements: [story: string, GatewayTransaction[], BookEntry[]][] = [
  ['nothing happened', [], []],
  ['a hold', [authorization], [hold]],
  ['a decline that held nothing', [failed], []],
  ['a time-out that was reversed', [failed], [undone, reversal]],
  ['a time-out that never arrived', [failed], [reversal]],
  ['a hold that was voided', [authorization, voiding], [undone, voidEntry]],
  ['a verification', [{ ...authorization, type: 'VERIFICATION' }], []],
  ['a payment', [{ ...authorization, type: 'PAYMENT' }], [{ ...hold, kind: 'payment' }]],
  ['a capture', [{ ...authorization, type: 'CAPTURE' }], [{ ...hold, kind: 'capture' }]],
  ['a refund', [{ ...authorization, type: 'REFUND' }], [{ ...hold, kind: 'refund' }]],
  ['an update', [{ ...authorization, type: 'AUTHORIZATION_UPDATE' }], [{ ...hold, kind: 'update' }]],
]

test.each(agreements)('%s: both say the same', (_story, gateway, books) => {
  expect(reconcileWithBooks(gateway, books)).toEqual([])
})

const disagreements: [type: string, story: string, GatewayTransaction[], BookEntry[]][] = [
  ['OPEN_TRANSACTION', 'still running', [{ ...authorization, result: 'PENDING', isOpen: true }], [hold]],
  ['PENDING_OBLIGATION', 'a reversal on its way', [{ ...failed, owed: 'reversal' }], [hold]],
  [
    'PENDING_OBLIGATION',
    'an inquiry to come',
    [{ ...authorization, result: 'PENDING', owed: 'inquiry' }],
    [],
  ],
  ['UNSETTLED', 'nobody knows, and nobody asks', [{ ...authorization, result: 'UNKNOWN' }], [hold]],
  ['MISSING_IN_BOOKS', 'approved out of thin air', [authorization], []],
  ['MISSING_AT_GATEWAY', 'a hold nobody asked for', [], [hold]],
  ['MISSING_AT_GATEWAY', 'undone, but nobody asked for it', [], [undone, reversal]],
  ['NOT_UNDONE', 'declared failed, still held', [failed], [hold]],
  ['NOT_UNDONE', 'voided, still held', [authorization, voiding], [hold, voidEntry]],
  ['UNDONE_IN_BOOKS', 'reversed behind our back', [authorization], [undone, reversal]],
  [
    'UNDONE_IN_BOOKS',
    'voided by a void that failed',
    [authorization, { ...voiding, result: 'FAILURE' }],
    [undone],
  ],
  ['BOOKED_TWICE', 'held twice', [authorization], [hold, { ...hold, entryNo: 2 }]],
  ['KIND', 'paid instead of held', [authorization], [{ ...hold, kind: 'payment' }]],
  ['KIND', 'a verification that held something', [{ ...authorization, type: 'VERIFICATION' }], [hold]],
  ['AMOUNT', 'one cent', [authorization], [{ ...hold, amount: 1001n }]],
  ['CURRENCY', 'the other money', [authorization], [{ ...hold, currency: 'EUR' }]],
  ['TARGET', 'another one voided', [authorization, voiding], [undone, { ...voidEntry, originalId: '9' }]],
]

test.each(disagreements)('%s: %s', (type, _story, gateway, books) => {
  const found = reconcileWithBooks(gateway, books)
  expect(found.map(difference => difference.type)).toEqual([type])
  expect(found[0]).toMatchObject({ ...place, explanation: expect.stringMatching(/\.$/) })
})

test('orders are told apart, also when their transactions have the same ids', () => {
  const elsewhere = { orderId: 'P' }
  expect(reconcileWithBooks([authorization, { ...authorization, ...elsewhere }], [hold])).toMatchObject([
    { type: 'MISSING_IN_BOOKS', orderId: 'P', transactionId: '1' },
  ])
  expect(reconcileWithBooks([authorization], [hold, { ...hold, ...elsewhere }])).toMatchObject([
    { type: 'MISSING_AT_GATEWAY', orderId: 'P', books: { kind: 'hold', state: 'posted', amount: 1000n } },
  ])
})
