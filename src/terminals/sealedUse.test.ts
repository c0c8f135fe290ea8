import { expect, test } from 'vitest'
import { testBaseKeys } from '../sandbox/terminal/testKeys.ts'
import { type CardDataForm, packCardData, sealReading } from '../sandbox/terminal/testTerminal.ts'
import type {
  FoundBaseKey,
  ReadingPurpose,
  SealedReading,
  SealedUse,
  SealedUseAdmission,
  SealedUses,
} from './port.ts'
import { createTerminals } from './terminals.ts'

const [tdesKey, aesKey] = testBaseKeys
if (!tdesKey || !aesKey) throw new Error('the sandbox has two test keys')
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }

const terminalsWith = (sets: readonly FoundBaseKey[], uses: SealedUses) =>
  createTerminals({
    keys: { find: async (_, serial) => sets.find(set => serial.startsWith(set.keySetId)) ?? 'unknown' },
    ...{ uses, hashKey: Buffer.alloc(32, 7) },
  })
/** By the last digit. */
const turned = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('2') ? '3' : '2')

/** A key serial number is for one payload. */
const asked: SealedUse[] = []
let verdict: SealedUseAdmission = 'admitted'
const uses = {
  async admit(use: SealedUse) {
    asked.push(use)
    return verdict
  },
}
const question: ReadingPurpose = { kind: 'question' }
const own = { keySet: { ...aesKey, isTest: false }, device: '90123456', counter: 1 }
const strict = terminalsWith([own.keySet, tdesKey], uses)
const sealed = sealReading(packCardData(card, 'track2'), own)
async function useOf(changes: Partial<SealedReading>, merchantId = 'SHOP', terminals = strict) {
  asked.length = 0
  await terminals.open(merchantId, { ...sealed, ...changes }, question)
  return asked.map(use =>
    [use.serialHash, use.vectorHash, use.payloadHash].map(hash => hash.toString('hex')),
  )[0]
}

test('with other card data, or for something else, it stays closed, and no more is said', async () => {
  verdict = 'otherData'
  expect(await strict.open('SHOP', sealed, question)).toEqual({
    culprit: 'keySerialNumber',
    why: 'It was used for other card data before.',
  })
  verdict = 'otherPurpose'
  expect(await strict.open('SHOP', sealed, question)).toEqual({
    culprit: 'keySerialNumber',
    why: 'It was used for something else before: another order, another transaction or a token.',
  })
  verdict = 'admitted'
  expect(await strict.open('SHOP', sealed, question)).toMatchObject({ number: card.number })
})

test('what it is for is told by merchant, order and transaction; a question is for nothing', async () => {
  const told = async (purpose: ReadingPurpose, changes: Partial<SealedReading> = {}, merchantId = 'SHOP') => {
    asked.length = 0
    await strict.open(merchantId, { ...sealed, ...changes }, purpose)
    const { orderHash, transactionHash, purpose: use } = asked[0] ?? {}
    return [orderHash?.toString('hex'), transactionHash?.toString('hex'), use?.isFollowUp]
  }
  const [order, transaction] = await told({ kind: 'transaction', orderId: 'A', transactionId: '1' })
  const other = expect.not.stringMatching(new RegExp(`^(?:${order}|${transaction})$`))
  expect(await told({ kind: 'followUp', orderId: 'A', transactionId: '1' })).toEqual([
    order,
    transaction,
    true,
  ])
  expect(await told({ kind: 'followUp', orderId: 'A', transactionId: '2' })).toEqual([order, other, true])
  expect(await told({ kind: 'transaction', orderId: 'B', transactionId: '1' })).toEqual([other, other, false])
  const paid = { kind: 'transaction', orderId: 'A', transactionId: '1' } as const
  expect(await told(paid, {}, 'OTHER')).toEqual([other, other, false])
  const token = await told({ kind: 'token' })
  expect((await told({ kind: 'token' }, {}, 'OTHER'))[1]).not.toBe(token[1])
  expect(token).toEqual([other, other, false])
  expect(await told({ kind: 'token' }, { payload: turned(sealed.payload) })).toEqual(token)
  expect(await told(question)).toEqual([undefined, undefined, undefined])
})

test('base key, number, payload and vector are told apart, not who sends them or how written', async () => {
  const [serial, vector, payload] = (await useOf({})) ?? []
  const same = [
    ...[{ payload: sealed.payload.toLowerCase() }, { initializationVector: '00'.repeat(16) }],
    ...[{ keySerialNumber: sealed.keySerialNumber.toLowerCase() }, { cardBin: '4' }],
  ]
  for (const changes of same) expect(await useOf(changes)).toEqual([serial, vector, payload])
  const other = expect.not.stringMatching(new RegExp(`^(?:${serial}|${vector}|${payload})$`))
  expect(await useOf({ payload: turned(sealed.payload) })).toEqual([serial, vector, other])
  expect(await useOf({ initializationVector: '01'.repeat(16) })).toEqual([serial, other, payload])
  expect(await useOf({}, 'OTHER')).toEqual([serial, vector, payload])
  const another = terminalsWith([{ ...own.keySet, key: Buffer.alloc(16, 5) }], uses)
  expect(await useOf({}, 'SHOP', another)).toEqual([other, other, other])
  const keySerialNumber = turned(sealed.keySerialNumber)
  expect(await useOf({ keySerialNumber })).toEqual([other, other, other])
})

test('a key of TDES is the same with every parity, and known by what it was called before', async () => {
  const proper = { ...tdesKey, isTest: false }
  const reading = sealReading(packCardData(card, 'track2'), { keySet: proper, device: '3210E', counter: 1 })
  const hashes = async (key: Buffer): Promise<readonly string[]> => {
    asked.length = 0
    const terminals = terminalsWith([{ ...proper, key }], uses)
    expect(await terminals.open('SHOP', reading, question)).toMatchObject({ number: card.number })
    return asked.flatMap(use => [use, ...use.earlier]).map(use => use.serialHash.toString('hex'))
  }
  const [name, ofMerchant, ...none] = await hashes(proper.key)
  expect(none).toEqual([])
  const own = expect.not.stringMatching(new RegExp(`^(?:${name}|${ofMerchant})$`))
  for (const change of [(byte: number) => byte & 0xfe, (byte: number) => byte ^ 1])
    expect(await hashes(Buffer.from(proper.key.map(change)))).toEqual([name, ofMerchant, own])
})

test('a key of AES has no parity: each of its bits counts', async () => {
  const [serial] = (await useOf({})) ?? []
  const other = terminalsWith(
    [{ ...own.keySet, key: Buffer.from(own.keySet.key.map(byte => byte ^ 1)) }],
    uses,
  )
  expect((await useOf({}, 'SHOP', other))?.[0]).not.toBe(serial)
})

test('what cannot be opened by its form, or under no key, is not remembered', async () => {
  for (const changes of [{ payload: '00' }, { initializationVector: '00' }, { keySerialNumber: '00' }])
    expect(await useOf(changes)).toBeUndefined()
  expect(await useOf({ keySerialNumber: `${'00'.repeat(11)}01` })).toBeUndefined()
})

test('under a test key each payload stands for itself, whatever its counter', async () => {
  const rehearse = async (form: CardDataForm) => {
    asked.length = 0
    const rehearsed = sealReading(packCardData(card, form), { keySet: tdesKey, device: '3210E', counter: 1 })
    expect(await strict.open('SHOP', rehearsed, question)).toMatchObject({ number: card.number })
    return asked[0]?.serialHash.toString('hex')
  }
  const first = await rehearse('track2')
  expect(await rehearse('track2')).toBe(first)
  expect(await rehearse('track1')).not.toBe(first)
})

test('a store that is away is a fault', async () => {
  const away = terminalsWith([own.keySet], { admit: () => Promise.reject(new Error('away')) })
  await expect(away.open('SHOP', sealed, question)).rejects.toThrow('away')
})
