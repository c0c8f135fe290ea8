// Whether the store can be used now, for readiness checks, and how much its pools are used.

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { PoolUse, StoreReadiness } from '../observability/port.ts'
import { systemClock } from '../platform/clock.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { readinessPatience } from '../platform/readinessPatience.ts'
import { createAwayCells } from './connection/awayCells.ts'
import { isSpread, isStarved } from './connection/pool.ts'
import { failureOf, read, unprepared } from './connection/statement.ts'
import { probeBegin } from './journal/begin.ts'
import { probeClose } from './journal/settlement.ts'
import { storeSchema } from './schema/migrations.ts'

/** Readiness, cached briefly: load balancers ask often, and the server should not be asked each time. */
export function createReadiness(
  pools: RequestPools,
  options: StoreReadinessOptions,
): () => Promise<StoreReadiness> {
  const newest = storeSchema.migrations().length
  const known = { ...options, newest, findAway: createAwayCells(pools.begin) }
  let asking: Promise<StoreReadiness> | undefined
  const ask = () => {
    // A server that hangs is not asked a second time meanwhile: that would only block another session.
    asking ??= readinessNow(pools, known).finally(() => {
      asking = undefined
    })
    return asking
  }
  return sharedForAWhile(async () => {
    const done = new AbortController()
    const late = pause(stalledMs, stalled, { signal: done.signal }).catch(() => stalled)
    return await Promise.race([ask(), late]).finally(() => done.abort())
  })
}

const readinessMs = 250
const { storeMs: stalledMs } = readinessPatience
const stalled: StoreReadiness = { flaw: 'stalled' }

/** Shares one result among all callers within the interval. */
function sharedForAWhile<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined
  const forget = () => {
    asked = undefined
  }
  return () => {
    asked ??= ask().finally(() => setTimeout(forget, readinessMs).unref())
    return asked
  }
}

/** The pools of the request path; each is probed with the statement it is there for. */
type RequestPools = { readonly [name in 'begin' | 'close' | 'load']: pg.Pool }

type StoreReadinessOptions = {
  /** The stage of this node: only in a sandbox may the clock be moved. */
  readonly stage?: GatewayEnvironment | undefined
  readonly warn: (message: string) => void
}
type ReadinessFacts = StoreReadinessOptions & {
  readonly newest: number
  readonly findAway: () => Promise<readonly number[]>
}

/**
 * Executes the statements of payments: a server that answers another query may still refuse every payment.
 * The reason goes to the log; the caller, who may be outside, gets only the kind of failure.
 */
async function readinessNow(
  pools: RequestPools,
  { stage, newest, warn, findAway }: ReadinessFacts,
): Promise<StoreReadiness> {
  const startedMs = systemClock.monotonicMs()
  try {
    const [[row], awayCells] = await Promise.all([
      read<ReadinessRow>(pools.load, readinessStatement, [newest]),
      isSpread(pools.load) ? findAway() : probePayments(pools),
    ])
    if (row?.is_standby !== false) return { flaw: 'standby' }
    if (row.is_clock_moved && (stage ?? 'sandbox') !== 'sandbox') return { flaw: 'clockMoved' }
    if (areStarved(pools)) return { flaw: 'starved' }
    return { isMigratedFurther: row.is_migrated_further, ...(awayCells.length > 0 && { awayCells }) }
  } catch (error) {
    warn(error instanceof Error ? error.message : 'The database is not available.')
    if (isRefusal(error)) return { flaw: 'unfit' }
    // If one pool has a session while another cannot open any, the server is there.
    if (areStarved(pools) && hasSession(pools)) return { flaw: 'starved' }
    return systemClock.monotonicMs() - startedMs < stalledMs ? { flaw: 'unreachable' } : stalled
  }
}

/** No cell of one database is away alone. */
async function probePayments({ begin, close }: RequestPools): Promise<readonly number[]> {
  await Promise.all([probeBegin(begin), probeClose(close)])
  return []
}

const requestPathPools = ({ load, begin, close }: RequestPools): readonly pg.Pool[] => [load, begin, close]
const areStarved = (pools: RequestPools): boolean => requestPathPools(pools).some(isStarved)
const hasSession = (pools: RequestPools): boolean =>
  requestPathPools(pools).some(({ idleCount }) => idleCount > 0)

/** Whether the server refused a statement that every payment executes: then it would refuse payments too. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const isUnprepared = cause instanceof pg.DatabaseError && unprepared.includes(cause.code ?? '')
  return isUnprepared || failureOf(cause) === 'fault'
}

type ReadinessRow = {
  readonly is_standby: boolean
  readonly is_clock_moved: boolean
  readonly is_migrated_further: boolean
}

/**
 * Writing a message to the WAL makes this a commit like any other: it waits for disk and standby. A
 * transaction id alone would not.
 */
const readinessStatement = {
  name: 'standing',
  text: `
select pg_is_in_recovery() as is_standby,
  exists (select from clock where shift <> '0') as is_clock_moved,
  exists (select from schema_migrations where number > $1::int4) as is_migrated_further,
  case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'tollgate', 'standing')::text end
    as place`,
}

export function poolUses(pools: Readonly<Record<string, pg.Pool>>): readonly PoolUse[] {
  return Object.entries(pools).map(([name, { totalCount, idleCount, waitingCount }]) => {
    return { name, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  })
}
