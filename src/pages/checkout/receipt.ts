// The receipt by e-mail, from the side of the checkout: promised before its payment is sent.

import { mailAddressIn } from '../../standards/mailAddress.ts'
import { checkoutMark } from './attempts.ts'
import { merchantNameOf } from './view.ts'
import { type CheckoutDependencies, type CheckoutVisit, priceIn } from './visit.ts'

/**
 * Where the merchant wants receipts and the payer has an address, writes down that this payer is to get one.
 * Who sends it looks up whether the payment succeeded.
 */
export async function promiseReceipt(
  { receipts }: Pick<CheckoutDependencies, 'receipts'>,
  visit: CheckoutVisit,
): Promise<void> {
  const { session, key, profile, locale, operation } = visit
  const { values } = session.contents
  const isCharged = operation === 'PURCHASE' || operation === 'AUTHORIZE'
  if (!receipts || !profile.emailReceipts || !isCharged) return
  if (mailAddressIn(values.customer?.email ?? '') === undefined) return
  await receipts.promise({
    ...{ ...key, checkout: checkoutMark(session.key.sessionId), locale },
    shopName: storable(merchantNameOf(visit)),
    ...priceIn(values),
  })
}

/** The shop's name as one line of what a database and a letter can hold. */
const storable = (name: string): string =>
  name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200) || '-'
