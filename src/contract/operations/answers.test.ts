import { expect, test } from 'vitest'
import { operationNamed } from '../catalogue.ts'
import { requestAt, responseAt } from '../kit/operation.ts'
import { project } from '../kit/project.ts'
import { storable } from '../kit/storable.ts'

const number = '5123450000000008'
const expiry = { month: '1', year: '39' }
const record = {
  sourceOfFunds: { provided: { card: { number, expiry, securityCode: '123', maskedFpan: number } } },
}
const answer = (name: string) => project(responseAt(operationNamed(name), 100), record)
const shownCard = (name: string) => answer(name)?.sourceOfFunds

test('tokens answer the expiry as MMYY, all others as month and year', () => {
  for (const name of ['CREATE_TOKEN', 'SAVE_TOKEN', 'RETRIEVE_TOKEN'])
    expect(shownCard(name), name).toMatchObject({ provided: { card: { expiry: '0139' } } })
  expect(shownCard('AUTHORIZE')).toMatchObject({ provided: { card: { expiry } } })
})

test('a session tells that it holds a security code, never which; nobody else tells', () => {
  for (const name of ['UPDATE_SESSION', 'RETRIEVE_SESSION'])
    expect(shownCard(name), name).toMatchObject({ provided: { card: { securityCode: 'xxx' } } })
  for (const name of ['AUTHORIZE', 'RETRIEVE_TRANSACTION', 'CREATE_TOKEN', 'BALANCE_INQUIRY'])
    expect(JSON.stringify(answer(name)), name).not.toContain('securityCode')
})

test('a funding number that was sent unmasked is neither kept nor shown that way', () => {
  expect(shownCard('AUTHORIZE')).toMatchObject({ provided: { card: { maskedFpan: '512345xxxxxx0008' } } })
  const { content } = storable(requestAt(operationNamed('AUTHORIZE'), 100), record)
  expect(JSON.stringify(content)).not.toContain(number)
})

test('nothing of a PIN is kept', () => {
  const pin = { payload: 'A5'.repeat(8), keySerialNumber: 'FFFF9876543210E00001', encryptionState: 'VALID' }
  const body = { sourceOfFunds: { provided: { card: { number, pin } } } }
  const { content } = storable(requestAt(operationNamed('AUTHORIZE'), 100), body)
  expect(JSON.stringify(content)).not.toContain('pin')
})
