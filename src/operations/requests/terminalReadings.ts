// What a terminal read off a card (tracks, EMV tags, encrypted payloads), and the fields of a request that it
// fills.

import { entryMode } from '../../contract/groups/posTerminal.ts'
import { type Content, isObject, onlyKnownFields } from '../../contract/kit/content.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import { emvTags as emvTagsField } from '../../contract/kit/scalars.ts'
import { invalid, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { Owner } from '../../orders/merchant.ts'
import { passesLuhn } from '../../standards/cardNumber.ts'
import { countryOfNumber } from '../../standards/countries.ts'
import { bcdNumber, type EmvTags, emvTags, joinedEmv } from '../../standards/emv.ts'
import { isSameExpiry, readTrack1, readTrack2, type Track } from '../../standards/tracks.ts'
import type { CardReading, ReadingPurpose, SealedReading } from '../../terminals/port.ts'
import type { ReferenceSources, SingleUseClaims } from './sources.ts'

/**
 * Fills fields from what a terminal read off the card, where the request leaves them out and the operation
 * has them. Whether readings and given fields agree is not checked here.
 */
export const withReadings = (shape: ResolvedGroup, content: Content): Content =>
  withTerminalRead(shape, withCardRead(shape, content))

/** Fills only the card's own fields: they are part of a request's identity, the rest of a reading is not. */
export function withCardRead(shape: ResolvedGroup, content: Content): Content {
  const card = cardIn(content)
  const { emvRequest, track1, track2 } = card ?? {}
  if (!card || (emvRequest === undefined && track1 === undefined && track2 === undefined)) return content
  const read = { sourceOfFunds: { provided: { card: cardRead(card) } } }
  return filled(content, onlyKnownFields(shape, read))
}

export function withTerminalRead(shape: ResolvedGroup, content: Content): Content {
  const card = cardIn(content)
  if (card?.emvRequest === undefined) return content
  return filled(content, onlyKnownFields(shape, { posTerminal: terminalFromTags(emvTags(card.emvRequest)) }))
}

/** The paths of the fields that only `after` has. */
export function pathsAdded(before: Content, after: Content, at = ''): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const given = before[name]
    if (!isObject(value)) return given === undefined ? [at + name] : []
    return pathsAdded(isObject(given) ? given : {}, value, `${at}${name}.`)
  })
}

/** As mergeContent, but in the order of `top`: a request that leaves nothing out keeps its exact text. */
function filled(top: Content, below: Content): Content {
  const result: Record<string, unknown> = { ...top }
  for (const [name, value] of Object.entries(below)) {
    const given = top[name]
    if (given === undefined) result[name] = value
    else if (isObject(given) && isObject(value)) result[name] = filled(given, value)
  }
  return result
}

type CardRead = Tracks & Partial<Pick<Track, 'expiry' | 'number'>>
type Tracks = { readonly track1?: string; readonly track2?: string }

/** A number with a wrong check digit is ignored here: the reading itself is refused for it later. */
export function cardRead(card: Content): CardRead {
  const tags = emvTags(card.emvRequest)
  const tracks = tracksFrom(card, tags)
  const { number, expiry } = {
    ...{ number: bcdNumber(tags.get('5A') ?? ''), expiry: expiryOf(tags.get('5F24')) },
    ...readBy(readTrack1, tracks.track1 ?? card.track1),
    ...readBy(readTrack2, tracks.track2 ?? card.track2),
  }
  return {
    ...tracks,
    ...(number !== undefined && passesLuhn(number) && { number }),
    ...(expiry && { expiry }),
  }
}

/** The tracks, also from EMV tags; tags of another card than the given fields are ignored. */
function tracksFrom(card: Content, tags: EmvTags): Tracks {
  const track1 = Buffer.from(tags.get('56') ?? '', 'hex').toString('latin1')
  const track2 = tags.get('57') ?? ''
  return {
    ...(card.track1 === undefined && isOf(card, readTrack1(track1)) && { track1 }),
    ...(card.track2 === undefined && isOf(card, readTrack2(track2)) && { track2 }),
  }
}

function isOf(card: Content, track: Track | undefined): boolean {
  const { expiry } = card
  const given = [card.number, readBy(readTrack1, card.track1).number, readBy(readTrack2, card.track2).number]
  if (!track || given.some(number => number !== undefined && number !== track.number)) return false
  return expiry === undefined || (isObject(expiry) && (!track.expiry || isSameExpiry(expiry, track.expiry)))
}

const readBy = (read: (text: string) => Track | undefined, track: unknown): Partial<Track> =>
  (typeof track === 'string' && read(track)) || {}

function expiryOf(digits: string | undefined): Track['expiry'] {
  const [, year, month] = /^([0-9]{2})(0[1-9]|1[0-2])/.exec(digits ?? '') ?? []
  return year !== undefined && month !== undefined ? { month: String(Number(month)), year } : undefined
}

const cardPath = 'sourceOfFunds.provided.card'

export type OpenedReading = {
  /** With the content of the payload, where it could be decrypted. */
  readonly content: Content
  /** Which fields it filled. */
  readonly names: readonly string[]
  /** The number of the card in it. */
  readonly number?: string
  readonly finding?: ValidationFinding
}

/** Whether the request has an encrypted terminal reading that the terminal does not report as failed. */
export const isSealed = (content: Content): boolean => sealedIn(content) !== undefined

/** The claim on an encrypted reading: it may be used for this purpose only. */
export function sealedFor(content: Content, purpose: ReadingPurpose): SingleUseClaims['sealed'] {
  const reading = sealedIn(content)
  return reading && { reading, purpose }
}

/** Decrypts the reading. Its content counts as given by the request, as if the card were in clear text. */
export async function withOpened(
  shape: ResolvedGroup,
  content: Content,
  { owner, sources, follows, purpose }: Opening,
): Promise<OpenedReading> {
  const sealed = sealedIn(content)
  if (!sealed) return { content, names: [] }
  const opened = await sources.opened(owner, sealed, purpose)
  if ('finding' in opened) return { content, names: [], finding: opened.finding }
  const finding = disagreement(cardIn(content) ?? {}, opened.reading)
  if (finding) return { content, names: [], finding }
  const { number } = opened.reading
  // A follow-up has no card of its own: whether it is the payment's card, the flow checks.
  if (follows) return { content, names: [], number }
  const joined = withSealedTags(content, opened.reading.emvRequest)
  if ('finding' in joined) return { content, names: [], finding: joined.finding }
  const read = onlyKnownFields(shape, { sourceOfFunds: { provided: { card: opened.reading } } })
  const whole = withReadings(shape, filled(joined.content, read))
  return { content: whole, names: pathsAdded(content, whole), number }
}
type Opening = {
  readonly owner: Owner
  readonly sources: ReferenceSources
  readonly follows: boolean
  readonly purpose: ReadingPurpose
}

/** A reading that the terminal reports as failed was not validated: its key serial number is not stored. */
export function withoutClosed(content: Content): Content {
  const card = cardIn(content)
  const { p2pe } = card ?? {}
  if (!isObject(p2pe) || p2pe.encryptionState !== 'INVALID') return content
  const { keySerialNumber: _, ...rest } = p2pe
  return withCard(content, { ...card, p2pe: rest })
}

/**
 * Findings about fields are reported before those about the payload; except that a missing number or
 * expiry date is reported as the payload that could not be decrypted.
 */
export function judgedOpened<Judged extends object>(
  judged: Judged | { readonly finding: ValidationFinding },
  { finding }: OpenedReading,
): Judged | { readonly finding: ValidationFinding } {
  if (!finding) return judged
  return 'finding' in judged && !isForLackOfReading(judged.finding) ? judged : { finding }
}

const isForLackOfReading = ({ field, validationType }: ValidationFinding): boolean =>
  validationType === 'MISSING' && (field === `${cardPath}.number` || field === `${cardPath}.expiry`)

/** The encrypted reading, if its parts have the right types; validating them is left to the contract. */
function sealedIn(content: Content): SealedReading | undefined {
  const { p2pe } = cardIn(content) ?? {}
  if (!isObject(p2pe) || p2pe.encryptionState === 'INVALID') return undefined
  const { keySerialNumber, payload, initializationVector, cardBin } = p2pe
  if (typeof keySerialNumber !== 'string' || typeof payload !== 'string') return undefined
  return {
    keySerialNumber,
    payload,
    ...(typeof initializationVector === 'string' && { initializationVector }),
    ...(typeof cardBin === 'string' && { cardBin }),
  }
}

/** Refuses two different numbers or dates: it would be undefined which one the acquirer uses. */
function disagreement(card: Content, reading: CardReading): ValidationFinding | undefined {
  const { number, expiry } = card
  if ([number, cardRead(card).number].some(other => other !== undefined && other !== reading.number))
    return bad('It must hold the number of the card.')
  if (!isObject(expiry) || !reading.expiry) return undefined
  return isSameExpiry(expiry, reading.expiry) ? undefined : bad('It must hold the expiry of the card.')
}

type Joined = { readonly content: Content } | { readonly finding: ValidationFinding }

/**
 * Terminals encrypt the tags that identify the card, and often send the others in clear text: the issuer
 * needs all of them.
 */
function withSealedTags(content: Content, sealed: string | undefined): Joined {
  const card = cardIn(content)
  if (sealed === undefined || typeof card?.emvRequest !== 'string') return { content }
  const joined = joinedEmv(card.emvRequest, sealed)
  if ('tag' in joined) return { finding: bad(`Its tag ${joined.tag} is not that of emvRequest.`) }
  if (joined.emv.length > (emvTagsField.max ?? 0))
    return { finding: bad(`With emvRequest it holds more than ${emvTagsField.max} digits of tags.`) }
  return { content: withCard(content, { ...card, emvRequest: joined.emv }) }
}

const bad = (why: string): ValidationFinding => invalid(`${cardPath}.p2pe.payload`, why)

type Tags = ReadonlyMap<string, string>

/** The terminal's own EMV tags, as fields of posTerminal (spec 2.10). */
function terminalFromTags(tags: Tags): Content {
  const fields = {
    address: { country: countryOf(tags.get('9F1A')) },
    attended: attendedOf(tags.get('9F35')),
    inputCapability: inputOf(tags.get('9F33')),
    lane: laneOf(tags.get('9F1C')),
    panEntryMode: entryModes[tags.get('9F39') ?? ''],
    pinEntryCapability: pinEntryOf(tags.get('9F33')),
  }
  const { address, ...others } = fields
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  return { ...(address.country !== undefined && { address }), ...Object.fromEntries(given) }
}

/** Three digits in two bytes. */
const countryOf = (tag: string | undefined): string | undefined =>
  tag === undefined ? undefined : countryOfNumber(tag.slice(1))

/** The second digit of the terminal's type: up to 3 it is attended, from 4 on unattended. */
function attendedOf(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined
  if (/^[1-3][1-3]$/.test(tag)) return 'ATTENDED'
  return /^[1-3][4-6]$/.test(tag) ? 'UNATTENDED' : 'UNKNOWN_OR_UNSPECIFIED'
}

/** The first byte of the capabilities: keys, stripe, chip, as its three highest bits. */
const inputs: readonly string[] = [
  'UNKNOWN',
  'CHIP',
  'MAGNETIC_STRIPE',
  'CHIP_AND_MAGNETIC_STRIPE',
  'KEY_ENTRY',
  'CHIP',
  'KEY_ENTRY_AND_MAGNETIC_STRIPE',
  'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
]

const inputOf = (tag: string | undefined): string | undefined =>
  tag === undefined ? undefined : inputs[byteOf(tag, 0) >> 5]

/** The second byte: a PIN checked online, or only by the card, in plain or enciphered. */
function pinEntryOf(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined
  const verification = byteOf(tag, 1)
  if (verification & 0x40) return 'PIN_SUPPORTED'
  return verification & 0x90 ? 'OFFLINE_PIN_ONLY' : 'PIN_NOT_SUPPORTED'
}

const byteOf = (tag: string, index: number): number =>
  Number.parseInt(tag.slice(index * 2, index * 2 + 2) || '0', 16)

function laneOf(tag: string | undefined): string | undefined {
  const lane = Buffer.from(tag ?? '', 'hex')
    .toString('latin1')
    .trim()
  return /^[\x20-\x7e]{1,8}$/.test(lane) ? lane : undefined
}

const entryModes: Readonly<Record<string, string>> = {
  '01': 'KEYED',
  '02': 'SWIPE',
  '03': 'BARCODE_READER',
  '04': 'OPTICAL_CHARACTER_READER',
  '05': 'CHIP',
  '07': 'CONTACTLESS',
  '79': 'CHIP_FALLBACK',
  '80': 'CHIP_FALLBACK',
  '81': 'ECOMMERCE',
  '90': 'SWIPE',
  '91': 'RFID_STRIPE',
}

/**
 * The first two digits of the entry mode as tag 9F39 has them, unless `panEntryMode` says something else than
 * the tag: where one word stands for two codes, the tag knows which.
 */
export function entryDigitsRead(emvRequest: unknown, panEntryMode: string): string | undefined {
  const code = emvTags(emvRequest).get('9F39')
  if (code === undefined || entryModes[code] !== panEntryMode) return undefined
  return entryMode.pattern?.test(`${code}0`) ? code : undefined
}

/** The card in a request that is not validated yet. */
function cardIn({ sourceOfFunds }: Content): Content | undefined {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? provided.card : undefined
  return isObject(card) ? card : undefined
}

/** The same with another card in its place. */
function withCard(content: Content, card: Content): Content {
  const { sourceOfFunds } = content
  const { provided, ...source } = isObject(sourceOfFunds) ? sourceOfFunds : {}
  return { ...content, sourceOfFunds: { ...source, provided: { ...Object(provided), card } } }
}
