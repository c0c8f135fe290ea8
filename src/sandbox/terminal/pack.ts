import { randomBytes } from 'node:crypto'
import { encipher, encipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { workingKey } from '../../standards/dukpt/dukpt.ts'
import { aesPinBlock, pinBlock } from '../../standards/pinBlock.ts'
import { familyOfKey } from '../../terminals/opening.ts'
import type { BaseKey, KeySet, SealedReading } from '../../terminals/port.ts'

/** What a terminal would do, for trying out: it packs a card, and seals it with the key of a transaction. */
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
  /** What the form emv packs; the number, and the date, where there is none. */
  readonly emvRequest?: string
}

/** A device of a key set at one of its transactions. Its id, hexadecimal, is filled up from the left. */
export type TerminalDevice = { readonly keySet: KeySet; readonly device: string; readonly counter: number }
type KeyedDevice = TerminalDevice & { readonly keySet: BaseKey }

/** Which paddings a reader takes off again; digits in pairs are always filled up with F. */
export function paddingsOf(form: CardDataForm): readonly CardDataPadding[] {
  if (form === 'number' || form === 'track2Digits') return []
  return form === 'emv' ? cardDataPaddings.filter(padding => padding !== 'spaces') : cardDataPaddings
}

/** Whole blocks of every cipher. */
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

/** A PIN block of format 0 under a key of TDES; of format 4, filled up by chance, under one of AES. */
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

/** Key set, device, counter; that of TDES has 21 bits, the highest in the last digit of the device. */
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

export const track2Of = (card: TerminalCard, separator: '=' | 'D', discretionary = filling): string =>
  `${card.number}${separator}${dateOf(card)}${serviceOf(card)}${discretionary}`

/** What an issuer would put there; nobody reads it here. */
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
