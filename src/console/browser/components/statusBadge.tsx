import type { ReactNode } from 'react'

/** good: done as wanted; bad: refused or failed; wait: undecided; info: under way; plain: neither. */
export type Tone = 'bad' | 'good' | 'info' | 'plain' | 'wait'

/** A word with a colour; the word says everything. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`status ${tone}`}>{children}</span>
}

/** The tone of a status of an order, a result of a transaction, or a state of a delivery. */
export const toneOf = (status: string): Tone => tones[status] ?? 'plain'

const tones: Readonly<Record<string, Tone>> = {
  ...{ CAPTURED: 'good', AUTHORIZED: 'info', PARTIALLY_CAPTURED: 'info', VERIFIED: 'good' },
  ...{ REFUNDED: 'plain', PARTIALLY_REFUNDED: 'plain', EXCESSIVELY_REFUNDED: 'wait', CANCELLED: 'plain' },
  ...{ FAILED: 'bad', INITIATED: 'wait', AUTHENTICATION_INITIATED: 'wait', AUTHENTICATED: 'info' },
  ...{ AUTHENTICATION_UNSUCCESSFUL: 'bad', AUTHENTICATION_NOT_NEEDED: 'plain' },
  ...{ SUCCESS: 'good', FAILURE: 'bad', ERROR: 'bad', PENDING: 'wait', UNKNOWN: 'wait' },
  ...{ DELIVERED: 'good', GIVEN_UP: 'bad', WAITING: 'wait' },
  ...{ ACCEPT: 'good', REJECT: 'bad', REVIEW: 'wait', ACTIVE: 'good', SHADOW: 'info', DRAFT: 'plain' },
}
