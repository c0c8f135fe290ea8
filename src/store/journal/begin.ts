// Committing the intent of a transaction, in groups.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type DocumentModel, newestModel, requestText } from '../../operations/model/documents.ts'
import { type BeginResult, type Intent, nothingAssigned } from '../../operations/model/journal.ts'
import { searchFactsOf } from '../../operations/model/searchFacts.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { isSpread } from '../connection/pool.ts'
import { givenRows, repeatable, run, unavailable } from '../connection/statement.ts'
import { type BegunIntent, beginConfined } from './beginConfined.ts'
import { type CountedRow, countingParameters, countingText, countsAny, countsIn } from './beginCounting.ts'
import { createGroupCommit, type OnGroupCommitted, orderOf } from './groupCommit.ts'

/** Starts a transaction if the order still has the version it was planned on and nothing is running on it. */
export function createBegin(
  pool: pg.Pool,
  { leaseMs, nodeId, documentModel = () => newestModel, isStopped, onCommitted }: BeginSettings,
) {
  const submit = createGroupCommit<IntentRow, BeginResult>({
    keyOf: orderOf,
    write: (cell, intents) => begin(pool, intents, { cell, leaseMs, nodeId }),
    isDoubtful: begun => begun.state !== 'started',
    waitingMax: 1_024,
    queuePatienceMs: 1_000,
    patienceMs: 2_000,
    insists: false,
    giveUp: unavailable,
    isStopped,
    onCommitted,
  })
  return (intent: Intent): Promise<BeginResult> => {
    const request = requestText(intent.request, documentModel())
    return submit({ attempt: randomUUID(), ...intent, request, facts: searchFactsOf(intent.request) })
  }
}

type BeginSettings = {
  readonly leaseMs: number
  /** The node that owns what is begun. */
  readonly nodeId?: string | undefined
  /** The model that documents are written in; the newest by default. */
  readonly documentModel?: () => DocumentModel
  readonly isStopped: () => boolean
  readonly onCommitted?: OnGroupCommitted | undefined
}

/** Executes the statement of every payment with no rows, to see whether it can be executed now. */
export const probeBegin = (pool: pg.Pool): Promise<unknown> =>
  repeatable(pool, beginStatement, [0, 0, ...parametersOf([]), null])

/** The id distinguishes our own row from one that another node wrote for the same request concurrently. */
type IntentRow = Omit<Intent, 'request'> & {
  readonly attempt: string
  readonly request: string
  readonly facts: string
}

type BeginOwner = Pick<BeginSettings, 'leaseMs' | 'nodeId'> & { readonly cell: number }

async function begin(
  pool: pg.Pool,
  intents: readonly IntentRow[],
  { cell, leaseMs, nodeId }: BeginOwner,
): Promise<readonly BeginResult[]> {
  if (isSpread(pool)) {
    const rows = await beginConfined(pool, intents, { cell, leaseMs, nodeId })
    return rows.map((row, index) => begunOf(row, intents[index]?.attempt))
  }
  const values = [cell, leaseMs, ...parametersOf(intents), nodeId ?? null]
  const rows = countsAny(intents)
    ? await run<BegunRow>(pool, beginCountingStatement, [...values, ...countingParameters(intents)])
    : await run<BegunRow>(pool, statementFor(intents), values)
  const begun: BeginResult[] = intents.map(() => ({ state: 'stale' }))
  for (const row of rows) {
    const index = Number(row.n) - 1
    begun[index] = begunOf(row, intents[index]?.attempt)
  }
  return begun
}

const statementFor = (intents: readonly IntentRow[]) =>
  intents.some(({ trace }) => trace !== nothingAssigned) ? beginStatement : beginUnsentStatement

/** In the order of the statement's parameters from $3 on. */
function parametersOf(intents: readonly IntentRow[]): readonly Buffer[] {
  return [
    arrays.text(intents.map(i => i.key.merchantId)),
    arrays.text(intents.map(i => i.key.orderId)),
    arrays.text(intents.map(i => i.transactionId)),
    arrays.int8(intents.map(i => i.seen)),
    arrays.uuid(intents.map(i => i.attempt)),
    arrays.text(intents.map(i => i.operation)),
    arrays.text(intents.map(i => i.type)),
    arrays.int2(intents.map(i => i.apiVersion)),
    arrays.text(intents.map(i => i.currency)),
    arrays.int8(intents.map(i => i.orderAmount)),
    arrays.int8(intents.map(i => i.transactionAmount)),
    arrays.text(intents.map(i => i.targetId ?? null)),
    arrays.bytea(intents.map(i => i.fingerprint)),
    arrays.text(intents.map(i => i.request)),
    arrays.bytea(intents.map(i => i.card ?? null)),
    arrays.text(intents.map(i => i.trace ?? null)),
    arrays.text(intents.map(i => i.facts)),
  ]
}

type BegunRow = CountedRow & BegunIntent & { readonly n: string }

function begunOf(row: Omit<BegunRow, 'n'>, attempt: string | undefined): BeginResult {
  const isOursFromBefore =
    row.known_attempt !== null && row.known_attempt === attempt && row.is_running === true
  const fence = row.started_fence ?? (isOursFromBefore ? row.known_fence : null)
  if (fence !== null) {
    return {
      state: 'started',
      fence: Number(fence),
      orderCreatedAtMs: Number(row.created_ms),
      startedAtMs: Number(row.started_ms),
      ...countsIn(row),
    }
  }
  if (row.known_attempt !== null) return { state: 'known' }
  return row.open_id === null ? { state: 'stale' } : { state: 'busy', openId: row.open_id }
}

/** Of the columns of an intent, in their order. */
const intentTypes = 'text text text int8 uuid text text int2 text int8 int8 text bytea text bytea text text'

/**
 * ON CONFLICT judges the newest committed row after waiting for its writer, so "started" is certain. Rows
 * are locked in key order, here as in close, so groups cannot deadlock. The laterals find rows by key
 * whatever the statistics. No lease ends at or below the floor from which they are searched: see takeOver.ts.
 */
const beginText = ({ beside = '', counting = '', seen = nothingSeen }: BeginParts = {}) => `
with moment as materialized (
  select tollgate_now() as now, next_lease_floor($1::int2) + interval '1 microsecond' as soonest${beside}
),
intent as materialized (
  select *
  from ${givenRows(3, intentTypes)}
  with ordinality as i (merchant_id, order_id, transaction_id, seen, attempt, operation, type,
    api_version, currency, order_amount, amount, target_id, fingerprint, request, card, trace, facts, n)
),
held as (
  insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
    created_at)
  select $1::int2, merchant_id, order_id, case when seen = 0 then nextval('order_numbers') else 0 end,
    seen + 1, transaction_id, currency, order_amount, (select now from moment)
  from intent order by merchant_id collate "C", order_id collate "C"
  on conflict (cell, merchant_id, order_id) do update
    set version = excluded.version, open_id = excluded.open_id
    where o.version = excluded.version - 1 and o.open_id is null
  returning merchant_id, order_id, order_no, version, created_at
),
opened as (
  insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
    api_version, currency, amount, target_id, fingerprint, request, card, trace, facts, started_at,
    lease_until, node_id)
  select $1::int2, merchant_id, h.order_no, transaction_id, h.version, attempt, operation, type,
    api_version, currency, i.amount, target_id, fingerprint, request, card, trace, facts,
    (select now from moment),
    (select greatest(now + $2::int4 * interval '1 ms', soonest) from moment), $20::uuid
  from intent i join held h using (merchant_id, order_id)
)${counting}
select i.n, ${seen.columns}h.version as started_fence, o.open_id, t.fence as known_fence,
  t.attempt as known_attempt,
  o.open_id = i.transaction_id and o.version = t.fence as is_running,
  floor(extract(epoch from coalesce(h.created_at, o.created_at)) * 1000) as created_ms,
  floor(extract(epoch from coalesce(t.started_at, (select now from moment))) * 1000) as started_ms
from intent i
left join held h using (merchant_id, order_id)${seen.join}
left join lateral (
  select order_no, version, open_id, created_at from orders
  where h.version is null and cell = $1::int2 and merchant_id = i.merchant_id and order_id = i.order_id
  limit 1
) o on true
left join lateral (
  select fence, attempt, started_at from transactions
  where cell = $1::int2 and merchant_id = i.merchant_id and order_no = o.order_no
    and transaction_id = i.transaction_id limit 1
) t on true`

type BeginParts = { readonly beside?: string; readonly counting?: string; readonly seen?: SeenPart }
type SeenPart = { readonly columns: string; readonly join: string }

const nothingSeen: SeenPart = { columns: '', join: '' }

const beginStatement = { name: 'begin', text: beginText() }

/** The same where attempts are counted for risk rules. */
const beginCountingStatement = {
  name: 'begin counting',
  text: beginText({
    counting: countingText(21),
    seen: {
      columns: 's.attempts as seen_attempts, s.amounts as seen_amounts, ',
      join: '\nleft join seen s on s.n = i.n',
    },
  }),
}

/**
 * Where nothing is sent, nobody has to know of the intent after a crash: only the outcome waits for the disk,
 * which takes the intent along.
 */
const beginUnsentStatement = {
  name: 'begin unsent',
  text: beginText({
    beside: `,
    (select set_config('synchronous_commit', 'off', true)) as disk`,
  }),
}
