// The merchant that a call is about.

import type { Profile } from '../../orders/merchant.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'

export type CalledMerchant = { readonly merchantId: string; readonly cell: number; readonly profile: Profile }

export type FindMerchant = (merchantId: string) => Promise<CalledMerchant | undefined>

/** A user's own merchant exists; an operator may name any. */
export async function merchantOf(
  find: FindMerchant,
  merchantId: string,
): Promise<CalledMerchant | Rejection> {
  const found = await find(merchantId)
  return found ?? invalid('merchantId', 'There is no such merchant.', merchantId)
}
