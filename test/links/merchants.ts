// What all merchants' systems here have in common: where they ask, how they insist, and that they go on with
// one order after the other.

import { setTimeout as sleep } from 'node:timers/promises'
import { operationNamed } from '../../src/contract/catalogue.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import type { Name, Request } from '../simulation/workload.ts'
import { call, type Heard } from './caller.ts'
import type { Nodes } from './nodes.ts'

/** Sends a request wherever it likes; undefined where nothing was heard. */
export type Ask = (random: Random, request: Request) => Promise<Heard | undefined>

export type MerchantsOptions = {
  readonly ask: Ask
  readonly seed: number
  /** How many merchants' systems. */
  readonly atOnce: number
  /** Whether to end, now that so many transactions were answered. */
  readonly isEnough: (done: number) => boolean
}

/** At whichever node lives. */
export const atAnyOf =
  (nodes: Nodes, method: 'PUT' | 'GET' = 'PUT'): Ask =>
  async (random, { orderId, transactionId, body }) => {
    const live = nodes.live()
    const node = live[random.below(live.length)]
    const sent = method === 'PUT' ? { method, body: JSON.stringify(body) } : { method }
    return node && (await call(node.port, `order/${orderId}/transaction/${transactionId}`, sent))
  }

/** A retry is always safe. */
export async function insist(ask: Ask, random: Random, request: Request): Promise<Heard> {
  for (let attempt = 0; ; attempt += 1) {
    const heard = await ask(random, request)
    if (heard && heard.status !== 503 && heard.status !== 500) return heard
    if (attempt >= attemptsMax)
      throw new Error(`${request.orderId} was not answered: ${JSON.stringify(heard)}`)
    await sleep(100 + random.below(300))
  }
}

const attemptsMax = 300

/** Each with its own chance, one order after the other. */
export async function keepShops(
  { seed, atOnce }: MerchantsOptions,
  isEnough: () => boolean,
  shop: (random: Random, orderNo: number) => Promise<void>,
): Promise<void> {
  let orders = 0
  const keep = async (random: Random) => {
    while (!isEnough()) {
      orders += 1
      await shop(random, orders)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => keep(randomOf(seed * 1_009 + index))))
}

type Asked = { readonly apiOperation: Name; readonly [group: string]: unknown }

export const requestOf = (orderId: string, transactionId: string, body: Asked): Request => ({
  ...{ orderId, transactionId, operation: operationNamed(body.apiOperation), body },
})

/** As merchants ask for it, for a few seconds. */
export async function untilDecided(look: Ask, random: Random, request: Request): Promise<void> {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { result, response } = (await look(random, request))?.body ?? {}
    const isOpen = JSON.stringify(response ?? {}).includes('"SUBMITTED"')
    if (result === 'FAILURE' || (result === 'SUCCESS' && !isOpen)) return
    await sleep(500)
  }
}
