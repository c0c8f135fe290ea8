import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { type Content, JsonNumber, normalise } from './content.ts'
import { amount } from './decimals.ts'
import { operation, type RequestOf, requestAt, rule } from './operation.ts'
import { alphanumeric, currency, digits, integer, oneOf, oneOfSince, text } from './scalars.ts'
import { validate } from './validate.ts'
import { invalid } from './validateFields.ts'
import { changedAt, type Dictionary, group, list, optional, required, type Scalar } from './vocabulary.ts'

const custom: Dictionary<Scalar<string>> = {
  kind: 'dictionary',
  names: /^[A-Za-z0-9]{1,9}$/,
  namesSentence: 'Names are short.',
  each: text(1, 5),
  max: 2,
}
const sample = operation({
  name: 'SAMPLE',
  title: 'Sample',
  method: 'PUT',
  path: '/sample',
  versions: [48, 73],
  doc: 'A sample.',
  request: {
    kind: optional(oneOfSince(['OLD', 'NEW'], { NEW: { since: 73, elder: 'OLD' } }), 'Kind.'),
    leg: optional(list(group({ basis: required(alphanumeric(1, 3), 'Basis.') }), 3), 'Legs.'),
    order: required(
      group({
        amount: required(amount, 'Amount.'),
        currency: required(currency, 'Currency.'),
        custom: optional(custom, 'Custom.'),
        name: optional(changedAt(69, text(1, 2), text(1, 4)), 'Name.', { requiredSince: 73 }),
        phone: optional(text(1, 9), 'Phone.', { since: 73 }),
      }),
      'Order.',
    ),
    secret: optional(digits(3), 'Secret.', { secret: 'authentication' }),
    size: optional(integer(1, 999), 'Size.'),
    state: optional(oneOf('ON', 'OFF'), 'State.'),
  },
  response: {},
  rules: [
    rule<{ state?: string; size?: number }>('sizes', 'What is on has a size.', ({ state, size }) =>
      state === 'ON' && size === undefined ? invalid('size', 'What is on has a size.') : undefined,
    ),
  ],
})
const order = { amount: '12.50', currency: 'USD' }
const judge = (body: Content, version = 48) => {
  const finding = validate(sample, version, normalise(requestAt(sample, version), body))
  return finding && `${finding.field} ${finding.validationType}`
}

test('a good request has no finding', () => {
  expect(judge({ order, size: 5, state: 'ON', leg: [{ basis: 'a1' }] })).toBeUndefined()
})
test('a name that the merchant chose and its value may give a security code together', () => {
  expect(judge({ order: { ...order, custom: { cvv: '123' } } })).toBe('order.custom.cvv INVALID')
  expect(judge({ order: { ...order, custom: { cardCvc: '1234' } } })).toBe('order.custom.cardCvc INVALID')
  expect(judge({ order: { ...order, custom: { cvv: 'none', row: '123' } } })).toBeUndefined()
})
const paying = operation({
  ...{ name: 'PAYING', title: 'Paying', method: 'PUT', path: '/paying', versions: [48], doc: 'Pays.' },
  request: {
    note: optional(text(1, 99), 'Note.'),
    notes: optional(list(text(1, 99), 9), 'Notes.'),
    number: optional(digits(9, 19), 'Number.', { secret: 'number', unmaskable: true }),
  },
  response: {},
  rules: [],
})

test('the number that pays is refused in every text, whatever its network', () => {
  const number = '7000000000000005'
  const found = (body: Content) => validate(paying, 48, normalise(requestAt(paying, 48), body))
  expect(found({ note: number })).toBeUndefined()
  const finding = { validationType: 'INVALID', sentence: 'It must not hold card data.' }
  expect(found({ number, note: `paid by 7000 0000 0000 0005` })).toEqual({ field: 'note', ...finding })
  expect(found({ number, notes: ['a', `7000:0000:0000:0005`] })).toEqual({ field: 'notes[1]', ...finding })
  expect(found({ number, note: '7000000000000013' })).toBeUndefined()
  const short = '700000000'
  expect(found({ number: short, note: `order ${short} of today` })).toEqual({ field: 'note', ...finding })
  expect(found({ number: short, note: `order 1${short}, 70000 of 0000` })).toBeUndefined()
})

test('a text is searched once, also where something else is wrong', () => {
  const hostile = {
    note: '4444 '.repeat(19),
    notes: Array.from({ length: 9 }, (_, at) => `${at} 4444`.repeat(16)),
  }
  const content = normalise(requestAt(paying, 48), hostile)
  const wrong = { ...content, number: 'x' }
  const cost = (body: Content) => cpuTime(() => Array.from({ length: 500 }, () => validate(paying, 48, body)))
  const atBest = (body: Content) => Math.min(...Array.from({ length: 5 }, () => cost(body)))
  expect(validate(paying, 48, content)).toBeUndefined()
  expect(validate(paying, 48, wrong)?.field).toBe('number')
  // The first of all warms up.
  const [, sound, unsound] = [content, content, wrong].map(atBest)
  expect(unsound).toBeLessThan((sound ?? 0) * 1.6)
})

test('unknown fields come before anything else that is wrong', () => {
  expect(judge({ order: { ...order, amount: 'x', foo: 1 } })).toBe('order.foo UNSUPPORTED')
  expect(judge({ order, constructor: 1 })).toBe('constructor UNSUPPORTED')
})
test('then the first field in contract order, whatever the order of the body', () => {
  expect(judge({ state: 'on', order: { currency: 'usd', amount: 'x' } })).toBe('order.amount INVALID')
})
test('then rules', () => {
  expect(judge({ order, state: 'ON' })).toBe('size INVALID')
})
test('an element of a list is named by its index', () => {
  expect(judge({ order, leg: [{ basis: 'a' }, {}, { basis: '-' }] })).toBe('leg[1].basis MISSING')
  expect(judge({ order, leg: [{ basis: 'a' }, { basis: 'b' }, { basis: '-' }] })).toBe('leg[2].basis INVALID')
  expect(judge({ order, leg: [{}, {}, {}, {}] })).toBe('leg INVALID')
})
test('an absent group is reported by the first field it must hold', () => {
  expect(judge({})).toBe('order.amount MISSING')
})
test('a field may come, grow and become mandatory with a version', () => {
  expect(judge({ order: { ...order, phone: '1' } }, 72)).toBe('order.phone UNSUPPORTED')
  expect(judge({ order: { ...order, name: 'abcd' } }, 68)).toBe('order.name INVALID')
  expect(judge({ order: { ...order, name: 'abcd' } }, 69)).toBeUndefined()
  expect(judge({ order }, 73)).toBe('order.name MISSING')
  expect(judge({ order, kind: 'NEW' }, 72)).toBe('kind INVALID')
  expect(judge({ order: { ...order, name: 'a' }, kind: 'NEW' }, 73)).toBeUndefined()
})
test('below its first documented version an operation keeps its earliest contract', () => {
  expect(judge({ order: { ...order, name: 'abc' } }, 1)).toBe('order.name INVALID')
})
test('the wrong kind of JSON is invalid on the field', () => {
  for (const wrong of ['text', 5, true]) expect(judge({ order: wrong })).toBe('order INVALID')
  expect(judge({ order: { ...order, currency: {} } })).toBe('order.currency INVALID')
  expect(judge({ order: { ...order, currency: { a: 1 } } })).toBe('order.currency INVALID')
  for (const wrong of ['5', 1.5, -1, 1000, new JsonNumber('9007199254740993'), true])
    expect(judge({ order, size: wrong })).toBe('size INVALID')
})
test('lengths are code points, not UTF-16 units', () => {
  expect(judge({ order: { ...order, name: '😀😀' } })).toBeUndefined()
  expect(judge({ order: { ...order, name: '😀😀😀' } })).toBe('order.name INVALID')
})
test('a dictionary bounds its names, its values and their number', () => {
  expect(judge({ order: { ...order, custom: { a: 'x', b: 'y' } } })).toBeUndefined()
  expect(judge({ order: { ...order, custom: { a: 'x', b: 'y', c: 'z' } } })).toBe('order.custom INVALID')
  expect(judge({ order: { ...order, custom: { 'a-b': 'x' } } })).toBe('order.custom.a-b INVALID')
  expect(judge({ order: { ...order, custom: { a: '123456' } } })).toBe('order.custom.a INVALID')
})
test('amounts have no more decimals than their currency, and none is larger than the largest', () => {
  const stories = [
    ['12.50', 'USD', undefined],
    ['12.500', 'USD', 'order.amount INVALID'],
    ['1', 'JPY', undefined],
    ['1.0', 'JPY', 'order.amount INVALID'],
    ['1.234', 'KWD', undefined],
    ['99999999999.99', 'USD', undefined],
    ['1000000000000', 'IDR', undefined],
    ['1000000000000.0', 'USD', 'order.amount INVALID'],
    ['1000000000001', 'JPY', 'order.amount INVALID'],
  ] as const
  for (const [value, code, finding] of stories)
    expect(judge({ order: { amount: value, currency: code } }), `${value} ${code}`).toBe(finding)
})
test('no text holds card data, nor a name that the merchant chose; neither is told', () => {
  const name = '12 cvv 123'
  const note = operation({
    ...sample,
    response: {},
    request: { note: optional(text(1, 40), 'Note.'), custom: optional({ ...custom, names: /^/ }, 'Custom.') },
    rules: [],
  })
  const findings = [
    { note: 'paid by 4508 7500 1574 1019' },
    { note: 4508750015741019 },
    { custom: { [name]: 'x' } },
    { custom: { 4508750015741019: 'x' } },
  ].map(body => validate(note, 48, normalise(requestAt(note, 48), body)))
  expect(findings).toEqual([
    { field: 'note', validationType: 'INVALID', sentence: 'It must not hold card data.' },
    { field: 'note', validationType: 'INVALID', sentence: 'It must not hold card data.' },
    { field: 'custom', validationType: 'INVALID', sentence: 'Its names must not hold card data.' },
    { field: 'custom', validationType: 'INVALID', sentence: 'Its names must not hold card data.' },
  ])
})
test('a secret value is never shown', () => {
  const finding = validate(sample, 48, { order, secret: '12a' })
  expect(finding).toEqual({
    field: 'secret',
    validationType: 'INVALID',
    sentence: 'It must be exactly 3 digits.',
  })
})
test('the types of a request are those of its contract', () => {
  const good: RequestOf<typeof sample> = { order, state: 'ON', leg: [{ basis: 'x' }] }
  // @ts-expect-error an unknown enumeration value does not compile
  const wrongValue: RequestOf<typeof sample> = { order, state: 'MAYBE' }
  // @ts-expect-error a missing mandatory field does not compile
  const missingField: RequestOf<typeof sample> = { order: { amount: '1' } }
  expect([good, wrongValue, missingField]).toHaveLength(3)
})
