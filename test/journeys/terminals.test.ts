import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { luhnDigit } from '../../src/standards/cardNumber.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { newOrder } from './requests.ts'
import {
  emvOf,
  inquiryOf,
  keySets,
  p2peOf,
  pinOf,
  readCards,
  readRequest,
  testCard,
  trackOf,
} from './terminalCards.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded', { patienceMs: 1_000 })
})
afterAll(() => gateway?.stop())

const masked = '512345xxxxxx0008'
const shown = 'sourceOfFunds.provided.card'
const lastAsk = () => Object(gateway.asks.at(-1))

describe.each(readCards)('2.8, a card that was read as $name', ({ card }) => {
  test.each([
    ['AUTHORIZE', 'authorize'],
    ['PAY', 'pay'],
    ['VERIFY', 'verify'],
  ])('%s takes it, tells the acquirer all and nobody else', async (apiOperation, verb) => {
    const read = card()
    const order = newOrder()
    const answer = await gateway.authorize(order, readRequest(read, { apiOperation }))
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: { result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } },
    })
    expect(valueAt(answer.body, `${shown}.number`)).toBe(masked)
    expect(valueAt(answer.body, `${shown}.expiry`)).toEqual({ month: '1', year: '39' })
    expect(lastAsk()).toMatchObject({
      verb,
      card: { number: testCard.number, expiry: { month: 1, year: 39 } },
    })
    const { presented } = lastAsk()
    for (const name of ['track1', 'track2'])
      if (name in read) expect(presented[name]).toBe(Reflect.get(read, name))
    if ('emvRequest' in read) expect(presented.emv).toBe(read.emvRequest)
    const story = await gateway.call('GET', `order/${order}/transaction/1/explain`)
    for (const { text } of [answer, story, await gateway.retrieve(order)]) expectQuiet(text, read)
  })

  test('Balance Inquiry and Create Token take it', async () => {
    const read = card()
    const balance = await gateway.call('PUT', 'balanceInquiry', inquiryOf(read))
    expect(balance, balance.text).toMatchObject({ status: 200, body: { result: 'SUCCESS' } })
    expect(lastAsk()).toMatchObject({ verb: 'balance', card: { number: testCard.number } })
    const made = await gateway.call('POST', 'token', { sourceOfFunds: { provided: { card: card() } } })
    expect(made, made.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    expect(valueAt(made.body, `${shown}.number`)).toBe(masked)
    for (const { text } of [balance, made]) expectQuiet(text, read)
  })

  test('Void takes it, of the card that paid and of no other', async () => {
    const order = newOrder()
    await gateway.authorize(order, readRequest(card(), { apiOperation: 'PAY' }))
    const { expiry: _, ...read } = Object(card())
    const voided = await gateway.authorize(order, voiding(read), { transaction: '2' })
    expect(voided, voided.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    expect(lastAsk()).toMatchObject({ verb: 'void', presented: expect.anything() })
    expectQuiet(voided.text, read)
  })
})

const voiding = (card: object, more: object = {}) => ({
  apiOperation: 'VOID',
  transaction: { targetTransactionId: '1' },
  posTerminal: { onlineReasonCode: 'FORCED_BY_TERMINAL' },
  sourceOfFunds: { provided: { card } },
  ...more,
})

/** Nothing of what was read, nor the number in any of its forms. */
function expectQuiet(text: string, read: object): void {
  const { track1, track2, p2pe } = Object(read)
  for (const secret of [testCard.number, track1, track2, p2pe?.payload])
    if (secret !== undefined) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/"(?:payload|track1|track2|pin)"/)
}

test('2.8, emvRequest comes back without 5A, 57 and 56, and the issuer answers the chip', async () => {
  const emvRequest = `${emvOf({ entryMode: 'SWIPE' })}9F2608A1B2C3D4E5F60718`
  const answer = await gateway.authorize(newOrder(), readRequest({ emvRequest }))
  const { emvRequest: back, emvResponse } = Object(valueAt(answer.body, shown))
  expect(back).toContain('9F2608A1B2C3D4E5F60718')
  expect(back).not.toContain('5123450000000008')
  expect(back).not.toMatch(/^5[A7]/)
  expect(emvResponse).toMatch(/^8A023030910A[0-9A-F]{16}3030$/)
  const expiry = { month: '5', year: '39' }
  const declined = await gateway.authorize(
    newOrder(),
    readRequest({ emvRequest: emvOf({}, { ...testCard, expiry }) }),
  )
  expect(declined.body).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'DECLINED' } })
  expect(valueAt(declined.body, `${shown}.emvResponse`)).toMatch(/^8A023035/)
})

test('2.10, tags fill what posTerminal leaves out, and words of the request stay', async () => {
  const filled = await gateway.authorize(newOrder(), readRequest({ emvRequest: emvOf() }))
  expect(filled.body.posTerminal).toMatchObject({
    ...{ attended: 'ATTENDED', panEntryMode: 'CHIP', pinEntryCapability: 'PIN_SUPPORTED' },
    ...{ inputCapability: 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE', address: { country: 'DEU' } },
    ...{ cardholderActivated: 'NOT_CARDHOLDER_ACTIVATED', onlineReasonCode: 'FORCED_BY_TERMINAL' },
  })
  expect(lastAsk().presented.terminal).toMatchObject({ entryMode: '051', country: 'DEU' })
  const posTerminal = {
    ...{ attended: 'UNATTENDED', entryMode: '079', panEntryMode: 'CONTACTLESS' },
    onlineReasonCode: 'OVER_FLOOR_LIMIT',
  }
  const refused = await gateway.authorize(newOrder(), readRequest({ emvRequest: emvOf() }, { posTerminal }))
  expect(refused.body).toMatchObject({ error: { field: 'posTerminal.entryMode', validationType: 'INVALID' } })
  const given = { ...posTerminal, entryMode: '072' }
  const told = await gateway.authorize(
    newOrder(),
    readRequest({ emvRequest: emvOf() }, { posTerminal: given }),
  )
  expect(told.body.posTerminal).toMatchObject({ ...given, pinEntryCapability: 'PIN_SUPPORTED' })
  expect(lastAsk().presented.terminal).toMatchObject(given)
})

test('2.10, tags inside a payload fill posTerminal, too', async () => {
  const answer = await gateway.authorize(newOrder(), readRequest({ p2pe: p2peOf({ form: 'emv' }) }))
  expect(answer.body.posTerminal).toMatchObject({ attended: 'ATTENDED', panEntryMode: 'CHIP' })
  expect(valueAt(answer.body, `${shown}.emvResponse`)).toMatch(/^8A023030/)
  expect(lastAsk().presented.emv).toBe(emvOf())
})

test('2.8, one initialization vector of one block is used, and cardBin may be right', async () => {
  for (const [keySet, digits] of [
    [keySets.TDES, 16],
    [keySets.AES, 32],
  ] as const) {
    const initializationVector = '5A'.repeat(digits / 2)
    const p2pe = p2peOf({ keySet, initializationVector, cardBin: '512345' })
    const answer = await gateway.authorize(newOrder(), readRequest({ p2pe }))
    expect(answer, answer.text).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  }
})

test.each(['TDES', 'AES'] as const)('2.8, a PIN block under %s goes to the issuer alone', async family => {
  const posTerminal = { panEntryMode: 'SWIPE', pinEntryCapability: 'PIN_SUPPORTED' }
  const pay = (pin: object, apiOperation: string) =>
    gateway.authorize(
      newOrder(),
      readRequest({ track2: trackOf('track2'), pin }, { apiOperation, posTerminal }),
    )
  for (const apiOperation of ['AUTHORIZE', 'PAY', 'VERIFY']) {
    const right = pinOf('1234', family)
    const answer = await pay(right, apiOperation)
    expect(answer.body, answer.text).toMatchObject({ result: 'SUCCESS' })
    expect(lastAsk().presented).toMatchObject({ pinBlock: right, terminal: { entryMode: '901' } })
    expect(answer.text).not.toContain(right.payload)
    const wrong = await pay(pinOf('4321', family), apiOperation)
    expect(wrong.body).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'DECLINED_INVALID_PIN', acquirerCode: '55' },
    })
  }
  const inquire = (pin: object) =>
    gateway.call('PUT', 'balanceInquiry', inquiryOf({ track2: trackOf('track2'), pin }))
  expect((await inquire(pinOf('4321', family))).body).toMatchObject({
    response: { gatewayCode: 'DECLINED_INVALID_PIN' },
  })
})

test('2.8, the cryptogram of a device goes to the issuer, and the terminal is the payer’s', async () => {
  const onlinePaymentCryptogram = Buffer.from('a device made this').toString('base64')
  const devicePayment = { cryptogramFormat: '3DSECURE', eciIndicator: '05', onlinePaymentCryptogram }
  const posTerminal = { panEntryMode: 'CONTACTLESS', onlineReasonCode: 'FORCED_BY_TERMINAL' }
  const answer = await gateway.authorize(
    newOrder(),
    readRequest({ ...testCard, devicePayment }, { posTerminal }),
  )
  expect(answer.body, answer.text).toMatchObject({
    result: 'SUCCESS',
    posTerminal: { location: 'PAYER_TERMINAL_OFF_PREMISES' },
  })
  expect(valueAt(answer.body, `${shown}.maskedFpan`)).toBe(masked)
  expect(answer.text).not.toContain(onlinePaymentCryptogram)
  expect(lastAsk().presented.cryptogram).toEqual({
    ...{ format: '3DSECURE', eci: '05', value: onlinePaymentCryptogram },
  })
  const mobileWallet = { cryptogramFormat: '3DSECURE', '3DSecure': { onlinePaymentCryptogram } }
  await gateway.call('PUT', 'balanceInquiry', inquiryOf({ ...testCard, mobileWallet }))
  expect(lastAsk().presented.cryptogram).toMatchObject({ value: onlinePaymentCryptogram })
})

test('2.8, gift cards with their PIN, and accounts of benefits', async () => {
  const numbered = (start: string) => start + luhnDigit(start)
  const giftCard = { number: numbered('603571005000000000'), pin: '1234' }
  const gift = (pin: string) =>
    readRequest({}, { sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { ...giftCard, pin } } } })
  expect((await gateway.authorize(newOrder(), gift('1234'))).body).toMatchObject({ result: 'SUCCESS' })
  const wrong = await gateway.authorize(newOrder(), gift('4321'))
  expect(wrong.body).toMatchObject({ response: { gatewayCode: 'DECLINED_INVALID_PIN' } })
  const benefits = { ...testCard, number: numbered('512345005001000') }
  const sourceOfFunds = {
    type: 'EBT_CARD',
    provided: { card: { track2: trackOf('track2', benefits) }, ebt: { accountType: 'SNAP_BENEFITS' } },
  }
  const balance = await gateway.call('PUT', 'balanceInquiry', { order: { currency: 'USD' }, sourceOfFunds })
  expect(balance.body, balance.text).toMatchObject({
    response: { gatewayCode: 'BALANCE_AVAILABLE' },
    availableBalance: { ebt: [{ amount: 50.01 }] },
  })
  const paid = await gateway.authorize(newOrder(), readRequest({}, { apiOperation: 'PAY', sourceOfFunds }))
  expect(paid.body, paid.text).toMatchObject({ result: 'SUCCESS' })
})
