import { expect, test } from 'vitest'
import { inEnvelope, parseCommand, parseEvent, roleNamed } from './protocol.ts'

test('a message of another form, or of something else in the page, is none', () => {
  expect(parseCommand('f1', inEnvelope('f1', { order: 'focus' }))).toEqual({ order: 'focus' })
  for (const data of [
    inEnvelope('f2', { order: 'focus' }),
    { ...inEnvelope('f1', { order: 'focus' }), tollgate: 'other' },
    inEnvelope('f1', { order: 'toString' }),
    inEnvelope('f1', undefined),
    'focus',
    null,
  ])
    expect(parseCommand('f1', data)).toBeUndefined()
})

test('an order is taken member by member, and bounded', () => {
  const wild = { order: 'describe', name: 'n'.repeat(1_000), placeholder: 7, more: true }
  expect(parseCommand('f', inEnvelope('f', wild))).toEqual({
    order: 'describe',
    name: 'n'.repeat(500),
    placeholder: '',
  })
  const look = { order: 'look', situation: 'focus', style: { color: 'red', width: 7 } }
  expect(parseCommand('f', inEnvelope('f', look))).toEqual({ ...look, style: { color: 'red' } })
  expect(parseCommand('f', inEnvelope('f', { ...look, situation: 'asleep' }))).toBeUndefined()
  expect(parseCommand('f', inEnvelope('f', { order: 'update', call: '1' }))).toBeUndefined()
})

test('news without the call it answers are none', () => {
  expect(parseEvent('f', inEnvelope('f', { news: 'ready' }))).toEqual({ news: 'ready' })
  expect(parseEvent('f', inEnvelope('f', { news: 'updated', answer: {} }))).toBeUndefined()
  expect(parseEvent('f', inEnvelope('f', { news: 'other' }))).toBeUndefined()
})

test('fields go by their names of today and of older pages', () => {
  expect(
    ['card.number', 'number', 'cardNumber', 'card.expiryYear', 'giftCard.pin', 3].map(roleNamed),
  ).toEqual(['number', 'number', 'number', 'expiryYear', undefined, undefined])
})
