import { afterEach, expect, test } from 'vitest'
import { authorization, signedOn, start } from '../../test/support/acquirerHost/hostStory.ts'
import type { AcquirerHost } from './acquirerHost.ts'
import { startControlServer } from './controlServer.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function controlOf(host: AcquirerHost) {
  const server = await startControlServer(host.control, 0)
  closers.push(server.close)
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, ...sent })
    const text = await answer.text()
    return { status: answer.status, body: path.startsWith('/clearing/') ? text : JSON.parse(text) }
  }
}

test('books, faults and scripts are within reach of another process', async () => {
  const host = await start()
  const client = await signedOn(host)
  const call = await controlOf(host)
  expect(await call('POST', '/faults', { twice: { next: 1 }, late: 0 })).toMatchObject({
    body: { set: { twice: { next: 1 } } },
  })
  client.send(authorization('000001', { 0: '0200' }))
  expect(await client.next()).toBe(await client.next())
  await call('POST', '/scripts', { match: { amount: '12345' }, answers: [{ gatewayCode: 'BLOCKED' }] })
  client.send(authorization('000002'))
  expect(await client.answer()).toMatchObject({ 39: '62' })
  expect(await call('GET', '/entries')).toMatchObject({
    body: { of: 1, list: [{ kind: 'sale', amount: '12345', state: 'posted' }] },
  })
  expect(await call('GET', '/totals?currency=840')).toMatchObject({ body: { net: '12345' } })
  expect(await call('GET', '/totals?currency=978')).toMatchObject({ body: { net: '0' } })
  expect(await call('GET', '/counters')).toMatchObject({ body: { received: 3, entries: 1 } })
  expect((await call('GET', '/clearing/20261115')).body).toMatch(/\n20261115,sale,/)
  expect(await call('POST', '/cut-over')).toEqual({ status: 200, body: { businessDate: '20261116' } })
  expect(await call('DELETE', '/faults')).toEqual({ status: 200, body: { done: true } })
})

test.each([
  ['an unknown fault', 'POST', '/faults', { lat: 1 }, 400],
  ['a probability above one', 'POST', '/faults', { late: 2 }, 400],
  ['a misspelt member', 'POST', '/faults', { late: { propability: 1 } }, 400],
  ['a script without answers', 'POST', '/scripts', { match: {} }, 400],
  ['a script with an unknown code', 'POST', '/scripts', { answers: [{ gatewayCode: 'NO' }] }, 400],
  ['an unknown path', 'GET', '/nothing', undefined, 404],
])('%s is refused', async (_, method, path, body, status) => {
  const call = await controlOf(await start())
  expect(await call(method, path, body)).toMatchObject({ status, body: { error: {} } })
})

test('what it refuses, it does not repeat', async () => {
  const call = await controlOf(await start())
  const number = '5123456789012346'
  for (const [path, body] of [
    ['/faults', { [number]: 1 }],
    ['/faults', { late: { [number]: number } }],
    ['/scripts', { match: { card: number, [number]: number }, answers: [{}] }],
    ['/scripts', { match: { card: number }, answers: [{ gatewayCode: number }] }],
    [`/${number}`, {}],
  ] as const) {
    const { status, body: said } = await call('POST', path, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(said)).not.toContain(number)
  }
})

test('a page in a browser cannot steer it', async () => {
  const call = await controlOf(await start())
  expect(await call('POST', '/cut-over', undefined, { origin: 'http://evil.example' })).toMatchObject({
    status: 403,
  })
})
