// What receipts say of the card that paid: on the page, and by e-mail.

import type { CardNames } from '../../standards/cardNames.ts'
import { type CheckoutAttempt, isMade, lastDigitsOf } from './attempts.ts'

/**
 * Its name for payers, if it has one, and the last four digits. A payment by several cards is not shown as
 * one of them.
 */
export function paidCard(attempts: readonly CheckoutAttempt[], names: CardNames): string | undefined {
  const [only, ...others] = attempts.filter(isMade)
  const lastFour = only && lastDigitsOf(only)
  if (!lastFour || others.length > 0) return undefined
  const brand = only.payment?.sourceOfFunds?.provided?.card?.brand
  return `${(brand && names[brand]) ?? ''} •••• ${lastFour}`.trim()
}
