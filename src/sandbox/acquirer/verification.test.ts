import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentAsk } from '../../acquirers/port.ts'
import { verifyPayer } from './verification.ts'

const ask: PaymentAsk = {
  verb: 'authorize',
  merchantId: 'TESTMERCHANT',
  orderId: 'order-1',
  transactionId: '1',
  amount: 1_000n,
  currency: 'USD',
  card: { number: '5123450000000008' },
  acceptPartialAmount: false,
}

const networkA = '371881634498004'
const bySecurityCode: [number: string, code: string | undefined, result: string, letter: string][] = [
  [ask.card.number, '100', 'MATCH', 'M'],
  [ask.card.number, '101', 'NOT_PROCESSED', 'P'],
  [ask.card.number, '102', 'NO_MATCH', 'N'],
  [ask.card.number, '999', 'MATCH', 'M'],
  [ask.card.number, '1020', 'MATCH', 'M'],
  [ask.card.number, undefined, 'NOT_PRESENT', 'S'],
  [networkA, '1000', 'MATCH', 'M'],
  [networkA, '1010', 'NOT_PROCESSED', 'P'],
  [networkA, '1020', 'NO_MATCH', 'N'],
  [networkA, '102', 'MATCH', 'M'],
  [networkA, undefined, 'NOT_PRESENT', 'S'],
]

for (const [number, securityCode, gatewayCode, acquirerCode] of bySecurityCode) {
  test(`Security code ${securityCode ?? 'absent'} on ${number.slice(0, 2)}… → ${gatewayCode}`, () => {
    const card = { number, ...(securityCode && { securityCode }) }
    expect(verifyPayer({ ...ask, card }).cardSecurityCode).toEqual({ acquirerCode, gatewayCode })
  })
}

const everything: PaymentAsk = {
  ...ask,
  card: { ...ask.card, nameOnCard: 'JANE DOE' },
  billing: { street: 'Elsewhere', postcodeZip: '12345' },
  customerEmail: 'jane@example.com',
  customerPhone: '+1 5551234',
}

/** The rows read: telephone, postcode, street, name, email. */
const byStreet: [street: string, result: string, verification: string][] = [
  ['Alpha St', 'ADDRESS_MATCH', '- n y - -'],
  ['X-ray St', 'ADDRESS_ZIP_MATCH', '- y y - -'],
  ['Whiskey St', 'ZIP_MATCH', '- y n - -'],
  ['November St', 'NO_MATCH', 'n n n n n'],
  ['Gamma St', 'NOT_VERIFIED', '- - - - -'],
  ['Kilo St', 'NAME_MATCH', '- n n y -'],
  ['Oscar St', 'NAME_ADDRESS_MATCH', '- n y y -'],
  ['Lima St', 'NAME_ZIP_MATCH', '- y n y -'],
  ['Romeo St', 'SERVICE_NOT_AVAILABLE_RETRY', 'R R R R R'],
  ['Sierra St', 'SERVICE_NOT_SUPPORTED', 'S S S S S'],
  ['Uniform St', 'NOT_AVAILABLE', '- - - - -'],
  ['Zero St', 'NOT_REQUESTED', '- - - - -'],
  ['Elsewhere', 'ADDRESS_ZIP_MATCH', '- y y - -'],
]
const letters = {
  MATCHED: 'y',
  NOT_MATCHED: 'n',
  NOT_CHECKED: '-',
  NOT_PROVIDED: '?',
  SERVICE_NOT_AVAILABLE_RETRY: 'R',
  SERVICE_NOT_SUPPORTED: 'S',
}

for (const [street, gatewayCode, verification] of byStreet) {
  test(`Billing street ${street} → ${gatewayCode}, element by element ${verification}`, () => {
    const { avs, detailedVerification } = verifyPayer({
      ...everything,
      billing: { street, postcodeZip: '12345' },
    })
    expect(avs?.gatewayCode).toBe(gatewayCode)
    expect(detailedVerification?.map(row => letters[row.gatewayCode]).join(' ')).toBe(verification)
  })
}

test('A house number before the street, a second line after it, case and spaces do not matter', () => {
  for (const street of ['alpha st', ' ALPHA  ST ', '12 Alpha St', '12b Alpha St', '1/2 Alpha St, Flat 3']) {
    expect(verifyPayer({ ...ask, billing: { street } }).avs?.gatewayCode).toBe('ADDRESS_MATCH')
  }
  for (const street of ['New November St', 'November Street', 'November St 12', '12 13 November St']) {
    expect(verifyPayer({ ...ask, billing: { street } }).avs?.gatewayCode).not.toBe('NO_MATCH')
  }
})

test('Only what was supplied is verified', () => {
  const { detailedVerification } = verifyPayer({ ...ask, billing: { street: 'November St' } })
  expect(detailedVerification).toEqual([{ type: 'BILLING_STREET_ADDRESS', gatewayCode: 'NOT_MATCHED' }])
  expect(verifyPayer({ ...ask, billing: { postcodeZip: '12345' } }).avs).toEqual({
    acquirerCode: 'W',
    gatewayCode: 'ZIP_MATCH',
  })
})

test('Without an address the address is not asked about', () => {
  const { billing, ...withoutAddress } = everything
  expect(billing).toBeDefined()
  expect(verifyPayer(withoutAddress)).not.toHaveProperty('avs')
  expect(verifyPayer({ ...withoutAddress, billing: {} })).not.toHaveProperty('detailedVerification')
})

test('Any text is a street', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), street => {
      expect(verifyPayer({ ...ask, billing: { street } }).avs).toBeDefined()
    }),
  )
})
