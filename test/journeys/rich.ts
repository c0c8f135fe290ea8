import { fundsOf } from './requests.ts'

/**
 * A request that says much, in two forms that differ in every single value. Both are valid, and so is every
 * mixture of the two.
 */
export const richRequests = {
  one: {
    apiOperation: 'AUTHORIZE',
    agreement: { id: 'A-1', type: 'RECURRING', amountVariability: 'FIXED', expiryDate: '2030-01-31' },
    airline: {
      bookingReference: 'ABC123',
      itinerary: {
        leg: [{ fareBasis: 'Y1' }, { fareBasis: 'Y2', stopoverPermitted: true }],
        numberInParty: '1',
      },
      passenger: [{ firstName: 'Ada', lastName: 'Ruiz' }],
      ticket: { totalFare: '100.00', issue: { carrierCode: 'ZZ/999' } },
    },
    billing: { address: { street: '1 Main St', street2: 'Flat 1', city: 'Porto', country: 'PRT' } },
    constraints: { paymentPlans: { supported: ['P1', 'P2'], numberOfPayments: 3 } },
    cruise: { bookingReference: 'CRUISE1' },
    customer: { email: 'one@example.com', firstName: 'Ada', phone: '+44 1' },
    device: { browser: 'One/1.0', hostname: 'one.example', ipAddress: '127.0.0.1' },
    initiator: { userId: 'clerk-1' },
    order: {
      amount: '10.00',
      currency: 'USD',
      acceptPartialAmount: true,
      custom: { colour: 'red', size: '1' },
      customerNote: 'first',
      discount: { code: 'ONE' },
      item: [
        { name: 'Lamp', quantity: '1', unitPrice: '10.00' },
        { name: 'Bulb', quantity: '2', unitPrice: '0' },
      ],
      notificationUrl: 'https://one.example/hook',
      reference: 'R-1',
      statementDescriptor: { name: 'Shop One' },
      subMerchant: { identifier: 'S-1', tradingName: 'Sub One' },
      taxStatus: 'EXEMPT',
      valueTransfer: { amount: '1.00', numberOfCards: 1 },
    },
    partnerSolutionId: 'partner-1',
    paymentPlan: { planId: 'PLAN1', numberOfPayments: '3' },
    posTerminal: { lane: 'L1', attended: 'ATTENDED', location: 'MERCHANT_TERMINAL_ON_PREMISES' },
    shipping: {
      address: { city: 'Porto', sameAsBilling: 'SAME' },
      contact: { lastName: 'Ruiz' },
      method: 'GROUND',
    },
    sourceOfFunds: fundsOf({ number: '5123450000000008', expiry: '01/39', nameOnCard: 'ADA RUIZ' }),
    transaction: {
      merchantNote: 'one',
      reference: 'T-1',
      source: 'INTERNET',
      acquirer: { customData: 'x=1' },
    },
  },
  two: {
    apiOperation: 'AUTHORIZE',
    agreement: { id: 'A-2', type: 'INSTALLMENT', amountVariability: 'VARIABLE', expiryDate: '2031-01-31' },
    airline: {
      bookingReference: 'ABC124',
      itinerary: {
        leg: [{ fareBasis: 'Z1' }, { fareBasis: 'Z2', stopoverPermitted: false }],
        numberInParty: '2',
      },
      passenger: [{ firstName: 'Bo', lastName: 'Lind' }],
      ticket: { totalFare: '100.01', issue: { carrierCode: 'ZZ/998' } },
    },
    billing: { address: { street: '2 Main St', street2: 'Flat 2', city: 'Lisboa', country: 'ESP' } },
    constraints: { paymentPlans: { supported: ['P3', 'P4'], numberOfPayments: 4 } },
    cruise: { bookingReference: 'CRUISE2' },
    customer: { email: 'two@example.com', firstName: 'Bo', phone: '+44 2' },
    device: { browser: 'Two/1.0', hostname: 'two.example', ipAddress: '127.0.0.2' },
    initiator: { userId: 'clerk-2' },
    order: {
      amount: '10.01',
      currency: 'EUR',
      acceptPartialAmount: false,
      custom: { colour: 'blue', size: '2' },
      customerNote: 'second',
      discount: { code: 'TWO' },
      item: [
        { name: 'Vase', quantity: '2', unitPrice: '10.01' },
        { name: 'Cup', quantity: '3', unitPrice: '1' },
      ],
      notificationUrl: 'https://two.example/hook',
      reference: 'R-2',
      statementDescriptor: { name: 'Shop Two' },
      subMerchant: { identifier: 'S-2', tradingName: 'Sub Two' },
      taxStatus: 'NOT_EXEMPT',
      valueTransfer: { amount: '2.00', numberOfCards: 2 },
    },
    partnerSolutionId: 'partner-2',
    paymentPlan: { planId: 'PLAN2', numberOfPayments: '4' },
    posTerminal: { lane: 'L2', attended: 'UNATTENDED', location: 'PAYER_TERMINAL_ON_PREMISES' },
    shipping: {
      address: { city: 'Faro', sameAsBilling: 'DIFFERENT' },
      contact: { lastName: 'Lind' },
      method: 'PICKUP',
    },
    sourceOfFunds: {
      type: 'SCHEME_TOKEN',
      provided: fundsOf({ number: '4508750015741019', expiry: '02/40', nameOnCard: 'BO LIND' }).provided,
    },
    transaction: { merchantNote: 'two', reference: 'T-2', source: 'MOTO', acquirer: { customData: 'x=2' } },
  },
} as const

export type Path = readonly (string | number)[]

/** Every single value of a document, by the way to it. */
export function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

export function leafAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), document)
}

/** A copy with one value replaced, or taken out where none is given. */
export function changed(document: object, path: Path, value?: unknown): object {
  const copy = structuredClone(document)
  const place = Object(leafAt(copy, path.slice(0, -1)))
  const last = path.at(-1) ?? ''
  if (value !== undefined) Reflect.set(place, last, value)
  else if (Array.isArray(place)) place.splice(Number(last), 1)
  else Reflect.deleteProperty(place, last)
  return copy
}

/** The same document with the keys of every object the other way round. */
export function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reordered(inner)]),
  )
}
