import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transactionIds } from '../../src/pages/checkout/attempts.ts'
import { submitOn } from './browser.ts'
import { cardThat } from './cardholder.ts'
import type { Body } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const done = (indicator: string) => ({ step: 'done', resultIndicator: indicator })
const challenging = cardThat.isChallenged
/** In the frame of the checkout page, where the issuer's page decides by itself. */
const answerChallenge = ({ acsUrl, creq }: Body, outcome: string) =>
  submitOn({ address: `${acsUrl}?outcome=${outcome}`, fields: { creq: String(creq) } })

describe('checkout', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external', { patienceMs: 2_000 })
  })
  afterAll(() => gateway?.stop())

  const open = (interaction?: object, more?: object) => openCheckout(gateway, interaction, more)
  const advance = (duration: string) => gateway.call('POST', '/sandbox/clock', { advance: duration })
  const charges = (order: string, nodes: readonly TestGateway[] = [gateway]) =>
    nodes.flatMap(({ asks }) => asks).filter(ask => ask.orderId === order && ask.verb === 'pay')

  test('a payer pays, returns with the word of success, and the merchant finds all of it', async () => {
    const payer = await open()
    const ended = await payer.pay()
    expect(ended).toMatchObject(done(payer.indicator))
    expect(ended.address).toBe(
      `https://shop.example/back?resultIndicator=${payer.indicator}&sessionVersion=${ended.sessionVersion}`,
    )
    const { body } = await gateway.retrieve(payer.order)
    expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 })
    expect(body.transaction).toMatchObject([
      {
        transaction: { type: 'AUTHENTICATION', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
        gatewayEntryPoint: 'HOSTED_PAGE',
      },
      {
        transaction: { type: 'PAYMENT' },
        gatewayEntryPoint: 'HOSTED_PAGE',
        response: { cardSecurityCode: { gatewayCode: 'MATCH' } },
        device: { ipAddress: '127.0.0.1' },
      },
    ])
    expect(await payer.act('state')).toEqual(ended)
    const session = await gateway.call('GET', `session/${payer.sessionId}`)
    expect(session.text).not.toContain('securityCode')
  })

  test.each(['AUTHORIZE', 'VERIFY'])('%s ends as it should', async operation => {
    const payer = await open({ operation })
    expect(await payer.pay()).toMatchObject(done(payer.indicator))
    const status = { AUTHORIZE: 'AUTHORIZED', VERIFY: 'VERIFIED' }[operation]
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { status } })
  })

  test('NONE leaves the card in the session, and the merchant pays with it', async () => {
    const payer = await open({ operation: 'NONE' })
    const ended = await payer.pay({ number: cardThat.isNotEnrolled }, { email: 'payer@example.com' })
    expect(ended).toMatchObject(done(payer.indicator))
    expect(charges(payer.order)).toEqual([])
    const session = { id: payer.sessionId, version: ended.sessionVersion }
    const body = { apiOperation: 'AUTHORIZE', session }
    expect(await gateway.authorize(payer.order, body)).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        customer: { email: 'payer@example.com' },
        response: { cardSecurityCode: { gatewayCode: 'MATCH' } },
        sourceOfFunds: { provided: { card: { number: '450875xxxxxx1019' } } },
      },
    })
  })

  test('the bank looks at the browser, asks the payer in a frame, and the card pays', async () => {
    const payer = await open()
    const look = await payer.pay({ number: cardThat.isLookedAtAndChallenged })
    expect(look).toMatchObject({ step: 'method' })
    const fields = { threeDSMethodData: String(look.methodData) }
    const looked = await submitOn({ address: String(look.methodUrl), fields })
    expect(looked.text).toContain('tollgate:looked')
    const asked = await payer.act('proceed')
    expect(asked).toMatchObject({ step: 'challenge', width: 500, height: 600 })
    expect(await payer.act('state')).toEqual(asked)
    const answered = await answerChallenge(asked, 'Y')
    expect(answered).toMatchObject({ status: 200, text: expect.stringContaining('tollgate:challenged') })
    expect(charges(payer.order)).toEqual([])
    expect(await payer.act('proceed')).toMatchObject(done(payer.indicator))
    expect(charges(payer.order)).toMatchObject([{ card: { securityCode: '100' } }])
    expect((await gateway.retrieve(payer.order)).text).not.toContain(payer.sessionId)
  })

  test.each([
    ['N', 'authenticationFailed'],
    ['R', 'cardRefused'],
    ['cancelled', 'authenticationCancelled'],
  ])('a challenge that ends with %s is told as %s, and another card may pay', async (outcome, reason) => {
    const payer = await open()
    const asked = await payer.pay({ number: challenging })
    await answerChallenge(asked, outcome)
    const failed = { step: 'form', error: { reason }, attemptsLeft: 4 }
    expect(await payer.act('proceed')).toEqual(failed)
    expect(await payer.act('state')).toEqual(failed)
    expect(await payer.pay({}, { attemptsLeft: 4 })).toMatchObject(done(payer.indicator))
    expect(charges(payer.order)).toHaveLength(1)
  })

  test('a challenge is left open, and the payer starts again with the same card', async () => {
    const payer = await open()
    expect(await payer.pay({ number: challenging }, { attemptsLeft: 5 })).toMatchObject({ step: 'challenge' })
    expect(await payer.act('cancel', { of: 'challenge' })).toMatchObject({ step: 'form', attemptsLeft: 4 })
    const again = await payer.pay({ number: challenging }, { attemptsLeft: 4 })
    expect(again).toMatchObject({ step: 'challenge' })
    await answerChallenge(again, 'Y')
    expect(await payer.act('state', { attemptsLeft: 4 })).toMatchObject(done(payer.indicator))
    const { body } = await gateway.retrieve(payer.order)
    expect(body.transaction).toMatchObject([
      { transaction: { authenticationStatus: 'AUTHENTICATION_PENDING' } },
      { transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' } },
      { result: 'SUCCESS', transaction: { id: expect.stringMatching(/^pay-2-/) } },
    ])
  })

  test.each([
    ['05/39', 'declined'],
    ['02/39', 'insufficientFunds'],
    ['10/39', 'expiredCard'],
    ['11/39', 'notCompleted'],
  ])('a card that expires %s is %s, and another one pays', async (expiry, reason) => {
    const payer = await open()
    const failed = { step: 'form', error: { reason }, attemptsLeft: 4 }
    expect(await payer.pay({ expiry }, { attemptsLeft: 5 })).toEqual(failed)
    expect(await payer.pay({ number: cardThat.isNotEnrolled }, { attemptsLeft: 4 })).toMatchObject(
      done(payer.indicator),
    )
    expect(charges(payer.order)).toMatchObject([
      { transactionId: expect.stringMatching(/^pay-1-/) },
      { transactionId: expect.stringMatching(/^pay-2-/) },
    ])
  })

  test('an outcome that comes later is waited for', async () => {
    const payer = await open()
    expect(await payer.pay({ expiry: '08/39' })).toEqual({ step: 'processing' })
    expect(await payer.pay({ number: cardThat.isNotEnrolled })).toEqual({ step: 'processing' })
    for (let waits = 0; waits < 40; waits++) {
      const state = await payer.act('state')
      if (state.step !== 'processing') break
      await advance('PT5S')
      await new Promise(resolve => setTimeout(resolve, 250))
    }
    expect(await payer.act('state')).toMatchObject(done(payer.indicator))
    expect(charges(payer.order)).toHaveLength(1)
  })

  test('a bank has only half of it: declined, unless the merchant collects the rest', async () => {
    const half = { number: cardThat.isNotEnrolled, expiry: '04/39' }
    const welcome = { order: { acceptPartialAmount: true } }
    const payer = await open({}, welcome)
    expect(await payer.pay(half)).toMatchObject({ step: 'form', error: { reason: 'declined' } })
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { status: 'FAILED' } })
    const profile = '/sandbox/merchants/TESTMERCHANT/profile'
    await gateway.call('PUT', profile, { partialPaymentsAtCheckout: 'KEEP' })
    const other = await open({}, welcome)
    const ended = await other.pay(half)
    await gateway.call('PUT', profile, {})
    expect(ended).toMatchObject({ step: 'part', paid: '$5.00' })
    expect(JSON.stringify(ended)).not.toContain(other.indicator)
    expect(await other.act('state')).toEqual(ended)
    expect(await gateway.retrieve(other.order)).toMatchObject({
      body: { amount: 10, totalCapturedAmount: 5 },
    })
  })

  test('what the merchant wants by now counts: raised or voided since, it is no success', async () => {
    const payer = await open()
    expect(await payer.pay()).toMatchObject(done(payer.indicator))
    const raised = { order: { amount: '500.00' } }
    expect((await gateway.call('PUT', `session/${payer.sessionId}`, raised)).status).toBe(200)
    const told = await payer.act('state')
    const page = await fetch(`http://127.0.0.1:${gateway.port}${payer.path}`)
    expect(told).toMatchObject({ step: 'part', paid: '$10.00' })
    expect(JSON.stringify(told) + (await page.text())).not.toContain(payer.indicator)
    const other = await open({ cancelUrl: 'https://shop.example/no' })
    expect(await other.pay()).toMatchObject(done(other.indicator))
    const target = transactionIds(other.sessionId, 1).payment
    const undo = { apiOperation: 'VOID', transaction: { targetTransactionId: target } }
    await gateway.call('PUT', `order/${other.order}/transaction/undo`, undo)
    expect(await other.act('state')).toMatchObject({ step: 'cancelled', address: 'https://shop.example/no' })
  })

  test('many tabs on two nodes pay at once with several cards: one charge, and all learn of it', async () => {
    const neighbour = await gateway.neighbour()
    const nodes = [gateway, neighbour]
    const numbers = [cardThat.isKnown, cardThat.isNotEnrolled, cardThat.isAttempted]
    try {
      for (let round = 0; round < 5; round++) {
        const payer = await open()
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, index) => {
            const at = nodes[index % 2] ?? gateway
            if (index % 4 === 3) return payer.act('state', {}, { at })
            return payer.pay({ number: numbers[index % 3] ?? '' }, { attemptsLeft: 5 }, { at })
          }),
        )
        expect(charges(payer.order, nodes)).toHaveLength(1)
        expect(answers.map(({ step }) => step)).toContain('done')
        // Whoever is told that the gateway is busy has done nothing.
        for (const [index, { step, status = step }] of answers.entries())
          expect(['done', 'processing', 503, index % 4 === 3 && 'form']).toContain(status)
        for (const at of nodes)
          expect(await payer.act('state', {}, { at })).toMatchObject(done(payer.indicator))
        const { body } = await gateway.retrieve(payer.order)
        expect(body).toMatchObject({ totalCapturedAmount: 10 })
        expect(body.transaction).toHaveLength(2)
      }
    } finally {
      await neighbour.stop()
    }
  })

  test('an order that was paid elsewhere is nobody’s success here', async () => {
    const order = newOrder()
    await gateway.authorize(order, { ...authorization(), apiOperation: 'PAY' })
    const payer = await open({}, { order: { id: order } })
    const told = await payer.act('state')
    expect(told).toMatchObject({ step: 'paidBefore', address: expect.stringContaining('resultIndicator=') })
    expect(await payer.pay()).toEqual(told)
    const page = await (await fetch(`http://127.0.0.1:${gateway.port}${payer.path}`)).text()
    expect(page).toContain('This order is already paid')
    expect(JSON.stringify(told) + page).not.toContain(payer.indicator)
  })

  test('time runs out, the session ends, and what is gone looks like what never was', async () => {
    const timeoutUrl = 'https://shop.example/late'
    const payer = await open({ timeout: 120, timeoutUrl })
    await advance('PT2M')
    expect(await payer.pay()).toMatchObject({ step: 'expired', address: timeoutUrl })
    await advance('PT28M')
    expect(await payer.pay()).toEqual({ status: 404 })
    const pageOf = async (path: string) => await fetch(`http://127.0.0.1:${gateway.port}${path}`)
    const gone = await pageOf(payer.path)
    const never = await pageOf(`/checkout/pay/SESSION${'0'.repeat(24)}`)
    expect([gone.status, never.status]).toEqual([404, 404])
    expect(await gone.text()).toBe(await never.text())
    const ordinary = await gateway.call('POST', 'session')
    const other = await pageOf(`/checkout/pay/${valueAt(ordinary.body, 'session.id')}`)
    expect(other.status).toBe(404)
  })

  test('the page says who is paid and how much, and what its browser may do', async () => {
    const payer = await open({ merchant: { name: 'Shoes & Socks' }, locale: 'de' })
    const address = `http://127.0.0.1:${gateway.port}${payer.path}`
    const page = await fetch(address)
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(text).toContain('Shoes &amp; Socks')
    expect(text).toContain('lang="de"')
    expect(text).not.toContain(payer.indicator)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'sha256-[^ ]+'; .*frame-ancestors 'none'/,
    )
    const embedded = await fetch(`${address}?embedded=${encodeURIComponent('http://localhost:5000')}`)
    expect(embedded.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:*')
    expect(await embedded.text()).toContain('http://localhost:5000')
    expect((await fetch(`${address}?other=1`)).status).toBe(400)
  })

  test('no other site is heard', async () => {
    const payer = await open()
    const headers = { Origin: 'https://evil.example' }
    expect(await payer.pay({}, {}, { headers })).toEqual({ status: 403 })
    const own = { Origin: `http://localhost:${gateway.port}` }
    expect(await payer.act('state', {}, { headers: own })).toMatchObject({ step: 'form' })
  })

  test('nothing of the card is in a log line or an answer', async () => {
    const payer = await open()
    await payer.pay({ number: challenging, securityCode: '919' })
    await payer.pay({ number: cardThat.isNotEnrolled, securityCode: '919' })
    const said = gateway.lines.join('\n')
    for (const secret of [challenging, cardThat.isNotEnrolled, payer.sessionId, payer.indicator])
      expect(said).not.toContain(secret)
  })
})
