// Begin where tables are spread over servers: in one transaction of plain inserts, which reaches only the
// server of the cell. One statement for all of it, as elsewhere, would copy its parts to every server and
// commit on each of them, so that one that is away would be the end of all cells.

import type pg from 'pg'
import type { Intent } from '../../operations/model/journal.ts'
import { transact } from '../connection/statement.ts'
import { valuesOf } from '../connection/valueRows.ts'
import type { CountedRow } from './beginCounting.ts'
import { countBegun } from './countConfined.ts'
import { inKeyOrder, orderOf, orderOfRow } from './groupCommit.ts'
import type { StartedRow } from './whatStands.ts'

/** Asked of the coordinator alone, before anything else: its transaction id comes before the floor. */
const momentText = `
select now::text, greatest(now + $2::int4 * interval '1 ms', floor + interval '1 microsecond')::text
    as lease_until,
  floor(extract(epoch from now) * 1000) as now_ms, numbers, away
from (
  select tollgate_now() as now, b.*,
    array(select nextval('order_numbers') from generate_series(1, $3::int4)) as numbers
  from begin_bounds($1::int2, $4::text[]) b
) moment`

type Moment = {
  readonly now: string
  readonly lease_until: string
  readonly now_ms: string
  readonly numbers: readonly string[]
  /** The merchants of whom nothing may be begun here. */
  readonly away: readonly string[] | null
}

export type ConfinedIntent = Omit<Intent, 'request'> & {
  readonly attempt: string
  readonly request: string
  readonly facts: string
}

type ConfinedOwner = {
  readonly cell: number
  readonly leaseMs: number
  readonly nodeId?: string | undefined
}

/** In the order of the intents; undefined for those that this has not begun. */
export async function beginConfined(
  pool: pg.Pool,
  intents: readonly ConfinedIntent[],
  owner: ConfinedOwner,
): Promise<readonly ((StartedRow & CountedRow) | undefined)[]> {
  return transact(pool, async ask => {
    const merchantIds = intents.map(({ key }) => key.merchantId)
    const [moment] = await ask<Moment>(momentText, [
      ...[owner.cell, owner.leaseMs, intents.length, merchantIds],
    ])
    if (moment === undefined) throw new Error('The database has a clock')
    const staying = intents.filter(({ key }) => !moment.away?.includes(key.merchantId))
    const proposed = heldRows(inKeyOrder(staying), owner.cell, moment)
    const held = staying.length === 0 ? [] : await ask<HeldRow>(heldText(proposed.text), proposed.values)
    const byName = new Map(held.map(row => [orderOfRow(row), row]))
    const opened = openedRows(intents, byName, { ...owner, moment })
    if (held.length > 0) await ask(openedText(opened.text), opened.values)
    const started = intents.filter(intent => byName.has(orderOf(intent)))
    const counts = await countBegun(ask, started, { cell: owner.cell, nowMs: Number(moment.now_ms) })
    return intents.map(intent => {
      const row = byName.get(orderOf(intent))
      return (
        row && {
          ...{ started_fence: row.version, started_ms: moment.now_ms, ...counts.get(intent) },
          created_ms: String(row.created_at.getTime()),
        }
      )
    })
  })
}

type HeldRow = {
  readonly merchant_id: string
  readonly order_id: string
  readonly order_no: string
  readonly version: string
  readonly created_at: Date
}

const heldRows = (intents: readonly ConfinedIntent[], cell: number, { now, numbers }: Moment) =>
  valuesOf(
    'int2 text text int8 int8 text text int8 timestamptz',
    intents.map(({ key, transactionId, seen, currency, orderAmount }, index) => [
      ...[cell, key.merchantId, key.orderId, seen === 0 ? numbers[index] : 0, seen + 1, transactionId],
      ...[currency, orderAmount, now],
    ]),
  )

const heldText = (rows: string) => `
insert into orders as o (cell, merchant_id, order_id, order_no, version, open_id, currency, amount,
  created_at)
values ${rows}
on conflict (cell, merchant_id, order_id) do update
  set version = excluded.version, open_id = excluded.open_id
  where o.version = excluded.version - 1 and o.open_id is null
returning merchant_id, order_id, order_no, version, created_at`

const openedRows = (
  intents: readonly ConfinedIntent[],
  held: ReadonlyMap<string, HeldRow>,
  { cell, nodeId, moment }: ConfinedOwner & { readonly moment: Moment },
) =>
  valuesOf(
    'int2 text int8 text int8 uuid text text int2 text int8 text bytea text bytea text text timestamptz ' +
      'timestamptz uuid',
    intents.flatMap(intent => {
      const order = held.get(orderOf(intent))
      if (order === undefined) return []
      return [
        [
          ...[cell, intent.key.merchantId, order.order_no, intent.transactionId, order.version],
          ...[intent.attempt, intent.operation, intent.type, intent.apiVersion, intent.currency],
          ...[intent.transactionAmount, intent.targetId ?? null, intent.fingerprint, intent.request],
          ...[intent.card ?? null, intent.trace ?? null, intent.facts, moment.now, moment.lease_until],
          nodeId ?? null,
        ],
      ]
    }),
  )

const openedText = (rows: string) => `
insert into transactions (cell, merchant_id, order_no, transaction_id, fence, attempt, operation, type,
  api_version, currency, amount, target_id, fingerprint, request, card, trace, facts, started_at, lease_until,
  node_id)
values ${rows}`
