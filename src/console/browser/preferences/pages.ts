import { type GatewayPage, lazyPage } from '../pageKinds.ts'

export const preferencesPages: readonly GatewayPage[] = [
  {
    ...{ path: 'preferences', name: 'preferences' },
    Shown: lazyPage(() => import('./preferencesPage.tsx').then(({ PreferencesPage }) => PreferencesPage)),
  },
]
