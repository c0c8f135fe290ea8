import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ordinaryProfile, profileSettings, readProfile, sandboxProfile } from './merchant.ts'
import { isRejection } from './rejection.ts'

const origins = [
  'https://shop.example',
  'https://shop.example:8443',
  'http://localhost:3000',
  'http://[::1]:1',
]
const sources = ['192.0.2.7', '192.0.2.0/24', '2001:db8::/32', '::1', '0.0.0.0/0']
const urls = [
  '',
  'https://shop.example/hook?a=1#b',
  'http://127.0.0.1:3000/hook',
  'https://xn--bcher-kva.example/',
]

/** Of each setting the values it accepts. */
const accepted = {
  captureExcessPercent: fc.integer({ min: 0, max: 100 }),
  refundExcessPercent: fc.integer({ min: 0, max: 100 }),
  authenticatedExcessPercent: fc.integer({ min: 0, max: 100 }),
  standaloneRefunds: fc.array(fc.constantFrom('USD:500.00', 'JPY:70000', 'KWD:1.250', 'ANY:100'), {
    maxLength: 200,
  }),
  refundAuthorization: fc.boolean(),
  attendedForChip: fc.boolean(),
  debugInformation: fc.boolean(),
  unmasking: fc.boolean(),
  allowedOrigins: fc.array(fc.constantFrom(...origins), { maxLength: 20 }),
  allowedSources: fc.array(fc.constantFrom(...sources), { maxLength: 100 }),
  requestsPerSecond: fc.integer({ min: 0, max: 1_000_000 }),
  shopName: fc.constantFrom('', 'Harbour Books', 'Bücher & Tee', '港の本屋', 'x'.repeat(40)),
  logoUrl: fc.constantFrom(...urls),
  brandColor: fc.constantFrom('', '#1f57c3', '#FFD400'),
  font: fc.constantFrom('', 'Grotesk', 'Shop-Sans2'),
  cardNames: fc.array(fc.constantFrom('NETWORK_C:Sea Card', 'LOCAL_BRAND_ONLY:Carta'), { maxLength: 11 }),
  wallets: fc.array(fc.constantFrom('phone', 'sandbox'), { maxLength: 4 }),
  partialPaymentsAtCheckout: fc.constantFrom('REVERSE', 'KEEP', 'FINISH'),
  savedCardsAtCheckout: fc.constantFrom('OFF', 'WITH_CODE', 'WITHOUT_CODE'),
  emailReceipts: fc.boolean(),
  receiptReplyTo: fc.constantFrom('', 'shop@example.com'),
  notifications: fc.boolean(),
  notificationUrl: fc.constantFrom(...urls),
  secretOrigins: fc.array(fc.constantFrom('https://hooks.example', 'https://hooks.example:8443'), {
    maxLength: 20,
  }),
  retentionDays: fc.oneof(fc.constant(0), fc.integer({ min: 35, max: 36_500 })),
  standing: fc.constantFrom('OPEN', 'SUSPENDED', 'CLOSED'),
}
const sensible = fc.record(accepted, { requiredKeys: [] })

test('no setting is left out of these tests', () => {
  expect(Object.keys(accepted)).toEqual(Object.keys(profileSettings))
})

test('what makes sense is taken, and the rest is as usual', () => {
  fc.assert(
    fc.property(sensible, fc.constantFrom(ordinaryProfile, sandboxProfile), (given, usual) => {
      expect(readProfile(given, usual)).toEqual({ ...usual, ...given })
    }),
  )
})

test('whatever is accepted is read back the same, also from text and whatever is usual there', () => {
  const anything = fc.oneof(fc.anything(), fc.constantFrom(...origins, ...sources, ...urls, '0', 'true'))
  const given = fc.dictionary(fc.constantFrom(...Object.keys(profileSettings)), anything)
  fc.assert(
    fc.property(fc.oneof(sensible, given), values => {
      const profile = readProfile(values)
      if (isRejection(profile)) return
      expect(Object.keys(profile)).toEqual(Object.keys(profileSettings))
      expect(readProfile(JSON.parse(JSON.stringify(profile)), sandboxProfile)).toEqual(profile)
      expect(readProfile(profile, sandboxProfile)).toEqual(profile)
    }),
    { numRuns: 1_000 },
  )
})

test('nothing that comes from outside makes it throw, and a refusal names the field', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), given => {
      const profile = readProfile(given)
      if (!isRejection(profile)) return
      expect(profile).toMatchObject({ cause: 'INVALID_REQUEST', field: expect.any(String) })
    }),
  )
})

test.each([
  ['captureExcessPercent', [-1, -0, 101, 0.5, '15', Number.NaN, true, []]],
  ['refundAuthorization', ['true', 0, 1, 'yes', []]],
  [
    'allowedOrigins',
    ['https://shop.example', ['*'], ['https://shop.example/'], ['http://shop.example'], [null]],
  ],
  ['allowedSources', ['192.0.2.1', ['shop.example'], ['192.0.2.0/33'], ['192.0.2.1 '], [1]]],
  [
    'standaloneRefunds',
    [
      'USD:1',
      ['USD'],
      ['USD:'],
      ['USD:0'],
      ['USD:1.005'],
      ['XXX:1'],
      ['ANY:1.5'],
      ['ANY:0'],
      ['USD:1:2'],
      [5],
    ],
  ],
  ['requestsPerSecond', [-1, 1_000_001, 1.5, '5']],
  ['notificationUrl', ['http://shop.example/', 'https://u:p@shop.example/', 'ftp://a', ['https://a'], 0]],
])('%s refuses what it does not expect, by name and with what it expects', (name, values) => {
  for (const value of values) {
    const refusal = readProfile({ [name]: value })
    expect(refusal, JSON.stringify(value)).toMatchObject({ field: name, validationType: 'INVALID' })
    expect(refusal).toMatchObject({ explanation: expect.stringContaining('It must be') })
  }
})

test('lists and addresses are bounded', () => {
  const tooMany = (max: number, one: string) => Array.from({ length: max + 1 }, () => one)
  expect(readProfile({ allowedOrigins: tooMany(20, 'https://a.example') })).toMatchObject({
    kind: 'rejection',
  })
  expect(readProfile({ allowedSources: tooMany(100, '::1') })).toMatchObject({ kind: 'rejection' })
  const notificationUrl = `https://shop.example/${'x'.repeat(2_048)}`
  expect(readProfile({ notificationUrl })).toMatchObject({ kind: 'rejection', field: 'notificationUrl' })
})

test('names that every object has are no settings', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    expect(readProfile(JSON.parse(`{"${name}":1}`))).toMatchObject({
      field: name,
      validationType: 'UNSUPPORTED',
    })
})

test('a sandbox differs from production in that notifications and standalone refunds are on', () => {
  expect({ ...sandboxProfile, notifications: false, standaloneRefunds: [] }).toEqual(ordinaryProfile)
  expect(sandboxProfile.notifications).toBe(true)
  expect(sandboxProfile.standaloneRefunds).not.toEqual([])
})

test.each([
  'http://127.0.0.1:3000',
  'https://hooks.example/path',
  'https://hooks.example:443',
  'https://HOOKS.example',
  'https://*.hooks.example',
  '*',
])('the shared secret is for servers by https that are named in full, not %s', origin => {
  expect(readProfile({ secretOrigins: [origin] })).toMatchObject({ field: 'secretOrigins' })
})

test('no setting holds card data, and none is told again', () => {
  const telling = [
    ['notificationUrl', 'https://shop.example/hook?cvv=7341'],
    ['notificationUrl', 'https://shop.example/4508.7500.1574.1019'],
    ['secretOrigins', ['https://n4508750015741019.example']],
  ] as const
  for (const [name, value] of telling) {
    const refused = readProfile({ [name]: value })
    expect(refused).toMatchObject({
      field: name,
      explanation: 'Value is invalid. It must not hold card data.',
    })
  }
})

test('what earlier releases wrote about partial payments keeps its meaning', () => {
  expect(readProfile({ partialPaymentsAtCheckout: true })).toMatchObject({
    partialPaymentsAtCheckout: 'KEEP',
  })
  const kept = { ...ordinaryProfile, partialPaymentsAtCheckout: 'KEEP' } as const
  expect(readProfile({ partialPaymentsAtCheckout: false }, kept)).toEqual(ordinaryProfile)
  expect(readProfile({ partialPaymentsAtCheckout: 'true' })).toMatchObject({
    field: 'partialPaymentsAtCheckout',
    explanation: expect.stringContaining('REVERSE, KEEP or FINISH'),
  })
})
