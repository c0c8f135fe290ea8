import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { passwords } from '../journeys/client.ts'
import { authorization } from '../journeys/requests.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

const { settings, database } = sharedDatabase(passwords.TESTMERCHANT, {
  TOLLGATE_ACQUIRER_PATIENCE_MS: '30000',
  TOLLGATE_ORDER_WAIT_MS: '100',
})

test('what a node was asking when it was killed, its sibling settles within seconds, not after a lease', {
  timeout: 90_000,
}, async () => {
  const [one, other] = [await startProcess(settings()), await startProcess(settings())]
  // The acquirer says nothing to this card.
  const silent = authorization({}, { expiry: '11/39' })
  const lost = one.authorize('left-open', silent).catch(() => undefined)
  await begun()
  const killedAtMs = performance.now()
  await one.end('SIGKILL')
  expect(await lost).toBeUndefined()
  const settled = await settledBy(other)
  expect(performance.now() - killedAtMs).toBeLessThan(25_000)
  expect(['UNKNOWN', 'FAILURE']).toContain(settled)
  // The order is free for another attempt, and of the dead node nothing is left.
  const second = await other.authorize('left-open', authorization(), { transaction: '2' })
  expect(second).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  await expect.poll(async () => (await nodes()).length, { timeout: 10_000 }).toBe(1)
  expect(await other.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(await nodes()).toEqual([])
})

async function settledBy(node: GatewayProcess): Promise<unknown> {
  for (;;) {
    const { body } = await node.retrieve('left-open', { transaction: '1' })
    if (body.result !== 'PENDING') return body.result
    await sleep(200)
  }
}

const nodes = () => asked('select node_id from nodes')

async function begun(): Promise<void> {
  while ((await asked('select from transactions')).length === 0) await sleep(20)
}

async function asked(query: string): Promise<readonly unknown[]> {
  const client = new pg.Client(database().config)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}
