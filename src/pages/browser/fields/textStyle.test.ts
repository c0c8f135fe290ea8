import { expect, test } from 'vitest'
import { safeTextStyle } from './textStyle.ts'

test('a merchant dresses what is typed in its own letters and colours', () => {
  const style = {
    color: 'rgb(10 20 120 / 0.5)',
    fontFamily: '"Open Sans", sans-serif',
    'padding-left': '12px',
  }
  expect(safeTextStyle(style)).toEqual([
    ['color', 'rgb(10 20 120 / 0.5)'],
    ['font-family', '"Open Sans", sans-serif'],
    ['padding-left', '12px'],
  ])
})

test.each([
  { backgroundImage: 'url(https://spy.example/1)' },
  { color: 'red; background: url(https://spy.example/1)' },
  { color: 'URL (https://spy.example/1)' },
  { fontFamily: 'a\\75rl(x)' },
  { color: 'red}#field{top:0' },
  { fontFamily: '@import' },
  { position: 'fixed' },
  { content: '"5123"' },
  { color: 'x'.repeat(301) },
])('%j changes nothing', style => {
  expect(safeTextStyle(style)).toEqual([])
})

test('a placeholder may be pale', () => {
  expect(safeTextStyle({ opacity: '0.4' }, true)).toEqual([['opacity', '0.4']])
  expect(safeTextStyle({ opacity: '0' })).toEqual([])
})
