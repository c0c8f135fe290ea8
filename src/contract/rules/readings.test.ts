import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { sourceOfFunds } from '../groups/sourceOfFunds.ts'
import { optional } from '../kit/vocabulary.ts'
import { numberBeginsAsAnnounced, trackIsOfTheCard } from './readings.ts'

const fields = { sourceOfFunds: optional(sourceOfFunds, 'Who pays.') }
const judge = (card: object) =>
  verdict(
    fields,
    { sourceOfFunds: { provided: { card } } },
    { rules: [trackIsOfTheCard, numberBeginsAsAnnounced] },
  )

const number = '5123450000000008'
const expiry = { month: '1', year: '39' }
const refused = 'INVALID sourceOfFunds.provided.card.track2'
const refusedFirst = 'INVALID sourceOfFunds.provided.card.track1'
const track1 = `%B${number}^RUIZ/ADA^39011011234?`
const track2 = `;${number}=39011011234?`

test.each([
  [{ track2: `;${number}=39011011234?` }, 'accepted'],
  [{ track2: `;${number}=39011011234?`, number, expiry }, 'accepted'],
  [{ track2: `${number}D39011011234F`, number, expiry: { month: '01', year: '39' } }, 'accepted'],
  [{ track2: `;${number}==1011234?`, number, expiry }, 'accepted'],
  [{ number, expiry }, 'accepted'],
  [{ track2: ';4508750015741019=39011011234?', number, expiry }, refused],
  [{ track2: `;${number}=39021011234?`, number, expiry }, refused],
  [{ track2: `;${number}=40011011234?`, expiry }, refused],
  [{ track2: ';5123450000000009=39011011234?' }, refused],
  [{ track1, number, expiry }, 'accepted'],
  [{ track1, track2, number, expiry }, 'accepted'],
  [{ track1, track2 }, 'accepted'],
  [{ track1: `%B${number}^RUIZ/ADA^^1011234?`, track2, number, expiry }, 'accepted'],
  [{ track1: '%B4508750015741019^RUIZ/ADA^39011011234?', number, expiry }, refusedFirst],
  [{ track1: `%B${number}^RUIZ/ADA^39021011234?`, number, expiry }, refusedFirst],
  [{ track1: '%B5123450000000009^RUIZ/ADA^39011011234?' }, refusedFirst],
  [{ track1, track2: ';4508750015741019=39011011234?' }, refusedFirst],
  [{ track1, track2: `;${number}=39021011234?` }, refusedFirst],
  [{ track1, track2: ';4508750015741019=39011011234?', number }, refused],
])('a track of %j → %s', (card, expected) => {
  expect(judge(card)).toBe(expected)
})

const p2pe = { keySerialNumber: 'FFFF9876543210E00001', payload: 'A5'.repeat(16) }

test.each([
  [{ number, p2pe: { ...p2pe, cardBin: '512345' } }, 'accepted'],
  [{ p2pe: { ...p2pe, cardBin: '411111' } }, 'accepted'],
  [{ number, p2pe: { ...p2pe, cardBin: '411111' } }, 'INVALID sourceOfFunds.provided.card.p2pe.cardBin'],
])('an encrypted reading of %j → %s', (card, expected) => {
  expect(judge(card)).toBe(expected)
})
