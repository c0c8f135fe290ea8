import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submit, visit } from './browser.ts'
import { explained, later } from './cardholder.ts'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { booked, decideThere, endedAs, goThere, open, paid, returnUrl, shopper, stage } from './shopper.ts'
import { valueAt } from './whole.ts'

const payment = { ...authorization(), apiOperation: 'PAY' }

describe('browser payments, again and at the same time', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external', { patienceMs: 2_000, orderWaitMs: 400 })
  })
  afterAll(() => gateway?.stop())

  const refused = (answer: Answer, field: string, validationType = 'INVALID') =>
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })

  test('two tabs both pay: one payment stands, the other is given back', async () => {
    const orderId = newOrder()
    const tabs = ['one', 'two'].map(id => shopper(gateway, { orderId, id }))
    const homes = await Promise.all(
      tabs.map(async tab => decideThere((await goThere(await tab.initiate())).address, 'approve')),
    )
    await Promise.all(homes.map(home => visit(home)))
    await later(gateway, 'PT1M')
    const { body: order } = await gateway.retrieve(orderId)
    expect(order).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 })
    const stages = (await Promise.all(tabs.map(tab => tab.shown()))).map(stage).sort()
    expect(stages).toEqual([endedAs('TIMED_OUT'), paid])
    const entries = await booked(gateway, orderId)
    expect(entries.filter(entry => / payment 10 posted$/.test(entry))).toHaveLength(1)
    expect(entries.filter(entry => / payment 10 undone$/.test(entry))).toHaveLength(1)
    const transactions: readonly object[] = Array.isArray(order.transaction) ? order.transaction : []
    expect(transactions.map(one => valueAt(one, 'transaction.reversal.status')).sort()).toEqual([
      'ACKNOWLEDGED',
      undefined,
    ])
  })

  test('two tabs with one payment: what was decided first stands, and is heard once', async () => {
    for (let round = 0; round < 3; round++) {
      const payer = shopper(gateway)
      const { address } = await goThere(await payer.initiate())
      const acts = ['approve', 'cancel', 'approve', 'abort']
      const pages = await Promise.all(acts.map(act => submit({ address, fields: {} }, { act })))
      const homes = new Set(pages.map(({ leadsTo }) => leadsTo))
      expect(homes.size).toBe(1)
      const [home = ''] = homes
      await Promise.all([visit(home), visit(home), visit(home), payer.shown()])
      const shown = await payer.shown()
      expect([paid, endedAs('CANCELLED'), endedAs('ABORTED')]).toContain(stage(shown))
      const entries = await booked(gateway, payer.orderId)
      expect(entries).toEqual(stage(shown) === paid ? ['buy payment 10 posted'] : [])
      const steps = await explained(gateway, payer.orderId, 'buy')
      // A payer whose outcome was found out before they were back is noted as back, without asking again.
      const heard = steps.filter(({ interaction, provider }) => interaction === 'COMPLETED' && provider)
      expect(heard).toHaveLength(1)
    }
  })

  test('of two payments that were agreed to, the first that is confirmed counts', async () => {
    const orderId = newOrder()
    const paymentConfirmation = 'CONFIRM_AT_MERCHANT'
    const tabs = ['one', 'two'].map(id =>
      shopper(gateway, { orderId, id, type: 'PROVIDER_A', paymentConfirmation }),
    )
    for (const tab of tabs) {
      await tab.initiate()
      await tab.act('approve')
    }
    const answers = await Promise.all(tabs.map(tab => tab.confirm()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    await later(gateway, 'PT4H')
    const stages = (await Promise.all(tabs.map(tab => tab.shown()))).map(stage)
    expect(stages.filter(each => each === paid)).toHaveLength(1)
    expect(stages.filter(each => each.startsWith('FAILURE'))).toHaveLength(1)
    expect(await booked(gateway, orderId)).toHaveLength(1)
    const { body } = await gateway.retrieve(orderId)
    expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 })
  })

  test('a payer who comes back after the outcome was found out has come back all the same', async () => {
    const payer = shopper(gateway)
    const home = await decideThere((await goThere(await payer.initiate())).address, 'approve')
    await later(gateway, 'PT1M')
    expect(stage(await payer.shown())).toBe(paid)
    expect(await visit(home)).toMatchObject({ status: 303, leadsTo: returnUrl })
    expect((await payer.shown()).body).toHaveProperty('browserPayment.interaction.timeReturned')
  })

  test('the same request again is the same payment, another one is refused', async () => {
    const payer = shopper(gateway)
    const answers = await Promise.all(Array.from({ length: 4 }, () => payer.initiate()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    refused(await payer.initiate({ sourceOfFunds: { type: 'PROVIDER_B' } }), 'transactionid')
    refused(await payer.call('buy', payment), 'transactionid')
    await payer.act('approve')
    const again = await payer.initiate()
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(valueAt(again.body, 'browserPayment.redirectUrl')).toBe(
      valueAt(answers[0]?.body, 'browserPayment.redirectUrl'),
    )
    expect(await booked(gateway, payer.orderId)).toEqual(['buy payment 10 posted'])
  })

  test('addresses are for one payment and one purpose', async () => {
    const payer = shopper(gateway)
    const initiated = await payer.initiate()
    const link = String(valueAt(initiated.body, 'browserPayment.redirectUrl'))
    const place = `http://127.0.0.1:${gateway.port}`
    const guesses = [
      link.replace('/redirect/', '/return/'),
      `${link.slice(0, -2)}AA`,
      `${place}/pay/return/x`,
    ]
    for (const guess of guesses) expect((await visit(guess)).status, guess).toBe(404)
    expect((await visit(`${place}/sandbox/provider/SIM${'0'.repeat(32)}`)).status).toBe(404)
    expect(stage(await payer.shown())).toBe(open)
    refused(await payer.act('dance'), 'act')
    refused(await shopper(gateway).act('approve'), 'transactionid')
    await payer.act('cancel')
    refused(await payer.act('approve'), 'transactionid')
  })

  test('one node sends the payer away, another takes them back, also after a restart', async () => {
    const payer = shopper(gateway)
    const initiated = await payer.initiate()
    const neighbour = await gateway.neighbour()
    try {
      const at = (address: string, port: number) => address.replace(/:\d+\//, `:${port}/`)
      const link = String(valueAt(initiated.body, 'browserPayment.redirectUrl'))
      const { leadsTo = '' } = await visit(at(link, neighbour.port))
      const home = await decideThere(at(leadsTo, neighbour.port), 'approve')
      gateway = await gateway.restarted()
      expect(await visit(at(home, gateway.port))).toMatchObject({ status: 303, leadsTo: returnUrl })
      expect(stage(await neighbour.retrieve(payer.orderId, { transaction: 'buy' }))).toBe(paid)
    } finally {
      await neighbour.stop()
    }
  })

  test('after all of this the books agree with the gateway', async () => {
    await later(gateway, 'PT4H')
    const { body } = await gateway.call('GET', '/sandbox/reconciliation')
    expect(body).toEqual({ differences: [] })
  })
})
