import { type GatewayPage, lazyPage, type MerchantPage } from '../pageKinds.ts'

const navigation = { icon: 'audit', key: 'a' } as const

export const auditPages: readonly MerchantPage[] = [
  {
    ...{ path: 'audit', name: 'audit', permission: 'audit.read', navigation },
    Shown: lazyPage(() => import('./auditPage.tsx').then(({ MerchantAuditPage }) => MerchantAuditPage)),
  },
  {
    ...{ path: 'audit/:id', name: 'audit', permission: 'audit.read' },
    Shown: lazyPage(() => import('./auditEntryPage.tsx').then(({ MerchantEntryPage }) => MerchantEntryPage)),
  },
]

/** Of all merchants, and of what is above them. */
export const gatewayAuditPages: readonly GatewayPage[] = [
  {
    ...{ path: 'audit', name: 'audit', permission: 'gateway.read', navigation: { icon: 'audit' } },
    Shown: lazyPage(() => import('./auditPage.tsx').then(({ GatewayAuditPage }) => GatewayAuditPage)),
  },
  {
    ...{ path: 'audit/:id', name: 'audit', permission: 'gateway.read' },
    Shown: lazyPage(() => import('./auditEntryPage.tsx').then(({ GatewayEntryPage }) => GatewayEntryPage)),
  },
]
