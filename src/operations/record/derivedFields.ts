// Fields of responses that are derived from the request.

import { createHash } from 'node:crypto'
import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import {
  type FrictionlessPost,
  frictionlessHtml,
  noMethodHtml,
  providerHtml,
} from '../../threeDSecure/redirect.ts'
import { cardIn } from '../model/documents.ts'

/** The fields derived from a request (spec 2.3, 2.7, 2.8, 2.10, 2.11); given values stay. */
export function derivedFields(request: Content, operation = ''): Content {
  const { shipping, billing, order, paymentPlan } = request
  const terminal = terminalOf(request, operation)
  const card = derivedCard(cardIn(request) ?? {})
  const figures = isObject(paymentPlan) ? planFigures(paymentPlan, request) : undefined
  return {
    ...(isObject(shipping) && { shipping: derivedShipping(shipping, isObject(billing) ? billing : {}) }),
    ...(isObject(order) &&
      isObject(order.valueTransfer) && { order: { valueTransfer: derivedTransfer(order) } }),
    ...(figures && { paymentPlan: figures }),
    ...(terminal && { posTerminal: terminal }),
    ...(card && { sourceOfFunds: { provided: { card } } }),
  }
}

function derivedShipping(shipping: Content, billing: Content): Content {
  const address = isObject(shipping.address) ? shipping.address : {}
  const contact = isObject(shipping.contact) ? shipping.contact : undefined
  return {
    address: {
      sameAsBilling: address.sameAsBilling ?? compareAddresses(withoutNotes(address), billing.address),
    },
    ...(contact && { contact: { sameAsBilling: contact.sameAsBilling ?? 'UNKNOWN' } }),
  }
}

function compareAddresses(shipping: Content, billing: unknown): 'DIFFERENT' | 'SAME' | 'UNKNOWN' {
  if (!isObject(billing) || Object.keys(shipping).length === 0) return 'UNKNOWN'
  return comparable(shipping) === comparable(billing) ? 'SAME' : 'DIFFERENT'
}

/** Only letters and digits count when two addresses are compared. */
const comparable = (address: Content): string =>
  Object.entries(address)
    .map(([name, value]) => `${name}=${String(value).replace(/[^\p{L}\p{N}]/gu, '')}`)
    .filter(part => !part.endsWith('='))
    .sort()
    .join('\n')

const withoutNotes = ({ sameAsBilling: _, source: __, ...address }: Content): Content => address

function derivedTransfer({ currency, valueTransfer }: Content): Content {
  if (!isObject(valueTransfer)) return {}
  const cards = valueTransfer.accountType === 'PREPAID_LOAD' ? 1 : 0
  return {
    currency: valueTransfer.currency ?? currency,
    numberOfCards: valueTransfer.numberOfCards ?? cards,
  }
}

const isOfDevice = ({ devicePayment, mobileWallet }: Content): boolean =>
  isObject(devicePayment) || isObject(mobileWallet)

/**
 * The account number behind a device payment is unknown unless the network returns it: the device's is used.
 */
function derivedCard(card: Content): Content | undefined {
  const { maskedFpan, number } = card
  if (!isOfDevice(card) || maskedFpan !== undefined || typeof number !== 'string') return undefined
  return { maskedFpan: maskedNumber(number) }
}

/**
 * The response to a confirmed browser payment always has posTerminal.lane (spec 2.10), by default INTERNET.
 */
function terminalOf(request: Content, operation: string): Content | undefined {
  const { posTerminal } = request
  const terminal = isObject(posTerminal) ? posTerminal : undefined
  const derived = terminal && derivedTerminal(terminal, request)
  if (operation !== 'CONFIRM_BROWSER_PAYMENT' || terminal?.lane !== undefined) return derived
  return { ...derived, lane: 'INTERNET' }
}

function derivedTerminal(terminal: Content, request: Content): Content | undefined {
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
function isCardPresent({ entryMode, panEntryMode }: Content, { transaction }: Content): boolean {
  if (isObject(transaction) && transaction.source === 'CARD_PRESENT') return true
  return readingModes.has(String(panEntryMode)) || /^(?:0[257]|80|9[01])/.test(String(entryMode))
}

const readingModes: ReadonlySet<string> = new Set([
  ...['CHIP', 'CHIP_FALLBACK', 'CONTACTLESS', 'RFID_CHIP', 'RFID_STRIPE', 'SWIPE', 'SWIPE_WITH_SIGNATURE'],
])

function isMobileWallet(request: Content): boolean {
  const card = cardIn(request)
  const { walletProvider } = isObject(request.order) ? request.order : {}
  return (card !== undefined && isOfDevice(card)) || /^DEVICE_[A-C]_PAY$/.test(String(walletProvider))
}

/**
 * What a plan that bears interest costs the payer (spec 2.11): ten per cent a year on the whole amount, for a
 * month per payment. Payments are equal and rounded down to the minor unit; the last one makes up the rest.
 */
export function planFigures(plan: Content, { order, transaction }: Content): Content | undefined {
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

function pricedIn(group: unknown): Priced | undefined {
  const { amount, currency } = isObject(group) ? group : {}
  return typeof amount === 'string' && typeof currency === 'string' ? { amount, currency } : undefined
}

/** Response fields take figures above zero, up to a bound. */
const isShown = (figure: string): boolean => Number(figure) > 0 && Number(figure) <= figureMax

const figureMax = 2_140_000_000

/**
 * The recipient's bank may ask for it, so an order that funds an account always has it (spec 2.6): the same
 * for the same transaction, wherever it is computed. Follow-ups have the reference of the payment.
 */
export function withFundingReference(record: Content, { ofOrder }: Content): Content {
  const { merchant, order, transaction, accountFunding } = record
  if (!isObject(order) || !isObject(transaction)) return record
  if (accountFunding === undefined && order.purchaseType !== 'ACCOUNT_FUNDING') return record
  if (isObject(accountFunding) && accountFunding.reference !== undefined) return record
  const followed = isObject(ofOrder) && isObject(ofOrder.accountFunding) ? ofOrder.accountFunding : {}
  const reference = followed.reference ?? referenceOf([merchant, order.id, transaction.id])
  return mergeContent(record, { accountFunding: { reference } })
}

const referenceOf = (names: readonly unknown[]): string =>
  createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 20).toUpperCase()

/**
 * HTML that merchants put into their pages as it is. Where the issuer requires no challenge it leads straight
 * back to the merchant; for a payment provider it leads to the provider's page, as the address does.
 */
export function withRedirectHtml(operation: string, record: Content): Content {
  const { browserPayment } = record
  if (isObject(browserPayment) && typeof browserPayment.redirectUrl === 'string')
    return mergeContent(record, {
      browserPayment: { redirectHtml: providerHtml(browserPayment.redirectUrl) },
    })
  const excerpt = isJudgedAtOnce(record) ? excerpts.get(operation)?.(record) : undefined
  return excerpt === undefined
    ? record
    : mergeContent(record, { authentication: { redirect: { html: excerpt } } })
}

const excerpts = new Map<string, (record: Content) => string>([
  ['INITIATE_AUTHENTICATION', () => noMethodHtml],
  ['AUTHENTICATE_PAYER', record => frictionlessHtml(onwardIn(record))],
])

/** There is a recommendation, and the payer's browser has nothing to do. */
const isJudgedAtOnce = ({ response, authentication }: Content): boolean =>
  textIn(response, 'gatewayRecommendation') !== '' &&
  !(isObject(authentication) && isObject(authentication.redirect)) &&
  textIn(authentication, 'version') !== '' &&
  textIn(authentication, 'payerInteraction') !== 'REQUIRED'

function onwardIn({
  authentication,
  order,
  transaction,
  response,
  result,
}: Content): FrictionlessPost | undefined {
  const address = textIn(authentication, 'redirectResponseUrl')
  if (address === '') return undefined
  return {
    address,
    fields: {
      'order.id': textIn(order, 'id'),
      'transaction.id': textIn(transaction, 'id'),
      result: String(result),
      'response.gatewayRecommendation': textIn(response, 'gatewayRecommendation'),
    },
  }
}

function textIn(group: unknown, name: string): string {
  const value = isObject(group) ? group[name] : undefined
  return typeof value === 'string' ? value : ''
}
