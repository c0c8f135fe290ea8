// How a page is registered: its address, who may see it, how it is called, and what loads it.

import { type ComponentType, lazy } from 'react'
import type { Permission } from '../permissions.ts'
import type { IconName } from './components/icon.tsx'
import type { PageName } from './words/pageNames.ts'

/** `merchantId` is of the address; `id` is its last segment where the path ends with `:id`. */
export type MerchantPageProps = { readonly merchantId: string; readonly id: string }
export type GatewayPageProps = { readonly id: string }

type RegisteredPage = {
  /** Below the place of its kind: 'payments', 'order/:id'. */
  readonly path: string
  readonly name: PageName
  /** Absent: whoever is signed in. */
  readonly permission?: Permission
  /** Only where the gateway is a sandbox. */
  readonly isOfSandbox?: true
  /** Absent: it is not in the navigation, as the page of one order. `key`: `g` and then this goes there. */
  readonly navigation?: { readonly icon: IconName; readonly key?: string }
}

/** /console/m/{merchantId}/{path} */
export type MerchantPage = RegisteredPage & { readonly Shown: ComponentType<MerchantPageProps> }
/** /console/gateway/{path}, above merchants; pages of the user are at /console/{path}. */
export type GatewayPage = RegisteredPage & { readonly Shown: ComponentType<GatewayPageProps> }

/** Loaded when first shown: `lazyPage(() => import('./aPage.tsx').then(({ APage }) => APage))`. */
export const lazyPage = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazy(() => load().then(component => ({ default: component })))
