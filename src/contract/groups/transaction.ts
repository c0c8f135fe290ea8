import { amount, amountBetween, decimalBetween } from '../kit/decimals.ts'
import { alphanumeric, boolean, country, currency, oneOf, text } from '../kit/scalars.ts'
import { group, list, omit, optional, pick, required } from '../kit/vocabulary.ts'
import { lineItems, tax } from './order.ts'

const serviceLocation = group({
  city: optional(text(1, 100), 'City where the service was given.'),
  country: optional(country, 'Country where the service was given.'),
  postCodeZip: optional(alphanumeric(1, 10, ' -'), 'Postcode where the service was given.'),
  stateProvinceCode: optional(text(1, 3), 'State or province where the service was given.'),
})

/** One movement of money or one question about it (spec 2.4). */
export const transaction = group({
  acquirer: optional(
    group({
      customData: optional(text(1, 2048), 'Data for your acquirer; no card data.'),
      traceId: optional(text(1, 15), "The network's trace of the first transaction of a series."),
      transactionId: optional(text(1, 100), "The acquirer's identifier of the transaction."),
    }),
    'What the acquirer should know.',
  ),
  amount: optional(amount, 'Amount of the transaction.'),
  authorizationCode: optional(alphanumeric(1, 6), 'Code the issuer gave by telephone.'),
  currency: optional(currency, "Currency of the transaction: the order's."),
  discountAmount: optional(amount, 'Discount in the amount.'),
  dutyAmount: optional(amountBetween(0, 1_000_000_000_000, 3), 'Duty in the amount.'),
  frequency: optional(
    text(1, 40),
    'Whether it is one of a series, as older versions said it; kept, but agreement is what counts.',
    { until: 53 },
  ),
  item: optional(lineItems, 'Line items of the transaction.'),
  itemAmount: optional(amount, 'Sub-total of the items.'),
  merchantNote: optional(text(1, 250), 'Your note about the transaction.'),
  priorApproval: optional(oneOf('REQUESTED'), 'Asks for approval before the transaction is made.'),
  reference: optional(text(1, 40), 'Your reference of the transaction.'),
  resubmission: optional(boolean, 'Whether this submits again what was declined before.'),
  serviceLocation: optional(serviceLocation, 'Where the service was given.'),
  shippingAndHandlingAmount: optional(amount, 'Sub-total of shipping and handling.'),
  shippingAndHandlingTaxAmount: optional(
    amountBetween(0, 1_000_000_000_000, 3),
    'Tax on shipping and handling.',
  ),
  shippingAndHandlingTaxRate: optional(
    decimalBetween(0, 1_000_000_000_000_000_000n, 4),
    'Rate of the tax on shipping and handling.',
  ),
  source: optional(
    oneOf(
      'CALL_CENTRE',
      'CARD_PRESENT',
      'INTERNET',
      'MAIL_ORDER',
      'MERCHANT',
      'MOTO',
      'PAYER_PRESENT',
      'TELEPHONE_ORDER',
      'VOICE_RESPONSE',
    ),
    'How the payer gave the order; on the first transaction only.',
  ),
  targetTransactionId: optional(text(1, 40), 'The transaction of the order this one acts on.'),
  tax: optional(list(tax), 'Taxes in the amount.'),
  taxAmount: optional(amount, 'Sub-total of taxes.'),
  taxStatus: optional(oneOf('EXEMPT', 'NOT_EXEMPT', 'NOT_PROVIDED'), 'Whether tax applies.'),
})

/** The first transaction of an order acts on nothing. */
export const firstTransaction = group(omit(transaction, 'authorizationCode', 'targetTransactionId'))

/** A capture says how much. */
export const capturedTransaction = group({
  ...omit(transaction, 'authorizationCode'),
  amount: required(amount, 'Amount to capture.'),
  currency: required(currency, transaction.fields.currency.doc),
})
/** A standalone refund may give its amount with the order instead. */
export const refundedTransaction = group(omit(transaction, 'authorizationCode'))

const notes = pick(transaction, 'merchantNote', 'reference')

export const voidingTransaction = group({
  acquirer: optional(
    group(pick(transaction.fields.acquirer.type, 'customData')),
    'What the acquirer should know.',
  ),
  ...notes,
  targetTransactionId: required(text(1, 40), 'The transaction to void.'),
})
export const referredTransaction = group({
  authorizationCode: required(alphanumeric(1, 6), transaction.fields.authorizationCode.doc),
  ...notes,
})
export const updatingTransaction = group({
  amount: optional(amount, 'The amount to be authorized from now on.'),
  currency: transaction.fields.currency,
  ...notes,
})
export const confirmingTransaction = group(notes)
