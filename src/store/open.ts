import type pg from 'pg'
import type { AdministrationStore, Digest } from '../administration/port.ts'
import type { KeyDirectory } from '../http/authentication/credentials.ts'
import type { FeedStore, NotificationStore } from '../notifications/port.ts'
import type { Owed, PoolUse, StoreStanding } from '../observability/port.ts'
import { ordinaryProfile, type Profile } from '../orders/profile.ts'
import type { SessionStore } from '../sessions/port.ts'
import type { Stage } from '../standards/stage.ts'
import type { BaseKeyStore } from '../terminals/port.ts'
import type { KeyStore } from '../vault/keys.ts'
import type { TokenStore } from '../vault/tokenStore.ts'
import { createAdministrationStore } from './administration/administration.ts'
import { createBaseKeyStore } from './baseKeys.ts'
import { type CallbackStore, createCallbackStore } from './callbacks.ts'
import { createCertificateKeys } from './certificateKeys.ts'
import { createCells } from './connection/cells.ts'
import type { Login } from './connection/login.ts'
import { createNow } from './connection/now.ts'
import { createPool, type Logins } from './connection/pool.ts'
import { createJournal, type JournalParts, type StoredJournal } from './journal/journal.ts'
import { createSiblings, type Siblings } from './journal/nodes.ts'
import { createOwed } from './journal/owed.ts'
import { createKeyStore } from './keys/keyStore.ts'
import { createMerchants, type Merchants } from './merchants.ts'
import { createFeedStore, createNotificationStore } from './notifications/notifications.ts'
import type { Tell } from './notifications/read.ts'
import { createSecretReader, type SecretReader } from './notifications/secrets.ts'
import { createStanding, usesOf } from './readiness.ts'
import { requireFit } from './schema/fitness.ts'
import { migrate, requireBoth, requireMigrated } from './schema/migrate.ts'
import { createSealedUseStore, type SealedUseStore } from './sealedUses.ts'
import { createSessionStore } from './sessions.ts'
import { createTokenStore } from './tokens.ts'

/**
 * Opens the database for the running gateway; migrated before, where the owner is known. What cannot be used
 * is refused in one clear line.
 */
export async function openStore(logins: Logins, settings: StoreSettings = {}): Promise<Store> {
  const { gateway } = logins
  await readyDatabase(logins, settings)
  const { acquirerPatienceMs = acquirerPatienceMaxMs, closePatienceMs = 60_000 } = settings
  const leaseMs = settings.leaseMs ?? acquirerPatienceMs + closePatienceMs + allowanceMs
  let isStopped = false
  // Sessions end with the store; only those that end before it are news.
  const warn = (message: string) => {
    if (!isStopped) settings.warn?.(message)
  }
  const pools = createPools(gateway, warn)
  await requireFit(pools.load, gateway).catch(async error => {
    await endAll(pools)
    throw error
  })
  const cells = createCells(pools.load)
  const siblings = settings.isGuest ? undefined : joinSiblings(pools.siblings)
  return {
    journal: createJournal({
      ...{ pools, leaseMs, closePatienceMs, siblings, onCommitted: settings.onCommitted },
      isStopped: () => isStopped,
    }),
    merchants: createMerchants(pools.load, settings.usualProfile),
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
    nowMs: createNow(pools.load),
    standing: createStanding(pools, { stage: settings.stage, warn }),
    owed: createOwed(pools.recovery, createCells(pools.recovery)),
    uses: () => usesOf(pools),
    async close() {
      isStopped = true
      await leave(pools, siblings)
    },
  }
}

/** Whatever its owner did or saw: what counts is what the gateway's own login finds. */
async function readyDatabase({ owner, gateway }: Logins, { stage, isGuest }: StoreSettings): Promise<void> {
  if (owner && isGuest) await requireBoth({ owner, gateway })
  else if (owner) await migrate({ owner, gateway }, stage)
  await requireMigrated(gateway, stage)
}

function joinSiblings(pool: pg.Pool): Siblings {
  const siblings = createSiblings(pool)
  siblings.start()
  return siblings
}

/** Siblings hear of it when nothing is written any more. */
async function leave({ siblings: last, ...others }: Pools, siblings: Siblings | undefined): Promise<void> {
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

function createPools(connection: Login, warn: (message: string) => void) {
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
  readonly stage?: Stage
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
  readonly isGuest?: boolean
  /** Told of every group commit of the journal. */
  readonly onCommitted?: JournalParts['onCommitted']
}

const acquirerPatienceMaxMs = 60_000
/** For what is no wait for the acquirer or the database: who is alive is not to be taken over. */
const allowanceMs = 30_000

export interface Store {
  readonly journal: StoredJournal
  readonly merchants: Merchants
  readonly certificateKeys: KeyDirectory
  /** What operators change; the digest chains its log. */
  readonly administration: (digest: Digest) => AdministrationStore
  /** What merchants are told, in sessions of its own: no payment waits for it. Tell says how it is shown. */
  readonly notifications: (tell: Tell) => NotificationStore
  /** The same for those who ask, again in sessions of its own: telling does not wait for them. */
  readonly feed: (tell: Tell) => FeedStore
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
  standing(): Promise<StoreStanding>
  owed(): Promise<Owed>
  uses(): readonly PoolUse[]
  /** Waits for statements that are running; outcomes that could not be written are given up. */
  close(): Promise<void>
}
