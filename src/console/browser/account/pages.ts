import { type GatewayPage, lazyPage, type MerchantPage } from '../pageKinds.ts'

/** Of the user: /console/{path}. */
export const accountPages: readonly GatewayPage[] = [
  {
    ...{ path: 'account', name: 'account' },
    Shown: lazyPage(() => import('./accountPage.tsx').then(({ AccountPage }) => AccountPage)),
  },
]
/** Of a merchant's administrators. */
export const usersPages: readonly MerchantPage[] = [
  {
    ...{ path: 'users', name: 'users', permission: 'users.read' },
    navigation: { icon: 'users', key: 'u' },
    Shown: lazyPage(() => import('./usersPage.tsx').then(({ UsersPage }) => UsersPage)),
  },
]
/** Those who operate the gateway: /console/gateway/{path}. */
export const operatorUsersPages: readonly GatewayPage[] = [
  {
    ...{ path: 'operators', name: 'operators', permission: 'gateway.read' },
    navigation: { icon: 'users' },
    Shown: lazyPage(() => import('./usersPage.tsx').then(({ OperatorsPage }) => OperatorsPage)),
  },
]
