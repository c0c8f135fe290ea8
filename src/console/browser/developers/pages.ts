import './developers.css'
import { lazyPage, type MerchantPage } from '../pageKinds.ts'

const permission = 'developers.read'

export const developersPages: readonly MerchantPage[] = [
  {
    ...{ path: 'developers', name: 'developers', permission, navigation: { icon: 'developers', key: 'd' } },
    Shown: lazyPage(() => import('./credentialsPage.tsx').then(({ CredentialsPage }) => CredentialsPage)),
  },
  {
    ...{ path: 'requests', name: 'requests', permission, navigation: { icon: 'log', key: 'l' } },
    Shown: lazyPage(() => import('./requestsPage.tsx').then(({ RequestsPage }) => RequestsPage)),
  },
  {
    ...{ path: 'requests/replay', name: 'requests', permission },
    Shown: lazyPage(() => import('./replayPage.tsx').then(({ ReplayPage }) => ReplayPage)),
  },
  {
    ...{ path: 'requests/:id', name: 'requests', permission },
    Shown: lazyPage(() => import('./requestPage.tsx').then(({ RequestPage }) => RequestPage)),
  },
  {
    ...{ path: 'doctor', name: 'doctor', permission, navigation: { icon: 'doctor', key: 'i' } },
    Shown: lazyPage(() => import('./doctorPage.tsx').then(({ DoctorPage }) => DoctorPage)),
  },
  {
    ...{ path: 'notifications', name: 'notifications', permission, navigation: { icon: 'bell', key: 'n' } },
    Shown: lazyPage(() =>
      import('./notificationsPage.tsx').then(({ NotificationsPage }) => NotificationsPage),
    ),
  },
  {
    ...{ path: 'notifications/:id', name: 'notifications', permission },
    Shown: lazyPage(() => import('./deliveryPage.tsx').then(({ DeliveryPage }) => DeliveryPage)),
  },
]
