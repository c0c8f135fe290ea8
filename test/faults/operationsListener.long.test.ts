import { get, type OutgoingHttpHeaders } from 'node:http'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { authorization } from '../journeys/requests.ts'
import { endAll, type GatewayProcess, runToEnd, startProcess } from './gatewayProcess.ts'

let database: TestDatabase
let gateway: GatewayProcess
let port = ''
const settings = () => ({
  ...database.settings,
  TOLLGATE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
})

beforeAll(async () => {
  database = await createDatabase('external')
  gateway = await startProcess({ ...settings(), TOLLGATE_METRICS_PORT: '0' })
  const told = /"port":(\d+),"msg":"metrics"/
  while (!told.test(gateway.output())) await sleep(20)
  port = told.exec(gateway.output())?.[1] ?? ''
})
afterAll(async () => {
  await endAll()
  await database.drop()
})

const asked = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('operators have a listener of their own: metrics of the gateway and of its process', async () => {
  expect((await gateway.authorize('o', authorization())).status).toBe(201)
  const { status, text } = await asked('/metrics', { 'X-Forwarded-For': '203.0.113.9' })
  expect(status).toBe(200)
  expect(text).toMatch(/^tollgate_transactions_total\{operation="AUTHORIZE",result="SUCCESS",.*\} 1$/m)
  expect(text).toMatch(/^tollgate_log_lines_total\{kind="fault"\} 0$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
})

test('and readiness with what they should look at; nothing else is there', async () => {
  expect(JSON.parse((await asked('/ready')).text)).toEqual({
    ...{ status: 'READY', mode: 'TEST' },
    warnings: [],
  })
  expect((await asked('/live')).status).toBe(200)
  expect((await asked('/api/rest/version/100/merchant/TESTMERCHANT/order/o')).status).toBe(404)
  expect((await asked('/sandbox/clock')).status).toBe(404)
})

test('no web page reads them: not by a name of its own, nor from another origin', async () => {
  const heard = (headers: OutgoingHttpHeaders, path = '/metrics') =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, headers }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      })
      request.on('error', reject)
    })
  const own = `127.0.0.1:${port}`
  for (const host of [own, `localhost:${port}`, hostname()]) expect(await heard({ host })).toBe(200)
  for (const path of ['/metrics', '/ready', '/live']) {
    expect(await heard({ host: `rebound.example:${port}` }, path)).toBe(421)
    expect(await heard({ host: own, origin: 'https://evil.example' }, path)).toBe(403)
    expect(await heard({ host: own, 'sec-fetch-site': 'cross-site' }, path)).toBe(403)
    expect(await heard({ host: own, 'sec-fetch-site': 'none' }, path)).toBe(200)
    expect(await heard({ host: own, 'sec-fetch-site': 'same-origin', origin: `http://${own}` }, path)).toBe(
      200,
    )
  }
})

test('then metrics are nowhere else', async () => {
  expect((await gateway.call('GET', '/metrics')).status).toBe(404)
})

test('a port that is taken is refused in one line, and nothing goes on running', async () => {
  const refused = await runToEnd({ ...settings(), TOLLGATE_METRICS_PORT: port })
  expect(refused).toMatchObject({
    code: 1,
    errors: `tollgate: Port ${port} of 127.0.0.1 is taken; choose another with TOLLGATE_METRICS_PORT.\n`,
  })
})
