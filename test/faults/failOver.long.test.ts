import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Pair, startPair } from '../database/pair.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, faultsIn, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { tollgate } from './tollgateProcess.ts'

let folder = ''
let pair: Pair
beforeAll(async () => {
  folder = await reachableFolder('fail-over')
  pair = await startPair(folder)
})
afterAll(async () => {
  await endAll()
  await pair.stop()
  await rm(folder, { recursive: true, force: true })
})

const keys = `k1:${randomBytes(32).toString('base64')}`

function settings(members: readonly Pair['first'][]) {
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const address = (user: string) =>
    `postgres://${user}@${hosts}/tollgate?sslmode=disable&target_session_attrs=read-write`
  return {
    TOLLGATE_DATABASE_URL: address('tollgate_app'),
    TOLLGATE_OWNER_DATABASE_URL: address('tollgate'),
    TOLLGATE_DATA_DIR: join(folder, 'data'),
    TOLLGATE_KEYS: keys,
    TOLLGATE_LOG_LEVEL: 'warn',
  }
}

test('the primary dies in the middle of payments: the standby goes on, nothing acknowledged is lost', {
  timeout: 180_000,
}, async () => {
  const { first, second } = pair
  // It is the primary that counts, not the order.
  expect(await tollgate('migrate', settings([second, first]))).toMatchObject({ code: 0, errors: '' })
  const told = settings([first, second])
  const nodes = [await startProcess(told), await startProcess(told)]
  const traffic = startTraffic(nodes)
  await traffic.acknowledged(100)
  await first.kill()
  await sleep(1_000)
  const before = traffic.orders.length
  await pair.promote()
  await traffic.acknowledged(before + 100)
  // It comes back, takes itself for the primary still, and would commit whatever it is asked.
  await first.start()
  await first.ask('alter system reset synchronous_standby_names')
  await first.ask('select pg_reload_conf()')
  nodes.push(await startProcess(told))
  await traffic.acknowledged(before + 200)
  await traffic.stop()
  for (const node of nodes) expect(node.child.exitCode, node.output()).toBe(null)
  const late = await nodes[2]?.authorize('late', authorization())
  expect(late, late?.text).toMatchObject({ status: 201 })
  for (const node of nodes) {
    expect(await node.call('GET', '/ready')).toMatchObject({ status: 200 })
    for (const order of traffic.orders) {
      const found = await node.retrieve(order, { transaction: '1' })
      expect(found, `${order}: ${found.text}`).toMatchObject({ status: 200, body: { result: 'SUCCESS' } })
    }
  }
  expect((await tollgate('merchants list', told)).code).toBe(0)
  expect(await ordersAt(second)).toBeGreaterThan(traffic.orders.length)
  expect(await ordersAt(first)).toBeLessThan(before + 50)
  for (const node of nodes) {
    const { code, output } = await node.end('SIGTERM')
    expect({ code, faults: faultsIn(output) }).toEqual({ code: 0, faults: [] })
  }
})

async function ordersAt({ ask }: Pair['first']): Promise<number> {
  return (await ask('select from orders', 'tollgate')).length
}

/** Payments one after the other on each node, four at a time; what failed is simply another order's turn. */
function startTraffic(nodes: readonly GatewayProcess[]) {
  const orders: string[] = []
  let isOver = false
  const walk = async (node: GatewayProcess, name: string) => {
    for (let number = 0; !isOver; number++) {
      const order = `${name}-${number}`
      const answer = await node.authorize(order, authorization()).catch(() => undefined)
      if (answer?.status === 201 && answer.body.result === 'SUCCESS') orders.push(order)
      else {
        expect(answer === undefined || [201, 500, 503].includes(answer.status), answer?.text).toBe(true)
        await sleep(20)
      }
    }
  }
  const walks = nodes.flatMap((node, n) => [0, 1, 2, 3].map(lane => walk(node, `node${n}-lane${lane}`)))
  return {
    orders,
    async acknowledged(count: number) {
      await expect.poll(() => orders.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
    },
    async stop() {
      isOver = true
      await Promise.all(walks)
    },
  }
}
