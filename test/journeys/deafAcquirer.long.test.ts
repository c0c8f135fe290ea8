import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Body } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway('embedded', { patienceMs: 1_000, orderWaitMs: 100 })
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  expect((await gateway.call('DELETE', '/sandbox/data')).status).toBe(200)
})

const script = (...answers: readonly object[]) =>
  gateway.call('POST', '/sandbox/acquirer/scripts', { match: {}, answers })
const advance = (by: string) => gateway.call('POST', '/sandbox/clock', { advance: by })
const differences = async () => (await gateway.call('GET', '/sandbox/reconciliation')).body.differences
const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }
const submit = async (transaction: string, body: Body) =>
  (await gateway.call('PUT', `order/1/transaction/${transaction}`, body)).body
const retrieved = async (transaction: string) => (await gateway.retrieve('1', { transaction })).body
const silences = (count: number) => Array.from({ length: count }, () => ({ answer: 'silent' }))

test('a capture that was booked in silence is not refused to whoever repeats it', async () => {
  await gateway.authorize('1', authorization())
  await script(...silences(2), { answer: 'decline' })
  expect(await submit('2', capture)).toMatchObject({ result: 'PENDING' })
  await advance('PT1H')
  await advance('PT1H')
  expect(await retrieved('2')).toMatchObject({ result: 'SUCCESS' })
  expect(await differences()).toEqual([])
})

test('a pending capture that is refused later was never booked', async () => {
  await gateway.authorize('1', authorization())
  await script({ answer: 'decline', gatewayCode: 'PENDING' }, { answer: 'decline' })
  expect(await submit('2', capture)).toMatchObject({ result: 'PENDING' })
  await advance('PT1M')
  expect(await retrieved('2')).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'DECLINED' } })
  expect(await differences()).toEqual([])
  expect(await submit('3', capture)).toMatchObject({ result: 'SUCCESS' })
})

test('with much owed to an acquirer that is deaf, the clock can be moved and the gateway stopped', {
  timeout: 90_000,
}, async () => {
  gateway = await gateway.restarted({ patienceMs: 400, orderWaitMs: 100 })
  for (let round = 0; round < 8; round++) await script(...silences(100))
  const orders = Array.from({ length: 96 }, (_, n) => gateway.authorize(`order-${n}`, authorization()))
  await Promise.all(orders)
  const movedAtMs = performance.now()
  expect((await advance('PT1H')).status).toBe(200)
  // Three times 32 at once, and what was under way before; one after the other would take 38 s.
  expect(performance.now() - movedAtMs).toBeLessThan(15_000)
  // On a slow machine some were tried before the last payment had its answer.
  const reversed = gateway.asks.filter(({ verb }) => verb === 'reverse').map(({ orderId }) => orderId)
  expect(new Set(reversed).size).toBe(96)
  await advance('PT2S')
  const stoppedAtMs = performance.now()
  gateway = await gateway.restarted({ patienceMs: 1_000, orderWaitMs: 100 })
  expect(performance.now() - stoppedAtMs).toBeLessThan(10_000)
  await advance('P1D')
  expect(await differences()).toEqual([])
})
