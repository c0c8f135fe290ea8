import { fundsOf } from './requests.ts'

const card = 'sourceOfFunds.provided.card'
const cardsInText = [
  '5123450000000008',
  'card 5123 4500 0000 0008, please',
  '5123-4500-0000-0008',
  '5123450000\n000008',
  '{"card":"5123450000000008"}',
  'NTEyMzQ1MDAwMDAwMDAwOA==',
  '35313233343530303030303030303038',
  '５１２３４５００００００００08',
  ';5123450000000008=39011?',
]
type Refused = readonly [validationType: string, field: string, values: readonly unknown[]]

/** A valid AUTHORIZE in which one field has one of these values. */
export const refusals: readonly Refused[] = [
  ['UNSUPPORTED', 'order.foo', [1, 'x', false, { a: 1 }, [1]]],
  ['UNSUPPORTED', 'airline.itinerary.leg[2].foo', [1]],
  ['UNSUPPORTED', 'action', [{ refundAuthorization: true }]],
  ['UNSUPPORTED', 'transaction.targetTransactionId', ['1']],
  ['UNSUPPORTED', 'transaction.authorizationCode', ['A1']],
  ['UNSUPPORTED', 'browserPayment', [{ operation: 'PAY' }]],
  ['UNSUPPORTED', `${card}.cvv`, ['123']],
  ['UNSUPPORTED', 'responseControls.sensitiveData', ['UNMASK']],
  ['INVALID', 'responseControls.sensitiveData', ['unmask', 'PLAIN']],
  ['INVALID', 'order', ['x', 1, true, ['x']]],
  ['INVALID', 'order.reference', [{}, [], ['x'], true, '', 'x'.repeat(41)]],
  [
    'INVALID',
    'order.item',
    ['x', { name: 'x' }, Array(1001).fill({ name: 'x', quantity: '1', unitPrice: '1' })],
  ],
  ['INVALID', 'airline.itinerary.leg[2].fareBasis', ['', 'a-b', 'x'.repeat(25), { a: 1 }]],
  ['INVALID', 'airline.passenger', [Array(100).fill({ firstName: 'x' })]],
  ['MISSING', 'order.amount', [null]],
  ['MISSING', 'order.currency', [null]],
  ['INVALID', 'order.amount', ['1e3', '1E3', '0x10', '1_000', '1,000.00', '10,00']],
  ['INVALID', 'order.amount', ['-0', '-1', '+1', 'NaN', 'Infinity', '', ' ', ' 10', '10\n', -1]],
  ['INVALID', 'order.amount', ['.5', '5.', '1.2.3', '.', '999999999999.99', '00000000000010.00', '１０']],
  ['INVALID', 'order.amount', ['0', '0.00', 0, '10.001', '10.000', '1000000000001', true, ['1'], { a: 1 }]],
  ['INVALID', 'order.currency', ['usd', 'US', 'USDX', 'XXX', 'XTS', 'XAU', '999', 'DEM', 840, 'UЅD']],
  [
    'INVALID',
    `${card}.number`,
    ['12345678', '5123450000000008000', '51234500000000080000', '5123 4500 0000 0008'],
  ],
  [
    'INVALID',
    `${card}.number`,
    ['5123-4500-0000-0008', '512345000000000a', '5123450000000009', '٥123450000000008'],
  ],
  ['INVALID', `${card}.number`, [true, ['5123450000000008'], { a: 1 }, '']],
  ['INVALID', `${card}.expiry.month`, ['0', '00', '13', '1.0', ' 1', '001', 'a', '-1', 0, 13, true]],
  ['INVALID', `${card}.expiry.year`, ['2030', '3', 'ab', ' 9', '', '-9', 2039]],
  ['MISSING', `${card}.expiry.year`, [null]],
  ['MISSING', `${card}.expiry.month`, [null]],
  ['INVALID', `${card}.securityCode`, ['12', '12345', 'abc', '', '1 3', '١٢٣']],
  ['INVALID', `${card}.track1`, ['x', '%B5123450000000008', '5123450000000008=3901']],
  ['INVALID', `${card}.track2`, ['x', '%B5123450000000008^A/B^3901?', '=']],
  ['INVALID', `${card}.devicePayment.onlinePaymentCryptogram`, ['a_-b', 'abc', '====', '', 'A'.repeat(132)]],
  ['INVALID', `${card}.p2pe`, ['x', [1]]],
  ['INVALID', `${card}.storedOnFile`, ['stored', 'STORED ', 1]],
  ['INVALID', 'session.id', ['x'.repeat(30), 'x'.repeat(36), 'é'.repeat(31), `SESSION${'A'.repeat(24)}`]],
  ['INVALID', 'session.version', ['123456789', '12345678901']],
  [
    'INVALID',
    'order.custom',
    ['x', [1], Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']))],
  ],
  ['INVALID', 'order.custom.a-b', ['x']],
  ['INVALID', `order.custom.${'a'.repeat(80)}é`, ['x']],
  ['INVALID', 'order.custom.name', ['', 'x'.repeat(251), { a: 1 }, true, ['x']]],
  [
    'INVALID',
    'agreement.expiryDate',
    ['2024-02-30', '2023-02-29', '24-1-1', '0000-00-00', '2024-02-29T00:00:00.000Z'],
  ],
  ['INVALID', 'airline.itinerary.leg[0].departureTime', ['24:00Z', '23:60Z', '23:59', '9:00Z', '23:59:60Z']],
  [
    'INVALID',
    'shipping.contact.phone',
    ['+44', '+441234567890123456', '+44  123', '+44 12a', '+1 1111111111111111'],
  ],
  [
    'INVALID',
    'order.notificationUrl',
    ['httpsx://abc.example', 'https:evil.example', 'https://a', 'http://shop.example/'],
  ],
  [
    'INVALID',
    'order.notificationUrl',
    [
      'javascript:alert(1)',
      'https://u:p@shop.example',
      'https://shop.example\\@evil',
      'https://a b.example/',
    ],
  ],
  [
    'INVALID',
    'order.notificationUrl',
    ['https://shop.example/\r\nX: y', `https://shop.example/${'a'.repeat(4000)}`],
  ],
  ['INVALID', 'billing.address.country', ['US', 'usa', 'ZZZ', 'USA ', 840]],
  ['INVALID', 'billing.address.postcodeZip', ['AB_1', '12345678901', '']],
  ['INVALID', 'order.taxStatus', ['exempt', 'EXEMPT ', 1, true]],
  ['INVALID', 'agreement.numberOfPayments', ['5', 1.5, -1, 0, 1000, 2 ** 53, true]],
  ['INVALID', 'order.acceptPartialAmount', ['true', 1, 0, 'yes']],
  ['INVALID', 'customer.email', ['x', 'a@', '@b.c', 'a b@c.de', 'a@b@c.de']],
  ['INVALID', 'correlationId', ['x'.repeat(101), '', { a: 1 }, true]],
  ['INVALID', 'posTerminal.entryMode', ['03', '031', '013', '0121', 'abc']],
  ['INVALID', 'order.id', ['other', 7, { a: 1 }, true, ['x']]],
  ['INVALID', 'transaction.id', ['other', 2, { a: 1 }, false]],

  ['INVALID', 'transaction.acquirer.customData', cardsInText],
  ['INVALID', 'agreement.customData', cardsInText],
]

const money = { amount: '10.00', currency: 'USD' }
/** Groups that cannot be sent together, or not without another. */
export const combinations: readonly (readonly [string, string, string, object])[] = [
  ['MISSING', 'order.amount', 'no order', { order: null }],
  ['MISSING', 'sourceOfFunds', 'no source of funds', { sourceOfFunds: [] }],
  [
    'MISSING',
    `${card}.number`,
    'no number',
    { sourceOfFunds: { provided: { card: { expiry: { month: 1, year: '39' } } } } },
  ],
  [
    'MISSING',
    `${card}.expiry`,
    'no expiry',
    { sourceOfFunds: { provided: { card: { number: fundsOf().provided.card.number } } } },
  ],
  ['INVALID', 'order.amount', 'sub-totals', { order: { ...money, itemAmount: '9.00', taxAmount: '1.01' } }],
  [
    'INVALID',
    'order.amount',
    'discount',
    { order: { ...money, itemAmount: '10.00', discount: { amount: '0.01' } } },
  ],
  [
    'INVALID',
    'order.taxAmount',
    'tax of items',
    {
      order: {
        ...money,
        itemAmount: '9.00',
        taxAmount: '1.00',
        item: [{ name: 'x', quantity: '3', unitPrice: '3', unitTaxAmount: '0.33' }],
      },
    },
  ],
  ['INVALID', 'order.amount', 'no decimals in JPY', { order: { amount: '1.5', currency: 'JPY' } }],
  ['INVALID', 'order.amount', 'no zero decimals in JPY', { order: { amount: '1.0', currency: 'JPY' } }],
  ['INVALID', 'order.amount', 'three decimals in KWD', { order: { amount: '1.2345', currency: 'KWD' } }],
  ['INVALID', 'order.taxAmount', 'cents everywhere', { order: { ...money, taxAmount: '10.000' } }],
  ['INVALID', 'transaction.currency', 'two currencies', { transaction: { currency: 'EUR' } }],
  ['INVALID', 'transaction.amount', 'two amounts', { transaction: { amount: '9.00' } }],
  ['MISSING', 'agreement.amountVariability', 'recurring', { agreement: { id: 'a', type: 'RECURRING' } }],
  ['MISSING', 'posTerminal.onlineReasonCode', 'chip', { posTerminal: { panEntryMode: 'CHIP' } }],
  ['UNSUPPORTED', card, 'reference and card', { referenceOrderId: 'earlier' }],
  [
    'MISSING',
    'order.item[1].quantity',
    'half an item',
    {
      order: {
        ...money,
        item: [
          { name: 'a', quantity: '1', unitPrice: '1' },
          { name: 'b', unitPrice: '1' },
        ],
      },
    },
  ],
  [
    'MISSING',
    'order.subMerchant.identifier',
    'an aggregator',
    { order: { ...money, subMerchant: { tradingName: 'x' } } },
  ],
  [
    'MISSING',
    `${card}.p2pe.keySerialNumber`,
    'no key',
    { sourceOfFunds: { provided: { card: { p2pe: { payload: 'A5'.repeat(16) } } } } },
  ],
  ['INVALID', 'accountFunding', 'no purpose', { accountFunding: { senderType: 'PERSON' } }],
]
