// The session store in PostgreSQL.

import type pg from 'pg'
import { createCellBatchers, Overloaded } from '../platform/queues.ts'
import { type SessionStore, type StoredSession, sessionKinds, updateStatuses } from '../sessions/port.ts'
import { arrays } from './connection/binaryArrays.ts'
import type { Cells } from './connection/cells.ts'
import { insertAtHome, requireHome, runAtHome } from './connection/homes.ts'
import { givenRows, knownWord, read, repeatable, unavailable } from './connection/statement.ts'
import { createSessionWrites } from './sessionWrites.ts'

/** Each statement may be repeated when its connection was lost: the second time it changes nothing more. */
export function createSessionStore(pool: pg.Pool, cells: Cells): SessionStore {
  const find = createFind(pool)
  return {
    async create({ cell, merchantId, sessionId, contents, life, ...session }) {
      await runAtHome(pool, createStatement, [
        ...[cell, merchantId, sessionId, session.kind, session.apiVersion, session.version],
        ...[session.updateStatus, session.authenticationLimit, contents.lasting, contents.secrets ?? null],
        Math.min(life.idleMs, life.totalMs),
      ])
    },

    async find({ cell, merchantId, sessionId }) {
      const [row] = await find(cell, { merchantId, sessionId })
      if (row === undefined) await requireHome(pool, { cell, merchantId })
      return row && sessionOf(row)
    },

    findByName: createFindByName(find, cells),
    authenticate: createAuthenticate(pool),
    ...createSessionWrites(pool),

    async markFailed({ cell, merchantId, sessionId }, seen) {
      await repeatable(pool, failStatement, [cell, merchantId, sessionId, seen])
    },

    async releaseSecrets({ cell, merchantId, sessionId }, holder) {
      await repeatable(pool, releaseStatement, [cell, merchantId, sessionId, holder])
    },

    async removeExpired(limit) {
      const removed = await cells.collect(limit, (cell, rest) =>
        repeatable(pool, removeStatement, [cell, rest]),
      )
      return removed.length
    },
  }
}

/** Of one merchant, or of whichever has one of that name. */
type WantedSession = { readonly merchantId?: string; readonly sessionId: string }
type FindRows = (cell: number, wanted: WantedSession) => Promise<readonly NamedRow[]>

const sizeMax = 32
const inFlightMax = 2
const waitingMax = 1_024

/** Sessions that are wanted together are read by one statement for each cell. */
function createFind(pool: pg.Pool): FindRows {
  const batcherOf = createCellBatchers<WantedSession, readonly NamedRow[]>(cell => ({
    async write(wanted) {
      const distinct = new Map(wanted.map(each => [nameOf(each), each]))
      const places = [...distinct.keys()]
      const merchants = [...distinct.values()].map(({ merchantId = anyMerchant }) => merchantId)
      const ids = [...distinct.values()].map(({ sessionId }) => sessionId)
      const values = [cell, arrays.text(merchants), arrays.text(ids)]
      const rows = await read<NamedRow>(pool, findStatement, values)
      return wanted.map(each => rows.filter(({ place }) => places[Number(place) - 1] === nameOf(each)))
    },
    ...{ sizeMax, inFlightMax, waitingMax },
  }))
  return (cell, wanted) =>
    batcherOf(cell)
      .submit(wanted)
      .catch(error => {
        throw error instanceof Overloaded ? unavailable(error) : error
      })
}

/** No merchant is called so, and none has a space in its name. */
const anyMerchant = ''
const nameOf = ({ merchantId = anyMerchant, sessionId }: WantedSession): string =>
  `${merchantId} ${sessionId}`

/**
 * The cell is unknown: each is asked until one has the session. Where several do not, its merchant may have
 * been moved from one that was asked later to one that was asked before.
 */
function createFindByName(find: FindRows, cells: Cells): SessionStore['findByName'] {
  return async sessionId => {
    let asked = 0
    const inEachCell = () =>
      cells.collect(1, async cell => {
        asked += 1
        return (await find(cell, { sessionId })).map(row => ({ cell, row }))
      })
    const first = await inEachCell()
    const [found] = first.length === 0 && asked > 1 ? await inEachCell() : first
    if (found === undefined) return undefined
    const { cell, row } = found
    const key = { cell, merchantId: row.merchant_id, sessionId }
    return { key, stored: sessionOf(row), ageMs: Number(row.age_ms), leftMs: Number(row.left_ms) }
  }
}

/** A repeated statement counts twice: a browser may lose a try, but never gains one. */
function createAuthenticate(pool: pg.Pool): SessionStore['authenticate'] {
  return async ({ cell, merchantId, sessionId }, orderId) => {
    const values = [cell, merchantId, sessionId, orderId]
    const [row] = await repeatable<CountRow>(pool, countStatement, values)
    if (row?.is_counted) return 'ok'
    if (row === undefined || row.is_other === null) {
      await requireHome(pool, { cell, merchantId })
      return 'unknown'
    }
    return row.is_other ? 'otherOrder' : 'exceeded'
  }
}

/** `is_other` is null where there is no such session. */
type CountRow = { readonly is_counted: boolean; readonly is_other: boolean | null }

type SessionRow = {
  readonly kind: string
  readonly api_version: number
  readonly version: string
  readonly update_status: string
  readonly authentication_limit: number
  readonly lasting: Buffer
  readonly secrets: Buffer | null
  readonly claimed_for: string | null
}

type NamedRow = SessionRow & {
  readonly place: string
  readonly merchant_id: string
  readonly age_ms: string
  readonly left_ms: string
}

const sessionOf = (row: SessionRow): StoredSession => ({
  kind: knownWord(sessionKinds, row.kind),
  apiVersion: row.api_version,
  version: row.version,
  updateStatus: knownWord(updateStatuses, row.update_status),
  authenticationLimit: row.authentication_limit,
  contents: { lasting: row.lasting, ...(row.secrets && { secrets: row.secrets }) },
  ...(row.claimed_for !== null && { claimedFor: row.claimed_for }),
})

const createStatement = insertAtHome(
  'create session',
  atHome => `
with moment as materialized (select tollgate_now() as now)
insert into sessions (cell, merchant_id, session_id, kind, api_version, version, update_status,
  authentication_limit, lasting, secrets, created_at, expires_at)
select $1::int2, $2, $3, $4, $5::int2, $6, $7, $8::int2, $9::bytea, $10::bytea, now,
  now + $11::int4 * interval '1 ms'
from moment where ${atHome}
on conflict do nothing`,
)

const columns =
  'kind, api_version, version, update_status, authentication_limit, lasting, secrets, claimed_for'

/**
 * What another merchant has under that name is not touched: reading it and leaving it out afterwards takes
 * longer than finding nothing, which would tell that it exists.
 */
const findStatement = {
  name: 'find sessions',
  text: `
with moment as materialized (select tollgate_now() as now),
wanted as materialized (
  select * from ${givenRows(2, 'text text')} with ordinality as w (merchant_id, session_id, place)
),
found as (
  select place, s.* from wanted w join sessions s using (merchant_id, session_id)
  where cell = $1::int2 and w.merchant_id <> '${anyMerchant}'
  union all
  select place, s.* from wanted w join sessions s using (session_id)
  where cell = $1::int2 and w.merchant_id = '${anyMerchant}'
)
select place, merchant_id, ${columns},
  floor(extract(epoch from now - created_at) * 1000) as age_ms,
  floor(extract(epoch from expires_at - now) * 1000) as left_ms
from found, moment where expires_at > now`,
}

const countStatement = {
  name: 'count use of session',
  text: `
with moment as materialized (select tollgate_now() as now),
counted as (
  update sessions set authentications = authentications + 1, used_for = $4
  where cell = $1::int2 and merchant_id = $2 and session_id = $3 and expires_at > (select now from moment)
    and kind = 'payment' and authentications < authentication_limit and coalesce(used_for, $4) = $4
  returning true
)
select exists (select from counted) as is_counted, (
  select coalesce(used_for, $4) <> $4 from sessions
  where cell = $1::int2 and merchant_id = $2 and session_id = $3 and expires_at > (select now from moment)
    and kind = 'payment' and authentication_limit > 0
) as is_other`,
}

const failStatement = {
  name: 'mark session as failed',
  text: `
update sessions set update_status = 'FAILURE'
where cell = $1::int2 and merchant_id = $2 and session_id = $3 and version = $4`,
}

/** The claim ends when its last holder releases it. */
const releaseStatement = {
  name: 'release secrets of session',
  text: `
update sessions set claim_holders = array_remove(claim_holders, $4::uuid),
  claimed_for = case when cardinality(array_remove(claim_holders, $4::uuid)) > 0 then claimed_for end
where cell = $1::int2 and merchant_id = $2 and session_id = $3 and $4::uuid = any(claim_holders)`,
}

/** Concurrent sweeps take different rows. Materialized, or the rows could be chosen anew for each row. */
const removeStatement = {
  name: 'remove sessions',
  text: `
with expired as materialized (
  select merchant_id, session_id from sessions
  where cell = $1::int2 and expires_at <= tollgate_now()
  order by expires_at limit $2::int4 for update skip locked
)
delete from sessions s using expired
where s.cell = $1::int2 and s.merchant_id = expired.merchant_id and s.session_id = expired.session_id
returning s.session_id`,
}
