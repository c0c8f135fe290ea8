import { expect, test, vi } from 'vitest'
import {
  approved,
  atMerchant,
  declined,
  initiated,
  initiating,
  started,
  tokenIn,
} from '../../../test/support/operations/browserPayments.ts'
import { key, payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { browserPaymentLifeMs, lateConfirmationMs } from '../../orders/periods.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { nothingAssigned } from '../model/journal.ts'
import { initiateBrowserPaymentFlow } from './browserPayment.ts'

test('the payer goes to the provider, pays, and comes back: every step is told with its time', async () => {
  const { shown, interactions, others, returnToken, gateway } = await initiated()
  const first = await shown()
  expect(first).toMatchObject({
    result: 'SUCCESS',
    response: { gatewayCode: 'SUBMITTED' },
    browserPayment: { interaction: { status: 'INITIATED', timeInitiated: expect.any(String) } },
  })
  const { redirectUrl } = Object(first.browserPayment)
  expect(redirectUrl).toContain('https://pay.example/pay/redirect/')
  expect(await gateway.retrieveOrder(key)).toMatchObject({ status: 'INITIATED', totalCapturedAmount: '0.00' })
  expect(await interactions.redirected(tokenIn(redirectUrl))).toEqual({
    state: 'sent',
    address: 'https://provider.example/I1',
  })
  expect(await shown()).toMatchObject({
    browserPayment: { interaction: { status: 'REDIRECTED_TO_PROVIDER', timeRedirected: expect.any(String) } },
  })
  others.provisions.push(approved())
  expect(await interactions.returned(returnToken)).toEqual({
    state: 'sent',
    address: 'https://shop.example/back',
  })
  expect(await shown()).toMatchObject({
    result: 'SUCCESS',
    response: { gatewayCode: 'APPROVED' },
    transaction: { authorizationCode: 'CODE01' },
    browserPayment: {
      interaction: {
        status: 'COMPLETED',
        timeInitiated: expect.any(String),
        timeRedirected: expect.any(String),
        timeReturned: expect.any(String),
        timeCompleted: expect.any(String),
      },
    },
  })
  expect(await gateway.retrieveOrder(key)).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: '10.00' })
  expect(await interactions.redirected(tokenIn(redirectUrl))).toMatchObject({ state: 'over' })
})

test.each(['CANCELLED', 'ABORTED', 'DECLINED'] as const)('a payer may end it as %s', async code => {
  const { shown, interactions, others, returnToken, submit } = await initiated()
  others.provisions.push(declined(code))
  await interactions.returned(returnToken)
  expect(await shown()).toMatchObject({
    result: 'FAILURE',
    response: { gatewayCode: code },
    browserPayment: { interaction: { status: 'COMPLETED' } },
  })
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({ kind: 'recorded' })
})

test('what an order has for its merchant alone, no provider is told', async () => {
  const { submit, others, interactions } = scriptedPipeline()
  const ownUse = { custom: { shelf: '4' }, notificationUrl: 'https://shop.example/hook?secret=s' }
  const initiation = initiating(atMerchant, 'PROVIDER_A')
  others.provisions.push(started, { outcome: 'agreed' }, approved())
  await submit('b', 'INITIATE_BROWSER_PAYMENT', {
    ...initiation,
    order: { ...Object(initiation.order), ...ownUse, description: 'Tea' },
  })
  const [asked] = others.asks
  await interactions.returned(asked && 'returnCallback' in asked ? tokenIn(asked.returnCallback) : '')
  await submit('b', 'CONFIRM_BROWSER_PAYMENT', { order: { ...ownUse, description: 'Green tea' } })
  const told = others.asks.flatMap(ask => ('particulars' in ask ? [ask.particulars] : []))
  expect(told).toEqual([
    { order: { amount: '10.00', currency: 'USD', reference: 'R', description: 'Tea' } },
    { order: { description: 'Green tea' } },
  ])
})

test('no other payment may begin while one is open', async () => {
  const { submit } = await initiated()
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({ field: 'apiOperation' })
})

test('a payer who closes the tab is waited for, and sent away when the time is over', async () => {
  const { shown, others, recovery, journal } = await initiated()
  others.provisions.push({ outcome: 'undecided' })
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ verb: 'progress', isOver: false })
  expect(await shown()).toMatchObject({ response: { gatewayCode: 'SUBMITTED' } })
  journal.nowMs += browserPaymentLifeMs
  others.provisions.push({ outcome: 'undecided' }, declined('ABORTED'))
  await recovery.settle()
  expect(others.asks.at(-1)).toMatchObject({ verb: 'progress', isOver: true })
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'ABORTED' } })
})

test('an outcome that comes late is found out and kept', async () => {
  const { shown, others, recovery, journal, interactions, returnToken } = await initiated()
  others.provisions.push({ outcome: 'undecided' })
  await interactions.returned(returnToken)
  expect(await shown()).toMatchObject({
    response: { gatewayCode: 'SUBMITTED' },
    browserPayment: { interaction: { status: 'RETURNED_TO_MERCHANT' } },
  })
  journal.nowMs += 60_000
  others.provisions.push(approved())
  await recovery.tick()
  expect(await shown()).toMatchObject({ response: { gatewayCode: 'APPROVED' } })
})

async function agreed() {
  const world = await initiated(atMerchant, 'PROVIDER_A')
  world.others.provisions.push({ outcome: 'agreed', accountId: 'payer@example' })
  await world.interactions.returned(world.returnToken)
  return world
}

test('what the payer agreed to is taken when the merchant confirms, with another amount', async () => {
  const { submit, others, shown, gateway } = await agreed()
  expect(await shown()).toMatchObject({ browserPayment: { providerA: { accountId: 'payer@example' } } })
  others.provisions.push(approved(900n))
  const confirming = { order: { amount: '9.00', description: 'one less' } }
  expect(await submit('b', 'CONFIRM_BROWSER_PAYMENT', confirming)).toMatchObject({ kind: 'recorded' })
  expect(others.asks.at(-1)).toMatchObject({ verb: 'confirm', amount: 900n, interactionId: 'I1' })
  expect(await submit('b', 'CONFIRM_BROWSER_PAYMENT', confirming)).toMatchObject({ kind: 'replayed' })
  expect(await shown()).toMatchObject({
    order: { amount: '9.00', description: 'one less', reference: 'R', status: 'CAPTURED' },
    browserPayment: {
      interaction: { status: 'COMPLETED', timeReturned: expect.any(String) },
      operation: 'PAY',
    },
  })
  expect(await gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '9.00' })
})

test('the first inquiry ends with the confirmation, and nobody is told twice', async () => {
  const { submit, others, recovery, journal } = await agreed()
  others.provisions.push(approved())
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  const sequenceOf = async () => (await journal.traceOf(key, 'b')).outcomes.length
  const told = await sequenceOf()
  await recovery.tick()
  expect(await sequenceOf()).toBe(told)
  journal.nowMs += 1_000_000
  expect(await recovery.tick()).toBe(0)
})

test('a provider that says nothing keeps the order busy until it is asked again', async () => {
  const { submit, others, shown, recovery } = await agreed()
  others.provisions.push({ outcome: 'silent' })
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  expect(await shown()).toMatchObject({
    result: 'PENDING',
    response: { gatewayCode: 'PENDING' },
    order: { status: 'INITIATED' },
  })
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({
    record: { response: { gatewayCode: 'LOCK_FAILURE' } },
  })
  others.provisions.push(approved(), approved())
  await recovery.tick()
  expect(await shown()).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } })
})

const confirmations = (asks: readonly { readonly verb: string }[]) =>
  asks.filter(({ verb }) => verb === 'confirm')

test('a confirmation that the provider never heard is sent again as it was recorded', async () => {
  const { submit, others, shown, recovery, journal } = await agreed()
  others.provisions.push({ outcome: 'silent' })
  const confirming = { order: { amount: '9.00', description: 'one less' } }
  await submit('b', 'CONFIRM_BROWSER_PAYMENT', confirming)
  others.provisions.push({ outcome: 'agreed' }, { outcome: 'silent' })
  await recovery.tick()
  expect(await shown()).toMatchObject({ result: 'PENDING', response: { gatewayCode: 'PENDING' } })
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({
    record: { response: { gatewayCode: 'LOCK_FAILURE' } },
  })
  journal.nowMs += 60_000
  others.provisions.push({ outcome: 'agreed' }, approved(900n))
  await recovery.tick()
  expect(await shown()).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } })
  const [first, ...again] = confirmations(others.asks)
  expect(first).toMatchObject({ amount: 900n, reference: 'R', particulars: confirming })
  expect(again).toEqual([
    { ...first, isBacklog: true },
    { ...first, isBacklog: true },
  ])
})

test('a provider that answers a confirmation as if it waited for it keeps the order busy', async () => {
  const { submit, others, shown, recovery } = await agreed()
  others.provisions.push({ outcome: 'agreed' })
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  expect(await shown()).toMatchObject({ result: 'PENDING' })
  others.provisions.push({ outcome: 'agreed' }, { outcome: 'agreed' })
  await recovery.tick()
  expect(await shown()).toMatchObject({ result: 'PENDING' })
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({
    record: { response: { gatewayCode: 'LOCK_FAILURE' } },
  })
})

test('it is confirmed only when the payer is back, at the merchant, in its currency, in time', async () => {
  const early = await initiated(atMerchant)
  expect(await early.submit('b', 'CONFIRM_BROWSER_PAYMENT')).toMatchObject({ field: 'apiOperation' })
  const elsewhere = await initiated()
  expect(await elsewhere.submit('b', 'CONFIRM_BROWSER_PAYMENT')).toMatchObject({ field: 'apiOperation' })
  const back = await agreed()
  expect(await back.submit('b', 'CONFIRM_BROWSER_PAYMENT', { order: { currency: 'EUR' } })).toMatchObject({
    field: 'order.currency',
  })
  back.journal.nowMs += browserPaymentLifeMs
  expect(await back.submit('b', 'CONFIRM_BROWSER_PAYMENT')).toMatchObject({
    field: 'apiOperation',
    explanation: expect.stringContaining('until'),
  })
})

test('what nobody confirms is given up once no confirmation can be on its way', async () => {
  const { shown, others, recovery, journal, submit } = await agreed()
  journal.nowMs += browserPaymentLifeMs
  others.provisions.push({ outcome: 'undecided' })
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ verb: 'progress', isOver: false })
  journal.nowMs += lateConfirmationMs
  others.provisions.push({ outcome: 'agreed' }, declined('ABORTED'))
  await recovery.settle()
  expect(others.asks.at(-1)).toMatchObject({ verb: 'progress', isOver: true })
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'ABORTED' } })
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({ kind: 'recorded' })
})

test('a provider that takes another amount than was asked for has to give it back', async () => {
  const { shown, interactions, others, returnToken, recovery, asks, gateway } = await initiated()
  others.provisions.push(approved(1_500n))
  await interactions.returned(returnToken)
  await recovery.tick()
  expect(asks).toMatchObject([{ verb: 'reverse', transactionId: 'b' }])
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
  expect(await gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('whoever was told that it is pending is never told that nobody knows', async () => {
  const { submit, others, shown, recovery, answers } = await agreed()
  others.provisions.push({ outcome: 'silent' })
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  expect(await shown()).toMatchObject({ result: 'PENDING' })
  others.provisions.push(approved(1_500n))
  answers.push('silent')
  await recovery.tick()
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
  expect(await submit('p', 'PAY', payment('10.00'))).toMatchObject({
    record: { response: { gatewayCode: 'LOCK_FAILURE' } },
  })
})

test('what is undone of a confirmed payment is undone under the id that its merchant gave it', async () => {
  const { submit, others, recovery, asks, answers } = await agreed()
  others.provisions.push(approved(1_500n))
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  answers.push('approved')
  await recovery.tick()
  expect(asks).toMatchObject([{ verb: 'reverse', transactionId: 'b' }])
})

test('a card that was declined before is not that of the browser payment', async () => {
  const world = scriptedPipeline()
  world.answers.push('declined')
  await world.submit('p', 'PAY', payment('10.00'))
  world.others.provisions.push(started)
  await world.submit('b', 'INITIATE_BROWSER_PAYMENT', initiating())
  const asked = world.others.asks.at(-1)
  world.others.provisions.push(approved())
  await world.interactions.returned(asked && 'returnCallback' in asked ? tokenIn(asked.returnCallback) : '')
  await world.submit('r', 'REFUND', { transaction: { amount: '1.00', currency: 'USD' } })
  expect(world.asks.at(-1)).toMatchObject({ verb: 'refund' })
  expect(world.asks.at(-1)).not.toHaveProperty('card')
})

test('a browser payment that was referred has no card to submit again', async () => {
  const { submit, others, interactions, returnToken, asks, shown } = await initiated()
  others.provisions.push(declined('REFERRED'))
  await interactions.returned(returnToken)
  expect(await shown()).toMatchObject({ response: { gatewayCode: 'REFERRED' } })
  expect(await submit('r', 'REFERRAL', { transaction: { authorizationCode: '123456' } })).toMatchObject({
    ...{ kind: 'rejection', field: 'apiOperation', validationType: 'INVALID' },
    explanation: expect.stringContaining('card'),
  })
  expect(asks).toEqual([])
})

test('a payer who comes back after the outcome was found out is still seen to', async () => {
  const { shown, others, recovery, interactions, returnToken, journal } = await initiated()
  others.provisions.push(approved())
  await recovery.tick()
  expect(await shown()).toMatchObject({ browserPayment: { interaction: { status: 'COMPLETED' } } })
  journal.nowMs += 5_000
  expect(await interactions.returned(returnToken)).toMatchObject({ state: 'sent' })
  expect(await shown()).toMatchObject({
    result: 'SUCCESS',
    browserPayment: { interaction: { status: 'COMPLETED', timeReturned: expect.any(String) } },
  })
})

test('of two browser payments that both succeed, the second is given back', async () => {
  const { submit, others, interactions, recovery, asks, gateway } = await initiated()
  others.provisions.push({ ...started, interactionId: 'I2' })
  await submit('c', 'INITIATE_BROWSER_PAYMENT', initiating())
  const asked = others.asks.at(-1)
  const second = asked && 'returnCallback' in asked ? tokenIn(asked.returnCallback) : ''
  const first = others.asks.at(0)
  others.provisions.push(approved(), approved())
  await interactions.returned(first && 'returnCallback' in first ? tokenIn(first.returnCallback) : '')
  await interactions.returned(second)
  await recovery.tick()
  expect(asks).toMatchObject([{ verb: 'reverse', transactionId: 'c' }])
  expect(await gateway.retrieveOrder(key)).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: '10.00' })
})

test('a payment whose addresses cannot be kept is started at nobody, and keeps no order busy', async () => {
  const { submit, others, journal } = scriptedPipeline()
  vi.spyOn(others.counterparties.callbacks, 'issue').mockRejectedValueOnce(new StoreUnavailable('away'))
  const done = await submit('b', 'INITIATE_BROWSER_PAYMENT', initiating())
  expect(done).toMatchObject({ kind: 'recorded', record: { response: { gatewayCode: 'TIMED_OUT' } } })
  expect(others.asks).toEqual([])
  expect((await journal.load(key))?.openId).toBeUndefined()
})

test('a payment to which no way leads has failed, and nothing is owed about it', async () => {
  const { submit, others, journal } = scriptedPipeline()
  others.provisions.push({ outcome: 'unsent', reason: 'BREAKER_OPEN' })
  const done = await submit('b', 'INITIATE_BROWSER_PAYMENT', initiating())
  expect(done).toMatchObject({
    record: { result: 'FAILURE', response: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } },
  })
  const [known] = (await journal.load(key))?.transactions ?? []
  expect(known?.outcome?.story.asked).toMatchObject({ answer: 'unsent', reason: 'BREAKER_OPEN' })
  const judged = initiateBrowserPaymentFlow.judge({
    answer: { outcome: 'unsent', reason: 'BREAKER_OPEN' },
    ...{ request: {}, amount: 1n, before: { fields: {} }, trace: 'shop/7', nowMs: 0 },
    ...{ tokens: {}, origin: '' },
  })
  expect(judged).not.toHaveProperty('obligation')
})

test('a provider to which no way leads is asked again soon, however long that lasts', async () => {
  const { others, recovery, journal, shown } = await initiated()
  for (let look = 0; look < 9; look++) {
    others.provisions.push({ outcome: 'unsent', reason: 'BREAKER_OPEN' })
    await recovery.tick()
    journal.nowMs += 30_000
  }
  expect(others.asks).toHaveLength(1 + 9)
  expect(journal.exchanges).toHaveLength(3)
  others.provisions.push(approved())
  await recovery.tick()
  expect(await shown()).toMatchObject({ response: { gatewayCode: 'APPROVED' } })
})

test('after a crash a provider hears of what it may have been asked, and of nothing else', () => {
  const { afterCrash } = initiateBrowserPaymentFlow
  expect(afterCrash({ fields: {} }, 'shop/7')).toMatchObject({ obligation: 'reversal' })
  expect(afterCrash({ fields: {} }, nothingAssigned)).not.toHaveProperty('obligation')
})
