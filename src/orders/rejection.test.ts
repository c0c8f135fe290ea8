import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busy, invalid, isRejection, missing, unsupported } from './rejection.ts'

test('an invalid value is shown with the reason', () => {
  expect(invalid('order.currency', 'It must be a currency.', 'usd')).toEqual({
    kind: 'rejection',
    cause: 'INVALID_REQUEST',
    explanation: "Value 'usd' is invalid. It must be a currency.",
    why: 'It must be a currency.',
    field: 'order.currency',
    validationType: 'INVALID',
  })
})

test('a value that is not handed over is not shown', () => {
  const { explanation } = invalid('sourceOfFunds.provided.card.number', 'It fails the check digit.')
  expect(explanation).toBe('Value is invalid. It fails the check digit.')
})

test('a card number in the wrong place is not shown, neither as a value nor as a name', () => {
  const rejections = [
    invalid('order.currency', 'It must be a currency.', '5123450000000008'),
    invalid('apiOperation', 'It must be one of A, B.', 'pay 5123 4500-0000 0008'),
    invalid('order.currency', 'It must be a currency.', '5123.4500_0000/0008'),
    invalid('order.currency', 'It must be a currency.', '5123  4500\n0000\t0008'),
    unsupported('order.5123.4500.0000.0008'),
    unsupported('order.5123450000000008'),
    missing('order.custom.５１２３４５００００００００08'),
  ]
  for (const rejection of rejections) expect(JSON.stringify(rejection)).not.toMatch(/51|５１/)
  expect(unsupported('order.5123450000000008').field).toBe('order.xxxxxxxxxxxxxxxx')
  expect(invalid('order.amount', 'Too much.', '99999999999.99').explanation).toContain('99999999999.99')
  const moment = '2039-13-01T23:59:59.999Z'
  expect(invalid('order.date', 'It is no time.', moment).explanation).toContain(moment)
})

test('missing and unexpected parameters are named', () => {
  expect(missing('order.amount')).toMatchObject({
    explanation: "Missing parameter 'order.amount'.",
    field: 'order.amount',
    validationType: 'MISSING',
  })
  expect(unsupported('order.colour')).toMatchObject({
    explanation: "Unexpected parameter 'order.colour'.",
    field: 'order.colour',
    validationType: 'UNSUPPORTED',
  })
})

test('a busy gateway says when to come back and names no field', () => {
  expect(busy('Too many requests.', 2)).toEqual({
    kind: 'rejection',
    cause: 'SERVER_BUSY',
    explanation: 'Too many requests.',
    retryAfterSeconds: 2,
  })
})

const shownIn = (value: string) =>
  invalid('field', 'No.', value).explanation.slice("Value '".length, -"' is invalid. No.".length)

test('a shown value is at most 40 characters, and a cut is marked', () => {
  expect(shownIn('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shownIn('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
  expect(shownIn('😀'.repeat(40))).toBe('😀'.repeat(40))
  expect(shownIn('😀'.repeat(41))).toBe(`${'😀'.repeat(39)}…`)
  expect(shownIn(`${'x'.repeat(40)}\n`)).toBe(`${'x'.repeat(39)}…`)
  expect(shownIn(`${'x'.repeat(38)}\n`)).toBe(`${'x'.repeat(38)}…`)
})

test('control characters, hidden marks and half characters are escaped', () => {
  expect(shownIn('a\nb')).toBe('a\\u000ab')
  expect(shownIn('\u0000\u007f\u0085')).toBe('\\u0000\\u007f\\u0085')
  expect(shownIn('\u2028\u202e\u200b')).toBe('\\u2028\\u202e\\u200b')
  expect(shownIn('\ud800')).toBe('\\ud800')
})

test('an explanation that is too long ends with a word, and says that it goes on', () => {
  const { explanation } = invalid('field', `It must be one of ${'ALPHA, '.repeat(200)}OMEGA.`)
  expect(explanation.length).toBeLessThanOrEqual(1000)
  expect(explanation).toMatch(/ ALPHA, …$/)
  expect(busy('x'.repeat(2000), 1).explanation).toBe(`${'x'.repeat(998)} …`)
})

test('whatever comes in, the limits of the error body hold', () => {
  const text = fc.string({ unit: 'binary', maxLength: 3000 })
  fc.assert(
    fc.property(text, text, text, (field, why, value) => {
      for (const rejection of [
        invalid(field, why, value),
        missing(field),
        unsupported(field),
        busy(why, 1),
      ]) {
        expect([...rejection.explanation].length).toBeLessThanOrEqual(1000)
        expect([...(rejection.field ?? '')].length).toBeLessThanOrEqual(100)
      }
      expect([...shownIn(value)].length).toBeLessThanOrEqual(40)
      expect(shownIn(value)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('a rejection is told apart from everything else', () => {
  expect(isRejection(missing('order.id'))).toBe(true)
  for (const thing of [undefined, null, 'rejection', { kind: 'ask' }, {}, []])
    expect(isRejection(thing)).toBe(false)
})
