import type pg from 'pg'
import type { Lane } from '../../notifications/port.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { read } from '../connection/statement.ts'

/**
 * In which lanes of a cell something is due. From one to the next by the index, so that it does not matter
 * how many wait in each. What does not fit into one look comes in the next: neither many merchants nor one
 * with many receivers make it long.
 */
export function createDueLanes(pool: pg.Pool): (cell: number) => Promise<readonly Lane[]> {
  const places = new Map<number, LaneCursor>()
  return async cell => {
    const { after, resume } = places.get(cell) ?? firstCursor
    const given = [arrays.text([...resume.keys()]), arrays.text([...resume.values()])]
    const rows = await read<LaneRow>(pool, dueLanesStatement, [cell, after, ...given])
    places.set(cell, nextCursor({ after, resume }, rows))
    return rows.filter(row => row.is_due).map(row => ({ merchantId: row.merchant_id, lane: row.lane }))
  }
}

/** Where the next look begins: after which merchant, and in those with many lanes, after which lane. */
type LaneCursor = { readonly after: string; readonly resume: ReadonlyMap<string, string> }
const firstCursor: LaneCursor = { after: '', resume: new Map() }

function nextCursor({ after, resume }: LaneCursor, rows: readonly LaneRow[]): LaneCursor {
  const last = rows.find(row => row.is_last)?.merchant_id
  const isNotSeen = (merchantId: string) => merchantId <= after || (last !== undefined && merchantId > last)
  const cut = rows.filter(row => row.is_cut)
  return {
    after: last ?? '',
    resume: new Map([
      ...[...resume].filter(([merchantId]) => isNotSeen(merchantId)),
      ...cut.map(row => [row.merchant_id, row.lane] as const),
    ]),
  }
}

type LaneRow = {
  readonly merchant_id: string
  readonly lane: string
  readonly is_due: boolean
  /** The merchant may have more lanes than this, or the cell more merchants. */
  readonly is_cut: boolean
  readonly is_last: boolean
}

const merchantsMax = 2_000
const lanesPerMerchantMax = 64

/** Only the index of what waits has entries in this order. */
const inOrder = 'order by w.merchant_id, w.lane, w.next_at, w.feed_no limit 1'
const waiting = "notifications w where w.cell = $1::int2 and w.state = 'WAITING'"

/** What follows a lane immediately is the lane and the smallest character there is. */
const dueLanesStatement = {
  name: 'due lanes',
  text: `
with recursive moment as materialized (select tollgate_now() as now),
merchant (merchant_id, n) as (
  select (select w.merchant_id from ${waiting} and w.merchant_id > $2 ${inOrder}), 1
  union all
  select (select w.merchant_id from ${waiting} and w.merchant_id > m.merchant_id ${inOrder}), m.n + 1
  from merchant m where m.merchant_id is not null and m.n < ${merchantsMax}
),
looked as (
  select m.merchant_id, l.lane, l.next_at <= (select now from moment) as is_due,
    l.n = ${lanesPerMerchantMax} as is_cut, m.n = ${merchantsMax} as is_last
  from merchant m
  left join unnest($3::text[], $4::text[]) as r (merchant_id, lane) on r.merchant_id = m.merchant_id
  cross join lateral (
    with recursive step (lane, next_at, n) as (
      select f.lane, f.next_at, 1 from (
        select w.lane, w.next_at from ${waiting} and w.merchant_id = m.merchant_id
          and w.lane >= coalesce(r.lane || e'\\x01', '') ${inOrder}
      ) f
      union all
      select f.lane, f.next_at, s.n + 1 from step s cross join lateral (
        select w.lane, w.next_at from ${waiting} and w.merchant_id = m.merchant_id
          and w.lane >= s.lane || e'\\x01' ${inOrder}
      ) f where s.n < ${lanesPerMerchantMax}
    )
    select lane, next_at, n from step
  ) l
  where m.merchant_id is not null
)
select * from looked where is_due or is_cut or is_last`,
}
