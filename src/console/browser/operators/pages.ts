import { type GatewayPage, lazyPage } from '../pageKinds.ts'

export const operatorsPages: readonly GatewayPage[] = [
  {
    ...{ path: 'merchants', name: 'merchants', permission: 'gateway.read' },
    navigation: { icon: 'merchants', key: 'm' },
    Shown: lazyPage(() => import('./merchantsPage.tsx').then(({ MerchantsPage }) => MerchantsPage)),
  },
  {
    ...{ path: 'merchant/:id', name: 'merchants', permission: 'gateway.read' },
    Shown: lazyPage(() => import('./profilePage.tsx').then(({ ProfilePage }) => ProfilePage)),
  },
  {
    ...{ path: 'links', name: 'links', permission: 'gateway.read', navigation: { icon: 'links' } },
    Shown: lazyPage(() => import('./linksPage.tsx').then(({ LinksPage }) => LinksPage)),
  },
  {
    ...{ path: 'obligations', name: 'obligations', permission: 'gateway.read' },
    navigation: { icon: 'clock' },
    Shown: lazyPage(() => import('./obligationsPage.tsx').then(({ ObligationsPage }) => ObligationsPage)),
  },
  {
    ...{ path: 'reconciliation', name: 'reconciliation', permission: 'gateway.read' },
    navigation: { icon: 'balance' },
    Shown: lazyPage(() =>
      import('./reconciliationPage.tsx').then(({ ReconciliationPage }) => ReconciliationPage),
    ),
  },
  {
    ...{ path: 'business-date/:id', name: 'reconciliation', permission: 'gateway.read' },
    Shown: lazyPage(() => import('./businessDatePage.tsx').then(({ BusinessDatePage }) => BusinessDatePage)),
  },
  {
    ...{ path: 'directory-servers', name: 'directoryServers', permission: 'gateway.read' },
    navigation: { icon: 'account' },
    Shown: lazyPage(() =>
      import('./directoryServersPage.tsx').then(({ DirectoryServersPage }) => DirectoryServersPage),
    ),
  },
  {
    ...{ path: 'keys', name: 'keys', permission: 'gateway.read', navigation: { icon: 'keys' } },
    Shown: lazyPage(() => import('./keysPage.tsx').then(({ KeysPage }) => KeysPage)),
  },
  {
    ...{ path: 'nodes', name: 'nodes', permission: 'gateway.read', navigation: { icon: 'nodes' } },
    Shown: lazyPage(() => import('./nodesPage.tsx').then(({ NodesPage }) => NodesPage)),
  },
]
