import { expect, test } from 'vitest'
import {
  answerWith,
  card,
  key,
  moved,
  payment,
  type Scripted,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'

type World = ReturnType<typeof scriptedPipeline>

async function recordOf(submitted: ReturnType<World['submit']>) {
  const outcome = await submitted
  if (isRejection(outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.record
}

async function authorized(more: object = {}): Promise<World> {
  const world = scriptedPipeline()
  await recordOf(world.submit('1', 'AUTHORIZE', payment('10.00', { reference: 'R1', ...more })))
  return world
}
const shownCard = { number: '512345xxxxxx0008', brand: 'NETWORK_B', fundingMethod: 'CREDIT' }

test('a capture shows the card and the order of what it captures, and its own approval', async () => {
  const world = await authorized()
  const record = await recordOf(world.submit('2', 'CAPTURE', moved('4.00')))
  expect(record).toMatchObject({
    result: 'SUCCESS',
    order: { id: 'O', reference: 'R1', amount: '10.00', totalCapturedAmount: '4.00' },
    transaction: { id: '2', type: 'CAPTURE', amount: '4.00', authorizationCode: 'CODE01' },
    authorizationResponse: { validationCode: 'V123' },
    sourceOfFunds: { type: 'CARD', provided: { card: shownCard } },
    response: { gatewayCode: 'APPROVED', risk: { gatewayCode: 'NOT_CHECKED' } },
  })
  expect(world.asks.at(-1)).toMatchObject({
    verb: 'capture',
    repeat: 0,
    card: { number: card.number },
    original: { transactionId: '1', authorizationCode: 'CODE01' },
  })
})

test('a capture without a code of its own shows that of the authorization', async () => {
  const world = await authorized()
  world.answers.push(ask => ({ ...answerWith('approved', ask), authorizationCode: '' }))
  expect(await recordOf(world.submit('2', 'CAPTURE', moved('4.00')))).toMatchObject({
    transaction: { authorizationCode: 'CODE01' },
  })
})

test('a verification answers the amount that it names, or without one that of the order', async () => {
  const world = scriptedPipeline()
  const verified = async (transactionId: string, order: object) => {
    const record = await recordOf(world.submit(transactionId, 'VERIFY', { ...payment('1.00'), order }))
    const loaded = await world.journal.load(key)
    const found = await world.gateway.retrieveOrder(key)
    return [record.order?.amount, 'amount' in found ? found.amount : undefined, loaded?.amount]
  }
  world.answers.push('declined', 'approved', 'approved')
  expect(await verified('1', { currency: 'USD' })).toEqual(['0.00', '0.00', 0n])
  expect(await verified('2', { amount: '25.00', currency: 'USD' })).toEqual(['25.00', '25.00', 2500n])
  expect(await verified('3', { currency: 'USD' })).toEqual(['25.00', '25.00', 2500n])
  world.answers.push('declined')
  await world.submit('4', 'AUTHORIZE', payment('10.00'))
  expect(await verified('5', { currency: 'USD' })).toEqual(['10.00', '10.00', 1000n])
  expect(await verified('6', { amount: '30.00', currency: 'USD' })).toEqual(['30.00', '30.00', 3000n])
})

test('a follow-up seals no card, and another card is not mistaken for its own', async () => {
  const world = await authorized()
  await world.submit('2', 'CAPTURE', moved('4.00'))
  const order = await world.journal.load(key)
  expect(order?.transactions.map(({ card: sealed }) => sealed !== undefined)).toEqual([true, false])
  expect(order?.transactions[1]?.request).not.toContain(card.number)
})

test('a security code goes to the acquirer and is kept nowhere', async () => {
  const world = scriptedPipeline()
  const body = payment('10.00')
  const sourceOfFunds = { provided: { card: { ...card, securityCode: '987' } } }
  await world.submit('1', 'PAY', { ...body, sourceOfFunds })
  expect(world.asks[0]).toMatchObject({ card: { securityCode: '987' } })
  const paid = (await world.journal.load(key))?.transactions[0]
  expect(paid?.card?.toString()).toContain(card.number)
  expect(`${paid?.card} ${paid?.request} ${paid?.outcome}`).not.toContain('987')
})

test('a gift card is shown as one', async () => {
  const world = scriptedPipeline()
  const sourceOfFunds = { provided: { giftCard: { number: '6035710012345658906', pin: '1234' } } }
  const { order } = payment('1.00')
  const record = await recordOf(world.submit('1', 'PAY', { order, sourceOfFunds }))
  expect(record.sourceOfFunds).toEqual({
    type: 'GIFT_CARD',
    provided: { giftCard: { number: '603571xxxxxxxxx8906', brand: 'NETWORK_B', fundingMethod: 'CREDIT' } },
  })
  expect((await world.journal.load(key))?.transactions[0]?.card?.toString()).not.toContain('1234"')
})

test('a void is for what it undoes', async () => {
  const world = await authorized()
  await world.submit('2', 'CAPTURE', moved('4.00'))
  expect(await recordOf(world.submit('3', 'VOID', target('2')))).toMatchObject({
    transaction: { type: 'VOID_CAPTURE', amount: '4.00', targetTransactionId: '2' },
    order: { status: 'AUTHORIZED', totalCapturedAmount: '0.00' },
  })
})

test('what a capture says of the order is said of the order from then on', async () => {
  const world = await authorized({ description: 'shoes', item: [item] })
  const more = { order: { reference: 'R2' } }
  const record = await recordOf(world.submit('2', 'CAPTURE', { ...moved('4.00'), ...more }))
  expect(record).toMatchObject({ order: { reference: 'R2', description: 'shoes' } })
  expect(record.order).not.toHaveProperty('item')
  expect(await world.gateway.retrieveTransaction(key, '1')).toMatchObject({ order: { reference: 'R2' } })
  expect(await world.gateway.retrieveOrder(key)).toMatchObject({ reference: 'R2', item: [item] })
  expect(await recordOf(world.submit('1', 'AUTHORIZE', payment('10.00', firstOrder)))).toMatchObject({
    order: { reference: 'R1', totalCapturedAmount: '0.00' },
  })
})
const item = { name: 'shoe', quantity: '2', unitPrice: '5.00' }
const firstOrder = { reference: 'R1', description: 'shoes', item: [item] }

test('how far a reversal got is shown when the transaction is retrieved', async () => {
  const world = scriptedPipeline()
  world.answers.push('silent', 'silent')
  await world.submit('1', 'PAY', payment('10.00'))
  const shown = async () => await world.gateway.retrieveTransaction(key, '1')
  expect(await shown()).toMatchObject({ transaction: { reversal: { status: 'PENDING', attempts: 0 } } })
  world.journal.nowMs += 5_000
  await world.recovery.tick()
  const lastAttemptTime = new Date(world.journal.nowMs).toISOString()
  expect(await shown()).toMatchObject({
    transaction: { reversal: { status: 'PENDING', attempts: 1, lastAttemptTime } },
  })
  world.journal.nowMs += 1_000
  await world.recovery.tick()
  expect(await shown()).toMatchObject({
    result: 'FAILURE',
    gatewayEntryPoint: 'WEB_SERVICES_API',
    transaction: { reversal: { status: 'ACKNOWLEDGED', attempts: 2 } },
    response: { gatewayCode: 'TIMED_OUT' },
  })
})

test('an advice that got through answers with the details of its approval', async () => {
  const world = await authorized()
  world.answers.push('silent')
  const body = moved('4.00')
  const first = await recordOf(world.submit('2', 'CAPTURE', body))
  expect(first).toMatchObject({ result: 'PENDING', order: { totalCapturedAmount: '0.00' } })
  expect(first.transaction).not.toHaveProperty('authorizationCode')
  await world.recovery.tick()
  const settled = {
    result: 'SUCCESS',
    order: { reference: 'R1', totalCapturedAmount: '4.00', status: 'PARTIALLY_CAPTURED' },
    transaction: { authorizationCode: 'CODE01', receipt: '123456789012' },
    response: { gatewayCode: 'APPROVED', acquirerCode: '00' },
  }
  expect(await recordOf(world.submit('2', 'CAPTURE', body))).toMatchObject(settled)
  const now = await world.gateway.retrieveTransaction(key, '2')
  expect(now).toMatchObject(settled)
  expect(now).not.toHaveProperty('transaction.reversal')
})

test('what an issuer tells of the balance and of later payments is shown', async () => {
  const world = scriptedPipeline()
  const generous: Scripted = ask => {
    const answer = answerWith('approved', ask)
    if (answer.outcome !== 'approved') return answer
    return {
      ...answer,
      availableBalance: { funds: { amount: 1_234n, currency: 'USD' } },
      authorizationResponse: { ...answer.authorizationResponse, merchantAdviceCode: '02' },
    }
  }
  world.answers.push(generous)
  expect(await recordOf(world.submit('1', 'PAY', payment('10.00')))).toMatchObject({
    availableBalance: { funds: { amount: '12.34', currency: 'USD' } },
    response: { recurringPaymentAdvice: { acquirerCode: '02' } },
  })
})

test('debug information is for merchants who asked for it, and for what did not succeed', async () => {
  const quiet = scriptedPipeline()
  quiet.answers.push('declined')
  const { response } = await recordOf(quiet.submit('1', 'PAY', payment('10.00')))
  expect(response).not.toHaveProperty('debugInformation')
  const world = scriptedPipeline({ profile: { ...ordinaryProfile, debugInformation: true } })
  world.answers.push('declined', 'silent')
  expect(await recordOf(world.submit('1', 'PAY', payment('10.00')))).toMatchObject({
    response: { debugInformation: 'Acquirer scripted answered declined (00 DECLINED).' },
  })
  expect(await recordOf(world.submit('2', 'PAY', payment('10.00')))).toMatchObject({
    response: {
      debugInformation:
        'Acquirer scripted did not answer within 30000 ms. It is reversed until that is acknowledged.',
    },
  })
  const done = await recordOf(world.submit('3', 'PAY', payment('10.00')))
  expect(done.response).not.toHaveProperty('debugInformation')
})

test('what the gateway decides by itself is recorded, and nobody is asked', async () => {
  const world = scriptedPipeline()
  for (let n = 0; n < 10; n++) {
    world.answers.push('declined')
    await world.submit(`${n}`, 'PAY', payment('10.00'))
  }
  expect(await recordOf(world.submit('x', 'PAY', payment('10.00')))).toMatchObject({
    result: 'FAILURE',
    response: { gatewayCode: 'EXCEEDED_RETRY_LIMIT' },
    sourceOfFunds: { provided: { card: shownCard } },
  })
  expect(world.asks).toHaveLength(10)
  expect(await world.recovery.tick({ all: true })).toBe(0)
})

test('a refusal waits while something runs on the order: what it was refused for may change', async () => {
  const world = await authorized()
  let answerCapture: () => void = () => {}
  const answered = new Promise<void>(resolve => {
    answerCapture = resolve
  })
  world.answers.push(async ask => {
    await answered
    return answerWith('approved', ask)
  })
  const capture = recordOf(world.submit('2', 'CAPTURE', moved('10.00')))
  await new Promise(resolve => setImmediate(resolve))
  const refund = recordOf(world.submit('3', 'REFUND', moved('10.00')))
  await new Promise(resolve => setImmediate(resolve))
  answerCapture()
  expect(await capture).toMatchObject({ order: { status: 'CAPTURED' } })
  expect(await refund).toMatchObject({ result: 'SUCCESS', order: { status: 'REFUNDED' } })
})

test('an order kept busy answers LOCK_FAILURE, even to what it would refuse', async () => {
  const world = await authorized()
  world.answers.push('silent')
  await world.submit('2', 'CAPTURE', moved('10.00'))
  const locked = {
    result: 'FAILURE',
    response: { gatewayCode: 'LOCK_FAILURE' },
    transaction: { id: '3', amount: '5.00', currency: 'USD', type: 'REFUND' },
  }
  expect(await recordOf(world.submit('3', 'REFUND', moved('5.00')))).toMatchObject(locked)
  expect(await recordOf(world.submit('4', 'VOID', target('1')))).toMatchObject({
    response: { gatewayCode: 'LOCK_FAILURE' },
    transaction: { id: '4', type: 'VOID_AUTHORIZATION' },
  })
  await world.recovery.tick()
  expect(await recordOf(world.submit('3', 'REFUND', moved('5.00')))).toMatchObject({ result: 'SUCCESS' })
})

test('a LOCK_FAILURE names the type that the transaction would have had', async () => {
  const world = await authorized()
  world.answers.push('silent')
  await world.submit('2', 'CAPTURE', moved('10.00'))
  const typeOf = async (...[id, operation, body]: Parameters<World['submit']>) =>
    (await recordOf(world.submit(id, operation, body))).transaction?.type
  const paid = payment('10.00')
  const atProvider = {
    order: { amount: '10.00', currency: 'USD' },
    sourceOfFunds: { type: 'BROWSER_PAYMENT' },
  }
  const browserPayment = (operation: string) => ({
    ...atProvider,
    browserPayment: { operation, returnUrl: 'https://shop.example/back' },
  })
  expect(await typeOf('3', 'VERIFY', paid)).toBe('VERIFICATION')
  expect(await typeOf('3', 'PAY', paid)).toBe('PAYMENT')
  expect(await typeOf('3', 'UPDATE_AUTHORIZATION', moved('12.00'))).toBe('AUTHORIZATION_UPDATE')
  expect(await typeOf('3', 'VOID', target('2'))).toBe('VOID_CAPTURE')
  expect(await typeOf('3', 'REFERRAL', { transaction: { authorizationCode: 'A1' } })).toBe('AUTHORIZATION')
  expect(await typeOf('3', 'INITIATE_AUTHENTICATION', paid)).toBe('AUTHENTICATION')
  expect(await typeOf('3', 'INITIATE_BROWSER_PAYMENT', browserPayment('PAY'))).toBe('PAYMENT')
  expect(await typeOf('3', 'INITIATE_BROWSER_PAYMENT', browserPayment('AUTHORIZE'))).toBe('AUTHORIZATION')
})

test('a LOCK_FAILURE shows the card of the request as any other answer does', async () => {
  const world = await authorized()
  world.answers.push('silent')
  await world.submit('2', 'CAPTURE', moved('10.00'))
  const giftCard = { number: '6035710012345658906' }
  const given = { ...payment('10.00'), sourceOfFunds: { provided: { giftCard } } }
  for (const operation of ['PAY', 'VERIFY'])
    expect(await recordOf(world.submit('3', operation, payment('10.00')))).toMatchObject({
      response: { gatewayCode: 'LOCK_FAILURE' },
      sourceOfFunds: { type: 'CARD', provided: { card: shownCard } },
    })
  expect(await recordOf(world.submit('3', 'PAY', given))).toMatchObject({
    sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { fundingMethod: 'CREDIT' } } },
  })
  const refund = await recordOf(world.submit('3', 'REFUND', moved('5.00')))
  expect(refund).toMatchObject({ response: { gatewayCode: 'LOCK_FAILURE' } })
  expect(refund).not.toHaveProperty('sourceOfFunds.provided.card.brand')
})

test('a first payment that cannot be planned on nothing is planned on the order that is there', async () => {
  const world = await authorized()
  expect(await world.submit('2', 'AUTHORIZE', payment('10.00'))).toMatchObject({ field: 'apiOperation' })
  expect(await recordOf(world.submit('1', 'AUTHORIZE', payment('10.00', { reference: 'R1' })))).toMatchObject(
    { result: 'SUCCESS' },
  )
})
