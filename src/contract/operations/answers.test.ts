import { expect, test } from 'vitest'
import { operationNamed } from '../catalogue.ts'
import { normalise } from '../kit/content.ts'
import { requestAt, responseAt } from '../kit/operation.ts'
import { project } from '../kit/project.ts'
import { storable } from '../kit/storable.ts'

const number = '5123450000000008'
const expiry = { month: '1', year: '39' }
const masked = '512345xxxxxx0008'
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

const chip = '9F3501229F1A020840'
const emvRequest = `5A085123450000000008${chip}57115123450000000008D39012010000000000`
const p2pe = {
  cardBin: '512345',
  keySerialNumber: 'FFFF9876543210E00001',
  payload: 'A5'.repeat(16),
}
const cardRead = (reading: object) => ({
  sourceOfFunds: { provided: { card: { number, expiry, ...reading } } },
})
const authorize = requestAt(operationNamed('AUTHORIZE'), 100)
const kept = (reading: object) => storable(authorize, normalise(authorize, cardRead(reading)))

test('of EMV tags only those are kept and shown that do not tell the card', () => {
  expect(kept({ emvRequest }).content).toMatchObject(cardRead({ number: masked, emvRequest: chip }))
  expect(kept({ emvRequest: '5A085123450000000008' }).content).toEqual(cardRead({ number: masked }))
  const shown = project(
    responseAt(operationNamed('RETRIEVE_TRANSACTION'), 100),
    cardRead({ emvRequest }),
    true,
  )
  expect(shown).toEqual(cardRead({ emvRequest: chip }))
  for (const name of ['CREATE_TOKEN', 'RETRIEVE_SESSION']) {
    const answer = project(
      responseAt(operationNamed(name), 100),
      cardRead({ emvRequest, emvResponse: '8A023030' }),
    )
    expect(JSON.stringify(answer), name).not.toContain('emv')
  }
})

test("the issuer's tags come back with the transaction", () => {
  const read = cardRead({ emvResponse: '8A023030' })
  for (const name of ['AUTHORIZE', 'VOID', 'RETRIEVE_TRANSACTION'])
    expect(project(responseAt(operationNamed(name), 100), read), name).toMatchObject({
      sourceOfFunds: { provided: { card: { emvResponse: '8A023030' } } },
    })
})

test('a sealed reading is neither kept nor shown, but tells one request from another', () => {
  const { content, numbers } = kept({ p2pe })
  const { payload, ...others } = p2pe
  expect(content).toMatchObject(cardRead({ number: masked, p2pe: others }))
  expect(JSON.stringify(content)).not.toContain(payload)
  expect(numbers).toEqual([number, payload])
  expect(kept({ p2pe: { ...p2pe, payload: payload.toLowerCase() } })).toEqual({ content, numbers })
  expect(kept({ p2pe: { ...p2pe, payload: 'A6'.repeat(16) } }).numbers).not.toEqual(numbers)
  const shown = project(responseAt(operationNamed('AUTHORIZE'), 100), cardRead({ p2pe }))
  expect(shown).toMatchObject(cardRead({ number: masked, p2pe: others }))
  expect(JSON.stringify(shown)).not.toContain('payload')
})
