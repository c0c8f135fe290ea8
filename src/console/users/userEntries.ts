// Audit entries about users.

import type { AuditAction, NewAuditEntry } from '../../administration/port.ts'
import type { ConsoleUser } from './port.ts'

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
  ...{ actor: user.email, action, details },
  ...(user.merchantId !== undefined && { merchantId: user.merchantId }),
})
