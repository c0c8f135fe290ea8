// Recording outcomes: close writes the first outcome of a transaction, amend a later one.

import type pg from 'pg'
import { type DocumentModel, newestModel, outcomeText } from '../../operations/model/documents.ts'
import type { Amendment, AmendResult, CloseResult, Closing } from '../../operations/model/journal.ts'
import { RecordingUnknown } from '../../platform/errors.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { isSpread } from '../connection/pool.ts'
import { givenRows, repeatable, run, type SqlStatement } from '../connection/statement.ts'
import { createGroupCommit, type OnGroupCommitted, orderOf } from './groupCommit.ts'
import { amendConfined, closeConfined } from './settleConfined.ts'
import {
  acknowledged,
  guards,
  obligationColumns,
  outboxColumns,
  outcomeColumns,
  owedLookup,
  proposalColumns,
  settledIf,
} from './settledRows.ts'

/**
 * Records an outcome only while nobody took the transaction over: the fence is the version that begin gave.
 */
export function createClose(
  pool: pg.Pool,
  { patienceMs, documentModel = () => newestModel, isStopped, onCommitted }: CloseSettings,
) {
  const submit = createGroupCommit<Written<Closing>, CloseResult>({
    keyOf: orderOf,
    write: (cell, closings) => close(pool, cell, closings),
    isDoubtful: closed => closed.state !== 'closed',
    waitingMax: 20_000,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: true,
    giveUp: cause =>
      new RecordingUnknown('The outcome could not be recorded; recovery will settle it', { cause }),
    isStopped,
    onCommitted,
  })
  return (closing: Closing): Promise<CloseResult> => submit(written(closing, documentModel()))
}

/** Written once: a repeated commit is recognised by the same text. */
const written = <S extends Settlement>(settlement: S, model: DocumentModel): Written<S> => ({
  ...settlement,
  outcome: outcomeText(settlement.outcome, model),
})

type Written<S extends Settlement> = Omit<S, 'outcome'> & { readonly outcome: string }

type CloseSettings = {
  readonly patienceMs: number
  /** The model that documents are written in; the newest by default. */
  readonly documentModel?: () => DocumentModel
  readonly isStopped: () => boolean
  readonly onCommitted?: OnGroupCommitted | undefined
}

/** The same as probeBegin, for recording an outcome. */
export const probeClose = (pool: pg.Pool): Promise<unknown> =>
  repeatable(pool, closeStatement, [0, ...settlementParameters([], [])])

async function close(
  pool: pg.Pool,
  cell: number,
  closings: readonly Written<Closing>[],
): Promise<readonly CloseResult[]> {
  const closedAs = (sequence: number | null): CloseResult =>
    sequence === null ? { state: 'takenOver' } : { state: 'closed', sequence }
  if (isSpread(pool)) return (await closeConfined(pool, closings, cell)).map(closedAs)
  const statement = closings.some(({ obligation }) => obligation !== undefined)
    ? closeOwingStatement
    : closeStatement
  const fences = closings.map(({ fence }) => fence)
  const parameters = settlementParameters(closings, fences)
  const rows = await run<SettledRow>(pool, statement, [cell, ...parameters])
  return sequencesOf(rows, closings.length).map(closedAs)
}

/** In the order of what was to be settled. */
function sequencesOf(rows: readonly SettledRow[], count: number): readonly (number | null)[] {
  const sequences = Array.from<number | null>({ length: count }).fill(null)
  for (const { n, sequence } of rows) sequences[Number(n) - 1] = sequence
  return sequences
}

/** Settles an obligation, if the order has the version that was seen and nothing is running on it. */
export function createAmend(
  pool: pg.Pool,
  { patienceMs, documentModel = () => newestModel, isStopped, onCommitted }: CloseSettings,
) {
  const submit = createGroupCommit<Written<Amendment>, AmendResult>({
    keyOf: orderOf,
    write: (cell, amendments) => amend(pool, cell, amendments),
    isDoubtful: amended => amended.state !== 'amended',
    waitingMax: 1_024,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: false,
    giveUp: cause =>
      new RecordingUnknown('Nobody knows whether an amendment was recorded; look again', { cause }),
    isStopped,
    onCommitted,
  })
  return (amendment: Amendment): Promise<AmendResult> => submit(written(amendment, documentModel()))
}

async function amend(
  pool: pg.Pool,
  cell: number,
  amendments: readonly Written<Amendment>[],
): Promise<readonly AmendResult[]> {
  const amendedAs = (sequence: number | null): AmendResult =>
    sequence === null ? { state: 'stale' } : { state: 'amended', sequence }
  if (isSpread(pool)) return (await amendConfined(pool, amendments, cell)).map(amendedAs)
  const versions = amendments.map(({ seen }) => seen)
  const parameters = settlementParameters(amendments, versions)
  const remarks = arrays.boolean(amendments.map(({ isRemark }) => isRemark === true))
  const rows = await run<SettledRow>(pool, amendStatement, [cell, ...parameters, remarks])
  return sequencesOf(rows, amendments.length).map(amendedAs)
}

type Settlement = Omit<Closing, 'fence'>
type SettledRow = { readonly n: string; readonly sequence: number | null }

/** In the order of the statement's parameters from $2 on. */
function settlementParameters(
  settlements: readonly Written<Settlement>[],
  versions: readonly number[],
): readonly Buffer[] {
  return [
    arrays.text(settlements.map(s => s.key.merchantId)),
    arrays.text(settlements.map(s => s.key.orderId)),
    arrays.text(settlements.map(s => s.transactionId)),
    arrays.int8(versions),
    arrays.int8(settlements.map(s => s.transactionAmount)),
    arrays.int8(settlements.map(s => s.totals.authorized)),
    arrays.int8(settlements.map(s => s.totals.captured)),
    arrays.int8(settlements.map(s => s.totals.refunded)),
    arrays.int8(settlements.map(s => s.excess)),
    arrays.text(settlements.map(s => s.status)),
    arrays.text(settlements.map(s => s.result)),
    arrays.text(settlements.map(s => s.gatewayCode)),
    arrays.text(settlements.map(s => s.outcome)),
    arrays.text(settlements.map(s => s.obligation ?? null)),
    // Without an obligation nothing would ever free the order again.
    arrays.boolean(settlements.map(s => s.keepsOrderBusy === true && s.obligation !== undefined)),
  ]
}

/**
 * Close and amend write the same rows in one commit: the order, its outcome, its notification and what is
 * owed from now on. They differ in the state that the order must be in before.
 */
function settlementStatement({ name, pending, guard, fence, also }: SettlementDifferences): SqlStatement {
  return {
    name,
    text: `
with moment as materialized (select tollgate_now() as now),
done as materialized (
  select d.*${pending.columns}
  from ${givenRows(2, 'text text text int8 int8 int8 int8 int8 int8 text text text text text boolean')}
  with ordinality as d (merchant_id, order_id, transaction_id, seen, amount, authorized, captured, refunded,
    excess, status, result, gateway_code, outcome, obligation, kept_busy, n)${pending.lookup}
),
settled as (${orderProposal(pending.condition)}${settledIf(guard)}
),
recorded as (
  insert into outcomes (${outcomeColumns})
  select $1::int2, merchant_id, s.order_no, transaction_id, ${fence}, s.sequence, amount, result,
    gateway_code, outcome, (select now from moment)
  from done join settled s using (merchant_id, order_id)
),
told as (
  insert into outbox (${outboxColumns})
  select $1::int2, merchant_id, s.order_no, s.sequence, order_id, transaction_id, (select now from moment)
  from done join settled s using (merchant_id, order_id)
)${also}
${settledRows(fence)}`,
  }
}

type SettlementDifferences = {
  readonly name: string
  /** What is looked up with each item, and which items are proposed at all. */
  readonly pending: { readonly columns: string; readonly lookup: string; readonly condition: string }
  readonly guard: string
  /** Under which number the outcome is recorded. */
  readonly fence: string
  /** What else is written. */
  readonly also: string
}

/** Left out where nothing is owed: even planning an empty insert costs measurable time on every payment. */
const owedRows = (fence: string) => `,
owed as (
  insert into obligations (${obligationColumns})
  select $1::int2, merchant_id, s.order_no, transaction_id, ${fence}, order_id, obligation,
    (select now from moment), (select now from moment)
  from done join settled s using (merchant_id, order_id) where obligation is not null
)`

/** In key order. */
const orderProposal = (condition: string) => `
  insert into orders as o (${proposalColumns})
  select $1::int2, merchant_id, order_id, 0, seen + 1, transaction_id, kept_busy, 'XXX',
    0, authorized, captured, refunded, excess, status, (select now from moment)
  from done${condition} order by merchant_id collate "C", order_id collate "C"`

/** An outcome that exists already is ours only if it has our fence and the same content. */
const settledRows = (fence: string) => `
select d.n, coalesce(s.sequence, u.sequence) as sequence
from done d
left join settled s using (merchant_id, order_id)
left join lateral (
  select order_no from orders
  where s.sequence is null and cell = $1::int2 and merchant_id = d.merchant_id and order_id = d.order_id
  limit 1
) o on true
left join lateral (
  select sequence, result, gateway_code, outcome from outcomes
  where cell = $1::int2 and merchant_id = d.merchant_id and order_no = o.order_no
    and transaction_id = d.transaction_id and fence = d.${fence} limit 1
) u on u.result = d.result and u.gateway_code = d.gateway_code and u.outcome = d.outcome`

/** Recorded under the version that is closed, which only its holder can have written. */
const closeCommon = {
  pending: { columns: '', lookup: '', condition: '' },
  guard: guards.close,
  fence: 'seen',
} as const
const closeStatement = settlementStatement({ ...closeCommon, name: 'close', also: '' })
const closeOwingStatement = settlementStatement({
  ...closeCommon,
  name: 'close owing',
  also: owedRows(closeCommon.fence),
})

/**
 * Recorded under the version that it creates. Whether something is owed is judged by the snapshot, which is
 * exact: a concurrent settlement would have changed the version too.
 */
const fence = 'seen + 1'
const amendStatement = settlementStatement({
  name: 'amend',
  pending: {
    columns: ', b.fence as owed_fence, ($17::boolean[])[d.n] as is_remark',
    lookup: owedLookup,
    condition: ' where (owed_fence is not null) <> is_remark',
  },
  guard: guards.amend,
  fence,
  also: `${owedRows(fence)},
acknowledged as (
  insert into obligations (${obligationColumns})
  select $1::int2, merchant_id, s.order_no, transaction_id, owed_fence, order_id, '',
    (select now from moment), (select now from moment)
  from done join settled s using (merchant_id, order_id) where owed_fence is not null${acknowledged}
)`,
})
