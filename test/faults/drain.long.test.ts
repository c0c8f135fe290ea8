import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorization } from '../journeys/requests.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

const password = randomBytes(16).toString('hex')
const drainMs = 1_500
const { settings } = sharedDatabase(password, { TOLLGATE_DRAIN_MS: String(drainMs) })

const readiness = (node: GatewayProcess) => node.call('GET', '/ready', undefined, { authorization: null })

test('SIGTERM: readiness says so first, and everything is answered meanwhile', async () => {
  const node = await startProcess(settings())
  const startedMs = performance.now()
  const ended = node.end('SIGTERM')
  await expect
    .poll(async () => (await readiness(node)).body)
    .toMatchObject({ status: 'NOT_READY', reasons: [{ code: 'DRAINING' }] })
  const late = await node.authorize(randomUUID(), authorization(), { password })
  expect(late).toMatchObject({ status: 201, headers: { connection: 'close' } })
  expect(await ended).toMatchObject({ code: 0, errors: '' })
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(drainMs)
})

test('Ctrl-C does not wait for anybody to go elsewhere', async () => {
  const node = await startProcess({ ...settings(), TOLLGATE_DRAIN_MS: '60000' })
  expect((await node.end('SIGINT')).code).toBe(0)
})

test('the same signal again changes nothing', async () => {
  const node = await startProcess(settings())
  const startedMs = performance.now()
  const ended = node.end('SIGTERM')
  await expect.poll(async () => (await readiness(node)).status).toBe(503)
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) node.child.kill(signal)
  expect(await ended).toMatchObject({ code: 0, errors: '' })
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(drainMs)
})

test('SIGQUIT is for who cannot wait', async () => {
  const node = await startProcess({ ...settings(), TOLLGATE_DRAIN_MS: '60000' })
  const ended = node.end('SIGTERM')
  await expect.poll(async () => (await readiness(node)).status).toBe(503)
  node.child.kill('SIGQUIT')
  expect((await ended).code).toBe(1)
})
