import type { Acquirer, LateAnswerListener } from '../acquirers/port.ts'
import type { ReconciliationWaits } from '../acquirers/reconciliation/reconciler.ts'
import type { AcquirerLinks } from '../acquirers/routing/settings.ts'
import type { Administration } from '../administration/administration.ts'
import { notificationsRoute } from '../http/api/notificationsRoute.ts'
import { apiRoutes } from '../http/api/operationRoutes.ts'
import type { Route } from '../http/api/routes.ts'
import {
  createLoopbackCheck,
  noPlainAddresses,
  plainAddressesOnThisMachine,
} from '../http/policy/plainAddresses.ts'
import { systemNames } from '../notifications/connector.ts'
import { type Instrumentation, noInstrumentation } from '../observability/instrumentation.ts'
import { monitorPublicAddress } from '../observability/publicAddressMonitor.ts'
import { createGateway } from '../operations/gateway.ts'
import { createAccounts } from '../operations/inquiries/accounts.ts'
import { createInteractions } from '../operations/interactions/interactions.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import { createEnrolments } from '../operations/payerAuthentication/enrolments.ts'
import type { Pipeline } from '../operations/pipeline/execution.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { createRecovery, type Recovery } from '../operations/recovery/recovery.ts'
import { identifyWith } from '../operations/requests/prepare.ts'
import { createReferenceSources } from '../operations/requests/sources.ts'
import { ordinaryProfile, sandboxProfile } from '../orders/merchant.ts'
import type { OrderPeriods } from '../orders/periods.ts'
import type { BrandFiles } from '../pages/brandFiles.ts'
import { checkoutRoutes } from '../pages/checkout/routes.ts'
import { fieldRoutes } from '../pages/fields/routes.ts'
import { manifestRoute } from '../pages/manifest.ts'
import { providerRoutes } from '../pages/provider/routes.ts'
import { createReceiptTraces } from '../pages/receipts/receiptTraces.ts'
import { scriptRoutes } from '../pages/scripts.ts'
import { threeDSecureRoutes } from '../pages/threeDSecure/routes.ts'
import { systemClock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { WorkInHand } from '../platform/limits/workInHand.ts'
import type { Log } from '../platform/log.ts'
import { keyedHash } from '../platform/secretBox.ts'
import type { ProviderLinks } from '../providers/link/settings.ts'
import { absentProvider } from '../providers/port.ts'
import { createDecoys } from '../sessions/decoys.ts'
import { createIsMerchantSession } from '../sessions/heldSession.ts'
import { createSessions } from '../sessions/sessions.ts'
import { sweepExpired } from '../sessions/sweep.ts'
import type { DatabaseLogins } from '../store/connection/pool.ts'
import type { MerchantReader } from '../store/merchants.ts'
import { openStore, type Store, sessionsMax } from '../store/open.ts'
import { createBaseKeys } from '../terminals/baseKeys.ts'
import { createTerminals } from '../terminals/terminals.ts'
import type { ThreeDSecureServer } from '../threeDSecure/emv/settings.ts'
import { absentAuthenticator, absentLegacyEnrolmentRegister } from '../threeDSecure/port.ts'
import { createVault } from '../vault/cards.ts'
import { type Keyring, type KeyringDependencies, monitorKeys, openKeyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'
import { createSavedCards } from '../vault/savedCards.ts'
import { createTokenVault } from '../vault/tokens.ts'
import type { Wallet } from '../wallets/wallets.ts'
import { openAcquirerLinks } from './acquirerLinks.ts'
import { type MonitoredAuditHead, openAdministration, openAuditHead } from './administration.ts'
import { type OpenConsole, openConsole } from './console.ts'
import { openNotifications } from './notifications.ts'
import type { ObservedGateway } from './observability.ts'
import { type OpenProviderLinks, openProviderLinks } from './providerLinks.ts'
import { type MailSettings, openReceipts } from './receipts.ts'
import { type OpenRequestLog, openRequestLog, type RequestLogLimits } from './requestLog.ts'
import { type DemoOptions, openSandbox, type Sandbox } from './sandbox.ts'
import { storePlugIns } from './sandboxControl.ts'
import { type OpenThreeDSecureServer, openThreeDSecureServer } from './threeDSecureServer.ts'
import { openWallets } from './wallets.ts'

/**
 * The parts list of the gateway: what it is built of, in which order, on a database that runs already.
 * Whatever is simulated comes from openSandbox; everything else is the same in every environment.
 */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { log, stops, stage, origin, instrumentation = noInstrumentation } = options
  const warn = (reason: string) => log.warn('database', { reason })

  // The database, the keys, and who answers for cards: links to acquirers, or the acquirer simulator.
  const { store, keyring } = await openStoreAndKeys(options, warn)
  const { merchants, certificateKeys } = store
  const opened = { options, store, keyring, warn }
  const counterparts = await openCounterparts(opened, (ask, answer) => recovery.hearLate(ask, answer))
  const { sandbox, providers, wallets } = counterparts
  // Transactions: the pipeline that executes them, and recovery of what was left open.
  const { pipeline, sessions, decoys, tokens, savedCards } = createPipeline({ ...opened, ...counterparts })
  const recovery = createRecovery({ pipeline, log, intervalMs: 1_000, around: instrumentation.recovery })
  await startRecovery(recovery, options)
  stops.push(await store.riskRules.start(warn), sweepExpired([decoys, ...expiringIn(store)], warn))
  // Administration: merchants and keys of the first start, and the head of the audit log.
  const administration = openAdministration({ store, keyring, actor: 'sandbox' })
  const first = firstMerchants(options.merchants, merchants, administration)
  await Promise.all([first.addMerchants(), sandbox.addTestKeys()])
  const auditHead = await openAuditHead(options, { store, keyring })
  // Notifications, and everything that is served over HTTP.
  const notificationStore = store.notifications(notifiedRecordOf)
  const notifications = openNotifications({ ...options, store, notificationStore, keyring })
  const address = monitorPublicAddress({ log, origin, isSession: createIsMerchantSession(store.sessions) })
  const interactions = createInteractions(pipeline)
  await counterparts.directory?.listen(interactions)
  const served = { gateway: instrumentation.gateway(createGateway(pipeline)), sessions, decoys }
  const letters = openReceipts({ ...options, store, gateway: served.gateway, outbox: sandbox.outbox })
  const payers = { interactions, merchants, savedCards, ...letters }
  const requestLog = openRequestLog({ ...options, store })
  const called = { ...served, ...requestLog, notifications, administration, pipeline }
  const observed = { ...address, store, notifications: notificationStore, ...counterparts.observed }
  const beginAuditHead = async () => auditHead?.begin()
  const sandboxed = { ...first, interactions, administration, recovery, notifications, beginAuditHead }
  const { corner, routes: sandboxRoutes } = sandbox.serve({ ...sandboxed, ...wallets, ...letters })
  const console = openConsole({ ...options, ...opened, ...called, corner })
  const [accounts, enrolments] = [createAccounts({ ...pipeline, tokens }), createEnrolments(pipeline)]
  return {
    routes: [
      ...apiRoutes({ ...served, accounts, enrolments, isPlainAddressAllowed: plainAddressesIn(stage) }),
      ...pageRoutes({ ...options, ...served, ...address, ...wallets, ...payers }, stage),
      ...[...providers.routes(interactions), notificationsRoute(notifications.feed)],
      ...[...sandboxRoutes, ...console.routes],
    ],
    ...{ origin, merchants, certificateKeys, ...requestLog, pepper: keyring.secrets.passwordPepper },
    observed: { ...observed, ...troublesOf(keyring, auditHead) },
    ...{ databaseSessionsMax: sessionsMax + sandbox.databaseSessionsMax, consolePath: console.enterPath },
    firstCallLines: sandbox.firstCallLines,
  }
}

const expiringIn = (store: Store) => [
  ...[store.sessions, store.callbacks, store.sealedUses, store.authentications, store.riskCounts],
  ...[store.receipts, ...store.expiringUserRecords],
]

/**
 * When no other node uses the database, whatever was left open was left by a process of this node that has
 * ended.
 */
async function startRecovery(recovery: Recovery, { isAlone, stops }: AssemblyOptions): Promise<void> {
  if (isAlone) await recovery.takeOver({ all: true })
  recovery.start()
  stops.push(recovery.stop)
}

type CounterpartsOptions = {
  readonly options: AssemblyOptions
  readonly store: Store
  readonly keyring: Keyring
  readonly warn: (reason: string) => void
}

/** Whoever answers for cards, and whatever is simulated. Where payments are real, nothing is. */
async function openCounterparts(
  { options, ...opened }: CounterpartsOptions,
  onLateAnswer: LateAnswerListener,
) {
  const { stage, acquirerLinks } = options
  const links =
    acquirerLinks &&
    (await openAcquirerLinks({ ...options, ...opened, acquirerLinks, onLateAnswer, audit: auditOf(opened) }))
  const isLinked = links !== undefined
  const sandbox = isTest(stage)
    ? await openSandbox({ ...options, ...opened, isLinked, onLateAnswer })
    : nothingSimulated
  const acquirer = links?.acquirer ?? sandbox.acquirer
  if (!acquirer) throw new StartRefusal('There is a link to no acquirer: no card can be charged.')
  const { statuses: linkStatuses = () => [], reconciliation } = links ?? {}
  const directory = await openDirectoryServers({ options, ...opened })
  const providers = await openProviderLinks({ ...options, instrument: options.instrumentation?.provider })
  const { cardRanges } = directory ?? {}
  const observed = { linkStatuses, reconciliation, cardRanges, providers: providers.statuses }
  const wallets = openWallets({ ...options, ...opened, sandbox })
  return { sandbox, acquirer: providers.acquirer(acquirer), directory, providers, wallets, observed }
}

/** Where there are directory servers, nobody else authenticates payers: not even a sandbox's simulator. */
async function openDirectoryServers({ options, store }: Pick<CounterpartsOptions, 'options' | 'store'>) {
  const { threeDSecureServer, host = '127.0.0.1', instrumentation } = options
  const monitor = instrumentation?.directoryServers
  return (
    threeDSecureServer &&
    (await openThreeDSecureServer({ ...options, threeDSecureServer, host, store, monitor }))
  )
}

/** What the gateway does by itself is audited in its own name. */
const auditOf = (opened: Pick<CounterpartsOptions, 'store' | 'keyring'>) =>
  openAdministration({ ...opened, actor: 'gateway' }).audit

const nothingSimulated: Sandbox = {
  databaseSessionsMax: 0,
  addTestKeys: async () => undefined,
  serve: () => ({ routes: [] }),
}

async function openStoreAndKeys(options: AssemblyOptions, warn: (reason: string) => void) {
  const { logins, keys, stage, acquirerPatienceMs, instrumentation = noInstrumentation, log, stops } = options
  const usualProfile = stage === 'sandbox' ? sandboxProfile : ordinaryProfile
  const { committed: onCommitted } = instrumentation
  const store = await openStore(logins, {
    ...{ stage, warn, plugIns: storePlugIns, acquirerPatienceMs, usualProfile, onCommitted },
  })
  stops.push(store.close)
  const keyring = await openKeyring({ keys, store: store.keys })
  stops.push(monitorKeys(keyring, { warn: reason => log.warn('keys', { reason }) }))
  return { store, keyring }
}

const troublesOf = (keyring: Keyring, head: MonitoredAuditHead | undefined) => ({
  lacksKey: () => keyring.trouble() !== undefined,
  isAuditUnfit: () => head?.isUnfit() ?? false,
})

export type AssemblyOptions = {
  readonly logins: DatabaseLogins
  /** Whether no other node uses this database. */
  readonly isAlone: boolean
  /** Whether its payments are sandbox, rehearsed production or live. The database is stamped with it. */
  readonly stage: GatewayEnvironment
  readonly keys: KeyringDependencies['keys']
  /** The links to acquirers; absent: there are none, and the acquirer simulator answers for cards. */
  readonly acquirerLinks?: AcquirerLinks | undefined
  /** The directory servers that authenticate payers; absent: only a sandbox has a simulated one. */
  readonly threeDSecureServer?: ThreeDSecureServer | undefined
  /** The links to payment providers; absent: only a sandbox has a simulated one. */
  readonly providerLinks?: ProviderLinks | undefined
  /** The wallets that merchants may offer; a sandbox has a simulated one besides. */
  readonly wallets?: readonly Wallet[] | undefined
  /** Where this node listens. */
  readonly host?: string
  /** Shorter in tests. */
  readonly reconciliationWaits?: Partial<ReconciliationWaits> | undefined
  /** Merchants that are added at the first start. */
  readonly merchants: readonly FirstMerchant[]
  readonly acquirerPatienceMs: number
  readonly orderWaitMs: number
  /** How long authorizations live, and when batches are closed; absent: as usual. */
  readonly periods?: OrderPeriods
  /** What payers read of card networks; absent: nothing. */
  readonly cardNames?: readonly string[] | undefined
  readonly brandFiles?: BrandFiles | undefined
  /** The operator's mail server; absent: no receipts by e-mail, but for a sandbox, which shows them. */
  readonly mail?: MailSettings | undefined
  /** How much the node has in hand; absent: nobody counts it. */
  readonly workInHand?: WorkInHand | undefined
  /** How much of merchants' API calls is kept; absent: nothing. */
  readonly requestLog?: RequestLogLimits | undefined
  /** The address at which payers' browsers reach this gateway. */
  readonly origin: () => string
  /** The file in which the head of the audit log is kept; absent: it is not kept. */
  readonly auditHead?: string
  /** For a sandbox: how the demo shop calls the gateway. */
  readonly demo?: DemoOptions
  readonly log: Log
  /** How to stop what was started, in the order of starting; filled also when the assembly fails half-way. */
  readonly stops: (() => Promise<unknown>)[]
  /** Aborted when the node is about to stop: requests that only wait for notifications are answered then. */
  readonly stopping?: AbortSignal
  /** Metrics and traces; absent: none. */
  readonly instrumentation?: Instrumentation
  /** Wraps the acquirer, so that tests can observe and change its answers. */
  readonly between?: (acquirer: Acquirer) => Acquirer
}

type FirstMerchant = { readonly merchantId: string; readonly cell: number; readonly password: string }

export type Assembly = Pick<Store, 'certificateKeys' | 'merchants'> &
  OpenRequestLog & {
    readonly routes: readonly Route[]
    /** Where payers' browsers and examples reach this gateway. */
    readonly origin: () => string
    readonly observed: ObservedGateway
    /** The key under which passwords are hashed. */
    readonly pepper: Buffer
    /** How many database sessions this node may need. */
    readonly databaseSessionsMax: number
    /** Only of a sandbox. */
    readonly firstCallLines: Sandbox['firstCallLines'] | undefined
    readonly consolePath: OpenConsole['enterPath'] | undefined
  }

type PipelineOptions = {
  readonly options: AssemblyOptions
  readonly store: Store
  readonly keyring: Keyring
  readonly sandbox: Sandbox
  readonly acquirer: Acquirer
  readonly directory: OpenThreeDSecureServer | undefined
  readonly providers: OpenProviderLinks
}

/** Everything that executing a transaction needs. */
function createPipeline(parts: PipelineOptions) {
  const { options, store, keyring, sandbox, acquirer, directory, providers } = parts
  const { stage, instrumentation = noInstrumentation } = options
  const { secrets, wrapping } = keyring
  const vault = createVault(keyring)
  const box = createMerchantBox(keyring.sessions)
  const sessions = createSessions({ store: store.sessions, box, describeCard: vault.describeCard })
  const { cardHash: cardKey } = secrets
  const tokens = createTokenVault({ vault, store: store.tokens, cardKey })
  const savedCards = createSavedCards({ vault, tokens, store: store.savedCards, cardKey })
  const counterparties: Counterparties = {
    authenticator: absentAuthenticator,
    enrolments: absentLegacyEnrolmentRegister,
    ...sandbox.counterparties,
    provider: providers.provider(sandbox.counterparties?.provider ?? absentProvider),
    ...(directory && { authenticator: directory.authenticator }),
    callbacks: store.callbacks,
    origin: options.origin,
  }
  const pipeline: Pipeline = {
    journal: instrumentation.journal(store.journal),
    acquirer: instrumentation.acquirer(options.between?.(acquirer) ?? acquirer),
    vault,
    identify: identifyWith(secrets.fingerprint, vault.cardHash),
    sources: createReferenceSources({
      ...{ sessions, tokens, journal: store.journal, vault, enrolments: counterparties.enrolments },
      terminals: createTerminals({
        keys: createBaseKeys({ store: store.baseKeys, wrapping, withTestKeys: stage === 'sandbox' }),
        uses: store.sealedUses,
        hashKey: keyedHash(secrets.fingerprint, 'sealed uses'),
      }),
    }),
    counterparties: instrumentation.counterparties(counterparties),
    authenticationTraces: store.authenticationTraces,
    receiptTraces: createReceiptTraces(store.receipts),
    ...{ risk: store.riskRules, reviews: store.riskReviews },
    profileOf: async merchantId => (await store.merchants.find(merchantId))?.profile,
    clock: systemClock,
    patienceMs: options.acquirerPatienceMs,
    orderWaitMs: options.orderWaitMs,
    periods: options.periods,
    whileWaiting: options.workInHand?.whileWaiting,
    isTest: isTest(stage),
  }
  const decoyKey = keyedHash(secrets.fingerprint, 'decoys')
  const decoys = createDecoys({ describeCard: vault.describeCard, clock: systemClock, key: decoyKey })
  return { pipeline, sessions, decoys, tokens, savedCards }
}

/** The pages that payers' browsers open. */
function pageRoutes(given: PageOptions, stage: GatewayEnvironment): readonly Route[] {
  const pages = { ...given, isSandbox: stage === 'sandbox', isTest: isTest(stage), clock: systemClock }
  return [
    ...checkoutRoutes(pages),
    ...fieldRoutes(pages),
    ...scriptRoutes(),
    ...(given.brandFiles?.routes ?? []),
    manifestRoute,
    ...threeDSecureRoutes(pages),
    ...providerRoutes(pages),
  ]
}

type PageOptions = Omit<
  Parameters<typeof checkoutRoutes>[0] &
    Parameters<typeof fieldRoutes>[0] &
    Parameters<typeof threeDSecureRoutes>[0] &
    Parameters<typeof providerRoutes>[0],
  'clock' | 'isSandbox' | 'isTest'
>

/** The merchants of the first start, and a function that adds them again after a sandbox was emptied. */
function firstMerchants(
  first: readonly FirstMerchant[],
  merchants: MerchantReader,
  administration: Administration,
) {
  return {
    merchantIds: first.map(({ merchantId }) => merchantId),
    async addMerchants() {
      for (const merchant of first) {
        await administration.merchants.ensure(merchant)
        merchants.forget(merchant.merchantId)
      }
    },
  }
}

/** The addresses without TLS that merchants may name: those on this machine, and only in a sandbox. */
const plainAddressesIn = (stage: GatewayEnvironment) =>
  stage === 'sandbox'
    ? plainAddressesOnThisMachine(createLoopbackCheck({ resolve: systemNames, clock: systemClock }))
    : noPlainAddresses
