// The group `posTerminal`: the terminal that read the card.

import { ascii, digits, integer, oneOf, text } from '../kit/scalars.ts'
import { changedAt, group, optional, pick, required, type Scalar } from '../kit/vocabulary.ts'
import { addressWithoutCode, addressWithoutCodeAnswer } from './addresses.ts'

/** Two digits for how the card was read, a third for the terminal's PIN capability (spec 2.10). */
export const entryMode: Scalar<string> = {
  ...digits(3),
  pattern: /^(?:0[12457]|79|80|9[01])[0128]$/,
  sentence: 'It must be one of 01, 02, 04, 05, 07, 79, 80, 90, 91, followed by one of 0, 1, 2, 8.',
}

const location = oneOf(
  'MERCHANT_TERMINAL_OFF_PREMISES',
  'MERCHANT_TERMINAL_ON_PREMISES',
  'NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE',
  'PAYER_TERMINAL_OFF_PREMISES',
  'PAYER_TERMINAL_ON_PREMISES',
)

const mobile = group({
  cardInputDevice: optional(
    oneOf('BUILT_IN', 'INTEGRATED_DONGLE', 'SEPARATE_DONGLE'),
    'How the card reader is attached to the mobile device.',
  ),
})
const store = group({
  id: optional(text(1, 255), 'Your identifier of the store.'),
  name: optional(text(1, 255), 'Name of the store.'),
})

/** The terminal a card was presented at (spec 2.10). */
export const posTerminal = group({
  address: optional(addressWithoutCode, 'Where the terminal stands; EMV tag 9F1A holds its country.'),
  attended: optional(
    oneOf('ATTENDED', 'SEMI_ATTENDED', 'UNATTENDED', 'UNKNOWN_OR_UNSPECIFIED'),
    'Whether someone of yours is at the terminal (EMV tag 9F35). Some acquirers need it for chip cards.',
  ),
  cardPresenceCapability: optional(
    oneOf('CARD_NOT_PRESENT', 'CARD_PRESENT', 'CARD_PRESENT_AND_CARD_NOT_PRESENT'),
    'Which payments the terminal can take.',
  ),
  cardholderActivated: optional(
    oneOf(
      'AUTOMATED_DISPENSING_MACHINE_WITH_PIN',
      'ELECTRONIC_COMMERCE',
      'IN_FLIGHT_COMMERCE',
      'LIMITED_AMOUNT_TERMINAL',
      'MPOS_ACCEPTANCE_DEVICE',
      'NOT_CARDHOLDER_ACTIVATED',
      'SELF_SERVICE_TERMINAL',
      'TRANSPONDER_TRANSACTION',
    ),
    'Kind of self-service terminal; NOT_CARDHOLDER_ACTIVATED for a card that is present, unless given.',
  ),
  entryMode: optional(
    entryMode,
    'How card and PIN were entered: two digits for the card, one for the PIN (2: no PIN possible).',
  ),
  inputCapability: optional(
    oneOf(
      'BARCODE',
      'CHIP',
      'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
      'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID',
      'CHIP_AND_MAGNETIC_STRIPE',
      'CONTACTLESS_CHIP',
      'CONTACTLESS_MAGNETIC_STRIPE',
      'CONTACTLESS_OR_MAGNETIC_STRIPE',
      'KEY_ENTRY',
      'KEY_ENTRY_AND_MAGNETIC_STRIPE',
      'MAGNETIC_STRIPE',
      'UNKNOWN',
      'VOICE_AUDIO_RESPONSE',
    ),
    'How the terminal can read cards (EMV tag 9F33).',
  ),
  lane: optional(text(1, 8), 'Your name of the lane or till (EMV tag 9F1C); answers call it name.'),
  location: optional(
    location,
    'Whose terminal it is and where it stands. PAYER_TERMINAL_OFF_PREMISES for mobile wallets unless given.',
  ),
  mobile: optional(mobile, 'The mobile device, where that is the terminal.'),
  onlineReasonCode: optional(
    oneOf(
      'CHIP_APPLICATION_DATA_FILE_ERROR',
      'CHIP_COMMON_DATA_FILE_ERROR',
      'FORCED_BY_CHIP',
      'FORCED_BY_ISSUER',
      'FORCED_BY_MERCHANT',
      'FORCED_BY_TERMINAL',
      'MERCHANT_SUSPICIOUS',
      'OVER_FLOOR_LIMIT',
      'RANDOM_SELECTION_BY_TERMINAL',
      'UNABLE_TO_PROCESS_CHIP',
    ),
    'Why the terminal asks online: the first that applies. Must be given for chip and chip fallback.',
  ),
  panEntryMode: optional(
    oneOf(
      'BARCODE_READER',
      'CHIP',
      'CHIP_FALLBACK',
      'CONTACTLESS',
      'ECOMMERCE',
      'KEYED',
      'MOBILE_COMMERCE',
      'OPTICAL_CHARACTER_READER',
      'RFID_CHIP',
      'RFID_STRIPE',
      'SWIPE',
      'SWIPE_WITH_SIGNATURE',
      'UNKNOWN',
      'VOICE_AUTHORIZATION',
      'VOICE_RESPONSE',
    ),
    'How the card number was entered (EMV tag 9F39).',
  ),
  pinEntryCapability: optional(
    oneOf(
      'OFFLINE_PIN_ONLY',
      'PIN_NOT_SUPPORTED',
      'PIN_PAD_INOPERATIVE',
      'PIN_SUPPORTED',
      'SOFTWARE_ONLINE_PIN_ONLY',
      'UNKNOWN',
    ),
    'Whether a PIN can be entered (EMV tag 9F33).',
  ),
  pinLengthCapability: optional(integer(4, 12), 'Longest PIN the terminal can take.'),
  serialNumber: optional(ascii(1, 16), 'Serial number of the terminal.'),
  store: optional(store, 'The store the terminal stands in.'),
})

const shorterLists = {
  attended: optional(
    oneOf('ATTENDED', 'UNATTENDED', 'UNKNOWN_OR_UNSPECIFIED'),
    posTerminal.fields.attended.doc,
  ),
  cardholderActivated: optional(
    oneOf('NOT_CARDHOLDER_ACTIVATED', 'SELF_SERVICE_TERMINAL'),
    'Whether cardholders operate the terminal themselves.',
  ),
}

/** Verify accepts fewer kinds of terminal. */
export const verifyingTerminal = group({ ...posTerminal.fields, ...shorterLists })

/** A void may only give the reason why it goes online. */
export const voidingTerminal = group(pick(posTerminal, 'onlineReasonCode'))

const premises: Scalar<'OFF_CARD_ACCEPTOR_PREMISES' | 'ON_CARD_ACCEPTOR_PREMISES'> = {
  ...oneOf('OFF_CARD_ACCEPTOR_PREMISES', 'ON_CARD_ACCEPTOR_PREMISES'),
  show: place =>
    /^PAYER_|_OFF_PREMISES$/.test(String(place)) ? 'OFF_CARD_ACCEPTOR_PREMISES' : 'ON_CARD_ACCEPTOR_PREMISES',
}

const laneName = 'The lane of the request.'

export const posTerminalAnswer = group({
  address: optional(addressWithoutCodeAnswer, 'Where the terminal stands.'),
  ...pick(
    posTerminal,
    'attended',
    'cardPresenceCapability',
    'cardholderActivated',
    'entryMode',
    'inputCapability',
  ),
  location: optional(
    changedAt(55, premises, location),
    'Where the terminal stands; from version 55 on, also whose it is.',
  ),
  mobile: posTerminal.fields.mobile,
  name: optional(text(1, 8), laneName, { from: 'lane' }),
  ...pick(posTerminal, 'onlineReasonCode', 'panEntryMode', 'pinEntryCapability', 'pinLengthCapability'),
  ...pick(posTerminal, 'serialNumber', 'store'),
})

/** Verify's answer has the same kinds of terminal as its request. */
export const verifiedTerminalAnswer = group({ ...posTerminalAnswer.fields, ...shorterLists })

/** The answer to Confirm Browser Payment kept the older values. */
export const confirmedTerminalAnswer = group({
  ...verifiedTerminalAnswer.fields,
  location: optional(premises, "Whether the terminal stands on the merchant's premises."),
  name: required(text(1, 8), laneName, { from: 'lane' }),
})
