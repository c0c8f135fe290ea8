import { lazyPage, type MerchantPage } from '../pageKinds.ts'

const ofSandbox = { name: 'sandbox', permission: 'sandbox.use', isOfSandbox: true } as const

export const sandboxPages: readonly MerchantPage[] = [
  {
    ...{ path: 'sandbox', ...ofSandbox, navigation: { icon: 'sandbox', key: 's' } },
    Shown: lazyPage(() => import('./sandboxPage.tsx').then(({ SandboxPage }) => SandboxPage)),
  },
  {
    ...{ path: 'sandbox/scripts', ...ofSandbox },
    Shown: lazyPage(() => import('./scriptsPage.tsx').then(({ ScriptsPage }) => ScriptsPage)),
  },
  {
    ...{ path: 'sandbox/clock', ...ofSandbox },
    Shown: lazyPage(() => import('./clockPage.tsx').then(({ ClockPage }) => ClockPage)),
  },
  {
    ...{ path: 'sandbox/books', ...ofSandbox },
    Shown: lazyPage(() => import('./booksPage.tsx').then(({ BooksPage }) => BooksPage)),
  },
]
