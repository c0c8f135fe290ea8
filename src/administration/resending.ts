import type { Which } from '../notifications/port.ts'
import type { Owner } from '../orders/merchant.ts'
import { type AdministrationParts, entryOf } from './parts.ts'

export interface ResendDesk {
  /** Puts one notification, or all of a time range, on their way again; how many. */
  resend(owner: Owner, which: Which): Promise<number>
}

export function createResendDesk(parts: AdministrationParts): ResendDesk {
  return {
    resend: (owner, which) =>
      parts.store.resend(owner, which, count =>
        entryOf(parts, 'notification.resend', owner, detailsOf(which, count)),
      ),
  }
}

function detailsOf(which: Which, count: number) {
  if (!('fromMs' in which)) return { notificationId: which.notificationId }
  const { fromMs, toMs, states } = which
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  return { ...range, count, ...(states && { states }) }
}
