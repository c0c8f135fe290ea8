import type { Route } from '../http/api/routes.ts'
import type { MerchantDirectory } from '../http/authentication/credentials.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Interactions } from '../operations/interactions/interactions.ts'
import type { Counterparties } from '../operations/model/counterparties.ts'
import { checkoutRoutes } from '../pages/checkout/routes.ts'
import { fieldRoutes } from '../pages/fields/routes.ts'
import { manifestRoute } from '../pages/manifest.ts'
import { providerRoutes } from '../pages/provider/routes.ts'
import { scriptRoutes } from '../pages/scripts.ts'
import { threeDSecureRoutes } from '../pages/threeDSecure/routes.ts'
import { systemClock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { keyedHash } from '../platform/secretBox.ts'
import { absentProvider } from '../providers/port.ts'
import { demoRoutes } from '../sandbox/demo/routes.ts'
import type { DemoShopOptions } from '../sandbox/demo/shop.ts'
import { type HomeRouteOptions, homeRoute } from '../sandbox/homePage.ts'
import { providerSimulatorRoutes } from '../sandbox/provider/routes.ts'
import { createProviderSimulator } from '../sandbox/provider/simulator.ts'
import type { OpenBooks } from '../sandbox/store/books.ts'
import { createLegacyEnrolmentRegister, createLegacyIssuer } from '../sandbox/threeDSecure/legacy.ts'
import { threeDSecureSimulatorRoutes } from '../sandbox/threeDSecure/routes.ts'
import { createAuthenticationScripts } from '../sandbox/threeDSecure/scripts.ts'
import { createThreeDSecureSimulator } from '../sandbox/threeDSecure/simulator.ts'
import type { Decoys } from '../sessions/decoys.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Store } from '../store/open.ts'
import { absentAuthenticator, absentLegacyEnrolmentRegister } from '../threeDSecure/port.ts'

/** Whom payers meet besides the merchant, and the pages on which they do. */
export function openCounterparts(ground: Ground): Met {
  const { store, origin, emulation } = ground
  const emulated = emulation && emulate(ground, emulation)
  return {
    counterparts: {
      authenticator: emulated?.authenticator ?? absentAuthenticator,
      enrolments: emulated?.enrolments ?? absentLegacyEnrolmentRegister,
      provider: emulated?.provider ?? absentProvider,
      callbacks: store.callbacks,
      origin,
    },
    forgetScripts: () => emulated?.scripts.clear(),
    routes: parts => [...pageRoutes(ground, parts), ...(emulated?.routes(parts) ?? [])],
  }
}

type Ground = {
  readonly store: Store
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
  /** What a sandbox emulates them with. */
  readonly emulation?: Emulation | undefined
  /** Whether payers are told that it is a test. */
  readonly stage: GatewayEnvironment
  /** Told where a payer's browser found the gateway, if not there. */
  readonly onElsewhere: (origin: string, sessionId: string) => void
}

export type Emulation = Pick<OpenBooks, 'books' | 'interactions'> & {
  readonly now: () => Date
  /** What is made up is derived under it. */
  readonly key: Buffer
  /** The shop that shows how it is done. */
  readonly demo?: (Omit<DemoShopOptions, 'clock' | 'origin'> & Pick<HomeRouteOptions, 'password'>) | undefined
}

export type Met = {
  readonly counterparts: Counterparties
  readonly routes: (parts: PageParts) => readonly Route[]
  readonly forgetScripts: () => void
}

type PageParts = {
  readonly gateway: Gateway
  readonly interactions: Interactions
  readonly sessions: Sessions
  readonly decoys: Decoys
}

function pageRoutes(
  { store, origin, emulation, stage, onElsewhere }: Ground,
  parts: PageParts,
): readonly Route[] {
  const { merchants } = store
  const place = {
    merchants,
    origin,
    isSandbox: emulation !== undefined,
    isTest: isTest(stage),
    onElsewhere,
    clock: systemClock,
  }
  return [
    ...checkoutRoutes({ ...parts, ...place }),
    ...fieldRoutes({ ...parts, ...place }),
    ...scriptRoutes(),
    manifestRoute,
    ...threeDSecureRoutes({ ...parts, ...place }),
    ...providerRoutes({ ...parts, ...place }),
  ]
}

function emulate({ store, origin }: Ground, { books, interactions, now, key, demo }: Emulation) {
  const { merchants } = store
  const scripts = createAuthenticationScripts()
  const authenticator = createThreeDSecureSimulator({
    ...{ interactions, origin, now, scripts },
    key: keyedHash(key, 'payer authentication'),
  })
  const legacy = createLegacyIssuer({ key: keyedHash(key, 'legacy payer authentication'), origin })
  const provider = createProviderSimulator({ interactions, books, origin, now })
  const routes = ({ interactions }: PageParts): readonly Route[] => {
    const { find, settle } = byNames(merchants, interactions)
    return [
      ...threeDSecureSimulatorRoutes({ issuer: authenticator.issuer, legacy, scripts, settle }),
      ...providerSimulatorRoutes({
        visits: provider.visits,
        find,
        settle: async (...names) => void (await settle(...names)),
        returned: token => interactions.returned(token),
      }),
      ...(demo
        ? [homeRoute({ ...demo, origin }), ...demoRoutes({ ...demo, origin, clock: systemClock })]
        : []),
    ]
  }
  const enrolments = createLegacyEnrolmentRegister({
    ...{ interactions, issuer: legacy },
    key: keyedHash(key, 'enrollment checks'),
  })
  return { authenticator, enrolments, provider, scripts, routes }
}

type Names = readonly [merchantId: string, orderId: string, transactionId: string]

/** What is done without a browser names a transaction as merchants do. */
function byNames(merchants: MerchantDirectory, interactions: Interactions) {
  const keyOf = async (merchantId: string, orderId: string) => {
    const merchant = await merchants.find(merchantId)
    return merchant && { cell: merchant.cell, merchantId, orderId }
  }
  return {
    async find(...[merchantId, orderId, transactionId]: Names) {
      const key = await keyOf(merchantId, orderId)
      const interactionId = key && (await interactions.interactionOf(key, transactionId))
      return interactionId === undefined ? undefined : { interactionId }
    },
    async settle(...[merchantId, orderId, transactionId]: Names) {
      const key = await keyOf(merchantId, orderId)
      return key ? await interactions.inquire(key, transactionId) : 'unknown'
    },
  }
}
