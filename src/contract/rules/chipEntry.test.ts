import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import { posTerminal } from '../groups/posTerminal.ts'
import { optional } from '../kit/vocabulary.ts'
import { chipSaysWhyOnline } from './readings.ts'

const fields = { posTerminal: optional(posTerminal, 'The terminal.') }
const rules = [chipSaysWhyOnline]

const chip = [
  { entryMode: '051' },
  { entryMode: '072' },
  { entryMode: '790' },
  { entryMode: '808' },
  { panEntryMode: 'CHIP' },
  { panEntryMode: 'CHIP_FALLBACK' },
  { panEntryMode: 'CONTACTLESS' },
  { entryMode: '012', panEntryMode: 'CHIP' },
]

test.each(chip)('chip entry %j says why it goes online', entry => {
  expect(verdict(fields, { posTerminal: entry }, { rules })).toBe('MISSING posTerminal.onlineReasonCode')
  const explained = { ...entry, onlineReasonCode: 'FORCED_BY_CHIP' }
  expect(verdict(fields, { posTerminal: explained }, { rules })).toBe('accepted')
})

test.each([
  { entryMode: '012' },
  { entryMode: '902' },
  { entryMode: '911' },
  { panEntryMode: 'SWIPE' },
  { panEntryMode: 'RFID_CHIP' },
  { lane: '7' },
])('%j needs no reason', entry => {
  expect(verdict(fields, { posTerminal: entry }, { rules })).toBe('accepted')
})
