import { expect, test } from 'vitest'
import { type Content, JsonNumber, normalise } from './content.ts'
import { amount } from './decimals.ts'
import { operation, requestAt } from './operation.ts'
import { boolean, digits, integer, month, text } from './scalars.ts'
import { group, list, listOrNone, optional } from './vocabulary.ts'

const sample = operation({
  name: 'SAMPLE',
  title: 'Sample',
  method: 'PUT',
  path: '/sample',
  versions: [1],
  doc: 'A sample.',
  request: {
    order: optional(
      group({
        amount: optional(amount, 'Amount.'),
        reference: optional(text(1, 40), 'Reference.'),
        item: optional(list(group({ name: optional(text(1, 40), 'Name.') })), 'Items.'),
        plan: optional(listOrNone(text(1, 40)), 'Plans.'),
      }),
      'Order.',
    ),
    card: optional(
      group({ number: optional(digits(9, 19), 'Number.'), month: optional(month, 'Month.') }),
      'Card.',
    ),
    count: optional(integer(1, 9), 'Count.'),
    isTest: optional(boolean, 'Test.'),
  },
  response: {},
})
const normal = (body: Content) => normalise(requestAt(sample, 1), body)

test('null is an absent field, and an empty group an absent group', () => {
  expect(normal({ order: { amount: null, item: null }, card: {}, count: null })).toEqual({})
})
test('an empty array is an absent field, unless the contract gives it a meaning', () => {
  expect(normal({ order: [], card: [] })).toEqual({})
  expect(normal({ order: { item: [] } })).toEqual({})
  expect(normal({ order: { plan: [] } })).toEqual({ order: { plan: [] } })
})
test('an empty element of a list stays, so that what it lacks is reported by its index', () => {
  expect(normal({ order: { item: [{}] } })).toEqual({ order: { item: [{}] } })
})
test('a number where text is expected becomes its shortest decimal text', () => {
  expect(normal({ order: { amount: 10.5, reference: 12 } })).toEqual({
    order: { amount: '10.5', reference: '12' },
  })
  expect(normal({ order: { amount: new JsonNumber('10.50') } })).toEqual({ order: { amount: '10.5' } })
  expect(normal({ order: { amount: new JsonNumber('1e3') } })).toEqual({ order: { amount: '1000' } })
  expect(normal({ order: { amount: 1e21 } })).toEqual({ order: { amount: `1${'0'.repeat(21)}` } })
  expect(normal({ order: { amount: 1e-7 } })).toEqual({ order: { amount: '0.0000001' } })
})
test('a very long number costs no more than its length', () => {
  const long = new JsonNumber(`1.${'0'.repeat(100_000)}1`)
  expect(normal({ order: { amount: long } })).toEqual({ order: { amount: long } })
})
test('a number that a double cannot carry stays what it is, to be refused', () => {
  const precise = new JsonNumber('9007199254740993')
  expect(normal({ order: { amount: precise } })).toEqual({ order: { amount: precise } })
})
test('a number where a number is expected is that number, however it is spelled', () => {
  expect(normal({ count: 5 })).toEqual({ count: 5 })
  for (const text of ['7.0', '7e0', '0.7e1', '70E-1', '7.000'])
    expect(normal({ count: new JsonNumber(text) }), text).toEqual({ count: 7 })
  expect(normal({ count: new JsonNumber('7.50') })).toEqual({ count: 7.5 })
  const precise = new JsonNumber('9007199254740993')
  expect(normal({ count: precise })).toEqual({ count: precise })
})
test('leading zeros of a decimal say nothing, and count towards its length', () => {
  expect(normal({ order: { amount: '007.50' } })).toEqual({ order: { amount: '7.50' } })
  expect(normal({ order: { amount: '000' } })).toEqual({ order: { amount: '0' } })
  expect(normal({ order: { amount: '000000000000001' } })).toEqual({ order: { amount: '000000000000001' } })
})
test('a month is the same with and without its leading zero', () => {
  expect(normal({ card: { month: '01' } })).toEqual(normal({ card: { month: '1' } }))
  expect(normal({ card: { month: 1 } })).toEqual({ card: { month: '1' } })
})
test('equal requests become equal content, however their fields are ordered', () => {
  const one = normal({ order: { reference: 'a', amount: '1' }, card: { number: '1' } })
  const other = normal({ card: { number: '1' }, order: { amount: '1', reference: 'a' } })
  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
})
test('what the contract does not know stays, to be reported, unless nothing is in it', () => {
  expect(normal({ foo: { bar: {} }, baz: [], nothing: null })).toEqual({})
  expect(normal({ foo: { bar: 1 } })).toEqual({ foo: { bar: 1 } })
})
test('a field named __proto__ is kept as a field and changes no prototype', () => {
  const body = Object.assign(Object.create(null), JSON.parse('{"order": {"__proto__": {"amount": "9"}}}'))
  const { order } = normal(body)
  expect(Object.getPrototypeOf(order)).toBe(Object.prototype)
  expect(Object.keys(order ?? {})).toEqual(['__proto__'])
})
