// How card and payer reached the merchant, as messages say it: entry mode (22) and condition (25) of 1987,
// the twelve-character point-of-service code (22) of 1993, the thirteen digits of point-of-service data (61).

import { channelOf } from '../../channel.ts'
import type { AskedTerminal, BalanceAsk, CardPresentation, PaymentAsk } from '../../port.ts'

type Presented = PaymentAsk | BalanceAsk
type Words = { readonly [word: string]: string }

const said = (words: Words, word: string | undefined, otherwise: string): string =>
  (word === undefined ? undefined : words[word]) ?? otherwise

/** Two digits for how the number came, one for whether a PIN can be entered (1 can, 2 cannot, 0 unknown). */
export function entryMode(ask: Presented): string {
  const { terminal, cryptogram, emv, track1, track2, pinBlock } = ask.presented ?? {}
  if (terminal !== undefined) return terminal.entryMode
  if (cryptogram !== undefined) return '092'
  const pin = pinBlock === undefined ? '0' : '1'
  if (emv !== undefined) return `05${pin}`
  if ((track1 ?? track2) !== undefined) return `90${pin}`
  if ('isOnFile' in ask && ask.isOnFile) return onFile
  return said(entryModes, channelOf(ask), '000')
}

/** A credential on file, whoever starts the payment with it. */
const onFile = '102'

const entryModes: Words = {
  INTERNET: '812',
  MERCHANT: onFile,
  CARD_PRESENT: '010',
  PAYER_PRESENT: '010',
  ...{ CALL_CENTRE: '012', MAIL_ORDER: '012', MOTO: '012', TELEPHONE_ORDER: '012', VOICE_RESPONSE: '012' },
}

/** Two digits: 00 usual, 01 payer not there, 02 unattended, 08 mail or telephone, 59 web. */
export function condition(ask: Presented): string {
  if (ask.presented?.terminal?.attended === 'UNATTENDED') return '02'
  return said(conditions, channelOf(ask), '00')
}

const conditions: Words = {
  INTERNET: '59',
  MERCHANT: '01',
  ...{ CALL_CENTRE: '08', MAIL_ORDER: '08', MOTO: '08', TELEPHONE_ORDER: '08', VOICE_RESPONSE: '08' },
}

/** One character each, in the order of the standard. */
export function pointOfService(ask: Presented): string {
  const presented = ask.presented ?? {}
  const { terminal, pinBlock } = presented
  const payer = payerPresence(ask)
  return [
    said(inputCapabilities, terminal?.inputCapability, terminal ? '0' : '1'),
    said(pinCapabilities, terminal?.pinEntryCapability, '0'),
    '0',
    environment(terminal),
    payer,
    isCardPresent(presented) ? '1' : '0',
    inputMode(presented),
    pinBlock === undefined ? '0' : '1',
    pinBlock === undefined ? '0' : '3',
    presented.emv === undefined ? '1' : '3',
    '0',
    pinLength(terminal),
  ].join('')
}

const isCardPresent = ({ emv, track1, track2 }: CardPresentation): boolean =>
  (emv ?? track1 ?? track2) !== undefined

/** 0 there, 1 not there, 2 by mail, 3 by telephone, 4 standing order, 5 by web. */
function payerPresence(ask: Presented): string {
  if (remoteModes.has(ask.presented?.terminal?.panEntryMode)) return '5'
  return said(payers, channelOf(ask), ask.presented === undefined ? '1' : '0')
}

const remoteModes: ReadonlySet<string | undefined> = new Set(['ECOMMERCE', 'MOBILE_COMMERCE'])

const payers: Words = {
  INTERNET: '5',
  MERCHANT: '4',
  ...{ CARD_PRESENT: '0', PAYER_PRESENT: '0', MAIL_ORDER: '2', MOTO: '2' },
  ...{ CALL_CENTRE: '3', TELEPHONE_ORDER: '3', VOICE_RESPONSE: '3' },
}

/** 0 none, 1 and 2 on the merchant's premises, 3 and 4 elsewhere, attended and unattended; 5 the payer's. */
function environment(terminal: AskedTerminal | undefined): string {
  if (terminal === undefined) return '0'
  if (terminal.location?.startsWith('PAYER_TERMINAL')) return '5'
  const isUnattended = terminal.attended === 'UNATTENDED'
  if (terminal.location === 'MERCHANT_TERMINAL_OFF_PREMISES') return isUnattended ? '4' : '3'
  return isUnattended ? '2' : '1'
}

/** 1 by hand without a terminal, 2 stripe, 5 chip, 6 keyed; contactless has letters: A chip, B stripe. */
function inputMode({ terminal, emv, track1, track2 }: CardPresentation): string {
  if (terminal?.entryMode.startsWith(typedForChip)) return '6'
  const word = terminal?.panEntryMode
  if (word !== undefined && inputModes[word] !== undefined) return inputModes[word]
  if (emv !== undefined) return '5'
  if ((track1 ?? track2) !== undefined) return '2'
  return terminal === undefined || remoteEntry.test(terminal.entryMode) ? '1' : '6'
}

/** The chip failed and the number was typed: `panEntryMode` has one word for that and for a stripe. */
const typedForChip = '79'

/** Device wallets, cards on file, the web. */
const remoteEntry = /^(?:09|10|81)/

const inputModes: Words = {
  ...{ BARCODE_READER: '3', OPTICAL_CHARACTER_READER: '4', KEYED: '6', CHIP: '5', CHIP_FALLBACK: '2' },
  ...{ SWIPE: '2', SWIPE_WITH_SIGNATURE: '2', CONTACTLESS: 'A', RFID_CHIP: 'A', RFID_STRIPE: 'B' },
  ...{ ECOMMERCE: '1', MOBILE_COMMERCE: '1', VOICE_AUTHORIZATION: '1', VOICE_RESPONSE: '1' },
}

const inputCapabilities: Words = {
  ...{ MAGNETIC_STRIPE: '2', BARCODE: '3', CHIP: '5', KEY_ENTRY: '6', VOICE_AUDIO_RESPONSE: '1' },
  ...{ CHIP_AND_MAGNETIC_STRIPE: '5', KEY_ENTRY_AND_MAGNETIC_STRIPE: '2', CONTACTLESS_CHIP: 'A' },
  CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE: '5',
  CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID: 'A',
  ...{ CONTACTLESS_MAGNETIC_STRIPE: 'B', CONTACTLESS_OR_MAGNETIC_STRIPE: 'B' },
}

const pinCapabilities: Words = {
  ...{ PIN_SUPPORTED: '1', SOFTWARE_ONLINE_PIN_ONLY: '1', OFFLINE_PIN_ONLY: '1', PIN_PAD_INOPERATIVE: '5' },
}

/** 0 none, 1 unknown, then the longest PIN: 4 to 9, A for 10, B for 11, C for 12. */
function pinLength(terminal: AskedTerminal | undefined): string {
  if (terminal === undefined || terminal.pinEntryCapability === 'PIN_NOT_SUPPORTED') return '0'
  return terminal.pinLengthCapability?.toString(16).toUpperCase() ?? '1'
}

/**
 * Thirteen digits: 1 attended, 3 where, 4 payer present, 5 card present, 7 only a hold, 10 operated by the
 * payer, 11 how cards can be read; the others are zero.
 */
export function posData(ask: Presented): string {
  const { terminal } = ask.presented ?? {}
  return [
    terminal === undefined ? '1' : said(attendance, terminal.attended, '2'),
    '0',
    said(places, terminal?.location, terminal === undefined ? '2' : '0'),
    payerPresence(ask),
    isCardPresent(ask.presented ?? {}) ? '0' : '1',
    '0',
    ask.verb === 'authorize' ? '4' : '0',
    '00',
    said(operators, terminal?.cardholderActivated, channelOf(ask) === 'INTERNET' ? '6' : '0'),
    said(readers, terminal?.inputCapability, terminal === undefined ? '6' : '0'),
    '00',
  ].join('')
}

const attendance: Words = { ATTENDED: '0', SEMI_ATTENDED: '0', UNATTENDED: '1' }

const places: Words = {
  ...{ MERCHANT_TERMINAL_ON_PREMISES: '0', MERCHANT_TERMINAL_OFF_PREMISES: '1' },
  ...{ PAYER_TERMINAL_ON_PREMISES: '2', PAYER_TERMINAL_OFF_PREMISES: '2' },
  NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE: '3',
}

const operators: Words = {
  ...{ AUTOMATED_DISPENSING_MACHINE_WITH_PIN: '1', SELF_SERVICE_TERMINAL: '2', LIMITED_AMOUNT_TERMINAL: '3' },
  ...{ IN_FLIGHT_COMMERCE: '4', ELECTRONIC_COMMERCE: '6', TRANSPONDER_TRANSACTION: '7' },
  ...{ MPOS_ACCEPTANCE_DEVICE: '9', NOT_CARDHOLDER_ACTIVATED: '0' },
}

const readers: Words = {
  ...{ VOICE_AUDIO_RESPONSE: '1', MAGNETIC_STRIPE: '2', CONTACTLESS_CHIP: '3' },
  ...{ CONTACTLESS_MAGNETIC_STRIPE: '4', CONTACTLESS_OR_MAGNETIC_STRIPE: '4', CHIP_AND_MAGNETIC_STRIPE: '5' },
  ...{ KEY_ENTRY: '6', KEY_ENTRY_AND_MAGNETIC_STRIPE: '7', CHIP: '9' },
  CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE: '8',
  CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID: '8',
}
