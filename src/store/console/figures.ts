// Reading the figures: what was counted by hours and days, and what waits now.

import type pg from 'pg'
import type {
  FigureDetail,
  FigureRange,
  FigureStore,
  FiguresOf,
  KeptFigures,
  KeptOpenWork,
  OpenWorkKind,
} from '../../console/figures/port.ts'
import { type Cells, createCells } from '../connection/cells.ts'
import { read } from '../connection/statement.ts'

export function createFigureStore(pool: pg.Pool): FigureStore {
  const cells = createCells(pool)
  return {
    async read(whose, range, { detail = 'whole', brand = null } = {}) {
      const rows = await inCells(cells, whose, (cell, merchantId) =>
        read<FigureRow>(pool, statements[detail], [cell, merchantId, ...boundsOf(range), brand]),
      )
      return figuresOf(rows)
    },
    async openWork(whose) {
      const rows = await inCells(cells, whose, (cell, merchantId) =>
        read<WorkRow>(pool, openWorkStatement, [cell, merchantId, countMax + 1, scannedMax]),
      )
      return {
        reversals: countOf(rows, 'reversals'),
        notificationsWaiting: countOf(rows, 'notificationsWaiting'),
        notificationsFailed: countOf(rows, 'notificationsFailed'),
      }
    },
    async takenInUntil(whose) {
      const rows = await inCells(cells, whose, cell =>
        read<{ changed_at: Date | null }>(pool, untilStatement, [cell]),
      )
      const times = rows.flatMap(({ changed_at }) => changed_at?.getTime() ?? [])
      return times.length === 0 ? undefined : new Date(Math.min(...times))
    },
  }
}

/** The merchant '' stands for all of a cell. */
const inCells = <Row>(
  cells: Cells,
  whose: FiguresOf,
  take: (cell: number, merchantId: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> =>
  whose === 'everybody'
    ? cells.collect(Number.POSITIVE_INFINITY, cell => take(cell, ''))
    : take(whose.cell, whose.merchantId)

const boundsOf = ({ step, from, to }: FigureRange) => [step, from.toISOString(), to.toISOString()]

type FigureRow = {
  readonly part: 'series' | 'decline' | 'brand' | 'authentication' | 'latency'
  readonly at: Date | null
  readonly brand: string | null
  readonly name: string | null
  readonly currency: string | null
  readonly approved: string
  readonly declined: string
  readonly undecided: string
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

function figuresOf(rows: readonly FigureRow[]): KeptFigures {
  const of = (part: FigureRow['part']) => rows.filter(row => row.part === part)
  return {
    series: of('series').map(row => ({
      at: row.at ?? new Date(0),
      brand: row.brand ?? '',
      currency: row.currency ?? '',
      approved: Number(row.approved),
      declined: Number(row.declined),
      undecided: Number(row.undecided),
      authorized: BigInt(row.authorized),
      captured: BigInt(row.captured),
      refunded: BigInt(row.refunded),
    })),
    declines: of('decline').map(row => ({ gatewayCode: row.name ?? '', count: Number(row.approved) })),
    brands: of('brand').map(row => ({
      brand: row.brand ?? '',
      currency: row.currency ?? '',
      approved: Number(row.approved),
      declined: Number(row.declined),
      undecided: Number(row.undecided),
      captured: BigInt(row.captured),
    })),
    authentications: of('authentication').map(row => ({
      status: row.name ?? '',
      count: Number(row.approved),
    })),
    latencies: of('latency').map(row => ({
      at: row.at ?? new Date(0),
      brand: row.brand ?? '',
      bucket: Number(row.name),
      count: Number(row.approved),
    })),
  }
}

const range = `
cell = $1::int2 and merchant_id = $2 and step = $3 and at >= $4::timestamptz and at < $5::timestamptz`
const ofBrand = '($6::text is null or brand = $6)'

const sums = ['approved', 'declined', 'undecided', 'authorized', 'captured', 'refunded']
  .map(column => `sum(${column}) as ${column}`)
  .join(', ')

/** By time, and by brand if need be. The share of each brand is of all, whichever one is looked at. */
const figuresText = (at: string, brand: string, columns: string): string => `
with kept as materialized (
  select at, currency, brand, approved, declined, undecided, authorized, captured, refunded
  from figure_sums where ${range}
)
select 'series' as part, ${at} as at, ${brand} as brand, null as name, currency, ${sums}
from kept where ${ofBrand} group by ${columns}currency
union all
select 'brand', null, brand, null, currency, ${sums} from kept group by brand, currency
union all
select kind, null, null, name, null, sum(count), 0, 0, 0, 0, 0
from figure_counts where ${range} and kind in ('authentication', 'decline') and ${ofBrand}
group by kind, name having sum(count) > 0
union all
${latenciesText(at, brand, columns)}`

const latenciesText = (at: string, brand: string, columns: string): string => `
select 'latency', ${at}, ${brand}, name, null, sum(count), 0, 0, 0, 0, 0
from figure_counts where ${range} and kind = 'latency' and ${ofBrand} group by ${columns}name`

const statements = {
  whole: { name: 'figures', text: figuresText('at', 'null', 'at, ') },
  byBrand: { name: 'figures by brand', text: figuresText('at', 'brand', 'at, brand, ') },
  totals: {
    name: 'figure totals',
    text: `
select 'series' as part, null::timestamptz as at, null as brand, null as name, currency, ${sums}
from figure_sums where ${range} and ${ofBrand} group by currency
union all ${latenciesText('null', 'null', '')}`,
  },
} as const satisfies Readonly<Record<FigureDetail, { readonly name: string; readonly text: string }>>

const countMax = 1_000
/** Of all merchants, where the index does not know whose it is. */
const scannedMax = 10_000

type WorkRow = { readonly kind: string; readonly count: number; readonly since: Date | null }

function countOf(rows: readonly WorkRow[], kind: OpenWorkKind): KeptOpenWork[OpenWorkKind] {
  const own = rows.filter(row => row.kind === kind)
  const found = own.reduce((sum, { count }) => sum + count, 0)
  const times = own.flatMap(({ since }) => since?.getTime() ?? [])
  return {
    count: Math.min(found, countMax),
    isMore: found > countMax,
    ...(times.length > 0 && { since: new Date(Math.min(...times)) }),
  }
}

const openWorkStatement = {
  name: 'open work',
  text: `
select 'reversals' as kind, count(*)::int4 as count, min(owed_at) as since from (
  select owed_at from (
    select merchant_id, obligation, owed_at from obligations
    where cell = $1::int2 and status = 'PENDING' order by cell, next_at limit $4::int4
  ) o where obligation = 'reversal' and ($2 = '' or merchant_id = $2) limit $3::int4
) r
union all
select 'notificationsWaiting', count(*)::int4, min(changed_at) from (
  select changed_at from notifications
  where cell = $1::int2 and state = 'WAITING' and merchant_id >= $2
    and merchant_id <= case $2 when '' then '~' else $2 end
  order by cell, merchant_id, lane, next_at, feed_no limit $3::int4
) w
union all
select 'notificationsFailed', count(*)::int4, min(changed_at) from (
  select changed_at from (
    select changed_at from notifications
    where cell = $1::int2 and state in ('GONE', 'DEAD') and merchant_id >= $2
      and merchant_id <= case $2 when '' then '~' else $2 end
    order by cell desc, merchant_id desc, feed_no desc limit $4::int4
  ) n where changed_at >= tollgate_now() - interval '1 day' limit $3::int4
) f`,
}

const untilStatement = {
  name: 'taken in until',
  text: 'select changed_at from projections where cell = $1::int2',
}
