import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { asked, tollgate } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** A shop that is developed beside a sandbox, and examined. */
let root = ''
let settings: NodeJS.ProcessEnv = {}
let gateway: GatewayProcess
const servers: Server[] = []

beforeAll(async () => {
  root = await reachableFolder('doctor')
  gateway = await startProcess({ TOLLGATE_DATA_DIR: join(root, 'data') })
  settings = { TOLLGATE_DATA_DIR: join(root, 'data'), TOLLGATE_PORT: String(gateway.port) }
})
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await endAll()
  await rm(root, { recursive: true, force: true })
})

/** The shop's receiver of notifications: one that verifies answers a forged one 401. */
async function receiver(statusForForged: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statusForForged).end())
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`
}

type Paying = { readonly expiry?: string; readonly order?: object; readonly operation?: string }

const pay = (ref: string, { expiry = '01/39', order = {}, operation = 'PAY' }: Paying = {}) =>
  gateway.call('PUT', `order/${ref.replace('/', '/transaction/')}`, {
    ...authorization({}, { expiry }),
    apiOperation: operation,
    order: { amount: '10.01', currency: 'USD', ...order },
  })
const capture = (ref: string) =>
  gateway.call('PUT', `order/${ref.replace('/', '/transaction/')}`, {
    ...{ apiOperation: 'CAPTURE', transaction: { amount: '10.01', currency: 'USD' } },
  })

const examined = async (options: string) => {
  const { code, found, calls, rehearsed, outcomes } = await asked(`doctor ${options}`.trim(), settings)
  const ids = Array.isArray(found) ? found.map(({ id }) => String(id)) : []
  return { code, ids, calls, rehearsed, outcomes }
}

test('a good shop is well, and hears what it has not rehearsed', async () => {
  await pay('good-1/1', { operation: 'AUTHORIZE' })
  await capture('good-1/2')
  await pay('good-2/1', { expiry: '02/39' })
  await pay('good-3/1', { expiry: '11/39' })
  await gateway.call('GET', 'order/good-3')
  // It is no call of the shop.
  expect(await tollgate('trigger refund.declined', settings)).toMatchObject({ code: 0 })
  await expect.poll(() => examined('').then(({ calls }) => calls), { timeout: 20_000 }).toBe(5)
  const verifies = await receiver(401)
  expect(await examined(`--receiver ${verifies}`)).toMatchObject({ code: 0, ids: [], rehearsed: 4 })
  expect(await examined('--outcomes 30')).toMatchObject({ code: 1, ids: [] })
  const { output } = await tollgate('doctor', settings)
  expect(output).toContain('Nothing wrong was found.')
  expect(output).toMatch(
    /^ {2}refund\.timed_out +npx tollgate sandbox scripts add silent, then send REFUND$/m,
  )
})

test('eleven mistakes of a careless shop are found', async () => {
  await pay('a/1', { expiry: '05/39', operation: 'AUTHORIZE' })
  await capture('a/2')
  await pay('b/1', { expiry: '08/39', operation: 'AUTHORIZE', order: { amount: '3.01' } })
  await capture('b/2')
  await pay('c/1', { expiry: '05/37', order: { amount: '4.01' } })
  await pay('c2/1', { order: { amount: '4.01' } })
  await pay('d/1', { expiry: '07/39', order: { amount: '5.01' } })
  await pay('d/2', { order: { amount: '5.01' } })
  await pay('e/1', { order: { description: 'card 5123450000000008' } })
  await pay('f/1', { order: { amount: '6.01' } })
  await pay('f/1', { order: { amount: '6.02' } })
  await pay('g/1', { order: { currency: 'JPY' } })
  for (let times = 0; times < 3; times++) await pay('h/1', { order: { currency: 'XXX' } })
  await gateway.call('PUT', 'order/i/transaction/1', {
    ...{ apiOperation: 'PAY', order: { amount: '10.01', currency: 'USD' } },
    session: { id: 'SESSION0002001234567890123456' },
  })
  for (let times = 0; times < 40; times++) await gateway.call('GET', 'order/f')
  const believing = await receiver(200)
  await expect.poll(() => examined('').then(({ calls }) => calls), { timeout: 20_000 }).toBe(61)
  const { code, ids } = await examined(`--receiver ${believing}`)
  expect([code, ids.toSorted()]).toEqual([
    1,
    [
      ...[
        'amount-off-by-exponent',
        'card-data-elsewhere',
        'created-read-as-approved',
        'final-decline-retried',
      ],
      ...['id-used-twice', 'notifications-unverified', 'open-read-as-final', 'polling'],
      ...['refused-request-repeated', 'retried-under-new-id', 'session-reused'],
    ],
  ])
})

test('it is for sandboxes, and needs a receiver that is there', async () => {
  const { code, errors } = await tollgate('doctor --receiver http://127.0.0.1:9/hook', settings)
  expect([code, errors]).toEqual([1, expect.stringContaining('http://127.0.0.1:9/hook')])
})
