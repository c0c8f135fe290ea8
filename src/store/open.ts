import type pg from 'pg'
import type { AdministrationStore, EntryDigest } from '../administration/port.ts'
import type { KeyDirectory } from '../http/authentication/credentials.ts'
import type { FeedStore, NotificationStore } from '../notifications/port.ts'
import type { OwedObligations, PoolUse, StoreReadiness } from '../observability/port.ts'
import { ordinaryProfile, type Profile } from '../orders/merchant.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import type { SessionStore } from '../sessions/port.ts'
import type { BaseKeyStore } from '../terminals/port.ts'
import type { KeyStore, TokenStore } from '../vault/stores.ts'
import { createAdministrationStore } from './administration/administration.ts'
import { type CallbackStore, createCallbackStore } from './callbacks.ts'
import { createCells, createDatabaseClock } from './connection/cells.ts'
import type { DatabaseLogin } from './connection/login.ts'
import { createPool, type DatabaseLogins } from './connection/pool.ts'
import { createJournal, type JournalOptions, type StoredJournal } from './journal/journal.ts'
import { createNodeHeartbeat, type NodeHeartbeat } from './journal/nodes.ts'
import { createOwedCounts } from './journal/obligations.ts'
import { createKeyStore } from './keys/keyStore.ts'
import { createCertificateKeys, createMerchantReader, type MerchantReader } from './merchants.ts'
import {
  createFeedStore,
  createNotificationStore,
  createSecretReader,
  type SecretReader,
} from './notifications/notifications.ts'
import type { DescribePastOrder } from './notifications/read.ts'
import { createReadiness, poolUses } from './readiness.ts'
import { requireFitLogin } from './schema/gatewayLogin.ts'
import { migrate, requireBoth, requireMigrated } from './schema/migrate.ts'
import type { SchemaPlugIn } from './schema/migrations.ts'
import { createSessionStore } from './sessions.ts'
import { createBaseKeyStore, createSealedUseStore, type SealedUseStore } from './terminals.ts'
import { createTokenStore } from './tokens.ts'

/**
 * Opens the database for the running gateway; migrated before, where the owner is known. What cannot be used
 * is refused in one clear line.
 */
export async function openStore(logins: DatabaseLogins, settings: StoreSettings = {}): Promise<Store> {
  const { gateway } = logins
  await prepareDatabase(logins, settings)
  const { acquirerPatienceMs = acquirerPatienceMaxMs, closePatienceMs = 60_000 } = settings
  const leaseMs = settings.leaseMs ?? acquirerPatienceMs + closePatienceMs + allowanceMs
  let isStopped = false
  // Sessions end with the store; only those that end before it are news.
  const warn = (message: string) => {
    if (!isStopped) settings.warn?.(message)
  }
  const pools = createPools(gateway, warn)
  await requireFitLogin(pools.load, gateway).catch(async error => {
    await endAll(pools)
    throw error
  })
  const cells = createCells(pools.load)
  const siblings = settings.isCommand ? undefined : startHeartbeat(pools.siblings)
  return {
    journal: createJournal({
      ...{ pools, leaseMs, closePatienceMs, heartbeat: siblings, onCommitted: settings.onCommitted },
      isStopped: () => isStopped,
    }),
    merchants: createMerchantReader(pools.load, settings.usualProfile),
    certificateKeys: createCertificateKeys(pools.load),
    administration: digest =>
      createAdministrationStore(pools.administration, {
        digest,
        usual: settings.usualProfile ?? ordinaryProfile,
      }),
    notifications: tell =>
      createNotificationStore(pools.notifications, { usual: settings.usualProfile ?? ordinaryProfile, tell }),
    feed: tell => createFeedStore(pools.feed, tell),
    secrets: createSecretReader(pools.notifications),
    keys: createKeyStore(pools.load),
    baseKeys: createBaseKeyStore(pools.load),
    sealedUses: createSealedUseStore(pools.load),
    sessions: createSessionStore(pools.load, cells),
    callbacks: createCallbackStore(pools.load, cells),
    tokens: createTokenStore(pools.load),
    nowMs: createDatabaseClock(pools.load),
    readiness: createReadiness(pools, { stage: settings.stage, warn }),
    owed: createOwedCounts(pools.recovery, createCells(pools.recovery)),
    uses: () => poolUses(pools),
    async close() {
      isStopped = true
      await closePools(pools, siblings)
    },
  }
}

/** Whatever its owner did or saw: what counts is what the gateway's own login finds. */
async function prepareDatabase(
  { owner, gateway }: DatabaseLogins,
  { stage, isCommand, plugIns }: StoreSettings,
): Promise<void> {
  if (owner && isCommand) await requireBoth({ owner, gateway })
  else if (owner) await migrate({ owner, gateway }, stage, plugIns)
  await requireMigrated(gateway, stage, plugIns)
}

function startHeartbeat(pool: pg.Pool): NodeHeartbeat {
  const siblings = createNodeHeartbeat(pool)
  siblings.start()
  return siblings
}

/** Siblings hear of it when nothing is written any more. */
async function closePools(
  { siblings: last, ...others }: Pools,
  siblings: NodeHeartbeat | undefined,
): Promise<void> {
  await endAll(others)
  await siblings?.leave()
  await last.end()
}

type Pools = ReturnType<typeof createPools>

const endAll = (pools: Readonly<Record<string, pg.Pool>>) =>
  Promise.all(Object.values(pools).map(pool => pool.end()))

/** Of their own, so that what must go on never waits for a session behind what may wait. */
const sizes = {
  ...{ load: 8, begin: 4, close: 4, recovery: 4, administration: 2, notifications: 4, feed: 3, siblings: 1 },
} as const

/** All that a store may have open at once. */
export const sessionsMax = Object.values(sizes).reduce((sum, max) => sum + max, 0)

function createPools(connection: DatabaseLogin, warn: (message: string) => void) {
  const open = (max: number) => createPool(connection, { max, warn })
  return {
    load: open(sizes.load),
    begin: open(sizes.begin),
    close: open(sizes.close),
    recovery: open(sizes.recovery),
    administration: open(sizes.administration),
    notifications: open(sizes.notifications),
    feed: open(sizes.feed),
    siblings: open(sizes.siblings),
  }
}

export type StoreSettings = {
  /** Whose payments are recorded: a database of others' is refused. */
  readonly stage?: GatewayEnvironment
  /** Who else has tables in the database, where its stage is one of theirs. */
  readonly plugIns?: readonly SchemaPlugIn[]
  /** How long an acquirer's answer is waited for; when it is not told, the longest that can be set. */
  readonly acquirerPatienceMs?: number
  /** How long an outcome is kept in memory while the database is away. */
  readonly closePatienceMs?: number
  /** How long recovery leaves a transaction to the node that began it; else it follows from the above. */
  readonly leaseMs?: number
  /** What holds for a merchant about whom nothing else was said. */
  readonly usualProfile?: Profile
  readonly warn?: (message: string) => void
  /** A command beside the gateways: it takes the schema as it is, or not at all. */
  readonly isCommand?: boolean
  /** Told of every group commit of the journal. */
  readonly onCommitted?: JournalOptions['onCommitted']
}

const acquirerPatienceMaxMs = 60_000
/** For what is no wait for the acquirer or the database: who is alive is not to be taken over. */
const allowanceMs = 30_000

export interface Store {
  readonly journal: StoredJournal
  readonly merchants: MerchantReader
  readonly certificateKeys: KeyDirectory
  /** What operators change; the digest chains its log. */
  readonly administration: (digest: EntryDigest) => AdministrationStore
  /** What merchants are told, in sessions of its own: no payment waits for it. Tell says how it is shown. */
  readonly notifications: (tell: DescribePastOrder) => NotificationStore
  /** The same for those who ask, again in sessions of its own: telling does not wait for them. */
  readonly feed: (tell: DescribePastOrder) => FeedStore
  /** What notifications are signed with; whoever changes it notes that, as an administrator does. */
  readonly secrets: SecretReader
  readonly keys: KeyStore
  /** Of terminals. */
  readonly baseKeys: BaseKeyStore
  readonly sealedUses: SealedUseStore
  readonly sessions: SessionStore
  readonly callbacks: CallbackStore
  readonly tokens: TokenStore
  /** By the database's clock. */
  nowMs(): Promise<number>
  /** Whether the store can be used now; asking often costs no more than asking now and then. */
  readiness(): Promise<StoreReadiness>
  owed(): Promise<OwedObligations>
  uses(): readonly PoolUse[]
  /** Waits for statements that are running; outcomes that could not be written are given up. */
  close(): Promise<void>
}
