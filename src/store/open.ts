// Opens the store for a running gateway: its pools, and everything that is kept in PostgreSQL. Migrations
// come first, where the owner's login is known.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { TraceNumberLeases } from '../acquirers/iso8583/messages/leases.ts'
import type { ReconciliationStore } from '../acquirers/reconciliation/port.ts'
import type { FreeTraceNumbers, LinkRecords } from '../acquirers/routing/linkRecords.ts'
import type { ArchivingStore } from '../administration/archives/port.ts'
import type { EntryDigest } from '../administration/port.ts'
import type { FigureStore } from '../console/figures/port.ts'
import type { RequestLogStore } from '../console/requestLog/port.ts'
import type { FilterStore, ProjectionStore, SearchStore } from '../console/search/port.ts'
import type { GatewayRecords } from '../console/server/operatorPort.ts'
import type { VerificationStore } from '../console/server/verificationPort.ts'
import type { SignInTries, UserStore } from '../console/users/port.ts'
import type { KeyDirectory } from '../http/authentication/credentials.ts'
import type { FeedStore, NotificationStore } from '../notifications/port.ts'
import type { OwedObligations, OwedOverLink, PoolUse, StoreReadiness } from '../observability/port.ts'
import { ordinaryProfile, type Profile } from '../orders/merchant.ts'
import type { ReceiptStore } from '../pages/receipts/port.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import type { RiskReviews } from '../risk/port.ts'
import type { SessionStore } from '../sessions/port.ts'
import type { ExpiringStore } from '../sessions/sweep.ts'
import type { BaseKeyStore } from '../terminals/port.ts'
import type { RangeStore } from '../threeDSecure/emv/ranges/rangeStore.ts'
import type { AuthenticationRecords, DirectoryServerMerchants } from '../threeDSecure/emv/records.ts'
import type { AuthenticationTraces } from '../threeDSecure/port.ts'
import type { KeyStore, SavedCardStore, TokenStore } from '../vault/stores.ts'
import { createAdministrationStore } from './administration/administration.ts'
import { createDeliver } from './authenticationResults.ts'
import { createAuthenticationRecords, createDirectoryServerMerchants } from './authentications.ts'
import { createAuthenticationTraces } from './authenticationTraces.ts'
import { type CallbackStore, createCallbackStore } from './callbacks.ts'
import { createRangeStore } from './cardRanges.ts'
import { type Cells, createCells, createDatabaseClock } from './connection/cells.ts'
import type { DatabaseLogin } from './connection/login.ts'
import { createPool, type DatabaseLogins, shareSpread } from './connection/pool.ts'
import { createVerificationStore } from './console/auditVerification.ts'
import { createFigureStore } from './console/figures.ts'
import { createSearchStore } from './console/foundOrders.ts'
import { createGatewayRecords } from './console/operatorRecords.ts'
import { createProjectionStore } from './console/projection.ts'
import { createRequestLogStore } from './console/requestLog.ts'
import { createFilterStore } from './console/savedFilters.ts'
import { createExpiringUserRecords, createSignInTries } from './console/userSessions.ts'
import { createUserStore } from './console/users.ts'
import { createJournal, type JournalOptions, type StoredJournal } from './journal/journal.ts'
import { createNodeHeartbeat, type NodeHeartbeat } from './journal/nodes.ts'
import { createOwedCounts } from './journal/obligations.ts'
import { createOwedByLink } from './journal/owedByLink.ts'
import { createKeyStore } from './keys/keyStore.ts'
import { createLinkRecords } from './linkRecords.ts'
import { createCertificateKeys, createMerchantReader, type MerchantReader } from './merchants.ts'
import { createNotificationReader } from './notifications/list.ts'
import {
  createFeedStore,
  createNotificationStore,
  createSecretReader,
  type SecretReader,
} from './notifications/notifications.ts'
import type { DescribePastOrder } from './notifications/read.ts'
import { createReadiness, poolUses } from './readiness.ts'
import { createReceiptStore } from './receipts.ts'
import { createReconciliationStore } from './reconciliation/reconciliations.ts'
import { createRiskCountStore, type RiskCountStore } from './risk/counts.ts'
import { createRiskReviewStore } from './risk/reviews.ts'
import { createRiskRuleReader, type RiskRuleReader } from './risk/ruleReader.ts'
import { createSavedCardStore } from './savedCards.ts'
import { requireFitLogin } from './schema/gatewayLogin.ts'
import { migrate, requireMigrated, requireOriginal, requireSameDatabase } from './schema/migrate.ts'
import type { SchemaPlugIn } from './schema/migrations.ts'
import { createSessionStore } from './sessions.ts'
import { createBaseKeyStore, createSealedUseStore, type SealedUseStore } from './terminals.ts'
import { createTokenStore } from './tokens.ts'
import { createFreeTraceNumbers, createTraceNumberLeases } from './traceNumbers.ts'

/**
 * Opens the database for the running gateway. Where the owner's login is known, the database is migrated
 * first. A database that cannot be used is refused with a one-line message.
 */
export async function openStore(logins: DatabaseLogins, settings: StoreSettings = {}): Promise<Store> {
  const { gateway } = logins
  await prepareDatabase(logins, settings)
  const { acquirerPatienceMs = acquirerPatienceMaxMs, closePatienceMs = 60_000 } = settings
  const { usualProfile: usual = ordinaryProfile } = settings
  const leaseMs = settings.leaseMs ?? acquirerPatienceMs + closePatienceMs + allowanceMs
  let isStopped = false
  // Sessions end when the store is closed; only those that end before that are worth a warning.
  const warn = (message: string) => {
    if (!isStopped) settings.warn?.(message)
  }
  const pools = createPools(gateway, warn)
  await checkPools(pools, gateway)
  const cells = createCells(pools.load)
  const heartbeat = settings.isCommand ? undefined : startHeartbeat(pools.siblings)
  return {
    journal: createJournal({
      ...{ pools, leaseMs, closePatienceMs, heartbeat, onCommitted: settings.onCommitted },
      isStopped: () => isStopped,
    }),
    merchants: createMerchantReader(pools.load, usual),
    certificateKeys: createCertificateKeys(pools.load),
    administration: digest => createAdministrationStore(pools.administration, { digest, usual }),
    notifications: describe => createNotificationStore(pools.notifications, { usual, describe }),
    feed: describe => createFeedStore(pools.feed, describe),
    secrets: createSecretReader(pools.notifications),
    projection: createProjectionStore(pools.projection, createCells(pools.projection)),
    ...consoleStores(pools),
    keys: createKeyStore(pools.load),
    baseKeys: createBaseKeyStore(pools.load),
    sealedUses: createSealedUseStore(pools.load),
    sessions: createSessionStore(pools.load, cells),
    callbacks: createCallbackStore(pools.load, cells),
    receipts: createReceiptStore(pools.load, cells),
    ...createThreeDSecureStores(pools, { isStopped: () => isStopped, onCommitted: settings.onCommitted }),
    ...createPaymentStores(pools.load, cells),
    ...outwardRecords(pools, heartbeat?.nodeId ?? randomUUID()),
    nowMs: createDatabaseClock(pools.load),
    readiness: createReadiness(pools, { stage: settings.stage, warn }),
    owed: createOwedCounts(pools.recovery, createCells(pools.recovery)),
    owedByLink: createOwedByLink(pools.recovery, createCells(pools.recovery)),
    uses: () => poolUses(pools),
    async close() {
      isStopped = true
      await closePools(pools, heartbeat)
    },
  }
}

/** What the console reads, in sessions of its own: no search delays a payment. */
const consoleStores = (pools: Pools) => ({
  search: createSearchStore(pools.console),
  savedFilters: createFilterStore(pools.console),
  auditVerifications: createVerificationStore(pools.console),
  requestLog: createRequestLogStore(pools.console),
  operatorRecords: createGatewayRecords(pools.console, createCells(pools.console)),
  figures: createFigureStore(pools.console),
  orderNotifications: (describe: DescribePastOrder) => ({
    ...createFeedStore(pools.console, describe),
    attempts: createNotificationReader(pools.console).attempts,
  }),
  // Every call of a browser looks up its session.
  users: (digest: EntryDigest) =>
    createUserStore({ reading: pools.console, changing: pools.administration }, digest),
  signInTries: createSignInTries(pools.console, randomUUID),
  expiringUserRecords: createExpiringUserRecords(pools.console),
})

/** What a server of EMV 3-D Secure keeps. Results of challenges are outcomes: no request delays them. */
const createThreeDSecureStores = (
  pools: Pools,
  { isStopped, onCommitted }: Pick<JournalOptions, 'isStopped' | 'onCommitted'>,
) => ({
  authentications: {
    ...createAuthenticationRecords(pools.close, createCells(pools.close)),
    deliver: createDeliver(pools.close, {
      isStopped,
      onCommitted: onCommitted && ((rows, ms) => onCommitted('deliver', rows, ms)),
    }),
  },
  authenticationTraces: createAuthenticationTraces(pools.load),
  directoryServerMerchants: createDirectoryServerMerchants(pools.load),
})

/** Cards under tokens and those of payers, risk rules as payments read them, the counters of attempts. */
const createPaymentStores = (pool: pg.Pool, cells: Cells) => ({
  tokens: createTokenStore(pool),
  savedCards: createSavedCardStore(pool),
  riskRules: createRiskRuleReader(pool),
  riskCounts: createRiskCountStore(pool, cells),
  riskReviews: createRiskReviewStore(pool),
})

/** What nodes share about acquirers and directory servers. */
const outwardRecords = (pools: Pools, nodeId: string) => ({
  traceNumbers: createTraceNumberLeases(pools.load),
  freeTraceNumbers: createFreeTraceNumbers(pools.load),
  linkRecords: createLinkRecords(pools.load, nodeId),
  reconciliation: createReconciliationStore(pools.administration, pools.comparison),
  cardRanges: createRangeStore(pools.administration, nodeId),
})

/** The last check is made with the gateway's own login, whatever the owner's login has seen. */
async function prepareDatabase(
  { owner, gateway }: DatabaseLogins,
  { stage, isCommand, plugIns }: StoreSettings,
): Promise<void> {
  if (owner && isCommand) await requireSameDatabase({ owner, gateway })
  else if (owner) await migrate({ owner, gateway }, stage, plugIns)
  await requireMigrated(gateway, stage, plugIns)
  if (stage === 'live' && !isCommand) await requireOriginal(gateway)
}

/** Where the login is not fit, no session is left. */
async function checkPools(pools: Pools, gateway: DatabaseLogin): Promise<void> {
  await requireFitLogin(pools.load, gateway).catch(async error => {
    await endAll(pools)
    throw error
  })
  shareSpread(pools.load, Object.values(pools))
}

function startHeartbeat(pool: pg.Pool): NodeHeartbeat {
  const heartbeat = createNodeHeartbeat(pool)
  heartbeat.start()
  return heartbeat
}

/** The node signs off after everything else has been written. */
async function closePools(
  { siblings: last, ...others }: Pools,
  heartbeat: NodeHeartbeat | undefined,
): Promise<void> {
  await endAll(others)
  await heartbeat?.leave()
  await last.end()
}

type Pools = ReturnType<typeof createPools>

const endAll = (pools: Readonly<Record<string, pg.Pool>>) =>
  Promise.all(Object.values(pools).map(pool => pool.end()))

/** Separate pools, so that outcomes and recovery never wait for a session behind less urgent work. */
const sizes = {
  ...{ load: 8, begin: 4, close: 4, recovery: 4, administration: 2, notifications: 4, feed: 3, siblings: 1 },
  ...{ projection: 1, comparison: 1, console: 4 },
} as const

/** The most sessions that a store has open at once. */
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
    projection: open(sizes.projection),
    comparison: open(sizes.comparison),
    console: open(sizes.console),
    siblings: open(sizes.siblings),
  }
}

export type StoreSettings = {
  /** Which kind of payments is recorded: a database that is stamped for another stage is refused. */
  readonly stage?: GatewayEnvironment
  /** Plug-ins with tables of their own in the database, where its stage is one of theirs. */
  readonly plugIns?: readonly SchemaPlugIn[]
  /** How long an acquirer's answer is waited for; by default the longest that can be set. */
  readonly acquirerPatienceMs?: number
  /** How long an outcome is kept in memory while the database is away. */
  readonly closePatienceMs?: number
  /** How long recovery leaves a transaction to the node that began it; else it follows from the above. */
  readonly leaseMs?: number
  /** The profile of a merchant for whom nothing else was set. */
  readonly usualProfile?: Profile
  readonly warn?: (message: string) => void
  /** A command that runs beside gateways: it never migrates, and refuses another schema. */
  readonly isCommand?: boolean
  /** Called after every group commit of the journal. */
  readonly onCommitted?: JournalOptions['onCommitted']
}

const acquirerPatienceMaxMs = 60_000
/** For work other than waiting for the acquirer or the database: a live node must not be taken over. */
const allowanceMs = 30_000

export interface Store {
  readonly journal: StoredJournal
  readonly merchants: MerchantReader
  readonly certificateKeys: KeyDirectory
  /** What operators change; the digest chains the entries of its audit log. */
  readonly administration: (digest: EntryDigest) => ArchivingStore
  /** Notifications, in sessions of their own, so that no payment waits for them. */
  readonly notifications: (describe: DescribePastOrder) => NotificationStore
  /** Reading notifications on request, again in sessions of its own, so that sending does not wait. */
  readonly feed: (describe: DescribePastOrder) => FeedStore
  /** The secrets that notifications are signed with; administration changes them, with an audit entry. */
  readonly secrets: SecretReader
  /** Takes in what happened for search and figures, in a session of its own. */
  readonly projection: ProjectionStore
  readonly search: SearchStore
  readonly savedFilters: FilterStore
  readonly auditVerifications: VerificationStore
  readonly figures: FigureStore
  /** For the pages of the console. */
  readonly orderNotifications: (
    describe: DescribePastOrder,
  ) => Pick<NotificationStore, 'attempts' | 'find' | 'list' | 'read'>
  readonly keys: KeyStore
  /** Base keys of terminals. */
  readonly baseKeys: BaseKeyStore
  readonly sealedUses: SealedUseStore
  readonly sessions: SessionStore
  readonly callbacks: CallbackStore
  /** Receipts by e-mail: payments wait for their promise, so it is made where they are loaded. */
  readonly receipts: ReceiptStore
  readonly authentications: AuthenticationRecords
  readonly authenticationTraces: AuthenticationTraces
  readonly directoryServerMerchants: DirectoryServerMerchants
  readonly tokens: TokenStore
  readonly savedCards: SavedCardStore
  /** Users of the console; the digest chains the entries of the audit log. */
  readonly users: (digest: EntryDigest) => UserStore
  readonly signInTries: SignInTries
  readonly expiringUserRecords: readonly ExpiringStore[]
  readonly riskRules: RiskRuleReader
  readonly riskCounts: RiskCountStore
  readonly riskReviews: RiskReviews
  /** Trace numbers of messages to acquirers. */
  readonly traceNumbers: TraceNumberLeases
  /** What of them could be leased now. */
  freeTraceNumbers(): Promise<readonly FreeTraceNumbers[]>
  /** What nodes write down about their links to acquirers. */
  readonly linkRecords: LinkRecords
  /** Card ranges of directory servers, shared by all nodes. */
  readonly cardRanges: RangeStore
  /** Business dates of acquirer hosts, and what was said about their totals. */
  readonly reconciliation: ReconciliationStore
  /** Merchants' API calls, for their developers. */
  readonly requestLog: RequestLogStore
  readonly operatorRecords: GatewayRecords
  /** By the database's clock. */
  nowMs(): Promise<number>
  /** Whether the store can be used now; the answer is cached briefly, so it may be asked often. */
  readiness(): Promise<StoreReadiness>
  owed(): Promise<OwedObligations>
  owedByLink(): Promise<readonly OwedOverLink[]>
  uses(): readonly PoolUse[]
  /** Waits for running statements; outcomes that could not be written yet are given up. */
  close(): Promise<void>
}
