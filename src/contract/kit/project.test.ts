import { expect, test } from 'vitest'
import { answerFormOf } from './answerForm.ts'
import { amount, integerAnswer } from './decimals.ts'
import { operation, type ResponseOf, requestAt, responseAt } from './operation.ts'
import { project } from './project.ts'
import { digits, oneOf, oneOfSince, text } from './scalars.ts'
import { storable } from './storable.ts'
import { group, list, optional, required } from './vocabulary.ts'

const card = group({
  number: optional(digits(9, 19), 'Number.', { secret: 'number' }),
  securityCode: optional(digits(3), 'Code.', { secret: 'authentication' }),
})
const address = group({
  street: optional(text(1, 12), 'Street.', { joins: 'street2' }),
  street2: optional(text(1, 12), 'More of it.'),
})
const request = {
  address: optional(address, 'Address.'),
  amount: required(amount, 'Amount.'),
  card: optional(card, 'Card.'),
  cards: optional(list(card), 'Cards.'),
  correlationId: optional(text(1, 9), 'Correlation.', { transient: true }),
  lane: optional(text(1, 9), 'Lane.'),
}
const sample = operation({
  name: 'SAMPLE',
  title: 'Sample',
  method: 'PUT',
  path: '/sample',
  versions: [1],
  doc: 'A sample.',
  request,
  response: {
    ...answerFormOf(group(request)).fields,
    deferrals: optional(integerAnswer(0, 99), 'Deferrals.'),
    method: optional(oneOf('GROUND'), 'Method.'),
    name: optional(text(1, 9), 'Name.', { from: 'lane' }),
    status: optional(oneOfSince(['PENDING', 'ONGOING', 'LATE'], newerStatuses()), 'Status.'),
  },
})
function newerStatuses() {
  return { ONGOING: { since: 57, elder: 'PENDING' }, LATE: { since: 57 } } as const
}
const shown = (record: Readonly<Record<string, unknown>>, version = 100) =>
  project(responseAt(sample, version), record)

test('a number is whole where it may be and is asked for, and nowhere else', () => {
  const whole = { number: '5123450000000008', securityCode: '100' }
  const record = { amount: '1', card: whole, cards: [whole] }
  const masked = { number: '512345xxxxxx0008' }
  expect(shown(record)).toEqual({ amount: 1, card: masked, cards: [masked] })
  expect(project(responseAt(sample, 100), record, true)).toEqual(shown(record))
  const unmaskable = group({
    number: optional(digits(9, 19), 'Number.', { secret: 'number', unmaskable: true }),
  })
  const own = operation({ ...sample, request: {}, response: { card: optional(unmaskable, 'Card.') } })
  expect(project(responseAt(own, 100), record)).toEqual({ card: masked })
  expect(project(responseAt(own, 100), record, true)).toEqual({ card: { number: whole.number } })
})

test('what is not declared is not shown', () => {
  expect(shown({ amount: '1', internal: 'no', address: { secretNote: 'no' } })).toEqual({ amount: 1 })
})
test('numbers are masked and sensitive data left out, wherever they are', () => {
  const secret = { number: '5123450000000008', securityCode: '123' }
  expect(shown({ card: secret, cards: [secret, { number: '123456789' }] })).toEqual({
    card: { number: '512345xxxxxx0008' },
    cards: [{ number: '512345xxxxxx0008' }, { number: 'xxxxx6789' }],
  })
})
test('decimals come out as numbers, digits as integers, and renamed fields under their new name', () => {
  expect(shown({ amount: '12.50', deferrals: '3', lane: 'A' })).toEqual({
    amount: 12.5,
    deferrals: 3,
    lane: 'A',
    name: 'A',
  })
})
test('two lines of an address are joined and cut', () => {
  expect(shown({ address: { street: '1 High St', street2: 'Flat 2' } })).toEqual({
    address: { street: '1 High St, F' },
  })
  expect(shown({ address: { street2: 'Flat 2' } })).toEqual({ address: { street: 'Flat 2' } })
})
test('a value newer than the version is shown as its elder, or left out', () => {
  expect(shown({ status: 'ONGOING' }, 56)).toEqual({ status: 'PENDING' })
  expect(shown({ status: 'LATE', amount: '1' }, 56)).toEqual({ amount: 1 })
  expect(shown({ status: 'LATE' }, 57)).toEqual({ status: 'LATE' })
  expect(shown({ method: 'PICKUP', amount: '1' })).toEqual({ amount: 1 })
})
test('what is written down holds no number, no sensitive data and nothing of the call', () => {
  const secret = { number: '5123450000000008', securityCode: '123' }
  const { content, numbers } = storable(requestAt(sample, 100), {
    amount: '1',
    card: secret,
    cards: [secret],
    correlationId: 'x',
    unknown: 'x',
  })
  expect(content).toEqual({
    amount: '1',
    card: { number: '512345xxxxxx0008' },
    cards: [{ number: '512345xxxxxx0008' }],
  })
  expect(numbers).toEqual([secret.number, secret.number])
})
test('the types of an answer are those of its contract', () => {
  const good: ResponseOf<typeof sample> = { amount: 12.5, deferrals: 3 }
  // @ts-expect-error decimals are numbers in answers
  const wrong: ResponseOf<typeof sample> = { amount: '12.5' }
  expect([good, wrong]).toHaveLength(2)
})
