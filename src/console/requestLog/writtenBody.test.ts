import { expect, test } from 'vitest'
import { writtenBody } from './writtenBody.ts'

const number = '512345xxxxxx0008'
const described = { number, brand: 'NETWORK_B', fundingMethod: 'CREDIT', scheme: 'NETWORK_B' } as const
const sourceOfFunds = { type: 'CARD', provided: { card: described } } as const
const values = { defaults: {}, derived: {} }

test('a recorded call is written with the fields that its operation takes, and its name', () => {
  const request = { order: { amount: '10.00', currency: 'USD' }, sourceOfFunds }
  expect(writtenBody({ operation: 'PAY', version: 100 }, { request, values })).toEqual({
    apiOperation: 'PAY',
    order: { amount: '10.00', currency: 'USD' },
    sourceOfFunds: { type: 'CARD', provided: { card: { number } } },
  })
})

test('a follow-up did not send the card that it is recorded with', () => {
  const request = { transaction: { amount: '4.00', currency: 'USD' }, sourceOfFunds }
  const followed = { request, values: { ...values, cardOfTransaction: '1' } }
  expect(writtenBody({ operation: 'CAPTURE', version: 100 }, followed)).toEqual({
    ...{ apiOperation: 'CAPTURE', transaction: { amount: '4.00', currency: 'USD' } },
  })
  expect(writtenBody({ operation: 'NOTHING', version: 100 }, followed)).toBeUndefined()
})
