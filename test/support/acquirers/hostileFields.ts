import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import { fitted, parseFormat } from '../../../src/acquirers/iso8583/dialects/formats.ts'

export type Fields = Readonly<Record<number, string>>

/**
 * A secret in each field but that of the card number, in each tag, in sentences, spelled otherwise and as
 * much of it as fits: one answer for each.
 */
export function hostileFields(dialect: Dialect, secret: string): readonly Fields[] {
  return Object.entries(dialect.fields).flatMap(([field, { format, parts }]) => {
    if (field === '2') return []
    const parsed = parseFormat(format)
    const texts = [secret, `card ${secret}.`, `${secret}=3901101`, secret.repeat(2), secret.slice(-12)]
    texts.push(inEbcdic(secret), `${secret.slice(0, 8)}X${secret.slice(8)}`, secret.toLowerCase())
    const fit = texts.map(text => fitted(parsed, text.slice(0, parsed.longest)))
    const length = String(secret.length)
    const tagged =
      parts?.layout === 'tagged'
        ? [...Object.keys(parts.parts), '9'.repeat(parts.tagDigits)].map(
            tag => `${parts.leading ?? ''}${tag}${length.padStart(parts.lengthDigits, '0')}${secret}`,
          )
        : []
    const bitmap = parts?.layout === 'bitmap' ? [`4000000000000000${secret.slice(0, 15)}`] : []
    return [...fit, ...tagged, ...bitmap].flatMap(value =>
      value === undefined ? [] : [{ [Number(field)]: value }],
    )
  })
}

/** Each character as two hexadecimal digits, the second one being the digit itself. */
const inEbcdic = (digits: string): string => [...digits].map(digit => `F${digit}`).join('')
