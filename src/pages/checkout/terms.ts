import type { Content } from '../../contract/kit/content.ts'
import { fitsCurrency, toDecimal, toMinor } from '../../orders/money.ts'
import { textAt } from './fieldPaths.ts'
import type { CheckoutPrice } from './stage.ts'
import type { CheckoutFormError } from './view.ts'
import type { CheckoutVisit } from './visit.ts'

/**
 * What a payer agrees to by the button: the price, and what it is the price of. The page tells it back, so
 * that nobody pays what they were not shown. The same in other words is the same.
 */
export function termsOf(values: Content): string {
  const { amount, currency } = priceIn(values)
  const known = fitsCurrency(amount, currency) ? toDecimal(toMinor(amount, currency), currency) : amount
  return [known, currency, textAt(values, 'order', 'id') ?? ''].join(' ')
}

/** What the merchant wants to be paid, as the session says it now. */
export function priceIn(values: Content): CheckoutPrice {
  const amount = textAt(values, 'order', 'amount') ?? ''
  return { amount, currency: textAt(values, 'order', 'currency') ?? '' }
}

/** The payer looks at it again: the page that shows other terms than these begins anew. */
export const orderChanged = (values: Content): CheckoutFormError => ({
  reason: 'orderChanged',
  terms: termsOf(values),
})

/** Whether this page shows what is no longer so; one that does not say what it shows is taken to be fresh. */
export function newsFor({ session }: CheckoutVisit, body: Content): CheckoutFormError | undefined {
  const { values } = session.contents
  const shown = textAt(body, 'terms') ?? termsOf(values)
  return shown === termsOf(values) ? undefined : orderChanged(values)
}
