import { alphabets, filled } from './alphabets.ts'
import type { Row } from './table.ts'

export type Samples = {
  readonly accepted: readonly unknown[]
  readonly refused: readonly unknown[]
  /** For a field of which no more is stated than that it exists: any verdict but UNSUPPORTED will do. */
  readonly known?: readonly unknown[]
}

/** Samples for fields that mean more than their type says: not any text of the right length will do. */
export function peculiarSamples(row: Row): Samples | undefined {
  const own = byField[row.field]
  if (own) return own(row)
  return plainEnds.some(end => row.field.endsWith(end)) ? sized(row) : undefined
}

const plainEnds = [
  'stateProvinceCode',
  'subMerchant.address.stateProvince',
  '.iban',
  'Details.language',
  'acceptHeaders',
]

const byField: Readonly<Record<string, (row: Row) => Samples>> = {
  'sourceOfFunds.provided.card.number': cardNumber,
  'sourceOfFunds.provided.giftCard.number': cardNumber,
  'sourceOfFunds.provided.card.emvRequest': emvRequest,
  'sourceOfFunds.provided.card.expiry.month': expiryMonth,
  'sourceOfFunds.provided.card.maskedFpanExpiry.month': expiryMonth,
  'device.ipAddress': address,
  'device.browserDetails.timeZone': () => ({ accepted: [-600, 0, 600], refused: [1.5, '60', true] }),
  'posTerminal.entryMode': () => ({
    accepted: ['012', '021', '040', '051', '078', '792', '801', '902', '911'],
    refused: ['', '01', '0121', '01x', 'x12', ' 12', true],
  }),
  'session.id': () => ({
    accepted: [`SESSION${filled('0A1B2C3D', 24)}`, `SESSION${filled('0A1B2C3D', 28)}`],
    refused: [
      `SESSION${filled('0A1B2C3D', 23)}`,
      `SESSION${filled('0A1B2C3D', 29)}`,
      '',
      filled('é', 31),
      true,
    ],
  }),
  'session.version': () => ({
    accepted: ['0a1b2c3d01'],
    refused: ['0a1b2c3d0', '0a1b2c3d012', '0a1b2c3dé1', '', true],
  }),
  'session.authenticationLimit': () => ({ accepted: [5, 25], refused: [26, 1.5, '5', -1, true] }),
}

// All pass the check digit, so that only length and alphabet are in question.
function cardNumber(row: Row): Samples {
  const digits = (length: number) => withCheckDigit(filled('4508750015741019', length - 1))
  const { min, max } = row.bounds
  return {
    accepted: [digits(Number(min)), digits(Number(max)), '5123450000000008', '371881634498004'],
    refused: [
      digits(Number(min) - 1),
      digits(Number(max) + 1),
      ...['', '5123 4500 0000 0008', '5123450000000x08', '٥123450000000008', true, ['x'], { x: 'x' }],
    ],
  }
}

function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + Math.floor(product / 10) + (product % 10), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

// A tag that is not permitted, a length beyond the end, a tag twice, half a byte.
const unreadable = ['9908A5A5A5A5A5A5A5A5', '9A04250101', '9A032501019A03250101', '9A0325010']

// Tag, length, value; only permitted tags. The longest is made of four: 35 + 35 + 35 + 20 bytes.
function emvRequest(row: Row): Samples {
  const element = (tag: string, length: number) =>
    `${tag}${length.toString(16).padStart(2, '0').toUpperCase()}${filled('A5', length * 2)}`
  const parts = [element('9F7C', 32), element('9F6E', 32), element('9F10', 32), element('8E', 18)]
  const longest = parts.join('')
  if (longest.length !== Number(row.bounds.max))
    throw new Error('the longest emvRequest is not as long as stated')
  return {
    accepted: ['9A03250101', longest],
    refused: ['', `${longest}A`, ...unreadable, true, ['x'], { x: 'x' }],
  }
}

function expiryMonth(): Samples {
  return { accepted: ['1', '01', '9', '12'], refused: ['0', '00', '13', '012', '1A', '-1', '1.5', '', true] }
}

function address(row: Row): Samples {
  const isWide = Number(row.bounds.max) > 15
  const longest = isWide ? '0000:0000:0000:0000:0000:ffff:255.255.255.255' : '255.255.255.255'
  return { accepted: ['1.1.1.1', longest], refused: ['', '1.1.1.', `${longest}5`, true, ['x']] }
}

// Codes and account numbers: the length is what counts, but other scripts would beg the question.
function sized(row: Row): Samples {
  const { min, max } = row.bounds
  const own = alphabets.plain.own.toUpperCase()
  return {
    accepted: [filled(own, Number(min)), filled(own, Number(max))],
    refused: [filled(own, Number(min) - 1), filled(own, Number(max) + 1), true, ['x'], { x: 'x' }],
  }
}
