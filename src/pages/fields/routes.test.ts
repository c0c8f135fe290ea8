import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compileRoutes, type RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import { systemClock } from '../../platform/clock.ts'
import { createDecoys } from '../../sessions/decoys.ts'
import { memorySessionStore } from '../../sessions/memorySessionStore.ts'
import { createSessions } from '../../sessions/sessions.ts'
import { scriptRoutes } from '../scripts.ts'
import { fieldRoutes } from './routes.ts'

const gateway = 'https://gateway.example'
const shop = 'https://shop.example'
const owner = { cell: 0, merchantId: 'M1' }
const plainly = {
  seal: async (_: string, __: string, text: string) => Buffer.from(text),
  open: async (_: string, __: string, sealed: Buffer) => sealed.toString(),
}
const describeCard = () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
const sessions = createSessions({ store: memorySessionStore(), box: plainly, describeCard })
const decoys = createDecoys({ describeCard, clock: systemClock, key: Buffer.alloc(32, 3) })
const profile = { ...ordinaryProfile, allowedOrigins: [shop] }
const merchants = {
  find: async (merchantId: string) => {
    if (merchantId === 'SUSPENDED')
      return { cell: 0, profile: { ...profile, standing: 'SUSPENDED' as const } }
    return /^M[12]$/.test(merchantId) ? { cell: 0, profile } : undefined
  },
}
const parts = { sessions, decoys, merchants, clock: systemClock }
const at = (isSandbox: boolean, origin = gateway, isTest = isSandbox) =>
  compileRoutes([...fieldRoutes({ ...parts, origin: () => origin, isSandbox, isTest }), ...scriptRoutes()])
const routes = at(false)

async function ask(
  method: string,
  path: string,
  given: Partial<RouteCall> = {},
  from = routes,
): Promise<HttpReply> {
  const place = from.match(method, path.split('/').slice(1))
  if (place.kind !== 'found') throw new Error(`${method} ${path}: ${place.kind}`)
  const call = { merchant: undefined, query: {}, body: undefined, source: '192.0.2.1', ...given }
  const { handler, checkOrigin: judgeOrigin } = place.route
  const asked = { correlationId: undefined, requestId: 'request', acceptsGzip: false, ...call }
  const reply =
    judgeOrigin?.(given.origin) ?? (await handler({ ...asked, version: place.version, params: place.params }))
  if (isRejection(reply) || !('body' in reply)) throw new Error('refused')
  return reply
}

const query = { merchantId: 'M1', version: '100', origin: shop, form: '0'.repeat(32), as: 'text' }
const showField = (kind: string, more: Readonly<Record<string, string>> = {}, from = routes) =>
  ask('GET', `/form/field/${kind}`, { query: { ...query, ...more } }, from)

test('a field may be shown in the merchant’s own pages only', async () => {
  const reply = await showField('number')
  expect(reply.status).toBe(200)
  const policy = reply.headers?.['Content-Security-Policy'] ?? ''
  expect(policy).toContain(`frame-ancestors ${shop}`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(String(reply.body)).toContain(`data-origin="${shop}"`)
  for (const origin of ['https://other.example', 'http://localhost:3000', 'null', '']) {
    const refused = await showField('number', { origin })
    expect(refused.status).toBe(403)
    expect(refused.headers?.['X-Frame-Options']).toBe('DENY')
  }
  expect((await showField('number', { origin: 'http://localhost:3000' }, at(true))).status).toBe(200)
})

test.each([
  ['pin', {}],
  ['number', { form: '"><script>' }],
  ['number', { version: '0' }],
])('there is no field %s for %j', async (kind, more) => {
  expect((await showField(kind, more)).status).toBe(404)
})

test('whether there is such a merchant is not told', async () => {
  for (const origin of ['https://other.example', shop, gateway])
    expect(await showField('number', { merchantId: 'M3', origin })).toEqual(
      await showField('number', { origin: 'https://other.example' }),
    )
  expect((await showField('number', { origin: gateway })).status).toBe(403)
  expect((await showField('number', { origin: gateway }, at(true))).status).toBe(200)
  const body = formOf(card)
  const sent = (merchantId: string, form: object = body) =>
    ask('PUT', `/form/version/70/merchant/${merchantId}/session/SESSION${'0'.repeat(24)}`, {
      origin: gateway,
      body: JSON.parse(JSON.stringify(form)),
    })
  expect(await sent('M3')).toEqual(await sent('M1'))
  expect(await sent('M3', {})).toEqual(await sent('M1', {}))
  for (const origin of ['http://localhost:3000', gateway])
    expect(await showField('number', { merchantId: 'M3', origin }, at(true))).toMatchObject({ status: 200 })
})

test('no card is kept for a merchant that takes no payments', async () => {
  const form = '/form/version/70/merchant/SUSPENDED/session'
  const { status, body } = await ask('POST', form, { origin: gateway, body: formOf(card) })
  expect(status).toBe(200)
  const { id } = JSON.parse(JSON.stringify(body)).session
  expect(await sessions.retrieve({ cell: 0, merchantId: 'SUSPENDED' }, id)).toMatchObject({
    explanation: expect.stringContaining('session'),
  })
})

test('a form for a merchant that does not exist goes as any other, step by step', async () => {
  const story = async (merchantId: string) => {
    const form = `/form/version/70/merchant/${merchantId}/session`
    const sent = async (method: string, path: string, content: object, origin = gateway) => {
      const { status, body } = await ask(method, path, { origin, body: formOf(content) })
      return { status, body: JSON.parse(JSON.stringify(body)) }
    }
    const opened = await sent('POST', form, card)
    const { id, version } = opened.body.session
    const own = `${form}/${id}`
    const told = [
      opened,
      await sent('POST', form, card, 'https://other.example'),
      await sent('POST', form, { ...card, number: '1' }),
      await sent('POST', form, {}),
      await sent('PUT', own, { nameOnCard: 'A Payer' }),
      await sent('PUT', own, { ...card, expiry: { month: '13', year: '39' } }),
      await sent('PUT', own, { number: '4508750015741019' }),
      await sent('PUT', `${form}/SESSION${'0'.repeat(24)}`, card),
    ]
    expect([id, version]).toEqual([
      expect.stringMatching(/^SESSION[0-9A-Z]{24}$/),
      expect.stringMatching(/^[0-9a-f]{8}01$/),
    ])
    const text = JSON.stringify(told).replaceAll(id, 'ID').replaceAll(version.slice(0, 8), 'VERSION')
    return text.replaceAll(`"${merchantId}"`, '"MERCHANT"')
  }
  const known = await story('M1')
  expect(await story('M3')).toBe(known)
  expect(JSON.parse(known).map(({ status }: { status: number }) => status)).toEqual([
    200, 403, 400, 400, 200, 400, 200, 400,
  ])
})

test.each([
  [{ locale: 'de-AT' }, 'fr', '<html lang="de" dir="ltr">', 'Name auf der Karte'],
  [{}, 'ar-EG,en;q=0.9', '<html lang="ar" dir="rtl">', 'الاسم على البطاقة'],
  [{ locale: 'xx' }, undefined, '<html lang="en" dir="ltr">', 'Name on card'],
])('a field of a page in %j is named in a language of the payer', async (more, acceptLanguage, tag, name) => {
  const given = { query: { ...query, ...more }, acceptLanguage }
  const page = String((await ask('GET', '/form/field/nameOnCard', given)).body)
  expect(page).toContain(tag)
  expect(page).toContain(`aria-label="${name}"`)
})

test('each field tells keyboards, browsers and assistive technology what it is', async () => {
  const number = String((await showField('number')).body)
  expect(number).toContain('autocomplete="cc-number"')
  expect(number).toContain('inputmode="numeric"')
  expect(number).toContain('aria-label="Card number"')
  const months = String((await showField('expiryMonth', { as: 'list' })).body)
  expect(months.match(/<option value="\d\d">/g)).toHaveLength(12)
})

test('a card of last month is good as long as it is still that month anywhere', async () => {
  const shownAt = async (time: string) => {
    const clock = { ...systemClock, now: () => new Date(time) }
    const given = { ...parts, clock, origin: () => gateway, isSandbox: false, isTest: false }
    const shown = await showField('expiryMonth', {}, compileRoutes([...fieldRoutes(given)]))
    return /data-month="([^"]*)"/.exec(String(shown.body))?.[1]
  }
  expect(await shownAt('2026-12-01T11:59:59.999Z')).toBe('2026-11')
  expect(await shownAt('2026-12-01T12:00:00.000Z')).toBe('2026-12')
})

const card = { number: '5123450000000008', expiry: { month: '01', year: '39' }, securityCode: '100' }
const formOf = (content: object) =>
  JSON.parse(JSON.stringify({ sourceOfFunds: { provided: { card: content } } }))
const submit = (sessionId: string, body: object, more: Partial<RouteCall> = {}) =>
  ask('PUT', `/form/version/70/merchant/M1/session/${sessionId}`, {
    origin: gateway,
    body: JSON.parse(JSON.stringify(body)),
    ...more,
  })
async function newSession(values = {}): Promise<string> {
  const made = await sessions.create({ owner, version: 70, body: values })
  return JSON.parse(JSON.stringify(made)).session.id
}

test('the card of a form is put into the session, and only what is masked comes back', async () => {
  const id = await newSession({ order: { amount: '10.00', currency: 'USD' }, customer: { firstName: 'Ada' } })
  const reply = await submit(id, formOf(card))
  expect(reply).toEqual({
    status: 200,
    body: {
      status: 'ok',
      merchant: 'M1',
      session: { id, updateStatus: 'SUCCESS', version: expect.stringMatching(/^[0-9a-f]{10}$/) },
      sourceOfFunds: {
        type: 'CARD',
        provided: {
          card: {
            brand: 'NETWORK_B',
            fundingMethod: 'CREDIT',
            number: '512345xxxxxx0008',
            expiry: { month: '1', year: '39' },
            securityCode: 'xxx',
          },
        },
      },
      version: '70',
    },
  })
  expect(JSON.stringify(reply.body)).not.toMatch(/aes256Key|5123450000000008|Ada|10\.00/)
  expect(await sessions.named(owner, { id })).toMatchObject({
    session: {
      values: { sourceOfFunds: { provided: { card: { number: card.number, securityCode: '100' } } } },
    },
  })
})

test('only the gateway’s own fields may send a form', async () => {
  const id = await newSession()
  for (const origin of [shop, 'null', 'https://gateway.example.evil.example', undefined])
    expect(await submit(id, formOf(card), { origin })).toMatchObject({ status: 403 })
  expect(await sessions.retrieve(owner, id)).not.toHaveProperty('sourceOfFunds')
})

test('in the sandbox this machine goes by several names, but not at other ports', async () => {
  const local = at(true, 'http://127.0.0.1:8080')
  const status = async (origin: string) => {
    const body = formOf(card)
    const path = `/form/version/70/merchant/M1/session/${await newSession()}`
    return (await ask('PUT', path, { origin, body }, local)).status
  }
  expect(await status('http://localhost:8080')).toBe(200)
  expect(await status('http://localhost:8081')).toBe(403)
  expect(await status('https://localhost:8080')).toBe(403)
  expect(await status('https://shop.example')).toBe(403)
  const noOrigin = { origin: 'http://[::1]:8080/page' }
  expect((await showField('number', noOrigin, local)).status).toBe(403)
})

test('another merchant’s session is as unknown as one that never was', async () => {
  const made = await sessions.create({ owner: { cell: 0, merchantId: 'M2' }, version: 70, body: {} })
  const { id } = JSON.parse(JSON.stringify(made)).session
  const stranger = await submit(id, formOf(card))
  expect(stranger).toMatchObject({ status: 400, body: { status: 'system_error' } })
  expect(stranger).toEqual(await submit(`SESSION${'0'.repeat(24)}`, formOf(card)))
})

test.each([
  [{ ...card, number: '5123450000000009' }, { cardNumber: 'invalid' }],
  [{ ...card, securityCode: '1' }, { securityCode: 'invalid' }],
  [{ ...card, expiry: { month: '13', year: '39' } }, { expiryMonth: 'invalid' }],
  [{ ...card, expiry: { month: '12' } }, { expiryYear: 'missing' }],
  [{ ...card, nameOnCard: 'x'.repeat(300) }, { nameOnCard: 'invalid' }],
])('what is wrong with %j is told by the name of its field', async (content, errors) => {
  expect(await submit(await newSession(), formOf(content))).toEqual({
    status: 400,
    body: { status: 'fields_in_error', errors },
  })
})

test.each([
  {},
  { sourceOfFunds: { token: '1' } },
  { ...formOf(card), order: { amount: '0.01' } },
  { ...formOf(card), order: { notificationUrl: 'https://thief.example/hook' } },
  formOf({}),
  formOf({ ...card, p2pe: {} }),
  formOf({ ...card, expiry: { month: '01', year: '39', day: '1' } }),
  formOf({ ...card, number: { deep: '1' } }),
  formOf({ ...card, expiry: '0139' }),
])('a form brings nothing but the card of its fields: %j', async body => {
  const id = await newSession()
  expect(await submit(id, body)).toMatchObject({ status: 400, body: { status: 'system_error' } })
  expect(await sessions.retrieve(owner, id)).toMatchObject({ session: { updateStatus: 'NO_UPDATE' } })
})

test('a page without a session gets one, but not without end', async () => {
  const open = (source: string) =>
    ask('POST', '/form/version/100/merchant/M1/session', {
      origin: gateway,
      body: formOf({ ...card }),
      source,
    })
  expect(await open('192.0.2.1')).toMatchObject({
    status: 200,
    body: { status: 'ok', session: { id: expect.stringMatching(/^SESSION/) } },
  })
  const statuses: number[] = []
  for (let count = 0; count < 70; count++) statuses.push((await open('192.0.2.2')).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})

test('nobody opens more by many addresses in one network, nor by many merchants, there or not', async () => {
  const fresh = at(false)
  const open = async (merchantId: string, count: number) => {
    const given = { origin: gateway, body: formOf(card), source: `2001:db8::${count.toString(16)}` }
    return (await ask('POST', `/form/version/100/merchant/${merchantId}/session`, given, fresh)).status
  }
  const statuses: number[] = []
  for (let count = 0; count < 310; count++) statuses.push(await open(count < 61 ? 'M1' : `X${count}`, count))
  expect(statuses.flatMap((status, at) => (status === 200 ? [] : [at]))).toEqual([
    ...[60, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309],
  ])
  expect(await open('M2', 0)).toBe(429)
})

test('a session is updated as often as a payer can, and by no address without end', async () => {
  const fresh = at(false)
  const id = await newSession()
  const send = async (sessionId: string, source: string) => {
    const given = { origin: gateway, body: formOf(card), source }
    return (await ask('PUT', `/form/version/70/merchant/M1/session/${sessionId}`, given, fresh)).status
  }
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) statuses.push(await send(id, '192.0.2.3'))
  expect(statuses.filter(status => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect(await send(id, '192.0.2.4')).toBe(200)
  const guesses: number[] = []
  for (let count = 0; count < 601; count++)
    guesses.push(await send(`SESSION${String(count).padStart(24, '0')}`, '192.0.2.5'))
  expect(guesses.filter(status => status === 400)).toHaveLength(600)
  expect(guesses.at(-1)).toBe(429)
  expect(await send(id, '192.0.2.6')).toBe(200)
})

test.each([
  '/static/checkout/checkout.js',
  '/static/threeds/threeds.js',
  '/static/threeDS/1.2.0/three-ds.min.js',
  '/form/version/100/merchant/M1/session.js',
])('%s is small, the same for everybody and may be loaded from anywhere', async path => {
  const [plain, packed] = [await ask('GET', path), await ask('GET', path, { acceptsGzip: true })]
  expect(plain.headers).toMatchObject({ 'Access-Control-Allow-Origin': '*' })
  expect(Buffer.isBuffer(packed.body) && packed.body.length).toBeLessThan(10_000)
  expect(Buffer.isBuffer(packed.body) && gunzipSync(packed.body).toString()).toBe(plain.body)
  expect(await ask('GET', path.replace('M1', 'M2'))).toEqual(plain)
})
