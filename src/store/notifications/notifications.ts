// The notification store in PostgreSQL, put together from the other files of this folder; the backlog and the
// secrets are here.

import type pg from 'pg'
import type {
  FeedStore,
  NotificationBacklog,
  NotificationStore,
  SealedSecret,
  SecretKind,
  SecretStore,
} from '../../notifications/port.ts'
import type { Profile } from '../../orders/merchant.ts'
import { type Cells, createCells } from '../connection/cells.ts'
import { read } from '../connection/statement.ts'
import { createClaim } from './claim.ts'
import { createList, createNotificationReader } from './list.ts'
import { createRead, type DescribePastOrder } from './read.ts'
import { createRecord } from './record.ts'
import { createTakeIn } from './takeIn.ts'

export function createNotificationStore(
  pool: pg.Pool,
  { usual, describe }: { readonly usual: Profile; readonly describe: DescribePastOrder },
): NotificationStore {
  const cells = createCells(pool)
  return {
    ...createNotificationReader(pool),
    takeIn: createTakeIn(pool, { cells, usual }),
    claim: createClaim(pool, cells),
    record: createRecord(pool),
    read: createRead(pool, describe),
    list: createList(pool, cells),
    backlog: createBacklog(pool, cells),
  }
}

export function createFeedStore(pool: pg.Pool, describe: DescribePastOrder): FeedStore {
  const { feed, find } = createNotificationReader(pool)
  return { feed, find, list: createList(pool, createCells(pool)), read: createRead(pool, describe) }
}

/** Counted only up to a limit. */
function createBacklog(pool: pg.Pool, cells: Cells): NotificationStore['backlog'] {
  return async () => {
    const each = await cells.collect<NotificationBacklog>(Number.POSITIVE_INFINITY, async cell => {
      const rows = await read<BacklogRow>(pool, backlogStatement, [cell, countMax + 1])
      return rows.map(row => ({
        untaken: row.untaken,
        waiting: row.waiting,
        lateMs: Number(row.late_ms ?? 0),
      }))
    })
    return each.reduce(sumOf, { untaken: 0, waiting: 0, lateMs: 0 })
  }
}

const countMax = 100_000

const sumOf = (one: NotificationBacklog, other: NotificationBacklog): NotificationBacklog => ({
  untaken: one.untaken + other.untaken,
  waiting: one.waiting + other.waiting,
  lateMs: Math.max(one.lateMs, other.lateMs),
})

type BacklogRow = { readonly untaken: number; readonly waiting: number; readonly late_ms: string | null }

/** `late_ms` is the age of the oldest change that is still in the outbox, or was never tried. */
const backlogStatement = {
  name: 'backlog',
  text: `
with untaken as (
  select count(*)::int4 as count, min(due) as oldest
  from (select due from outbox where cell = $1::int2 limit $2::int4) o
),
waiting as (
  select count(*)::int4 as count, min(next_at) filter (where attempts = 0) as oldest
  from (
    select next_at, attempts from notifications where cell = $1::int2 and state = 'WAITING'
    order by merchant_id, lane, next_at, feed_no limit $2::int4
  ) n
)
select u.count as untaken, w.count as waiting,
  greatest(floor(extract(epoch from tollgate_now() - least(u.oldest, w.oldest)) * 1000), 0) as late_ms
from untaken u, waiting w`,
}

/** Secrets are changed only together with an audit entry: see store/administration/merchants.ts. */
export function createSecretReader(pool: pg.Pool): SecretReader {
  return {
    async find({ cell, merchantId }) {
      const rows = await read<SecretRow>(pool, findSecretsStatement, [cell, merchantId])
      const of = (kind: SecretKind) => rows.filter(row => row.kind === kind).map(secretOf)
      return { signing: of('signing'), shared: of('shared') }
    },
  }
}

export type SecretReader = Pick<SecretStore, 'find'>

const secretOf = ({ sealed, created_ms }: SecretRow): SealedSecret => ({
  sealed,
  createdAtMs: Number(created_ms),
})

type SecretRow = { readonly kind: string; readonly sealed: Buffer; readonly created_ms: string }

const findSecretsStatement = {
  name: 'find secrets',
  text: `
select kind, sealed, floor(extract(epoch from created_at) * 1000) as created_ms from merchant_secrets
where cell = $1::int2 and merchant_id = $2 order by kind, slot`,
}
