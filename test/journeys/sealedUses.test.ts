import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBaseKeyAdministration } from '../../src/composition/baseKeys.ts'
import { packCardData, sealReading } from '../../src/sandbox/terminal/testTerminal.ts'
import { luhnDigit } from '../../src/standards/cardNumber.ts'
import { openBaseKeyRecords } from '../../src/store/administration/baseKeys.ts'
import { openStore } from '../../src/store/open.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { checkValueOf } from '../../src/terminals/keyImport.ts'
import { unpack } from '../../src/terminals/payload.ts'
import type { BaseKey, SealedReading } from '../../src/terminals/port.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { granted } from './administrator.ts'
import { keyEncryptionKeys, openGateway, type TestGateway } from './gateway.ts'
import { newOrder } from './requests.ts'
import { keySets, p2peOf, readRequest } from './terminalCards.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 10_000 })
  const { config, logins } = gateway.database
  const store = await openStore(logins)
  const { records, close } = openBaseKeyRecords(config)
  closers.push(close, store.close)
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  const desk = openBaseKeyAdministration({ store, keyring, records, isSandbox: true, actor: 'ada' })
  for (const { algorithm, keySetId, key } of Object.values(own)) {
    const checkValue = checkValueOf(algorithm, key)
    const components = [{ key: key.toString('hex') }]
    granted(await desk.import({ algorithm, keySetId, checkValue, components }))
  }
})
afterAll(async () => {
  for (const close of closers) await close()
  await gateway?.stop()
})

const key = Buffer.from('23456789ABCDEF01DCBA9876543210FE', 'hex')
/** No test keys: those may be tried out with again and again. */
const own = {
  TDES: { algorithm: 'TDES', keySetId: 'ABCDEF', key },
  AES: { algorithm: 'AES-128', keySetId: 'ABCDEF01', key },
} as const satisfies Record<string, BaseKey>
const families = ['TDES', 'AES'] as const

const path = 'sourceOfFunds.provided.card.p2pe.keySerialNumber'
const usedBefore = {
  status: 400,
  body: { error: { field: path, explanation: expect.stringContaining('used for other card data before') } },
}

const expiry = { month: '1', year: '39' }
function someCard() {
  const start = `545301${String(randomInt(1e9)).padStart(9, '0')}`
  return { number: start + luhnDigit(start), expiry }
}

const inquire = (p2pe: SealedReading) =>
  gateway.call('PUT', 'balanceInquiry', {
    order: { currency: 'USD' },
    sourceOfFunds: { type: 'CARD', provided: { card: { expiry, p2pe } } },
  })

/**
 * Somebody with a merchant's password and one captured payload. What they XOR into the vector is XORed into
 * the first digits: a filler behind the twelfth makes the number end there, and the mask shows other digits.
 */
async function attack(captured: SealedReading, blockDigits: number) {
  const known: (number | undefined)[] = Array.from({ length: 16 }, () => undefined)
  const answers: Awaited<ReturnType<typeof inquire>>[] = []
  async function ask(changes: readonly number[]) {
    const vector = changes.map(digit => digit.toString(16)).join('')
    const answer = await inquire({ ...captured, initializationVector: vector.padEnd(blockDigits, '0') })
    answers.push(answer)
    const mask = answer.status < 300 ? valueAt(answer.body, 'sourceOfFunds.provided.card.number') : undefined
    return typeof mask === 'string' ? mask : undefined
  }
  function learn(mask: string | undefined, from: number): boolean {
    for (const [at, digit] of [...(mask ?? '')].entries())
      if (digit !== 'x' && at >= from) known[at] = Number(digit)
    return mask !== undefined
  }
  learn(await ask(known.map(() => 0)), 0)
  for (const length of [13, 12, 10])
    for (let first = 0; first < 10; first++) {
      const changes = known.map((digit, at) => (at < length ? 0 : (digit ?? 0) ^ 0xf))
      changes[0] = (known[0] ?? 0) ^ first
      if (learn(await ask(changes), 1)) break
    }
  return { number: known.map(digit => digit ?? 'x').join(''), answers }
}

test.each(families)('a captured payload under %s does not give up its number', async family => {
  const card = someCard()
  const captured = p2peOf({ card, form: 'number', keySet: own[family] })
  const { number, answers } = await attack(captured, family === 'TDES' ? 16 : 32)
  expect(number).toBe(card.number.replace(/(?<=^.{6}).{6}/, 'xxxxxx'))
  expect(answers).toHaveLength(31)
  for (const answer of answers.slice(1)) expect(answer).toMatchObject(usedBefore)
  // The payer is not made to suffer for it.
  expect(await inquire(captured)).toMatchObject({ status: 200 })
})

/**
 * One changed copy is enough where the contents are tags: 5A is made to begin later, and the first six digits
 * of what is read are those that the mask of the number hides.
 */
test('not even one copy is read whose vector is another', async () => {
  const start = `5453014${String(randomInt(1e8)).padStart(8, '0')}`
  const card = { number: start + luhnDigit(start), expiry }
  const plain = packCardData(card, 'emv')
  const captured = sealReading(plain, { keySet: own.AES, device: '77', counter: 1 })
  expect(await inquire(captured)).toMatchObject({ status: 200 })
  const wanted = Buffer.from(plain)
  for (const [at, byte] of [
    [0, 0x9c],
    [1, 1],
    [3, 0x5a],
    [4, 7],
  ] as const)
    wanted[at] = byte
  wanted.fill(0, 10)
  const vector = Buffer.from(wanted.map((byte, at) => byte ^ (plain[at] ?? 0)))
  expect(unpack(wanted)?.number.slice(0, 6)).toBe(card.number.slice(6, 12))
  const changed = { ...captured, initializationVector: vector.toString('hex') }
  expect(await inquire(changed)).toMatchObject(usedBefore)
  expect(await inquire(captured)).toMatchObject({ status: 200 })
})

const usedElsewhere = {
  status: 400,
  body: { error: { field: path, explanation: expect.stringContaining('used for something else before') } },
}

test.each([
  ['a key of its own', own.AES],
  ['a test key', keySets.TDES],
])('a payload under %s pays one order, once', async (_which, keySet) => {
  const order = newOrder()
  const body = readRequest({ p2pe: p2peOf({ card: someCard(), keySet }) }, { apiOperation: 'PAY' })
  expect(await gateway.authorize(order, body)).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  const asked = gateway.asks.length
  for (const other of [newOrder(), newOrder()])
    expect(await gateway.authorize(other, body)).toMatchObject(usedElsewhere)
  expect(await gateway.authorize(order, body, { transaction: '2' })).toMatchObject(usedElsewhere)
  expect(gateway.asks).toHaveLength(asked)
  const again = await gateway.authorize(order, body)
  expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
  const card = { p2pe: valueAt(body, 'sourceOfFunds.provided.card.p2pe') }
  const token = { sourceOfFunds: { provided: { card } } }
  expect(await gateway.call('POST', 'token', token)).toMatchObject(usedElsewhere)
  expect(await inquire(card.p2pe as SealedReading)).toMatchObject(usedElsewhere)
})

test.each([
  ['a key of all merchants', own.AES],
  ['a test key', keySets.TDES],
])('a payload under %s pays at one merchant, also under the same ids', async (_which, keySet) => {
  const p2pe = p2peOf({ card: someCard(), keySet })
  const order = newOrder()
  const elsewhere = { merchant: 'OTHERMERCHANT' }
  const body = readRequest({ p2pe }, { apiOperation: 'PAY' })
  expect(await gateway.authorize(order, body)).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  for (const other of [newOrder(), order])
    expect(await gateway.authorize(other, body, elsewhere)).toMatchObject(usedElsewhere)
  const token = { sourceOfFunds: { provided: { card: { p2pe } } } }
  expect(await gateway.call('POST', 'token', token, elsewhere)).toMatchObject(usedElsewhere)
})

test('of many orders at once, at two nodes, one is paid', async () => {
  const neighbour = await gateway.neighbour()
  try {
    for (let round = 0; round < 5; round++) {
      const body = readRequest({ p2pe: p2peOf({ card: someCard(), keySet: own.AES }) })
      const nodes = Array.from({ length: 4 }, (_, at) => (at % 2 === 0 ? gateway : neighbour))
      const answers = await Promise.all(nodes.map(node => node.authorize(newOrder(), body)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 201))
        expect(answer).toMatchObject(usedElsewhere)
    }
  } finally {
    await neighbour.stop()
  }
})

test('what was refused is sent again under its ids, and what follows brings the reading along', async () => {
  const p2pe = p2peOf({ card: someCard(), keySet: own.AES })
  const order = newOrder()
  const wrong = readRequest({ p2pe }, { order: { amount: '10.001', currency: 'USD' } })
  expect(await gateway.authorize(order, wrong)).toMatchObject({ status: 400 })
  expect(await gateway.authorize(order, readRequest({ p2pe }))).toMatchObject({ status: 201 })
  const undo = {
    apiOperation: 'VOID',
    posTerminal: { onlineReasonCode: 'FORCED_BY_TERMINAL' },
    sourceOfFunds: { provided: { card: { p2pe } } },
    transaction: { targetTransactionId: '1' },
  }
  const other = newOrder()
  expect(await gateway.authorize(other, readRequest({ p2pe: p2peOf({ keySet: own.AES }) }))).toMatchObject({
    status: 201,
  })
  expect(await gateway.authorize(other, undo, { transaction: '2' })).toMatchObject(usedElsewhere)
  const undone = await gateway.authorize(order, undo, { transaction: '2' })
  expect(undone, undone.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
})

test('who asks what is on a card may pay with the same reading afterwards', async () => {
  const p2pe = p2peOf({ card: someCard(), keySet: own.AES })
  for (let times = 0; times < 2; times++) expect(await inquire(p2pe)).toMatchObject({ status: 200 })
  expect(await gateway.authorize(newOrder(), readRequest({ p2pe }))).toMatchObject({ status: 201 })
  expect(await inquire(p2pe)).toMatchObject(usedElsewhere)
})

test('a reading that was kept as a token pays only by the token', async () => {
  const p2pe = p2peOf({ card: someCard(), keySet: own.AES })
  const keep = () => gateway.call('POST', 'token', { sourceOfFunds: { provided: { card: { p2pe } } } })
  const kept = await keep()
  expect(kept).toMatchObject({ status: 201 })
  expect((await keep()).body.token).toBe(kept.body.token)
  expect(await gateway.authorize(newOrder(), readRequest({ p2pe }))).toMatchObject(usedElsewhere)
})

test('what is sent again is the same, however it is written', async () => {
  const sealed = p2peOf({ card: someCard(), keySet: own.TDES })
  const order = newOrder()
  const spelled = [
    sealed,
    { ...sealed, payload: sealed.payload.toLowerCase() },
    { ...sealed, keySerialNumber: sealed.keySerialNumber.toLowerCase() },
    { ...sealed, initializationVector: '0'.repeat(16) },
  ]
  for (const p2pe of [...spelled, ...spelled]) expect(await inquire(p2pe)).toMatchObject({ status: 200 })
  expect(await gateway.authorize(order, readRequest({ p2pe: sealed }))).toMatchObject({ status: 201 })
  for (const p2pe of spelled)
    expect(await gateway.authorize(newOrder(), readRequest({ p2pe }))).toMatchObject(usedElsewhere)
})

test('sealed anew under the same number it is taken once more, and then never', async () => {
  const card = someCard()
  const [first, second, third] = (['track2', 'track1', 'emv'] as const).map(form =>
    p2peOf({ card, form, keySet: own.AES, counter: 0x7000 }),
  )
  const ask = (p2pe: SealedReading | undefined) => (p2pe ? inquire(p2pe) : undefined)
  for (const p2pe of [first, second]) expect(await ask(p2pe)).toMatchObject({ status: 200 })
  expect(await ask(third)).toMatchObject(usedBefore)
  const pay = (p2pe?: SealedReading) => gateway.authorize(newOrder(), readRequest({ p2pe }))
  expect(await pay(third)).toMatchObject(usedBefore)
  expect(await pay(first)).toMatchObject({ status: 201 })
  expect(await pay(second)).toMatchObject(usedElsewhere)
  const next = p2peOf({ card, form: 'emv', keySet: own.AES, counter: 0x7001 })
  expect(await pay(next)).toMatchObject({ status: 201 })
  const others = await gateway.authorize(newOrder(), readRequest({ p2pe: third }), {
    merchant: 'OTHERMERCHANT',
  })
  expect(others).toMatchObject(usedBefore)
})

test('with the test keys, serial numbers are used for as many payloads as one likes', async () => {
  for (const form of ['track2', 'track1', 'emv'] as const) {
    const p2pe = p2peOf({ form, keySet: keySets.TDES, counter: 0x7000 })
    expect(await gateway.authorize(newOrder(), readRequest({ p2pe }))).toMatchObject({ status: 201 })
  }
})

test('a reset forgets them', async () => {
  const count = () =>
    withClient(gateway.database.config, async client => {
      const { rows } = await client.query('select from sealed_uses')
      return rows.length
    })
  expect(await count()).toBeGreaterThan(4)
  expect((await gateway.call('DELETE', '/sandbox/data')).status).toBe(200)
  expect(await count()).toBe(0)
})
