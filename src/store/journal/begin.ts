// Committing the intent of a transaction, in groups.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type DocumentModel, newestModel, requestText } from '../../operations/model/documents.ts'
import { type BeginResult, type Intent, nothingAssigned } from '../../operations/model/journal.ts'
import { searchFactsOf } from '../../operations/model/searchFacts.ts'
import { MerchantMoving, RecordingUnknown } from '../../platform/errors.ts'
import { columnsOf, type Given, givenItems, givenOf, givenParameters } from '../connection/given.ts'
import { awayFrom } from '../connection/homes.ts'
import { isSpread } from '../connection/pool.ts'
import { repeatable, run, unavailable } from '../connection/statement.ts'
import { beginConfined } from './beginConfined.ts'
import { type CountedRow, countingParameters, countingText, countsAny, countsIn } from './beginCounting.ts'
import { readCounters, standingsOf } from './countConfined.ts'
import {
  createGroupCommit,
  inKeyOrderText,
  type OnGroupCommitted,
  orderOf,
  orderOfRow,
} from './groupCommit.ts'
import { type StartedRow, whatStands } from './whatStands.ts'

/** Starts a transaction if the order still has the version it was planned on and nothing is running on it. */
export function createBegin(
  pool: pg.Pool,
  { leaseMs, nodeId, documentModel = () => newestModel, isStopped, onCommitted }: BeginSettings,
) {
  const submit = createGroupCommit<IntentRow, BegunAtHome>({
    keyOf: orderOf,
    write: (cell, intents) => begin(pool, intents, { cell, leaseMs, nodeId }),
    whyNot: (cell, intents) => whyNotBegun(pool, intents, cell),
    waitingMax: 1_024,
    queuePatienceMs: 1_000,
    patienceMs: 2_000,
    insists: false,
    giveUp: (cause, isUnsure) =>
      isUnsure
        ? new RecordingUnknown('Nobody knows whether it was begun; recovery will settle it', { cause })
        : unavailable(cause),
    isStopped,
    onCommitted,
  })
  return (intent: Intent): Promise<BeginResult> => {
    const request = requestText(intent.request, documentModel())
    const facts = searchFactsOf(intent.request)
    return submit({ attempt: randomUUID(), ...intent, request, facts }).then(atHome)
  }
}

/** 'away': its merchant lives in another cell, or is on its way to one, so nothing was begun. */
type BegunAtHome = BeginResult | { readonly state: 'away' }

function atHome(begun: BegunAtHome): BeginResult {
  if (begun.state === 'away') throw new MerchantMoving()
  return begun
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
  repeatable(pool, statements.several.sent, [0, 0, null, ...givenParameters(columns, [], 'several')])

/** The id distinguishes our own row from one that another node wrote for the same request concurrently. */
type IntentRow = Omit<Intent, 'request'> & {
  readonly attempt: string
  readonly request: string
  readonly facts: string
}

type BeginOwner = Pick<BeginSettings, 'leaseMs' | 'nodeId'> & { readonly cell: number }

/** Undefined for those that this has not begun. */
async function begin(
  pool: pg.Pool,
  intents: readonly IntentRow[],
  { cell, leaseMs, nodeId }: BeginOwner,
): Promise<readonly (BeginResult | undefined)[]> {
  if (isSpread(pool)) {
    const rows = await beginConfined(pool, intents, { cell, leaseMs, nodeId })
    return rows.map(row => row && startedAs(row))
  }
  const given = givenOf(intents)
  const values = (form: Given) => [cell, leaseMs, nodeId ?? null, ...givenParameters(columns, intents, form)]
  const rows = countsAny(intents)
    ? await run<BegunRow>(pool, countingStatement, [...values('several'), ...countingParameters(intents)])
    : await run<BegunRow>(pool, statements[given][isSent(intents) ? 'sent' : 'unsent'], values(given))
  const begun = new Map(rows.map(row => [orderOfRow(row), startedAs(row)]))
  return intents.map(intent => begun.get(orderOf(intent)))
}

const isSent = (intents: readonly IntentRow[]): boolean =>
  intents.some(({ trace }) => trace !== nothingAssigned)

type BegunRow = StartedRow & CountedRow & { readonly merchant_id: string; readonly order_id: string }

const startedAs = (row: StartedRow & CountedRow): BeginResult => ({
  state: 'started',
  fence: Number(row.started_fence),
  orderCreatedAtMs: Number(row.created_ms),
  startedAtMs: Number(row.started_ms),
  ...countsIn(row),
})

/** One that had begun before, by a commit whose answer was lost, has been counted by that. */
async function whyNotBegun(
  pool: pg.Pool,
  intents: readonly IntentRow[],
  cell: number,
): Promise<readonly BegunAtHome[]> {
  const standing = await whatStands(pool, intents, cell)
  const counters = await readCounters(pool, intents, cell)
  const away = await awayFrom(pool, cell, [...new Set(intents.map(({ key }) => key.merchantId))])
  return intents.map((intent, index) => {
    const { openId, known } = standing[index] ?? {}
    const isOurs = known?.is_running && known.known_attempt === intent.attempt
    if (isOurs) return startedAs({ ...known, ...standingsOf(intent, counters) })
    if (known) return { state: 'known' }
    if (openId !== undefined) return { state: 'busy', openId }
    return { state: away.has(intent.key.merchantId) ? 'away' : 'stale' }
  })
}

const column = columnsOf<IntentRow>()
const columns = [
  column('text', 'merchant_id', i => i.key.merchantId),
  column('text', 'order_id', i => i.key.orderId),
  column('text', 'transaction_id', i => i.transactionId),
  column('int8', 'seen', i => i.seen),
  column('uuid', 'attempt', i => i.attempt),
  column('text', 'operation', i => i.operation),
  column('text', 'type', i => i.type),
  column('int2', 'api_version', i => i.apiVersion),
  column('text', 'currency', i => i.currency),
  column('int8', 'order_amount', i => i.orderAmount),
  column('int8', 'amount', i => i.transactionAmount),
  column('text', 'target_id', i => i.targetId ?? null),
  column('bytea', 'fingerprint', i => i.fingerprint),
  column('text', 'request', i => i.request),
  column('bytea', 'card', i => i.card ?? null),
  column('text', 'trace', i => i.trace ?? null),
  column('text', 'facts', i => i.facts),
] as const
const first = 4

/**
 * ON CONFLICT judges the newest committed row after waiting for its writer, so "started" is certain. Rows
 * are locked in key order, here as in close, so groups cannot deadlock. No lease ends at or below the floor
 * from which they are searched: see takeOver.ts. Nothing is begun of a merchant that is away: see
 * administration/moves.ts.
 */
const beginText = (given: Given, { beside = '', counting = '', begun = begunRows }: BeginParts = {}) => `
with moment as materialized (
  select tollgate_now() as now, floor + interval '1 microsecond' as soonest, away${beside}
  from begin_bounds($1::int2, ${given === 'one' ? `array[$${first}::text]` : `(select $${first}::text[])`})
),
${givenItems('intent', columns, { first, given })},
held as (
  insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
    created_at)
  select $1::int2, merchant_id, order_id, case when seen = 0 then nextval('order_numbers') else 0 end,
    seen + 1, transaction_id, currency, order_amount, (select now from moment)
  from intent where coalesce(merchant_id <> all ((select away from moment)::text[]), true)
  ${inKeyOrderText(given)}
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
    (select greatest(now + $2::int4 * interval '1 ms', soonest) from moment), $3::uuid
  from intent i join held h using (merchant_id, order_id)
)${counting}
select merchant_id, order_id, h.version as started_fence,
  floor(extract(epoch from h.created_at) * 1000) as created_ms,
  floor(extract(epoch from (select now from moment)) * 1000) as started_ms${begun.columns}
from ${begun.from}`

type BeginParts = { readonly beside?: string; readonly counting?: string; readonly begun?: BegunPart }
type BegunPart = { readonly columns: string; readonly from: string }

const begunRows: BegunPart = { columns: '', from: 'held h' }

/**
 * Where nothing is sent, nobody has to know of the intent after a crash: only the outcome waits for the disk,
 * which takes the intent along.
 */
const unsent: BeginParts = {
  beside: `,
    (select set_config('synchronous_commit', 'off', true)) as disk`,
}

const statements = {
  one: {
    sent: { name: 'begin one', text: beginText('one') },
    unsent: { name: 'begin one unsent', text: beginText('one', unsent) },
  },
  several: {
    sent: { name: 'begin', text: beginText('several') },
    unsent: { name: 'begin unsent', text: beginText('several', unsent) },
  },
}

/** Where attempts are counted for risk rules. */
const countingStatement = {
  name: 'begin counting',
  text: beginText('several', {
    counting: countingText(first + columns.length),
    begun: {
      columns: ', s.attempts as seen_attempts, s.amounts as seen_amounts',
      from: 'intent i join held h using (merchant_id, order_id) left join seen s on s.n = i.n',
    },
  }),
}
