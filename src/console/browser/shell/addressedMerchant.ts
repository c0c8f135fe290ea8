// Whose pages an address is about, and whether whoever is signed in can see them.

import { useLocation } from 'wouter'
import type { WhoAmI } from '../../api/account.ts'
import { addressed } from '../addresses.ts'
import { CallRefused } from '../callAnswer.ts'
import { useConsoleQuery } from '../queries.ts'

export type AddressedMerchant = {
  /** Undefined on pages that are about none. */
  readonly merchantId: string | undefined
  /** There is no such merchant, or it is not the user's; undefined until that is known. */
  readonly isMissing: boolean | undefined
}

export function useAddressedMerchant(who: WhoAmI): AddressedMerchant {
  const [pathname] = useLocation()
  const { merchantId } = addressed(pathname)
  const isOperator = who.role === 'OPERATOR'
  const { data, error } = useConsoleQuery('merchantNames', merchantId ? { from: merchantId } : {}, {
    isEnabled: isOperator && merchantId !== undefined,
    asksOnFocus: false,
  })
  if (merchantId === undefined) return { merchantId, isMissing: false }
  if (!isOperator) return { merchantId, isMissing: merchantId !== who.merchantId }
  const isNoName = error instanceof CallRefused && error.cause === 'INVALID_REQUEST'
  return { merchantId, isMissing: data ? data.merchantIds[0] !== merchantId : isNoName || undefined }
}
