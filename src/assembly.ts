import type pg from 'pg'
import type { Acquirer, HearLate } from './acquirers/port.ts'
import type { Books } from './acquirers/simulator/books.ts'
import { createSimulator } from './acquirers/simulator/simulator.ts'
import { type Emulation, type Met, openCounterparts } from './counterparts.ts'
import { apiRoutes } from './http/api.ts'
import { hashPassword } from './http/credentials.ts'
import type { Route } from './http/routes.ts'
import { sandboxRoutes } from './http/sandbox/routes.ts'
import { createAccounts } from './operations/accounts/accounts.ts'
import { createEnrolments } from './operations/enrolments/enrolments.ts'
import { createGateway } from './operations/gateway.ts'
import { createInteractions } from './operations/interactions/interactions.ts'
import type { Road } from './operations/journey.ts'
import { createRecovery } from './operations/recovery/recovery.ts'
import { identifyWith } from './operations/request/fingerprint.ts'
import { createSources } from './operations/request/sources.ts'
import { systemClock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { createSessions } from './sessions/sessions.ts'
import { sweepExpired } from './sessions/sweep.ts'
import { openBooks } from './store/books.ts'
import type { Merchants } from './store/merchants.ts'
import { openStore, type Store } from './store/open.ts'
import { createVault } from './vault/cards.ts'
import { type Keyring, type KeyringParts, openKeyring } from './vault/keyring.ts'
import { createMerchantBox } from './vault/merchantBox.ts'
import { createTokens } from './vault/tokens.ts'

/** Everything behind the door, put together on a database that is there already. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { connection, log, stops, isSandbox, merchants } = options
  const warn = (reason: string) => log.warn('database', { reason })
  const store = await openStore(connection, { warn, acquirerPatienceMs: options.acquirerPatienceMs })
  stops.push(store.close)
  const { books, forget: forgetPostings, close: closeBooks } = openBooks(connection, { warn })
  stops.push(closeBooks)
  const sandbox = isSandbox ? await openSandbox(connection, warn) : undefined
  if (sandbox) stops.push(sandbox.close)
  const keyring = await openKeyring({ keys: options.keys, store: store.keys })
  const hearLate: HearLate = (ask, answer) => recovery.hearLate(ask, answer)
  const emulation = sandbox && {
    ...{ books, now: sandbox.simulation.now, demo: options.demo },
    key: keyring.secrets.fingerprint,
  }
  const met = openCounterparts({ store, origin: options.origin, emulation })
  const { road, sessions, tokens } = layRoad({ options, store, books, sandbox, keyring, hearLate, met })
  const recovery = createRecovery({ road, log, intervalMs: 1_000 })
  // Alone with its database, a node knows that whoever left something open is dead: it was itself.
  if (options.isAlone) await recovery.takeOver({ all: true })
  recovery.start()
  stops.push(recovery.stop, sweepExpired([store.sessions, store.callbacks], warn))
  const first = firstMerchants(merchants, store.merchants, keyring)
  await first.addMerchants()
  const { forgetScripts } = met
  const control = sandbox?.control({
    ...{ merchants: store.merchants, books, forgetPostings, forgetScripts, recovery },
    ...first,
  })
  const gateway = createGateway(road)
  const accounts = createAccounts({ ...road, tokens })
  const api = { gateway, sessions, accounts, enrolments: createEnrolments(road) }
  const pages = met.routes({ gateway, sessions, interactions: createInteractions(road) })
  return {
    routes: [...apiRoutes(api), ...pages, ...(control ? sandboxRoutes(control, pages) : [])],
    merchants: store.merchants,
    pepper: keyring.secrets.passwordPepper,
    ready: store.ready,
  }
}

export type AssemblyOptions = {
  readonly connection: pg.ClientConfig
  /** Whether no other node works on this database. */
  readonly isAlone: boolean
  readonly isSandbox: boolean
  readonly keys: KeyringParts['keys']
  /** Who is there from the beginning. */
  readonly merchants: readonly FirstMerchant[]
  readonly acquirerPatienceMs: number
  readonly orderWaitMs: number
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
  /** For a sandbox: the shop that shows how it is done, and how it calls. */
  readonly demo?: Emulation['demo']
  readonly log: Log
  /** How to stop what was started, in the order of starting; also when the rest could not be. */
  readonly stops: (() => Promise<unknown>)[]
  /** What stands between the gateway and its acquirer: tests listen there. */
  readonly between?: (acquirer: Acquirer) => Acquirer
}

export type FirstMerchant = { readonly merchantId: string; readonly cell: number; readonly password: string }

export type Assembly = Pick<Store, 'merchants' | 'ready'> & {
  readonly routes: readonly Route[]
  /** The key under which passwords are hashed. */
  readonly pepper: Buffer
}

type Ground = {
  readonly options: AssemblyOptions
  readonly store: Store
  readonly books: Books
  readonly sandbox: Sandbox | undefined
  readonly keyring: Keyring
  readonly hearLate: HearLate
  readonly met: Met
}

function layRoad({ options, store, books, sandbox, keyring, hearLate, met }: Ground) {
  const vault = createVault(keyring)
  const box = createMerchantBox(keyring.sessions)
  const sessions = createSessions({ store: store.sessions, box, describeCard: vault.describeCard })
  const tokens = createTokens({ vault, store: store.tokens, cardKey: keyring.secrets.cardHash })
  const acquirer = createSimulator({ now: systemClock.now, books, hearLate, ...sandbox?.simulation })
  const road: Road = {
    journal: store.journal,
    acquirer: options.between?.(acquirer) ?? acquirer,
    vault,
    identify: identifyWith(keyring.secrets.fingerprint, vault.cardHash),
    sources: createSources({
      ...{ sessions, tokens, journal: store.journal, vault },
      enrolments: met.counterparts.enrolments,
    }),
    counterparts: met.counterparts,
    clock: systemClock,
    patienceMs: options.acquirerPatienceMs,
    orderWaitMs: options.orderWaitMs,
  }
  return { road, sessions, tokens }
}

function firstMerchants(first: readonly FirstMerchant[], merchants: Merchants, { secrets }: Keyring) {
  return {
    merchantIds: first.map(({ merchantId }) => merchantId),
    async addMerchants() {
      for (const { merchantId, cell, password } of first) {
        const passwordHash = hashPassword(secrets.passwordPepper, password)
        await merchants.ensureMerchant({ merchantId, cell, passwordHash })
      }
    },
  }
}
