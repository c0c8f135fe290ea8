import { expect, test } from 'vitest'
import { operationNamed } from '../catalogue.ts'
import { JsonNumber } from './content.ts'
import { maskedBody } from './maskedBody.ts'
import { requestAt } from './operation.ts'

const masked = (body: Record<string, unknown>) => maskedBody(requestAt(operationNamed('PAY'), 100), body)
const number = '5123450000000008'
const cardOf = (card: object) => ({ sourceOfFunds: { provided: { card } } })

test('what the contract calls secret is left out, and a card number masked, whatever was sent there', () => {
  const kept = masked(
    cardOf({ number, securityCode: '987', track2: { deep: number }, expiry: { month: '1', year: '39' } }),
  )
  expect(kept).toEqual(cardOf({ number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } }))
  expect(masked(cardOf({ number: `n ${number}` }))).toEqual(cardOf({ number: 'xxx' }))
})

test('what nobody declared is not kept, not even by name', () => {
  const kept = masked({ order: { amout: '10.00', [number]: 1 }, securityCode: '987' })
  expect(kept).toEqual({
    order: { '(unknown field)': '(not a value)' },
    '(unknown field)': '(not a value)',
  })
})

test('card data in other fields is not kept, nor objects where a value belongs', () => {
  const spread = number.split('').join(' ')
  const kept = masked({
    ...cardOf({ number }),
    order: { reference: `paid ${number}`, description: spread, id: { securityCode: '987' }, amount: 10 },
    customer: { email: 'payer@shop.example' },
  })
  expect(JSON.stringify(kept)).not.toMatch(/0000000008|0 0 0 0 0 8|987/)
  expect(kept).toMatchObject({
    order: { reference: '(card data)', description: '(card data)', amount: 10 },
    customer: { email: 'payer@shop.example' },
  })
})

test('a body of any size is kept in a few thousand characters of names and values', () => {
  const custom = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 'x'.repeat(5_000)]))
  const kept = JSON.stringify(masked({ ...custom, order: { custom, description: 'y'.repeat(100_000) } }))
  expect(kept.length).toBeLessThan(40_000)
})

test('so many digits that they may be a card number in any form are not kept', () => {
  const chip = { order: { reference: `5A08${number}5F340101` } }
  expect(masked(chip)).toEqual({ order: { reference: '(card data)' } })
})

test.each([
  ['cvv', '123'],
  ['cardSecurityCode', '9876'],
  ['cvv2', 123],
  ['cvc', new JsonNumber('1.23e2')],
  ['CVC', '١٢٣'],
  ['x'.repeat(60).concat('-cvv'), '123'],
])('a security code that only its name tells is not kept: %s', (name, value) => {
  const kept = masked({ order: { custom: { [name]: value, room: '123' } } })
  expect(kept).toEqual({ order: { custom: { [name.slice(0, 60)]: '(card data)', room: '123' } } })
})
