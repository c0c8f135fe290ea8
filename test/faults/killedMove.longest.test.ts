import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Answer } from '../journeys/client.ts'
import { passwords } from '../journeys/client.ts'
import { authorization, newOrder } from '../journeys/requests.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'
import { asked, type } from './tollgateProcess.ts'

const { settings, database } = sharedDatabase(passwords.TESTMERCHANT, {})

const payment = { ...authorization(), apiOperation: 'PAY' }

test('a move that is killed again and again loses nothing, and ends when it is left alone', {
  timeout: 240_000,
}, async () => {
  const first = await startProcess(settings())
  expect(await asked('merchants add HOST --cell 7', settings())).toMatchObject({ code: 0 })
  await query("update merchants set created_at = created_at - interval '1 minute'")
  await first.end('SIGTERM')
  const nodes = [await startProcess(settings()), await startProcess(settings())] as const
  const acknowledged: { orderId: string; answer: Answer }[] = []
  let isOver = false
  const paying = Promise.all(
    [0, 1, 2].map(start => pay(nodes, { start, acknowledged, isOver: () => isOver })),
  )
  const ends: string[] = []
  for (const afterMs of [0, 300, 800, 1_300, 1_700]) {
    const to = (await cell()) === 0 ? 7 : 0
    const move = type(`merchants move TESTMERCHANT --to ${to} --pause 3`, settings())
    while (!(await isClosed())) {
      if (move.child.exitCode !== null) throw new Error(`not closed: ${move.output()}${move.errors()}`)
      await sleep(10)
    }
    await sleep(afterMs)
    move.child.kill('SIGKILL')
    await move.ended
    ends.push((await cell()) === to ? 'moved' : 'killed')
    const count = acknowledged.length
    // Without the command: nodes open it again by themselves.
    await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(count + 3)
    expect(await isClosed()).toBe(false)
  }
  const to = (await cell()) === 0 ? 7 : 0
  const moved = await asked(`merchants move TESTMERCHANT --to ${to} --pause 20`, settings())
  expect(moved).toMatchObject({ code: 0, cell: to })
  isOver = true
  await paying
  console.log(`${ends.join(', ')}; then ${JSON.stringify(moved)}; ${acknowledged.length} acknowledged`)
  expect(ends).toContain('killed')
  for (const { orderId, answer } of acknowledged) {
    const again = await nodes[1].authorize(orderId, payment)
    expect(again, again.text).toMatchObject({ status: 200, body: answer.body })
  }
  expect(await query('select from orders group by order_id having count(*) > 1')).toEqual([])
  expect(await asked('audit verify', settings())).toMatchObject({ code: 0 })
  await expect.poll(async () => (await asked('reconcile', settings())).differences).toEqual([])
})

type Paying = {
  readonly start: number
  readonly acknowledged: { orderId: string; answer: Answer }[]
  readonly isOver: () => boolean
}

/** What is refused as unavailable is sent again, to the other node. */
async function pay(
  nodes: readonly [GatewayProcess, GatewayProcess],
  { start, acknowledged, isOver }: Paying,
): Promise<void> {
  for (let tries = start; !isOver(); ) {
    const orderId = newOrder()
    for (;;) {
      const answer = await nodes[tries++ % 2 === 0 ? 0 : 1].authorize(orderId, payment)
      if (answer.status !== 503) {
        expect(answer, answer.text).toMatchObject({ body: { result: 'SUCCESS' } })
        acknowledged.push({ orderId, answer })
        await sleep(50)
        break
      }
      await sleep(50)
    }
  }
}

const cell = async () => (await query<{ cell: number }>(`select cell from merchants where ${own}`))[0]?.cell
const isClosed = async () =>
  (await query(`select from merchants where ${own} and moving_to is not null`)).length > 0
const own = "merchant_id = 'TESTMERCHANT'"

async function query<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
  const client = new pg.Client(database().config)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
