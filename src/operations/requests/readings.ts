import { type Content, isObject, onlyKnownFields } from '../../contract/kit/content.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import { passesLuhn } from '../../standards/cardNumber.ts'
import { bcdNumber, type EmvTags, emvTags } from '../../standards/emv.ts'
import { isSameExpiry, readTrack1, readTrack2, type Track } from '../../standards/tracks.ts'
import { cardIn } from '../model/cardContent.ts'
import { terminalFromTags } from './terminalTags.ts'

/**
 * What a terminal read off the card fills the fields that say the same, where the request leaves them out and
 * the operation has them. Whether reading and field agree is not asked here.
 */
export const withReadings = (shape: ResolvedGroup, content: Content): Content =>
  withTerminalRead(shape, withCardRead(shape, content))

/** The card by itself: it is part of who a request is, the rest of a reading is not. */
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

/** What the second has and the first has not, by path. */
export function pathsAdded(before: Content, after: Content, at = ''): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const given = before[name]
    if (!isObject(value)) return given === undefined ? [at + name] : []
    return pathsAdded(isObject(given) ? given : {}, value, `${at}${name}.`)
  })
}

/** As `merged`, in the order of what is on top: a request that leaves nothing out stays the same text. */
export function filled(top: Content, below: Content): Content {
  const result: Record<string, unknown> = { ...top }
  for (const [name, value] of Object.entries(below)) {
    const given = top[name]
    if (given === undefined) result[name] = value
    else if (isObject(given) && isObject(value)) result[name] = filled(given, value)
  }
  return result
}

export type CardRead = Tracks & Partial<Pick<Track, 'expiry' | 'number'>>
type Tracks = { readonly track1?: string; readonly track2?: string }

/** A number whose check digit is wrong was not read well: the reading itself is refused for it later. */
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

/** Tags hold tracks, too. Those that are of another card than the fields say are left alone. */
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
