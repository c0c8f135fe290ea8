import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Form, openShop, type Shop, submit } from './browser.ts'
import { cardholder, cardThat, explained, formIn, later, told } from './cardholder.ts'
import {
  type ChallengingIssuers,
  challengedBy,
  challengeStories,
  failed,
  known,
  row,
} from './challengeStories.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

describe('a payer is challenged', () => {
  let gateway: TestGateway
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    gateway = await openGateway('external', { patienceMs: 2_000 })
  })
  afterAll(async () => {
    await gateway?.stop()
    await shop?.close()
  })

  const challenged = () => challengedBy({ gateway, shop })
  /** The address that the issuer's server sends the browser to, with what it brings. */
  const decided = async (form: Form, outcome = 'Y'): Promise<Form> => {
    const page = await submit({ ...form, address: `${form.address}?outcome=${outcome}` })
    if (!page.form) throw new Error(page.text)
    return page.form
  }

  const simulated = (): ChallengingIssuers => ({
    ...{ gateway, shop, decided, merchantName: '>Shop<', amount: '$10.00', unchosen: 400, unasked: 404 },
    async settle(payer, outcome, otherwise) {
      expect(await payer.decide(outcome)).toMatchObject({ status: 200, body: { outcome, state: 'settled' } })
      expect((await payer.decide(otherwise)).body).toEqual({ outcome, state: 'settledBefore' })
    },
    // The payer who is back, or the gateway that waits for nobody.
    settledBy: /^(?:PAYER_WENT_ON|SETTLED_BY_RECOVERY)$/,
  })
  challengeStories(simulated)

  test('what nobody was asked for is not decided', async () => {
    const payer = await challenged()
    const guess = { address: payer.form.address.replace('challenge', 'decision'), fields: {} }
    expect((await submit(guess, { challenge: 'guess', outcome: 'Y' })).status).toBe(404)
    expect((await payer.decide('X')).body).toMatchObject({ error: { field: 'outcome' } })
    const nobody = cardholder(gateway)
    expect((await nobody.decide('Y')).body).toMatchObject({ error: { field: 'transactionid' } })
    expect(told(await payer.shown())).toMatchObject({ result: 'PENDING' })
  })

  test('the issuer decides by a script, and a browser that never comes back does no harm', async () => {
    const match = { cardNumber: cardThat.isAttempted }
    const outcomes = [{ outcome: 'challenge', payer: 'Y' }]
    await gateway.call('POST', '/sandbox/authentication/scripts', { match, outcomes })
    const payer = cardholder(gateway, cardThat.isAttempted)
    const page = await submit(formIn(await payer.begin()))
    expect(page.form?.address).toContain('/3ds/callback/')
    await later(gateway, 'PT2M')
    expect(told(await payer.shown())).toEqual(row(known))
  })

  test('a payer who never answers has failed after ten minutes, and not before', async () => {
    const payer = await challenged()
    const undecided = await challenged()
    const late = await decided((await challenged()).form)
    const gone = await decided((await challenged()).form)
    await later(gateway, 'PT9M')
    expect(told(await payer.shown())).toMatchObject({ result: 'PENDING' })
    await later(gateway, 'PT2M')
    const shown = await payer.shown()
    expect(told(shown)).toEqual(row(failed))
    expect(valueAt(shown.body, 'authentication.3ds2')).toMatchObject({
      transactionStatus: 'N',
      statusReasonCode: '14',
    })
    expect(await submit(late)).toMatchObject({ status: 200, form: { fields: { result: 'SUCCESS' } } })
    expect((await payer.decide('Y')).body).toEqual({ outcome: 'timedOut', state: 'settledBefore' })
    expect((await submit(undecided.form)).form?.address).toContain('/3ds/callback/')
    const paid = await payer.pay()
    expect(paid.body).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'AUTHENTICATION_FAILED' },
    })
    const steps = await explained(gateway, payer.orderId, 'auth')
    expect(steps.at(-2)).toMatchObject({ step: 'SETTLED_BY_RECOVERY', by: 'inquiry', result: 'FAILURE' })
    await later(gateway, 'PT110M')
    expect((await submit(gone)).status).toBe(404)
  })

  test('however often the issuer was asked before, a payer has no more than the ten minutes', async () => {
    const payer = await challenged()
    for (const pause of ['PT1S', 'PT2S', 'PT5S', 'PT15S', 'PT1M', 'PT5M', 'PT5M']) await later(gateway, pause)
    expect(told(await payer.shown())).toEqual(row(failed))
  })

  test('two nodes, and one that is restarted in between: any of them goes on', async () => {
    const payer = await challenged()
    const other = await challenged()
    const neighbour = await gateway.neighbour()
    try {
      const ported = (form: Form, port: number): Form => ({
        ...form,
        address: form.address.replace(/:\d+\//, `:${port}/`),
      })
      const back = await decided(ported(payer.form, neighbour.port))
      gateway = await gateway.restarted()
      const sent = await submit(ported(back, gateway.port))
      expect(sent).toMatchObject({ status: 200, form: { fields: { result: 'SUCCESS' } } })
      expect((await submit(ported(back, neighbour.port))).status).toBe(410)
      expect(await other.decide('R', neighbour)).toMatchObject({ body: { state: 'settled' } })
      for (const node of [gateway, neighbour]) {
        const shown = await node.retrieve(payer.orderId, { transaction: 'auth' })
        expect(told(shown)).toEqual(row(known))
        const rejected = await node.retrieve(other.orderId, { transaction: 'auth' })
        expect(told(rejected)).toMatchObject({ authenticationStatus: 'AUTHENTICATION_REJECTED' })
      }
    } finally {
      await neighbour.stop()
    }
  })
})
