// How payers are told whom they pay, at their bank or at a payment provider.

import type { Profile } from '../../orders/merchant.ts'

/** The shop's name for `particulars`, if there is one; the merchant's id means nothing to payers. */
export function shownMerchant({ shopName }: Pick<Profile, 'shopName'>, order: NamedOrder | undefined) {
  const name = shopName || order?.statementDescriptor?.name
  return name === undefined ? {} : { merchant: { name } }
}

type NamedOrder = { readonly statementDescriptor?: { readonly name?: string | undefined } | undefined }
