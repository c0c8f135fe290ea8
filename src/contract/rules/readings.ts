import { passesLuhn } from '../../standards/luhn.ts'
import type { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { type Finding, invalid } from '../kit/judge.ts'
import { rule } from '../kit/operation.ts'
import type { Value } from '../kit/vocabulary.ts'

type Read = { readonly sourceOfFunds?: Value<typeof sourceOfFunds> }

const cardPath = 'sourceOfFunds.provided.card'

/** Of two numbers or dates the acquirer would take one, and nobody could say which (spec 2.8). */
export const trackIsOfTheCard = rule<Read>(
  'the track is that of the card',
  'track2 holds a number with the right check digit; number and expiry, where given, must equal its own.',
  ({ sourceOfFunds }) => {
    const { expiry, number, track2 } = sourceOfFunds?.provided?.card ?? {}
    const [, read = '', year, month] = /^;?([0-9]+)[=D](?:([0-9]{2})([0-9]{2}))?/.exec(track2 ?? '') ?? []
    if (track2 === undefined) return undefined
    if (!passesLuhn(read)) return otherTrack('Its card number must have the right check digit.')
    if (number !== undefined && number !== read) return otherTrack('It must hold the number of the card.')
    if (expiry === undefined || year === undefined) return undefined
    const isSame = year === expiry.year && Number(month) === Number(expiry.month)
    return isSame ? undefined : otherTrack('It must hold the expiry of the card.')
  },
)

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

const otherTrack = (sentence: string): Finding => invalid(`${cardPath}.track2`, sentence)
