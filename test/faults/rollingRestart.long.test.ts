import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startBalancedTraffic } from './balancedTraffic.ts'
import { startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

const password = randomBytes(16).toString('hex')
const { settings } = sharedDatabase(password, { TOLLGATE_DRAIN_MS: '1500' })

test('a rolling restart under load fails no request: of a balancer, or on a kept connection', async () => {
  const nodes = [await startProcess(settings()), await startProcess(settings())]
  const traffic = startBalancedTraffic(nodes, password)
  for (const index of [0, 1]) {
    await traffic.atLeast(150)
    const ended = nodes[index]?.end('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, errors: '' })
    await traffic.atLeast(50)
    nodes[index] = await startProcess(settings())
  }
  await traffic.atLeast(150)
  const { failures, answered } = await traffic.stop()
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(500)
  for (const node of nodes) expect(await node.end('SIGTERM')).toMatchObject({ code: 0 })
}, 120_000)
