// Moving committed changes from the outbox to the notifications, with numbers in the order of the feed.

import type pg from 'pg'
import type { Profile } from '../../orders/merchant.ts'
import { type Cells, cellsHaving } from '../connection/cells.ts'
import { isSpread } from '../connection/pool.ts'
import { givenRows, repeatable, transactAgain } from '../connection/statement.ts'
import { insertOf, valuesOf } from '../connection/valueRows.ts'

/**
 * Moves rows from the outbox to the notifications in one commit. Of a merchant with many rows only a part is
 * moved, then it is the next merchant's turn.
 */
export function createTakeIn(pool: pg.Pool, { cells, usual }: TakeInOptions) {
  const turns = new Map<number, string>()

  async function takePart(cell: number, limit: number, after: string): Promise<number> {
    const part = [cell, after, limit, usual.notifications, usual.notificationUrl !== ''] as const
    const { count, last } = await (isSpread(pool) ? takeConfined(pool, part) : takeAtOnce(pool, part))
    turns.set(cell, count < limit ? '' : (last ?? ''))
    return count
  }

  return async function takeIn(limit: number): Promise<number> {
    const taken = await cells.collect(
      limit,
      async (cell, rest) => {
        const after = turns.get(cell) ?? ''
        const count = await takePart(cell, rest, after)
        const fromStart = after !== '' && count < rest ? await takePart(cell, rest - count, '') : 0
        return Array.from({ length: count + fromStart }, () => cell)
      },
      untaken,
    )
    return taken.length
  }
}

type TakeInOptions = { readonly cells: Cells; readonly usual: Profile }
type TakenPart = { readonly count: number; readonly last: string | null }
type WantedPart = readonly [cell: number, after: string, limit: number, isOn: boolean, hasUrl: boolean]

const untaken = cellsHaving('untaken changes', {
  table: 'outbox',
  condition: 'true',
  order: 't.cell, t.merchant_id, t.order_no, t.sequence',
})

/** The lock under which numbers of a cell's feed are given. Any that no other two-key advisory lock uses. */
export const feedLock = 86554283

/**
 * One node at a time: numbers are given while the lock is held, and it is held until they are visible, so
 * a reader that sees one of them sees all before it. Rows are taken by key, those of an order by their
 * sequence, so that none comes before the one it follows. Another node may have moved rows that the snapshot
 * still shows: they cannot be deleted again, and do not count.
 *
 * The earliest time of a first attempt never decreases from one change of an order to the next, even if the
 * clock does: so the change that all later ones wait for is the first in the sequence of its receiver.
 */
async function takeAtOnce(pool: pg.Pool, part: WantedPart): Promise<TakenPart> {
  const [row] = await repeatable<TakenPart>(pool, takeInStatement, part)
  return row ?? nothingTaken
}

const nothingTaken: TakenPart = { count: 0, last: null }

const gate = `pg_try_advisory_xact_lock(${feedLock}, $1::int4)`

/** Of the outbox, the next in turn. */
const chosen = (condition = '') => `
    from outbox where cell = $1::int2 and merchant_id > $2 ${condition}
    order by merchant_id, order_no, sequence limit $3::int4`
const takenColumns = 'merchant_id, order_no, sequence, order_id, transaction_id, due'

/** With the address that each is for, and the earliest time of its first attempt. */
const aimedRows = `
aimed as materialized (
  select t.*, coalesce(own.url, last_known.url) as target,
    greatest(least(t.due, (select now from moment)), w.at) as at
  from taken t
  left join lateral (
    select notification_url(request) as url from transactions
    where cell = $1::int2 and merchant_id = t.merchant_id and order_no = t.order_no
      and transaction_id = t.transaction_id limit 1
  ) own on true
  left join lateral (${lastUrl()}) last_known on true
  left join lateral (
    select next_at as at from notifications
    where t.sequence > 1 and cell = $1::int2 and merchant_id = t.merchant_id and order_no = t.order_no
      and sequence < t.sequence and attempts = 0 and next_at is not null
    order by sequence desc limit 1
  ) w on true
)`

/** Whether merchants want to be told, and where. */
const decidedRows = (changes: string, { isOn, hasUrl }: Switches) => `
merchant as materialized (
  select d.merchant_id, coalesce(m.is_on, ${isOn}::boolean) as is_on,
    coalesce(m.has_url, ${hasUrl}::boolean) as has_url
  from (select distinct merchant_id from ${changes}) d
  left join lateral (
    select nullif(p -> 'notifications', 'null') = 'true' as is_on,
      case when jsonb_typeof(p -> 'notificationUrl') = 'string' then p ->> 'notificationUrl' <> '' end
        as has_url
    from (
      select profile::jsonb as p from merchants where cell = $1::int2 and merchant_id = d.merchant_id limit 1
    ) known
  ) m on true
),
decided as (
  select a.*, max(a.at) over (partition by a.merchant_id, a.order_no order by a.sequence) as next_at,
    case when not m.is_on then 'OFF' when a.target is null and not m.has_url then 'NOWHERE' else 'WAITING' end
      as state
  from aimed a join merchant m using (merchant_id)
)`
type Switches = { readonly isOn: string; readonly hasUrl: string }

const numbered = `
  select $1::int2 as cell, merchant_id, nextval('feed_numbers') as feed_no,
    gen_random_uuid() as notification_id, order_no, sequence, order_id, transaction_id, due, target,
    coalesce(left(lower(substring(target from '^[^/]*//[^/?#]*')), 300), '') as lane, state,
    case when state = 'WAITING' then next_at end as next_at
  from (select * from decided order by next_at, merchant_id, order_no, sequence) j`
const notificationColumns = `cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
  transaction_id, changed_at, target, lane, state, next_at`
const onceEach = 'on conflict (cell, merchant_id, order_no, sequence) do nothing'

const takeInStatement = {
  name: 'take in',
  text: `
with moment as materialized (select tollgate_now() as now),
gate as materialized (select ${gate} as is_open),
taken as (
  delete from outbox where ctid = any (array(select ctid ${chosen('and (select is_open from gate)')}))
  returning ${takenColumns}
),${aimedRows},${decidedRows('taken', { isOn: '$4', hasUrl: '$5' })},
inserted as (
  insert into notifications (${notificationColumns})${numbered}
  ${onceEach}
)
select count(*)::int4 as count, max(merchant_id) as last from taken`,
}

/**
 * The same where tables are spread over servers: what is of the coordinator, its lock, its clock, merchants
 * and numbers, is asked of it alone, and all else of the server of the cell. That server commits first: so
 * numbers are visible before the lock is let go.
 */
const takeConfined = (pool: pg.Pool, part: WantedPart): Promise<TakenPart> =>
  transactAgain(pool, async ask => {
    const [cell, after, limit, isOn, hasUrl] = part
    const [moment] = await ask<OpenGate>(`select ${gate} as is_open, tollgate_now()::text as now`, [cell])
    if (!moment?.is_open) return nothingTaken
    const aimed = await ask<AimedChange>(aimedText, [cell, after, limit, moment.now])
    if (aimed.length === 0) return nothingTaken
    const columns = aimedNames.map(name => aimed.map(row => row[name]))
    const decided = await ask<Record<string, unknown>>(decidedText, [cell, isOn, hasUrl, ...columns])
    const rows = valuesOf(
      'int2 text int8 uuid int8 int4 text text timestamptz text text text timestamptz',
      decided.map(row => Object.values(row)),
    )
    const inserted = insertOf(rows, `notifications (${notificationColumns})`, onceEach)
    await ask(inserted.text, inserted.values)
    const last = aimed.map(row => row.merchant_id).reduce((one, other) => (one > other ? one : other))
    return { count: aimed.length, last }
  })

type OpenGate = { readonly is_open: boolean; readonly now: string }

const aimedNames = [
  ...(['merchant_id', 'order_no', 'sequence', 'order_id', 'transaction_id'] as const),
  ...(['due', 'target', 'at'] as const),
] as const
type AimedChange = Readonly<Record<(typeof aimedNames)[number], string>>

const aimedText = `
with moment as materialized (select $4::timestamptz as now),
taken as (
  delete from outbox where cell = $1::int2
    and (merchant_id, order_no, sequence) in (select merchant_id, order_no, sequence ${chosen()})
  returning ${takenColumns}
),${aimedRows}
select merchant_id, order_no, sequence, order_id, transaction_id, due::text, target, at::text from aimed`

const decidedText = `
with aimed as materialized (
  select * from ${givenRows(4, 'text int8 int4 text text timestamptz text timestamptz')}
    as a (${aimedNames.join(', ')})
),${decidedRows('aimed', { isOn: '$2', hasUrl: '$3' })}
select cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id, transaction_id, due::text,
  target, lane, state, next_at::text
from (${numbered}) n`

/**
 * The order's last notification address as of this change: the address of a later request does not apply to
 * earlier changes. Before its first change an order has none.
 */
function lastUrl(): string {
  return `
    select url from (
      select notification_url(r.request) as url, r.fence from transactions r
      where own.url is null and t.sequence > 1 and r.cell = $1::int2 and r.merchant_id = t.merchant_id
        and r.order_no = t.order_no and r.fence <= (
          select fence from outcomes
          where cell = $1::int2 and merchant_id = t.merchant_id and order_no = t.order_no
            and transaction_id = t.transaction_id and sequence = t.sequence limit 1
        )
      offset 0
    ) each where url is not null order by fence desc limit 1
  `
}
