import { existing } from './page.ts'
import type { PageData } from './pageData.ts'

/** Written into the page by the gateway itself. */
export const data: PageData = JSON.parse(existing('checkout-data', HTMLElement).textContent ?? '')
export const { words } = data
