import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import { openStore } from '../../src/store/open.ts'
import { createDatabase } from '../database/database.ts'
import { addSampleMerchant } from '../support/store/sampleMerchant.ts'
import { audit, type Books, openBooks } from './books.ts'
import { type Node, recover, recoverOnce, request, type Wish } from './nodes.ts'
import { randomOf } from './random.ts'

/** So short that recovery takes over transactions that are still running. */
const leaseMs = 3
const clientsPerNode = 2
const atOnce = 24
const seed = Number(process.env.RACE_SEED ?? 20_261_115)

export type Course = { readonly orders: number; readonly looksMax: number }
export type Raced = { readonly violations: Readonly<Record<string, number>>; readonly books: Books }

/** The invariants that were violated. */
export const found = ({ violations }: Raced): Record<string, number> =>
  Object.fromEntries(Object.entries(violations).filter(([, number]) => number > 0))

/** Two nodes on one database send the same ids to each order, while the recovery of each takes over. */
export async function race({ orders, looksMax }: Course): Promise<Raced> {
  const database = await createDatabase('embedded')
  const owner = new pg.Client({ ...database.config, application_name: 'race' })
  await owner.connect()
  const books = openBooks()
  const stores = await Promise.all([1, 2].map(() => openStore(database.logins, { leaseMs })))
  for (const store of stores) await addSampleMerchant(store)
  const nodes = stores.map(({ journal }, index): Node => {
    return { name: `node ${index}`, journal, books, random: randomOf(seed + index), looksMax }
  })
  let isOver = false
  const racing = raceOrders(nodes, orders).finally(() => {
    isOver = true
  })
  const recoveries = nodes.map(async node => {
    while (!isOver) await recover(node, () => isOver).catch(fault => books.faults.push(fault))
  })
  await Promise.all([racing, ...recoveries])
  await quiesce(nodes, owner)
  const violations = await audit(books, owner)
  await Promise.all([...stores.map(store => store.close()), owner.end()])
  await database.drop()
  return { violations, books }
}

async function raceOrders(nodes: readonly Node[], count: number): Promise<void> {
  let next = 0
  const racer = async () => {
    while (next < count) await raceOrder(nodes, `order ${next++}`)
  }
  await Promise.all(Array.from({ length: atOnce }, racer))
}

async function raceOrder(nodes: readonly Node[], orderId: string): Promise<void> {
  const clients = nodes.flatMap(node => Array.from({ length: clientsPerNode }, () => node))
  await Promise.all(
    clients.map(async (node, client) => {
      try {
        await insist(node, { orderId, transactionId: '1', type: 'AUTHORIZATION' })
        await insist(node, { orderId, transactionId: '1 again', type: 'AUTHORIZATION' })
        await insist(node, { orderId, transactionId: `2 of ${client}`, type: 'CAPTURE' })
        await insist(node, { orderId, transactionId: '3', type: 'CAPTURE' })
      } catch (fault) {
        node.books.faults.push(fault)
      }
    }),
  )
}

/**
 * A slow database on a busy machine cannot begin all that is asked at once. Who is told so asks again, as
 * merchants have to; whoever began, and could not close, is a fault.
 */
async function insist(node: Node, wish: Wish): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request(node, wish)
    } catch (fault) {
      if (!(fault instanceof StoreUnavailable) || tries === triesMax) throw fault
      node.books.refused += 1
      await pause(100)
    }
  }
}

const triesMax = 50

/** Runs recovery until nothing is left to do; hours pass by the database's clock, without waiting. */
async function quiesce(nodes: readonly Node[], owner: pg.Client): Promise<void> {
  const [node] = nodes
  if (node === undefined) return
  for (let quiet = 0, round = 0; quiet < 3 && round < 60; round += 1) {
    await owner.query("update clock set shift = shift + interval '1 hour'")
    const wasBusy = await recoverOnce(node, true).catch(fault => node.books.faults.push(fault) === 0)
    quiet = wasBusy ? 0 : quiet + 1
  }
}
