import { expect, test } from 'vitest'
import { enveloped, newsIn, orderIn, roleNamed } from './protocol.ts'

test('a message of another form, or of something else in the page, is none', () => {
  expect(orderIn('f1', enveloped('f1', { order: 'focus' }))).toEqual({ order: 'focus' })
  for (const data of [
    enveloped('f2', { order: 'focus' }),
    { ...enveloped('f1', { order: 'focus' }), tollgate: 'other' },
    enveloped('f1', { order: 'toString' }),
    enveloped('f1', undefined),
    'focus',
    null,
  ])
    expect(orderIn('f1', data)).toBeUndefined()
})

test('an order is taken member by member, and bounded', () => {
  const wild = { order: 'describe', name: 'n'.repeat(1_000), placeholder: 7, more: true }
  expect(orderIn('f', enveloped('f', wild))).toEqual({
    order: 'describe',
    name: 'n'.repeat(500),
    placeholder: '',
  })
  const look = { order: 'look', situation: 'focus', style: { color: 'red', width: 7 } }
  expect(orderIn('f', enveloped('f', look))).toEqual({ ...look, style: { color: 'red' } })
  expect(orderIn('f', enveloped('f', { ...look, situation: 'asleep' }))).toBeUndefined()
  expect(orderIn('f', enveloped('f', { order: 'update', call: '1' }))).toBeUndefined()
})

test('news without the call it answers are none', () => {
  expect(newsIn('f', enveloped('f', { news: 'ready' }))).toEqual({ news: 'ready' })
  expect(newsIn('f', enveloped('f', { news: 'updated', answer: {} }))).toBeUndefined()
  expect(newsIn('f', enveloped('f', { news: 'other' }))).toBeUndefined()
})

test('fields go by their names of today and of older pages', () => {
  expect(
    ['card.number', 'number', 'cardNumber', 'card.expiryYear', 'giftCard.pin', 3].map(roleNamed),
  ).toEqual(['number', 'number', 'number', 'expiryYear', undefined, undefined])
})
