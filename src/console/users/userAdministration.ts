// Managing users: by administrators those of their merchant, by operators all; and by the command line.

import { randomUUID } from 'node:crypto'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { merchantRoles, type Role } from '../permissions.ts'
import { endingOf } from './endedSessions.ts'
import { lifetimes } from './lifetimes.ts'
import type {
  ConsoleUser,
  EndedSessions,
  KnownForDecision,
  ListedSession,
  ListedUser,
  StoredUser,
  UserDecision,
  UserStore,
} from './port.ts'
import { hashToken, newToken } from './tokens.ts'
import { userEntry } from './userEntries.ts'
import { readEmail, readUserName } from './userNames.ts'
import { canSignIn, hasWayIn } from './waysIn.ts'

export interface UserAdministration {
  list(
    wanted: UserScope & { readonly after?: string; readonly limit: number },
  ): Promise<readonly ListedUser[]>
  /** Adds a user who sets up how to sign in by the link with this token, which is shown this once. */
  invite(user: InvitedUser, by: UserManager): Promise<InvitationLink | Rejection>
  change(user: WhichUser, wanted: WantedUserChange, by: UserManager): Promise<ConsoleUser | Rejection>
  /** Takes away every way to sign in, ends the sessions, and invites again. */
  reset(user: WhichUser, by: UserManager): Promise<InvitationLink | Rejection>
  sessions(user: WhichUser): Promise<readonly ListedSession[] | Rejection>
  endSessions(user: WhichUser, which: EndedSessions, by: UserManager): Promise<ConsoleUser | Rejection>
}

/** Users of a merchant; null: operators; absent: anybody. */
export type UserScope = { readonly merchantId?: string | null }
export type WhichUser = UserScope & ({ readonly userId: string } | { readonly email: string })
export type InvitedUser = {
  readonly email: string
  readonly name?: string
  readonly role: Role
  readonly merchantId?: string
}
export type WantedUserChange = {
  readonly name?: string
  readonly role?: Role
  readonly isDisabled?: boolean
  /** It is about an invitation: nothing is changed for who has accepted it meanwhile. */
  readonly isWithdrawal?: boolean
}
/** Who does it, as the audit log names them. */
export type UserManager = {
  readonly actor: string
  /** May leave a merchant without an administrator: somebody above can always invite another one. */
  readonly isAbove: boolean
}
export type InvitationLink = {
  readonly user: ConsoleUser
  readonly token: string
  /** How long the link can be used. */
  readonly lifeMs: number
}

type UserAdministrationOptions = {
  readonly store: UserStore
  readonly isMerchant: (merchantId: string) => Promise<boolean>
}

export function createUserAdministration({
  store,
  isMerchant,
}: UserAdministrationOptions): UserAdministration {
  return {
    list: wanted => store.list(wanted),

    async invite(wanted, { actor }) {
      const user = await readInvited(wanted, isMerchant)
      if (isRejection(user)) return user
      const link = newInvitation()
      const entry = userEntry(actor, 'user.invite', user, { role: user.role })
      if (await store.add({ ...user, invitation: link.stored }, entry)) return { user, ...link.shown }
      return invalid('email', 'There is a user with this e-mail already.', user.email)
    },

    change: (which, wanted, by) =>
      decide(store, which, known => {
        const refusal = judgeChange(known, wanted, by)
        return refusal ? { result: refusal } : changed(known.user, wanted, by)
      }),

    reset: (which, by) =>
      decide<InvitationLink>(store, which, known => {
        if (isLastHead(known) && !by.isAbove) return { result: lastHead(known.user) }
        const link = newInvitation()
        const { user } = known
        const change = {
          ...{ passwordHash: null, totp: null, recoveryCodeHashes: [], invitation: link.stored },
          removedPasskeys: user.passkeys.map(({ credentialId }) => credentialId),
          ...({ endedSessions: 'all', isDisabled: false } as const),
        }
        const entries = [userEntry(by.actor, 'user.reset', user)]
        return { result: { user: plainUser(user), ...link.shown }, change, entries }
      }),

    async sessions(which) {
      const user = await findUser(store, which)
      return isRejection(user) ? user : store.sessions(user.userId)
    },

    endSessions: (which, endedSessions, { actor }) =>
      decide(store, which, ({ user, sessionIds }) =>
        endingOf({ result: plainUser(user), endedSessions, sessionIds }, details =>
          userEntry(actor, 'session.end', user, details),
        ),
      ),
  }
}

async function readInvited(
  { email: typed, name: typedName = '', role, merchantId }: InvitedUser,
  isMerchant: (merchantId: string) => Promise<boolean>,
): Promise<ConsoleUser | Rejection> {
  const [email, name] = [readEmail(typed), readUserName(typedName)]
  if (isRejection(email)) return email
  if (isRejection(name)) return name
  const refusal = judgeRole(role, merchantId)
  if (refusal) return refusal
  if (merchantId !== undefined && !(await isMerchant(merchantId)))
    return invalid('merchantId', 'There is no such merchant. See tollgate merchants list.', merchantId)
  return {
    ...{ userId: randomUUID(), email, name, role },
    ...(merchantId !== undefined && { merchantId }),
  }
}

/** Operators belong to no merchant, and everybody else to one. */
function judgeRole(role: Role, merchantId: string | undefined): Rejection | undefined {
  if (merchantId === undefined)
    return role === 'OPERATOR' ? undefined : invalid('role', 'Without a merchant it must be OPERATOR.', role)
  return isMerchantRole(role)
    ? undefined
    : invalid('role', `For a merchant it must be ${merchantRoles.join(', ')}.`, role)
}

const isMerchantRole = (role: Role): boolean => merchantRoles.some(known => known === role)

function newInvitation() {
  const token = newToken()
  const { invitationMs: lifeMs } = lifetimes
  return { stored: { tokenHash: hashToken(token), lifeMs }, shown: { token, lifeMs } }
}

function judgeChange(
  known: KnownForDecision,
  { name, role, isDisabled, isWithdrawal = false }: WantedUserChange,
  { isAbove }: UserManager,
): Rejection | undefined {
  const { user } = known
  const readName = name === undefined ? '' : readUserName(name)
  if (isRejection(readName)) return readName
  const refusal = role === undefined ? undefined : judgeRole(role, user.merchantId)
  if (refusal) return refusal
  if (isWithdrawal && hasWayIn(user)) return accepted
  const isLoss = isDisabled === true || (role !== undefined && role !== user.role)
  return isLoss && isLastHead(known) && !isAbove ? lastHead(user) : undefined
}

const accepted = invalid('userId', 'The invitation was accepted meanwhile: there is nothing to withdraw.')

/**
 * A merchant without administrators, or a gateway without operators, could not get one by itself. Whoever is
 * only invited is none yet; the operator of a sandbox has nothing to sign in with, and yet is signed in.
 */
const isLastHead = ({ user, otherHeads, sessionIds }: KnownForDecision): boolean =>
  otherHeads === 0 &&
  (user.role === 'ADMINISTRATOR' || user.role === 'OPERATOR') &&
  (canSignIn(user) || sessionIds.length > 0)

const lastHead = ({ role }: StoredUser): Rejection =>
  invalid(
    'userId',
    role === 'OPERATOR'
      ? 'This is the last operator: nobody would be left to invite another one.'
      : 'This is the last administrator: nobody would be left to invite another one.',
  )

function changed(
  user: StoredUser,
  { name = user.name, role = user.role, isDisabled = user.isDisabled }: WantedUserChange,
  { actor }: UserManager,
): UserDecision<ConsoleUser> {
  const after = { name: name.trim(), role, isDisabled }
  const before = { name: user.name, role: user.role, isDisabled: user.isDisabled }
  const result = { ...plainUser(user), name: after.name, role }
  const isOther = (one: keyof typeof after) => after[one] !== before[one]
  const differing = (['name', 'role', 'isDisabled'] as const).filter(isOther)
  if (differing.length === 0) return { result }
  const details = Object.fromEntries(differing.map(one => [one, { before: before[one], after: after[one] }]))
  const endedSessions = isOther('role') || isOther('isDisabled') ? ({ endedSessions: 'all' } as const) : {}
  // Who is let in again does not come by a link of before, also not by one that a node of the release before
  // has left when it disabled them.
  const withdrawn = isDisabled || isOther('isDisabled') ? { invitation: null } : {}
  const entries = [userEntry(actor, 'user.change', user, details)]
  return { result, change: { ...after, ...endedSessions, ...withdrawn }, entries }
}

const plainUser = ({ userId, email, name, role, merchantId }: ConsoleUser): ConsoleUser => ({
  ...{ userId, email, name, role },
  ...(merchantId !== undefined && { merchantId }),
})

/** A user of somebody else is no user at all. */
async function findUser(store: UserStore, which: WhichUser): Promise<StoredUser | Rejection> {
  const found = await ('userId' in which
    ? findById(store, which.userId)
    : store.findByEmail(which.email.trim().toLowerCase()))
  const isMeant = ({ merchantId }: StoredUser) =>
    which.merchantId === undefined || (merchantId ?? null) === which.merchantId
  const [user, another] = found.filter(isMeant)
  if (another) return invalid('email', 'Several users have this e-mail: say --merchant or --operator.')
  if (user) return user
  return 'userId' in which
    ? invalid('userId', 'There is no such user.')
    : invalid('email', 'There is no such user. See tollgate users list.', which.email)
}

async function findById(store: UserStore, userId: string): Promise<readonly StoredUser[]> {
  const user = uuidForm.test(userId) ? await store.find(userId) : undefined
  return user ? [user] : []
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function decide<Result>(
  store: UserStore,
  which: WhichUser,
  decideOn: (known: KnownForDecision) => UserDecision<Result | Rejection>,
): Promise<Result | Rejection> {
  const user = await findUser(store, which)
  if (isRejection(user)) return user
  const result = await store.change<Result | Rejection>(user.userId, decideOn)
  return result === undefined || typeof result === 'string'
    ? invalid('userId', 'There is no such user.')
    : result
}
