import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import type { PaymentAsk } from '../../acquirers/port.ts'
import { createAcquirerSimulator } from './simulator.ts'

const now = () => new Date('2026-11-15T12:30:45Z')
const patient = () => new AbortController().signal

const ask: PaymentAsk = {
  verb: 'authorize',
  merchantId: 'TESTMERCHANT',
  orderId: 'order-1',
  transactionId: '1',
  amount: 1_001n,
  currency: 'USD',
  card: { number: '5123450000000008' },
  acceptPartialAmount: false,
}

/** With books of its own: as if nothing had ever been asked. */
function send(changes: Partial<PaymentAsk>) {
  return createAcquirerSimulator({ now, books: memoryBooks() }).send({ ...ask, ...changes }, patient())
}

function sendExpiry(month: number, year: number, changes: Partial<PaymentAsk> = {}) {
  return send({ card: { ...ask.card, expiry: { month, year } }, ...changes })
}

const byExpiry: [
  month: number,
  year: number,
  outcome: string,
  gatewayCode: string | undefined,
  code: string,
][] = [
  [1, 39, 'approved', 'APPROVED', '00'],
  [2, 39, 'declined', 'INSUFFICIENT_FUNDS', '51'],
  [3, 39, 'declined', 'REFERRED', '01'],
  [4, 39, 'declined', 'DECLINED', '05'],
  [5, 39, 'declined', 'DECLINED', '05'],
  [6, 39, 'declined', 'DECLINED_DO_NOT_CONTACT', '04'],
  [7, 39, 'declined', 'BLOCKED', '62'],
  [8, 39, 'pending', undefined, '09'],
  [9, 39, 'declined', 'SYSTEM_ERROR', '96'],
  [10, 39, 'declined', 'EXPIRED_CARD', '54'],
  [12, 39, 'approved', 'APPROVED_PENDING_SETTLEMENT', '00'],
  [1, 37, 'declined', 'ACQUIRER_SYSTEM_ERROR', '91'],
  [2, 37, 'declined', 'UNSPECIFIED_FAILURE', '06'],
  [5, 37, 'unknown', undefined, '68'],
  [4, 27, 'declined', 'EXPIRED_CARD', '54'],
  [11, 26, 'approved', 'APPROVED', '00'],
  [12, 26, 'approved', 'APPROVED', '00'],
  [10, 26, 'declined', 'EXPIRED_CARD', '54'],
  [12, 25, 'declined', 'EXPIRED_CARD', '54'],
  [1, 0, 'declined', 'EXPIRED_CARD', '54'],
  [12, 99, 'approved', 'APPROVED', '00'],
]

for (const [month, year, outcome, gatewayCode, acquirerCode] of byExpiry) {
  test(`In November 2026, expiry ${month}/${year} → ${gatewayCode ?? outcome}, by any verb`, async () => {
    for (const verb of ['authorize', 'pay', 'verify', 'credit'] as const) {
      const answer = await sendExpiry(month, year, { verb })
      expect(answer).toMatchObject({ outcome, acquirerCode, ...(gatewayCode && { gatewayCode }) })
      expect('gatewayCode' in answer).toBe(gatewayCode !== undefined)
    }
  })
}

for (const [month, year] of [
  [8, 28],
  [11, 39],
] as const) {
  test(`Expiry ${month}/${year} → silence until the patience ends`, async () => {
    const deadline = AbortSignal.timeout(30)
    const simulator = createAcquirerSimulator({ now, books: memoryBooks() })
    const answer = await simulator.send({ ...ask, card: { ...ask.card, expiry: { month, year } } }, deadline)
    expect(answer).toEqual({ outcome: 'silent' })
    expect(deadline.aborted).toBe(true)
  })
}

test('A trigger keeps its meaning after its date has passed', async () => {
  const later = createAcquirerSimulator({ now: () => new Date('2050-01-01T00:00:00Z'), books: memoryBooks() })
  const sendLater = (month: number) =>
    later.send(
      { ...ask, transactionId: `${month}`, card: { ...ask.card, expiry: { month, year: 39 } } },
      patient(),
    )
  expect(await sendLater(1)).toMatchObject({ gatewayCode: 'APPROVED' })
  expect(await sendLater(2)).toMatchObject({ gatewayCode: 'INSUFFICIENT_FUNDS' })
})

test('A card without an expiry date is approved', async () => {
  expect(await send({})).toMatchObject({ outcome: 'approved', gatewayCode: 'APPROVED', amount: 1_001n })
})

test('A partial approval is half, rounded down to the minor unit, for those who accept it', async () => {
  const accepted = { acceptPartialAmount: true }
  expect(await sendExpiry(4, 39, accepted)).toMatchObject({
    outcome: 'approved',
    gatewayCode: 'PARTIALLY_APPROVED',
    acquirerCode: '10',
    amount: 500n,
  })
  expect(await sendExpiry(4, 39, { ...accepted, amount: 1n })).toMatchObject({ gatewayCode: 'DECLINED' })
})

test('The same transaction gets the same answer, another transaction other codes', async () => {
  const distinct = new Set<string>()
  let minutes = 0
  const clock = () => new Date(Date.UTC(2026, 10, 15, 12, minutes++))
  const simulator = createAcquirerSimulator({ now: clock, books: memoryBooks() })
  await fc.assert(
    fc.asyncProperty(fc.uuid(), fc.uuid(), async (orderId, transactionId) => {
      const asked = { ...ask, orderId, transactionId }
      const answer = await simulator.send(asked, patient())
      expect(await simulator.send(asked, patient())).toEqual(answer)
      if (answer.outcome === 'approved') distinct.add(answer.receipt)
    }),
    { numRuns: 100 },
  )
  expect(distinct.size).toBe(100)
})

test('An approval is filed by the clock the simulator was given', async () => {
  expect(await send({})).toMatchObject({
    acquirer: {
      id: 'SIMULATOR',
      merchantId: 'TESTMERCHANT',
      batch: 20261115,
      date: '1115',
      timeZone: '+0000',
    },
    authorizationResponse: { responseCode: '00', time: '123045', timezone: '+0000' },
  })
})

test('What the issuer said on the telephone approves, and is the code of the approval', async () => {
  expect(await sendExpiry(3, 39)).toMatchObject({ outcome: 'declined', gatewayCode: 'REFERRED' })
  const told = { authorizationCode: '4711AB' }
  expect(await sendExpiry(3, 39, told)).toMatchObject({ outcome: 'approved', ...told, acquirerCode: '00' })
})

test('A decline of one of a series advises about the next; other declines and approvals do not', async () => {
  const isOfAgreement = true
  expect(await sendExpiry(10, 39, { isOfAgreement })).toMatchObject({ merchantAdviceCode: '01' })
  expect(await sendExpiry(2, 39, { isOfAgreement })).toMatchObject({ merchantAdviceCode: '02' })
  expect(await sendExpiry(7, 39, { isOfAgreement })).toMatchObject({ merchantAdviceCode: '03' })
  expect(await sendExpiry(7, 39)).not.toHaveProperty('merchantAdviceCode')
  expect(await send({ isOfAgreement })).not.toHaveProperty('merchantAdviceCode')
})
