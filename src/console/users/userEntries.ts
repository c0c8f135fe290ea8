// Audit entries about users.

import type { AuditAction, NewAuditEntry } from '../../administration/port.ts'
import type { ConsoleUser } from './port.ts'

/**
 * How the audit log, transactions and reviews name who did something. A merchant may have a user with the
 * e-mail of an operator: whoever made that one up must not write in the operator's name.
 */
export const actorOf = (
  { email, merchantId }: Pick<ConsoleUser, 'email' | 'merchantId'>,
  lengthMax = actorMax,
): string =>
  merchantId === undefined
    ? email.slice(0, lengthMax - ofOperators.length) + ofOperators
    : email.slice(0, lengthMax)

/** No e-mail has a space. */
const ofOperators = ' (operator)'
/** As an entry has room for. */
const actorMax = 200

/** What `actor` did, about the user. */
export const userEntry = (
  actor: string,
  action: AuditAction,
  user: Pick<ConsoleUser, 'email' | 'merchantId'>,
  details: NewAuditEntry['details'] = {},
): NewAuditEntry => ({
  ...{ actor, action, details: { user: user.email, ...details } },
  ...(user.merchantId !== undefined && { merchantId: user.merchantId }),
})

/** What a user did, about themself. */
export const ownEntry = (
  user: Pick<ConsoleUser, 'email' | 'merchantId'>,
  action: AuditAction,
  details: NewAuditEntry['details'] = {},
): NewAuditEntry => ({
  ...{ actor: actorOf(user), action, details },
  ...(user.merchantId !== undefined && { merchantId: user.merchantId }),
})
