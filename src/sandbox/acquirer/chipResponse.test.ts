import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import type { AcquirerAnswer, FollowUpAsk, PaymentAsk } from '../../acquirers/port.ts'
import { createAcquirerScripts } from './scripts.ts'
import { createAcquirerSimulator } from './simulator.ts'

const chip = '9F2608A1B2C3D4E5F607189F2701809F36020001'
const ask: PaymentAsk = {
  ...{ merchantId: 'M', orderId: 'o', transactionId: '1', amount: 1_000n, currency: 'USD' },
  verb: 'authorize',
  card: { number: '5123450000000008', expiry: { month: 1, year: 39 } },
  acceptPartialAmount: false,
  presented: { emv: chip },
}
const voidAsk: FollowUpAsk = {
  ...{ merchantId: 'M', orderId: 'o', transactionId: '2', amount: 1_000n, currency: 'USD' },
  verb: 'void',
  original: { transactionId: '1', type: 'AUTHORIZATION', amount: 1_000n, startedAtMs: 0 },
  repeat: 0,
  presented: { emv: chip },
}

function open() {
  const scripts = createAcquirerScripts()
  const now = () => new Date('2026-11-15T12:30:45Z')
  const simulator = createAcquirerSimulator({ now, books: memoryBooks(), scripts })
  return { scripts, send: simulator.send }
}

const send = (changes: Partial<PaymentAsk>, deadline = new AbortController().signal) =>
  open().send({ ...ask, ...changes }, deadline)
const sendExpiry = (month: number) => send({ card: { ...ask.card, expiry: { month, year: 39 } } })
const tagsOf = (answer: AcquirerAnswer) => ('emvResponse' in answer ? answer.emvResponse : undefined)

const byExpiry: [month: number, code: string][] = [
  [1, '3030'],
  [2, '3531'],
  [3, '3031'],
  [5, '3035'],
  [10, '3534'],
]
for (const [month, code] of byExpiry) {
  test(`The chip is told what the issuer says: expiry ${month}/39 → 8A ${code}`, async () => {
    for (const verb of ['authorize', 'pay', 'verify', 'credit'] as const) {
      const card = { ...ask.card, expiry: { month, year: 39 } }
      expect(tagsOf(await send({ verb, card }))).toMatch(new RegExp(`^8A02${code}910A[0-9A-F]{16}${code}$`))
    }
  })
}

test('A balance, a capture and a void tell the chip, too, also when the books object', async () => {
  const { send } = open()
  const patient = new AbortController().signal
  const { card, presented = {} } = ask
  const balance = { verb: 'balance', merchantId: 'M', currency: 'USD', card, presented } as const
  expect(tagsOf(await send(balance, patient))).toMatch(/^8A023030/)
  expect(tagsOf(await send(voidAsk, patient))).toMatch(/^8A023235/)
  await send(ask, patient)
  expect(tagsOf(await send({ ...voidAsk, verb: 'capture', transactionId: '3' }, patient))).toMatch(
    /^8A023030/,
  )
  const other = { ...voidAsk, transactionId: '4', original: { ...voidAsk.original, transactionId: '3' } }
  expect(tagsOf(await send(other, patient))).toMatch(/^8A023030/)
})

test('Who read no chip is told no tags, nor is anybody where nobody decided', async () => {
  expect(await send({ presented: { track2: '5123450000000008=3901101' } })).not.toHaveProperty('emvResponse')
  expect(await sendExpiry(8)).toMatchObject({ outcome: 'pending' })
  expect(await sendExpiry(8)).not.toHaveProperty('emvResponse')
  const silent = { card: { ...ask.card, expiry: { month: 11, year: 39 } } }
  expect(await send(silent, AbortSignal.timeout(20))).toEqual({ outcome: 'silent' })
})

test('The same question gets the same tags, another cryptogram, code or card others', async () => {
  const tags = tagsOf(await send({}))
  expect(tagsOf(await send({ orderId: 'another', presented: { emv: chip.toLowerCase() } }))).toBe(tags)
  const others = [
    tagsOf(await send({ presented: { emv: chip.replace('A1B2', 'A1B3') } })),
    tagsOf(await send({ presented: { emv: '9F270180' } })),
    tagsOf(await send({ card: { ...ask.card, number: '4508750015741019' } })),
    tagsOf(await sendExpiry(5)),
  ]
  expect(new Set([tags, ...others]).size).toBe(5)
})

test('Tags depend on no digit that answers mask, or one could try which number they belong to', async () => {
  const other = { ...ask.card, number: '5123459999990008' }
  expect(tagsOf(await send({ card: other }))).toBe(tagsOf(await send({})))
})

test('A blocked card is told to block its application', async () => {
  expect(tagsOf(await sendExpiry(7))).toMatch(/^8A023632910A[0-9A-F]{16}3632720F860D841E000008[0-9A-F]{16}$/)
})

test('A script decides what the chip is told', async () => {
  const { scripts, send } = open()
  scripts.add({ match: {}, answers: [{ answer: 'decline', gatewayCode: 'DECLINED_INVALID_PIN' }] })
  const answer = await send(ask, new AbortController().signal)
  expect(answer).toMatchObject({ gatewayCode: 'DECLINED_INVALID_PIN', acquirerCode: '55' })
  expect(tagsOf(answer)).toMatch(/^8A023535/)
})

test('What is no EMV at all does no harm', async () => {
  for (const emv of ['', '9F', '9F26FF00', 'zz'])
    expect(tagsOf(await send({ presented: { emv } })), emv).toMatch(/^8A023030910A/)
})
