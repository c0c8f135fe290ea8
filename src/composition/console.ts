import type { Administration } from '../administration/administration.ts'
import { createEntryDigest } from '../administration/auditLog.ts'
import { createAccountHandlers } from '../console/server/accountHandlers.ts'
import { type ConsoleApiOptions, consoleApiRoutes } from '../console/server/consoleApi.ts'
import { exportRoutes } from '../console/server/exportRoutes.ts'
import { createMerchantHandlers } from '../console/server/merchantHandlers.ts'
import { consolePageRoutes } from '../console/server/page.ts'
import { createSandboxEntry, ticketCall } from '../console/server/sandboxEntry.ts'
import { createSignInHandlers } from '../console/server/signInHandlers.ts'
import { createUserHandlers } from '../console/server/userHandlers.ts'
import { createAccount } from '../console/users/account.ts'
import type { UsersContext } from '../console/users/context.ts'
import { createInvitations } from '../console/users/invitations.ts'
import { createPasskeys, type RelyingParty } from '../console/users/passkeys.ts'
import { createPasswordHasher } from '../console/users/passwords.ts'
import { createSignIn } from '../console/users/signIn.ts'
import { hashToken } from '../console/users/tokens.ts'
import { deriveUserKeys } from '../console/users/userKeys.ts'
import type { Route } from '../http/api/routes.ts'
import { isRejection } from '../orders/rejection.ts'
import { systemClock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { isLoopbackHost } from '../standards/url.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { type ConsoleCornersOptions, openCorners } from './consoleCorners.ts'
import { type ConsolePaymentsOptions, openPayments } from './consolePayments.ts'
import { type ConsoleRiskOptions, openRisk } from './consoleRisk.ts'
import { openUserAdministration } from './consoleUsers.ts'
import { totpBoxOf } from './totpBox.ts'

/** The console: its pages, and what they call. */
export function openConsole(options: ConsoleOptions): OpenConsole {
  const { stage, origin, stops } = options
  const isSandbox = stage === 'sandbox'
  const isSecure = () => origin().startsWith('https:')
  const context = openUsers(options)
  const signIn = createSignIn(context)
  stops.push(signIn.settled)
  const { store: userStore } = context
  const users = openUserAdministration(options)
  const { enterSandbox, createTicket } = createSandboxEntry({
    store: userStore,
    clock: systemClock,
    isSecure,
  })
  const account = createAccount(context)
  const handlers = {
    ...createAccountHandlers({ isTest: isTest(stage), isSandbox, account, signIn, isSecure }),
    ...createUserHandlers({ users, origin }),
    ...createMerchantHandlers(merchantsOf(options.administration)),
    ...openPayments(options),
    ...openCorners(options),
    ...openRisk(options),
  }
  const invitations = createInvitations(context)
  const publicHandlers = { enterSandbox, ...createSignInHandlers({ signIn, invitations, isSecure }) }
  const findSession: ConsoleApiOptions['findSession'] = (token, isUnattended) =>
    userStore.findSession(hashToken(token), isUnattended)
  const enterPath = () => `/console/enter#${createTicket()}`
  return {
    routes: [
      ...consolePageRoutes(),
      ...consoleApiRoutes({ handlers, publicHandlers, findSession, isSecure, isSandbox }),
      ...(isSandbox ? [ticketRoute(enterPath)] : []),
      ...exportRoutes({ handlers, findSession, findOpenSession: userStore.findOpenSession, isSecure }),
    ],
    ...(isSandbox && { enterPath }),
  }
}

const ticketRoute = (enterPath: () => string): Route => ({
  ...ticketCall,
  handler: async () => ({ status: 201, body: { path: enterPath() } }),
})

type ConsoleOptions = OpenUsersOptions &
  ConsoleCornersOptions &
  ConsolePaymentsOptions &
  ConsoleRiskOptions & {
    readonly stage: GatewayEnvironment
    readonly administration: Administration
    readonly stops: (() => Promise<unknown>)[]
  }

const merchantsOf = ({ merchants }: Administration) => ({
  isMerchant: async (merchantId: string) => !isRejection(await merchants.show(merchantId)),
  async listed(wanted: { readonly after?: string; readonly limit: number }) {
    const found = await merchants.list(wanted)
    return isRejection(found) ? [] : found.map(({ merchantId }) => merchantId)
  },
})

export type OpenConsole = {
  readonly routes: readonly Route[]
  /** Only of a sandbox: a path that signs in, once. */
  readonly enterPath?: () => string
}

type OpenUsersOptions = {
  readonly store: Store
  readonly keyring: Keyring
  /** Where browsers reach the gateway. */
  readonly origin: () => string
  readonly warn: (reason: string) => void
}

function openUsers({ store, keyring, origin, warn }: OpenUsersOptions): UsersContext {
  const { secrets } = keyring
  const keys = deriveUserKeys(secrets.passwordPepper, totpBoxOf(keyring))
  const relyingParty = () => relyingPartyOf(origin())
  const nowMs = () => systemClock.now().getTime()
  return {
    ...{ store: store.users(createEntryDigest(secrets.audit)), tries: store.signInTries, keys, warn },
    passwords: createPasswordHasher({ key: keys.passwords }),
    passkeys: createPasskeys({ key: keys.challenges, relyingParty, nowMs }),
    clock: systemClock,
  }
}

/**
 * Browsers have passkeys for names of hosts, not for addresses. A sandbox is at an address of this machine,
 * which has the name localhost too.
 */
function relyingPartyOf(origin: string): RelyingParty | undefined {
  const { protocol, hostname, port } = new URL(origin)
  const id = isLoopbackHost(hostname) ? 'localhost' : hostname
  if (id.startsWith('[') || /^[\d.]+$/.test(id)) return undefined
  return { id, origins: [`${protocol}//${id}${port === '' ? '' : `:${port}`}`] }
}
