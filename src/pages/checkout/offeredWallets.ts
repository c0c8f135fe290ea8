// Which wallets a checkout page offers.

import type { OfferedWallet } from '../../wallets/port.ts'
import type { CheckoutProgress } from './progress.ts'
import type { CheckoutDependencies, CheckoutVisit } from './visit.ts'

/**
 * The wallets of the merchant's profile, where something is paid. The rest of a partial payment is paid by
 * card: it has an amount that only the gateway knows for certain.
 */
export function offeredWallets(
  { wallets }: Pick<CheckoutDependencies, 'wallets'>,
  { profile, operation }: Pick<CheckoutVisit, 'operation' | 'profile'>,
  { rest, elsewhere }: Pick<CheckoutProgress, 'elsewhere' | 'rest'>,
): readonly OfferedWallet[] {
  const isPaid = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  if (!wallets || profile.wallets.length === 0 || !isPaid || rest || elsewhere !== undefined) return []
  return wallets.offered(profile.wallets)
}
