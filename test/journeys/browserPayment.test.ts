import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOn, visit } from './browser.ts'
import { explained, later } from './cardholder.ts'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'
import {
  away,
  back,
  booked,
  decideThere,
  endedAs,
  goThere,
  open,
  paid,
  returnUrl,
  shopper,
  stage,
} from './shopper.ts'
import { valueAt } from './whole.ts'

const payment = { ...authorization(), apiOperation: 'PAY' }
const moved = (apiOperation: string, amount: string, more: object = {}) => ({
  apiOperation,
  transaction: { amount, currency: 'USD', ...more },
})

describe('browser payments', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { patienceMs: 2_000, orderWaitMs: 400 })
  })
  afterAll(() => gateway?.stop())

  const refused = (answer: Answer, field: string, validationType = 'INVALID') =>
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
  const orderOf = async (orderId: string) => (await gateway.retrieve(orderId)).body

  test('the payer goes to the provider, pays, and comes back: each step has its time', async () => {
    const payer = shopper(gateway)
    const initiated = await payer.initiate({ customer: { email: 'payer@example.com' } })
    expect(initiated).toMatchObject({
      status: 201,
      body: {
        order: { status: 'INITIATED', totalCapturedAmount: 0, totalAuthorizedAmount: 0 },
        transaction: { type: 'PAYMENT', amount: 10 },
        browserPayment: { operation: 'PAY', returnUrl },
      },
    })
    expect(stage(initiated)).toBe(open)
    const { address, page } = await goThere(initiated)
    expect(stage(await payer.shown())).toBe(away)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(payer.orderId) })
    const home = await decideThere(address, 'approve')
    expect(await visit(home)).toMatchObject({ status: 303, leadsTo: returnUrl })
    const shown = await payer.shown()
    expect(stage(shown)).toBe(paid)
    const times = ['Initiated', 'Redirected', 'Completed'].map(name =>
      valueAt(shown.body, `browserPayment.interaction.time${name}`),
    )
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect([...times].sort()).toEqual(times)
    expect(await orderOf(payer.orderId)).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 })
    expect(await visit(home)).toMatchObject({ status: 303, leadsTo: returnUrl })
    const link = String(valueAt(initiated.body, 'browserPayment.redirectUrl'))
    expect(await visit(link)).toMatchObject({ status: 410, text: expect.stringContaining(returnUrl) })
    expect(stage(await payer.shown())).toBe(paid)
    expect((await payer.shown()).text).toBe(shown.text)
    const steps = await explained(gateway, payer.orderId, 'buy')
    const happenings = steps.filter(({ step }) => step !== 'NOTIFICATION_DUE')
    expect(
      happenings.slice(0, 4).map(({ step, interaction = '' }) => `${step} ${interaction}`.trim()),
    ).toEqual(['RECEIVED', 'PROVIDER_ASKED', 'ANSWERED INITIATED', 'PAYER_WENT_ON REDIRECTED_TO_PROVIDER'])
    const settled = happenings.filter(({ interaction }) => interaction === 'COMPLETED')
    expect(settled).toMatchObject([{ result: 'SUCCESS', gatewayCode: 'APPROVED', orderStatus: 'CAPTURED' }])
  })

  test('the answer brings the way there as an excerpt too, and the provider’s kind of payment', async () => {
    const payer = shopper(gateway)
    const sourceOfFunds = { type: 'BROWSER_PAYMENT', browserPayment: { type: 'WALLET_X' } }
    const initiated = await payer.initiate({ sourceOfFunds })
    const link = valueAt(initiated.body, 'browserPayment.redirectUrl')
    const excerpt = String(valueAt(initiated.body, 'browserPayment.redirectHtml'))
    expect(formOn(excerpt, returnUrl)).toEqual({ address: link, fields: {} })
    expect(await visit(`${link}?`)).toMatchObject({ status: 303 })
    for (const { body } of [initiated, await payer.shown()]) expect(body).toMatchObject({ sourceOfFunds })
    const inPage = await shopper(gateway, { type: 'PROVIDER_A' }).initiate()
    expect(inPage.body).not.toHaveProperty('browserPayment.redirectHtml')
  })

  test('a session holds what is done at the provider, and the payment takes it from there', async () => {
    const made = await gateway.call('POST', 'session')
    const session = { id: String(valueAt(made.body, 'session.id')) }
    const browserPayment = { operation: 'PAY', returnUrl, preferredLanguage: 'de' }
    const sourceOfFunds = { type: 'BROWSER_PAYMENT', browserPayment: { type: 'WALLET_X' } }
    const order = { amount: '10.00', currency: 'USD' }
    const update = { browserPayment: { returnUrl }, sourceOfFunds, order }
    expect(await gateway.call('PUT', `session/${session.id}`, update)).toMatchObject({ status: 200 })
    const held = await gateway.call('PUT', `session/${session.id}`, { browserPayment })
    expect(held).toMatchObject({ status: 200, body: { browserPayment, sourceOfFunds } })
    const payer = shopper(gateway)
    const bare = { apiOperation: 'INITIATE_BROWSER_PAYMENT', session }
    const initiated = await payer.call('buy', bare)
    expect(initiated, initiated.text).toMatchObject({ status: 201, body: { browserPayment, sourceOfFunds } })
    expect((await goThere(initiated)).page.text).toContain('<html lang="de"')
  })

  test.each([
    ['TEST-SUCCEED', paid, 'CAPTURED'],
    ['TEST-FAIL-DECLINE', endedAs('DECLINED'), 'FAILED'],
    ['cart 7.FAILINSUFFICIENT_FUNDS', endedAs('INSUFFICIENT_FUNDS'), 'FAILED'],
    ['.FAILEXPIRED_CARD', endedAs('EXPIRED_CARD'), 'FAILED'],
    ['x.FAILAPPROVED', endedAs('DECLINED'), 'FAILED'],
  ])('%s: %s', async (reference, ending, status) => {
    const payer = shopper(gateway, { reference })
    await payer.initiate()
    expect(stage(await payer.shown())).toBe(open)
    expect((await payer.act('open')).status).toBe(200)
    expect(stage(await payer.shown())).toBe(ending)
    expect(await orderOf(payer.orderId)).toMatchObject({ status })
    expect(await booked(gateway, payer.orderId)).toHaveLength(status === 'CAPTURED' ? 1 : 0)
  })

  test.each([
    ['TEST-SUCCESS-INIT', paid],
    ['TEST-FAIL-INIT', endedAs('DECLINED')],
  ])('%s: the outcome comes late, and is found out', async (reference, ending) => {
    const payer = shopper(gateway, { reference })
    const { address } = await goThere(await payer.initiate())
    const { leadsTo = '' } = await visit(address)
    expect(await visit(leadsTo)).toMatchObject({ status: 303, leadsTo: returnUrl })
    expect(stage(await payer.shown())).toBe(back)
    await later(gateway, 'PT1M')
    expect(stage(await payer.shown())).toBe(ending)
    expect((await explained(gateway, payer.orderId, 'buy')).at(-2)).toMatchObject({
      step: 'SETTLED_BY_RECOVERY',
      interaction: 'COMPLETED',
    })
  })

  test.each([
    ['approve', paid, 'AUTHORIZED'],
    ['decline', endedAs('DECLINED'), 'FAILED'],
    ['cancel', endedAs('CANCELLED'), 'FAILED'],
    ['abort', endedAs('ABORTED'), 'FAILED'],
  ])('the payer decides to %s', async (act, ending, status) => {
    const payer = shopper(gateway, { operation: 'AUTHORIZE' })
    const { address } = await goThere(await payer.initiate())
    const home = await decideThere(address, act)
    await visit(home)
    expect(stage(await payer.shown())).toBe(ending)
    expect(await orderOf(payer.orderId)).toMatchObject({ status })
    const another = await payer.call('card', payment)
    if (status === 'AUTHORIZED') refused(another, 'apiOperation')
    else expect(another.body).toMatchObject({ result: 'SUCCESS', order: { status: 'CAPTURED' } })
  })

  test('provider A opens within the merchant’s page: an interaction and no redirect', async () => {
    refused(
      await shopper(gateway).initiate({ browserPayment: { operation: 'PAY' } }),
      'browserPayment.returnUrl',
      'MISSING',
    )
    const payer = shopper(gateway, { type: 'PROVIDER_A' })
    const initiated = await payer.initiate()
    expect(initiated.body).not.toHaveProperty('browserPayment.redirectUrl')
    const { interactionId } = Object(valueAt(initiated.body, 'browserPayment.providerA'))
    expect(interactionId).toMatch(/^.{1,255}$/)
    const page = `http://127.0.0.1:${gateway.port}/sandbox/provider/${interactionId}`
    expect((await visit(page)).status).toBe(200)
    const home = await decideThere(page, 'approve')
    expect(await visit(home)).toMatchObject({
      status: 200,
      text: expect.stringContaining('back to the shop'),
    })
    const shown = await payer.shown()
    expect(stage(shown)).toBe(paid)
    const accountId = expect.stringMatching(/^.{1,50}$/)
    expect(shown.body).toMatchObject({ browserPayment: { providerA: { interactionId, accountId } } })
    expect(shown.body).not.toHaveProperty('browserPayment.interaction.timeRedirected')
  })

  test('what was paid there is captured, refunded and voided like any other payment', async () => {
    const held = shopper(gateway, { operation: 'AUTHORIZE', reference: 'TEST-SUCCEED' })
    await held.initiate()
    await held.act('open')
    expect((await held.call('c', moved('CAPTURE', '6.00'))).body).toMatchObject({ result: 'SUCCESS' })
    expect((await held.call('r', moved('REFUND', '6.00'))).body).toMatchObject({ result: 'SUCCESS' })
    expect(await orderOf(held.orderId)).toMatchObject({ status: 'REFUNDED', totalRefundedAmount: 6 })
    const bought = shopper(gateway, { reference: 'TEST-SUCCEED' })
    await bought.initiate()
    await bought.act('open')
    const undone = { apiOperation: 'VOID', transaction: { targetTransactionId: 'buy' } }
    expect((await bought.call('v', undone)).body).toMatchObject({ result: 'SUCCESS' })
    expect(await orderOf(bought.orderId)).toMatchObject({ status: 'CANCELLED' })
    const early = shopper(gateway)
    await early.initiate()
    refused(await early.call('v', undone), 'transaction.targetTransactionId')
    refused(await early.call('c', moved('CAPTURE', '1.00')), 'apiOperation')
  })

  test('while a payer may still pay there, nobody else pays', async () => {
    const payer = shopper(gateway)
    await payer.initiate()
    refused(await payer.call('card', payment), 'apiOperation')
    refused(await payer.call('card', authorization()), 'apiOperation')
    const verified = { ...authorization(), apiOperation: 'VERIFY' }
    expect((await payer.call('v', verified)).body).toMatchObject({
      result: 'SUCCESS',
      order: { status: 'INITIATED' },
    })
    await payer.act('cancel')
    expect((await payer.call('card', payment)).body).toMatchObject({ result: 'SUCCESS' })
  })

  test('a payer who closes the tab is waited for three hours', async () => {
    const never = shopper(gateway)
    const gone = shopper(gateway)
    const left = await never.initiate()
    const { address } = await goThere(await gone.initiate())
    const settled = shopper(gateway)
    await goThere(await settled.initiate()).then(there => decideThere(there.address, 'approve'))
    await later(gateway, 'PT2H55M')
    expect([stage(await never.shown()), stage(await gone.shown())]).toEqual([open, away])
    expect(stage(await settled.shown())).toBe(paid)
    await later(gateway, 'PT20M')
    for (const payer of [never, gone]) {
      expect(stage(await payer.shown())).toBe(endedAs('ABORTED'))
      expect(await booked(gateway, payer.orderId)).toEqual([])
    }
    const late = await visit(address)
    expect(late.text).not.toContain('name="act"')
    const link = String(valueAt(left.body, 'browserPayment.redirectUrl'))
    expect([404, 410]).toContain((await visit(link)).status)
    expect((await gone.call('card', payment)).body).toMatchObject({ result: 'SUCCESS' })
    expect(await booked(gateway, gone.orderId)).toEqual(['card payment 10 posted'])
  })

  test('TEST-PENDING stays open, and but for that the books agree with the gateway', async () => {
    const payer = shopper(gateway, { reference: 'TEST-PENDING' })
    await payer.initiate()
    await payer.act('open')
    await later(gateway, 'PT4H')
    expect(stage(await payer.shown())).toBe(back)
    const { body } = await gateway.call('GET', '/sandbox/reconciliation')
    expect(body.differences).toMatchObject([{ type: 'PENDING_OBLIGATION', orderId: payer.orderId }])
  })
})
