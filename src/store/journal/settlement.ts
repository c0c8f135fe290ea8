// Recording outcomes: close writes the first outcome of a transaction, amend a later one.

import pg from 'pg'
import { type DocumentModel, newestModel, outcomeText } from '../../operations/model/documents.ts'
import type { Amendment, AmendResult, CloseResult, Closing } from '../../operations/model/journal.ts'
import { IntentLost, RecordingUnknown } from '../../platform/errors.ts'
import { columnsOf, type Given, givenItems, givenOf, givenParameters } from '../connection/given.ts'
import { requireHome } from '../connection/homes.ts'
import { isSpread } from '../connection/pool.ts'
import { failureOf, repeatable, run } from '../connection/statement.ts'
import {
  createGroupCommit,
  inKeyOrderText,
  type OnGroupCommitted,
  orderOf,
  orderOfRow,
} from './groupCommit.ts'
import { recordedBefore } from './recordedBefore.ts'
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
    write: async (cell, closings) => (await close(pool, cell, closings)).map(closedAs),
    whyNot: async (cell, closings) =>
      (await recordedBefore(pool, closings, cell)).map(
        sequence => closedAs(sequence) ?? { state: 'takenOver' },
      ),
    waitingMax: 20_000,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: true,
    giveUp: cause =>
      new RecordingUnknown('The outcome could not be recorded; recovery will settle it', { cause }),
    isStopped,
    onCommitted,
  })
  return (closing: Closing): Promise<CloseResult> =>
    submit(written(closing, documentModel())).catch(whereOrderIsGone)
}

/** The row that is proposed for an order that is there has no number of its own. */
function whereOrderIsGone(error: unknown): never {
  const isGone = error instanceof pg.DatabaseError && error.constraint === 'outcomes_order_no_check'
  throw isGone ? new IntentLost('The order of a transaction is not there any more', { cause: error }) : error
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
  repeatable(pool, closeStatements.several.settled, [0, ...givenParameters(closeColumns, [], 'several')])

const closedAs = (sequence: number | undefined): CloseResult | undefined =>
  sequence === undefined ? undefined : { state: 'closed', sequence }

/** The sequence of each closing; undefined where none was recorded now. */
async function close(
  pool: pg.Pool,
  cell: number,
  closings: readonly Written<Closing>[],
): Promise<readonly (number | undefined)[]> {
  if (isSpread(pool)) return closeConfined(pool, closings, cell)
  const given = givenOf(closings)
  const statement = closeStatements[given][isOwing(closings) ? 'owing' : 'settled']
  const parameters = [cell, ...givenParameters(closeColumns, closings, given)]
  return sequencesOf(closings, await run<SettledRow>(pool, statement, parameters))
}

const isOwing = (closings: readonly Written<Closing>[]): boolean =>
  closings.some(({ obligation }) => obligation !== undefined)

function sequencesOf(
  settlements: readonly Written<Settlement>[],
  rows: readonly SettledRow[],
): readonly (number | undefined)[] {
  const settled = new Map(rows.map(row => [orderOfRow(row), row.sequence]))
  return settlements.map(settlement => settled.get(orderOf(settlement)))
}

/** Settles an obligation, if the order has the version that was seen and nothing is running on it. */
export function createAmend(
  pool: pg.Pool,
  { patienceMs, documentModel = () => newestModel, isStopped, onCommitted }: CloseSettings,
) {
  const submit = createGroupCommit<Written<Amendment>, AmendResult>({
    keyOf: orderOf,
    write: async (cell, amendments) => (await amend(pool, cell, amendments)).map(amendedAs),
    whyNot: async (cell, amendments) =>
      (await recordedBefore(pool, amendments.map(underItsFence), cell)).map(
        sequence => amendedAs(sequence) ?? { state: 'stale' },
      ),
    waitingMax: 1_024,
    queuePatienceMs: Number.POSITIVE_INFINITY,
    patienceMs,
    insists: false,
    giveUp: cause =>
      new RecordingUnknown('Nobody knows whether an amendment was recorded; look again', { cause }),
    isStopped,
    onCommitted,
  })
  return (amendment: Amendment): Promise<AmendResult> =>
    submit(written(amendment, documentModel())).catch(async error => {
      // An order that has moved to another cell is not there to be amended.
      if (failureOf(error) === 'culprit') await requireHome(pool, amendment.key)
      throw error
    })
}

const amendedAs = (sequence: number | undefined): AmendResult | undefined =>
  sequence === undefined ? undefined : { state: 'amended', sequence }

/** The number that the outcome of an amendment is recorded under: the version that it creates. */
const underItsFence = (amendment: Written<Amendment>) => ({ ...amendment, fence: amendment.seen + 1 })

async function amend(
  pool: pg.Pool,
  cell: number,
  amendments: readonly Written<Amendment>[],
): Promise<readonly (number | undefined)[]> {
  if (isSpread(pool)) return amendConfined(pool, amendments, cell)
  const parameters = [cell, ...givenParameters(amendColumns, amendments, 'several')]
  return sequencesOf(amendments, await run<SettledRow>(pool, amendStatement, parameters))
}

type Settlement = Omit<Closing, 'fence'>
type SettledRow = { readonly merchant_id: string; readonly order_id: string; readonly sequence: number }

/** What close and amend are given, with the version that the order must have. */
function settlementColumns<S extends Written<Settlement>>(versionOf: (settlement: S) => number) {
  const column = columnsOf<S>()
  return [
    column('text', 'merchant_id', s => s.key.merchantId),
    column('text', 'order_id', s => s.key.orderId),
    column('text', 'transaction_id', s => s.transactionId),
    column('int8', 'seen', versionOf),
    column('int8', 'amount', s => s.transactionAmount),
    column('int8', 'order_amount', s => s.orderAmount),
    column('int8', 'authorized', s => s.totals.authorized),
    column('int8', 'captured', s => s.totals.captured),
    column('int8', 'refunded', s => s.totals.refunded),
    column('int8', 'excess', s => s.excess),
    column('text', 'status', s => s.status),
    column('text', 'result', s => s.result),
    column('text', 'gateway_code', s => s.gatewayCode),
    column('text', 'outcome', s => s.outcome),
    column('text', 'obligation', s => s.obligation ?? null),
    // Without an obligation nothing would ever free the order again.
    column('boolean', 'kept_busy', s => s.keepsOrderBusy === true && s.obligation !== undefined),
  ]
}

/**
 * Close and amend write the same rows in one commit: the order, its outcome, its notification and what is
 * owed from now on. They differ in the state that the order must be in before.
 */
const settlementText = ({ items, condition = '', given, guard, fence, also }: SettlementParts) => `
with moment as materialized (select tollgate_now() as now),
${items},
settled as (
  insert into orders as o (${proposalColumns})
  select $1::int2, merchant_id, order_id, 0, seen + 1, transaction_id, kept_busy, 'XXX',
    order_amount, authorized, captured, refunded, excess, status, (select now from moment)
  from done${condition}${inKeyOrderText(given)}${settledIf(guard)}
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
select merchant_id, order_id, sequence from settled`

type SettlementParts = {
  readonly given: Given
  /** The table expression of what is `done`, and those it is made of. */
  readonly items: string
  /** Which of them are proposed at all. */
  readonly condition?: string
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

/** Recorded under the version that is closed, which only its holder can have written. */
const closeColumns = settlementColumns<Written<Closing>>(({ fence }) => fence)
const closeText = (given: Given, also = '') =>
  settlementText({
    ...{ given, also, guard: guards.close, fence: 'seen' },
    items: givenItems('done', closeColumns, { first: 2, given }),
  })
const closeOwing = owedRows('seen')
const closeStatements = {
  one: {
    settled: { name: 'close one', text: closeText('one') },
    owing: { name: 'close one owing', text: closeText('one', closeOwing) },
  },
  several: {
    settled: { name: 'close', text: closeText('several') },
    owing: { name: 'close owing', text: closeText('several', closeOwing) },
  },
}

/**
 * Recorded under the version that it creates. Whether something is owed is judged by the snapshot, which is
 * exact: a concurrent settlement would have changed the version too.
 */
const amendColumns = [
  ...settlementColumns<Written<Amendment>>(({ seen }) => seen),
  columnsOf<Written<Amendment>>()('boolean', 'is_remark', ({ isRemark }) => isRemark === true),
]
const amendStatement = {
  name: 'amend',
  text: settlementText({
    ...{ given: 'several', guard: guards.amend, fence: 'seen + 1' },
    items: `${givenItems('given', amendColumns, { first: 2, given: 'several' })},
done as materialized (select d.*, b.fence as owed_fence from given d${owedLookup})`,
    condition: ' where (owed_fence is not null) <> is_remark',
    also: `${owedRows('seen + 1')},
acknowledged as (
  insert into obligations (${obligationColumns})
  select $1::int2, merchant_id, s.order_no, transaction_id, owed_fence, order_id, '',
    (select now from moment), (select now from moment)
  from done join settled s using (merchant_id, order_id) where owed_fence is not null${acknowledged}
)`,
  }),
}
