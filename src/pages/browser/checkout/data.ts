import { requiredElement } from './page.ts'
import type { CheckoutPageData } from './pageData.ts'

/** Written into the page by the gateway itself. */
export const pageData: CheckoutPageData = JSON.parse(
  requiredElement('checkout-data', HTMLElement).textContent ?? '',
)
export const texts = pageData.words
