// Where the navigation and the palette lead, for a user and the merchant that is shown.

import type { WhoAmI } from '../../api/account.ts'
import { gatewayAddress, merchantAddress, ownAddress } from '../addresses.ts'
import type { IconName } from '../components/icon.tsx'
import type { GatewayPage, MerchantPage } from '../pageKinds.ts'
import { pagesFor } from '../pages.ts'
import type { PageName } from '../words/pageNames.ts'

export type Place = {
  readonly name: PageName
  readonly href: string
  readonly icon: IconName
  readonly key?: string
}

export type Places = {
  readonly merchant: readonly Place[]
  readonly gateway: readonly Place[]
  readonly own: readonly Place[]
}

/** Without a merchant, those above merchants and the user's own. */
export function placesFor(who: WhoAmI, merchantId: string | undefined): Places {
  const pages = pagesFor(who)
  const placesOf = (listed: readonly (GatewayPage | MerchantPage)[], addressOf: (path: string) => string) =>
    listed.flatMap(({ name, path, navigation }) =>
      navigation ? [{ name, href: addressOf(path), ...navigation }] : [],
    )
  return {
    merchant:
      merchantId === undefined ? [] : placesOf(pages.merchant, path => merchantAddress(merchantId, path)),
    gateway: placesOf(pages.gateway, gatewayAddress),
    own: placesOf(pages.own, ownAddress),
  }
}
