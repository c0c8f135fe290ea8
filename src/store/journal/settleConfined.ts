// Close and amend where tables are spread over servers: as begin, in one transaction of plain inserts, which
// reaches only the server of the cell.

import type pg from 'pg'
import type { Amendment, Closing } from '../../operations/model/journal.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { type AskInTransaction, givenRows, transact } from '../connection/statement.ts'
import { insertOf, type ValueRows, valuesOf } from '../connection/valueRows.ts'
import { inKeyOrder, orderOf, orderOfRow } from './groupCommit.ts'
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

type Text<Item> = Omit<Item, 'outcome'> & { readonly outcome: string }

/** The sequence of each closing, in their order; undefined where none was recorded now. */
export const closeConfined = (
  pool: pg.Pool,
  closings: readonly Text<Closing>[],
  cell: number,
): Promise<readonly (number | undefined)[]> =>
  settle(
    pool,
    closings.map(closing => ({ ...closing, seen: closing.fence })),
    { cell, guard: guards.close, propose: async given => given },
  )

/** Each is recorded under the version that it creates, and settles what is owed. */
export const amendConfined = (
  pool: pg.Pool,
  amendments: readonly Text<Amendment>[],
  cell: number,
): Promise<readonly (number | undefined)[]> =>
  settle(
    pool,
    amendments.map(amendment => ({ ...amendment, fence: amendment.seen + 1 })),
    { cell, guard: guards.amend, propose: (given, ask) => owedNow(given, cell, ask) },
  )

/** The fence is the number that the outcome is recorded under. */
type ConfinedSettlement = Text<Closing> & Pick<Amendment, 'seen' | 'isRemark'> & { readonly owed?: string }

type SettlementKind = {
  readonly cell: number
  readonly guard: string
  /** Which of them are to be recorded at all. */
  readonly propose: (
    given: readonly ConfinedSettlement[],
    ask: AskInTransaction,
  ) => Promise<readonly ConfinedSettlement[]>
}

async function settle(
  pool: pg.Pool,
  given: readonly ConfinedSettlement[],
  { cell, guard, propose }: SettlementKind,
): Promise<readonly (number | undefined)[]> {
  return transact(pool, async ask => {
    const [moment] = await ask<{ readonly now: string }>('select tollgate_now()::text as now', [])
    const now = moment?.now ?? ''
    const proposed = inKeyOrder(await propose(given, ask))
    if (proposed.length === 0) return given.map(() => undefined)
    const { text, values } = proposalOf(proposed, { cell, now, guard })
    const byName = new Map((await ask<SettledOrder>(text, values)).map(row => [orderOfRow(row), row]))
    const ours = proposed.flatMap(settlement => {
      const order = byName.get(orderOf(settlement))
      return order === undefined ? [] : [{ settlement, order, cell, now }]
    })
    for (const { text, values } of recordedRows(ours)) await ask(text, values)
    return given.map(each => byName.get(orderOf(each))?.sequence)
  })
}

type SettledOrder = {
  readonly merchant_id: string
  readonly order_id: string
  readonly order_no: string
  readonly sequence: number
}
type OwnSettlement = {
  readonly settlement: ConfinedSettlement
  readonly order: SettledOrder
  readonly cell: number
  readonly now: string
}

/** Those for which something is owed, or nothing where that is what they say. */
async function owedNow(
  given: readonly ConfinedSettlement[],
  cell: number,
  ask: AskInTransaction,
): Promise<readonly ConfinedSettlement[]> {
  const rows = await ask<{ readonly n: number; readonly fence: string | null }>(owedText, [
    ...[cell, ...keyParameters(given)],
  ])
  const owed = new Map(rows.map(({ n, fence }) => [n - 1, fence]))
  return given.flatMap((settlement, index) => {
    const fence = owed.get(index) ?? null
    if ((fence === null) !== (settlement.isRemark === true)) return []
    return [fence === null ? settlement : { ...settlement, owed: fence }]
  })
}

const owedText = `
select d.n::int4, b.fence
from ${givenRows(2, 'text text text')} with ordinality as d (merchant_id, order_id, transaction_id, n)
${owedLookup}`

const keyParameters = (given: readonly ConfinedSettlement[]): readonly Buffer[] => [
  arrays.text(given.map(({ key }) => key.merchantId)),
  arrays.text(given.map(({ key }) => key.orderId)),
  arrays.text(given.map(({ transactionId }) => transactionId)),
]

const proposalOf = (
  proposed: readonly ConfinedSettlement[],
  { cell, now, guard }: Pick<OwnSettlement, 'cell' | 'now'> & Pick<SettlementKind, 'guard'>,
): ValueRows => {
  const rows = valuesOf(
    'int2 text text int8 int8 text boolean text int8 int8 int8 int8 int8 text timestamptz',
    proposed.map(({ key, seen, totals, excess, status, ...settlement }) => [
      ...[cell, key.merchantId, key.orderId, 0, seen + 1, settlement.transactionId],
      ...[settlement.keepsOrderBusy === true && settlement.obligation !== undefined, 'XXX'],
      ...[settlement.orderAmount, totals.authorized, totals.captured, totals.refunded, excess, status, now],
    ]),
  )
  return insertOf(rows, `orders as o (${proposalColumns})`, settledIf(guard))
}

/** The outcomes, the changes to be told, what is owed from now on, and what is owed no more. */
function recordedRows(ours: readonly OwnSettlement[]): readonly ValueRows[] {
  const outcomes = valuesOf(
    'int2 text int8 text int8 int4 int8 text text text timestamptz',
    ours.map(({ settlement, order, cell, now }) => [
      ...[cell, order.merchant_id, order.order_no, settlement.transactionId, settlement.fence],
      ...[order.sequence, settlement.transactionAmount, settlement.result, settlement.gatewayCode],
      ...[settlement.outcome, now],
    ]),
  )
  const outbox = valuesOf(
    'int2 text int8 int4 text text timestamptz',
    ours.map(({ settlement, order, cell, now }) => [
      ...[cell, order.merchant_id, order.order_no, order.sequence, order.order_id],
      ...[settlement.transactionId, now],
    ]),
  )
  const owed = obligationRows(ours, ({ fence, obligation }) => obligation && [fence, obligation])
  const over = obligationRows(ours, ({ owed: fence }) => fence && [fence, ''])
  return [
    insertOf(outcomes, `outcomes (${outcomeColumns})`),
    insertOf(outbox, `outbox (${outboxColumns})`),
    insertOf(owed, `obligations (${obligationColumns})`),
    insertOf(over, `obligations (${obligationColumns})`, acknowledged),
  ].filter(({ values }) => values.length > 0)
}

const obligationRows = (
  ours: readonly OwnSettlement[],
  which: (settlement: ConfinedSettlement) => readonly [fence: number | string, kind: string] | '' | undefined,
): ValueRows =>
  valuesOf(
    'int2 text int8 text int8 text text timestamptz timestamptz',
    ours.flatMap(({ settlement, order, cell, now }) => {
      const found = which(settlement)
      if (!found) return []
      const [fence, kind] = found
      const key = [cell, order.merchant_id, order.order_no, settlement.transactionId, fence]
      return [[...key, order.order_id, kind, now, now]]
    }),
  )
