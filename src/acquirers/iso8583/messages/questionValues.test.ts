import { expect, test } from 'vitest'
import { ask, card, isoBench, paymentAsk } from '../../../../test/support/acquirers/isoBench.ts'
import type { PaymentAsk } from '../../port.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'

const { authentication: _, ...plain } = paymentAsk()

/** How far the payer was authenticated, as the issuer reads it in field 48. */
async function told(number: string, changes: Partial<PaymentAsk>): Promise<string | undefined> {
  const asked = { ...plain, card: { ...card, number }, ...changes }
  const { message } = await ask(isoBench(iso1987Ascii), asked)
  return /^T4207010321(\d)/.exec(message?.fields[48] ?? '')?.[1]
}

/** Of a network that numbers its indicators from 00, and of one whose indicators end at 07. */
const low = '5123450000000008'
const high = '4508750015741019'

test.each([
  [low, 'Y', '02', '2'],
  [high, 'Y', '05', '2'],
  [low, 'A', '01', '1'],
  [high, 'A', '06', '1'],
  [low, 'I', '06', '0'],
  [high, 'I', '07', '0'],
  [low, 'I', '04', '0'],
  [low, 'N', '06', '0'],
  [low, 'Y', undefined, '2'],
  [low, 'U', undefined, '0'],
] as const)('an issuer is told what became of the authentication: %s, status %s, ECI %s', async (...row) => {
  const [number, transactionStatus, eci, expected] = row
  const authentication = { transactionStatus, ...(eci !== undefined && { eci }) }
  expect(await told(number, { authentication })).toBe(expected)
})

test.each([
  [low, '02', '2'],
  [low, '01', '1'],
  [low, '06', '0'],
  [low, '00', '0'],
  [high, '05', '2'],
  [high, '06', '1'],
  [high, '07', '0'],
  [high, '02', '0'],
  [high, '5', '2'],
])('where there is an indicator only, the network of the card tells its meaning: %s, %s', async (...row) => {
  const [number, eci, expected] = row
  expect(await told(number, { authentication: { eci } })).toBe(expected)
  const ofWallet = { presented: { cryptogram: { format: '3DSECURE', eci } } } as const
  expect(await told(number, ofWallet)).toBe(expected)
})

test('nobody is told anything about a payer whom nobody wanted to authenticate', async () => {
  expect(await told(low, {})).toBeUndefined()
})
