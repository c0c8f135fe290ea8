import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  newestModel,
  type OutcomeContents,
  outcomeText,
  requestText,
} from '../src/operations/model/documents.ts'
import type { Closing, Intent } from '../src/operations/model/journal.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createPool, loginsOf } from '../src/store/connection/pool.ts'
import { openStore } from '../src/store/open.ts'
import { sampleClosing, sampleIntent } from '../test/support/store/sampleIntent.ts'
import { median, medianRatio } from './medians.ts'

const inFlight = 64
const naivePoolSize = 10

/**
 * The store alone: two durable commits a payment, the journal's group commits against one awaited database
 * transaction per step and request that writes the same rows. Rounds alternate, so that both meet the same
 * machine.
 */
export async function benchStore(connection: pg.ClientConfig, effort: Effort = {}): Promise<StoreFigures> {
  const { rounds = 5, roundMs = 3_000 } = effort
  const store = await openStore(loginsOf(connection))
  const pool = createPool(loginsOf(connection).gateway, { max: naivePoolSize })
  const payNaively = naivePayment(pool)
  const grouped = async (intent: Intent) => {
    const begun = await store.journal.begin(intent)
    if (begun.state !== 'started') throw new Error(`Not started: ${begun.state}`)
    const closed = await store.journal.close(sampleClosing(intent, begun.fence))
    if (closed.state !== 'closed') throw new Error(`Not closed: ${closed.state}`)
  }
  const naiveRates: number[] = []
  const groupedRates: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const naiveRate = await measure(intent => payNaively(intent), roundMs)
    const groupedRate = await measure(grouped, roundMs)
    if (round === 0) continue // warm-up
    naiveRates.push(naiveRate)
    groupedRates.push(groupedRate)
  }
  await Promise.all([store.close(), pool.end()])
  return {
    naive: median(naiveRates),
    grouped: median(groupedRates),
    ratio: medianRatio(groupedRates, naiveRates),
  }
}

export type Effort = { readonly rounds?: number; readonly roundMs?: number }

/** Payments per second, medians over the rounds. */
export type StoreFigures = { readonly naive: number; readonly grouped: number; readonly ratio: number }

async function measure(pay: (intent: Intent) => Promise<void>, roundMs: number): Promise<number> {
  const startedAt = systemClock.monotonicMs()
  let count = 0
  const payer = async () => {
    while (systemClock.monotonicMs() - startedAt < roundMs) {
      await pay(sampleIntent())
      count += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, payer))
  return count / ((systemClock.monotonicMs() - startedAt) / 1_000)
}

/** A straightforward implementation: prepared statements, two transactions, nothing grouped. */
export function naivePayment(pool: pg.Pool) {
  return async (intent: Intent, outcome?: OutcomeContents): Promise<void> => {
    const orderNo = await transact(pool, client => naiveBegin(client, intent))
    const conclusion = { ...sampleClosing(intent, 1), ...(outcome !== undefined && { outcome }) }
    await transact(pool, client => naiveClose(client, orderNo, conclusion))
  }
}

async function transact<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

async function naiveBegin(client: pg.PoolClient, intent: Intent): Promise<string> {
  const { key, transactionId, operation, type, apiVersion, currency, fingerprint, card } = intent
  const { rows } = await client.query<{ order_no: string }>({
    name: 'naive order',
    text: `insert into orders (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
        created_at)
      values ($1, $2, $3, nextval('order_numbers'), 1, $4, $5, $6, tollgate_now()) returning order_no`,
    values: [key.cell, key.merchantId, key.orderId, transactionId, currency, intent.orderAmount],
  })
  const orderNo = rows[0]?.order_no ?? '0'
  await client.query({
    name: 'naive transaction',
    text: `insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation,
        type, api_version, currency, amount, fingerprint, request, card, started_at, lease_until)
      values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $13, tollgate_now(),
        tollgate_now() + interval '90 s')`,
    values: [
      ...[key.cell, key.merchantId, orderNo, transactionId, randomUUID(), operation, type, apiVersion],
      ...[currency, intent.transactionAmount, fingerprint, requestText(intent.request, newestModel), card],
    ],
  })
  return orderNo
}

async function naiveClose(client: pg.PoolClient, orderNo: string, conclusion: Closing): Promise<void> {
  const { key, transactionId, fence, totals, status, result, gatewayCode } = conclusion
  const { rows } = await client.query<{ sequence: number }>({
    name: 'naive settle',
    text: `update orders
      set version = version + 1, open_id = null, sequence = sequence + 1, authorized = $4, status = $5
      where cell = $1 and merchant_id = $2 and order_id = $3 and version = $6 returning sequence`,
    values: [key.cell, key.merchantId, key.orderId, totals.authorized, status, fence],
  })
  const sequence = rows[0]?.sequence
  await client.query({
    name: 'naive outcome',
    text: `insert into outcomes (cell, merchant_id, order_no, transaction_id, fence, sequence, amount, result,
        gateway_code, outcome, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, tollgate_now())`,
    values: [
      ...[key.cell, key.merchantId, orderNo, transactionId, fence, sequence, conclusion.transactionAmount],
      ...[result, gatewayCode, outcomeText(conclusion.outcome, newestModel)],
    ],
  })
  await client.query({
    name: 'naive outbox',
    text: `insert into outbox (cell, merchant_id, order_no, sequence, order_id, transaction_id, due)
      values ($1, $2, $3, $4, $5, $6, tollgate_now())`,
    values: [key.cell, key.merchantId, orderNo, sequence, key.orderId, transactionId],
  })
}
