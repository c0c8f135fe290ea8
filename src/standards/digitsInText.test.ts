import { expect, test } from 'vitest'
import { digitRunsOf } from './digitsInText.ts'

const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
const isSurrogate = (unit: string) => unit >= '\ud800' && unit <= '\udfff'
const digitsOf = (text: string) => digitRunsOf(text, 1, 'plain')[0]?.digits
const separates = (unit: string) => digitRunsOf(`1${unit}2`, 1, 'plain')[0]?.digits === '12'

test('the decimal digits of all scripts are digits, each with its value, and nothing else is', () => {
  const digits = units.filter(unit => digitsOf(unit) !== undefined && !isSurrogate(unit))
  expect(digits).toEqual(units.filter(unit => /\p{Nd}/u.test(unit)))
  expect(digits.length).toBeGreaterThan(100)
  expect(digits.map(digitsOf)).toEqual(digits.map((_, index) => String(index % 10)))
})

test('full-width and mathematical digits have the value they show, and need no gap between them', () => {
  for (const script of ['0123456789', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿']) {
    const run = { digits: '0123456789', starts: [0], gaps: [''], before: '' }
    for (const separation of ['plain', 'loose'] as const)
      expect(digitRunsOf(script, 1, separation)).toEqual([run])
  }
})

test('all white space and all dashes separate; letters and signs end the number', () => {
  const gaps = units.filter(unit => /[\s\p{Zs}\u2010-\u2015\u200b-\u200d\u2060-]/u.test(unit))
  expect(gaps.filter(unit => !separates(unit))).toEqual([])
  expect([...'aZ.,:/_+=;%xé漢'].filter(separates)).toEqual([])
})

test('a run knows where its groups start, what divides them and what it stands behind', () => {
  const digits = '49151123'
  expect(digitRunsOf('call +49 151 - 123, room 12', 3, 'plain')).toEqual([
    { digits, starts: [0, 2, 5], gaps: ['', ' ', ' - '], before: 'l +' },
  ])
  expect(digitRunsOf('call +49 151 - 123, room 12', 3, 'loose')).toEqual([
    { digits, starts: [0, 2, 5], gaps: [' +', ' ', ' - '], before: 'all' },
  ])
  expect(digitRunsOf('', 1, 'plain')).toEqual([])
})
