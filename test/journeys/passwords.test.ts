import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Administrator, granted, openAdministrator } from './administrator.ts'
import type { Answer, Client } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'

let gateway: TestGateway
let neighbour: TestGateway
let administrator: Administrator
beforeAll(async () => {
  gateway = await openGateway('external')
  neighbour = await gateway.neighbour()
  administrator = await openAdministrator(gateway.database.logins)
})
afterAll(async () => {
  await administrator?.close()
  await neighbour?.stop()
  await gateway?.stop()
})

const pay = (node: Client, merchant: string, password: string): Promise<Answer> =>
  node.authorize(newOrder(), authorization(), { merchant, password })

type Sent = { readonly password: string; readonly status: number; readonly sentAtMs: number }

/** Each machine sends its next payment when its last was answered, with the password it has by then. */
function keepPaying(merchant: string, first: string) {
  const sent: Sent[] = []
  const machines = [gateway, gateway, neighbour, neighbour].map(node => ({ node, password: first }))
  let isOver = false
  const run = machines.map(async machine => {
    while (!isOver) {
      const { node, password } = machine
      const sentAtMs = performance.now()
      const { status } = await pay(node, merchant, password)
      sent.push({ password, status, sentAtMs })
      // A merchant whose password is refused stops and calls somebody.
      if (status === 401) return
    }
  })
  return {
    sent,
    /** So many more are answered with the passwords of now. */
    async more(count: number) {
      const wanted = sent.length + count
      await expect.poll(() => sent.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(wanted)
    },
    switchTo(password: string, count: number) {
      for (const machine of machines.slice(0, count)) machine.password = password
    },
    async stop() {
      isOver = true
      await Promise.all(run)
    },
  }
}

test('a password is rolled over under load without a failed request', async () => {
  const { merchantId, password: old } = granted(await administrator.merchants.add({ merchantId: 'ROLLING' }))
  const load = keepPaying(merchantId, old)
  await load.more(40)
  const { password: fresh } = granted(await administrator.passwords.add(merchantId))
  // At once, one machine after the other: nobody waits until every node has heard of it.
  load.switchTo(fresh, 2)
  await load.more(40)
  load.switchTo(fresh, 4)
  await load.more(40)
  expect(load.sent.filter(({ status }) => status !== 201)).toEqual([])
  granted(await administrator.passwords.retire(merchantId, 1))
  await load.more(40)
  await load.stop()
  expect(load.sent.filter(({ status }) => status !== 201)).toEqual([])
  expect(load.sent.filter(({ password }) => password === fresh).length).toBeGreaterThanOrEqual(60)
})

test('a retired password is refused on every node within about a second, and stays so', async () => {
  const { merchantId, password: old } = granted(await administrator.merchants.add({ merchantId: 'RETIRING' }))
  const { password: fresh } = granted(await administrator.passwords.add(merchantId))
  const load = keepPaying(merchantId, old)
  load.switchTo(fresh, 1)
  await load.more(20)
  granted(await administrator.passwords.retire(merchantId, 1))
  const retiredAtMs = performance.now()
  const refused = () => load.sent.filter(({ status }) => status === 401)
  await expect.poll(() => refused().length, { timeout: 10_000, interval: 5 }).toBe(3)
  await load.more(20)
  await load.stop()
  const lateMs = load.sent
    .filter(({ password, status }) => password === old && status === 201)
    .map(({ sentAtMs }) => sentAtMs - retiredAtMs)
  expect(Math.max(...lateMs)).toBeLessThan(1_100)
  expect(new Set(load.sent.filter(({ password }) => password === fresh).map(({ status }) => status))).toEqual(
    new Set([201]),
  )
  expect(await pay(gateway, merchantId, old)).toMatchObject({ status: 401 })
})

test('two passwords are good at the same time, a third is never made', async () => {
  const { merchantId, password } = granted(await administrator.merchants.add({ merchantId: 'TWO' }))
  const second = granted(await administrator.passwords.add(merchantId))
  for (const node of [gateway, neighbour])
    for (const good of [password, second.password])
      expect(await pay(node, merchantId, good)).toMatchObject({ status: 201 })
  expect(await administrator.passwords.add(merchantId)).toMatchObject({ kind: 'rejection', field: 'slot' })
})

test('a merchant works at once, also where somebody asked for it a moment before', async () => {
  const merchant = 'NEWCOMER'
  for (const node of [gateway, neighbour])
    expect(await pay(node, merchant, 'f'.repeat(32))).toMatchObject({ status: 401 })
  const { password } = granted(await administrator.merchants.add({ merchantId: merchant, cell: 7 }))
  for (const node of [gateway, neighbour])
    expect(await pay(node, merchant, password)).toMatchObject({ status: 201, body: { merchant } })
})

test('the last password may be retired too: then nobody gets in', async () => {
  const { merchantId, password } = granted(await administrator.merchants.add({ merchantId: 'CLOSED' }))
  expect(await pay(gateway, merchantId, password)).toMatchObject({ status: 201 })
  expect(await administrator.passwords.retire(merchantId, 1)).toMatchObject({ left: [] })
  for (const node of [gateway, neighbour]) {
    const tried = async () => (await pay(node, merchantId, password)).status
    await expect.poll(tried, { timeout: 5_000, interval: 100 }).toBe(401)
    expect(await tried()).toBe(401)
  }
})
