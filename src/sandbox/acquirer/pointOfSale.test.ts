import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import type { AskedTerminal, CardPresentation, PaymentAsk } from '../../acquirers/port.ts'
import { createAcquirerSimulator } from './simulator.ts'

const ask: PaymentAsk = {
  ...{ merchantId: 'M', orderId: 'o', transactionId: '1', amount: 1_000n, currency: 'USD' },
  verb: 'pay',
  card: { number: '5123450000000008', expiry: { month: 1, year: 39 } },
  acceptPartialAmount: false,
}

async function responseTo(presented: CardPresentation | undefined, changes: Partial<PaymentAsk> = {}) {
  const now = () => new Date('2026-11-15T12:30:45Z')
  const simulator = createAcquirerSimulator({ now, books: memoryBooks() })
  const asked = { ...ask, ...(presented && { presented }), ...changes }
  const answer = await simulator.send(asked, new AbortController().signal)
  if (answer.outcome !== 'approved') throw new Error(`The answer is ${answer.outcome}`)
  return answer.authorizationResponse
}

test('Without a terminal the card was entered on the web', async () => {
  const response = await responseTo(undefined)
  expect(response).toMatchObject({ posEntryMode: '812', posData: '1025104006600' })
  for (const field of ['trackQuality', 'transactionIntegrityClass', 'vpasResponse'])
    expect(response).not.toHaveProperty(field)
})

const chipTerminal: AskedTerminal = {
  entryMode: '051',
  attended: 'ATTENDED',
  location: 'MERCHANT_TERMINAL_ON_PREMISES',
  cardholderActivated: 'NOT_CARDHOLDER_ACTIVATED',
  inputCapability: 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
}
const terminals: [what: string, terminal: AskedTerminal, posData: string][] = [
  ['A terminal that tells nothing but the entry mode', { entryMode: '902' }, '2000000000000'],
  ['A till with a chip reader', chipTerminal, '0000000000800'],
  [
    'A fuel pump',
    {
      entryMode: '051',
      attended: 'UNATTENDED',
      cardholderActivated: 'AUTOMATED_DISPENSING_MACHINE_WITH_PIN',
    },
    '1000000001000',
  ],
  [
    "The payer's own telephone",
    { entryMode: '812', location: 'PAYER_TERMINAL_OFF_PREMISES', panEntryMode: 'ECOMMERCE' },
    '2025100000000',
  ],
  ['Words of a later release', { entryMode: '051', attended: 'x', inputCapability: 'y' }, '2000000000000'],
]
for (const [what, terminal, posData] of terminals) {
  test(`${what} → ${posData}`, async () => {
    const response = await responseTo({ terminal })
    expect(response).toMatchObject({ posEntryMode: terminal.entryMode, posData })
  })
}

test('What is only held says so', async () => {
  expect(await responseTo({ terminal: chipTerminal }, { verb: 'authorize' })).toMatchObject({
    posData: '0000004000800',
  })
})

const integrity: [what: string, presented: CardPresentation, told: object, untold: readonly string[]][] = [
  [
    'A chip and a PIN',
    { emv: '9F270180', pinBlock: { payload: '0123456789ABCDEF' } },
    { transactionIntegrityClass: 'A1' },
    ['trackQuality'],
  ],
  ['A chip', { emv: '9F270180' }, { transactionIntegrityClass: 'A2' }, ['trackQuality', 'vpasResponse']],
  [
    'A stripe',
    { track2: '5123450000000008=39011010000000000000' },
    { transactionIntegrityClass: 'B1', trackQuality: 'OK' },
    ['vpasResponse'],
  ],
  [
    'A device',
    { cryptogram: { format: '3DSECURE', eci: '05', value: 'AAAA' } },
    { transactionIntegrityClass: 'C1', vpasResponse: '2' },
    ['trackQuality'],
  ],
  ['A keyed number', { terminal: { entryMode: '012' } }, {}, ['transactionIntegrityClass', 'trackQuality']],
]
for (const [what, presented, told, untold] of integrity) {
  test(`${what} → ${JSON.stringify(told)}`, async () => {
    const response = await responseTo(presented)
    expect(response).toMatchObject(told)
    for (const field of untold) expect(response).not.toHaveProperty(field)
  })
}
