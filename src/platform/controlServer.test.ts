import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ControlFile, type ControlServer, openControlServer } from './controlServer.ts'

let server: ControlServer | undefined
afterEach(() => server?.close())

const routes = {
  'GET /counters': (counters: { calls: bigint }) => counters,
  'POST /echo': (
    _: unknown,
    { body, rest, query }: { body: object; rest: string; query: URLSearchParams },
  ) => ({
    ...{ body, rest, query: query.get('of') },
  }),
  'POST /done': () => undefined,
  'GET /file': () => new ControlFile('text/csv', 'a,b\n'),
  'POST /wrong': () => {
    throw new RangeError('It must be right.')
  },
  'POST /broken': () => {
    throw new Error('a fault with details')
  },
}

async function caller() {
  server = await openControlServer({ control: { calls: 12n }, routes, port: 0, bytesMax: 1_000 })
  const { port } = server
  return async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init })
    return { status: answer.status, text: await answer.text() }
  }
}

test('a route gets the rest of its path, the query and the body, and answers in JSON', async () => {
  const call = await caller()
  const echoed = await call('POST', '/echo/value?of=x', { body: '{"a":1}' })
  expect(JSON.parse(echoed.text)).toEqual({ body: { a: 1 }, rest: 'value', query: 'x' })
  expect(JSON.parse((await call('POST', '/echo')).text)).toEqual({ body: {}, rest: '', query: null })
  expect(JSON.parse((await call('GET', '/counters')).text)).toEqual({ calls: '12' })
  expect(JSON.parse((await call('POST', '/done')).text)).toEqual({ done: true })
  expect(await call('GET', '/file')).toEqual({ status: 200, text: 'a,b\n' })
})

test.each([
  ['another path', 'GET', '/nothing', {}, 404, 'There are GET /counters, POST /echo'],
  ['a page in a browser', 'POST', '/done', { headers: { origin: 'http://evil.example' } }, 403, 'browser'],
  ['no JSON', 'POST', '/echo', { body: '{' }, 400, 'must be a JSON object'],
  ['a list', 'POST', '/echo', { body: '[1]' }, 400, 'must be a JSON object'],
  ['too much', 'POST', '/echo', { body: `{"a":"${'x'.repeat(2_000)}"}` }, 400, 'must be a JSON object'],
  ['what a route refuses', 'POST', '/wrong', {}, 400, 'It must be right.'],
  ['what a route cannot do', 'POST', '/broken', {}, 400, 'It cannot be done.'],
])('%s is refused', async (_, method, path, init, status, explanation) => {
  const call = await caller()
  const answer = await call(method, path, init)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text).error.explanation).toContain(explanation)
})

test('a caller who leaves in the middle of its request disturbs nobody', async () => {
  const call = await caller()
  const socket = connect(server?.port ?? 0, '127.0.0.1')
  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"a":')
  await new Promise(done => setTimeout(done, 100))
  socket.resetAndDestroy()
  await new Promise(done => setTimeout(done, 100))
  expect((await call('POST', '/done')).status).toBe(200)
})

test('a port that is taken is told', async () => {
  await caller()
  const again = openControlServer({ control: { calls: 0n }, routes, port: server?.port ?? 0 })
  await expect(again).rejects.toThrow(/Nothing can listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/)
})
