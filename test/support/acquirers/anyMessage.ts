import fc from 'fast-check'
import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import { type Format, parseFormat } from '../../../src/acquirers/iso8583/dialects/formats.ts'
import type { IsoMessage } from '../../../src/acquirers/iso8583/dialects/message.ts'

/** Messages with any of the dialect's fields. */
export function anyMessageOf({ fields, generation }: Dialect): fc.Arbitrary<IsoMessage> {
  const values = Object.fromEntries(
    Object.entries(fields).map(([number, { format }]) => [number, valuesOf(parseFormat(format))]),
  )
  return fc.record({
    type: fc.stringMatching(generation === '1987' ? /^0\d{3}$/ : /^1\d{3}$/),
    fields: fc.record(values, { requiredKeys: [] }).map(withoutAbsent),
  })
}

const withoutAbsent = (fields: { readonly [number: string]: string | undefined }): IsoMessage['fields'] =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([number, value]) => (value === undefined ? [] : [[number, value]])),
  )

function valuesOf({ characters, isVariable, longest }: Format): fc.Arbitrary<string> {
  const length = isVariable ? { maxLength: longest } : { minLength: longest, maxLength: longest }
  if (characters === 'x+n')
    return fc
      .tuple(
        fc.constantFrom('C', 'D'),
        valuesOf({ characters: 'n', isVariable, lengthDigits: 0, longest: longest - 1 }),
      )
      .map(parts => parts.join(''))
  if (characters === 'b')
    return fc
      .uint8Array({ minLength: isVariable ? 0 : longest / 2, maxLength: Math.min(longest / 2, 400) })
      .map(bytes => Buffer.from(bytes).toString('hex').toUpperCase())
  return fc.string({ unit: fc.constantFrom(...alphabets[characters]), ...length })
}

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const specials = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const alphabets = {
  n: digits,
  a: `${letters} `,
  an: `${digits}${letters} `,
  ns: `${digits}${specials} `,
  ans: `${digits}${letters}${specials} `,
  z: `${digits}=`,
}
