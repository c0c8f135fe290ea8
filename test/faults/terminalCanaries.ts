import { testBaseKeys } from '../../src/sandbox/terminal/testKeys.ts'
import {
  type CardDataForm,
  cardDataForms,
  keySerialNumberOf,
  packCardData,
  sealPin,
} from '../../src/sandbox/terminal/testTerminal.ts'
import { encipher } from '../../src/standards/dukpt/ciphers.ts'
import { workingKey } from '../../src/standards/dukpt/dukpt.ts'
import { pinBlock } from '../../src/standards/pinBlock.ts'
import type { SealedReading } from '../../src/terminals/port.ts'
import type { CallOptions } from '../journeys/client.ts'
import { emvOf, type Family, inquiryOf, keySets, readRequest, trackOf } from '../journeys/terminalCards.ts'

/** Everything a terminal may send, each time with another card; all its secrets are recorded. */

const name = 'QZCANARY/ADA'
const cryptogram = Buffer.from('QZ cryptogram of a device')
export const refusedPassword = 'c0ffeec0ffeec0ffeec0ffeec0ffeec0'

export type Card = { readonly number: string; readonly expiry: { month: string; year: string }; name: string }
const cardOf = (number: string, month = '1'): Card => ({ number, expiry: { month, year: '39' }, name })

/** Base keys, what is on every track 1, and all that was ever sealed, opened or derived on the way. */
export const secrets: Buffer[] = [
  ...[Buffer.from(name), cryptogram, Buffer.from(refusedPassword)],
  ...testBaseKeys.map(({ key }) => key),
]

let counter = 0

function sealed(plain: Buffer, family: Family = 'TDES'): SealedReading {
  const keySet = keySets[family]
  const keySerialNumber = keySerialNumberOf({ keySet, device: '321A', counter: ++counter })
  const key = workingKey(keySet.key, Buffer.from(keySerialNumber, 'hex'), 'data')
  const payload = encipher(family, key, plain)
  secrets.push(key, payload.subarray(0, 16), payload.subarray(-16))
  return { keySerialNumber, payload: payload.toString('hex').toUpperCase() }
}

const p2pe = (card: Card, form: CardDataForm = 'track2', family?: Family) =>
  sealed(packCardData({ ...card, emvRequest: emvOf({}, card) }, form), family)

function pin({ number }: Card, family: Family, digits = '1234') {
  const block = sealPin(
    { pin: digits, number },
    { keySet: keySets[family], device: '321A', counter: ++counter },
  )
  secrets.push(Buffer.from(block.payload, 'hex'))
  if (digits !== '1234') secrets.push(pinBlock(digits, number))
  return block
}

export type Sent = {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly options?: CallOptions
}
type Way = (card: Card, index: number) => Partial<Sent>

const request = (card: object, more?: object) => ({ body: readRequest(card, more) })
const tracks = (card: Card) => ({ track1: trackOf('track1', card), track2: trackOf('track2', card) })
const bare = ({ number, expiry }: Card) => ({ number, expiry })
const hex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase()
const swiped = (card: Card): string => emvOf({ entryMode: 'SWIPE' }, card)
const operations = ['AUTHORIZE', 'PAY', 'VERIFY']
const inquire = (card: object) => ({ path: 'balanceInquiry', body: inquiryOf(card) })
const keep = (card: object) => ({
  method: 'POST',
  path: 'token',
  body: { sourceOfFunds: { provided: { card } } },
})
const park = (card: object) => ({ ...keep(card), path: 'session' })

const accepted: readonly Way[] = [
  card => request({ track1: trackOf('track1', card) }),
  card => request({ track2: trackOf('track2', card) }),
  card => request({ ...tracks(card), pin: pin(card, 'TDES') }, { apiOperation: 'PAY' }),
  card => request({ ...tracks(card), pin: pin(card, 'AES', '567891') }),
  card => request({ ...tracks(card), pin: pin(card, 'TDES', '567892') }, { apiOperation: 'VERIFY' }),
  card => request({ emvRequest: emvOf({}, card) }),
  card => request({ emvRequest: emvOf({ entryMode: 'CONTACTLESS' }, card).toLowerCase() }),
  // A number where none belongs: in text, in pairs of digits, as a track.
  card => request({ emvRequest: `${swiped(card)}9F7C10${hex(card.number)}` }),
  card => request({ emvRequest: `${swiped(card)}5010${hex(card.number)}` }),
  card => request({ emvRequest: `${swiped(card)}9F1008${card.number}` }),
  card => request({ ...bare(card), emvRequest: `9F100906${card.number}9F2608${'C3'.repeat(8)}` }),
  card => request({ ...bare(card), emvRequest: `9F7C10${hex(card.number)}9F3501225A08${card.number}` }),
  card => request({ ...bare(card), emvRequest: `9F6E0F${card.number}D390110100000F` }),
  card =>
    request({ ...bare(card), devicePayment: { onlinePaymentCryptogram: cryptogram.toString('base64') } }),
  ...cardDataForms.flatMap(form =>
    (['TDES', 'AES'] as const).map((family): Way => {
      const isNumber = form.startsWith('number')
      return (card, index) =>
        request(
          { ...(isNumber && { expiry: card.expiry }), p2pe: p2pe(card, form, family) },
          { apiOperation: operations[index % 3] },
        )
    }),
  ),
  ({ number }) => request({ p2pe: p2pe(cardOf(number, '5')) }),
  ({ number }) => request({ track2: trackOf('track2', cardOf(number, '11')) }),
  ({ number }) => request({ p2pe: p2pe(cardOf(number, '11'), 'emv', 'AES') }),
  card => request({ p2pe: { ...p2pe(card), encryptionState: 'INVALID' } }),
  card => inquire({ p2pe: p2pe(card, 'track1') }),
  card => inquire({ ...tracks(card), pin: pin(card, 'TDES', '567893') }),
  card => inquire({ emvRequest: emvOf({}, card) }),
  card => keep({ p2pe: p2pe(card, 'track2Digits', 'AES') }),
  card => keep(tracks(card)),
  card => keep({ emvRequest: emvOf({}, card) }),
]

const refused: readonly Way[] = [
  card => request({ p2pe: { ...p2pe(card), cardBin: '999999' } }),
  card => request({ p2pe: { ...p2pe(card), cardBin: card.number } }),
  card => request({ p2pe: { ...p2pe(card), encryptionState: card.number } }),
  card => request({ p2pe: { ...p2pe(card), keySerialNumber: `0${card.number}000` } }),
  card => request({ p2pe: { ...p2pe(card), initializationVector: card.number.repeat(2) } }),
  card => request({ p2pe: { ...p2pe(card), payload: hex(`;${card.number}=3901?`.padEnd(32)) } }),
  card => request({ p2pe: p2pe(card), number: '5123450000000008' }),
  card => request({ p2pe: p2pe(card), expiry: { month: '2', year: '39' } }),
  card => ({ ...request({ p2pe: p2pe(card, 'emv', 'AES') }), options: { version: 68 } }),
  card => request({ p2pe: { ...p2pe(card), payload: p2pe(card).payload.slice(2) } }),
  card => request({ p2pe: { ...p2pe(card), pan: card.number } }),
  card => request({ p2pe: sealed(Buffer.from(`${card.number}?${name}`.padEnd(32, '!'))) }),
  card => request({ emvRequest: `${swiped(card)}9908${card.number}` }),
  card => request({ emvRequest: `5A08${card.number}5A08${card.number}` }),
  card => request({ emvRequest: `5F24033901315710${card.number}` }),
  card => request({ emvRequest: `5A80${card.number}0000` }),
  card => request({ emvRequest: `5A8108${card.number}` }),
  card => request({ emvRequest: card.number }),
  card => request({ ...bare(card), track2: trackOf('track2', cardOf(card.number, '3')) }),
  card => request({ track2: trackOf('track1', card) }),
  card => request({ track1: trackOf('track2', card), track3: trackOf('track2', card) }),
  card => request({ track2: [trackOf('track2', card)], pin: { payload: trackOf('track2', card) } }),
  card => request(tracks(card), { posTerminal: { entryMode: card.number, lane: trackOf('track2', card) } }),
  card => request(tracks(card), { transaction: { acquirer: { customData: trackOf('track2', card) } } }),
  card => ({ body: JSON.stringify(readRequest(tracks(card))).slice(0, -9) }),
  card => ({ ...request(tracks(card)), options: { merchant: 'NOBODY', password: refusedPassword } }),
  card => inquire({ p2pe: { ...p2pe(card), cardBin: '999999' } }),
  card => keep({ p2pe: { ...p2pe(card), cardBin: '999999' } }),
  card => park({ p2pe: p2pe(card) }),
  card => park(tracks(card)),
  card => park({ emvRequest: emvOf({}, card) }),
  card => park({ ...bare(card), pin: pin(card, 'AES', '567894') }),
]

/** Accepted, declined, never answered, and refused at every stage of the request pipeline. */
export function terminalRequests(numbers: readonly string[]): readonly Sent[] {
  const ways = [...accepted, ...refused]
  return numbers.map((number, index) => {
    const way = ways[index % ways.length]?.(cardOf(number), index)
    return { method: 'PUT', path: `order/read-${index}/transaction/1`, body: undefined, ...way }
  })
}

/** A payment by each reading, and its void by the same and by another card. */
export function terminalStories(numbers: readonly string[]): readonly (readonly Sent[])[] {
  return numbers.map((number, index) => {
    const card = cardOf(number)
    const reads = [() => tracks(card), () => ({ emvRequest: emvOf({}, card) }), () => ({ p2pe: p2pe(card) })]
    const read = reads[index % reads.length] ?? (() => tracks(card))
    const other = { p2pe: p2pe(cardOf(numbers.at(index - 1) ?? number), 'track1', 'AES') }
    const first = readRequest(read(), { apiOperation: 'PAY' })
    const bodies = [first, first, readRequest(read()), voiding(other), voiding(read())]
    return bodies.map((body, at) => ({
      ...{ method: 'PUT', body },
      path: `order/story-${index}/transaction/${Math.max(1, at - 1)}`,
    }))
  })
}

const voiding = (card: object) => ({
  apiOperation: 'VOID',
  transaction: { targetTransactionId: '1' },
  posTerminal: { onlineReasonCode: 'FORCED_BY_TERMINAL' },
  sourceOfFunds: { provided: { card } },
})
