// The card of a payment: what the acquirer is asked about it, how it was presented at a terminal, and the
// rules for terminal readings.

import type {
  AskedBenefits,
  AskedBilling,
  AskedCard,
  AskedTerminal,
  CardPresentation,
  PaymentAsk,
  PaymentCryptogram,
} from '../../acquirers/port.ts'
import type { posTerminal } from '../../contract/groups/posTerminal.ts'
import type { card, sourceOfFunds } from '../../contract/groups/sourceOfFunds.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import { asValidatedRequest } from '../../contract/kit/validate.ts'
import type { ValueOf } from '../../contract/kit/vocabulary.ts'
import { authorize } from '../../contract/operations/payment.ts'
import { isChipEntry } from '../../contract/rules/readings.ts'
import { invalid, missing, type Rejection } from '../../orders/rejection.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type { GatewayDecision, PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { derivedFields } from '../record/derivedFields.ts'
import { cardRead, entryDigitsRead } from '../requests/terminalReadings.ts'

type Authorize = RequestOf<typeof authorize>
type Funded = Pick<Authorize, 'referenceOrderId' | 'sourceOfFunds'>

/** The card that a request, with all that was merged into it, names by number. */
export function askedCard({ sourceOfFunds }: Funded): AskedCard | undefined {
  const { card, giftCard } = sourceOfFunds?.provided ?? {}
  if (card?.number !== undefined)
    return {
      number: card.number,
      ...(card.expiry && { expiry: { month: Number(card.expiry.month), year: Number(card.expiry.year) } }),
      ...(card.securityCode !== undefined && { securityCode: card.securityCode }),
      ...(card.nameOnCard !== undefined && { nameOnCard: card.nameOnCard }),
    }
  if (giftCard?.number === undefined) return undefined
  return { number: giftCard.number, ...(giftCard.pin !== undefined && { pin: giftCard.pin }) }
}

/** The refusal of a request without a card number. */
export function withoutCard({ referenceOrderId, sourceOfFunds }: Funded): Rejection {
  const card = sourceOfFunds?.provided?.card
  if (card?.p2pe?.encryptionState === 'INVALID')
    return invalid('sourceOfFunds.provided.card.p2pe.encryptionState', 'There is no card then.')
  if (card) return missing('sourceOfFunds.provided.card.number')
  if (referenceOrderId !== undefined)
    return invalid('referenceOrderId', 'That order has no card that could be used.', referenceOrderId)
  if (sourceOfFunds === undefined) return missing('sourceOfFunds')
  // Benefits are paid with a card.
  if (sourceOfFunds.provided?.ebt) return missing('sourceOfFunds.provided.card.number')
  return invalid('sourceOfFunds', 'This release takes cards and gift cards only.')
}

type Enciphered = { readonly encryptionState?: string }
type Read = {
  readonly sourceOfFunds?: {
    readonly provided?: { readonly card?: { readonly p2pe?: Enciphered; readonly pin?: Enciphered } }
  }
}

/** A reading is not trusted where the terminal reports that its own encryption failed (spec 7, rule 3). */
export function verdictOnReading({ sourceOfFunds }: Read): GatewayDecision | undefined {
  const { p2pe, pin } = sourceOfFunds?.provided?.card ?? {}
  const declined = { result: 'FAILURE', gatewayCode: 'DECLINED' } as const
  if (p2pe?.encryptionState === 'INVALID') return { ...declined, rule: 'P2PE_ENCRYPTION_INVALID' }
  return pin?.encryptionState === 'INVALID' ? { ...declined, rule: 'PIN_ENCRYPTION_INVALID' } : undefined
}

/** The payer's details that the issuer can compare with its own, and how the payer gave the card. */
export function askedOfPayer({ billing, customer, sourceOfFunds, transaction }: AskingPayer): AskedOfPayer {
  const isOnFile = sourceOfFunds?.provided?.card?.storedOnFile === 'STORED'
  return {
    ...(billing?.address && { billing: askedBilling(billing.address) }),
    ...(customer?.email !== undefined && { customerEmail: customer.email }),
    ...(customer?.phone !== undefined && { customerPhone: customer.phone }),
    ...(transaction?.source !== undefined && { channel: transaction.source }),
    ...(isOnFile && { isOnFile }),
  }
}

type AskingPayer = Pick<Authorize, 'billing' | 'customer' | 'sourceOfFunds'> & {
  readonly transaction?: { readonly source?: string }
}
type AskedOfPayer = Pick<PaymentAsk, 'billing' | 'channel' | 'customerEmail' | 'customerPhone' | 'isOnFile'>

const askedBilling = ({ street, postcodeZip }: AskedBilling): AskedBilling => ({
  ...(street !== undefined && { street }),
  ...(postcodeZip !== undefined && { postcodeZip }),
})

type Card = Partial<ValueOf<typeof card>>
type Terminal = Partial<ValueOf<typeof posTerminal>>
type Presenting = Reading & { readonly transaction?: Pick<Transaction, 'source'> }
type Reading = {
  readonly posTerminal?: Terminal
  readonly sourceOfFunds?: { readonly provided?: { readonly card?: Card } }
}
type Transaction = Partial<NonNullable<Authorize['transaction']>>

/** How the card was presented, for the acquirer; empty where the request has nothing about it. */
export function presentedBy(request: Presenting): { readonly presented?: CardPresentation } {
  const card = request.sourceOfFunds?.provided?.card ?? {}
  const { accountType, emvRequest, pin, sequenceNumber, track1, track2 } = card
  const cryptogram = cryptogramOf(card)
  const terminal = askedTerminal(request, card)
  const presented = {
    ...(emvRequest !== undefined && { emv: emvRequest }),
    ...(track1 !== undefined && { track1 }),
    ...(track2 !== undefined && { track2 }),
    ...(pin && { pinBlock: pinBlockOf(pin) }),
    ...(cryptogram && { cryptogram }),
    ...(terminal && { terminal }),
    ...(accountType !== undefined && { accountType }),
    ...(sequenceNumber !== undefined && { sequenceNumber }),
  }
  return Object.keys(presented).length > 0 ? { presented } : {}
}

/** The additional data of an electronic benefits account, which is otherwise asked about like a card. */
export function benefitsOf({
  sourceOfFunds: funds,
}: {
  readonly sourceOfFunds?: ValueOf<typeof sourceOfFunds>
}): { readonly benefits?: AskedBenefits } {
  const ebt = funds?.provided?.ebt
  return ebt || funds?.type === 'EBT_CARD' ? { benefits: ebt ?? {} } : {}
}

const pinBlockOf = ({ payload, keySerialNumber, keySetId }: NonNullable<Card['pin']>) => ({
  payload,
  ...(keySerialNumber !== undefined && { keySerialNumber }),
  ...(keySetId !== undefined && { keySetId }),
})

function cryptogramOf({ devicePayment, mobileWallet }: Card): PaymentCryptogram | undefined {
  const payment = devicePayment ?? mobileWallet
  if (!payment) return undefined
  const own: NonNullable<Card['devicePayment']> = devicePayment ?? {}
  const eci = own.eciIndicator ?? payment['3DSecure']?.eciIndicator
  const value = own.onlinePaymentCryptogram ?? payment['3DSecure']?.onlinePaymentCryptogram
  return {
    format: payment.cryptogramFormat ?? '3DSECURE',
    ...(eci !== undefined && { eci }),
    ...(value !== undefined && { value }),
  }
}

/** The terminal's data, with the defaults for what the merchant leaves out (spec 2.10). */
function askedTerminal(request: Presenting, card: Card): AskedTerminal | undefined {
  const isRead = [card.emvRequest, card.p2pe, card.pin, card.track1, card.track2].some(Boolean)
  if (!request.posTerminal && !isRead) return undefined
  const given = request.posTerminal ?? {}
  const { posTerminal: derived } = derivedFields({ ...request, posTerminal: given })
  const { address, mobile: _, store: __, ...others }: Terminal = { ...given, ...Object(derived) }
  return {
    ...others,
    ...(address?.country !== undefined && { country: address.country }),
    entryMode: given.entryMode ?? panDigits(request, card) + pinDigit(given, card),
  }
}

/** The first two digits of the entry mode: as the merchant says, else what was read, else how it came. */
function panDigits({ posTerminal, transaction }: Presenting, card: Card): string {
  const { panEntryMode } = posTerminal ?? {}
  const digits = panEntryMode && (entryDigitsRead(card.emvRequest, panEntryMode) ?? entryDigits[panEntryMode])
  if (digits !== undefined) return digits
  if (card.emvRequest !== undefined) return '05'
  if ((card.track1 ?? card.track2) !== undefined) return '90'
  if (card.devicePayment ?? card.mobileWallet) return '09'
  if (card.storedOnFile === 'STORED' || transaction?.source === 'MERCHANT') return '10'
  const isRemote = panEntryMode === 'ECOMMERCE' || panEntryMode === 'MOBILE_COMMERCE'
  return isRemote || transaction?.source === 'INTERNET' ? '81' : '01'
}

const entryDigits: { readonly [mode in NonNullable<Terminal['panEntryMode']>]?: string } = {
  CHIP: '05',
  CHIP_FALLBACK: '80',
  CONTACTLESS: '07',
  KEYED: '01',
  OPTICAL_CHARACTER_READER: '04',
  RFID_CHIP: '07',
  RFID_STRIPE: '91',
  SWIPE: '90',
  SWIPE_WITH_SIGNATURE: '90',
  VOICE_AUTHORIZATION: '01',
  VOICE_RESPONSE: '01',
}

/** The third digit of the entry mode. By default, a PIN can be entered only if there is one. */
function pinDigit({ pinEntryCapability }: Terminal, { pin }: Card): string {
  switch (pinEntryCapability) {
    case undefined:
      return pin ? '1' : '2'
    case 'PIN_NOT_SUPPORTED':
      return '2'
    case 'PIN_PAD_INOPERATIVE':
      return '8'
    case 'UNKNOWN':
      return '0'
    default:
      return '1'
  }
}

type AtTerminal = {
  readonly posTerminal?: {
    readonly attended?: string
    readonly entryMode?: string
    readonly onlineReasonCode?: string
    readonly panEntryMode?: string
  }
}

/** Some acquirers accept chip transactions only with `posTerminal.attended` (spec 2.10). */
export function refusedByTerminal(
  { posTerminal }: AtTerminal,
  { profile }: PlanContext,
): Rejection | undefined {
  if (!profile.attendedForChip || !posTerminal || posTerminal.attended !== undefined) return undefined
  return isChipEntry(posTerminal) ? missing('posTerminal.attended') : undefined
}

/** The reason why a chip transaction went online must be given again when it is reversed (spec 2.10). */
export function refusedByChip(
  { posTerminal }: AtTerminal,
  { request }: RecordedTransaction,
): Rejection | undefined {
  if (posTerminal?.onlineReasonCode !== undefined) return undefined
  return isChipEntry(request.fields.posTerminal ?? {}) ? missing('posTerminal.onlineReasonCode') : undefined
}

/** A void comes from the terminal that took the payment: what it leaves out is taken from the payment. */
export function atTerminalOf(payment: RecordedTransaction, request: Reading): Reading {
  const before = payment.request.fields.posTerminal
  const { posTerminal, sourceOfFunds } = request
  return asValidatedRequest(authorize, payment.apiVersion, {
    ...((before || posTerminal) && { posTerminal: { ...before, ...posTerminal } }),
    ...(sourceOfFunds && { sourceOfFunds }),
  })
}

/** Refuses a terminal reading of another card than the one the transaction was made with. */
export function refusedByReading(
  request: Reading,
  { transactions, numberRead }: PlanContext,
  cardOf: string,
): Rejection | undefined {
  const card = request.sourceOfFunds?.provided?.card
  const read = numberRead ?? (card && cardRead(card).number)
  const paid = transactions.find(({ id }) => id === cardOf)?.request.fields
  const shown = paid?.sourceOfFunds?.provided?.card?.number
  if (!card || read === undefined || shown === undefined || maskedNumber(read) === shown) return undefined
  return invalid(
    `sourceOfFunds.provided.card.${readingOf(card)}`,
    'It must be of the card that the transaction was made with.',
  )
}

/** The field that is named in the refusal: the one that a merchant would look at first. */
function readingOf(card: Content): string {
  if ('p2pe' in card) return 'p2pe.payload'
  // Tracks that were derived from the tags are not what the merchant sent.
  if (cardRead({ emvRequest: card.emvRequest }).number !== undefined) return 'emvRequest'
  return ['track2', 'track1'].find(name => name in card) ?? 'emvRequest'
}
