// Changes by operators, each in one commit with its audit entries, and reading and verifying the audit log.

import type pg from 'pg'
import type {
  AdministrationStore,
  AuditEntry,
  ChainedEntry,
  EntryDigest,
  NewAuditEntry,
  UnchainedEntry,
} from '../../administration/port.ts'
import { takeWarning } from '../connection/pool.ts'
import { askPrepared } from '../connection/preparedQuery.ts'
import {
  connect,
  failureOf,
  forgetRow,
  read,
  type SqlStatement,
  unavailable,
} from '../connection/statement.ts'

/**
 * One change by an operator: what the work does and its audit entries are one commit. Changes are serialized,
 * so that each entry is chained to the one before it. Work without entries is rolled back.
 */
export type AuditedChange = <Result>(work: AuditedWork<Result>) => Promise<Result>
type AuditedWork<Result> = (ask: ChangeQuery) => Promise<AuditedResult<Result>>
export type ChangeQuery = <Row extends pg.QueryResultRow>(
  statement: SqlStatement,
  values: readonly unknown[],
) => Promise<readonly Row[]>
type AuditedResult<Result> = { readonly result: Result; readonly entries: readonly NewAuditEntry[] }

export function createAuditedChange(pool: pg.Pool, digest: EntryDigest): AuditedChange {
  return async <Result>(work: AuditedWork<Result>) => {
    const change = { pool, digest, work }
    // A pooled session may be dead because the server was restarted; then nothing was done.
    const attempt = await attemptChange(change).catch(error => {
      if (!mayTryAgain(error)) throw error
      return attemptChange(change).catch(failure => {
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
  /** Set when it is unknown whether it was committed. */
  readonly doubtful?: { readonly link: ChainedEntry; readonly cause: unknown }
}
type ChangeOptions<Result> = {
  readonly pool: pg.Pool
  readonly digest: EntryDigest
  readonly work: AuditedWork<Result>
}

/** If it throws, nothing was committed. */
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

/** Returns undefined when it was committed, else the error that makes it uncertain. */
async function commit(client: pg.PoolClient): Promise<unknown> {
  try {
    await client.query('commit')
    return takeWarning(client) ? new Error('Committed with a warning') : undefined
  } catch (error) {
    if (failureOf(error) === 'unsure') return error
    throw error
  }
}

/**
 * Whether the entry was committed. Certain while the lock is held: what is not committed then never will be.
 */
async function isWritten(pool: pg.Pool, { entryNo, digest }: ChainedEntry): Promise<boolean> {
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
    throw unavailable(error, true)
  } finally {
    client?.release(!isUsable)
  }
}

/**
 * For a change that is made in a transaction of its own: its last step, because from then on no other change
 * is made before the commit.
 */
export async function appendToAudit(
  client: pg.PoolClient,
  digest: EntryDigest,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  await client.query(lockStatement)
  await append(queryOn(client), digest, entries)
}

async function append(
  ask: ChangeQuery,
  digest: EntryDigest,
  entries: readonly NewAuditEntry[],
): Promise<ChainedEntry | undefined> {
  if (entries.length === 0) return undefined
  const [end] = await ask<EndRow>(endStatement, [])
  let before = end?.digest ?? undefined
  let last: ChainedEntry | undefined
  for (const [index, { actor, action, merchantId = null, details }] of entries.entries()) {
    const entryNo = Number(end?.entry_no ?? 0) + 1 + index
    const at = end?.now ?? null
    const unlinked: UnchainedEntry = {
      entryNo,
      at,
      actor,
      action,
      merchantId,
      details: JSON.stringify(details),
    }
    last = { ...unlinked, digest: digest(unlinked, before) }
    before = last.digest
    const text = [actor, action, merchantId, unlinked.details]
    await ask(appendStatement, [entryNo, at, ...text, last.digest])
  }
  return last
}

const queryOn =
  (client: pg.PoolClient): ChangeQuery =>
  (statement, values) =>
    askPrepared(client, { ...statement, values })

const mayTryAgain = (error: unknown): boolean => {
  const failure = failureOf(error)
  return failure !== 'culprit' && failure !== 'fault'
}

type EndRow = {
  readonly now: string
  readonly entry_no: string | null
  readonly digest: Buffer | null
}

/** The lock of the audit log: its holder may write the next entry. */
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

type AuditMethods = Pick<AdministrationStore, 'audit' | 'chain' | 'note'>

export function createAuditReader(pool: pg.Pool, change: AuditedChange): AuditMethods {
  return {
    async audit({ merchantId = null, before = null, limit }) {
      return (await read<EntryRow>(pool, listAuditStatement, [merchantId, before, limit])).map(entryOf)
    },
    chain: () => readChain(pool),
    note: entry => change(async () => ({ result: undefined, entries: [entry] })),
  }
}

const pageSize = 1_000

/** Reads by a cursor, so that every row is read once even if their numbers were tampered with. */
async function* readChain(pool: pg.Pool): AsyncGenerator<readonly ChainedEntry[]> {
  const client = await connect(pool).catch(error => {
    throw unavailable(error)
  })
  let isUsable = false
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(cursorStatement)
    for (;;) {
      const { rows } = await client.query<LinkRow>(`fetch ${pageSize} from entries`)
      if (rows.length === 0) break
      yield rows.map(linkOf)
    }
    await client.query('rollback')
    isUsable = true
  } finally {
    client.release(!isUsable)
  }
}

type LinkRow = {
  readonly entry_no: string
  readonly at: string | null
  readonly actor: string
  readonly action: string
  readonly merchant_id: string | null
  readonly details: string
  readonly digest: Buffer
}
type EntryRow = LinkRow & { readonly at_ms: string }

const linkOf = ({ entry_no, at, actor, action, merchant_id, details, digest }: LinkRow): ChainedEntry => ({
  entryNo: Number(entry_no),
  at,
  actor,
  action,
  merchantId: merchant_id,
  details,
  digest,
})

const entryOf = ({ entry_no, at_ms, actor, action, merchant_id, details, digest }: EntryRow): AuditEntry => ({
  entryNo: Number(entry_no),
  atMs: Number(at_ms),
  actor,
  action,
  ...(merchant_id !== null && { merchantId: merchant_id }),
  details: detailsOf(details),
  digest,
})

/** The stored details may have been tampered with: the list shows them anyway, and verification finds it. */
function detailsOf(text: string): AuditEntry['details'] {
  try {
    const details: unknown = JSON.parse(text)
    return typeof details === 'object' && details !== null ? { ...details } : { text }
  } catch {
    return { text }
  }
}

const auditColumns = 'entry_no, actor, action, merchant_id, details, digest'

/** Times in full precision, also values that no gateway would have written. */
const cursorStatement = `
declare entries no scroll cursor for
select ${auditColumns}, trunc(extract(epoch from at) * 1000000)::text as at from audit order by entry_no`

const listAuditStatement = {
  name: 'list audit',
  text: `
select ${auditColumns}, floor(extract(epoch from at) * 1000) as at_ms from audit
where ($1::text is null or merchant_id = $1) and ($2::int8 is null or entry_no < $2)
order by entry_no desc limit $3`,
}
