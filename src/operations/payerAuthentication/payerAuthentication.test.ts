import { describe, expect, test, vi } from 'vitest'
import { card, key, payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { challengeLifeMs } from '../../orders/periods.ts'
import { isRejection } from '../../orders/rejection.ts'
import { MerchantMoving } from '../../platform/errors.ts'
import type { AuthenticatorAnswer } from '../../threeDSecure/port.ts'

const ids = { acsTransactionId: 'acs', dsTransactionId: 'ds', protocolVersion: '2.2.0' }
const enrolled: AuthenticatorAnswer = {
  outcome: 'enrolled',
  serverTransactionId: 'server',
  protocolVersion: '2.2.0',
  directoryServerId: 'directory',
  requestorId: 'requestor',
  requestorName: 'Shop',
  method: { url: 'https://issuer.example/look', data: 'data' },
}
const challenge: AuthenticatorAnswer = {
  outcome: 'challenge',
  acsUrl: 'https://issuer.example/ask',
  challengeRequest: 'creq',
  ...ids,
}
const judged = (
  transactionStatus: 'Y' | 'A' | 'I' | 'N' | 'R' | 'U',
  more: Partial<Extract<AuthenticatorAnswer, { outcome: 'judged' }>> = {},
): AuthenticatorAnswer => ({ outcome: 'judged', transactionStatus, ...ids, ...more })

const initiating = { order: { currency: 'USD' }, sourceOfFunds: { provided: { card } } }
const authenticating = {
  order: { amount: '10.00', currency: 'USD' },
  authentication: { redirectResponseUrl: 'https://shop.example/back' },
}

async function told(submitted: ReturnType<ReturnType<typeof scriptedPipeline>['submit']>) {
  const outcome = await submitted
  if (isRejection(outcome)) throw new Error(JSON.stringify(outcome))
  return { kind: outcome.kind, ...shown(outcome.record) }
}

function shown(record: Content) {
  const { result, response, transaction, authentication } = record
  const { gatewayCode, gatewayRecommendation } = content(response)
  const { authenticationStatus } = content(transaction)
  return {
    result,
    gatewayCode,
    gatewayRecommendation,
    authenticationStatus,
    authentication: content(authentication),
  }
}
const content = (value: unknown): Content => (isObject(value) ? value : {})

async function initiated(answer: AuthenticatorAnswer = enrolled) {
  const world = scriptedPipeline()
  world.others.authentications.push(answer)
  const first = await told(world.submit('a', 'INITIATE_AUTHENTICATION', initiating))
  return { ...world, first }
}

test('a card that takes part can be authenticated; its issuer looks at the browser first', async () => {
  const { first, others } = await initiated()
  expect(first).toMatchObject({
    result: 'SUCCESS',
    gatewayCode: 'AUTHENTICATION_IN_PROGRESS',
    gatewayRecommendation: 'PROCEED',
    authenticationStatus: 'AUTHENTICATION_AVAILABLE',
    authentication: { version: '3DS2', '3ds2': { methodSupported: 'SUPPORTED', methodCompleted: false } },
  })
  expect(content(first.authentication.redirect).html).toContain('https://issuer.example/look')
  expect(others.asks).toMatchObject([{ verb: 'enrolment', cardNumber: card.number }])
})

test('one that does not take part is paid with as it is', async () => {
  const { first, submit } = await initiated({ outcome: 'notEnrolled' })
  expect(first).toMatchObject({ result: 'SUCCESS', authenticationStatus: 'AUTHENTICATION_NOT_SUPPORTED' })
  expect(await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))).toMatchObject({
    result: 'SUCCESS',
    gatewayCode: 'NOT_SUPPORTED',
    gatewayRecommendation: 'PROCEED',
  })
})

const outcomes: readonly (readonly [AuthenticatorAnswer, string, string, string, string])[] = [
  [judged('Y', { eci: '02' }), 'SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_SUCCESSFUL'],
  [judged('A', { eci: '01' }), 'SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_ATTEMPTED'],
  [judged('N'), 'FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_FAILED'],
  [judged('R'), 'FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_REJECTED'],
  [judged('U'), 'SUCCESS', 'DECLINED', 'PROCEED', 'AUTHENTICATION_UNAVAILABLE'],
  [judged('I', { isExempt: true }), 'SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_EXEMPT'],
  [judged('I', { eci: '04' }), 'SUCCESS', 'DECLINED', 'PROCEED', 'AUTHENTICATION_UNAVAILABLE'],
  [judged('N', { isExempt: true }), 'SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_EXEMPT'],
  [{ outcome: 'notEnrolled' }, 'SUCCESS', 'NOT_SUPPORTED', 'PROCEED', 'AUTHENTICATION_NOT_SUPPORTED'],
  [
    { outcome: 'failed', message: '' },
    'FAILURE',
    'SYSTEM_ERROR',
    'RESUBMIT_LATER',
    'AUTHENTICATION_UNAVAILABLE',
  ],
  [
    { outcome: 'failed', message: '', isUnreached: true },
    'FAILURE',
    'ACQUIRER_SYSTEM_ERROR',
    'RESUBMIT_LATER',
    'AUTHENTICATION_UNAVAILABLE',
  ],
  [{ outcome: 'silent' }, 'FAILURE', 'TIMED_OUT', 'RESUBMIT_LATER', 'AUTHENTICATION_UNAVAILABLE'],
  [challenge, 'PENDING', 'PENDING', 'PROCEED', 'AUTHENTICATION_PENDING'],
]
test.each(outcomes)('the issuer says %j', async (answer, result, code, recommendation, status) => {
  const { submit, others } = await initiated()
  others.authentications.push(answer)
  expect(await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))).toMatchObject({
    result,
    gatewayCode: code,
    gatewayRecommendation: recommendation,
    authenticationStatus: status,
  })
})

test('each of the two requests is answered again as it was, under one id', async () => {
  const { submit, others, first, gateway } = await initiated()
  others.authentications.push(judged('Y', { eci: '02' }))
  const second = await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  expect(await told(submit('a', 'INITIATE_AUTHENTICATION', initiating))).toEqual({
    ...first,
    kind: 'replayed',
  })
  expect(await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))).toEqual({
    ...second,
    kind: 'replayed',
  })
  expect(others.asks).toHaveLength(2)
  const order = await gateway.retrieveOrder(key)
  expect(order).toMatchObject({ status: 'AUTHENTICATED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' })
  expect(isRejection(order) ? [] : order.transaction).toHaveLength(1)
  const other = { ...authenticating, order: { amount: '11.00', currency: 'USD' } }
  expect(await submit('a', 'AUTHENTICATE_PAYER', other)).toMatchObject({ field: 'transactionid' })
  expect(await submit('a', 'PAY', payment('10.00'))).toMatchObject({ field: 'transactionid' })
})

test('a merchant who asks for debug information is told what the scheme complained of', async () => {
  const world = scriptedPipeline({ profile: { ...ordinaryProfile, debugInformation: true } })
  world.others.authentications.push({ outcome: 'failed', message: 'Erro 203 of D: browserColorDepth' })
  const outcome = await world.submit('a', 'INITIATE_AUTHENTICATION', initiating)
  expect(outcome).toMatchObject({
    record: {
      response: { debugInformation: 'The answer to enrolment was failed: Erro 203 of D: browserColorDepth.' },
    },
  })
})

test("the cardholder's name goes to the issuer, and the issuer's notice to the merchant", async () => {
  const world = scriptedPipeline()
  world.others.authentications.push(enrolled, judged('R', { cardholderInfo: 'Call us: 555 0100' }))
  const named = { sourceOfFunds: { provided: { card: { ...card, nameOnCard: 'Ada Payer' } } } }
  await told(world.submit('a', 'INITIATE_AUTHENTICATION', { ...initiating, ...named }))
  const { authentication } = await told(world.submit('a', 'AUTHENTICATE_PAYER', authenticating))
  expect(world.others.asks.at(-1)).toMatchObject({ cardholderName: 'Ada Payer' })
  expect(authentication).toMatchObject({ '3ds2': { cardholderInfo: 'Call us: 555 0100' } })
})

test("an app's own 3-D Secure software is refused at once, by the field that asks for it", async () => {
  const { submit, others } = scriptedPipeline()
  const body = { ...initiating, authentication: { channel: 'PAYER_APP' } }
  expect(await submit('a', 'INITIATE_AUTHENTICATION', body)).toMatchObject({
    field: 'authentication.channel',
    validationType: 'INVALID',
  })
  expect(others.asks).toEqual([])
})

test('who was not asked about cannot be authenticated', async () => {
  const { submit } = scriptedPipeline()
  expect(await submit('a', 'AUTHENTICATE_PAYER', authenticating)).toMatchObject({ field: 'apiOperation' })
})

async function challenging(more: { readonly resultWithinMs?: number } = {}) {
  const world = await initiated()
  world.others.authentications.push({ ...challenge, ...more })
  await told(world.submit('a', 'AUTHENTICATE_PAYER', authenticating))
  const asked = world.others.asks.at(-1)
  const token = asked && 'challengeCallback' in asked ? asked.challengeCallback.split('/').at(-1) : undefined
  return { ...world, token: token ?? '' }
}

test('after a challenge the issuer is asked, whatever the browser says, and only once', async () => {
  const { interactions, others, token, gateway } = await challenging()
  others.authentications.push(judged('Y', { eci: '02', authenticationToken: 'dG9rZW4=' }))
  expect(await interactions.challenged(token)).toMatchObject({
    state: 'settled',
    address: 'https://shop.example/back',
    fields: { 'order.id': 'O', 'transaction.id': 'a', result: 'SUCCESS' },
  })
  expect(await interactions.challenged(token)).toEqual({ state: 'used' })
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({
    result: 'SUCCESS',
    authentication: { payerInteraction: 'REQUIRED', '3ds': { acsEci: '02' } },
    transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
  })
})

test('a payer who never answers has failed when the time is over', async () => {
  const { journal, recovery, others, gateway } = await challenging()
  others.authentications.push({ outcome: 'undecided' })
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'PENDING' })
  journal.nowMs += challengeLifeMs
  others.authentications.push({ outcome: 'undecided' })
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({
    result: 'FAILURE',
    transaction: { authenticationStatus: 'AUTHENTICATION_FAILED' },
    authentication: { '3ds2': { transactionStatus: 'N' } },
  })
  // The issuer did not say why, and nobody speaks for it.
  expect(await gateway.retrieveTransaction(key, 'a')).not.toHaveProperty(
    'authentication.3ds2.statusReasonCode',
  )
})

test('the 3-D Secure server says how long the result of a challenge is waited for', async () => {
  const { journal, recovery, others, gateway } = await challenging({ resultWithinMs: 2 * challengeLifeMs })
  journal.nowMs += challengeLifeMs
  others.authentications.push({ outcome: 'undecided' })
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'PENDING' })
  journal.nowMs += challengeLifeMs
  others.authentications.push({ outcome: 'undecided' })
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'FAILURE' })
})

test('however long the pauses between two looks have become, the end is not missed', async () => {
  const { journal, recovery, others, gateway } = await challenging()
  const beganAtMs = journal.nowMs
  for (let passes = 0; journal.nowMs < beganAtMs + challengeLifeMs - 1_000; passes++) {
    others.authentications.push({ outcome: 'undecided' })
    await recovery.tick()
    journal.nowMs = Math.min(journal.nowMs + 2 ** passes * 1_000, beganAtMs + challengeLifeMs - 1_000)
  }
  journal.nowMs = beganAtMs + challengeLifeMs
  others.authentications.splice(0, 99, { outcome: 'undecided' })
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'FAILURE' })
})

test('an issuer that is away when the time is over is asked again: the payer may have said yes', async () => {
  const { journal, recovery, others, gateway } = await challenging()
  journal.nowMs += challengeLifeMs
  others.authentications.push({ outcome: 'silent' })
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'PENDING' })
  journal.nowMs += 60_000
  others.authentications.push(judged('Y'))
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'SUCCESS' })
})

test('the browser need not come back: what the issuer decided is found out', async () => {
  const { recovery, others, gateway } = await challenging()
  others.authentications.push(judged('Y'))
  await recovery.tick()
  expect(await gateway.retrieveTransaction(key, 'a')).toMatchObject({ result: 'SUCCESS' })
})

test('a payment hands its proof on to the acquirer and shows it', async () => {
  const { submit, others, asks } = await initiated()
  others.authentications.push(judged('Y', { eci: '02', authenticationToken: 'dG9rZW4=' }))
  await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  const paid = await submit('p', 'PAY', { ...payment('10.00'), authentication: { transactionId: 'a' } })
  expect(asks).toMatchObject([{ authentication: { eci: '02', token: 'dG9rZW4=', transactionId: 'ds' } }])
  expect(isRejection(paid) ? paid : paid.record).toMatchObject({
    result: 'SUCCESS',
    authentication: { transactionId: 'a', '3ds': { acsEci: '02' } },
    '3DSecure': { enrollmentStatus: 'ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
    transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
  })
})

test('what is only begun, or failed, proves nothing', async () => {
  const { submit, asks } = await challenging()
  const paid = await submit('p', 'PAY', { ...payment('10.00'), authentication: { transactionId: 'a' } })
  expect(isRejection(paid) ? paid : paid.record).toMatchObject({
    result: 'FAILURE',
    response: { gatewayCode: 'AUTHENTICATION_FAILED' },
  })
  expect(asks).toEqual([])
})

function methodTokenIn(asks: readonly object[]): string {
  const asked = asks.findLast(ask => 'methodCallback' in ask)
  return asked && 'methodCallback' in asked ? (String(asked.methodCallback).split('/').at(-1) ?? '') : ''
}

test('the issuer is told whether it has looked at the browser', async () => {
  const { submit, others, interactions } = await initiated()
  expect(await interactions.methodDone(methodTokenIn(others.asks))).toBe('noted')
  others.authentications.push(judged('Y'))
  const { authentication } = await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  expect(others.asks.at(-1)).toMatchObject({ methodCompletion: 'Y' })
  expect(authentication).toMatchObject({ '3ds2': { methodCompleted: true } })
})

test('what has begun goes on where nobody can tell whether the issuer has looked', async () => {
  const { submit, others } = await initiated()
  vi.spyOn(others.counterparties.callbacks, 'use').mockRejectedValueOnce(new MerchantMoving())
  others.authentications.push(judged('Y'))
  const { result } = await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  expect(result).toBe('SUCCESS')
  expect(others.asks.at(-1)).toMatchObject({ methodCompletion: 'N' })
})

test.each([
  [9, 'Y'],
  [10, 'N'],
])('what the issuer saw %s minutes ago counts as %s', async (minutes, completion) => {
  const { submit, others, interactions, journal } = await initiated()
  await interactions.methodDone(methodTokenIn(others.asks))
  journal.nowMs += minutes * 60_000
  others.authentications.push(judged('Y'))
  await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  expect(others.asks.at(-1)).toMatchObject({ methodCompletion: completion })
})

describe('a payer who tries again while their browser does not let the issuer look', () => {
  const device = { browser: 'Agent/1', ipAddress: '198.51.100.7' }
  const remembering = { ...enrolled, memory: 'scheme-a 2.3.1' }

  async function triedAgain(second: {
    readonly body?: object
    readonly minutes?: number
    readonly memory?: string
  }) {
    const { submit, others, interactions, journal } = await initiated(remembering)
    await interactions.methodDone(methodTokenIn(others.asks))
    others.authentications.push(judged('N'))
    await told(submit('a', 'AUTHENTICATE_PAYER', { ...authenticating, device }))
    journal.nowMs += (second.minutes ?? 1) * 60_000
    const { memory = remembering.memory } = second
    others.authentications.push({ ...remembering, memory, serverTransactionId: 'second' }, judged('Y'))
    await told(submit('b', 'INITIATE_AUTHENTICATION', initiating))
    const body = { ...authenticating, device, ...second.body }
    await told(submit('b', 'AUTHENTICATE_PAYER', body))
    return others.asks.at(-1)
  }

  test('the issuer is reminded of what it saw', async () => {
    const asked = await triedAgain({})
    expect(asked).toMatchObject({ methodCompletion: 'N', earlierMethodRun: 'server' })
  })

  test('but not of another browser, another directory server, or too long ago', async () => {
    const others = [
      { body: { device: { ...device, browser: 'Agent/2' } } },
      { memory: 'scheme-b 2.3.1' },
      { minutes: 10 },
    ]
    for (const other of others) expect(await triedAgain(other)).not.toHaveProperty('earlierMethodRun')
  })
})

test.each([
  ["https://issuer.example/o'neill?a=(b)", 'PENDING'],
  ['https://issuer.example/"><script>', 'FAILURE'],
  ['javascript:alert(1)', 'FAILURE'],
])('an issuer at %s: %s', async (acsUrl, result) => {
  const { submit, others } = await initiated()
  others.authentications.push({ ...challenge, acsUrl })
  const answer = await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  expect(answer.result).toBe(result)
  if (result === 'PENDING')
    expect(content(answer.authentication.redirect).html).toContain('https://issuer.example/o&#39;neill')
})

test('a card that only looks like the authenticated one is another', async () => {
  const { submit, others } = await initiated()
  others.authentications.push(judged('Y'))
  await told(submit('a', 'AUTHENTICATE_PAYER', authenticating))
  const alike = { number: '5123450000180008', expiry: card.expiry }
  const body = { ...payment('10.00'), sourceOfFunds: { provided: { card: alike } } }
  const paid = await submit('p', 'PAY', { ...body, authentication: { transactionId: 'a' } })
  expect(isRejection(paid) ? paid : paid.record).toMatchObject({
    response: { gatewayCode: 'AUTHENTICATION_FAILED' },
  })
})
