import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transactionIds } from '../../src/pages/checkout/attempts.ts'
import { submitOn } from './browser.ts'
import { cardThat } from './cardholder.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { valueAt } from './whole.ts'

/** The bank has half of whatever it is asked for. */
const half = { number: cardThat.isNotEnrolled, expiry: '04/39' }
const rest = { due: '$5.00', taken: '$5.00', parts: [{ amount: '$5.00', digits: '1019' }] }
const knowing = { attemptsLeft: 4, due: '$5.00' }
const profile = '/sandbox/merchants/TESTMERCHANT/profile'

describe('the rest of a payment at checkout', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external', { patienceMs: 2_000 })
    await gateway.call('PUT', profile, { partialPaymentsAtCheckout: 'FINISH' })
  })
  afterAll(() => gateway?.stop())

  const advance = (duration: string) => gateway.call('POST', '/sandbox/clock', { advance: duration })
  const differences = async () =>
    valueAt((await gateway.call('GET', '/sandbox/reconciliation')).body, 'differences')
  const verbsOf = (order: string) => gateway.asks.filter(ask => ask.orderId === order).map(({ verb }) => verb)

  async function paidHalf(interaction?: object, at = gateway) {
    const payer = await openCheckout(gateway, interaction)
    const part = await payer.pay(half, {}, { at })
    expect(part).toEqual({ step: 'form', attemptsLeft: 4, rest })
    expect(JSON.stringify(part)).not.toContain(payer.indicator)
    return payer
  }

  /** Until the gateway has settled by itself what it owes. */
  async function settled(order: string, status: string) {
    await expect
      .poll(async () => (await gateway.retrieve(order)).body.status, { timeout: 15_000 })
      .toBe(status)
  }

  test('a card has half of it and another one the rest: one order, two payments, paid', async () => {
    const payer = await paidHalf()
    const page = await fetch(`http://127.0.0.1:${gateway.port}${payer.path}`)
    const text = await page.text()
    expect(text).toContain('$5.00 was taken from the card ending in 1019.')
    expect(text).not.toContain(payer.indicator)
    const ended = await payer.pay({ number: cardThat.isKnown }, knowing)
    expect(ended).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
    const { body, text: told } = await gateway.retrieve(payer.order)
    expect(body).toMatchObject({ status: 'CAPTURED', amount: 10, totalCapturedAmount: 10 })
    expect(body.transaction).toMatchObject([
      { transaction: { type: 'AUTHENTICATION', amount: 10 } },
      { result: 'SUCCESS', response: { gatewayCode: 'PARTIALLY_APPROVED' }, transaction: { amount: 5 } },
      { transaction: { type: 'AUTHENTICATION', amount: 5 } },
      { result: 'SUCCESS', response: { gatewayCode: 'APPROVED' }, transaction: { amount: 5 } },
    ])
    expect(told).not.toMatch(/additions|consulted|ofCheckout|remainder|story|unfinished|leftMs/)
    await advance('PT31M')
    await expect.poll(differences, { timeout: 15_000 }).toEqual([])
    expect(verbsOf(payer.order)).toEqual(['pay', 'pay'])
  })

  test('the issuer of the second card wants to see its payer, who is asked about the rest', async () => {
    const payer = await paidHalf()
    const challenge = await payer.pay({ number: cardThat.isChallenged }, knowing)
    expect(challenge).toMatchObject({ step: 'challenge' })
    await submitOn({ address: `${challenge.acsUrl}?outcome=Y`, fields: { creq: String(challenge.creq) } })
    expect(await payer.act('proceed', knowing)).toMatchObject({
      step: 'done',
      resultIndicator: payer.indicator,
    })
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { totalCapturedAmount: 10 } })
  })

  test('who cancels has nothing taken in the end, at the gateway and in the books', async () => {
    const payer = await paidHalf({ cancelUrl: 'https://shop.example/no' })
    expect(await payer.pay({ expiry: '05/39' }, knowing)).toMatchObject({
      error: { reason: 'declined' },
      rest,
    })
    expect(await payer.act('cancel', { of: 'payment', due: '$5.00' })).toMatchObject({
      ...{ step: 'cancelled', returned: '$5.00', address: 'https://shop.example/no' },
    })
    await expect
      .poll(async () =>
        valueAt((await gateway.retrieve(payer.order)).body, 'transaction.1.transaction.reversal'),
      )
      .toMatchObject({ status: 'ACKNOWLEDGED' })
    const { body } = await gateway.retrieve(payer.order)
    expect(body).toMatchObject({ status: 'FAILED', amount: 10, totalCapturedAmount: 0 })
    expect(body.transaction).toMatchObject([
      {},
      { result: 'FAILURE', response: { gatewayCode: 'ABORTED' }, transaction: { amount: 5 } },
      {},
      { result: 'FAILURE', response: { gatewayCode: 'DECLINED' }, transaction: { amount: 5 } },
    ])
    expect(verbsOf(payer.order)).toEqual(['pay', 'pay', 'reverse'])
    expect(await differences()).toEqual([])
  })

  test('who closes the page gets it back when the time is over, whoever took it', async () => {
    const node = await gateway.neighbour()
    const payer = await paidHalf({ timeout: 600 }, node)
    await node.stop()
    const refund = { apiOperation: 'REFUND', transaction: { amount: '5.00', currency: 'USD' } }
    expect(await gateway.call('PUT', `order/${payer.order}/transaction/r`, refund)).toMatchObject({
      status: 400,
      body: { error: { field: 'apiOperation', explanation: expect.stringContaining('paying the rest') } },
    })
    await advance('PT9M')
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { totalCapturedAmount: 5 } })
    await advance('PT2M')
    await settled(payer.order, 'FAILED')
    await expect.poll(differences, { timeout: 15_000 }).toEqual([])
    expect(verbsOf(payer.order)).toEqual(['reverse'])
    expect(await payer.pay({ number: cardThat.isKnown }, knowing)).toMatchObject({
      ...{ step: 'expired', returned: '$5.00' },
    })
  })

  test('a session that is given another order gives back what was taken for the one before', async () => {
    const payer = await paidHalf()
    const next = `${payer.order}-next`
    const update = (order: object) => gateway.call('PUT', `session/${payer.sessionId}`, { order })
    expect(await update({ id: payer.order, description: 'The same' })).toMatchObject({ status: 200 })
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { totalCapturedAmount: 5 } })
    expect(await update({ id: next, amount: '-1' })).toMatchObject({ status: 400 })
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { totalCapturedAmount: 5 } })
    expect(await update({ id: next })).toMatchObject({ status: 200 })
    await settled(payer.order, 'FAILED')
    await expect.poll(() => verbsOf(payer.order)).toEqual(['pay', 'reverse'])
    expect(await payer.pay({ number: cardThat.isKnown }, { attemptsLeft: 5 })).toMatchObject({ step: 'done' })
    expect(await gateway.retrieve(next)).toMatchObject({ body: { amount: 10, totalCapturedAmount: 10 } })
    expect(await differences()).toEqual([])
  })

  test('two sessions for one order, on two nodes at once: it is paid once, and whole', async () => {
    const neighbour = await gateway.neighbour()
    try {
      for (let round = 0; round < 4; round++) {
        const payer = await paidHalf()
        const again = await openCheckout(gateway, {}, { order: { id: payer.order } })
        const answers = await Promise.all([
          payer.pay({ number: cardThat.isKnown }, knowing),
          again.pay({ number: cardThat.isNotEnrolled }, { attemptsLeft: 5 }, { at: neighbour }),
        ])
        const told = JSON.stringify(answers)
        expect(answers.filter(({ step }) => step === 'done').length, told).toBeLessThan(2)
        if (!answers.some(({ step }) => step === 'done'))
          expect(await again.pay({ number: cardThat.isKnown }), told).toMatchObject({ step: 'done' })
        await settled(payer.order, 'CAPTURED')
        await expect
          .poll(async () => (await gateway.retrieve(payer.order)).body)
          .toMatchObject({ amount: 10, totalCapturedAmount: 10 })
      }
      await advance('PT31M')
      await expect.poll(differences, { timeout: 15_000 }).toEqual([])
    } finally {
      await neighbour.stop()
    }
  })

  test('tabs on two nodes pay the rest and cancel, all at once: it is whole or nothing', async () => {
    const neighbour = await gateway.neighbour()
    const numbers = [cardThat.isKnown, cardThat.isNotEnrolled, cardThat.isAttempted]
    try {
      for (let round = 0; round < 6; round++) {
        const payer = await paidHalf()
        const answers = await Promise.all(
          Array.from({ length: 8 }, async (_, index) => {
            const at = index % 2 === 0 ? gateway : neighbour
            await new Promise(resolve => setTimeout(resolve, index === 7 ? round * 15 : 0))
            if (index === 7) return payer.act('cancel', { of: 'payment', ...knowing }, { at })
            return payer.pay({ number: numbers[index % 3] ?? '' }, knowing, { at })
          }),
        )
        const isDone = answers.some(({ step }) => step === 'done')
        const isCancelled = answers.some(({ step }) => step === 'cancelled')
        expect([isDone, isCancelled], JSON.stringify(answers)).not.toEqual([true, true])
        await settled(payer.order, isDone ? 'CAPTURED' : 'FAILED')
        const { body } = await gateway.retrieve(payer.order)
        expect(body).toMatchObject({ amount: 10, totalCapturedAmount: isDone ? 10 : 0 })
      }
      await advance('PT31M')
      await expect.poll(differences, { timeout: 15_000 }).toEqual([])
    } finally {
      await neighbour.stop()
    }
  })

  test('the merchant hears of both parts, and refunds each by its name', async () => {
    const payer = await paidHalf()
    await payer.pay({ number: cardThat.isKnown }, knowing)
    const refund = (id: string, amount: string, target?: string) =>
      gateway.call('PUT', `order/${payer.order}/transaction/${id}`, {
        apiOperation: 'REFUND',
        transaction: { amount, currency: 'USD', ...(target && { targetTransactionId: target }) },
      })
    expect(await refund('r', '10.00')).toMatchObject({
      status: 400,
      body: { error: { field: 'transaction.targetTransactionId' } },
    })
    for (const number of [1, 2]) {
      const { payment } = transactionIds(payer.sessionId, number)
      const { body } = await refund(`r${number}`, '5.00', payment)
      expect(body).toMatchObject({ result: 'SUCCESS' })
      const card = number === 1 ? '450875xxxxxx1019' : '555555xxxxxx0018'
      expect(valueAt(body, 'sourceOfFunds.provided.card.number')).toBe(card)
    }
    expect(await gateway.retrieve(payer.order)).toMatchObject({ body: { status: 'REFUNDED' } })
  })
})
