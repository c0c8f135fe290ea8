import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import type { PaymentAsk, PinBlock } from '../../acquirers/port.ts'
import { encipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { workingKey } from '../../standards/dukpt/dukpt.ts'
import { aesPinBlock, pinBlock } from '../../standards/pinBlock.ts'
import { createAcquirerScripts } from './scripts.ts'
import { createAcquirerSimulator } from './simulator.ts'

const tdes = { algorithm: 'TDES', keySetId: 'FFFF987654', key: '0123456789ABCDEFFEDCBA9876543210' }
const aes = { algorithm: 'AES-128', keySetId: '12345678', key: 'FEDCBA9876543210F1F1F1F1F1F1F1F1' }
const tdesSerial = 'FFFF9876543210E00008'
const aesSerial = '123456789012345600000003'
const number = '5123450000000008'

function sealedPin(pin: string, ofNumber = number, serial = tdesSerial): PinBlock {
  const key = workingKey(Buffer.from(tdes.key, 'hex'), Buffer.from(serial, 'hex'), 'pin')
  const payload = encipherBlocks('TDES', key, pinBlock(pin, ofNumber)).toString('hex').toUpperCase()
  return { payload, keySerialNumber: serial }
}

function aesSealedPin(pin: string, ofNumber = number): PinBlock {
  const key = workingKey(Buffer.from(aes.key, 'hex'), Buffer.from(aesSerial, 'hex'), 'pin')
  const payload = aesPinBlock(pin, ofNumber, key, Buffer.alloc(8, 7)).toString('hex')
  return { payload, keySerialNumber: aesSerial }
}

function open(pinKeys = [tdes, aes]) {
  const scripts = createAcquirerScripts()
  const books = memoryBooks()
  const now = () => new Date('2026-11-15T12:30:45Z')
  return { scripts, books, simulator: createAcquirerSimulator({ now, books, scripts, pinKeys }) }
}

const ask: PaymentAsk = {
  ...{ merchantId: 'M', orderId: 'o', transactionId: '1', amount: 1_000n, currency: 'USD' },
  verb: 'pay',
  card: { number, expiry: { month: 1, year: 39 } },
  acceptPartialAmount: false,
}
async function pay(block: PinBlock, changes: Partial<PaymentAsk> = {}, { simulator, books } = open()) {
  const asked = { ...ask, presented: { pinBlock: block }, ...changes }
  const isSilent = asked.card.expiry?.month === 11
  const deadline = isSilent ? AbortSignal.timeout(20) : new AbortController().signal
  const answer = await simulator.send(asked, deadline)
  return { answer, posted: (await books.entries({ limit: 9 })).length }
}

const approved = { answer: { outcome: 'approved', gatewayCode: 'APPROVED' }, posted: 1 }
const invalidPin = { outcome: 'declined', gatewayCode: 'DECLINED_INVALID_PIN' }
const wrong = { answer: { ...invalidPin, acquirerCode: '55' }, posted: 0 }
const unreadable = { answer: { ...invalidPin, acquirerCode: '81' }, posted: 0 }

test('The published block of 1234 is the right PIN', async () => {
  const block = { payload: '1B9C1845EB993A7A', keySerialNumber: 'FFFF9876543210E00001' }
  expect(await pay(block, { card: { number: '4012345678909' } })).toMatchObject(approved)
})

test('1234 is right, another PIN wrong, under either key set and in letters of either case', async () => {
  expect(await pay(sealedPin('1234'))).toMatchObject(approved)
  expect(await pay(sealedPin('4321'))).toMatchObject(wrong)
  expect(await pay(sealedPin('12345'))).toMatchObject(wrong)
  expect(await pay(aesSealedPin('1234'))).toMatchObject(approved)
  expect(await pay(aesSealedPin('123456'))).toMatchObject(wrong)
  const { payload, keySerialNumber = '' } = sealedPin('4321')
  const small = { payload: payload.toLowerCase(), keySerialNumber: keySerialNumber.toLowerCase() }
  expect(await pay(small)).toMatchObject(wrong)
})

test('A block of another card, of another counter, or cut short cannot be read', async () => {
  const { payload } = sealedPin('1234')
  expect(await pay(sealedPin('1234', '4508750015741019'))).toMatchObject(unreadable)
  expect(await pay(aesSealedPin('1234', '4508750015741019'))).toMatchObject(unreadable)
  expect(await pay({ payload, keySerialNumber: 'FFFF9876543210E00009' })).toMatchObject(unreadable)
  expect(await pay(sealedPin('1234', number, 'FFFF9876543210E00000'))).toMatchObject(unreadable)
  expect(await pay({ payload, keySerialNumber: aesSerial })).toMatchObject(unreadable)
  expect(await pay({ payload: payload + payload, keySerialNumber: tdesSerial })).toMatchObject(unreadable)
})

test('A block under a key of others, or of none that is told, is taken at its word', async () => {
  const { payload } = sealedPin('4321')
  expect(await pay({ payload })).toMatchObject(approved)
  expect(await pay({ payload, keySerialNumber: 'AAAA9876543210E00008' })).toMatchObject(approved)
  expect(await pay({ payload, keySerialNumber: 'FFFF9876543210E000080000' })).toMatchObject(approved)
  expect(await pay(sealedPin('4321'), {}, open([]))).toMatchObject(approved)
})

test('What the account refuses is refused for that reason, whatever the PIN', async () => {
  const expiring = (month: number) => ({ card: { number, expiry: { month, year: 39 } } })
  expect(await pay(sealedPin('4321'), expiring(7))).toMatchObject({ answer: { gatewayCode: 'BLOCKED' } })
  expect(await pay(sealedPin('4321'), expiring(11))).toMatchObject({
    answer: { outcome: 'silent' },
    posted: 0,
  })
})

test('Every question about an account looks at the PIN', async () => {
  for (const verb of ['authorize', 'pay', 'verify', 'credit'] as const)
    expect(await pay(sealedPin('4321'), { verb })).toMatchObject(wrong)
  const balance = { verb: 'balance', merchantId: 'M', currency: 'USD', card: ask.card } as const
  const presented = { pinBlock: sealedPin('4321') }
  for (const changes of [{}, { benefits: {} }]) {
    const asked = { ...balance, ...changes, presented }
    expect(await open().simulator.send(asked, new AbortController().signal)).toMatchObject(invalidPin)
  }
})

test('A chip is told about its PIN, and a script is stronger', async () => {
  const presented = { emv: '9F270180', pinBlock: sealedPin('4321') }
  expect(await pay(sealedPin('4321'), { presented })).toMatchObject({
    answer: { emvResponse: expect.stringMatching(/^8A023535/) },
  })
  const opened = open()
  opened.scripts.add({ match: {}, answers: [{ answer: 'approve' }] })
  expect(await pay(sealedPin('4321'), {}, opened)).toMatchObject(approved)
})

test('Whatever stands in a block, it is answered', async () => {
  const hex = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${min},${max}}$`))
  const serials = fc.oneof(
    hex(10, 10).map(rest => tdes.keySetId + rest),
    hex(16, 16).map(rest => aes.keySetId + rest),
    hex(20, 24),
  )
  await fc.assert(
    fc.asyncProperty(hex(16, 32), serials, async (payload, keySerialNumber) => {
      const { answer } = await pay({ payload, keySerialNumber })
      expect(['approved', 'declined']).toContain(answer.outcome)
    }),
    { numRuns: 100 },
  )
})
