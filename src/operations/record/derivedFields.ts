// Fields of responses that are derived from the request.

import { createHash } from 'node:crypto'
import { mergeRecords } from '../../contract/kit/records.ts'
import type { OrderRecord, TransactionRecord } from '../../contract/model.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import {
  type FrictionlessPost,
  frictionlessHtml,
  noMethodHtml,
  providerHtml,
} from '../../threeDSecure/redirect.ts'
import type { RequestAdditions } from '../model/documents.ts'

/** The fields derived from a request (spec 2.3, 2.7, 2.8, 2.10, 2.11); given values stay. */
export function derivedFields(request: TransactionRecord, operation = ''): TransactionRecord {
  const { shipping, billing, order, paymentPlan } = request
  const terminal = terminalOf(request, operation)
  const card = derivedCard(request.sourceOfFunds?.provided?.card ?? {})
  const figures = paymentPlan && planFigures(paymentPlan, request)
  return {
    ...(shipping && { shipping: derivedShipping(shipping, billing?.address) }),
    ...(order?.valueTransfer && { order: { valueTransfer: derivedTransfer(order, order.valueTransfer) } }),
    ...(figures && { paymentPlan: figures }),
    ...(terminal && { posTerminal: terminal }),
    ...(card && { sourceOfFunds: { provided: { card } } }),
  }
}

type Shipping = NonNullable<TransactionRecord['shipping']>
type ShippingAddress = NonNullable<Shipping['address']>
type BillingAddress = NonNullable<NonNullable<TransactionRecord['billing']>['address']>

function derivedShipping({ address = {}, contact }: Shipping, billing: BillingAddress | undefined): Shipping {
  return {
    address: {
      sameAsBilling: address.sameAsBilling ?? compareAddresses(withoutNotes(address), billing),
    },
    ...(contact && { contact: { sameAsBilling: contact.sameAsBilling ?? 'UNKNOWN' } }),
  }
}

function compareAddresses(
  shipping: BillingAddress,
  billing: BillingAddress | undefined,
): 'DIFFERENT' | 'SAME' | 'UNKNOWN' {
  if (!billing || Object.keys(shipping).length === 0) return 'UNKNOWN'
  return comparable(shipping) === comparable(billing) ? 'SAME' : 'DIFFERENT'
}

/** Only letters and digits count when two addresses are compared. */
const comparable = (address: BillingAddress): string =>
  Object.entries(address)
    .map(([name, value]) => `${name}=${String(value).replace(/[^\p{L}\p{N}]/gu, '')}`)
    .filter(part => !part.endsWith('='))
    .sort()
    .join('\n')

const withoutNotes = ({ sameAsBilling: _, source: __, ...address }: ShippingAddress): BillingAddress =>
  address

type ValueTransfer = NonNullable<OrderRecord['valueTransfer']>

function derivedTransfer({ currency }: OrderRecord, valueTransfer: ValueTransfer): ValueTransfer {
  const cards = valueTransfer.accountType === 'PREPAID_LOAD' ? 1 : 0
  return {
    currency: valueTransfer.currency ?? currency,
    numberOfCards: valueTransfer.numberOfCards ?? cards,
  }
}

type Card = NonNullable<NonNullable<NonNullable<TransactionRecord['sourceOfFunds']>['provided']>['card']>

const isOfDevice = ({ devicePayment, mobileWallet }: Card): boolean =>
  devicePayment !== undefined || mobileWallet !== undefined

/**
 * The account number behind a device payment is unknown unless the network returns it: the device's is used.
 */
function derivedCard(card: Card): Card | undefined {
  const { maskedFpan, number } = card
  if (!isOfDevice(card) || maskedFpan !== undefined || number === undefined) return undefined
  return { maskedFpan: maskedNumber(number) }
}

/**
 * The response to a confirmed browser payment always has posTerminal.lane (spec 2.10), by default INTERNET.
 */
function terminalOf(request: TransactionRecord, operation: string): Terminal | undefined {
  const { posTerminal: terminal } = request
  const derived = terminal && derivedTerminal(terminal, request)
  if (operation !== 'CONFIRM_BROWSER_PAYMENT' || terminal?.lane !== undefined) return derived
  return { ...derived, lane: 'INTERNET' }
}

type Terminal = NonNullable<TransactionRecord['posTerminal']>

function derivedTerminal(terminal: Terminal, request: TransactionRecord): Terminal | undefined {
  const { cardholderActivated, location } = terminal
  const isRead = cardholderActivated === undefined && isCardPresent(terminal, request)
  const isMobile = location === undefined && isMobileWallet(request)
  if (!isRead && !isMobile) return undefined
  return {
    ...(isRead && { cardholderActivated: 'NOT_CARDHOLDER_ACTIVATED' }),
    ...(isMobile && { location: 'PAYER_TERMINAL_OFF_PREMISES' }),
  }
}

/** The merchant states it, or the terminal read the card (its number was not keyed in). */
function isCardPresent({ entryMode, panEntryMode }: Terminal, { transaction }: TransactionRecord): boolean {
  if (transaction?.source === 'CARD_PRESENT') return true
  return readingModes.has(String(panEntryMode)) || /^(?:0[257]|80|9[01])/.test(String(entryMode))
}

const readingModes: ReadonlySet<string> = new Set([
  ...['CHIP', 'CHIP_FALLBACK', 'CONTACTLESS', 'RFID_CHIP', 'RFID_STRIPE', 'SWIPE', 'SWIPE_WITH_SIGNATURE'],
])

function isMobileWallet({ order, sourceOfFunds }: TransactionRecord): boolean {
  return (
    isOfDevice(sourceOfFunds?.provided?.card ?? {}) ||
    /^DEVICE_[A-C]_PAY$/.test(String(order?.walletProvider))
  )
}

/**
 * What a plan that bears interest costs the payer (spec 2.11): ten per cent a year on the whole amount, for a
 * month per payment. Payments are equal and rounded down to the minor unit; the last one makes up the rest.
 */
type PaymentPlan = NonNullable<TransactionRecord['paymentPlan']>

export function planFigures(
  plan: PaymentPlan,
  { order, transaction }: TransactionRecord,
): PaymentPlan | undefined {
  const { planId, numberOfPayments, finalAmount } = plan
  // Given figures are those of the payment that this one follows.
  if (!String(planId).startsWith('INTEREST') || finalAmount !== undefined) return undefined
  const { amount, currency } = pricedIn(order) ?? pricedIn(transaction) ?? {}
  const payments = BigInt(String(numberOfPayments ?? 0))
  if (amount === undefined || currency === undefined || payments === 0n) return undefined
  const minor = toMinor(amount, currency)
  const total = minor + (minor * payments * yearlyPercent) / (100n * 12n)
  const each = total / payments
  const figures = { paymentAmount: each, finalAmount: total - each * (payments - 1n) }
  return {
    interestRate: String(yearlyPercent),
    ...Object.fromEntries(
      Object.entries(figures)
        .map(([name, figure]) => [name, toDecimal(figure, currency)] as const)
        .filter(([, figure]) => isShown(figure)),
    ),
  }
}

const yearlyPercent = 10n

type Priced = { readonly amount: string; readonly currency: string }
type MaybePriced = { readonly [Name in keyof Priced]?: string | undefined }

function pricedIn({ amount, currency }: MaybePriced = {}): Priced | undefined {
  return amount !== undefined && currency !== undefined ? { amount, currency } : undefined
}

/** Response fields take figures above zero, up to a bound. */
const isShown = (figure: string): boolean => Number(figure) > 0 && Number(figure) <= figureMax

const figureMax = 2_140_000_000

/**
 * The recipient's bank may ask for it, so an order that funds an account always has it (spec 2.6): the same
 * for the same transaction, wherever it is computed. Follow-ups have the reference of the payment.
 */
export function withFundingReference(
  record: TransactionRecord,
  { orderGroups }: RequestAdditions,
): TransactionRecord {
  const { merchant, order, transaction, accountFunding } = record
  if (!order || !transaction) return record
  if (accountFunding === undefined && order.purchaseType !== 'ACCOUNT_FUNDING') return record
  if (accountFunding?.reference !== undefined) return record
  const followed = orderGroups?.accountFunding?.reference
  const reference = followed ?? referenceOf([merchant, order.id, transaction.id])
  return mergeRecords(record, { accountFunding: { reference } })
}

const referenceOf = (names: readonly unknown[]): string =>
  createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 20).toUpperCase()

/**
 * HTML that merchants put into their pages as it is. Where the issuer requires no challenge it leads straight
 * back to the merchant; for a payment provider it leads to the provider's page, as the address does.
 */
export function withRedirectHtml(operation: string, record: TransactionRecord): TransactionRecord {
  const redirectUrl = record.browserPayment?.redirectUrl
  if (redirectUrl !== undefined)
    return mergeRecords(record, { browserPayment: { redirectHtml: providerHtml(redirectUrl) } })
  const excerpt = isJudgedAtOnce(record) ? excerpts.get(operation)?.(record) : undefined
  return excerpt === undefined
    ? record
    : mergeRecords(record, { authentication: { redirect: { html: excerpt } } })
}

const excerpts = new Map<string, (record: TransactionRecord) => string>([
  ['INITIATE_AUTHENTICATION', () => noMethodHtml],
  ['AUTHENTICATE_PAYER', record => frictionlessHtml(onwardIn(record))],
])

/** There is a recommendation, and the payer's browser has nothing to do. */
const isJudgedAtOnce = ({ response, authentication = {} }: TransactionRecord): boolean =>
  response?.gatewayRecommendation !== undefined &&
  authentication.redirect === undefined &&
  authentication.version !== undefined &&
  authentication.payerInteraction !== 'REQUIRED'

function onwardIn(record: TransactionRecord): FrictionlessPost | undefined {
  const { authentication, order, transaction, response, result } = record
  const address = authentication?.redirectResponseUrl
  if (address === undefined) return undefined
  return {
    address,
    fields: {
      'order.id': order?.id ?? '',
      'transaction.id': transaction?.id ?? '',
      result: String(result),
      'response.gatewayRecommendation': response?.gatewayRecommendation ?? '',
    },
  }
}
