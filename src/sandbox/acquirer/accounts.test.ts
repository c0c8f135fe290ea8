import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import type { AskedCard, PaymentAsk } from '../../acquirers/port.ts'
import { luhnDigit, passesLuhn } from '../../standards/cardNumber.ts'
import { createAcquirerSimulator } from './simulator.ts'

const now = () => new Date('2026-11-15T12:30:45Z')
const patient = () => new AbortController().signal

/** A gift card with so many minor units on it. */
function giftCard(balance: number, ending = '000000'): AskedCard {
  const digits = `603571${String(balance).padStart(6, '0')}${ending}`
  return { number: digits + luhnDigit(digits), pin: '1234' }
}

function balance(card: AskedCard, currency = 'USD', deadline = patient()) {
  const simulator = createAcquirerSimulator({ now, books: memoryBooks() })
  return simulator.send({ verb: 'balance', merchantId: 'M', currency, card }, deadline)
}

async function spend(card: AskedCard, amount: bigint, changes: Partial<PaymentAsk> = {}) {
  const books = memoryBooks()
  const simulator = createAcquirerSimulator({ now, books })
  const subject = { merchantId: 'M', orderId: 'o', transactionId: '1', currency: 'USD' }
  const ask = { ...subject, verb: 'pay', amount, card, acceptPartialAmount: false, ...changes } as const
  const answer = await simulator.send(ask, AbortSignal.timeout(30))
  const entries = await books.entries({ limit: 10 })
  return { answer, posted: entries.map(entry => entry.amount) }
}

test('A gift card with 50.00 on it → BALANCE_AVAILABLE', async () => {
  const card = giftCard(5_000)
  expect(card.number).toHaveLength(19)
  expect(passesLuhn(card.number)).toBe(true)
  expect(await balance(card)).toMatchObject({
    outcome: 'approved',
    gatewayCode: 'BALANCE_AVAILABLE',
    availableBalance: { funds: { amount: 5_000n, currency: 'USD' } },
  })
})

test('An empty gift card → NO_BALANCE, a wrong PIN → DECLINED_INVALID_PIN', async () => {
  expect(await balance(giftCard(0))).toMatchObject({
    outcome: 'approved',
    gatewayCode: 'NO_BALANCE',
    availableBalance: { funds: { amount: 0n } },
  })
  const wrong = { ...giftCard(5_000), pin: '4321' }
  const declined = { outcome: 'declined', gatewayCode: 'DECLINED_INVALID_PIN', acquirerCode: '55' }
  expect(await balance(wrong)).toMatchObject(declined)
  expect((await spend(wrong, 1n)).answer).toMatchObject(declined)
})

const pins: [what: string, pin: string | undefined, isRight: boolean][] = [
  ['The right PIN', '1234', true],
  ['No PIN', undefined, true],
  ['A wrong PIN', '4321', false],
  ['A PIN that only begins well', '12345', false],
]
for (const [what, pin, isRight] of pins) {
  test(`${what} of a gift card → ${isRight ? 'served' : 'DECLINED_INVALID_PIN'}, by any verb`, async () => {
    const { number } = giftCard(5_000)
    const card = { number, ...(pin !== undefined && { pin }) }
    const declined = { outcome: 'declined', gatewayCode: 'DECLINED_INVALID_PIN', acquirerCode: '55' }
    expect(await balance(card)).toMatchObject(isRight ? { gatewayCode: 'BALANCE_AVAILABLE' } : declined)
    for (const verb of ['authorize', 'pay', 'verify', 'credit'] as const) {
      const { answer, posted } = await spend(card, 100n, { verb })
      expect(answer, verb).toMatchObject(isRight ? { gatewayCode: 'APPROVED' } : declined)
      expect(posted).toEqual(isRight && verb !== 'verify' ? [100n] : [])
    }
  })
}

test('Verify of a gift card tells what is on it, and takes nothing', async () => {
  expect(await spend(giftCard(5_000), 9_999n, { verb: 'verify' })).toMatchObject({
    answer: { gatewayCode: 'APPROVED', availableBalance: { funds: { amount: 5_000n, currency: 'USD' } } },
    posted: [],
  })
})

test('A gift card whose number ends in 9990 → silence', async () => {
  const card = { number: '6035710050000009990', pin: '1234' }
  expect(await balance(card, 'USD', AbortSignal.timeout(20))).toEqual({ outcome: 'silent' })
  expect(await spend(card, 100n)).toEqual({ answer: { outcome: 'silent' }, posted: [100n] })
})

test('Whoever does not answer does not answer about a wrong PIN or lacking funds either', async () => {
  const card = { number: '6035710050000009990', pin: '4321' }
  expect(await balance(card, 'USD', AbortSignal.timeout(20))).toEqual({ outcome: 'silent' })
  const unanswered = { answer: { outcome: 'silent' }, posted: [] }
  expect(await spend(card, 100n)).toEqual(unanswered)
  expect(await spend({ ...card, pin: '1234' }, 500_001n)).toEqual(unanswered)
})

test('A gift card pays up to what is on it, in part for those who accept that', async () => {
  const card = giftCard(5_000)
  expect(await spend(card, 3_000n)).toMatchObject({
    answer: { gatewayCode: 'APPROVED', amount: 3_000n, availableBalance: { funds: { amount: 2_000n } } },
    posted: [3_000n],
  })
  expect(await spend(card, 5_001n)).toMatchObject({
    answer: { outcome: 'declined', gatewayCode: 'INSUFFICIENT_FUNDS' },
    posted: [],
  })
  expect(await spend(card, 5_001n, { acceptPartialAmount: true })).toMatchObject({
    answer: {
      gatewayCode: 'PARTIALLY_APPROVED',
      amount: 5_000n,
      availableBalance: { funds: { amount: 0n } },
    },
    posted: [5_000n],
  })
  expect(await spend(giftCard(0), 1n, { acceptPartialAmount: true })).toMatchObject({
    answer: { gatewayCode: 'INSUFFICIENT_FUNDS' },
  })
  expect(await spend(card, 9_999n, { verb: 'credit' })).toMatchObject({ answer: { gatewayCode: 'APPROVED' } })
})

const worth: [currency: string, amount: bigint][] = [
  ['USD', 98_000n],
  ['JPY', 980n],
  ['KWD', 980_000n],
]
for (const [currency, amount] of worth) {
  test(`Points of a network A card in ${currency}: 98,000 are worth 980`, async () => {
    expect(await balance({ number: '371881634498004' }, currency)).toMatchObject({
      gatewayCode: 'BALANCE_AVAILABLE',
      availableBalance: { funds: { amount, currency }, rewards: { points: 98_000, conversionRate: '0.01' } },
    })
  })
}

test('Of other cards nobody tells the balance', async () => {
  const answer = await balance({ number: '5123450000000008' })
  expect(answer).toMatchObject({ outcome: 'approved', gatewayCode: 'BALANCE_UNKNOWN' })
  expect(answer).not.toHaveProperty('availableBalance')
})

test('A card whose issuer stays silent says nothing of its balance either', async () => {
  const card = { number: '371881634498004', expiry: { month: 11, year: 39 } }
  expect(await balance(card, 'USD', AbortSignal.timeout(20))).toEqual({ outcome: 'silent' })
})
