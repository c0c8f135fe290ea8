import type { Acquirer, LateAnswerListener } from '../acquirers/port.ts'
import { withoutLinks } from '../acquirers/routing/withoutLinks.ts'
import type { Administration } from '../administration/administration.ts'
import { gatewayOption } from '../commands/gatewayConnection.ts'
import { ticketCall } from '../console/server/sandboxEntry.ts'
import type { SandboxCorner } from '../console/server/sandboxPort.ts'
import type { Route } from '../http/api/routes.ts'
import type { Interactions } from '../operations/interactions/interactions.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import type { Recovery } from '../operations/recovery/recovery.ts'
import type { ReceiptSender } from '../pages/receipts/receiptSender.ts'
import { systemClock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { StartRefusal } from '../platform/errors.ts'
import { keyedHash } from '../platform/secretBox.ts'
import { createAcquirerSimulator } from '../sandbox/acquirer/simulator.ts'
import { directoryMerchantRoutes } from '../sandbox/control/directoryMerchantRoutes.ts'
import { notificationKeyRoutes, sandboxControlRoutes } from '../sandbox/control/routes.ts'
import { demoRoutes } from '../sandbox/demo/routes.ts'
import type { DemoShopOptions } from '../sandbox/demo/shop.ts'
import { firstCallLines, type HomeRouteOptions, homeRoute } from '../sandbox/homePage.ts'
import { createOutbox, type LetterOutbox, sandboxSender } from '../sandbox/letters/outbox.ts'
import { providerSimulatorRoutes } from '../sandbox/provider/routes.ts'
import { createProviderSimulator } from '../sandbox/provider/simulator.ts'
import { booksSessionsMax, type OpenBooks, openBooks } from '../sandbox/store/books.ts'
import { testKeys } from '../sandbox/terminal/testKeys.ts'
import { createLegacyEnrolmentRegister, createLegacyIssuer } from '../sandbox/threeDSecure/legacy.ts'
import { threeDSecureSimulatorRoutes } from '../sandbox/threeDSecure/routes.ts'
import { createAuthenticationScripts } from '../sandbox/threeDSecure/scripts.ts'
import { createThreeDSecureSimulator } from '../sandbox/threeDSecure/simulator.ts'
import {
  simulatedWallet,
  simulatedWalletRoutes,
  simulatedWalletScript,
} from '../sandbox/wallet/simulatedWallet.ts'
import type { DatabaseLogins } from '../store/connection/pool.ts'
import type { MerchantReader } from '../store/merchants.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Wallets } from '../wallets/port.ts'
import type { Wallet } from '../wallets/wallets.ts'
import { openBaseKeyAdministration } from './baseKeys.ts'
import type { OpenNotifications } from './notifications.ts'
import { openSandboxControl } from './sandboxControl.ts'

/**
 * Everything simulated that a gateway can have. The stage decides how much of it: a sandbox has all (but for
 * the acquirer simulator, where a link answers for cards), rehearsed production has the acquirer simulator
 * and nothing else, and live production cannot open it at all. Besides this file only sandboxControl.ts,
 * baseKeys.ts (public test keys) and program.ts (commands) import src/sandbox.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { logins, stage, stops, warn, isLinked } = options
  // Holds for stages that may be added later too: a simulator never answers for a real card.
  if (!isTest(stage)) throw new StartRefusal('Where payments are real, nothing is simulated.')
  if (stage === 'simulated' && isLinked)
    throw new StartRefusal('A rehearsal has no link to an acquirer: payments are either a test or real.')
  const open = openBooks(logins.gateway, { warn })
  stops.push(open.close)
  return stage === 'sandbox' ? openWholeSandbox(options, open) : acquirerOnly(options, open)
}

type SandboxOptions = {
  readonly logins: DatabaseLogins
  readonly stage: GatewayEnvironment
  readonly store: Store
  readonly keyring: Keyring
  /** The address at which payers' browsers reach this gateway. */
  readonly origin: () => string
  readonly demo?: DemoOptions | undefined
  /** Whether a link answers for cards, in place of the acquirer simulator. */
  readonly isLinked?: boolean
  /** Directory servers, where those authenticate payers. */
  readonly threeDSecureServer?: object | undefined
  readonly onLateAnswer: LateAnswerListener
  readonly warn: (message: string) => void
  readonly stops: (() => Promise<unknown>)[]
}

/** The demo shop and the first page: how they call the gateway, and the password as it may be shown. */
export type DemoOptions = Omit<DemoShopOptions, 'clock' | 'origin'> & Pick<HomeRouteOptions, 'password'>

export type Sandbox = {
  /** The acquirer simulator; absent where a link answers for cards. */
  readonly acquirer?: Acquirer
  /** Database sessions that the simulator may need, beside those of the store. */
  readonly databaseSessionsMax: number
  /** The simulated 3-D Secure servers and payment providers; absent outside of a sandbox. */
  readonly counterparties?: Pick<Counterparties, 'authenticator' | 'enrolments' | 'provider'>
  /** Adds the public test keys of terminals; does nothing outside of a sandbox. */
  readonly addTestKeys: () => Promise<void>
  /** Takes letters where there is no mail server; absent outside of a sandbox. */
  readonly outbox?: { readonly mailer: LetterOutbox; readonly from: string }
  /** The simulated wallet, and the script of its sheet; absent outside of a sandbox. */
  readonly wallet?: { readonly configured: Wallet; readonly script: typeof simulatedWalletScript }
  readonly serve: (gateway: SandboxGateway) => ServedSandbox
  /** A first request to paste; absent outside of a sandbox. */
  readonly firstCallLines?: typeof firstCallLines
}

export type ServedSandbox = {
  /** Pages of the simulators, the demo shop and the control API; none outside of a sandbox. */
  readonly routes: readonly Route[]
  /** What the console controls; absent outside of a sandbox. */
  readonly corner?: SandboxCorner
}

/** The parts of the gateway that the sandbox acts on. */
type SandboxGateway = {
  readonly interactions: Interactions
  readonly administration: Administration
  readonly recovery: Recovery
  readonly notifications: OpenNotifications
  readonly receiptSender?: ReceiptSender
  /** The merchants of the first start, and a function that adds them. */
  readonly merchantIds: readonly string[]
  readonly addMerchants: () => Promise<void>
  readonly beginAuditHead: () => Promise<unknown>
  readonly wallets: Wallets
}

/**
 * Rehearsed production: test cards are answered by the acquirer simulator, and everything else is as in
 * production.
 */
function acquirerOnly({ onLateAnswer }: SandboxOptions, { books }: OpenBooks): Sandbox {
  return {
    acquirer: withoutLinks(createAcquirerSimulator({ now: systemClock.now, books, onLateAnswer })),
    databaseSessionsMax: booksSessionsMax,
    addTestKeys: async () => undefined,
    serve: () => ({ routes: [] }),
  }
}

async function openWholeSandbox(options: SandboxOptions, open: OpenBooks): Promise<Sandbox> {
  const { logins, store, keyring, onLateAnswer, warn, stops, isLinked = false } = options
  const { books, forget: forgetPostings } = open
  const { merchants } = store
  const { simulation, baseKeys: records, control, corner, close } = await openSandboxControl(logins, warn)
  stops.push(close)
  const simulators = createSimulators(options, open, simulation.now)
  const baseKeys = openBaseKeyAdministration({ store, keyring, records, isSandbox: true, actor: 'sandbox' })
  const addTestKeys = () => baseKeys.ensureTestKeys(testKeys)
  const { authenticator, enrolments, provider } = simulators
  const outbox = createOutbox(systemClock)
  const forgetScripts = () => {
    simulators.forgetScripts()
    outbox.empty()
  }
  return {
    ...(!isLinked && {
      acquirer: withoutLinks(createAcquirerSimulator({ books, onLateAnswer, ...simulation })),
    }),
    databaseSessionsMax: booksSessionsMax,
    counterparties: { authenticator, enrolments, provider },
    addTestKeys,
    outbox: { mailer: outbox, from: sandboxSender },
    wallet: { configured: simulatedWallet, script: simulatedWalletScript },
    serve(gateway) {
      const { secrets } = gateway.notifications
      const routes = [
        ...simulators.routes(gateway.interactions),
        ...notificationKeyRoutes({ secrets, ownerOf: merchants.find }),
        ...directoryMerchantRoutes(gateway.administration.directoryMerchants),
        ...outbox.routes,
        ...simulatedWalletRoutes({ wallets: gateway.wallets, clock: systemClock }),
      ]
      const controlled = control({
        ...{ ...gateway, merchants, books, addTestKeys, forgetPostings, forgetScripts },
      })
      const others = [...routes, ticketCall]
      return {
        routes: [...routes, ...sandboxControlRoutes(controlled, { others, isLinked })],
        corner: corner(controlled, {
          isLinked,
          reach: () => gatewayOption(options.origin(), options.demo?.certificatePath),
        }),
      }
    },
    firstCallLines,
  }
}

/** The 3-D Secure simulator, the provider simulator, and the pages they show to payers. */
function createSimulators(
  { store, keyring, origin, demo, isLinked = false, threeDSecureServer }: SandboxOptions,
  { books, interactions }: OpenBooks,
  now: () => Date,
) {
  const key = keyring.secrets.fingerprint
  const scripts = createAuthenticationScripts()
  const authenticator = createThreeDSecureSimulator({
    ...{ interactions, origin, now, scripts },
    key: keyedHash(key, 'payer authentication'),
  })
  const legacy = createLegacyIssuer({ key: keyedHash(key, 'legacy payer authentication'), origin })
  const enrolments = createLegacyEnrolmentRegister({
    ...{ interactions, issuer: legacy },
    key: keyedHash(key, 'enrollment checks'),
  })
  const provider = createProviderSimulator({ interactions, books, origin, now })
  const areIssuersElsewhere = threeDSecureServer !== undefined
  const routes = (gateway: Interactions): readonly Route[] => {
    const { find, settle } = byTransactionName(store.merchants, gateway)
    return [
      ...threeDSecureSimulatorRoutes({ issuer: authenticator.issuer, legacy, scripts, settle }),
      ...providerSimulatorRoutes({
        visits: provider.visits,
        find,
        settle: async (...names) => void (await settle(...names)),
        returned: token => gateway.returned(token),
      }),
      ...(demo
        ? [
            homeRoute({ ...demo, origin, isLinked }),
            ...demoRoutes({ ...demo, origin, clock: systemClock, areIssuersElsewhere }),
          ]
        : []),
    ]
  }
  return { authenticator, enrolments, provider, routes, forgetScripts: scripts.clear }
}

type TransactionName = readonly [merchantId: string, orderId: string, transactionId: string]

/** Simulator calls without a browser name a transaction as merchants do. */
function byTransactionName(merchants: MerchantReader, interactions: Interactions) {
  const keyOf = async (merchantId: string, orderId: string) => {
    const merchant = await merchants.find(merchantId)
    return merchant && { cell: merchant.cell, merchantId, orderId }
  }
  return {
    async find(...[merchantId, orderId, transactionId]: TransactionName) {
      const key = await keyOf(merchantId, orderId)
      const interactionId = key && (await interactions.interactionOf(key, transactionId))
      return interactionId === undefined ? undefined : { interactionId }
    },
    async settle(...[merchantId, orderId, transactionId]: TransactionName) {
      const key = await keyOf(merchantId, orderId)
      return key ? await interactions.inquire(key, transactionId) : 'unknown'
    },
  }
}
