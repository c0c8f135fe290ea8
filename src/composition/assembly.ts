import type { Acquirer, LateAnswerListener } from '../acquirers/port.ts'
import type { Administration } from '../administration/administration.ts'
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
import { createEnrolments } from '../operations/payerAuthentication/enrolments.ts'
import type { Pipeline } from '../operations/pipeline/execution.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { createRecovery } from '../operations/recovery/recovery.ts'
import { identifyWith } from '../operations/requests/prepare.ts'
import { createReferenceSources } from '../operations/requests/sources.ts'
import { ordinaryProfile, sandboxProfile } from '../orders/merchant.ts'
import { systemClock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { keyedHash } from '../platform/secretBox.ts'
import type { AcquirerBooks } from '../sandbox/acquirer/books.ts'
import { type AcquirerSimulatorOptions, createAcquirerSimulator } from '../sandbox/acquirer/simulator.ts'
import { sandboxControlRoutes } from '../sandbox/control/routes.ts'
import { openBooks } from '../sandbox/store/books.ts'
import { sandboxSchema } from '../sandbox/store/schema.ts'
import { createDecoys } from '../sessions/decoys.ts'
import { createIsMerchantSession } from '../sessions/heldSession.ts'
import { createSessions } from '../sessions/sessions.ts'
import { type ExpiringStore, sweepExpired } from '../sessions/sweep.ts'
import type { DatabaseLogins } from '../store/connection/pool.ts'
import type { MerchantReader } from '../store/merchants.ts'
import { openStore, type Store } from '../store/open.ts'
import { createBaseKeys } from '../terminals/baseKeys.ts'
import { createTerminals } from '../terminals/terminals.ts'
import { createVault } from '../vault/cards.ts'
import { type Keyring, type KeyringDependencies, monitorKeys, openKeyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'
import { createTokenVault } from '../vault/tokens.ts'
import { keepAuditHead, type MonitoredAuditHead, openAdministration } from './administration.ts'
import { testKeysOf } from './baseKeys.ts'
import { type Emulation, type Met, openCounterparts } from './counterparts.ts'
import { openNotifying } from './notifications.ts'
import type { ObservedGateway } from './observability.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

/** Everything behind the door, put together on a database that is there already. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { logins, log, stops, stage, demo, instrumentation: watch = noInstrumentation } = options
  const warn = (reason: string) => log.warn('database', { reason })
  const store = await openStore(logins, {
    ...{ stage, warn, plugIns: [sandboxSchema], acquirerPatienceMs: options.acquirerPatienceMs },
    usualProfile: stage === 'sandbox' ? sandboxProfile : ordinaryProfile,
    onCommitted: watch.committed,
  })
  const kept = openBooks(logins.gateway, { warn })
  stops.push(store.close, kept.close)
  const sandbox = stage === 'sandbox' ? await openSandbox(logins, warn) : undefined
  if (sandbox) stops.push(sandbox.close)
  const keyring = await openKeyring({ keys: options.keys, store: store.keys })
  stops.push(monitorKeys(keyring, { warn: reason => log.warn('keys', { reason }) }))
  const hearLate: LateAnswerListener = (ask, answer) => recovery.hearLate(ask, answer)
  const key = keyring.secrets.fingerprint
  const emulation = sandbox && { ...kept, demo, key, now: sandbox.simulation.now }
  const address = monitorPublicAddress({ ...options, isSession: createIsMerchantSession(store.sessions) })
  const met = openCounterparts({ ...options, ...address, store, emulation })
  const { road, held, tokens } = layRoad({ options, store, ...kept, sandbox, keyring, hearLate, met })
  const recovery = createRecovery({ pipeline: road, log, intervalMs: 1_000, around: watch.recovery })
  // Alone with its database, a node knows that whoever left something open is dead: it was itself.
  if (options.isAlone) await recovery.takeOver({ all: true })
  recovery.start()
  stops.push(recovery.stop, sweepExpired(shelvesOf(store, held), warn))
  const administration = openAdministration({ store, keyring, actor: 'sandbox' })
  const first = firstMerchants(options.merchants, store.merchants, administration)
  const addTestKeys = testKeysOf({ store, keyring, sandbox })
  await Promise.all([first.addMerchants(), addTestKeys()])
  const head = await keepAuditHead(options, { store, keyring })
  const notifications = store.notifications(notifiedRecordOf)
  const notifying = openNotifying({ options, store, notifications, keyring })
  const control = sandbox?.control({
    ...{ merchants: store.merchants, administration, books: kept.books, recovery, notifying },
    ...{ ...first, addTestKeys, forgetPostings: kept.forget, forgetScripts: met.forgetScripts },
    beginAuditHead: async () => head?.begin(),
  })
  const gateway = watch.gateway(createGateway(road))
  const served = { accounts: createAccounts({ ...road, tokens }), enrolments: createEnrolments(road) }
  const api = { gateway, ...held, ...served, isPlainAddressAllowed: plainIn(stage) }
  const pages = met.routes({ gateway, ...held, interactions: createInteractions(road) })
  const others = [...pages, ...notifying.routes]
  return {
    routes: [...apiRoutes(api), ...others, ...(control ? sandboxControlRoutes(control, others) : [])],
    merchants: store.merchants,
    certificateKeys: store.certificateKeys,
    pepper: keyring.secrets.passwordPepper,
    observed: { ...address, store, notifications, ...troublesOf(keyring, head) },
  }
}

const troublesOf = (keyring: Keyring, head: MonitoredAuditHead | undefined) => ({
  lacksKey: () => keyring.trouble() !== undefined,
  isAuditUnfit: () => head?.isUnfit() ?? false,
})

export type AssemblyOptions = {
  readonly logins: DatabaseLogins
  /** Whether no other node works on this database. */
  readonly isAlone: boolean
  /** What its payments are; the database is stamped with it. */
  readonly stage: GatewayEnvironment
  readonly keys: KeyringDependencies['keys']
  /** Who is there from the beginning. */
  readonly merchants: readonly FirstMerchant[]
  readonly acquirerPatienceMs: number
  readonly orderWaitMs: number
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
  /** The file in which the end of the audit log is kept; without one, it is not. */
  readonly auditHead?: string
  /** For a sandbox: the shop that shows how it is done, and how it calls. */
  readonly demo?: Emulation['demo']
  readonly log: Log
  /** How to stop what was started, in the order of starting; also when the rest could not be. */
  readonly stops: (() => Promise<unknown>)[]
  /** Aborted when the node is about to stop: who only waits for news need not any more. */
  readonly stopping?: AbortSignal
  /** Who measures and traces; without it, nobody does. */
  readonly instrumentation?: Instrumentation
  /** What stands between the gateway and its acquirer: tests listen there. */
  readonly between?: (acquirer: Acquirer) => Acquirer
}

type FirstMerchant = { readonly merchantId: string; readonly cell: number; readonly password: string }

export type Assembly = Pick<Store, 'certificateKeys' | 'merchants'> & {
  readonly routes: readonly Route[]
  readonly observed: ObservedGateway
  /** The key under which passwords are hashed. */
  readonly pepper: Buffer
}

type Ground = {
  readonly options: AssemblyOptions
  readonly store: Store
  readonly books: AcquirerBooks
  readonly sandbox: Sandbox | undefined
  readonly keyring: Keyring
  readonly hearLate: LateAnswerListener
  readonly met: Met
}

function layRoad({ options, store, books, sandbox, keyring, hearLate, met }: Ground) {
  const { wrapping } = keyring
  const vault = createVault(keyring)
  const box = createMerchantBox(keyring.sessions)
  const sessions = createSessions({ store: store.sessions, box, describeCard: vault.describeCard })
  const tokens = createTokenVault({ vault, store: store.tokens, cardKey: keyring.secrets.cardHash })
  const acquirer = simulatorFor(options.stage, {
    now: systemClock.now,
    books,
    onLateAnswer: hearLate,
    ...sandbox?.simulation,
  })
  const { instrumentation: watch = noInstrumentation } = options
  const road: Pipeline = {
    journal: watch.journal(store.journal),
    acquirer: watch.acquirer(options.between?.(acquirer) ?? acquirer),
    vault,
    identify: identifyWith(keyring.secrets.fingerprint, vault.cardHash),
    sources: createReferenceSources({
      ...{ sessions, tokens, journal: store.journal, vault },
      enrolments: met.counterparts.enrolments,
      terminals: createTerminals({
        keys: createBaseKeys({ store: store.baseKeys, wrapping, withTestKeys: options.stage === 'sandbox' }),
        uses: store.sealedUses,
        hashKey: keyedHash(keyring.secrets.fingerprint, 'sealed uses'),
      }),
    }),
    counterparties: watch.counterparties(met.counterparts),
    clock: systemClock,
    patienceMs: options.acquirerPatienceMs,
    orderWaitMs: options.orderWaitMs,
    isTest: isTest(options.stage),
  }
  const decoyKey = keyedHash(keyring.secrets.fingerprint, 'decoys')
  const decoys = createDecoys({ describeCard: vault.describeCard, clock: systemClock, key: decoyKey })
  return { road, held: { sessions, decoys }, tokens }
}

const shelvesOf = (
  store: Store,
  { decoys }: { readonly decoys: ExpiringStore },
): readonly ExpiringStore[] => [store.sessions, decoys, store.callbacks, store.sealedUses]

/** Whatever is added to stages later, nobody's real card is ever answered for by what makes answers up. */
function simulatorFor(stage: GatewayEnvironment, parts: AcquirerSimulatorOptions): Acquirer {
  if (!isTest(stage))
    throw new StartRefusal('This release has a link to no acquirer: no card can be charged.')
  return createAcquirerSimulator(parts)
}

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

const plainIn = (stage: GatewayEnvironment) =>
  stage === 'sandbox'
    ? plainAddressesOnThisMachine(createLoopbackCheck({ resolve: systemNames, clock: systemClock }))
    : noPlainAddresses
