import { type Content, isObject, onlyKnownFields } from '../../contract/kit/content.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import { emvTags } from '../../contract/kit/scalars.ts'
import { invalid, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { Owner } from '../../orders/merchant.ts'
import { joinedEmv } from '../../standards/emv.ts'
import { isSameExpiry } from '../../standards/tracks.ts'
import type { Purpose, Reading, SealedReading } from '../../terminals/port.ts'
import { cardIn, withCard } from '../model/cardContent.ts'
import { cardRead, filled, pathsAdded, withReadings } from './readings.ts'
import type { ReferenceSources, SingleUseClaims } from './sources.ts'

const cardPath = 'sourceOfFunds.provided.card'

export type Opened = {
  /** With what the payload held, where it could be opened. */
  readonly content: Content
  /** Which fields it filled. */
  readonly names: readonly string[]
  /** The number of the card in it. */
  readonly number?: string
  readonly finding?: ValidationFinding
}

/** Whether a terminal sealed what it read, and says itself that it could. */
export const isSealed = (content: Content): boolean => sealedIn(content) !== undefined

/** What a terminal sealed, with what it is for: good for that and nothing else. */
export function sealedFor(content: Content, purpose: Purpose): SingleUseClaims['sealed'] {
  const reading = sealedIn(content)
  return reading && { reading, purpose }
}

/** What a terminal sealed is the request's own word, as if the card had been given in plain. */
export async function withOpened(
  shape: ResolvedGroup,
  content: Content,
  { owner, sources, follows, purpose }: Opening,
): Promise<Opened> {
  const sealed = sealedIn(content)
  if (!sealed) return { content, names: [] }
  const opened = await sources.opened(owner, sealed, purpose)
  if ('finding' in opened) return { content, names: [], finding: opened.finding }
  const finding = disagreement(cardIn(content) ?? {}, opened.reading)
  if (finding) return { content, names: [], finding }
  const { number } = opened.reading
  // What follows a payment names no card: whether it is the same one is for the flow to judge.
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
  readonly purpose: Purpose
}

/** Nobody has judged what a terminal says that it gave up: of its serial number nothing is written down. */
export function withoutClosed(content: Content): Content {
  const card = cardIn(content)
  const { p2pe } = card ?? {}
  if (!isObject(p2pe) || p2pe.encryptionState !== 'INVALID') return content
  const { keySerialNumber: _, ...rest } = p2pe
  return withCard(content, { ...card, p2pe: rest })
}

/** Fields come before what is in a payload, but that it stays closed is why a number is missing. */
export function judgedOpened<Judged extends object>(
  judged: Judged | { readonly finding: ValidationFinding },
  { finding }: Opened,
): Judged | { readonly finding: ValidationFinding } {
  if (!finding) return judged
  return 'finding' in judged && !isForLackOfReading(judged.finding) ? judged : { finding }
}

const isForLackOfReading = ({ field, validationType }: ValidationFinding): boolean =>
  validationType === 'MISSING' && (field === `${cardPath}.number` || field === `${cardPath}.expiry`)

/** Whether each part is what it should be, the contract judges: what cannot be read is left to it. */
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

/** Of two numbers or dates the acquirer would take one, and nobody could say which. */
function disagreement(card: Content, reading: Reading): ValidationFinding | undefined {
  const { number, expiry } = card
  if ([number, cardRead(card).number].some(other => other !== undefined && other !== reading.number))
    return bad('It must hold the number of the card.')
  if (!isObject(expiry) || !reading.expiry) return undefined
  return isSameExpiry(expiry, reading.expiry) ? undefined : bad('It must hold the expiry of the card.')
}

type Joined = { readonly content: Content } | { readonly finding: ValidationFinding }

/** Terminals seal the tags that tell the card, and often send the others in plain: the issuer wants all. */
function withSealedTags(content: Content, sealed: string | undefined): Joined {
  const card = cardIn(content)
  if (sealed === undefined || typeof card?.emvRequest !== 'string') return { content }
  const joined = joinedEmv(card.emvRequest, sealed)
  if ('tag' in joined) return { finding: bad(`Its tag ${joined.tag} is not that of emvRequest.`) }
  if (joined.emv.length > (emvTags.max ?? 0))
    return { finding: bad(`With emvRequest it holds more than ${emvTags.max} digits of tags.`) }
  return { content: withCard(content, { ...card, emvRequest: joined.emv }) }
}

const bad = (why: string): ValidationFinding => invalid(`${cardPath}.p2pe.payload`, why)
