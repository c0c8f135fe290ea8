import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import type { AskedBenefits, BenefitsBalance, PaymentAsk } from '../../acquirers/port.ts'
import { createAcquirerSimulator } from './simulator.ts'

const now = () => new Date('2026-11-15T12:30:45Z')
const patient = () => new AbortController().signal

/** 50.01 for groceries, and half of it, 25.00, in cash. */
const number = '5123450050010006'
const card = { number, expiry: { month: 1, year: 39 } }
const empty = { number: '5123450000000008' }

function balance(benefits: AskedBenefits | undefined, changes = {}) {
  const simulator = createAcquirerSimulator({ now, books: memoryBooks() })
  const asked = { verb: 'balance', merchantId: 'M', currency: 'USD', card } as const
  return simulator.send({ ...asked, ...(benefits && { benefits }), ...changes }, patient())
}

async function spend(amount: bigint, benefits: AskedBenefits, changes: Partial<PaymentAsk> = {}) {
  const books = memoryBooks()
  const simulator = createAcquirerSimulator({ now, books })
  const subject = { merchantId: 'M', orderId: 'o', transactionId: '1', amount, currency: 'USD' }
  const ask = { ...subject, verb: 'pay', card, acceptPartialAmount: false, benefits, ...changes } as const
  const answer = await simulator.send(ask, patient())
  const entries = await books.entries({ limit: 10 })
  return { answer, posted: entries.map(entry => entry.amount) }
}

const usd = (type: BenefitsBalance['type'], amount: bigint) => ({ type, amount, currency: 'USD' })
const groceries = usd('SNAP_AVAILABLE_BALANCE', 5_001n)
const cash = usd('CASH_BENEFITS_AVAILABLE_BALANCE', 2_500n)
const noDiscount = usd('EWIC_DISCOUNT', 0n)

const balances: [benefits: AskedBenefits, gatewayCode: string, ebt: readonly BenefitsBalance[]][] = [
  [{}, 'BALANCE_AVAILABLE', [groceries, cash]],
  [{ accountType: 'SNAP_BENEFITS' }, 'BALANCE_AVAILABLE', [groceries]],
  [{ accountType: 'CASH_BENEFITS' }, 'BALANCE_AVAILABLE', [cash]],
  [{ accountType: 'EWIC_BENEFITS' }, 'NO_BALANCE', [noDiscount]],
]
for (const [benefits, gatewayCode, ebt] of balances) {
  test(`Balance of ${benefits.accountType ?? 'any benefits'} → ${gatewayCode}`, async () => {
    expect(await balance(benefits)).toMatchObject({
      outcome: 'approved',
      gatewayCode,
      availableBalance: { ebt },
    })
  })
}

test('Benefits are no funds, and who does not ask for them is not told of them', async () => {
  expect(await balance({})).not.toHaveProperty('availableBalance.funds')
  const untold = await balance(undefined)
  expect(untold).toMatchObject({ gatewayCode: 'BALANCE_UNKNOWN' })
  expect(untold).not.toHaveProperty('availableBalance')
})

test('Nothing for groceries and a cent that halves to nothing', async () => {
  expect(await balance({}, { card: empty })).toMatchObject({ gatewayCode: 'NO_BALANCE' })
  const cent = { number: '5123450000010007' }
  expect(await balance({ accountType: 'CASH_BENEFITS' }, { card: cent })).toMatchObject({
    gatewayCode: 'NO_BALANCE',
  })
  expect(await balance({}, { card: cent })).toMatchObject({ gatewayCode: 'BALANCE_AVAILABLE' })
})

test('Groceries are paid for from what is there for them, unless cash is named', async () => {
  expect(await spend(2_000n, {})).toMatchObject({
    answer: {
      gatewayCode: 'APPROVED',
      amount: 2_000n,
      availableBalance: {
        ebt: [
          usd('SNAP_BEGINNING_BALANCE', 5_001n),
          usd('SNAP_ENDING_BALANCE', 3_001n),
          usd('SNAP_AVAILABLE_BALANCE', 3_001n),
        ],
      },
    },
    posted: [2_000n],
  })
  expect(await spend(2_000n, { accountType: 'CASH_BENEFITS' }, { verb: 'authorize' })).toMatchObject({
    answer: {
      availableBalance: {
        ebt: [
          usd('CASH_BENEFITS_BEGINNING_BALANCE', 2_500n),
          usd('CASH_BENEFITS_ENDING_BALANCE', 500n),
          usd('CASH_BENEFITS_AVAILABLE_BALANCE', 500n),
        ],
      },
    },
  })
})

test('More than there is → INSUFFICIENT_FUNDS, or a part for those who accept that', async () => {
  const declined = { answer: { outcome: 'declined', gatewayCode: 'INSUFFICIENT_FUNDS' }, posted: [] }
  expect(await spend(5_002n, {})).toMatchObject(declined)
  expect(await spend(2_501n, { accountType: 'CASH_BENEFITS' })).toMatchObject(declined)
  expect(await spend(1n, {}, { card: empty, acceptPartialAmount: true })).toMatchObject(declined)
  expect(await spend(5_001n, {})).toMatchObject({ answer: { gatewayCode: 'APPROVED' } })
  expect(await spend(9_000n, {}, { acceptPartialAmount: true })).toMatchObject({
    answer: { gatewayCode: 'PARTIALLY_APPROVED', amount: 5_001n },
    posted: [5_001n],
  })
})

test('What pays for goods has no money to run out of', async () => {
  expect(await spend(9_999n, { accountType: 'EWIC_BENEFITS' })).toMatchObject({
    answer: { gatewayCode: 'APPROVED', amount: 9_999n, availableBalance: { ebt: [noDiscount] } },
  })
})

test('What comes back is there again; who only looks changes nothing', async () => {
  expect(await spend(1_000n, {}, { verb: 'credit' })).toMatchObject({
    answer: {
      availableBalance: {
        ebt: [
          usd('SNAP_BEGINNING_BALANCE', 5_001n),
          usd('SNAP_ENDING_BALANCE', 6_001n),
          usd('SNAP_AVAILABLE_BALANCE', 6_001n),
        ],
      },
    },
  })
  expect(await spend(9_999n, {}, { verb: 'verify' })).toMatchObject({
    answer: { gatewayCode: 'APPROVED', availableBalance: { ebt: [groceries, cash] } },
  })
})

test('A voucher was approved when it was written: its code is the code of the approval', async () => {
  const voucher = { voucherNumber: '123456789', manualAuthorizationCode: '4711' }
  expect(await spend(9_999n, voucher)).toMatchObject({
    answer: {
      gatewayCode: 'APPROVED',
      authorizationCode: '4711',
      availableBalance: { ebt: [{}, usd('SNAP_ENDING_BALANCE', 0n), {}] },
    },
    posted: [9_999n],
  })
  const { answer } = await spend(9_999n, { manualAuthorizationCode: '4711' })
  expect(answer).toMatchObject({ gatewayCode: 'INSUFFICIENT_FUNDS' })
})

test('An expiry date that means something means it here, too', async () => {
  expect(await spend(1n, {}, { card: { number, expiry: { month: 5, year: 39 } } })).toMatchObject({
    answer: { gatewayCode: 'DECLINED' },
  })
})

test('The number of a gift card is no gift card among benefits', async () => {
  const gift = { number: '6035710050000009990', pin: '4321' }
  expect(await spend(100n, {}, { card: gift })).toMatchObject({ answer: { gatewayCode: 'APPROVED' } })
  expect(await balance({}, { card: gift })).toMatchObject({ gatewayCode: 'BALANCE_AVAILABLE' })
})
