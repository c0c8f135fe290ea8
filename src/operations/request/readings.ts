import { readEmv } from '../../contract/kit/emv.ts'
import { known } from '../../contract/kit/known.ts'
import { type Content, isObject } from '../../contract/kit/normalise.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import { passesLuhn } from '../../standards/luhn.ts'
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
  const read = { sourceOfFunds: { provided: { card: cardFrom(card, tagsOf(card)) } } }
  return filled(content, known(shape, read))
}

export function withTerminalRead(shape: ResolvedGroup, content: Content): Content {
  const card = cardIn(content)
  if (card?.emvRequest === undefined) return content
  return filled(content, known(shape, { posTerminal: terminalFromTags(tagsOf(card)) }))
}

/** As `merged`, in the order of what is on top: a request that leaves nothing out stays the same text. */
function filled(top: Content, below: Content): Content {
  const result: Record<string, unknown> = { ...top }
  for (const [name, value] of Object.entries(below)) {
    const given = top[name]
    if (given === undefined) result[name] = value
    else if (isObject(given) && isObject(value)) result[name] = filled(given, value)
  }
  return result
}

type Tags = ReadonlyMap<string, string>
const noTags: Tags = new Map()

const tagsOf = ({ emvRequest }: Content): Tags =>
  (typeof emvRequest === 'string' && readEmv(emvRequest)) || noTags

function cardIn({ sourceOfFunds }: Content): Content | undefined {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? provided.card : undefined
  return isObject(card) ? card : undefined
}

type Read = { readonly number?: string; readonly expiry?: Expiry }
type Expiry = { readonly month: string; readonly year: string }

/** A number whose check digit is wrong was not read well: the reading itself is refused for it later. */
function cardFrom(card: Content, tags: Tags): Content {
  const tracks = tracksFrom(card, tags)
  const { number, expiry } = {
    ...{ number: numberOf(tags.get('5A')), expiry: expiryOf(tags.get('5F24')) },
    ...readTrack(track1Form, tracks.track1 ?? card.track1),
    ...readTrack(track2Form, tracks.track2 ?? card.track2),
  }
  return {
    ...tracks,
    ...(number !== undefined && passesLuhn(number) && { number }),
    ...(expiry && { expiry }),
  }
}

/** Tags hold tracks, too. Beside a number or date that is given they are left alone: it may be another's. */
function tracksFrom(card: Content, tags: Tags): { readonly track1?: string; readonly track2?: string } {
  if (card.number !== undefined || card.expiry !== undefined) return {}
  const track1 = Buffer.from(tags.get('56') ?? '', 'hex').toString('latin1')
  const track2 = tags.get('57') ?? ''
  return {
    ...(card.track1 === undefined && track1Form.test(track1) && { track1 }),
    ...(card.track2 === undefined && track2Form.test(track2) && { track2 }),
  }
}

/** Number, then year and month, as ISO 7811-2 has them; a separator stands for a date that is not there. */
const track1Form = /^%?[A-Z]([0-9]{1,19})\^[^^]{2,26}\^(?:([0-9]{2})([0-9]{2})|\^)/
const track2Form = /^;?([0-9]{1,19})[=D](?:([0-9]{2})([0-9]{2})|=)/

function readTrack(form: RegExp, track: unknown): Read {
  const [, number, year, month] = (typeof track === 'string' && form.exec(track)) || []
  const expiry = expiryOf(year && month && year + month)
  return { ...(number !== undefined && { number }), ...(expiry && { expiry }) }
}

/** Digits in pairs, filled up with F. */
const numberOf = (tag: string | undefined): string | undefined => /^([0-9]{9,19})F*$/.exec(tag ?? '')?.[1]

function expiryOf(digits: string | undefined): Expiry | undefined {
  const [, year, month] = /^([0-9]{2})(0[1-9]|1[0-2])/.exec(digits ?? '') ?? []
  return year !== undefined && month !== undefined ? { month: String(Number(month)), year } : undefined
}
