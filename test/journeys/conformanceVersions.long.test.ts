import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostClient } from '../../src/conformance/hostClient.ts'
import { planRun } from '../../src/conformance/planRun.ts'
import { runPlan } from '../../src/conformance/runPlan.ts'
import { specifiedCards } from '../../src/conformance/testCards.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 200 })
})
afterAll(() => gateway.stop())

test('this gateway passes the conformance kit at old versions, too', async () => {
  const merchantId = 'TESTMERCHANT'
  const host = { address: gateway.origin, merchantId, password: passwords[merchantId] ?? '' }
  const client = openHostClient(host, { patienceMs: 10_000, requestsPerSecond: 0 }, systemClock)
  const plan = planRun({
    ...{ profile: 'sandbox', versions: [1, 62], seed: 1, merchantId, currency: 'EUR' },
    ...{ cards: specifiedCards, only: [], skip: [], host: 'a' },
  })
  const results = await runPlan(plan, client)
  client.close()
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(225)
}, 60_000)
