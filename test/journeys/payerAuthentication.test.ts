import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, submit, submitOn } from './browser.ts'
import { cardholder, cardThat, explained, formIn, told } from './cardholder.ts'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { type Issuers, issuerKinds, openIssuers } from './issuers.ts'
import { authorization, device, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

/** The table of Authenticate Payer (spec 13): result, code, recommendation, status. */
const table = {
  challenge: ['PENDING', 'PENDING', 'PROCEED', 'PENDING'],
  successful: ['SUCCESS', 'APPROVED', 'PROCEED', 'SUCCESSFUL'],
  attempted: ['SUCCESS', 'APPROVED', 'PROCEED', 'ATTEMPTED'],
  failed: ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'FAILED'],
  rejected: ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'REJECTED'],
  unavailable: ['SUCCESS', 'DECLINED', 'PROCEED', 'UNAVAILABLE'],
  notEnrolled: ['SUCCESS', 'NOT_SUPPORTED', 'PROCEED', 'NOT_SUPPORTED'],
  exempt: ['SUCCESS', 'APPROVED', 'PROCEED', 'EXEMPT'],
  error: ['FAILURE', 'SYSTEM_ERROR', 'RESUBMIT_LATER', 'UNAVAILABLE'],
  silent: ['FAILURE', 'TIMED_OUT', 'RESUBMIT_LATER', 'UNAVAILABLE'],
} as const
type Row = keyof typeof table
function row(name: Row) {
  const [result, gatewayCode, recommendation, status] = table[name]
  return { result, gatewayCode, recommendation, authenticationStatus: `AUTHENTICATION_${status}` }
}

/** What the order is then, while nothing but authentication has been tried. */
const standing: Readonly<Record<Row, string>> = {
  challenge: 'AUTHENTICATION_INITIATED',
  successful: 'AUTHENTICATED',
  attempted: 'AUTHENTICATED',
  failed: 'AUTHENTICATION_UNSUCCESSFUL',
  rejected: 'AUTHENTICATION_UNSUCCESSFUL',
  unavailable: 'AUTHENTICATION_UNSUCCESSFUL',
  notEnrolled: 'AUTHENTICATION_NOT_NEEDED',
  exempt: 'AUTHENTICATION_NOT_NEEDED',
  error: 'AUTHENTICATION_UNSUCCESSFUL',
  silent: 'AUTHENTICATION_UNSUCCESSFUL',
}

const available = {
  result: 'SUCCESS',
  gatewayCode: 'AUTHENTICATION_IN_PROGRESS',
  recommendation: 'PROCEED',
  authenticationStatus: 'AUTHENTICATION_AVAILABLE',
}
const cryptogram = expect.stringMatching(/^[0-9A-Za-z+/]{27}=$/)
const identifier = expect.stringMatching(/^[0-9a-f-]{36}$/)

const refused = (answer: Answer, field: string, validationType = 'INVALID') =>
  expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
const replayed = (again: Answer, first: Answer) => {
  expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
  expect(again.text).toBe(first.text)
}

describe.each(issuerKinds)('payers are authenticated by %s', kind => {
  let issuers: Issuers
  let gateway: TestGateway
  beforeAll(async () => {
    issuers = await openIssuers(kind, { patienceMs: 600 })
    gateway = issuers.gateway
  })
  afterAll(() => issuers?.stop())

  const asked = (orderId: string) => gateway.asks.filter(ask => ask.orderId === orderId)

  test.each([
    ['5123450000000008', 'challenge', 'C', undefined],
    ['2223000000000007', 'challenge', 'C', undefined],
    ['4440000009900010', 'challenge', 'C', undefined],
    ['5123456789012346', 'successful', 'Y', '02'],
    ['5555555555000018', 'successful', 'Y', '02'],
    ['4440000042200014', 'successful', 'Y', '05'],
    ['5500005555555559', 'attempted', 'A', '01'],
    ['4440000042200022', 'attempted', 'A', '06'],
    ['5506900140100503', 'rejected', 'R', undefined],
    ['5123459999998221', 'unavailable', 'U', undefined],
    ['5000000000000000005', 'exempt', 'N', undefined],
  ] as const)('the issuer of %s: %s', async (number, name, transactionStatus, acsEci) => {
    const payer = cardholder(gateway, number)
    const initiated = await payer.initiate()
    expect(told(initiated)).toEqual(available)
    expect(initiated).toMatchObject({ status: 201, body: { order: { status: standing.challenge } } })
    const answer = await payer.authenticate()
    expect(told(answer)).toEqual(row(name))
    expect(answer).toMatchObject({
      status: 201,
      body: {
        authentication: {
          version: '3DS2',
          payerInteraction: name === 'challenge' ? 'REQUIRED' : 'NOT_REQUIRED',
          '3ds2': { transactionStatus, dsTransactionId: identifier, acsTransactionId: identifier },
        },
        order: { status: standing[name], authenticationStatus: row(name).authenticationStatus },
        transaction: { id: 'auth', type: 'AUTHENTICATION', amount: 10 },
      },
    })
    const proof = valueAt(answer.body, 'authentication.3ds')
    expect(Object(proof)).toEqual(
      name === 'challenge'
        ? {}
        : { transactionId: identifier, ...(acsEci && { acsEci, authenticationToken: cryptogram }) },
    )
    if (name === 'exempt') expect(valueAt(answer.body, 'authentication.3ds2.statusReasonCode')).toBe('81')
    expect(asked(payer.orderId)).toEqual([])
  })

  test.each((Object.keys(table) as Row[]).filter(name => name !== 'challenge'))(
    'where the issuer asks nothing the excerpt leads straight back to the shop: %s',
    async name => {
      const shop = await openShop()
      const payer = await issuers.payerWhoIs(name)
      const answer = await payer.begin({ authentication: { redirectResponseUrl: shop.address } })
      expect(valueAt(answer.body, 'authentication.redirectHtml')).toBe(
        valueAt(answer.body, 'authentication.redirect.html'),
      )
      const form = formIn(answer)
      const { result, recommendation } = row(name)
      const brought = {
        ...{ 'order.id': payer.orderId, 'transaction.id': 'auth', result },
        'response.gatewayRecommendation': recommendation,
      }
      expect(form).toEqual({ address: shop.address, fields: brought })
      expect((await submit(form)).text).toBe('Welcome back')
      expect(shop.brought).toEqual([brought])
      expect((await payer.shown()).body.authentication).toEqual(answer.body.authentication)
      await shop.close()
    },
  )

  test('what a directory server needs of the browser is missed before anything is recorded', async () => {
    const payer = cardholder(gateway)
    await payer.initiate()
    const { browserDetails, ...browser } = device
    const { screenWidth: _, acceptLanguage: __, ...silent } = browserDetails
    const without = await payer.authenticate({ device: { ...browser, browserDetails: silent } })
    if (kind === 'simulated issuers') return expect(told(without)).toEqual(row('successful'))
    refused(without, 'device.browserDetails.screenWidth', 'MISSING')
    const unfit = { ...silent, language: '?' }
    const odd = await payer.authenticate({ device: { ...browser, browserDetails: unfit } })
    refused(odd, 'device.browserDetails.language')
    refused(await payer.authenticate({ authentication: { channel: 'PAYER_APP' } }), 'authentication.channel')
    refused(await payer.authenticate({ device: undefined }), 'device.browserDetails.acceptHeaders', 'MISSING')
    expect((await payer.shown()).body).toMatchObject({
      transaction: { authenticationStatus: available.authenticationStatus },
    })
    expect(told(await payer.authenticate())).toEqual(row('successful'))
    return undefined
  })

  test('who named no page gets an excerpt that does nothing', async () => {
    const answer = await cardholder(gateway).begin()
    expect(valueAt(answer.body, 'authentication.redirect.html')).toBe(
      '<div id="threedsFrictionLessRedirect"></div>',
    )
  })

  test('what an order is goes up the ladder, and older versions have no word for it', async () => {
    const payer = cardholder(gateway, cardThat.isKnown)
    const old = await payer.initiate({}, { version: 56 })
    expect(old.body).toMatchObject({ response: { gatewayCode: 'PENDING' } })
    for (const name of ['order.status', 'order.authenticationStatus', 'transaction.authenticationStatus'])
      expect(valueAt(old.body, name), name).toBeUndefined()
    const new57 = await payer.shown({ version: 57 })
    expect(new57.body).toMatchObject({
      response: { gatewayCode: 'AUTHENTICATION_IN_PROGRESS' },
      order: { status: 'AUTHENTICATION_INITIATED' },
    })
    expect((await payer.authenticate({}, { version: 56 })).body).not.toHaveProperty('order.status')
    expect((await gateway.retrieve(payer.orderId, { version: 56 })).body).not.toHaveProperty('status')
    expect((await gateway.retrieve(payer.orderId)).body.status).toBe('AUTHENTICATED')
    const declined = await payer.pay({
      sourceOfFunds: fundsOf({ number: cardThat.isKnown, expiry: '05/39' }),
    })
    expect(declined.body).toMatchObject({ result: 'FAILURE', order: { status: 'FAILED' } })
    expect((await gateway.retrieve(payer.orderId, { version: 56 })).body.status).toBe('FAILED')
    const paid = await payer.pay({}, { transaction: 'again' })
    expect(paid.body).toMatchObject({ result: 'SUCCESS', order: { status: 'CAPTURED' } })
  })

  test('the excerpt has two names at every version, and its parts are told too', async () => {
    const payer = cardholder(gateway, cardThat.isLookedAtAndChallenged)
    const first = await payer.initiate({}, { version: 59 })
    const html = valueAt(first.body, 'authentication.redirectHtml')
    expect(html).toContain('initiate-authentication-script')
    expect(valueAt(first.body, 'authentication.redirect.html')).toBe(html)
    const look = formIn(first)
    expect(valueAt(first.body, 'authentication.redirect.customizedHtml.3ds2')).toEqual({
      methodUrl: look.address,
      methodPostData: look.fields.threeDSMethodData,
    })
    const second = await payer.authenticate({}, { version: 60 })
    const shown = String(valueAt(second.body, 'authentication.redirect.html'))
    expect(shown).toContain('threedsChallengeRedirect')
    expect(valueAt(second.body, 'authentication.redirectHtml')).toBe(shown)
    const ask = formIn(second)
    expect(valueAt(second.body, 'authentication.redirect.customizedHtml.3ds2')).toEqual({
      acsUrl: ask.address,
      cReq: ask.fields.creq,
    })
    const older = await payer.shown({ version: 1 })
    expect(valueAt(older.body, 'authentication.redirectHtml')).toContain('authenticate-payer-script')
  })

  test('the bank shows the name of the shop, never the id of the merchant', async () => {
    const profile = '/sandbox/merchants/TESTMERCHANT/profile'
    const name = async (shopName: string) => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ shopName })
      await fetch(gateway.origin + profile, { method: 'PUT', headers, body })
    }
    const shownNow = async () => {
      const payer = cardholder(gateway, cardThat.isChallenged)
      await payer.initiate()
      const { address, fields } = formIn(await payer.authenticate())
      return (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).text()
    }
    await name('Harbour Books')
    const named = await shownNow()
    expect(named).not.toContain('TESTMERCHANT')
    // A directory server knows the merchant by the name that it was registered with there.
    if (kind === 'simulated issuers') expect(named).toContain('class="value">Harbour Books<')
    await name('')
    expect(await shownNow()).not.toContain('TESTMERCHANT')
  })

  test('two requests under one id: each is answered again as it was, anything else is refused', async () => {
    const payer = cardholder(gateway)
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => payer.initiate()))
    expect([first, ...others].map(one => one?.status).sort()).toEqual([200, 200, 200, 201])
    const seconds = await Promise.all(Array.from({ length: 4 }, () => payer.authenticate()))
    expect(seconds.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    const second = seconds.find(({ status }) => status === 201)
    if (!first || !second) throw new Error('nobody was first')
    replayed(await payer.initiate(), first)
    replayed(await payer.authenticate(), second)
    refused(await payer.initiate({ order: { amount: '11.00', currency: 'USD' } }), 'transactionid')
    refused(await payer.authenticate({ order: { amount: '11.00', currency: 'USD' } }), 'transactionid')
    refused(await payer.pay({ authentication: {} }, { transaction: 'auth' }), 'transactionid')
    expect((await payer.pay()).body).toMatchObject({ result: 'SUCCESS' })
    replayed(await payer.initiate(), first)
    replayed(await payer.authenticate(), second)
    refused(await payer.authenticate({}, { transaction: 'pay' }), 'transactionid')
    const elsewhere = await payer.authenticate({}, { version: 57 })
    expect(elsewhere).toMatchObject({ status: 200, body: { version: '57', result: 'SUCCESS' } })
    expect((await gateway.retrieve(payer.orderId)).body.transaction).toHaveLength(2)
    const steps = await explained(gateway, payer.orderId, 'auth')
    expect(steps.filter(({ step }) => step === 'ISSUER_ASKED').map(({ verb }) => verb)).toEqual([
      'enrolment',
      'authenticate',
    ])
  })

  test('the second step is for the card, the currency and the ids of the first', async () => {
    const payer = cardholder(gateway)
    refused(await payer.authenticate(), 'apiOperation')
    await payer.initiate({ order: { currency: 'USD' } })
    refused(await payer.authenticate({}, { transaction: 'other' }), 'apiOperation')
    refused(await payer.authenticate({ order: { amount: '1.00', currency: 'EUR' } }), 'order.currency')
    const other = fundsOf({ number: cardThat.isAttempted })
    refused(await payer.authenticate({ sourceOfFunds: other }), 'sourceOfFunds.provided.card.number')
    refused(await payer.authenticate({ order: { currency: 'USD' } }), 'order.amount', 'MISSING')
    expect((await payer.authenticate()).body).toMatchObject({ order: { amount: 10 }, result: 'SUCCESS' })
  })

  test('the issuer looks at the browser in a frame, and knows whether it did', async () => {
    const payer = cardholder(gateway, cardThat.isLookedAtAndKnown)
    const initiated = await payer.initiate()
    expect(valueAt(initiated.body, 'authentication.3ds2')).toMatchObject({
      methodSupported: 'SUPPORTED',
      methodCompleted: false,
      protocolVersion: expect.stringMatching(/^2\.(?:2\.0|3\.1)$/),
      directoryServerId: expect.any(String),
      requestorId: expect.any(String),
      requestorName: expect.any(String),
    })
    const page = await submitOn(formIn(initiated))
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('tollgate:looked') })
    const answer = await payer.authenticate()
    expect(valueAt(answer.body, 'authentication.3ds2')).toMatchObject({ methodCompleted: true })
    const hasty = cardholder(gateway, cardThat.isLookedAtAndKnown)
    const form = formIn(await hasty.initiate())
    const early = await hasty.authenticate()
    expect(valueAt(early.body, 'authentication.3ds2.methodCompleted')).toBe(false)
    expect((await submitOn(form)).status).toBe(200)
    expect((await hasty.shown()).body).toMatchObject({
      authentication: { '3ds2': { methodCompleted: false } },
    })
    const unlooked = await cardholder(gateway).initiate()
    expect(valueAt(unlooked.body, 'authentication.3ds2.methodSupported')).toBe('NOT_SUPPORTED')
  })

  test('no message broke a rule, and no request came twice', () => {
    expect(issuers.findings()).toEqual([])
  })
})

describe('payer authentication in a sandbox', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { patienceMs: 600 })
  })
  afterAll(() => gateway?.stop())

  test.each(Object.keys(table) as Row[])('by script, the same card: %s', async name => {
    const payer = cardholder(gateway, cardThat.isNotEnrolled)
    const script = { match: { orderId: payer.orderId }, outcomes: [{ outcome: name }] }
    expect((await gateway.call('POST', '/sandbox/authentication/scripts', script)).status).toBe(201)
    const initiated = await payer.initiate()
    expect(told(initiated)).toEqual(name === 'notEnrolled' ? row(name) : available)
    expect(valueAt(initiated.body, 'authentication.redirectHtml')).toContain('initiateAuthenticationRedirect')
    expect(told(await payer.authenticate())).toEqual(row(name))
    const shown = await gateway.retrieve(payer.orderId)
    expect(shown.body).toMatchObject({ status: standing[name], amount: 10 })
    expect(shown.body.transaction).toHaveLength(1)
  })

  test('a scheme that cannot answer at first is asked again under another id', async () => {
    const payer = cardholder(gateway, '5210760000000004')
    expect(told(await payer.initiate())).toEqual(row('error'))
    refused(await payer.authenticate(), 'apiOperation')
    const error = cardholder(gateway, '5455031257390496')
    expect(told(await error.begin())).toEqual(row('error'))
    const silent = cardholder(gateway)
    const outcomes = [{ outcome: 'silent', at: 'initiate' }]
    const match = { orderId: silent.orderId }
    await gateway.call('POST', '/sandbox/authentication/scripts', { match, outcomes })
    expect(told(await silent.initiate())).toEqual(row('silent'))
    expect(told(await silent.initiate({}, { transaction: 'again' }))).toEqual(available)
    expect(told(await silent.authenticate({}, { transaction: 'again' }))).toEqual(row('successful'))
  })

  test('an agreement that begins here has a name and a kind', async () => {
    const payer = cardholder(gateway)
    for (const step of [payer.initiate, payer.authenticate]) {
      refused(await step({ agreement: { type: 'UNSCHEDULED' } }), 'agreement.id', 'MISSING')
      refused(await step({ agreement: { id: 'A1' } }), 'agreement.type', 'MISSING')
      const recurring = { id: 'A1', type: 'RECURRING' }
      refused(await step({ agreement: recurring }), 'agreement.amountVariability', 'MISSING')
      const answer = await step({ agreement: { ...recurring, amountVariability: 'FIXED' } })
      expect(answer, answer.text).toMatchObject({ status: 201, body: { agreement: { id: 'A1' } } })
    }
    const series = newOrder()
    expect((await gateway.authorize(series, authorization())).status).toBe(201)
    const next = cardholder(gateway)
    const more = { agreement: { id: 'A1' }, referenceOrderId: series, sourceOfFunds: undefined }
    expect(told(await next.initiate(more))).toEqual(available)
  })

  test('the simulated issuer leads a browser to no address of strangers', async () => {
    const form = formIn(await cardholder(gateway, cardThat.isLookedAtAndKnown).initiate())
    const data = Buffer.from(
      JSON.stringify({ threeDSServerTransID: 'x', threeDSMethodNotificationURL: 'https://evil.example/' }),
    ).toString('base64url')
    expect((await submit({ ...form, fields: { threeDSMethodData: data } })).status).toBe(404)
  })
})
