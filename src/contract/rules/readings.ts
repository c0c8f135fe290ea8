import { passesLuhn } from '../../standards/luhn.ts'
import { isSameExpiry, readTrack1, readTrack2, type Track } from '../../standards/tracks.ts'
import type { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { type Finding, invalid } from '../kit/judge.ts'
import { rule } from '../kit/operation.ts'
import type { Value } from '../kit/vocabulary.ts'

type Read = { readonly sourceOfFunds?: Value<typeof sourceOfFunds> }

const cardPath = 'sourceOfFunds.provided.card'

/** Of two numbers or dates the acquirer would take one, and nobody could say which (spec 2.8). */
export const trackIsOfTheCard = rule<Read>(
  'the track is that of the card',
  'Tracks hold a number with the right check digit, and agree with number and expiry and with each other.',
  ({ sourceOfFunds }) => {
    const { expiry, number, track1, track2 } = sourceOfFunds?.provided?.card ?? {}
    const first = readTrack1(track1 ?? '')
    const second = readTrack2(track2 ?? '')
    return (
      judgeTrack('track1', first, { number, expiry }) ??
      judgeTrack('track2', second, { number, expiry }) ??
      (second && judgeTrack('track1', first, second))
    )
  },
)

type Compared = { readonly number?: string | undefined; readonly expiry?: Track['expiry'] | undefined }

function judgeTrack(
  name: 'track1' | 'track2',
  track: Track | undefined,
  { number, expiry }: Compared,
): Finding | undefined {
  if (!track) return undefined
  const bad = (sentence: string) => invalid(`${cardPath}.${name}`, sentence)
  if (!passesLuhn(track.number)) return bad('Its card number must have the right check digit.')
  if (number !== undefined && number !== track.number) return bad('It must hold the number of the card.')
  if (!expiry || !track.expiry) return undefined
  return isSameExpiry(track.expiry, expiry) ? undefined : bad('It must hold the expiry of the card.')
}

/** The number behind an encrypted reading is seen only later; one given beside it can be compared now. */
export const numberBeginsAsAnnounced = rule<Read>(
  'the number begins as announced',
  'Where card.number and p2pe.cardBin are both given, the number must begin with cardBin.',
  ({ sourceOfFunds }) => {
    const { number, p2pe } = sourceOfFunds?.provided?.card ?? {}
    if (number === undefined || p2pe?.cardBin === undefined || number.startsWith(p2pe.cardBin))
      return undefined
    return invalid(`${cardPath}.p2pe.cardBin`, 'The number of the card must begin with it.')
  },
)
