import { afterEach, beforeEach, expect, test } from 'vitest'
import { idIn, openBrowserListener } from '../../../test/support/http/browserListener.ts'
import {
  basic,
  flawsOf,
  get,
  merchant,
  type openTestListener,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import { newSessionId } from '../../sessions/heldSession.ts'
import { type ApiDependencies, apiRoutes } from '../api/operationRoutes.ts'
import { narrowForBrowser } from './browserSession.ts'

const open = (password?: string) =>
  openBrowserListener(parts => apiRoutes({ ...parts, accounts: {} } as ApiDependencies), password)

let world: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  world = await open()
})
afterEach(() => world.close())

const initiate = { apiOperation: 'INITIATE_AUTHENTICATION' }

test.each(['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'])(
  'a browser may call %s with its session as the password, and the call is about that session',
  async apiOperation => {
    const { id, send, submissions } = world
    const answer = await send({ apiOperation }, { password: id })
    expect(answer?.status).toBe(201)
    expect(answer?.headers['access-control-allow-origin']).toBe('*')
    expect(submissions).toHaveLength(1)
    expect(submissions[0]).toMatchObject({ operation: { name: apiOperation }, body: { session: { id } } })
    const version = 'a1b2c3d401'
    await send({ apiOperation, session: { id, version } }, { password: id })
    expect(submissions[1]?.body.session).toEqual({ id, version })
  },
)

test('every other operation, and what is no operation, meets the same 401 as a wrong password', async () => {
  const { id, send, submissions } = world
  const refused = await send(initiate, { password: 'wrong' })
  expect(refused).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="tollgate"' },
    json: { error: { explanation: expect.stringMatching(/^Invalid credentials\. Use Basic/) } },
  })
  const others = ['AUTHORIZE', 'PAY', 'VOID', 'VERIFY', 'INITIATE_BROWSER_PAYMENT', 'X', '', undefined]
  for (const apiOperation of others.slice(0, 4))
    expect(same(await send({ apiOperation }, { password: id })), apiOperation).toEqual(same(refused))
  await world.close()
  world = await open()
  for (const apiOperation of others.slice(4)) {
    const answer = await world.send({ apiOperation }, { password: world.id })
    expect(same(answer), String(apiOperation)).toEqual(same(refused))
  }
  expect([...submissions, ...world.submissions]).toEqual([])
})

test('the other paths do not open for a session', async () => {
  const { id, sendRaw } = world
  const headers = [`Authorization: ${basic(undefined, id)}`]
  const base = `/api/rest/version/100/merchant/${merchant.id}`
  for (const path of [transactionPath, `${base}/order/O1`, `${base}/session/${id}`])
    expect((await sendRaw(get(path, headers)))?.status, path).toBe(401)
  expect((await sendRaw(get(`${base}/session/${id}`)))?.status).toBe(200)
})

test('unknown, expired and another merchant’s sessions look like a wrong password', async () => {
  const { id, send, clock, sessions } = world
  const refused = await send(initiate, { password: 'wrong' })
  const foreign = await sessions.create({ owner: { cell: 1, merchantId: 'OTHER' }, version: 100, body: {} })
  for (const password of [newSessionId(), idIn(foreign), `${id} `, id.toLowerCase()])
    expect(same(await send(initiate, { password }))).toEqual(same(refused))
  expect(same(await send(initiate, { password: id, user: 'merchant.OTHER' }))).toEqual(same(refused))
  clock.nowMs += 15 * 60_000
  expect(same(await send(initiate, { password: id }))).toEqual(same(refused))
})

test('who guesses sessions stops nobody who has one, and what it does not open stays shut', async () => {
  const { id, send } = world
  for (let guess = 0; guess < 12; guess++) await send(initiate, { password: newSessionId() })
  expect((await send({ apiOperation: 'PAY' }, { password: id }))?.status).toBe(401)
  expect((await send(initiate, { password: id }))?.status).toBe(201)
})

test('each call counts, also one that is refused; then the limit is told', async () => {
  const { send, create, submissions } = world
  const password = await create({ session: { authenticationLimit: 2 } })
  expect((await send(initiate, { password }))?.status).toBe(201)
  expect((await send({ ...initiate, session: { id: newSessionId() } }, { password }))?.status).toBe(400)
  expect(await send(initiate, { password })).toMatchObject({
    status: 400,
    json: {
      error: {
        field: 'session.id',
        validationType: 'INVALID',
        explanation: expect.stringContaining('2 times'),
      },
    },
  })
  expect(submissions).toHaveLength(1)
  expect((await send(initiate, { password: merchant.password }))?.status).toBe(201)
})

test('of twenty at the same moment as many pass as the limit says', async () => {
  const { send, create } = world
  const password = await create({ session: { authenticationLimit: 7 } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(initiate, { password })))
  expect(answers.filter(answer => answer?.status === 201)).toHaveLength(7)
  expect(answers.filter(answer => answer?.status === 400)).toHaveLength(13)
})

test('the body may name no other session, and what is no session is for the contract to refuse', async () => {
  const { id, send, submissions } = world
  const others = [newSessionId(), 7, '']
  for (const other of others)
    expect(await send({ ...initiate, session: { id: other } }, { password: id })).toMatchObject({
      status: 400,
      json: { error: { field: 'session.id', validationType: 'INVALID' } },
    })
  expect(submissions).toEqual([])
  await send({ ...initiate, session: 'x' }, { password: id })
  expect(submissions[0]?.body.session).toBe('x')
  await send({ ...initiate, session: null }, { password: id })
  expect(submissions[1]?.body.session).toEqual({ id })
})

test('a session that names no order opens none, not even that of its first use', async () => {
  const { id, send, createWithoutOrder, submissions, sessions, lines } = world
  const refused = await send(initiate, { password: 'wrong' })
  const password = await createWithoutOrder()
  expect(same(await send(initiate, { password }))).toEqual(same(refused))
  const named = { ...initiate, order: { id: 'O1' } }
  expect(same(await send(named, { password }))).toEqual(same(refused))
  expect(submissions).toEqual([])
  expect(lines.join('')).toContain('names no order')
  const owner = { cell: 1, merchantId: merchant.id }
  await sessions.update({ owner, version: 100, body: { order: { id: 'O1' } } }, password)
  expect((await send(initiate, { password }))?.status).toBe(201)
  expect((await send(initiate, { password: id }))?.status).toBe(201)
})

test('a session opens the order that it names, for good, and at checkout none', async () => {
  const { send, create, checkout, sessions } = world
  const password = await create()
  expect((await send(initiate, { password }))?.status).toBe(201)
  expect(await send(initiate, { password, path: transactionPath.replace('O1', 'O2') })).toMatchObject({
    status: 400,
    json: { error: { field: 'session.id', explanation: expect.stringContaining('another order') } },
  })
  const owner = { cell: 1, merchantId: merchant.id }
  await sessions.update({ owner, version: 100, body: { order: { id: 'O2' } } }, password)
  expect((await send(initiate, { password }))?.status).toBe(400)
  expect((await send(initiate, { password, path: transactionPath.replace('O1', 'O2') }))?.status).toBe(400)
  expect((await send(initiate, { password: await checkout('O1') }))?.status).toBe(401)
})

test('of an order that may be anybody’s a browser sees figures only', () => {
  const order = { id: 'O1', amount: 1, status: 'AUTHENTICATION_INITIATED' }
  const own = {
    result: 'SUCCESS',
    transaction: { id: '1' },
    authentication: { redirect: { html: '<p></p>' } },
  }
  const body = {
    ...{ ...own, order: { ...order, description: 'd', item: [{ name: 'i' }], reference: 'r' } },
    ...{
      billing: { address: {} },
      customer: { email: 'a@b.example' },
      shipping: {},
      device: {},
      airline: {},
    },
  }
  const headers = { 'Idempotent-Replayed': 'true' }
  const narrow = narrowForBrowser({ status: 200, headers, body })
  expect(narrow).toEqual({ status: 200, headers, body: { ...own, order } })
  const text = { status: 201, body: '{}' }
  expect(narrowForBrowser(text)).toBe(text)
})

test('a password that looks like a session is a password all the same', async () => {
  const password = newSessionId()
  const other = await open(password)
  expect((await other.send({ apiOperation: 'PAY' }, { password }))?.status).toBe(201)
  await other.close()
})

test('no session comes into the log', async () => {
  const { id, send, lines } = world
  for (const apiOperation of ['INITIATE_AUTHENTICATION', 'PAY'])
    await send({ apiOperation }, { password: id })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(id)
})

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof openTestListener>>['sendRaw']>>['first']

/** All of an answer that could tell one refusal from another. */
function same(answer: Answer) {
  expect(flawsOf(answer)).toEqual([])
  const { date: _, 'tollgate-request-id': _id, ...headers } = answer?.headers ?? {}
  return { status: answer?.status, headers, text: answer?.text }
}
