import { type Content, isObject } from '../../contract/kit/content.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { cardIn } from '../model/cardContent.ts'
import { planFigures } from './planFigures.ts'

/** What follows from what the merchant sent (spec 2.3, 2.7, 2.8, 2.10, 2.11); given values stay. */
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

/** The number behind a device is known where the network tells it; until then it is the device's own. */
function derivedCard(card: Content): Content | undefined {
  const { maskedFpan, number } = card
  if (!isOfDevice(card) || maskedFpan !== undefined || typeof number !== 'string') return undefined
  return { maskedFpan: maskedNumber(number) }
}

/** Who confirms a browser payment is told a till in any case (spec 2.10): there is none but the net. */
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

/** The merchant says so, or the terminal read the card rather than was told its number. */
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
