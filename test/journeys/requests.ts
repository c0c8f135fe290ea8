/** The cards of the sandbox (spec 15), with what answers say of them. */
export const testCards = [
  { number: '5123450000000008', brand: 'NETWORK_B', fundingMethod: 'CREDIT', masked: '512345xxxxxx0008' },
  { number: '2223000000000007', brand: 'NETWORK_B', fundingMethod: 'CREDIT', masked: '222300xxxxxx0007' },
  { number: '5111111111111118', brand: 'NETWORK_B', fundingMethod: 'DEBIT', masked: '511111xxxxxx1118' },
  { number: '2223000000000023', brand: 'NETWORK_B', fundingMethod: 'CREDIT', masked: '222300xxxxxx0023' },
  { number: '4508750015741019', brand: 'NETWORK_C', fundingMethod: 'CREDIT', masked: '450875xxxxxx1019' },
  { number: '4012000033330026', brand: 'NETWORK_C', fundingMethod: 'DEBIT', masked: '401200xxxxxx0026' },
  { number: '371881634498004', brand: 'NETWORK_A', fundingMethod: 'CHARGE', masked: '371881xxxxx8004' },
  { number: '30123400000000', brand: 'NETWORK_E', fundingMethod: 'CREDIT', masked: '301234xxxx0000' },
  { number: '36259600000012', brand: 'NETWORK_E', fundingMethod: 'CREDIT', masked: '362596xxxx0012' },
  { number: '3528000000000007', brand: 'NETWORK_D', fundingMethod: 'CREDIT', masked: '352800xxxxxx0007' },
  { number: '6011003179988686', brand: 'NETWORK_F', fundingMethod: 'CREDIT', masked: '601100xxxxxx8686' },
  {
    number: '5000000000000000005',
    brand: 'NETWORK_H',
    fundingMethod: 'CREDIT',
    masked: '500000xxxxxxxxx0005',
  },
  { number: '5666555544443333', brand: 'NETWORK_H', fundingMethod: 'CREDIT', masked: '566655xxxxxx3333' },
  { number: '135492354874528', brand: 'NETWORK_I', fundingMethod: 'CREDIT', masked: '135492xxxxx4528' },
  { number: '6201089999995464', brand: 'NETWORK_G', fundingMethod: 'CREDIT', masked: '620108xxxxxx5464' },
] as const

type CardParts = {
  readonly number?: string
  /** As printed: 01/39. */
  readonly expiry?: string
  readonly securityCode?: string
  readonly nameOnCard?: string
}

export function fundsOf({ number = '5123450000000008', expiry = '01/39', ...rest }: CardParts = {}) {
  const [month = '', year = ''] = expiry.split('/')
  return { type: 'CARD', provided: { card: { number, expiry: { month, year }, ...rest } } }
}

/** A valid AUTHORIZE of ten dollars, with whatever else is said. */
export function authorization(more: object = {}, card: CardParts = { securityCode: '100' }) {
  return {
    apiOperation: 'AUTHORIZE',
    order: { amount: '10.00', currency: 'USD' },
    sourceOfFunds: fundsOf(card),
    ...more,
  }
}

/** A valid AUTHORIZE with one value put at a path like `airline.itinerary.leg[2].fareBasis`. */
export function authorizationWith(path: string, value: unknown): object {
  const body: Record<string, unknown> = structuredClone(authorization())
  const steps = path.replaceAll('[', '.[').split('.')
  let at: object = body
  steps.forEach((step, index) => {
    const name = step.replace(/[[\]]/g, '')
    const next = steps[index + 1]
    const inner = next === undefined ? value : (Reflect.get(at, name) ?? (next.startsWith('[') ? [] : {}))
    Object.defineProperty(at, name, { value: inner, enumerable: true, configurable: true, writable: true })
    at = Object(inner)
  })
  return body
}

let orders = 0

/** An order id nobody has used in this process. */
export const newOrder = (): string => `order-${process.pid}-${inLetters(++orders)}`

/** With so many digits, one id in thousands would look like a card number. */
const inLetters = (count: number): string =>
  `${count}`.replace(/\d/g, digit => 'abcdefghij'[Number(digit)] ?? '')

/** What a shop knows of the payer's browser. */
export const device = {
  ...{ browser: 'Mozilla/5.0', ipAddress: '198.51.100.7' },
  browserDetails: {
    ...{ acceptHeaders: 'text/html', acceptLanguage: 'en-US,en', language: 'en-US', javaEnabled: false },
    ...{ javaScriptEnabled: true, colorDepth: 24, screenHeight: 900, screenWidth: 1400, timeZone: 0 },
  },
}
