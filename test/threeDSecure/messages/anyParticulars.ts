// Whatever a merchant may send with an authentication: made from the contract itself, field by field.

import fc, { type Arbitrary } from 'fast-check'
import { paidOrder } from '../../../src/contract/groups/order.ts'
import type { FieldType, Scalar, Shape } from '../../../src/contract/kit/vocabulary.ts'
import { group, typeAt } from '../../../src/contract/kit/vocabulary.ts'
import { authenticatePayer } from '../../../src/contract/operations/payerAuthentication.ts'
import { inEachTier } from '../../tier.ts'

const version = 100

/** Groups with some of their fields, each with any value that the contract takes. */
export function anyParticulars(): Arbitrary<Readonly<Record<string, unknown>>> {
  const request: Shape = authenticatePayer.request.fields
  const groups = ['agreement', 'authentication', 'billing', 'customer', 'device', 'shipping']
  const chosen = groups.map(name => [name, anyOf(request[name]?.type)] as const)
  return fc.record({ ...Object.fromEntries(chosen), order: anyOrder() }, { requiredKeys: [] })
}

/** An order has a hundred fields: these are the ones that issuers are told of. */
function anyOrder(): Arbitrary<unknown> {
  const { merchantCategoryCode, purchaseType, statementDescriptor, valueTransfer } = paidOrder.fields
  return anyOf(group({ merchantCategoryCode, purchaseType, statementDescriptor, valueTransfer }))
}

function anyOf(type: FieldType | undefined): Arbitrary<unknown> {
  if (type === undefined) throw new Error('the contract has no such group')
  const at = typeAt(type, version)
  if (at.kind === 'scalar') return anyScalar(at)
  if (at.kind === 'list') return fc.array(anyOf(at.each), { maxLength: 2 })
  if (at.kind === 'dictionary') return fc.constant({})
  const fields = Object.entries(at.fields).map(([name, field]) => [name, anyOf(field.type)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

function anyScalar(scalar: Scalar): Arbitrary<unknown> {
  const { min = 0, max = 99 } = scalar
  if (scalar.values) return fc.constantFrom(...scalar.values)
  if (scalar.json === 'boolean') return fc.boolean()
  if (scalar.json === 'integer') return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  // Chosen once: most of what is thrown together at random the contract does not take.
  const thrown = fc.sample(anyText(min, max), { numRuns: inEachTier({ short: 40, long: 400 }), seed: 16 })
  const taken = [...thrown, ...(samples[scalar.name] ?? [])].filter(text => isTaken(scalar, text))
  if (taken.length === 0) throw new Error(`no sample for ${scalar.name}`)
  return fc.constantFrom(...taken)
}

const isTaken = ({ min = 0, max = 1e9, pattern, holds = () => true }: Scalar, text: string): boolean =>
  [...text].length >= min && [...text].length <= max && (pattern?.test(text) ?? true) && holds(text)

/** Of letters, signs and scripts that somebody will type some day. */
const plain = [...'aZ09']
const characters = [
  ...'aZ09 -_.,&/\'"\\+()',
  ...'éßŁñ東',
  '😀',
  '\n',
  '\u0000',
  '\u200d',
  '\u0301',
  '\ud800',
  '٣',
]
const anyText = (min: number, max: number): Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min, max: Math.min(max, min + 300) }),
      fc.oneof(fc.constant(plain), fc.array(fc.constantFrom(...characters), { minLength: 1 })),
    )
    .map(([length, own]) => Array.from({ length }, (_, index) => own[index % own.length]).join(''))

/** Values for fields that random characters would hardly ever hit. */
const samples: Readonly<Record<string, readonly string[]>> = {
  Country: ['USA', 'CAN', 'GBR', 'DEU', 'IND', 'ATA', 'UMI', 'XKX'],
  Currency: ['USD', 'EUR', 'JPY', 'KWD', 'CLP', 'XAF'],
  Date: ['2026-11-16', '2028-02-29', '0001-01-01', '9999-12-31'],
  Decimal: ['0', '0.01', '12.3', '99999999999', '1.999'],
  Email: [
    ...['jo@mail.example', 'a@b.co', 'jo+x@a-b.example', 'jö@mail.example', 'jo@host', "o'hara@mail.example"],
    ...['jo/x!#$%&*=?^`{|}~@mail.example', `${'a'.repeat(250)}@mail.example`, 'x@münchen.example', 'jo@1.2'],
  ],
  'Telephone Number': ['+44 2079460000', '+1 2025550123', '+353 15550000', '0207946000', '+999 123456789012'],
  Url: ['https://shop.example/done', 'https://shop.example:8443/a?b=c'],
  Digits: ['5999', '0742', '1234'],
  String: [
    ...[
      'de-DE',
      'en',
      'zh-Hant-TW',
      'zh_Hans_CN',
      'x-private',
      'sl-rozaj-biske-1994',
      'CA',
      'ny',
      'AE',
      'QC',
    ],
    ...[
      '+44 20 7946 0000',
      '+49(0)30/1234-56',
      '+1',
      '001 202 555',
      '198.51.100.7',
      '2001:db8::1',
      'fe80::1%eth0',
    ],
    ...[
      'de-DE,de;q=0.9,en;q=0.8,*;q=0.1',
      'en-GB, en-GB;q=0.5',
      '*',
      ';;,',
      'text/html,*/*;q=0.8',
      'Agent/5.0',
    ],
    ...['1 Main Street', 'Springfield', `${'Longword '.repeat(11)}`, '   '],
  ],
}
