import { afterAll, expect, test } from 'vitest'
import { get, openTestListener } from '../../../test/support/http/testClient.ts'
import type { Route, RouteCall, RouteHandler } from './routes.ts'

const calls: RouteCall[] = []
let held: Promise<void> = Promise.resolve()
const handler: RouteHandler = async call => {
  calls.push(call)
  await held
  return { status: 200, body: '{}' }
}
const own = 'https://own.example'
const strange = { status: 403, body: '{}' }
const open = { under: 'root', access: 'public', handler } as const
const routes: readonly Route[] = [
  { ...open, method: 'POST', path: '/back/{token}', reads: 'form' },
  { ...open, method: 'POST', path: '/act' },
  { ...open, method: 'POST', path: '/own', checkOrigin: origin => (origin === own ? undefined : strange) },
  { ...open, method: 'GET', path: '/free', isAlwaysServed: true },
  { ...open, method: 'GET', path: '/page/{pageId}' },
]
const gate = await openTestListener({ routes, limits: { requestsMax: 4 } })
afterAll(() => gate.listener.close())

const token = 'aZ0_-'.repeat(9).slice(0, 43)
const post = (path: string, body: string, headers: readonly string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
const form = 'Content-Type: application/x-www-form-urlencoded'

test('a form reaches its handler as a flat object, at an address longer than merchants choose', async () => {
  const { first } = await gate.sendRaw(
    post(`/back/${token}`, 'cres=a%2Bb&x=1', [form, 'Origin: https://acs.example']),
  )
  expect(first?.status).toBe(200)
  expect(calls.at(-1)).toMatchObject({
    params: { token },
    body: { cres: 'a+b', x: '1' },
    origin: 'https://acs.example',
    merchant: undefined,
  })
  expect((await gate.sendRaw(get(`/page/${token}`, []))).first?.status).toBe(400)
  expect((await gate.sendRaw(post(`/back/${token}${token}`, '', []))).first?.status).toBe(400)
})

test('where a form is expected only a form is read, and where JSON is, only JSON', async () => {
  const before = calls.length
  const attempts = [
    [`/back/${token}`, '{}', 'Content-Type: application/json'],
    [`/back/${token}`, 'a=1', 'X-Nothing: 1'],
    [`/back/${token}`, 'a=1', 'Content-Type: text/plain'],
    ['/act', 'a=1', form],
    ['/act', '{}', 'Content-Type: text/plain'],
    ['/act', '{}', 'X-Nothing: 1'],
  ] as const
  for (const [path, body, header] of attempts)
    expect((await gate.sendRaw(post(path, body, [header]))).first?.status, `${path} ${header}`).toBe(415)
  expect((await gate.sendRaw(post(`/back/${token}`, 'a=1&a=2', [form]))).first?.status).toBe(400)
  expect(calls).toHaveLength(before)
})

test('a page is told what browser asks, up to a limit', async () => {
  const long = 'x'.repeat(5_000)
  await gate.sendRaw(get('/page/1', ['Accept: text/html', `User-Agent: ${long}`]))
  expect(calls.at(-1)).toMatchObject({ accept: 'text/html', userAgent: 'x'.repeat(2_048), origin: undefined })
})

test('payers share half of the load; what costs nothing is always answered', async () => {
  let release = () => {}
  held = new Promise(resolve => {
    release = resolve
  })
  const many = Promise.all(Array.from({ length: 5 }, () => gate.sendRaw(get('/page/1', []), 400)))
  const free = gate.sendRaw(get('/free', []), 400)
  await new Promise(resolve => setTimeout(resolve, 200))
  release()
  const statuses = (await many).map(({ first }) => first?.status)
  expect(statuses.filter(status => status === 503)).toHaveLength(3)
  expect(statuses.filter(status => status === 200)).toHaveLength(2)
  expect((await free).first?.status).toBe(200)
})

test('a page from elsewhere is refused before anything that it sends is read', async () => {
  const before = calls.length
  const head = (origin: string) =>
    ['POST /own HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', `Origin: ${origin}`].join(
      '\r\n',
    )
  // The body never comes: whoever waited for it would wait for long.
  const { first } = await gate.sendRaw(`${head('https://other.example')}\r\nContent-Length: 60000\r\n\r\n`)
  expect(first?.status).toBe(403)
  expect(calls).toHaveLength(before)
  const heard = await gate.sendRaw(`${head(own)}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`)
  expect(heard.first?.status).toBe(200)
})

test('a payer sends five hundred values at most', async () => {
  const json = ['Content-Type: application/json']
  const list = (values: number) => JSON.stringify({ list: Array.from({ length: values - 2 }, () => 1) })
  expect((await gate.sendRaw(post('/act', list(500), json))).first?.status).toBe(200)
  const { first } = await gate.sendRaw(post('/act', list(501), json))
  expect(first).toMatchObject({
    status: 400,
    json: { error: { explanation: 'The body has more than 500 values.' } },
  })
})
