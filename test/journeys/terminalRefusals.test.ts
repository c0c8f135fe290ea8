import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { cardPath, invalidAt, opened, refusedEverywhere } from './refusedReadings.ts'
import { newOrder } from './requests.ts'
import { emvOf, inquiryOf, keySets, p2peOf, pinOf, readRequest, testCard, trackOf } from './terminalCards.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 1_000 })
})
afterAll(() => gateway?.stop())

const pay = (card: object, more: object = {}, options?: CallOptions) =>
  gateway.authorize(newOrder(), readRequest(card, more), options)
const refused = (card: object, field: string) => refusedEverywhere(gateway, card, field)

const other = { number: '4508750015741019', expiry: { month: '2', year: '39' } }

describe('7, rule 4', () => {
  test.each(['TDES', 'AES'] as const)('a cardBin that is not the number’s beginning, %s', async family => {
    const p2pe = p2peOf({ keySet: keySets[family], cardBin: '512346' })
    const [answer] = await refused({ p2pe }, 'p2pe.cardBin')
    expect(answer?.text).not.toContain('512345')
  })
})

describe('7, rule 3', () => {
  test.each(['p2pe', 'pin'])(
    'a terminal whose %s is INVALID is declined, and nobody is asked',
    async name => {
      const encryptionState = 'INVALID'
      const card =
        name === 'pin'
          ? { track2: trackOf('track2'), pin: { ...pinOf('1234'), encryptionState } }
          : { p2pe: { ...p2peOf(), payload: '5A'.repeat(32), encryptionState } }
      const asked = gateway.asks.length
      for (const apiOperation of ['AUTHORIZE', 'PAY', 'VERIFY'])
        expect(await pay(card, { apiOperation })).toMatchObject({
          status: 201,
          body: { result: 'FAILURE', response: { gatewayCode: 'DECLINED' } },
        })
      const inquired = await gateway.call('PUT', 'balanceInquiry', inquiryOf(card))
      expect(inquired.body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'DECLINED' } })
      // Nobody has judged it: it may be anything.
      expect(inquired.text).not.toContain('keySerialNumber')
      expect(gateway.asks.length).toBe(asked)
    },
  )

  test('a void with such a reading is declined as well, and the payment stands', async () => {
    const order = newOrder()
    await gateway.authorize(order, readRequest({ track2: trackOf('track2') }))
    const asked = gateway.asks.length
    const p2pe = { ...p2peOf(), encryptionState: 'INVALID' }
    const voided = await gateway.authorize(order, voiding({ p2pe }), { transaction: '2' })
    expect(voided, voided.text).toMatchObject({ status: 201, body: { result: 'FAILURE' } })
    expect(gateway.asks.length).toBe(asked)
    expect((await gateway.retrieve(order)).body).toMatchObject({ status: 'AUTHORIZED' })
  })
})

const voiding = (card: object, more: object = {}) => ({
  apiOperation: 'VOID',
  transaction: { targetTransactionId: '1' },
  posTerminal: { onlineReasonCode: 'FORCED_BY_TERMINAL' },
  sourceOfFunds: { provided: { card } },
  ...more,
})

describe('7, rule 5: emvRequest', () => {
  const whole = emvOf()
  test.each([
    ['a PIN in it (99)', `${whole.slice(0, 200)}9904DEADBEEF`],
    ['a tag nobody knows (DF01)', 'DF010411223344'],
    ['a tag that is there twice', '9C01009C0100'],
    ['an end within a value', '9F2608A1B2C3'],
    ['an end within a tag', '9C01009F'],
    ['a length that is longer written than it must be', '9C810100'],
    ['an indefinite length', '9F2680A1B20000'],
    ['half a byte', '9C01001'],
    ['no hexadecimal digits', '9C01ZZ'],
  ])('with %s', async (_, emvRequest) => {
    const card = { ...testCard, emvRequest }
    const answers = await refused(card, 'emvRequest')
    for (const { text } of answers) expect(text).not.toMatch(/[0-9]{12}/)
  })

  test('longer than 250 digits, and empty', async () => {
    for (const emvRequest of [`9F1078${'00'.repeat(0x78)}9F2608A1B2C3D4E5F60718`, ''])
      await refused({ ...testCard, emvRequest }, 'emvRequest')
  })
})

describe('2.8: tracks', () => {
  test.each(['track1', 'track2'] as const)('%s of another card than number or expiry say', async track => {
    for (const card of [
      { number: other.number, [track]: trackOf(track) },
      { ...testCard, [track]: trackOf(track, { ...testCard, expiry: other.expiry }) },
      { ...other, [track]: trackOf(track) },
    ])
      await refused(card, track)
  })

  test('two tracks of two cards, and what is no track', async () => {
    await refused({ track1: trackOf('track1'), track2: trackOf('track2', other) }, 'track1')
    for (const track2 of [';5123450000000008=3913201?', '5123450000000008', ';5123450000000009=3901201?'])
      await refused({ ...testCard, track2 }, 'track2')
    await refused({ track2: ';5123450000000009=3901201?' }, 'track2')
  })

  test('a number or expiry beside a payload that holds another', async () => {
    for (const card of [{ number: other.number }, { expiry: other.expiry }])
      await refused({ ...card, p2pe: p2peOf() }, 'p2pe.payload')
  })
})

describe('2.8: p2pe', () => {
  test('a payload, vector or serial number of the wrong size, or none that was sealed', async () => {
    const sealed = p2peOf()
    await refused({ p2pe: { ...sealed, payload: `${sealed.payload}00` } }, 'p2pe.payload')
    await refused({ p2pe: { ...sealed, payload: 'A5'.repeat(32) } }, 'p2pe.payload')
    await refused({ p2pe: { ...sealed, payload: sealed.payload.slice(0, 30) } }, 'p2pe.payload')
    const aes = p2peOf({ keySet: keySets.AES })
    const half = { ...aes, initializationVector: '00'.repeat(8) }
    await refused({ p2pe: half }, 'p2pe.initializationVector')
    for (const keySerialNumber of [`${sealed.keySerialNumber}00`, 'FFFF9876540000E00000', 'X'.repeat(20)])
      await refused({ p2pe: { ...sealed, keySerialNumber } }, 'p2pe.keySerialNumber')
  })

  test('serial numbers of AES are understood from version 69 on', async () => {
    const p2pe = p2peOf({ keySet: keySets.AES })
    expect(await pay({ p2pe }, {}, { version: 68 })).toMatchObject({
      status: 400,
      body: { error: invalidAt('p2pe.keySerialNumber') },
    })
    expect(await pay({ p2pe }, {}, { version: 69 })).toMatchObject(opened)
    expect(await pay({ p2pe: p2peOf() }, {}, { version: 68 })).toMatchObject(opened)
  })

  test('no session holds what a terminal read', async () => {
    for (const card of [{ p2pe: p2peOf() }, { emvRequest: emvOf() }, { track2: trackOf('track2') }]) {
      const answer = await gateway.call('POST', 'session', { sourceOfFunds: { provided: { card } } })
      const [name = ''] = Object.keys(card)
      expect(answer, answer.text).toMatchObject({
        status: 400,
        body: { error: { field: `${cardPath}.${name}`, validationType: 'UNSUPPORTED' } },
      })
    }
  })
})

describe('2.10: posTerminal', () => {
  test.each([
    { entryMode: '051' },
    { entryMode: '072' },
    { entryMode: '791' },
    { panEntryMode: 'CHIP_FALLBACK' },
  ])('chip entry %j needs onlineReasonCode, at the payment and at its void', async entry => {
    const card = { track2: trackOf('track2') }
    const missing = {
      status: 400,
      body: { error: { field: 'posTerminal.onlineReasonCode', validationType: 'MISSING' } },
    }
    expect(await pay(card, { posTerminal: entry })).toMatchObject(missing)
    const order = newOrder()
    const posTerminal = { ...entry, onlineReasonCode: 'UNABLE_TO_PROCESS_CHIP' }
    await gateway.authorize(order, readRequest(card, { posTerminal }))
    const silent = voiding(card, { posTerminal: undefined })
    expect(await gateway.authorize(order, silent, { transaction: '2' })).toMatchObject(missing)
    expect(await gateway.authorize(order, voiding(card), { transaction: '3' })).toMatchObject(opened)
  })

  test('a void with another card in the terminal is refused', async () => {
    const order = newOrder()
    await gateway.authorize(order, readRequest({ track2: trackOf('track2') }))
    const asked = gateway.asks.length
    for (const [field, card] of [
      ['track2', { track2: trackOf('track2', other) }],
      ['track1', { track1: trackOf('track1', other) }],
      ['emvRequest', { emvRequest: emvOf({}, other) }],
      ['p2pe.payload', { p2pe: p2peOf({ card: other }) }],
    ] as const) {
      const answer = await gateway.authorize(order, voiding(card), { transaction: '2' })
      expect(answer, answer.text).toMatchObject({
        status: 400,
        body: { error: { validationType: 'INVALID' } },
      })
      expect(valueAt(answer.body, 'error.field')).toBe(`${cardPath}.${field}`)
    }
    expect(gateway.asks.length).toBe(asked)
  })

  test('a merchant whose acquirer wants it says who is at the terminal', async () => {
    const allow = (profile: object) => gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', profile)
    await allow({ attendedForChip: true })
    const posTerminal = { entryMode: '051', onlineReasonCode: 'FORCED_BY_CHIP' }
    const card = { track2: trackOf('track2') }
    expect(await pay(card, { posTerminal })).toMatchObject({
      status: 400,
      body: { error: { field: 'posTerminal.attended', validationType: 'MISSING' } },
    })
    expect(await pay(card, { posTerminal: { ...posTerminal, attended: 'UNATTENDED' } })).toMatchObject(opened)
    await allow({})
  })
})
