import type {
  AcquirerAsk,
  AskedTerminal,
  AuthorizationResponse,
  CardPresentation,
} from '../../acquirers/port.ts'

/** A pursuit asks about nothing that was read. */
export const presentationIn = (ask: AcquirerAsk): CardPresentation =>
  ('presented' in ask && ask.presented) || {}

/** What the acquirer understood of how the card was presented. */
export function pointOfSale(ask: AcquirerAsk): AuthorizationResponse {
  const presented = presentationIn(ask)
  const { terminal, track1, track2, cryptogram } = presented
  const integrity = integrityClassOf(presented)
  return {
    posData: terminal ? posDataOf(terminal, ask) : withoutTerminal.posData,
    posEntryMode: terminal ? terminal.entryMode : withoutTerminal.posEntryMode,
    ...((track1 ?? track2) !== undefined && { trackQuality: 'OK' }),
    ...(integrity !== undefined && { transactionIntegrityClass: integrity }),
    ...(cryptogram && { vpasResponse: '2' }),
  }
}

/** As of a shop on the web. */
const withoutTerminal = { posData: '1025104006600', posEntryMode: '812' }

/** By what cannot be copied: chip with PIN, chip, stripe, device. */
function integrityClassOf({
  emv,
  pinBlock,
  track1,
  track2,
  cryptogram,
}: CardPresentation): string | undefined {
  if (emv !== undefined) return pinBlock ? 'A1' : 'A2'
  if ((track1 ?? track2) !== undefined) return 'B1'
  return cryptogram && 'C1'
}

/**
 * Thirteen digits, as the constant for the web has them: 1 attended, 3 place, 4 payer there, 5 card there,
 * 7 whether only held, 10 who operates it, 11 what it can read; the others are 0.
 */
function posDataOf(terminal: AskedTerminal, { verb }: AcquirerAsk): string {
  const { attended, cardholderActivated, inputCapability, location, panEntryMode } = terminal
  const isRemote = panEntryMode === 'ECOMMERCE' || cardholderActivated === 'ELECTRONIC_COMMERCE'
  return [
    digit(attendance, attended, '2'),
    '0',
    digit(places, location, '0'),
    isRemote ? '51' : '00',
    '0',
    verb === 'authorize' ? '4' : '0',
    '00',
    digit(operators, cardholderActivated, '0'),
    digit(readers, inputCapability, '0'),
    '00',
  ].join('')
}

const digit = (digits: ReadonlyMap<string, string>, word: string | undefined, otherwise: string): string =>
  (word === undefined ? undefined : digits.get(word)) ?? otherwise

const attendance: ReadonlyMap<string, string> = new Map([
  ['ATTENDED', '0'],
  ['SEMI_ATTENDED', '0'],
  ['UNATTENDED', '1'],
])

const places: ReadonlyMap<string, string> = new Map([
  ['MERCHANT_TERMINAL_ON_PREMISES', '0'],
  ['MERCHANT_TERMINAL_OFF_PREMISES', '1'],
  ['PAYER_TERMINAL_ON_PREMISES', '2'],
  ['PAYER_TERMINAL_OFF_PREMISES', '2'],
  ['NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE', '3'],
])

const operators: ReadonlyMap<string, string> = new Map([
  ['NOT_CARDHOLDER_ACTIVATED', '0'],
  ['AUTOMATED_DISPENSING_MACHINE_WITH_PIN', '1'],
  ['SELF_SERVICE_TERMINAL', '2'],
  ['LIMITED_AMOUNT_TERMINAL', '3'],
  ['IN_FLIGHT_COMMERCE', '4'],
  ['ELECTRONIC_COMMERCE', '6'],
  ['TRANSPONDER_TRANSACTION', '7'],
  ['MPOS_ACCEPTANCE_DEVICE', '9'],
])

const readers: ReadonlyMap<string, string> = new Map([
  ['VOICE_AUDIO_RESPONSE', '1'],
  ['MAGNETIC_STRIPE', '2'],
  ['CONTACTLESS_CHIP', '3'],
  ['CONTACTLESS_MAGNETIC_STRIPE', '4'],
  ['CONTACTLESS_OR_MAGNETIC_STRIPE', '4'],
  ['CHIP_AND_MAGNETIC_STRIPE', '5'],
  ['KEY_ENTRY', '6'],
  ['KEY_ENTRY_AND_MAGNETIC_STRIPE', '7'],
  ['CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE', '8'],
  ['CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID', '8'],
  ['CHIP', '9'],
])
