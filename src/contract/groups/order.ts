// The group `order` (spec 2.3, and fields in real use beyond that), in requests and in answers.

import { orderStatuses } from '../../standards/paymentCodes.ts'
import { answerFormOf } from '../kit/answerForm.ts'
import type { Content } from '../kit/content.ts'
import { amount, decimal, decimalAnswer, decimalBetween } from '../kit/decimals.ts'
import {
  alphanumeric,
  ascii,
  boolean,
  country,
  currency,
  date,
  dateTime,
  digits,
  digitsBetween,
  email,
  integer,
  jsonText,
  oneOf,
  oneOfSince,
  telephone,
  text,
  url,
} from '../kit/scalars.ts'
import {
  changedAt,
  type Dictionary,
  type Field,
  group,
  list,
  optional,
  required,
  type Scalar,
} from '../kit/vocabulary.ts'
import { addressWithoutCode } from './addresses.ts'
import { authenticationStatus } from './authentication.ts'

const itemTax = group({
  amount: optional(amount, 'Tax charged.'),
  rate: optional(decimal(6), 'Rate of the tax.'),
  type: optional(text(1, 127), 'Name of the tax.'),
})
const itemDetail = group({
  acquirerCustom: optional(jsonText(1, 4000), 'Further data your acquirer asked for, as JSON text.'),
  commodityCode: optional(digitsBetween(1, 9_999_999_999_999_999n), 'Commodity code of the item.'),
  tax: optional(list(itemTax), 'Taxes on the item.'),
  unitDiscountRate: optional(decimal(6), 'Rate of the discount on one unit.'),
  unitTaxRate: optional(decimal(6), 'Rate of the tax on one unit.'),
  unitTaxType: optional(text(1, 10), 'Name of the tax on one unit.'),
  unspsc: optional(digitsBetween(1, 9_999_999_999_999_999n), 'Standard products and services code.'),
  upc: optional(digitsBetween(1, 9_999_999_999_999_999n), 'Universal product code.'),
})
export const item = group({
  brand: optional(text(1, 127), 'Brand of the item.'),
  category: optional(text(1, 127), 'Your category of the item.'),
  description: optional(text(1, 127), 'What the item is.'),
  detail: optional(itemDetail, 'Further data of the item.'),
  industryCategory: optional(
    oneOf('HEALTHCARE_DENTAL', 'HEALTHCARE_OTHER', 'HEALTHCARE_PRESCRIPTION', 'HEALTHCARE_VISION'),
    'The industry the item belongs to.',
  ),
  name: required(text(1, 127), 'Name of the item.'),
  quantity: required(decimal(30), 'How many units.'),
  sku: optional(text(1, 127), 'Your stock-keeping number.'),
  unitDiscountAmount: optional(amount, 'Discount on one unit.'),
  unitOfMeasure: optional(text(1, 10), 'What one unit is.'),
  unitPrice: required(amount, 'Price of one unit.'),
  unitTaxAmount: optional(amount, 'Tax on one unit.'),
})

export const lineItems = list(item, 1000)

/** order.custom.X: the merchant chooses names and values. */
export const custom: Dictionary<Scalar<string>> = {
  kind: 'dictionary',
  names: /^[A-Za-z0-9]{1,99}$/,
  namesSentence: 'Its name must be 1 to 99 characters of A-Z a-z 0-9.',
  each: text(1, 250),
  max: 50,
}

export const subMerchant = group({
  address: optional(addressWithoutCode, 'Where the sub-merchant is.'),
  bankIndustryCode: optional(digits(4), 'Industry code of the sub-merchant.'),
  disputeContactPhone: optional(telephone, 'Where payers call about disputes.', { since: 73 }),
  email: optional(email, 'E-mail address of the sub-merchant.'),
  governmentCountryCode: optional(country, 'Country of a government-controlled sub-merchant.', { since: 73 }),
  identifier: optional(
    changedAt(73, text(1, 100), alphanumeric(1, 100, '-_ &+!$.')),
    'Your identifier of the sub-merchant.',
    { requiredSince: 73 },
  ),
  marketplaceId: optional(text(1, 11), 'Identifier of the marketplace.', { since: 73 }),
  phone: optional(text(1, 20), 'Telephone number of the sub-merchant.'),
  registeredName: optional(text(1, 100), 'Legal name of the sub-merchant.'),
  tradingName: optional(text(1, 100), "Name on the payer's statement; some networks cut it.", {
    requiredSince: 73,
  }),
  websiteUrl: optional(url, "The sub-merchant's website."),
})

/** Balance Inquiry accepts the state as a code from version 73 on (spec 4.2). */
const codedSubMerchant = group({
  ...subMerchant.fields,
  address: optional(
    group({
      ...addressWithoutCode.fields,
      stateProvince: optional(
        changedAt(73, addressWithoutCode.fields.stateProvince.type, text(1, 3)),
        'State or province, by code from version 73 on.',
      ),
    }),
    'Where the sub-merchant is.',
  ),
})

const statementDescriptor = group({
  address: optional(addressWithoutCode, "Address for the payer's statement."),
  name: optional(text(1, 100), "Name for the payer's statement."),
  phone: optional(text(1, 20), "Telephone number for the payer's statement."),
  websiteUrl: optional(url, "Website for the payer's statement."),
})

export const tax = group({
  amount: optional(amount, 'Tax charged.'),
  rate: optional(decimal(6), 'Rate of the tax.'),
  type: optional(text(1, 50), 'Name of the tax.'),
})

const valueTransfer = group({
  accountType: optional(
    oneOf('GIFT_CARD_LOAD', 'NOT_A_TRANSFER', 'OTHER', 'PREPAID_LOAD'),
    'What is loaded with the money.',
    { default: 'NOT_A_TRANSFER' },
  ),
  amount: optional(amount, 'Value that is transferred.'),
  currency: optional(currency, 'Currency of the value; that of the order unless given.'),
  numberOfCards: optional(integer(0, 999), 'Cards loaded; 1 for PREPAID_LOAD, otherwise 0, unless given.'),
})

export const walletProviders = [
  'BANK_A_PAY',
  'DEVICE_A_PAY',
  'DEVICE_B_PAY',
  'DEVICE_C_PAY',
  'NETWORK_A_EXPRESS_CHECKOUT',
  'NETWORK_B_PASS_ONLINE',
  'NETWORK_C_CHECKOUT',
  'SECURE_REMOTE_COMMERCE',
] as const

export const order = group({
  acceptPartialAmount: optional(boolean, 'Whether approval of less than the amount is welcome.'),
  amount: optional(amount, 'Total of the order; sub-totals, where given, must add up to it.'),
  cashbackAmount: optional(amount, 'Cash handed to the payer.'),
  currency: optional(currency, 'Currency of the order.'),
  custom: optional(custom, 'Your own fields; kept with the order, never sent to acquirers.', {
    personal: true,
    internal: true,
  }),
  customerNote: optional(text(1, 250), 'A note from the payer.', { personal: true }),
  description: optional(text(1, 127), 'What is being bought.'),
  discount: optional(
    group({
      amount: optional(amount, 'Discount on the order.'),
      code: optional(text(1, 40), 'Code under which the discount was given.'),
      description: optional(text(1, 127), 'Why the discount was given.'),
    }),
    'A discount on the order.',
  ),
  dutyAmount: optional(amount, 'Duty charged.'),
  gratuityAmount: optional(amount, 'Tip given.'),
  industryPracticePaymentReason: optional(
    oneOf('DELAYED_CHARGE', 'NO_SHOW_PENALTY', 'PARTIAL_SHIPMENT'),
    'Why you charge after the payer has left.',
  ),
  invoiceNumber: optional(text(1, 25), 'Number of your invoice.'),
  item: optional(lineItems, 'Line items of the order.'),
  itemAmount: optional(amount, 'Sub-total of the items.'),
  marketplace: optional(
    group({
      retailerLocation: optional(
        oneOf('DOMESTIC_ONLY', 'FOREIGN_AND_DOMESTIC', 'FOREIGN_ONLY'),
        'Where the retailers of this order are.',
      ),
    }),
    'The marketplace of the order.',
  ),
  merchantCategoryCode: optional(digits(4), 'Category of your business for this order.'),
  merchantPartnerIdCode: optional(digits(1, 6), 'Partner who takes part in the order.'),
  netAmount: optional(amount, 'Amount before anything is added.'),
  notificationUrl: optional(url, 'Where notifications about the order go.', { internal: true }),
  owningEntity: optional(text(1, 40), 'Your unit that owns the order.'),
  productSKU: optional(text(1, 15), 'Stock-keeping number of the product.'),
  purchaseType: optional(oneOf('ACCOUNT_FUNDING'), 'Set when the payment funds an account.'),
  recurringPaymentAgreement: optional(alphanumeric(1, 30), 'Your agreement with the payer, older form.'),
  reference: optional(text(1, 40), 'Your reference of the order.'),
  shippingAndHandlingAmount: optional(amount, 'Sub-total of shipping and handling.'),
  shippingAndHandlingTaxAmount: optional(amount, 'Tax on shipping and handling.'),
  shippingAndHandlingTaxRate: optional(
    decimalBetween(0, 1_000_000_000_000_000_000n, 4),
    'Rate of the tax on shipping and handling.',
  ),
  statementDescriptor: optional(statementDescriptor, "What the payer's statement shows."),
  subMerchant: optional(
    subMerchant,
    'The sub-merchant an aggregator acts for; on the first transaction only.',
  ),
  tax: optional(list(tax), 'Taxes on the order.'),
  taxAmount: optional(amount, 'Sub-total of taxes.'),
  taxRegistrationId: optional(text(1, 30), 'Your tax registration.'),
  taxStatus: optional(oneOf('EXEMPT', 'NOT_EXEMPT', 'NOT_PROVIDED'), 'Whether tax applies.'),
  valueTransfer: optional(valueTransfer, 'Value the payment loads onto cards or accounts.'),
  walletIndicator: optional(text(3, 3), 'Indicator the wallet gave with the payment data.'),
  walletProvider: optional(oneOf(...walletProviders), 'The wallet the payer used.'),
})

/** What others than the merchant and the gateway may be told of an order. */
export const orderForOthers = (given: Content): Content =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !internalNames.has(name)))

const internalNames: ReadonlySet<string> = new Set(
  Object.entries<Field>(order.fields).flatMap(([name, { internal }]) => (internal ? [name] : [])),
)

/** For operations that require amount and currency. */
export const paidOrder = group({
  ...order.fields,
  amount: required(amount, order.fields.amount.doc),
  currency: required(currency, order.fields.currency.doc),
})

export const inquiredOrder = group({
  ...order.fields,
  currency: required(currency, 'Currency of the balance.'),
  subMerchant: optional(codedSubMerchant, order.fields.subMerchant.doc),
})

/** For operations that move no money yet: only the currency is required. */
export const pricelessOrder = group({
  ...order.fields,
  currency: required(currency, order.fields.currency.doc),
})

/** Verify requires no amount, and accepts only two wallets. */
export const verifiedOrder = group({
  ...pricelessOrder.fields,
  amount: optional(amount, 'For risk assessment only; never sent to the acquirer.'),
  walletProvider: optional(
    oneOf('NETWORK_B_PASS_ONLINE', 'NETWORK_C_CHECKOUT'),
    'The wallet the payer used.',
  ),
})

const authenticationSince = 57

const status = oneOfSince(orderStatuses, {
  AUTHENTICATED: { since: authenticationSince },
  AUTHENTICATION_INITIATED: { since: authenticationSince },
  AUTHENTICATION_NOT_NEEDED: { since: authenticationSince },
  AUTHENTICATION_UNSUCCESSFUL: { since: authenticationSince },
})

/** The version from which the fields of the acquirer-facing table, and their bounds, apply. */
const tableSince = { since: 69 } as const

const { amount: _, currency: __, reference, ...echoed } = answerFormOf(order).fields

/** An order as answers show it: the merchant's fields, and the totals of its transactions. */
export const orderAnswer = group({
  id: required(text(1, 40), 'Your identifier of the order.'),
  amount: required(decimalAnswer(), 'Total of the order.'),
  currency: required(currency, 'Currency of the order.'),
  status: optional(
    status,
    'What the transactions of the order add up to. Absent while nobody knows whether its payment succeeds.',
  ),
  totalAuthorizedAmount: required(decimalAnswer(), 'Authorized, less what was voided.'),
  totalCapturedAmount: required(decimalAnswer(), 'Captured, less what was voided.'),
  totalRefundedAmount: required(decimalAnswer(), 'Refunded, less what was voided.'),
  chargeback: optional(
    group({
      amount: required(decimalAnswer(), 'Charged back, less what was reversed of it.'),
      currency: required(currency, 'Currency of the order.'),
    }),
    'What payers got back through their issuers. Absent where no chargeback was entered.',
  ),
  totalDisbursedAmount: required(decimalAnswer(), 'Paid out to the payer beyond refunds.', tableSince),
  merchantAmount: required(decimalAnswer(), 'Total in your own currency.', tableSince),
  merchantCurrency: required(currency, 'Your own currency.', tableSince),
  creationTime: required(dateTime, 'When the gateway first heard of the order.'),
  lastUpdatedTime: required(dateTime, 'When a transaction last changed the order.'),
  authenticationStatus: optional(authenticationStatus, 'How far payer authentication got.', {
    since: authenticationSince,
  }),
  customerOrderDate: optional(date, 'When the payer ordered.'),
  customerReference: optional(ascii(0, 25), "The payer's reference."),
  requestorName: optional(text(0, 100), 'Who ordered.', { personal: true }),
  ...echoed,
  reference: { ...reference, type: text(1, 200) },
  wallet: optional(
    group({
      networkCCheckout: optional(
        group({ callId: optional(text(0, 200), "The wallet's identifier of the checkout.") }),
        "Network C's wallet.",
      ),
    }),
    'What the wallet told.',
  ),
})

const taxRegistrationMax = 20

/** In Verify's answer the tax registration is shorter. */
export const verifiedOrderAnswer = group({
  ...orderAnswer.fields,
  taxRegistrationId: optional(
    {
      ...text(1, taxRegistrationMax),
      show: value => [...String(value)].slice(0, taxRegistrationMax).join(''),
    },
    'Your tax registration, cut at 20 characters.',
  ),
})
