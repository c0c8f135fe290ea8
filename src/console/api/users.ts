// Calls about other users: of a merchant by its administrators, and operators by operators.

import { boolean, oneOf, text } from '../../contract/kit/scalars.ts'
import { optional, required } from '../../contract/kit/vocabulary.ts'
import { merchantRoles, type Role } from '../permissions.ts'
import type { ShownSession } from './account.ts'
import { gatewayCall, merchantCall } from './call.ts'
import { userName } from './names.ts'

export type ShownUser = {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly merchantId?: string
  readonly createdAtMs: number
  readonly signedInAtMs?: number
  readonly isDisabled: boolean
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly sessions: number
  /** When the invitation ends that was not used yet. */
  readonly invitedUntilMs?: number
}
/** `after`: there may be more behind this e-mail. */
export type ShownUsers = { readonly users: readonly ShownUser[]; readonly after?: string }

/** The link is shown this once: whoever has it becomes the user. */
export type ShownLink = { readonly email: string; readonly link: string; readonly validHours: number }
export type ChangedUser = { readonly userId: string }
export type ShownSessions = { readonly sessions: readonly ShownSession[] }

const steppedUp = { needsStepUp: true } as const
const page = { after: optional(text(1, 200), 'Begin behind this e-mail.') }
const invited = {
  email: required(text(3, 200), 'How the user signs in.'),
  name: optional(userName, 'What the user is called.'),
}
const which = { userId: required(text(36, 36), 'Which user.') }
const role = oneOf(...merchantRoles)
const changes = {
  ...which,
  name: optional(userName, 'What the user is called.'),
  isDisabled: optional(boolean, 'Whether the user may not sign in.'),
  isWithdrawal: optional(boolean, 'Only while the user has not accepted the invitation.'),
}
const ended = { ...which, sessionId: optional(text(36, 36), 'Which one; absent: all.') }

export const usersCalls = {
  users: merchantCall<ShownUsers>()('users.read', page),
  inviteUser: merchantCall<ShownLink>()(
    'users.change',
    { ...invited, role: required(role, 'What the user may do.') },
    steppedUp,
  ),
  changeUser: merchantCall<ChangedUser>()(
    'users.change',
    { ...changes, role: optional(role, 'What the user may do.') },
    steppedUp,
  ),
  resetUser: merchantCall<ShownLink>()('users.change', which, steppedUp),
  userSessions: merchantCall<ShownSessions>()('users.read', which),
  endUserSessions: merchantCall<ChangedUser>()('users.change', ended, steppedUp),
  operators: gatewayCall<ShownUsers>()('gateway.read', page),
  inviteOperator: gatewayCall<ShownLink>()('gateway.change', invited, steppedUp),
  changeOperator: gatewayCall<ChangedUser>()('gateway.change', changes, steppedUp),
  resetOperator: gatewayCall<ShownLink>()('gateway.change', which, steppedUp),
  operatorSessions: gatewayCall<ShownSessions>()('gateway.read', which),
  endOperatorSessions: gatewayCall<ChangedUser>()('gateway.change', ended, steppedUp),
}
