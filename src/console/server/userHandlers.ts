// Managing users: those of a merchant, and operators.

import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { ChangedUser, ShownLink, ShownSessions, ShownUsers, usersCalls } from '../api/users.ts'
import { noSession } from '../users/endedSessions.ts'
import type { ConsoleUser, EndedSessions, ListedSession, SignedInUser } from '../users/port.ts'
import type {
  InvitationLink,
  UserAdministration,
  UserManager,
  WantedUserChange,
} from '../users/userAdministration.ts'
import { actorOf } from '../users/userEntries.ts'
import { isSessionId } from './accountHandlers.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

type UserHandlers = Pick<ConsoleHandlers, keyof typeof usersCalls>

type UserHandlerOptions = {
  readonly users: UserAdministration
  /** Where browsers reach the gateway. */
  readonly origin: () => string
}

export function createUserHandlers({ users, origin }: UserHandlerOptions): UserHandlers {
  const linked = (link: InvitationLink | Rejection) => (isRejection(link) ? link : linkOf(link, origin()))
  return {
    users: ({ input: { merchantId, after } }) => listed(users, { merchantId, after }),
    async inviteUser({ input: { merchantId, email, name, role }, signedIn }) {
      const user = { email, role, merchantId, ...(name !== undefined && { name }) }
      return linked(await users.invite(user, managerOf(signedIn)))
    },
    changeUser: async ({ input: { merchantId, userId, ...given }, signedIn }) =>
      idOf(await users.change(inScope(merchantId, userId), wantedOf(given), managerOf(signedIn))),
    resetUser: async ({ input: { merchantId, userId }, signedIn }) =>
      linked(await users.reset(inScope(merchantId, userId), managerOf(signedIn))),
    userSessions: async ({ input: { merchantId, userId }, signedIn }) =>
      sessionsOf(await users.sessions(inScope(merchantId, userId)), signedIn),
    endUserSessions: ({ input: { merchantId, userId, sessionId }, signedIn }) =>
      ended(users, { which: inScope(merchantId, userId), sessionId, by: managerOf(signedIn) }),

    operators: ({ input: { after } }) => listed(users, { merchantId: null, after }),
    async inviteOperator({ input: { email, name }, signedIn }) {
      const user = { email, role: 'OPERATOR', ...(name !== undefined && { name }) } as const
      return linked(await users.invite(user, managerOf(signedIn)))
    },
    changeOperator: async ({ input: { userId, ...given }, signedIn }) =>
      idOf(await users.change(inScope(null, userId), wantedOf(given), peerOf(signedIn))),
    resetOperator: async ({ input: { userId }, signedIn }) =>
      linked(await users.reset(inScope(null, userId), peerOf(signedIn))),
    operatorSessions: async ({ input: { userId }, signedIn }) =>
      sessionsOf(await users.sessions(inScope(null, userId)), signedIn),
    endOperatorSessions: ({ input: { userId, sessionId }, signedIn }) =>
      ended(users, { which: inScope(null, userId), sessionId, by: peerOf(signedIn) }),
  }
}

/** An operator is above the people of merchants. */
const managerOf = ({ user }: SignedInUser): UserManager => ({
  actor: actorOf(user),
  isAbove: user.role === 'OPERATOR',
})
/** And beside other operators. */
const peerOf = ({ user }: SignedInUser): UserManager => ({ actor: actorOf(user), isAbove: false })

type UserInScope = { readonly merchantId: string | null; readonly userId: string }
const inScope = (merchantId: string | null, userId: string): UserInScope => ({ merchantId, userId })

const pageSize = 200

async function listed(
  users: UserAdministration,
  { merchantId, after }: { readonly merchantId: string | null; readonly after: string | undefined },
): Promise<ShownUsers> {
  const page = { merchantId, limit: pageSize, ...(after !== undefined && { after }) }
  const found = await users.list(page)
  const last = found.length === pageSize ? found.at(-1) : undefined
  return { users: found, ...(last && { after: last.email }) }
}

const linkOf = ({ user, token, lifeMs }: InvitationLink, origin: string): ShownLink => ({
  email: user.email,
  link: invitationLink(origin, token),
  validHours: Math.floor(lifeMs / 3_600_000),
})

/** What is behind the # no server log ever sees. */
export const invitationLink = (origin: string, token: string): string =>
  `${origin}/console/invitation#${token}`

const idOf = (user: ConsoleUser | Rejection): ChangedUser | Rejection =>
  isRejection(user) ? user : { userId: user.userId }

type GivenUserChange = { readonly [Name in keyof WantedUserChange]?: WantedUserChange[Name] | undefined }

const wantedOf = ({ name, role, isDisabled, isWithdrawal }: GivenUserChange): WantedUserChange => ({
  ...(name !== undefined && { name }),
  ...(role !== undefined && { role }),
  ...(isDisabled !== undefined && { isDisabled }),
  ...(isWithdrawal !== undefined && { isWithdrawal }),
})

const sessionsOf = (
  found: readonly ListedSession[] | Rejection,
  { sessionId }: SignedInUser,
): ShownSessions | Rejection =>
  isRejection(found)
    ? found
    : { sessions: found.map(one => ({ ...one, isOwn: one.sessionId === sessionId })) }

type EndingOfSessions = {
  readonly which: UserInScope
  readonly sessionId: string | undefined
  readonly by: UserManager
}

async function ended(
  users: UserAdministration,
  { which, sessionId, by }: EndingOfSessions,
): Promise<ChangedUser | Rejection> {
  if (sessionId !== undefined && !isSessionId(sessionId)) return noSession
  const sessions: EndedSessions = sessionId === undefined ? 'all' : { only: sessionId }
  return idOf(await users.endSessions(which, sessions, by))
}
