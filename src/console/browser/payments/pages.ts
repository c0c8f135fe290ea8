import './payments.css'
import { lazyPage, type MerchantPage } from '../pageKinds.ts'

export const paymentsPages: readonly MerchantPage[] = [
  {
    ...{ path: 'payments', name: 'payments', permission: 'payments.read' },
    navigation: { icon: 'payments', key: 'p' },
    Shown: lazyPage(() => import('./paymentsPage.tsx').then(({ PaymentsPage }) => PaymentsPage)),
  },
  {
    ...{ path: 'order/:id', name: 'order', permission: 'payments.read' },
    Shown: lazyPage(() => import('./orderPage.tsx').then(({ OrderPage }) => OrderPage)),
  },
]

/** Below what is done every day. */
export const payersPages: readonly MerchantPage[] = [
  {
    ...{ path: 'payers', name: 'payers', permission: 'payers.erase', navigation: { icon: 'payers' } },
    Shown: lazyPage(() => import('./payersPage.tsx').then(({ PayersPage }) => PayersPage)),
  },
]
