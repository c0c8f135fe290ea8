import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestListener } from '../../../test/support/http/testClient.ts'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import { expected, subject } from '../../../test/support/sandbox/threeDSecureTest.ts'
import { wordsOf } from '../../pages/checkout/words/languages.ts'
import { locales } from '../../pages/localisation.ts'
import type { PayerAuthenticationAsk } from '../../threeDSecure/port.ts'
import { issuerWordsIn } from './issuerWords.ts'
import { createLegacyIssuer } from './legacy.ts'
import { threeDSecureSimulatorRoutes } from './routes.ts'
import { createAuthenticationScripts } from './scripts.ts'
import { createThreeDSecureSimulator } from './simulator.ts'

const key = Buffer.alloc(32, 7)
const scripts = createAuthenticationScripts()
const settled: string[] = []
let port = 0
const origin = () => `http://127.0.0.1:${port}`
const simulator = createThreeDSecureSimulator({
  ...{ interactions: memoryInteractions(), origin, key, scripts },
  now: () => new Date(0),
})
const legacy = createLegacyIssuer({ key, origin })
const routes = threeDSecureSimulatorRoutes({
  ...{ issuer: simulator.issuer, legacy, scripts },
  async settle(...names) {
    settled.push(names.join(' '))
    return names[1] === 'O-gone' ? 'unknown' : 'settled'
  },
})
let close = async (): Promise<unknown> => undefined
beforeAll(async () => {
  const opened = await openTestListener({ routes })
  port = opened.port
  close = () => opened.listener.close()
})
afterAll(() => close())

async function post(address: string, fields: Readonly<Record<string, string>>, language = 'en') {
  const response = await fetch(new URL(address, origin()), {
    method: 'POST',
    headers: { 'Accept-Language': language },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, text: await response.text() }
}

async function call(method: string, path: string, body?: object) {
  const headers = { 'Content-Type': 'application/json' }
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
  const response = await fetch(origin() + path, { method, ...sent })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer }
}

const until = new AbortController().signal

/** A payer at the point where the issuer's page is shown. */
async function challenged(orderId: string) {
  const about = { ...subject, orderId, cardNumber: '5123450000000008', channel: 'PAYER_BROWSER' }
  const { serverTransactionId, method } = expected(
    await simulator.send({ ...about, verb: 'enrolment', methodCallback: `${origin()}/3ds/method/t` }, until),
    'enrolled',
  )
  const payer: PayerAuthenticationAsk = {
    ...about,
    ...{ verb: 'authenticate', methodCompletion: 'Y' },
    ...{ serverTransactionId, amount: 1230n, currency: 'USD' },
    ...{ channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
    ...{ challengeCallback: `${origin()}/3ds/callback/t`, particulars: { merchant: { name: 'A & <b>' } } },
  }
  const { acsUrl, challengeRequest, acsTransactionId } = expected(
    await simulator.send(payer, until),
    'challenge',
  )
  const challenge = { ...about, verb: 'challenge', serverTransactionId, acsTransactionId } as const
  return { acsUrl, creq: challengeRequest, method, result: () => simulator.send(challenge, until) }
}

const fieldIn = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

test('the issuer’s page shows what is paid and offers five outcomes under names that stay', async () => {
  const { acsUrl, creq } = await challenged('O-page')
  const { status, text } = await post(acsUrl, { creq })
  expect(status).toBe(200)
  expect(text).toContain('Your bank (simulated)')
  expect(text).toContain('id="merchant" class="value">A &amp; &lt;b&gt;<')
  expect(text).toContain('id="amount" class="value">$12.30<')
  expect(text).toContain('id="card" class="value">512345xxxxxx0008<')
  const ids = [...text.matchAll(/<button id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['outcome-Y', 'outcome-N', 'outcome-cancelled', 'outcome-U', 'outcome-R'])
})

test.each(locales)('the issuer’s page speaks %s, as the browser does', async locale => {
  const { acsUrl, creq } = await challenged(`O-page-${locale}`)
  const { text } = await post(acsUrl, { creq }, locale)
  const { title, outcomes } = issuerWordsIn(locale)
  expect(text).toContain(`<html lang="${locale}"`)
  for (const shown of [title, `${outcomes.Y} (Y)`, `>${outcomes.cancelled}</button>`, wordsOf(locale).card])
    expect(text).toContain(shown)
  const unknown = await post(acsUrl, { creq: 'x' }, locale)
  expect(unknown.text).toContain(issuerWordsIn(locale).unknownRequest)
})

test.each(['Y', 'N', 'cancelled', 'U', 'R'])('outcome %s, pressed or asked for, counts', async outcome => {
  const pressed = await challenged(`O-pressed-${outcome}`)
  const page = await post(pressed.acsUrl, { creq: pressed.creq })
  const decided = await post('/sandbox/acs/decision', {
    challenge: fieldIn(page.text, 'challenge'),
    outcome,
  })
  expect(decided.text).toContain(`action="${origin()}/3ds/callback/t"`)
  const asked = await challenged(`O-asked-${outcome}`)
  const sent = await post(`${asked.acsUrl}?outcome=${outcome}`, { creq: asked.creq })
  expect(fieldIn(sent.text, 'cres')).toMatch(/^[\w-]+$/)
  const [one, other] = [await pressed.result(), await asked.result()]
  expect(one).toMatchObject({ outcome: 'judged', transactionStatus: outcome === 'cancelled' ? 'N' : outcome })
  expect(other).toMatchObject({
    outcome: 'judged',
    transactionStatus: outcome === 'cancelled' ? 'N' : outcome,
  })
})

test('whoever opens the page of a challenge that is over is sent on', async () => {
  const { acsUrl, creq, result } = await challenged('O-over')
  await post(`${acsUrl}?outcome=N`, { creq })
  const again = await post(`${acsUrl}?outcome=Y`, { creq })
  expect(again.text).toContain(`action="${origin()}/3ds/callback/t"`)
  expect(await result()).toMatchObject({ transactionStatus: 'N' })
})

test('what nobody asked for has a page that says so', async () => {
  const { acsUrl, creq } = await challenged('O-strange')
  expect((await post('/sandbox/acs/challenge', { creq: 'x' })).status).toBe(404)
  expect((await post('/sandbox/acs/challenge', {})).status).toBe(404)
  expect((await post('/sandbox/acs/decision', { challenge: 'x', outcome: 'Y' })).status).toBe(404)
  expect((await post('/sandbox/acs/method', { threeDSMethodData: 'x' })).status).toBe(404)
  expect((await post(`${acsUrl}?outcome=perhaps`, { creq })).status).toBe(400)
})

test('the frame that looks at the browser goes back to the gateway', async () => {
  const { method } = await challenged('O-method')
  const { text } = await post(method?.url ?? '', { threeDSMethodData: method?.data ?? '' })
  expect(text).toContain(`action="${origin()}/3ds/method/t"`)
})

test('a challenge is completed without a browser; what stands is told', async () => {
  const { result } = await challenged('O-call')
  const path = '/sandbox/merchants/SHOP/orders/O-call/transactions/1/challenge'
  expect(await call('POST', path, { outcome: 'Y' })).toEqual({
    status: 200,
    body: { outcome: 'Y', state: 'settled' },
  })
  expect(await result()).toMatchObject({ outcome: 'judged', transactionStatus: 'Y' })
  expect((await call('POST', path, { outcome: 'N' })).body).toEqual({ outcome: 'Y', state: 'settled' })
  expect(settled).toEqual(['SHOP O-call 1', 'SHOP O-call 1'])
})

test.each([
  ['O-none', { outcome: 'Y' }, 'transactionid'],
  ['O-gone', { outcome: 'Y' }, 'transactionid'],
  ['O-bad', { outcome: 'perhaps' }, 'outcome'],
  ['O-bad', { outcome: 1 }, 'outcome'],
  ['O-bad', {}, 'outcome'],
  ['O-bad', { outcome: 'Y', more: 1 }, 'more'],
])('a call about %s with %o is refused on %s', async (orderId, body, field) => {
  if (orderId !== 'O-none') await challenged(orderId)
  const path = `/sandbox/merchants/SHOP/orders/${orderId}/transactions/1/challenge`
  expect(await call('POST', path, body)).toMatchObject({ status: 400, body: { error: { field } } })
})

test('scripts are put, shown and cleared', async () => {
  const path = '/sandbox/authentication/scripts'
  const script = { match: { cardNumber: '4012000033330026' }, outcomes: [{ outcome: 'rejected' }] }
  const shown = { scripts: [{ ...script, match: { cardNumber: '401200xxxxxx0026' } }] }
  expect(await call('POST', path, script)).toEqual({ status: 201, body: shown })
  expect(await call('GET', path)).toEqual({ status: 200, body: shown })
  expect((await call('POST', path, { match: {} })).body).toMatchObject({ error: { field: 'outcomes' } })
  expect(await call('DELETE', path)).toEqual({ status: 200, body: { scripts: [] } })
})

test('the old protocol: request in, page, word out, and the word is the issuer’s', async () => {
  const about = { merchantId: 'SHOP', orderId: 'O1', threeDSecureId: 's1', amount: 1230n, currency: 'USD' }
  const enrolment = legacy.enrolment({ ...about, cardNumber: '5123450000000008' })
  if (!('paReq' in enrolment)) throw new Error(enrolment.summaryStatus)
  const { acsUrl, paReq: PaReq, xid } = enrolment
  const fields = { PaReq, TermUrl: 'https://shop.example/back', MD: 'remember "me"' }
  const page = await post(acsUrl, fields)
  expect([...page.text.matchAll(/id="outcome-(\w+)"/g)].map(([, outcome]) => outcome)).toEqual([...'YANU'])
  expect(fieldIn(page.text, 'MD')).toBe('remember &quot;me&quot;')
  for (const sent of [
    await post('/sandbox/acs/legacy/decision', { ...fields, outcome: 'A' }),
    await post(`${acsUrl}?outcome=A`, fields),
  ]) {
    expect(sent.text).toContain('action="https://shop.example/back"')
    expect(legacy.result(fieldIn(sent.text, 'PaRes'), xid)).toMatchObject({ paResStatus: 'A', acsEci: '01' })
  }
  expect((await post(acsUrl, { ...fields, PaReq: 'x' })).status).toBe(404)
  expect((await post(`${acsUrl}?outcome=Y`, { ...fields, TermUrl: 'javascript:alert(1)' })).status).toBe(400)
})
