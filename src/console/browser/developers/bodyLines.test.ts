import { expect, test } from 'vitest'
import { bodyLines } from './bodyLines.ts'

const body = {
  apiOperation: 'PAY',
  order: { amount: '1.00', currency: 'XXX', item: [{ name: 'a' }, { name: '</script>"' }] },
  note: null,
  empty: {},
}
const textOf = (field?: string) => bodyLines(body, field).map(({ text }) => text)
const markedIn = (field: string) =>
  bodyLines(body, field)
    .filter(({ isMarked }) => isMarked)
    .map(({ text }) => text.trim())

test('the lines are the body', () => {
  expect(textOf().join('\n')).toBe(JSON.stringify(body, undefined, 2))
  expect(textOf('order.currency')).toEqual(textOf())
})

test('the lines of the field are marked, and of nothing else', () => {
  expect(markedIn('order.currency')).toEqual(['"currency": "XXX",'])
  expect(markedIn('order.item[1].name')).toEqual(['"name": "</script>\\""'])
  expect(markedIn('order.item[0]')).toEqual(['{', '"name": "a"', '},'])
  expect(markedIn('currency')).toEqual([])
  expect(markedIn('order.reference')).toEqual([])
})
