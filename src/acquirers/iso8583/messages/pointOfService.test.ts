import { expect, test } from 'vitest'
import { paymentAsk } from '../../../../test/support/acquirers/isoBench.ts'
import type { CardPresentation, PaymentAsk } from '../../port.ts'
import { condition, entryMode, pointOfService } from './pointOfService.ts'

const track2 = ';5123450000000008=39011010000?'
const terminal = { entryMode: '071', attended: 'UNATTENDED', panEntryMode: 'CONTACTLESS' }

test.each<[string, Partial<PaymentAsk>, { entry: string; condition: string; service: string }]>([
  ['on the web', { channel: 'INTERNET' }, { entry: '812', condition: '59', service: '100050100100' }],
  ['with a stored card', { isOnFile: true }, { entry: '102', condition: '59', service: '100050100100' }],
  ['without a word', {}, { entry: '812', condition: '59', service: '100050100100' }],
  ['by mail', { channel: 'MAIL_ORDER' }, { entry: '012', condition: '08', service: '100020100100' }],
  [
    'on the telephone',
    { channel: 'CALL_CENTRE' },
    { entry: '012', condition: '08', service: '100030100100' },
  ],
  ['by the merchant', { channel: 'MERCHANT' }, { entry: '102', condition: '01', service: '100040100100' }],
  [
    'across the counter',
    { channel: 'PAYER_PRESENT' },
    { entry: '010', condition: '00', service: '100000100100' },
  ],
  [
    ...(['swiped', { channel: 'CARD_PRESENT', presented: { track2 } }] as const),
    { entry: '900', condition: '00', service: '100001200100' },
  ],
  [
    ...(['with a PIN', { channel: 'CARD_PRESENT', presented: withPin() }] as const),
    { entry: '051', condition: '00', service: '100001513300' },
  ],
  [
    ...(['by a device', { channel: 'INTERNET', presented: { cryptogram: { format: 'EMV' } } }] as const),
    { entry: '092', condition: '59', service: '100050100100' },
  ],
  [
    ...(['at a machine', { channel: 'CARD_PRESENT', presented: { terminal, emv: '9F3602AABB' } }] as const),
    { entry: '071', condition: '02', service: '000201A00301' },
  ],
  ...(['092', '102', '812'] as const).map(
    entry =>
      [
        ...([
          `${entry} beside a terminal`,
          { channel: 'INTERNET', presented: { terminal: { entryMode: entry } } },
        ] as const),
        { entry, condition: '59', service: '000150100101' },
      ] as [string, Partial<PaymentAsk>, { entry: string; condition: string; service: string }],
  ),
  [
    ...([
      'typed because the chip failed',
      {
        channel: 'CARD_PRESENT',
        presented: { terminal: { entryMode: '792', panEntryMode: 'CHIP_FALLBACK' } },
      },
    ] as const),
    { entry: '792', condition: '00', service: '000100600101' },
  ],
  [
    ...(['keyed at a terminal', { channel: 'MOTO', presented: { terminal: { entryMode: '012' } } }] as const),
    { entry: '012', condition: '08', service: '000120600101' },
  ],
  [
    ...([
      'in an app',
      {
        channel: 'PAYER_PRESENT',
        presented: { terminal: { entryMode: '812', panEntryMode: 'MOBILE_COMMERCE' } },
      },
    ] as const),
    { entry: '812', condition: '00', service: '000150100101' },
  ],
])('a payment %s says so', (_, changes, expected) => {
  const ask = paymentAsk(changes)
  expect({ entry: entryMode(ask), condition: condition(ask), service: pointOfService(ask) }).toEqual(expected)
})

function withPin(): CardPresentation {
  return { emv: '9F3602AABB', pinBlock: { payload: '0011223344556677' } }
}
