// What users ask about themselves.

import { invalid, isRejection } from '../../orders/rejection.ts'
import type { accountCalls } from '../api/account.ts'
import { hasPermission, permissions } from '../permissions.ts'
import type { Account } from '../users/account.ts'
import { noSession } from '../users/endedSessions.ts'
import type { SignIn } from '../users/signIn.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { cookieGone } from './cookie.ts'
import { placeOf } from './place.ts'
import { signInReply } from './signInHandlers.ts'

export function createAccountHandlers(options: AccountOptions): AccountHandlers {
  const { isTest, isSandbox, account, isSecure } = options
  return {
    async whoAmI({ signedIn: { user, isSteppedUp } }) {
      const allowed = permissions.filter(permission => hasPermission(user.role, permission))
      return { ...user, permissions: allowed, isSteppedUp, gateway: { isTest, isSandbox } }
    },
    async signOut({ signedIn }) {
      await account.endSessions(signedIn, { only: signedIn.sessionId })
      return { answer: { signedOut: true }, setCookie: cookieGone(isSecure()) }
    },
    ...stepUpHandlers(options),
    ...factorHandlers(account),
    ...sessionHandlers(account),
  }
}

type AccountHandlers = Pick<ConsoleHandlers, keyof typeof accountCalls>

type AccountOptions = {
  readonly isTest: boolean
  readonly isSandbox: boolean
  readonly account: Account
  readonly signIn: SignIn
  readonly isSecure: () => boolean
}

const stepUpHandlers = ({
  signIn,
  isSecure,
}: AccountOptions): Pick<AccountHandlers, 'passkeyForStepUp' | 'stepUp'> => ({
  async passkeyForStepUp({ signedIn }) {
    const options = await signIn.stepUpOptions(signedIn)
    return { ...(options && { options }) }
  },
  async stepUp({ input: { code, passkey }, signedIn, http }) {
    const shown = passkey === undefined ? code !== undefined && { code } : { passkey }
    if (!shown) return invalid('code', 'Show a one-time code or a passkey.')
    return signInReply(await signIn.stepUp(signedIn, shown, placeOf(http)), isSecure())
  },
})

type FactorHandlers = Omit<
  AccountHandlers,
  'endMyOtherSessions' | 'endMySession' | 'mySessions' | 'passkeyForStepUp' | 'signOut' | 'stepUp' | 'whoAmI'
>

const factorHandlers = (account: Account): FactorHandlers => ({
  account: ({ signedIn }) => account.show(signedIn),
  rename: ({ signedIn, input: { name } }) => account.rename(signedIn, name),
  offerTotp: ({ signedIn }) => account.offerTotp(signedIn),
  setTotp: ({ signedIn, input: { offer, code, password } }) =>
    account.setTotp(signedIn, { offer, code, ...(password !== undefined && { password }) }),
  setPassword: ({ signedIn, input: { password } }) => account.setPassword(signedIn, password),
  removePassword: ({ signedIn }) => account.removePassword(signedIn),
  newRecoveryCodes: ({ signedIn }) => account.makeRecoveryCodes(signedIn),
  async passkeyToAdd({ signedIn }) {
    const options = await account.passkeyOptions(signedIn)
    return isRejection(options) ? options : { options }
  },
  addPasskey: ({ signedIn, input: { passkey, name } }) => account.addPasskey(signedIn, { passkey, name }),
  removePasskey: ({ signedIn, input: { passkeyId } }) => account.removePasskey(signedIn, passkeyId),
})

type SessionHandlers = Pick<AccountHandlers, 'endMyOtherSessions' | 'endMySession' | 'mySessions'>

const sessionHandlers = (account: Account): SessionHandlers => ({
  async mySessions({ signedIn }) {
    const sessions = await account.sessions(signedIn)
    return {
      sessions: sessions.map(one => ({ ...one, isOwn: one.sessionId === signedIn.sessionId })),
    }
  },
  endMySession: async ({ signedIn, input: { sessionId } }) =>
    isSessionId(sessionId) ? account.endSessions(signedIn, { only: sessionId }) : noSession,
  endMyOtherSessions: ({ signedIn }) => account.endSessions(signedIn, { but: signedIn.sessionId }),
})

export const isSessionId = (text: string): boolean => uuidForm.test(text)
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
