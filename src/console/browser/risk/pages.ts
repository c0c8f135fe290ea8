import { type GatewayPage, lazyPage, type MerchantPage } from '../pageKinds.ts'

export const riskPages: readonly MerchantPage[] = [
  {
    ...{ path: 'reviews', name: 'reviews', permission: 'risk.read' },
    navigation: { icon: 'review', key: 'v' },
    Shown: lazyPage(() => import('./reviewsPage.tsx').then(({ ReviewsPage }) => ReviewsPage)),
  },
  {
    ...{ path: 'risk', name: 'risk', permission: 'risk.read' },
    navigation: { icon: 'risk', key: 'r' },
    Shown: lazyPage(() => import('./rulesPage.tsx').then(({ RulesPage }) => RulesPage)),
  },
  {
    ...{ path: 'risk-lists', name: 'lists', permission: 'risk.read' },
    navigation: { icon: 'filter' },
    Shown: lazyPage(() => import('./listsPage.tsx').then(({ ListsPage }) => ListsPage)),
  },
]

export const gatewayRiskPages: readonly GatewayPage[] = [
  {
    ...{ path: 'risk', name: 'gatewayRisk', permission: 'gateway.read', navigation: { icon: 'risk' } },
    Shown: lazyPage(() => import('./gatewayRiskPages.tsx').then(({ GatewayRulesPage }) => GatewayRulesPage)),
  },
  {
    ...{
      path: 'risk-lists',
      name: 'gatewayLists',
      permission: 'gateway.read',
      navigation: { icon: 'filter' },
    },
    Shown: lazyPage(() => import('./gatewayRiskPages.tsx').then(({ GatewayListsPage }) => GatewayListsPage)),
  },
]
