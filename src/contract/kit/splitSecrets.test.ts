import { expect, test } from 'vitest'
import { catalogue, operationNamed } from '../catalogue.ts'
import { mergeContent, onlyKnownFields } from './content.ts'
import { requestAt } from './operation.ts'
import type { Resolved } from './resolve.ts'
import { splitSecrets } from './storable.ts'

const held = requestAt(operationNamed('AUTHORIZE'), 100)
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const secret = {
  securityCode: '123',
  emvRequest: '9A03250101',
  track2: ';5123450000000008=3901?',
  pin: { payload: 'A5'.repeat(8) },
}
const p2pe = { keySerialNumber: 'F'.repeat(20), payload: 'A5'.repeat(16) }
const content = {
  order: { amount: '10.00', item: [{ name: 'a', quantity: '1', unitPrice: '1' }] },
  sourceOfFunds: { provided: { card: { ...card, ...secret, p2pe }, giftCard: { pin: '1234' } } },
}

test('what must not last is parted from what may, and put together it is whole again', () => {
  const { lasting, secrets: fleeting = {} } = splitSecrets(held, {
    ...content,
    correlationId: 'of this call',
  })
  expect(JSON.stringify(lasting)).not.toMatch(/securityCode|emvRequest|track2|pin|payload|correlationId/)
  expect(JSON.stringify(fleeting)).not.toMatch(/"number"|amount|expiry|keySerialNumber/)
  expect(mergeContent(lasting, fleeting)).toEqual(content)
})
test('where nothing is secret there is one half only', () => {
  expect(splitSecrets(held, { order: content.order })).toEqual({ lasting: { order: content.order } })
})
test('no list of any request holds a secret, so none can stay behind in a lasting half', () => {
  for (const operation of catalogue)
    for (const version of [1, 55, 100])
      expect(secretsInLists(requestAt(operation, version)), operation.name).toEqual([])
})

function secretsInLists(type: Resolved, isInList = false, at = ''): readonly string[] {
  if (type.kind === 'list') return secretsInLists(type.each, true, `${at}[]`)
  if (type.kind !== 'group') return []
  return type.fields.flatMap(({ name, secret, type: inner }) => [
    ...(secret && isInList ? [`${at}.${name}`] : []),
    ...secretsInLists(inner, isInList, `${at}.${name}`),
  ])
}

test('an operation takes of a session what it has a place for', () => {
  const voiding = requestAt(operationNamed('VOID'), 100)
  expect(onlyKnownFields(voiding, { ...content, order: { amount: '10.00', custom: { a: 'b' } } })).toEqual({
    order: { custom: { a: 'b' } },
    sourceOfFunds: { provided: { card: { emvRequest: secret.emvRequest, track2: secret.track2, p2pe } } },
  })
  expect(onlyKnownFields(voiding, { order: 'x', unknown: 1 })).toEqual({})
})
test('elements of a list keep their place, whatever is left of them', () => {
  const authorize = requestAt(operationNamed('AUTHORIZE'), 100)
  const item = [{ nonsense: 1 }, { name: 'b', nonsense: 1 }]
  expect(onlyKnownFields(authorize, { order: { item } })).toEqual({ order: { item: [{}, { name: 'b' }] } })
})
