import { dayMs, type Periods, periods } from './periods.ts'
import { standing } from './totals.ts'
import type { Transaction } from './transaction.ts'

/**
 * When what an order holds lapses: the authorization's life counts from its begin, and anew from every
 * successful update. Undefined while nothing is held.
 */
export function authorizationExpiresAtMs(
  transactions: readonly Transaction[],
  { authorizationDays }: Periods = periods,
): number | undefined {
  const standingOnes = standing(transactions)
  if (!standingOnes.some(({ type }) => type === 'AUTHORIZATION')) return undefined
  const newest = standingOnes.findLast(
    ({ type }) => type === 'AUTHORIZATION' || type === 'AUTHORIZATION_UPDATE',
  )
  return newest?.startedAtMs === undefined ? undefined : newest.startedAtMs + authorizationDays * dayMs
}
