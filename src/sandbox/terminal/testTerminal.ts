import { createHash, randomBytes } from 'node:crypto'
import { encipher, encipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { workingKey } from '../../standards/dukpt/dukpt.ts'
import { emvElement } from '../../standards/emv.ts'
import { aesPinBlock, pinBlock } from '../../standards/pinBlock.ts'
import type { BaseKey, KeySet, SealedReading } from '../../terminals/port.ts'
import { familyOfKey } from '../../terminals/terminals.ts'

/** A terminal for tests: packs card data as terminals do, and encrypts it under the key of a transaction. */
export const cardDataForms = ['number', 'numberText', 'track1', 'track2', 'track2Digits', 'emv'] as const
export type CardDataForm = (typeof cardDataForms)[number]

export const cardDataPaddings = ['zeros', 'spaces', 'marked', 'counted'] as const
/** Spaces for text only; marked: ISO/IEC 9797-1 method 2; counted: PKCS#7. */
export type CardDataPadding = (typeof cardDataPaddings)[number]

export type TerminalCard = {
  readonly number: string
  readonly expiry: { readonly month: string; readonly year: string }
  readonly name?: string
  readonly serviceCode?: string
  /** What the form emv packs; where it is absent, tags of the number and the expiry date. */
  readonly emvRequest?: string
}

/** A device of a key set at one of its transactions. Its hexadecimal id is padded on the left. */
export type TerminalDevice = { readonly keySet: KeySet; readonly device: string; readonly counter: number }
type KeyedDevice = TerminalDevice & { readonly keySet: BaseKey }

/** The paddings that the gateway removes from a form; packed digits are always padded with F. */
export function paddingsOf(form: CardDataForm): readonly CardDataPadding[] {
  if (form === 'number' || form === 'track2Digits') return []
  return form === 'emv' ? cardDataPaddings.filter(padding => padding !== 'spaces') : cardDataPaddings
}

/** Padded to whole blocks of either cipher. */
export function packCardData(
  card: TerminalCard,
  form: CardDataForm,
  padding: CardDataPadding = 'zeros',
): Buffer {
  if (form === 'number') return filledUp(card.number)
  if (form === 'track2Digits') return filledUp(track2Of(card, 'D'))
  if (form === 'emv') return padded(Buffer.from(card.emvRequest ?? shortCardTags(card), 'hex'), padding)
  return padded(Buffer.from(textOf(card, form), 'latin1'), padding)
}

type Extras = Pick<SealedReading, 'initializationVector' | 'cardBin'>

export function sealReading(plain: Buffer, device: KeyedDevice, extras: Extras = {}): SealedReading {
  const keySerialNumber = keySerialNumberOf(device)
  const { initializationVector } = extras
  const vector = initializationVector === undefined ? undefined : Buffer.from(initializationVector, 'hex')
  const key = workingKey(device.keySet.key, Buffer.from(keySerialNumber, 'hex'), 'data')
  const payload = hexOf(encipher(familyOfKey(device.keySet), key, plain, vector))
  key.fill(0)
  return { keySerialNumber, payload, ...extras }
}

/** A PIN block of ISO format 0 under a TDES key; of format 4, with random filling, under an AES key. */
export function sealPin(
  { pin, number }: { readonly pin: string; readonly number: string },
  device: KeyedDevice,
  filling = randomBytes(8),
): Pick<SealedReading, 'keySerialNumber' | 'payload'> {
  const keySerialNumber = keySerialNumberOf(device)
  const key = workingKey(device.keySet.key, Buffer.from(keySerialNumber, 'hex'), 'pin')
  const block =
    familyOfKey(device.keySet) === 'TDES'
      ? encipherBlocks('TDES', key, pinBlock(pin, number))
      : aesPinBlock(pin, number, key, filling)
  key.fill(0)
  return { keySerialNumber, payload: hexOf(block) }
}

/** Key set, device, counter. Of TDES the counter has 21 bits, the highest in the last digit of the device. */
export function keySerialNumberOf({ keySet, device, counter }: TerminalDevice): string {
  const isTdes = familyOfKey(keySet) === 'TDES'
  const room = (isTdes ? 15 : 16) - keySet.keySetId.length
  const id = device.toUpperCase().padStart(room, '0')
  if (id.length > room || !/^[0-9A-F]*$/.test(id))
    throw new RangeError(`The id of a device must be at most ${room} hexadecimal digits.`)
  const last = Number.parseInt(id.slice(-1), 16)
  if (isTdes && last % 2 !== 0) throw new RangeError('The id of a device must be even.')
  const counterMax = isTdes ? 0x1fffff : 0xffffffff
  if (!Number.isInteger(counter) || counter < 0 || counter > counterMax)
    throw new RangeError(`The counter must be a whole number from 0 to ${counterMax}.`)
  const digits = counter.toString(16).toUpperCase()
  if (!isTdes) return keySet.keySetId + id + digits.padStart(8, '0')
  const [carried = '0', ...others] = digits.padStart(6, '0')
  return (
    keySet.keySetId + id.slice(0, -1) + (last + Number(carried)).toString(16).toUpperCase() + others.join('')
  )
}

function textOf(card: TerminalCard, form: 'numberText' | 'track1' | 'track2'): string {
  if (form === 'numberText') return card.number
  return form === 'track1' ? track1Of(card) : `;${track2Of(card, '=')}?`
}

const track1Of = (card: TerminalCard): string =>
  `%B${card.number}^${card.name ?? 'TEST/CARD'}^${dateOf(card)}${serviceOf(card)}${filling}?`

const track2Of = (card: TerminalCard, separator: '=' | 'D', discretionary = filling): string =>
  `${card.number}${separator}${dateOf(card)}${serviceOf(card)}${discretionary}`

/** The issuer's discretionary data; nothing here reads it. */
const filling = '00000'
const serviceOf = ({ serviceCode = '201' }: TerminalCard): string => serviceCode
const dateOf = ({ expiry }: TerminalCard): string => expiry.year + expiry.month.padStart(2, '0')

function shortCardTags(card: TerminalCard): string {
  const number = card.number.length % 2 === 0 ? card.number : `${card.number}F`
  return `5A${hexOf(Buffer.of(number.length / 2))}${number}5F2403${dateOf(card)}31`
}

const wholeBytes = 16
const wholeOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / wholeBytes)) * wholeBytes

const filledUp = (digits: string): Buffer =>
  Buffer.from(digits.padEnd(wholeOf(digits.length / 2) * 2, 'F'), 'hex')

function padded(content: Buffer, padding: CardDataPadding): Buffer {
  const isAlways = padding === 'marked' || padding === 'counted'
  const whole = wholeOf(content.length + (isAlways ? 1 : 0))
  const bytes = Buffer.alloc(whole, padding === 'spaces' ? 0x20 : 0)
  if (padding === 'counted') bytes.fill(whole - content.length)
  content.copy(bytes)
  if (padding === 'marked') bytes[content.length] = 0x80
  return bytes
}

const hexOf = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()

/** A transaction as a terminal describes it in EMV tags. Equal values make equal tags. */
export type TerminalTransaction = {
  /** In minor units. */
  readonly amount: bigint
  /** Currency and country as three digits of ISO 4217 and ISO 3166. */
  readonly currency: string
  readonly country: string
  /** Year, month and day, in two digits each. */
  readonly date: string
  readonly entryMode: TerminalEntryMode
  /** Eight hexadecimal digits; a real terminal draws them at random. */
  readonly unpredictable: string
  /** How many transactions the chip has made. */
  readonly counter: number
}
export const terminalEntryModes = ['CHIP', 'CONTACTLESS', 'SWIPE'] as const
export type TerminalEntryMode = (typeof terminalEntryModes)[number]

const emvLengthMax = 250
/** Omitted in this order when the tags are too long for a request: they are redundant or unused. */
const omittedFirst: readonly string[] = ['84', '5A', '5F24']

/** Throws a RangeError that names the value that has no place in the tags. */
export function emvRequestOf(card: TerminalCard, transaction: TerminalTransaction): string {
  checkTransaction(transaction)
  const tags = new Map([...cardTags(card), ...terminalTags(transaction)])
  if (transaction.entryMode !== 'SWIPE')
    for (const [tag, value] of chipTags(card, transaction)) tags.set(tag, value)
  for (const tag of omittedFirst) if (written(tags).length > emvLengthMax) tags.delete(tag)
  return written(tags)
}

function checkTransaction({
  amount,
  counter,
  country,
  currency,
  date,
  unpredictable,
}: TerminalTransaction): void {
  const isCounter = Number.isInteger(counter) && counter >= 0 && counter <= 0xffff
  if (amount < 0n || amount > 999_999_999_999n) throw new RangeError('An amount has at most 12 digits.')
  if (!isCounter) throw new RangeError('The counter of a chip is a whole number from 0 to 65535.')
  if (!/^[0-9]{3}$/.test(currency)) throw new RangeError('The number of a currency has 3 digits.')
  if (!/^[0-9]{3}$/.test(country)) throw new RangeError('The number of a country has 3 digits.')
  if (!/^[0-9]{6}$/.test(date)) throw new RangeError('A date has 6 digits: year, month, day.')
  if (!/^[0-9A-Fa-f]{8}$/.test(unpredictable))
    throw new RangeError('The unpredictable number has 8 hexadecimal digits.')
}

type Tags = Iterable<readonly [string, string]>

const cardTags = (card: TerminalCard): Tags => [
  ['5A', pairs(card.number)],
  ['57', pairs(track2Of(card, 'D', ''))],
  ['5F24', `${card.expiry.year}${card.expiry.month.padStart(2, '0')}31`],
]

const entryCodes: Readonly<Record<TerminalEntryMode, string>> = { CHIP: '05', CONTACTLESS: '07', SWIPE: '90' }

function terminalTags({
  amount,
  country,
  currency,
  date,
  entryMode,
  unpredictable,
}: TerminalTransaction): Tags {
  return [
    ['5F2A', currency.padStart(4, '0')],
    ['9A', date],
    ['9C', '00'],
    ['9F02', amount.toString().padStart(12, '0')],
    ['9F03', '000000000000'],
    ['9F1A', country.padStart(4, '0')],
    ['9F33', 'E0F8C8'],
    ['9F35', '22'],
    ['9F37', unpredictable.toUpperCase()],
    ['9F39', entryCodes[entryMode]],
  ]
}

/** Of an unregistered application id, with a request for online authorization. */
function chipTags(card: TerminalCard, transaction: TerminalTransaction): Tags {
  return [
    ['5F34', '00'],
    ['82', '1980'],
    ['84', 'F0000000010101'],
    ['95', '0000008000'],
    ['9F10', '06010A03A00000'],
    ['9F26', cryptogramOf(card, transaction)],
    ['9F27', '80'],
    ['9F34', transaction.entryMode === 'CHIP' ? '420300' : '1F0300'],
    ['9F36', transaction.counter.toString(16).toUpperCase().padStart(4, '0')],
  ]
}

/** A hash, not a real cryptogram: it differs where the transaction does. */
function cryptogramOf({ number }: TerminalCard, transaction: TerminalTransaction): string {
  const { amount, counter, country, currency, date, unpredictable } = transaction
  const values = [number, amount, counter, country, currency, date, unpredictable].join(' ')
  return createHash('sha256').update(values).digest('hex').slice(0, 16).toUpperCase()
}

const pairs = (digits: string): string => (digits.length % 2 === 0 ? digits : `${digits}F`)

const written = (tags: ReadonlyMap<string, string>): string =>
  [...tags].map(([tag, value]) => emvElement(tag, value)).join('')
