import type pg from 'pg'
import type { InteractionShelf } from '../acquirers/simulator/interactions.ts'
import type { SessionStore } from '../sessions/port.ts'
import type { KeyStore } from '../vault/keys.ts'
import type { TokenStore } from '../vault/tokenStore.ts'
import { type CallbackStore, createCallbackStore } from './callbacks.ts'
import { createCells } from './cells.ts'
import { createPool } from './connection.ts'
import { createInteractionShelf } from './interactions.ts'
import { createJournal, type StoredJournal } from './journal.ts'
import { createKeyStore } from './keys.ts'
import { createMerchants, type Merchants } from './merchants.ts'
import { migrate } from './migrate.ts'
import { createSessionStore } from './sessions.ts'
import { read } from './statement.ts'
import { createTokenStore } from './tokens.ts'

/**
 * Migrates the database and opens it for the running gateway. What cannot be used is refused in one clear
 * line.
 */
export async function openStore(connection: pg.ClientConfig, settings: StoreSettings = {}): Promise<Store> {
  await migrate(connection)
  const { acquirerPatienceMs = acquirerPatienceMaxMs, closePatienceMs = 60_000 } = settings
  const leaseMs = settings.leaseMs ?? acquirerPatienceMs + closePatienceMs + allowanceMs
  let isStopped = false
  // Sessions end with the store; only those that end before it are news.
  const warn = (message: string) => {
    if (!isStopped) settings.warn?.(message)
  }
  const pools = {
    load: createPool(connection, { max: 8, warn }),
    begin: createPool(connection, { max: 4, warn }),
    close: createPool(connection, { max: 4, warn }),
    recovery: createPool(connection, { max: 4, warn }),
  }
  const cells = createCells(pools.load)
  return {
    journal: createJournal({ pools, leaseMs, closePatienceMs, isStopped: () => isStopped }),
    merchants: createMerchants(pools.load),
    keys: createKeyStore(pools.load),
    sessions: createSessionStore(pools.load, cells),
    callbacks: createCallbackStore(pools.load, cells),
    interactions: createInteractionShelf(pools.load),
    tokens: createTokenStore(pools.load),
    ready: nowAndThen(() => whyNotReady(pools.load, warn)),
    async close() {
      isStopped = true
      await Promise.all(Object.values(pools).map(pool => pool.end()))
    },
  }
}

export type StoreSettings = {
  /** How long an acquirer's answer is waited for; when it is not told, the longest that can be set. */
  readonly acquirerPatienceMs?: number
  /** How long an outcome is kept in memory while the database is away. */
  readonly closePatienceMs?: number
  /** How long recovery leaves a transaction to the node that began it; else it follows from the above. */
  readonly leaseMs?: number
  readonly warn?: (message: string) => void
}

const acquirerPatienceMaxMs = 60_000
/** For what is no wait for the acquirer or the database: who is alive is not to be taken over. */
const allowanceMs = 30_000

export interface Store {
  readonly journal: StoredJournal
  readonly merchants: Merchants
  readonly keys: KeyStore
  readonly sessions: SessionStore
  readonly callbacks: CallbackStore
  readonly tokens: TokenStore
  /** What payers did at the sandbox's own issuer and provider. */
  readonly interactions: InteractionShelf
  /** Why the store cannot be used now, or undefined. */
  ready(): Promise<string | undefined>
  /** Waits for statements that are running; outcomes that could not be written are given up. */
  close(): Promise<void>
}

const readinessMs = 250

/** However often anybody asks: a server is given neither more to hang on nor a commit each time. */
function nowAndThen<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined
  const forget = () => {
    asked = undefined
  }
  return () => {
    asked ??= ask().finally(() => setTimeout(forget, readinessMs).unref())
    return asked
  }
}

/** The operator is told what happened; whoever asks from outside, only that it did. */
async function whyNotReady(pool: pg.Pool, warn: (message: string) => void): Promise<string | undefined> {
  try {
    const [row] = await read<{ is_standby: boolean }>(pool, readyStatement, [])
    return row?.is_standby === false ? undefined : 'The database is a standby.'
  } catch (error) {
    warn(error instanceof Error ? error.message : 'The database is not available.')
    return 'The database is not available.'
  }
}

/** Taking a transaction number makes it a commit like any other: one that waits for disk and standby. */
const readyStatement = {
  name: 'ready',
  text: `
select pg_is_in_recovery() as is_standby,
  case when not pg_is_in_recovery() then pg_current_xact_id()::text end as number`,
}
