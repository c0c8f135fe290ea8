// Leaving an attempt that is under way. Its card is taken out of the session: no other tab can go on with it,
// also if the issuer agrees later. So whoever reads that nothing was charged is not charged for that attempt.

import type { SessionKey } from '../../sessions/port.ts'
import { fundsBeside } from './form.ts'
import type { CheckoutDependencies } from './visit.ts'

/** False if a payment is about to take the card, or may be: that is followed. */
export async function takeCardOut(
  { sessions }: Pick<CheckoutDependencies, 'sessions'>,
  { sessionId }: Pick<SessionKey, 'sessionId'>,
): Promise<boolean> {
  for (let tries = 0; tries < triesMax; tries++) {
    const session = await sessions.opened(sessionId)
    // In a session that is over nobody pays.
    if (!session) return true
    if (session.stored.claimedFor !== undefined) return false
    const drafted = sessions.draft(session, ({ sourceOfFunds, ...values }) => ({
      values: { ...values, ...fundsBeside({ sourceOfFunds }, {}) },
      given: {},
    }))
    if ('keep' in drafted && (await drafted.keep())) return true
  }
  return false
}

const triesMax = 10
