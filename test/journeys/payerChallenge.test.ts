import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Form, openShop, type Shop, submit, submitOn, visit } from './browser.ts'
import { cardholder, cardThat, explained, formIn, later, told } from './cardholder.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

const known = ['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_SUCCESSFUL'] as const
const failed = ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_FAILED'] as const
/** What a payer can do at the issuer's page, and what it comes to: the row, the issuer's word, why. */
const outcomes = [
  ['Y', known, 'Y', undefined],
  ['N', failed, 'N', '01'],
  ['cancelled', failed, 'N', '26'],
  ['U', ['SUCCESS', 'DECLINED', 'PROCEED', 'AUTHENTICATION_UNAVAILABLE'], 'U', '22'],
  ['R', ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_REJECTED'], 'R', '11'],
  ['timedOut', failed, 'N', '14'],
] as const
function row([result, gatewayCode, recommendation, authenticationStatus]: readonly string[]) {
  return { result, gatewayCode, recommendation, authenticationStatus }
}

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

  const challenged = async (more: object = {}) => {
    const payer = cardholder(gateway, cardThat.isChallenged)
    const authentication = { redirectResponseUrl: shop.address }
    const answer = await payer.begin({ authentication, ...more })
    expect(told(answer)).toMatchObject({ authenticationStatus: 'AUTHENTICATION_PENDING' })
    return { ...payer, answer, form: formIn(answer) }
  }
  /** The address that the issuer's server sends the browser to, with what it brings. */
  const decided = async (form: Form, outcome = 'Y'): Promise<Form> => {
    const page = await submit({ ...form, address: `${form.address}?outcome=${outcome}` })
    if (!page.form) throw new Error(page.text)
    return page.form
  }

  test.each(outcomes)('without a browser: %s', async (outcome, expected, transactionStatus, reason) => {
    const payer = await challenged()
    expect(await payer.decide(outcome)).toMatchObject({ status: 200, body: { outcome, state: 'settled' } })
    const shown = await payer.shown()
    expect(told(shown)).toEqual(row(expected))
    expect(valueAt(shown.body, 'authentication.payerInteraction')).toBe('REQUIRED')
    expect(valueAt(shown.body, 'authentication.redirect')).toBeUndefined()
    const said = valueAt(shown.body, 'authentication.3ds2')
    expect(said).toMatchObject({ transactionStatus, acsTransactionId: expect.any(String) })
    expect(valueAt(said, 'statusReasonCode')).toBe(reason)
    const proof = { acsEci: '02', authenticationToken: expect.stringMatching(/^.{27}=$/) }
    if (outcome === 'Y') expect(valueAt(shown.body, 'authentication.3ds')).toMatchObject(proof)
    else expect(valueAt(shown.body, 'authentication.3ds.authenticationToken')).toBeUndefined()
    const otherwise = outcome === 'Y' ? 'N' : 'Y'
    expect((await payer.decide(otherwise)).body).toEqual({ outcome, state: 'settledBefore' })
    expect(told(await payer.shown())).toEqual(row(expected))
    expect(told(await payer.authenticate({ authentication: { redirectResponseUrl: shop.address } }))).toEqual(
      row(expected),
    )
  })

  test.each(outcomes)('in a browser that chooses by itself: %s', async (outcome, expected) => {
    const payer = await challenged()
    const back = await decided(payer.form, outcome)
    expect(back.address).toContain(`http://127.0.0.1:${gateway.port}/3ds/callback/`)
    const page = await submit(back)
    expect(page).toMatchObject({ status: 200, form: { address: shop.address } })
    expect(page.form?.fields).toEqual({
      'order.id': payer.orderId,
      'transaction.id': 'auth',
      result: expected[0],
      'response.gatewayRecommendation': expected[2],
    })
    expect(told(await payer.shown())).toEqual(row(expected))
  })

  test('the payer reads who asks for what, decides, and is brought back to the shop', async () => {
    const details = { '3DSecureChallengeWindowSize': '390_X_400' }
    const payer = await challenged({ device: { browserDetails: details } })
    const excerpt = String(valueAt(payer.answer.body, 'authentication.redirect.html'))
    for (const part of ['threedsChallengeRedirect', 'challengeFrame', 'authenticate-payer-script', '"390"'])
      expect(excerpt).toContain(part)
    const question = await submit(payer.form)
    for (const part of ['TESTMERCHANT', '10.00 USD', '222300xxxxxx0007'])
      expect(question.text).toContain(part)
    if (!question.form) throw new Error('nothing to choose')
    expect((await submit(question.form)).status).toBe(400)
    const chosen = await submit(question.form, { outcome: 'Y' })
    if (!chosen.form) throw new Error('no way on')
    const before = shop.brought.length
    expect(await submitOn(chosen.form)).toMatchObject({ status: 200, text: 'Welcome back' })
    expect(shop.brought.slice(before)).toMatchObject([{ 'order.id': payer.orderId, result: 'SUCCESS' }])
    expect(told(await payer.shown())).toEqual(row(known))
    const steps = await explained(gateway, payer.orderId, 'auth')
    // The gateway may have asked the issuer by itself meanwhile.
    const asides = new Set<unknown>(['NOTIFICATION_DUE', 'INQUIRY_ATTEMPTED'])
    const happenings = steps.filter(({ step }) => !asides.has(step))
    expect(happenings.map(({ step }) => step)).toEqual([
      ...['RECEIVED', 'ISSUER_ASKED', 'ANSWERED'],
      ...['RECEIVED', 'ISSUER_ASKED', 'ANSWERED'],
      // Whoever asks the issuer first: the payer who is back, or the gateway that waits for nobody.
      expect.stringMatching(/^(?:PAYER_WENT_ON|SETTLED_BY_RECOVERY)$/),
    ])
    expect(happenings.at(-1)).toMatchObject({
      result: 'SUCCESS',
      transactionStatus: 'Y',
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    })
    expect(steps.filter(({ step }) => step === 'NOTIFICATION_DUE')).toHaveLength(3)
  })

  test('an address works once, for one purpose, and nobody guesses one', async () => {
    const payer = await challenged()
    const back = await decided(payer.form, 'N')
    expect((await visit(back.address)).status).toBe(405)
    const pages = await Promise.all([back, back, back].map(form => submit(form)))
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    for (const page of pages.filter(({ status }) => status === 410)) {
      expect(page.form).toBeUndefined()
      expect(page.text).not.toContain(payer.orderId)
    }
    const token = back.address.split('/').at(-1) ?? ''
    const guesses = [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'A'.repeat(43), 'x']
    for (const guess of guesses) {
      const place = back.address.slice(0, -token.length)
      expect((await submit({ ...back, address: place + guess })).status, guess).toBe(404)
    }
    const elsewhere = back.address.replace('/3ds/callback/', '/3ds/method/')
    expect((await submit({ ...back, address: elsewhere })).status).toBe(404)
    const lookedAt = cardholder(gateway, cardThat.isLookedAtAndChallenged)
    const method = await submit(formIn(await lookedAt.initiate()))
    const misused = method.form?.address.replace('/3ds/method/', '/3ds/callback/') ?? ''
    expect((await submit({ address: misused, fields: {} })).status).toBe(404)
    expect(told(await payer.shown())).toEqual(row(failed))
    const steps = await explained(gateway, payer.orderId, 'auth')
    expect(steps.filter(({ result }) => result === 'FAILURE')).toHaveLength(1)
  })

  test('a browser cannot tell what the issuer did not say', async () => {
    const payer = await challenged()
    const lie = { cres: Buffer.from('{"transStatus":"Y"}').toString('base64url') }
    const other = await challenged()
    const { address } = await decided(other.form, 'Y')
    await submit({ address, fields: lie })
    expect(told(await other.shown())).toEqual(row(known))
    expect(told(await payer.shown())).toMatchObject({ result: 'PENDING' })
    const foreign = { ...payer.form, fields: { creq: `${payer.form.fields.creq}x` } }
    expect((await submit(foreign)).status).toBe(404)
    const guess = { address: payer.form.address.replace('challenge', 'decision'), fields: {} }
    expect((await submit(guess, { challenge: 'guess', outcome: 'Y' })).status).toBe(404)
    expect((await payer.decide('X')).body).toMatchObject({ error: { field: 'outcome' } })
    const nobody = cardholder(gateway)
    expect((await nobody.decide('Y')).body).toMatchObject({ error: { field: 'transactionid' } })
  })

  test('who named no page comes to one of the gateway', async () => {
    const payer = await challenged({ authentication: {} })
    const page = await submit(await decided(payer.form))
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('tollgate:challenged') })
    expect(page.form).toBeUndefined()
    expect(told(await payer.shown())).toEqual(row(known))
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
