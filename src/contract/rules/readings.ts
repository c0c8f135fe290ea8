// Rules about cards that were read at a terminal.

import { passesLuhn } from '../../standards/cardNumber.ts'
import { isSameExpiry, readTrack1, readTrack2, type Track } from '../../standards/tracks.ts'
import type { posTerminal } from '../groups/posTerminal.ts'
import type { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { rule } from '../kit/operation.ts'
import { invalid, missing, type ValidationFinding } from '../kit/validateFields.ts'
import type { ValueOf } from '../kit/vocabulary.ts'

type CardRead = { readonly sourceOfFunds?: ValueOf<typeof sourceOfFunds> }

const readCardPath = 'sourceOfFunds.provided.card'

/** Given two different numbers or dates, it would be undefined which one the acquirer uses (spec 2.8). */
export const trackIsOfTheCard = rule<CardRead>(
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
): ValidationFinding | undefined {
  if (!track) return undefined
  const bad = (sentence: string) => invalid(`${readCardPath}.${name}`, sentence)
  if (!passesLuhn(track.number)) return bad('Its card number must have the right check digit.')
  if (number !== undefined && number !== track.number) return bad('It must hold the number of the card.')
  if (!expiry || !track.expiry) return undefined
  return isSameExpiry(track.expiry, expiry) ? undefined : bad('It must hold the expiry of the card.')
}

/** The number in an encrypted reading is decrypted only later; one given next to it can be compared now. */
export const numberBeginsAsAnnounced = rule<CardRead>(
  'the number begins as announced',
  'Where card.number and p2pe.cardBin are both given, the number must begin with cardBin.',
  ({ sourceOfFunds }) => {
    const { number, p2pe } = sourceOfFunds?.provided?.card ?? {}
    if (number === undefined || p2pe?.cardBin === undefined || number.startsWith(p2pe.cardBin))
      return undefined
    return invalid(`${readCardPath}.p2pe.cardBin`, 'The number of the card must begin with it.')
  },
)

type AtTerminal = { readonly posTerminal?: ValueOf<typeof posTerminal> }

/** Whether a chip was read, or should have been. */
export const isChipEntry = ({ entryMode = '', panEntryMode = '' }: Entry): boolean =>
  chipEntry.test(entryMode) || chipModes.includes(panEntryMode)
type Entry = { readonly entryMode?: string | undefined; readonly panEntryMode?: string | undefined }

const chipEntry = /^(?:05|07|79|80)/
const chipModes: readonly string[] = ['CHIP', 'CHIP_FALLBACK', 'CONTACTLESS']

/** A chip that could have decided offline goes online for a reason, which the issuer requires. */
export const chipSaysWhyOnline = rule<AtTerminal>(
  'chip entry says why it goes online',
  'posTerminal.onlineReasonCode is needed for entryMode 05, 07, 79, 80 and panEntryMode CHIP*, CONTACTLESS.',
  ({ posTerminal }) => {
    if (posTerminal === undefined || posTerminal.onlineReasonCode !== undefined) return undefined
    return isChipEntry(posTerminal) ? missing('posTerminal.onlineReasonCode') : undefined
  },
)
