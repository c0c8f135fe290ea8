import { lazyPage, type MerchantPage } from '../pageKinds.ts'

export const sandboxPages: readonly MerchantPage[] = [
  {
    ...{ path: 'sandbox', name: 'sandbox', permission: 'sandbox.use', isOfSandbox: true },
    navigation: { icon: 'sandbox', key: 's' },
    Shown: lazyPage(() => import('./sandboxPage.tsx').then(({ SandboxPage }) => SandboxPage)),
  },
]
