// Running statements, and what is known after one failed.

import pg from 'pg'
import { errorMessage, StoreUnavailable, WriteUnsure } from '../../platform/errors.ts'
import { isSpread, noteRefused, takeWarning } from './pool.ts'
import { askPrepared } from './preparedQuery.ts'

/** A statement that is prepared once per session under its name. */
export type SqlStatement = {
  readonly name: string
  readonly text: string
  /** The same for tables that are spread over several servers, if the text cannot be executed there. */
  readonly spread?: string
}

/**
 * Array parameters as rows: those from `$first` on, each with the type of its elements. Where the server sees
 * how long an array is, it plans the statement again for every execution, which takes about as long as to
 * execute it: a subselect hides the length, so that one plan serves for all.
 */
export const givenRows = (first: number, types: string): string =>
  `unnest(${types
    .split(' ')
    .map((type, index) => `(select $${first + index}::${type}[])`)
    .join(', ')})`

/** Runs one statement as a transaction of its own: what it returns is committed. */
export async function run<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const client = await connect(pool)
  let isOver = false
  try {
    const { name, text, spread = text } = statement
    const chosen = isSpread(pool) ? spread : text
    const rows = await askPrepared<Row>(client, { name, text: chosen, values })
    if (takeWarning(client)) throw new Unsure('Committed with a warning')
    isOver = true
    return rows
  } catch (error) {
    forgetRow(error)
    isOver = survives(pool, error)
    throw error
  } finally {
    client.release(!isOver)
  }
}

/** A coordinator that tells that another server is away can be asked other things at once. */
const survives = (pool: pg.Pool, error: unknown): boolean =>
  sessionSurvives[failureOf(error)] || (isSpread(pool) && isAnswered(error))

/** Runs several statements as one transaction: what it returns is committed. */
export async function transact<Result>(
  pool: pg.Pool,
  work: (ask: AskInTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool)
  let isOver = false
  let isCommitSent = false
  try {
    await client.query('begin')
    const result = await work(
      async (text, values) => (await client.query({ text, values: [...values] })).rows,
    )
    isCommitSent = true
    await client.query('commit')
    if (takeWarning(client)) throw new Unsure('Committed with a warning')
    isOver = true
    return result
  } catch (error) {
    forgetRow(error)
    if (!isCommitSent && error instanceof Error) neverCommitted.add(error)
    isOver = survives(pool, error) && (await isRolledBack(client))
    throw error
  } finally {
    client.release(!isOver)
  }
}

/** What ended transactions whose commit was not even sent. */
const neverCommitted = new WeakSet<Error>()

export type AskInTransaction = <Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>

const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

/** Runs a statement that only reads; again when its session was lost. */
export const read = <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> => again('read', () => run<Row>(pool, statement, values))

/** Runs a statement that changes nothing more the second time; again when its session was lost. */
export const repeatable = <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> => again('written', () => run<Row>(pool, statement, values))

/** The same of several statements as one transaction. */
export const transactAgain = <Result>(
  pool: pg.Pool,
  work: (ask: AskInTransaction) => Promise<Result>,
): Promise<Result> => again('written', () => transact(pool, work))

/** What was to be written may be there from the first time, however the second one ends. */
async function again<Result>(what: 'read' | 'written', work: () => Promise<Result>): Promise<Result> {
  let isUnsure = false
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      isUnsure ||= failure === 'unsure' && what === 'written'
      if (!isFirst || !(failure === 'unsure' || failure === 'lost')) throw told(error, isUnsure)
    }
  }
}

/** Runs a statement that would do its work twice; where its session is lost, it may have been committed. */
export async function runOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return await run<Row>(pool, statement, values).catch(error => {
    throw told(error, failureOf(error) === 'unsure')
  })
}

/** That the database is away, or lost a session, is told as that: it is no bug of ours. */
export function told(error: unknown, isUnsure = false): unknown {
  const failure = failureOf(error)
  return failure === 'culprit' || failure === 'fault' ? error : unavailable(error, isUnsure)
}

/** What is known, after a statement failed, about what it was to write. */
type StatementFailure =
  /** One of its rows cannot be stored; nothing was stored. */
  | 'culprit'
  /** It lost against a concurrent statement and may be tried again; nothing was stored. */
  | 'conflict'
  /** No session, no resources or a timeout; nothing was stored. */
  | 'unavailable'
  /** Its session, or a server behind it, was lost before the commit; nothing was stored. */
  | 'lost'
  /** It is unknown whether it was committed. */
  | 'unsure'
  /** A bug of ours; nothing was stored. */
  | 'fault'

export function failureOf(error: unknown): StatementFailure {
  const failure = failureAtCommit(error)
  return failure === 'unsure' && error instanceof Error && neverCommitted.has(error) ? 'lost' : failure
}

/** Where the commit was sent, or is part of the statement. */
type FailureAtCommit = Exclude<StatementFailure, 'lost'>

function failureAtCommit(error: unknown): FailureAtCommit {
  if (error instanceof NotConnected) return 'unavailable'
  if (error instanceof pg.DatabaseError && error.code !== undefined)
    return sessionEnds.includes(error.severity) ? 'unsure' : failureOfCode(error.code)
  return error instanceof TypeError || error instanceof RangeError ? 'fault' : 'unsure'
}

/** Whether the server itself answered, if only with an error, so that it can be asked other things. */
export function isAnswered(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return cause instanceof pg.DatabaseError && !sessionEnds.includes(cause.severity)
}

/** Whether the server gave a statement up that took too long. */
export function isTimeout(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === '57014'
}

/** Unsure: what was to be written may be there, though nothing says so. */
export function unavailable(cause: unknown, isUnsure = false): StoreUnavailable {
  const what = 'The database is not available'
  return isUnsure
    ? new WriteUnsure(`${what}, and what was to be written may be there: ${errorMessage(cause)}`, { cause })
    : new StoreUnavailable(`${what}: ${errorMessage(cause)}`, { cause })
}

/** No session could be had, so nothing was sent to the server. */
class NotConnected extends Error {}

class Unsure extends Error {}

export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // A timeout in the queue of a pool that has all its sessions means load, not a refused session.
    if (errorMessage(error) !== queuedTooLong) noteRefused(pool)
    throw new NotConnected(errorMessage(error), { cause: error })
  }
}

/** Several statements in one session. When the work fails, the session is closed instead of reused. */
export async function withSession<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool).catch(error => {
    throw unavailable(error)
  })
  let isDone = false
  try {
    const result = await work(client)
    isDone = true
    return result
  } finally {
    client.release(!isDone)
  }
}

/** The driver's message. */
const queuedTooLong = 'timeout exceeded when trying to connect'

/** The server quotes the refused row in its error. Errors end up in logs, and stored data must not. */
export function forgetRow(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) return
  error.detail = undefined
  error.where = undefined
  error.internalQuery = undefined
}

/**
 * The server ends the session, or itself. It does so where it cannot write or flush its log, too, as on a
 * full or failing disk: by then the commit may be in the log, and is there after the restart.
 */
const sessionEnds: readonly (string | undefined)[] = ['FATAL', 'PANIC']

function failureOfCode(code: string): FailureAtCommit {
  return failureByCode[code] ?? failureByClass[code.slice(0, 2)] ?? 'fault'
}

/** A pooler in between lost or mixed up prepared statements; nothing was executed. */
export const unprepared: readonly string[] = ['26000', '42P05']

const failureByCode: Readonly<Record<string, FailureAtCommit>> = {
  ...Object.fromEntries(unprepared.map(code => [code, 'unavailable'] as const)),
  '40001': 'conflict',
  '40P01': 'conflict',
  '40003': 'unsure',
  '25006': 'unavailable', // a standby: the primary is elsewhere now
  '55P03': 'unavailable', // lock_timeout
  '57014': 'unavailable', // statement_timeout
}

const failureByClass: Readonly<Record<string, FailureAtCommit>> = {
  '08': 'unsure',
  '22': 'culprit',
  '23': 'culprit',
  '53': 'unavailable',
  '57': 'unsure',
  '58': 'unavailable',
  XX: 'unsure', // the server's own: a file that it could not write, a worker that was lost in a commit
}

const sessionSurvives = {
  culprit: true,
  conflict: true,
  unavailable: false,
  lost: false,
  unsure: false,
  fault: false,
} satisfies Record<StatementFailure, boolean>

/** A newer release may have written a value that this one does not know; then it must not continue. */
export function knownWord<Word extends string>(words: readonly Word[], word: string | null): Word {
  const found = words.find(one => one === word)
  if (found === undefined) throw new Error(`This release does not know the stored word ${word}`)
  return found
}
