import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOn, submit } from './browser.ts'
import { cardThat } from './cardholder.ts'
import type { Answer, CallOptions } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const responseUrl = 'https://shop.example/back'
const order = { amount: '10.00', currency: 'USD' }
const xid = expect.stringMatching(/^[0-9A-Za-z+/]{27}=$/)
const unproven = { result: 'FAILURE', response: { gatewayCode: 'AUTHENTICATION_FAILED' } }

let checks = 0
const newCheck = () => `check-${process.pid}-${++checks}`

describe('the first generation of 3-D Secure', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { patienceMs: 2_000 })
  })
  afterAll(() => gateway?.stop())

  const check = (id: string, number: string, redirect: object = {}, options?: CallOptions) =>
    gateway.call(
      'PUT',
      `3DSecureId/${encodeURIComponent(id)}`,
      {
        apiOperation: 'CHECK_3DS_ENROLLMENT',
        '3DSecure': { authenticationRedirect: { responseUrl, ...redirect } },
        order,
        sourceOfFunds: fundsOf({ number }),
      },
      options,
    )
  const customized = { pageGenerationMode: 'CUSTOMIZED' }
  const process = (id: string, paRes: string, options?: CallOptions) =>
    gateway.call(
      'POST',
      `3DSecureId/${id}`,
      { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes } },
      options,
    )
  const pay = (id: string, number: string = cardThat.isChallenged, apiOperation = 'PAY') => {
    const orderId = newOrder()
    const body = { apiOperation, '3DSecureId': id, order, sourceOfFunds: fundsOf({ number }) }
    return gateway.authorize(orderId, body)
  }
  const refused = (answer: Answer, field: string, validationType = 'INVALID') =>
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
  const lastAsk = () => gateway.asks.at(-1)

  /** The payer goes to the issuer, decides, and brings its signed word to the merchant. */
  const wordOf = async (answer: Answer, outcome: string): Promise<string> => {
    const { acsUrl, paReq } = Object(valueAt(answer.body, '3DSecure.authenticationRedirect.customized'))
    const fields = { PaReq: String(paReq), TermUrl: responseUrl, MD: 'basket 7' }
    const { form } = await submit({ address: `${acsUrl}?outcome=${outcome}`, fields })
    expect(form).toMatchObject({ address: responseUrl, fields: { MD: 'basket 7' } })
    return form?.fields.PaRes ?? ''
  }
  const proven = async (outcome: string, number: string = cardThat.isChallenged) => {
    const id = newCheck()
    const paRes = await wordOf(await check(id, number, customized), outcome)
    return { id, paRes, answer: await process(id, paRes) }
  }

  test.each([
    ['CARD_ENROLLED', cardThat.isChallenged, 'Y'],
    ['CARD_ENROLLED', cardThat.isKnown, 'Y'],
    ['CARD_NOT_ENROLLED', cardThat.isNotEnrolled, 'N'],
    ['CARD_NOT_ENROLLED', cardThat.isUnavailable, 'U'],
    ['CARD_DOES_NOT_SUPPORT_3DS', '6011003179988686', undefined],
  ])('%s for %s: the directory said %s', async (summaryStatus, number, veResEnrolled) => {
    const id = newCheck()
    const answer = await check(id, number)
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: {
        ...{ result: 'SUCCESS', merchant: 'TESTMERCHANT', '3DSecureId': id },
        response: { gatewayRecommendation: 'PROCEED' },
      },
    })
    expect(answer.body['3DSecure']).toEqual({
      summaryStatus,
      ...(veResEnrolled && { veResEnrolled }),
      ...(veResEnrolled === 'Y' && {
        xid,
        authenticationRedirect: { simple: { htmlBodyContent: expect.any(String) } },
      }),
    })
    expect((await check(id, number)).text).toBe(answer.text)
  })

  test('a ready-made page takes the payer to the issuer and back to the shop', async () => {
    const id = newCheck()
    const answer = await check(id, cardThat.isChallenged, { pageGenerationMode: 'SIMPLE' }, { version: 30 })
    const html = String(valueAt(answer.body, '3DSecure.authenticationRedirect.simple.htmlBodyContent'))
    const form = formOn(html, responseUrl)
    if (!form) throw new Error(html)
    expect(form.fields).toMatchObject({ TermUrl: responseUrl, PaReq: expect.any(String) })
    const question = await submit(form)
    for (const part of ['>Shop<', '$10.00', '222300xxxxxx0007']) expect(question.text).toContain(part)
    expect(question.text).not.toContain('TESTMERCHANT')
    if (!question.form) throw new Error(question.text)
    const chosen = await submit(question.form, { outcome: 'Y' })
    expect(chosen.form?.address).toBe(responseUrl)
    const word = await process(id, chosen.form?.fields.PaRes ?? '')
    expect(word.body).toMatchObject({ result: 'SUCCESS', '3DSecure': { paResStatus: 'Y', acsEci: '02' } })
  })

  test.each([
    ['Y', 'SUCCESS', '02', 'AUTHENTICATION_SUCCESSFUL'],
    ['A', 'SUCCESS', '01', 'AUTHENTICATION_ATTEMPTED'],
    ['U', 'SUCCESS', undefined, 'AUTHENTICATION_NOT_AVAILABLE'],
  ])('the issuer says %s, and the payment tells the acquirer', async (said, result, eci, status) => {
    const { id, answer, paRes } = await proven(said)
    expect(answer.status).toBe(200)
    const response = { gatewayRecommendation: 'PROCEED' }
    expect(answer.body).toMatchObject({ result, '3DSecureId': id, response })
    const token = valueAt(answer.body, '3DSecure.authenticationToken')
    expect(answer.body['3DSecure']).toEqual({
      paResStatus: said,
      summaryStatus: status,
      veResEnrolled: 'Y',
      xid,
      ...(eci && { acsEci: eci, authenticationToken: xid }),
    })
    expect((await process(id, paRes)).text).toBe(answer.text)
    const paid = await pay(id)
    expect(paid, paid.text).toMatchObject({
      status: 201,
      body: {
        result: 'SUCCESS',
        '3DSecureId': id,
        '3DSecure': {
          authenticationStatus: status,
          enrollmentStatus: 'ENROLLED',
          xid: valueAt(answer.body, '3DSecure.xid'),
          ...(eci && { acsEci: eci, authenticationToken: token }),
        },
      },
    })
    expect(lastAsk()).toMatchObject({
      authentication: {
        transactionStatus: said,
        transactionId: valueAt(answer.body, '3DSecure.xid'),
        ...(eci && { eci, token }),
      },
    })
  })

  test('who failed, or never came back, does not pay', async () => {
    const { id, answer } = await proven('N')
    expect(answer.body).toMatchObject({
      result: 'FAILURE',
      response: { gatewayRecommendation: 'DO_NOT_PROCEED' },
      '3DSecure': { paResStatus: 'N', summaryStatus: 'AUTHENTICATION_FAILED' },
    })
    expect(answer.body).not.toHaveProperty('3DSecure.authenticationToken')
    const before = gateway.asks.length
    for (const apiOperation of ['PAY', 'AUTHORIZE'])
      expect((await pay(id, cardThat.isChallenged, apiOperation)).body).toMatchObject(unproven)
    const never = newCheck()
    await check(never, cardThat.isChallenged)
    expect((await pay(never)).body).toMatchObject(unproven)
    expect(gateway.asks).toHaveLength(before)
  })

  test('an authorization is raised no further than the issuer was asked about', async () => {
    const { id } = await proven('Y')
    const orderId = newOrder()
    const sourceOfFunds = fundsOf({ number: cardThat.isChallenged })
    const less = { amount: '6.00', currency: 'USD' }
    const body = { apiOperation: 'AUTHORIZE', '3DSecureId': id, order: less, sourceOfFunds }
    expect((await gateway.authorize(orderId, body)).body).toMatchObject({ result: 'SUCCESS' })
    const update = (transaction: string, amount: string) =>
      gateway.call('PUT', `order/${orderId}/transaction/${transaction}`, {
        apiOperation: 'UPDATE_AUTHORIZATION',
        transaction: { amount, currency: 'USD' },
      })
    expect((await update('dearer', '10.01')).body).toMatchObject(unproven)
    const raised = await update('raised', '10.00')
    expect(raised.body, raised.text).toMatchObject({
      result: 'SUCCESS',
      order: { totalAuthorizedAmount: 10 },
    })
    expect(raised.text + (await gateway.retrieve(orderId)).text).not.toContain('consulted')
  })

  test('a card that does not take part pays as it is', async () => {
    for (const [number, enrollmentStatus] of [
      [cardThat.isNotEnrolled, 'NOT_ENROLLED'],
      [cardThat.isUnavailable, 'ENROLLMENT_STATUS_UNDETERMINED'],
      ['6011003179988686', 'NOT_ENROLLED'],
    ] as const) {
      const id = newCheck()
      await check(id, number)
      const paid = await pay(id, number)
      expect(paid.body).toMatchObject({ result: 'SUCCESS', '3DSecure': { enrollmentStatus } })
      expect(lastAsk()).not.toHaveProperty('authentication')
      refused(await process(id, 'x'), '3DSecure.paRes')
    }
  })

  test('the word is the issuer’s own, and about this check', async () => {
    const id = newCheck()
    const answer = await check(id, cardThat.isChallenged, customized)
    const paRes = await wordOf(answer, 'Y')
    const other = await proven('Y')
    const middle = Math.floor(paRes.length / 3)
    const changed = paRes[middle] === 'A' ? 'B' : 'A'
    const { paReq } = Object(valueAt(answer.body, '3DSecure.authenticationRedirect.customized'))
    const forgeries = {
      'of another check': other.paRes,
      altered: paRes.slice(0, middle) + changed + paRes.slice(middle + 1),
      cut: paRes.slice(0, -5),
      'made up': Buffer.from('{"paResStatus":"Y"}').toString('base64'),
      'the question itself': String(paReq),
    }
    for (const [name, forgery] of Object.entries(forgeries)) {
      const judged = await process(id, forgery)
      expect(judged, name).toMatchObject({ status: 400, body: { error: { field: '3DSecure.paRes' } } })
      expect(judged.text).not.toContain(forgery.slice(0, 40))
    }
    expect((await pay(id)).body).toMatchObject(unproven)
    refused(await process(newCheck(), paRes), '3DSecureId')
    refused(await process(id, paRes, { merchant: 'OTHERMERCHANT' }), '3DSecureId')
    const second = await wordOf(answer, 'N')
    expect((await process(id, paRes)).body).toMatchObject({ '3DSecure': { paResStatus: 'Y' } })
    expect((await process(id, second)).body).toMatchObject({ '3DSecure': { paResStatus: 'Y' } })
    expect(gateway.lines.join('\n')).not.toContain(paRes.slice(0, 60))
  })

  test('a name stands for one check, and a check for one card', async () => {
    const { id } = await proven('Y')
    refused(await check(id, cardThat.isKnown), '3DSecureId')
    refused(await pay(newCheck()), '3DSecureId')
    expect((await pay(id, cardThat.isKnown)).body).toMatchObject(unproven)
    const alike = await proven('Y', cardThat.isLookedAtAndChallenged)
    const twin = '5123450000180008'
    refused(await check(alike.id, twin), '3DSecureId')
    expect((await pay(alike.id, twin)).body).toMatchObject(unproven)
    expect((await pay(alike.id, cardThat.isLookedAtAndChallenged)).body).toMatchObject({ result: 'SUCCESS' })
  })

  test('names are as long as the specification lets them be', async () => {
    const id = 'x'.repeat(64)
    const answer = await check(id, cardThat.isChallenged)
    expect(answer, answer.text).toMatchObject({ status: 200, body: { '3DSecureId': id } })
    refused(await check('x'.repeat(65), cardThat.isChallenged), '3DSecureId')
    refused(await check('chèque', cardThat.isChallenged), '3DSecureId')
  })

  test('the card may come from a session', async () => {
    const made = await gateway.call('POST', 'session', {
      sourceOfFunds: fundsOf({ number: cardThat.isKnown }),
      order,
    })
    const id = newCheck()
    const body = {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': { authenticationRedirect: { responseUrl } },
      session: { id: valueAt(made.body, 'session.id') },
    }
    const answer = await gateway.call('PUT', `3DSecureId/${id}`, body)
    expect(answer, answer.text).toMatchObject({ body: { '3DSecure': { summaryStatus: 'CARD_ENROLLED' } } })
    refused(
      await gateway.call('PUT', `3DSecureId/${id}`, { ...body, session: undefined }),
      'order.amount',
      'MISSING',
    )
  })
})
