import type pg from 'pg'
import type { Digest, Entry, Link, Unlinked } from '../../administration/port.ts'
import { takeWarning } from '../connection/pool.ts'
import { connect, failureOf, forgetRow, type SqlStatement, unavailable } from '../connection/statement.ts'

/**
 * One change by an operator: what the work does and the entries that tell of it are one commit. Changes are
 * made one after the other, so that each entry is chained to the one before it. Work that tells of nothing
 * leaves no trace.
 */
export type AuditedChange = <Result>(work: AuditedWork<Result>) => Promise<Result>
export type AuditedWork<Result> = (ask: ChangeQuery) => Promise<AuditedResult<Result>>
export type ChangeQuery = <Row extends pg.QueryResultRow>(
  statement: SqlStatement,
  values: readonly unknown[],
) => Promise<readonly Row[]>
export type AuditedResult<Result> = { readonly result: Result; readonly entries: readonly Entry[] }

export function createAuditedChange(pool: pg.Pool, digest: Digest): AuditedChange {
  return async <Result>(work: AuditedWork<Result>) => {
    const parts = { pool, digest, work }
    // A session that the pool kept may be dead since the server was restarted; nothing was done then.
    const attempt = await attemptChange(parts).catch(error => {
      if (!mayTryAgain(error)) throw error
      return attemptChange(parts).catch(failure => {
        throw mayTryAgain(failure) ? unavailable(failure) : failure
      })
    })
    const { result, doubtful } = attempt
    if (doubtful !== undefined && !(await isWritten(pool, doubtful.link))) throw unavailable(doubtful.cause)
    return result
  }
}

type ChangeAttempt<Result> = {
  readonly result: Result
  /** Nobody knows whether it was committed. */
  readonly doubtful?: { readonly link: Link; readonly cause: unknown }
}
type ChangeOptions<Result> = {
  readonly pool: pg.Pool
  readonly digest: Digest
  readonly work: AuditedWork<Result>
}

/** What it throws was not committed. */
async function attemptChange<Result>({
  pool,
  digest,
  work,
}: ChangeOptions<Result>): Promise<ChangeAttempt<Result>> {
  const client = await connect(pool)
  let isUsable = false
  try {
    await client.query('begin isolation level read committed')
    await client.query(lockStatement)
    const ask = queryOn(client)
    const { result, entries } = await work(ask)
    const link = await append(ask, digest, entries)
    if (link === undefined) {
      await client.query('rollback')
      isUsable = true
      return { result }
    }
    const cause = await commit(client)
    isUsable = cause === undefined
    return cause === undefined ? { result } : { result, doubtful: { link, cause } }
  } catch (error) {
    forgetRow(error)
    throw error
  } finally {
    client.release(!isUsable)
  }
}

/** Why it is not certain that it was committed, or undefined. */
async function commit(client: pg.PoolClient): Promise<unknown> {
  try {
    await client.query('commit')
    return takeWarning(client) ? new Error('Committed with a warning') : undefined
  } catch (error) {
    if (failureOf(error) === 'unsure') return error
    throw error
  }
}

/** Whoever holds the lock after us knows: what was not committed by then never will be. */
async function isWritten(pool: pg.Pool, { entryNo, digest }: Link): Promise<boolean> {
  let client: pg.PoolClient | undefined
  let isUsable = false
  try {
    client = await connect(pool)
    await client.query('begin isolation level read committed')
    await client.query(lockStatement)
    const [row] = await queryOn(client)<{ digest: Buffer }>(writtenStatement, [entryNo])
    await client.query('rollback')
    isUsable = true
    return row?.digest.equals(digest) === true
  } catch (error) {
    throw unavailable(error)
  } finally {
    client?.release(!isUsable)
  }
}

async function append(
  ask: ChangeQuery,
  digest: Digest,
  entries: readonly Entry[],
): Promise<Link | undefined> {
  if (entries.length === 0) return undefined
  const [end] = await ask<EndRow>(endStatement, [])
  let before = end?.digest ?? undefined
  let last: Link | undefined
  for (const [index, { actor, action, merchantId = null, details }] of entries.entries()) {
    const entryNo = Number(end?.entry_no ?? 0) + 1 + index
    const at = end?.now ?? null
    const unlinked: Unlinked = { entryNo, at, actor, action, merchantId, details: JSON.stringify(details) }
    last = { ...unlinked, digest: digest(unlinked, before) }
    before = last.digest
    const text = [actor, action, merchantId, unlinked.details]
    await ask(appendStatement, [entryNo, at, ...text, last.digest])
  }
  return last
}

function queryOn(client: pg.PoolClient): ChangeQuery {
  return async (statement, values) => (await client.query({ ...statement, values: [...values] })).rows
}

const mayTryAgain = (error: unknown): boolean => {
  const failure = failureOf(error)
  return failure !== 'culprit' && failure !== 'fault'
}

type EndRow = {
  readonly now: string
  readonly entry_no: string | null
  readonly digest: Buffer | null
}

/** One number for the log of one database: whoever has it may write the next entry. */
const lockStatement = 'select pg_advisory_xact_lock(86554284)'

const endStatement = {
  name: 'end of audit',
  text: `
select trunc(extract(epoch from tollgate_now()) * 1000000)::text as now, a.entry_no, a.digest
from (values (1)) one left join lateral (
  select entry_no, digest from audit order by entry_no desc limit 1
) a on true`,
}

const appendStatement = {
  name: 'append to audit',
  text: `
insert into audit (entry_no, at, actor, action, merchant_id, details, digest)
values ($1, timestamptz 'epoch' + $2::int8 * interval '1 microsecond', $3, $4, $5, $6, $7)`,
}

const writtenStatement = { name: 'written to audit', text: 'select digest from audit where entry_no = $1' }
