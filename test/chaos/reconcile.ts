import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { OrderKey } from '../../src/operations/model/journal.ts'
import { createPool } from '../../src/store/connection/pool.ts'
import { createJournal } from '../../src/store/journal/journal.ts'
import type { WireMessage } from '../links/hostProcess.ts'
import { type GatewayRecord, readRecord } from '../links/record.ts'
import { checkAnswers } from '../simulation/answerChecks.ts'
import type { SeenOrder } from '../simulation/audit.ts'
import { isAccepted, type LogEntry, nameOfRequest } from '../simulation/clientLog.ts'
import { checkOrders } from '../simulation/orderChecks.ts'
import { auditStored } from '../simulation/storedJournal.ts'
import type { Request } from '../simulation/workload.ts'
import {
  compareAuthentications,
  type SeenAuthentication,
  whatBecame,
} from '../threeDSecure/compareAuthentications.ts'
import { directoryBooks } from '../threeDSecure/directoryBooks.ts'
import type { DoomedDatabase } from './doomedDatabase.ts'
import type { Surroundings } from './surroundings.ts'
import type { Witnesses } from './witnesses.ts'

/** Nothing open or owed, totals and status as the transactions say, changes numbered without a gap. */
export async function checkStored(database: DoomedDatabase): Promise<readonly string[]> {
  const owner = new pg.Client(database.login())
  const pool = createPool(database.login(), { max: 4 })
  const pools = { load: pool, begin: pool, close: pool, recovery: pool }
  const journal = createJournal({ pools, leaseMs: 1, closePatienceMs: 1, isStopped: () => false })
  await owner.connect()
  try {
    const audited = await auditStored(owner, 'TESTMERCHANT')
    const orders = await inLanes(audited, async (each): Promise<SeenOrder[]> => {
      const loaded = await journal.load(each.key satisfies OrderKey)
      return loaded ? [{ audited: each, loaded }] : []
    })
    return checkOrders(orders.flat(), new Set())
  } finally {
    await Promise.all([owner.end(), pool.end()])
  }
}

/**
 * Every request that was ever accepted is sent to every node again, and retrieved there: all must say what
 * was heard before, and none may do anything.
 */
export async function askAllAgain(witnesses: Witnesses, nodes: number): Promise<readonly string[]> {
  const isKnown = ({ heard, isLook }: LogEntry) => isAccepted(heard) && !isLook
  const known = new Set(witnesses.log.filter(isKnown).map(({ request }) => request))
  const places = Array.from({ length: nodes }, (_, place) => place)
  const lost = await inLanes([...known], async (request: Request) => {
    const answers = await Promise.all(places.map(place => insist(witnesses, place, request)))
    const looks = await Promise.all(places.map(place => insist(witnesses, place, request, { isLook: true })))
    const isThere = [...answers, ...looks].every(heard => heard?.status === 200)
    return isThere ? [] : [`${nameOfRequest(request)}: not every node knows it`]
  })
  return [...lost.flat(), ...checkAnswers(witnesses.log)]
}

/** A busy machine may be too slow to answer; whoever knows it says so at last. */
async function insist(witnesses: Witnesses, ...asked: Parameters<Witnesses['call']>) {
  for (let attempt = 1; ; attempt += 1) {
    const heard = await witnesses.call(...asked)
    const isAnswered = heard !== undefined && heard.status !== 503 && heard.status !== 408
    if (isAnswered || attempt === attemptsMax) return heard
    await sleep(500)
  }
}

const attemptsMax = 5

/**
 * What every node shows of the payers of these orders, with the directory server's own record; and how many
 * of them came to what.
 */
export async function reconcileAuthentications(
  { directory, host, nodes }: Pick<Surroundings, 'directory' | 'host' | 'nodes'>,
  client: pg.Client,
  orderIds: readonly string[],
) {
  const indicators = indicatorsIn(await host.wire(), await readRecord(client))
  const seen = await inLanes(orderIds, async (orderId): Promise<readonly SeenAuthentication[]> => {
    const shownAs = async (transaction: string) =>
      (await Promise.all(nodes.live().map(node => node.retrieve(orderId, { transaction })))).flatMap(
        ({ status, body }) => (status === 200 ? [body] : []),
      )
    const [shown, [paid]] = [await shownAs('auth'), await shownAs('pay')]
    return shown.length === 0 ? [] : [{ orderId, shown, paid, indicators: indicators.get(orderId) }]
  })
  const books = directoryBooks(await directory.messages())
  const deeds = { 'known at once': 0, 'known by a challenge': 0, rejected: 0, 'paid with a proof': 0 }
  const statuses: Record<string, number> = {}
  for (const { shown, paid } of seen.flat()) {
    const { isProven, isChallenged, status } = whatBecame(shown[0] ?? {}, books)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (isProven) deeds[isChallenged ? 'known by a challenge' : 'known at once'] += 1
    if (isProven && paid?.result === 'SUCCESS') deeds['paid with a proof'] += 1
    if (status === 'AUTHENTICATION_REJECTED') deeds.rejected += 1
  }
  return { violations: compareAuthentications(seen.flat(), books), deeds, statuses }
}

/** With which electronic commerce indicators payments `pay` of each order came to the acquirer. */
function indicatorsIn(wire: readonly WireMessage[], { transactions }: GatewayRecord) {
  const payments = new Map(
    transactions.flatMap(({ orderId, transactionId, trace }) =>
      trace && transactionId === 'pay' ? [[`${trace.terminal} ${trace.traceNumber}`, orderId] as const] : [],
    ),
  )
  const indicators = new Map<string, (string | undefined)[]>()
  for (const { type, fields } of wire) {
    const orderId = payments.get(`${fields[41]?.trim()} ${fields[11]}`)
    if (orderId !== undefined && (type === '0100' || type === '0200'))
      indicators.set(orderId, [...(indicators.get(orderId) ?? []), fields['63.11']])
  }
  return indicators
}

/** A few at a time. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = items.values()
  const lane = async () => {
    for (const item of left) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

const lanes = 8
