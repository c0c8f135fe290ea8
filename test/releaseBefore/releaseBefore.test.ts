import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../database/database.ts'
import { type Form, formOn, submit as submitForm, visit } from '../journeys/browser.ts'
import { cardThat } from '../journeys/cardholder.ts'
import { openGatewayOn, type TestGateway } from '../journeys/gateway.ts'
import { payerAt } from '../journeys/payer.ts'
import { openReceiver, type Receiver } from '../journeys/receiver.ts'
import { fundsOf } from '../journeys/requests.ts'
import { valueAt } from '../journeys/whole.ts'
import { publicUrl, requests } from './orders.ts'
import { createDatabaseOf, movedHere, type Remains, readRemains, recordAnswers } from './remains.ts'

/**
 * The release before (migrations up to 16, documents without a model number) has made the orders of
 * `orders.ts` and left its rows and answers in the folder schema16, written by that release with
 * `remains.long.test.ts`. They cannot be made again with this one.
 */
const left = readRemains(join(import.meta.dirname, 'schema16'))

describe('a database of the release before', () => {
  let remains: Remains
  let database: TestDatabase
  let gateway: TestGateway
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    remains = movedHere(left, receiver.address(''))
    database = await createDatabaseOf(remains)
    gateway = await openGatewayOn(database, { publicUrl })
  })
  afterAll(async () => {
    await gateway?.stop()
    await database?.drop()
    await receiver?.close()
  })

  const money = { amount: '10.00', currency: 'USD' }
  const put = async (path: string, body: object) => {
    const answer = await gateway.call('PUT', path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  const follow = (place: string, apiOperation: string, more: object = {}) =>
    put(`order/${place.replace('/', '/transaction/')}`, { apiOperation, ...more })
  const approved = { body: { result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } } }
  const shown = async (path: string) => (await gateway.call('GET', `order/${path}`)).body
  /** An address that the gateway gave to payers, as it is reached here. */
  const here = (address: unknown) => String(address).replace(publicUrl, gateway.origin)
  const sendOn = async (form: Form | undefined, query = '') => {
    if (!form) throw new Error('There is no form')
    return submitForm({ ...form, address: here(form.address) + query })
  }

  test('is shown, explained and repeated as that release did', async () => {
    const [now, then] = [await recordAnswers(gateway), remains.answers.map(asShownNow)]
    for (const [index, line] of then.entries()) expect(readable(now[index] ?? '')).toEqual(readable(line))
    expect(now).toEqual(then)
  })

  test('captures, refunds and voids what was paid: the card can still be read', async () => {
    expect(await follow('authorized/2', 'CAPTURE', { transaction: money })).toMatchObject(approved)
    expect(gateway.asks.at(-1)).toMatchObject({ card: { number: '5123450000000008' } })
    const refund = { transaction: { amount: '2.00', currency: 'USD' } }
    expect(await follow('lifecycle/6', 'REFUND', refund)).toMatchObject({
      body: {
        ...approved.body,
        action: { refundAuthorization: false },
        customer: { firstName: 'Jane' },
        order: { totalCapturedAmount: 6, totalRefundedAmount: 4 },
      },
    })
    const voiding = { transaction: { targetTransactionId: '6' } }
    expect(await follow('lifecycle/7', 'VOID', voiding)).toMatchObject(approved)
    for (const order of ['referred', 'updated', 'chip', 'sealed'])
      expect(await follow(`${order}/3`, 'CAPTURE', { transaction: money })).toMatchObject(approved)
  })

  test('tells each merchant where its order said', async () => {
    const refund = { transaction: { amount: '1.00', currency: 'USD' } }
    receiver.forget()
    await follow('notified/2', 'REFUND', refund)
    await expect.poll(() => receiver.heard.map(toldOf)).toContain('/order notified 2')
    await follow('browser/2', 'REFUND', refund)
    await expect.poll(() => receiver.heard.map(toldOf)).toContain('/merchant browser 2')
    const order = { ...money, notificationUrl: receiver.address('/today') }
    await follow('today/1', 'PAY', { ...requests['notified/1'].body, apiOperation: 'PAY', order })
    await follow('today/2', 'REFUND', refund)
    await expect.poll(() => receiver.heard.map(toldOf)).toContain('/today today 2')
  })

  test('lets a payer end the challenge, and pay', async () => {
    const pending = await shown('challenged/transaction/auth')
    const html = String(valueAt(pending, 'authentication.redirect.html'))
    const decided = await sendOn(formOn(html, publicUrl), '?outcome=Y')
    expect(await sendOn(decided.form)).toMatchObject({
      status: 200,
      form: { address: 'https://shop.example/back', fields: { 'order.id': 'challenged', result: 'SUCCESS' } },
    })
    const { body } = requests['authenticated/pay']
    expect(await put('order/challenged/transaction/pay', body)).toMatchObject(approved)
  })

  test('lets a payer bring back the word of a check of the first generation, and pay', async () => {
    const { acsUrl, paReq } = remains.openEnds.acs
    const fields = { PaReq: paReq, TermUrl: 'https://shop.example/back', MD: '' }
    const { form } = await sendOn({ address: acsUrl, fields }, '?outcome=Y')
    const { status } = await gateway.call('POST', '3DSecureId/check', {
      apiOperation: 'PROCESS_ACS_RESULT',
      '3DSecure': { paRes: form?.fields.PaRes },
    })
    expect(status).toBe(200)
    const sourceOfFunds = fundsOf({ number: cardThat.isChallenged })
    const more = { '3DSecureId': 'check', order: money, sourceOfFunds }
    expect(await follow('checked/1', 'PAY', more)).toMatchObject(approved)
  })

  test('lets a payer go on at the provider, and a merchant confirm', async () => {
    const started = await shown('started/transaction/buy')
    const sent = await visit(here(valueAt(started, 'browserPayment.redirectUrl')))
    const back = await submitForm({ address: here(sent.leadsTo), fields: {} }, { act: 'approve' })
    await visit(here(back.leadsTo))
    expect(await shown('started')).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 })
    expect(await follow('agreed/buy', 'CONFIRM_BROWSER_PAYMENT')).toMatchObject(approved)
  })

  test('lets a payer pay what is left of a checkout', async () => {
    const { sessionId, indicator } = remains.openEnds.checkout
    const payer = payerAt(gateway, sessionId)
    const rest = { due: '$5.00', taken: '$5.00', parts: [{ amount: '$5.00', digits: '1019' }] }
    expect(await payer.act('state')).toMatchObject({ step: 'form', attemptsLeft: 4, rest })
    const paid = await payer.pay({}, { attemptsLeft: 4, due: '$5.00' })
    expect(paid).toMatchObject({ step: 'done', resultIndicator: indicator })
    expect(await shown('part')).toMatchObject({ amount: 10, status: 'CAPTURED', totalCapturedAmount: 10 })
  })

  test('takes the session and the token', async () => {
    const { session, token } = remains.openEnds
    expect((await gateway.call('GET', `session/${session.id}`)).body).toMatchObject({
      session,
      sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } },
    })
    expect(await follow('by-session/1', 'AUTHORIZE', { session })).toMatchObject(approved)
    const more = { order: money, sourceOfFunds: { token } }
    expect(await follow('by-token/1', 'AUTHORIZE', more)).toMatchObject(approved)
  })

  test('settles what was owed, gives back what was not finished, and agrees with the books', async () => {
    expect(await shown('abandoned')).toMatchObject({ amount: 10, totalCapturedAmount: 7.5 })
    await gateway.call('POST', '/sandbox/clock', { advance: 'PT31M' })
    await expect
      .poll(() => shown('owed'))
      .toMatchObject({ status: 'CAPTURED', transaction: [{}, { result: 'SUCCESS' }] })
    await expect
      .poll(() => shown('abandoned'))
      .toMatchObject({ status: 'FAILED', amount: 10, totalCapturedAmount: 0 })
    const { transaction } = await shown('abandoned')
    expect(transaction).toHaveLength(4)
    expect(transaction).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ gatewayEntryPoint: 'HOSTED_PAGE' })),
    )
    expect((await gateway.call('GET', '/sandbox/reconciliation')).body).toMatchObject({ differences: [] })
  })
})

const toldOf = ({ path, body }: Receiver['heard'][number]) =>
  [path, valueAt(body, 'order.id'), valueAt(body, 'transaction.id')].join(' ')

/** So that a difference is shown as that of two objects, and not as that of two lines. */
function readable(line: string) {
  const [label = '', path = ''] = line.split(' ')
  return { label, path, body: JSON.parse(line.slice(label.length + path.length + 2)) }
}

/** What is the gateway's own in a request was shown by explain; now it tells where the request came from. */
function asShownNow(line: string): string {
  if (!line.includes('"ofCheckout"')) return line
  const { label, path, body } = readable(line)
  const { ofCheckout: _, ...request } = body.request
  const received = /"step":"RECEIVED","time":"[^"]+","operation":"[A-Z_]+","version":"\d+"/g
  const shown = JSON.stringify({ ...body, request }).replaceAll(received, '$&,"entryPoint":"HOSTED_PAGE"')
  return `${label} ${path} ${shown}`
}
