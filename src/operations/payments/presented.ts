import type {
  AskedBenefits,
  AskedTerminal,
  CardPresentation,
  PaymentCryptogram,
} from '../../acquirers/port.ts'
import type { posTerminal } from '../../contract/groups/posTerminal.ts'
import type { card, sourceOfFunds } from '../../contract/groups/sourceOfFunds.ts'
import type { ValueOf } from '../../contract/kit/vocabulary.ts'
import { derivedFields } from '../record/derived.ts'

type Card = Partial<ValueOf<typeof card>>
type Terminal = Partial<ValueOf<typeof posTerminal>>
type Presenting = {
  readonly posTerminal?: Terminal
  readonly sourceOfFunds?: { readonly provided?: { readonly card?: Card } }
}

/** What the acquirer hears of how the card was presented; nothing where there is nothing to tell. */
export function presentedBy(request: Presenting): { readonly presented?: CardPresentation } {
  const card = request.sourceOfFunds?.provided?.card ?? {}
  const { accountType, emvRequest, pin, sequenceNumber, track1, track2 } = card
  const cryptogram = cryptogramOf(card)
  const terminal = terminalOf(request, card)
  const presented = {
    ...{}, // as in merged
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

/** An account of electronic benefits is a card, and more. */
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
  const told = devicePayment ?? mobileWallet
  if (!told) return undefined
  const own: NonNullable<Card['devicePayment']> = devicePayment ?? {}
  const eci = own.eciIndicator ?? told['3DSecure']?.eciIndicator
  const value = own.onlinePaymentCryptogram ?? told['3DSecure']?.onlinePaymentCryptogram
  return {
    format: told.cryptogramFormat ?? '3DSECURE',
    ...(eci !== undefined && { eci }),
    ...(value !== undefined && { value }),
  }
}

/** With what holds where the merchant says nothing (spec 2.10). */
function terminalOf(request: Presenting, card: Card): AskedTerminal | undefined {
  const isRead = [card.emvRequest, card.p2pe, card.pin, card.track1, card.track2].some(Boolean)
  if (!request.posTerminal && !isRead) return undefined
  const given = request.posTerminal ?? {}
  const { posTerminal: derived } = derivedFields({ ...request, posTerminal: given })
  const { address, mobile: _, store: __, ...told }: Terminal = { ...given, ...Object(derived) }
  return {
    ...told,
    ...(address?.country !== undefined && { country: address.country }),
    entryMode: given.entryMode ?? panDigits(given, card) + pinDigit(given, card),
  }
}

/** The first two digits of the entry mode, from what else was said or is there. */
function panDigits({ panEntryMode }: Terminal, { emvRequest, track1, track2 }: Card): string {
  const told = panEntryMode && entryDigits[panEntryMode]
  if (told !== undefined) return told
  if (emvRequest !== undefined) return '05'
  return track1 !== undefined || track2 !== undefined ? '90' : '01'
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

/** The third digit: without a word about it, and without a PIN, none can be entered. */
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
