import fc from 'fast-check'
import { expect, test } from 'vitest'
import { luhnDigit } from '../../standards/cardNumber.ts'
import { publicEmv, readEmv } from '../../standards/emv.ts'
import { unpack } from '../../terminals/payload.ts'
import {
  emvRequestOf,
  packCardData,
  type TerminalCard,
  type TerminalTransaction,
  terminalEntryModes,
} from './testTerminal.ts'

const card: TerminalCard = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const transaction: TerminalTransaction = {
  ...{ amount: 1_250n, currency: '978', country: '276', date: '261115' },
  ...{ entryMode: 'CHIP', unpredictable: '1a2b3c4d', counter: 41 },
}
const tagsOf = (text: string) => {
  const read = readEmv(text)
  if ('flaw' in read) throw new Error(read.flaw)
  return read.tags
}

test('a chip tells card, terminal and cryptogram', () => {
  const tags = tagsOf(emvRequestOf(card, transaction))
  expect(Object.fromEntries(tags)).toMatchObject({
    '57': '5123450000000008D3901201',
    '5F2A': '0978',
    '82': '1980',
    '9A': '261115',
    '9F02': '000000001250',
    '9F1A': '0276',
    '9F27': '80',
    '9F36': '0029',
    '9F37': '1A2B3C4D',
    '9F39': '05',
  })
})

test('the same words make the same tags, and others another cryptogram', () => {
  expect(emvRequestOf(card, transaction)).toBe(emvRequestOf(card, transaction))
  const other = emvRequestOf(card, { ...transaction, counter: 42 })
  expect(tagsOf(other).get('9F26')).not.toBe(tagsOf(emvRequestOf(card, transaction)).get('9F26'))
})

test('a stripe has no chip to speak of', () => {
  const tags = tagsOf(emvRequestOf(card, { ...transaction, entryMode: 'SWIPE' }))
  expect([tags.get('9F39'), tags.has('9F26'), tags.has('82')]).toEqual(['90', false, false])
  expect([tags.get('5A'), tags.get('5F24')]).toEqual([card.number, '390131'])
})

test('any card and transaction make a request: permitted tags, not too long, with the card in it', () => {
  const transactions = fc.record({
    amount: fc.bigInt(0n, 999_999_999_999n),
    currency: fc.stringMatching(/^[0-9]{3}$/),
    country: fc.stringMatching(/^[0-9]{3}$/),
    date: fc.constantFrom('261115', '000229'),
    entryMode: fc.constantFrom(...terminalEntryModes),
    unpredictable: fc.stringMatching(/^[0-9A-F]{8}$/),
    counter: fc.integer({ min: 0, max: 0xffff }),
  })
  fc.assert(
    fc.property(fc.stringMatching(/^(?:4|51)[0-9]{11,16}$/), transactions, (start, one) => {
      const number = start + luhnDigit(start)
      const emvRequest = emvRequestOf({ ...card, number }, one)
      expect(emvRequest.length).toBeLessThanOrEqual(250)
      expect(unpack(packCardData({ ...card, number, emvRequest }, 'emv'))).toMatchObject({
        number,
        expiry: card.expiry,
        emvRequest,
      })
      expect(publicEmv(emvRequest)).not.toContain(number)
    }),
  )
})

test('what cannot be told in tags is refused', () => {
  const wrong: readonly Partial<TerminalTransaction>[] = [
    { amount: -1n },
    { amount: 1_000_000_000_000n },
    { currency: 'EUR' },
    { country: '' },
    { date: '20261115' },
    { unpredictable: 'XYZ' },
    { counter: 65_536 },
    { counter: -1 },
    { counter: 0.5 },
  ]
  for (const part of wrong) expect(() => emvRequestOf(card, { ...transaction, ...part })).toThrow(RangeError)
})
