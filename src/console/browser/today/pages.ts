import './today.css'
import { type GatewayPage, lazyPage, type MerchantPage } from '../pageKinds.ts'

export const todayPages: readonly MerchantPage[] = [
  {
    ...{ path: 'today', name: 'today', permission: 'payments.read' },
    navigation: { icon: 'today', key: 't' },
    Shown: lazyPage(() => import('./todayPage.tsx').then(({ TodayPage }) => TodayPage)),
  },
]

/** Of all merchants together. */
export const allMerchantsPages: readonly GatewayPage[] = [
  {
    ...{ path: 'today', name: 'allMerchants', permission: 'gateway.read' },
    navigation: { icon: 'today' },
    Shown: lazyPage(() => import('./todayPage.tsx').then(({ AllMerchantsPage }) => AllMerchantsPage)),
  },
]
