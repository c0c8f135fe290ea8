// All pages, in the order of the navigation. Each area lists its own.

import type { WhoAmI } from '../api/account.ts'
import { accountPages, operatorUsersPages, usersPages } from './account/pages.ts'
import { auditPages, gatewayAuditPages } from './audit/pages.ts'
import { developersPages } from './developers/pages.ts'
import { operatorsPages } from './operators/pages.ts'
import type { GatewayPage, MerchantPage } from './pageKinds.ts'
import { payersPages, paymentsPages } from './payments/pages.ts'
import { preferencesPages } from './preferences/pages.ts'
import { gatewayRiskPages, riskPages } from './risk/pages.ts'
import { sandboxPages } from './sandbox/pages.ts'
import { allMerchantsPages, todayPages } from './today/pages.ts'

export type PagesByPlace = {
  /** /console/m/{merchantId}/{path} */
  readonly merchant: readonly MerchantPage[]
  /** /console/gateway/{path} */
  readonly gateway: readonly GatewayPage[]
  /** /console/{path} */
  readonly own: readonly GatewayPage[]
}

const all: PagesByPlace = {
  merchant: [
    ...[...paymentsPages, ...todayPages, ...riskPages, ...developersPages, ...usersPages],
    ...[...auditPages, ...payersPages, ...sandboxPages],
  ],
  gateway: [
    ...[...allMerchantsPages, ...operatorsPages, ...gatewayRiskPages],
    ...[...operatorUsersPages, ...gatewayAuditPages],
  ],
  own: [...accountPages, ...preferencesPages],
}

/** Those that the user may see. */
export function pagesFor({ permissions, gateway: { isSandbox } }: WhoAmI): PagesByPlace {
  const isShown = ({ permission, isOfSandbox }: GatewayPage | MerchantPage) =>
    (permission === undefined || permissions.includes(permission)) && (!isOfSandbox || isSandbox)
  return {
    merchant: all.merchant.filter(isShown),
    gateway: all.gateway.filter(isShown),
    own: all.own.filter(isShown),
  }
}
