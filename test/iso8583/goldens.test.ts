import { describe, expect, test } from 'vitest'
import { createCodec, type IsoCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import { IsoFormatError, type IsoMessage } from '../../src/acquirers/iso8583/dialects/message.ts'
import { type Golden, type GoldenCoding, goldenCodings, goldenDialect, goldens } from './goldens.ts'

const codecs = new Map(goldenCodings.map(coding => [coding, createCodec(goldenDialect(coding))]))

function codecOf(coding: GoldenCoding): IsoCodec {
  const codec = codecs.get(coding)
  if (!codec) throw new Error(`There is no coding ${coding}`)
  return codec
}

const messageOf = ({ type, fields }: Golden): IsoMessage => ({
  type,
  fields: Object.fromEntries(Object.entries(fields).map(([number, value]) => [Number(number), value])),
})

const bytesOf = ({ hex }: { readonly hex: string }) => Buffer.from(hex, 'hex')

/** The error, or what was read in its place. */
function refusalOf(coding: GoldenCoding, bytes: Buffer): unknown {
  try {
    return codecOf(coding).decode(bytes)
  } catch (error) {
    return error
  }
}

describe('messages that others wrote', () => {
  test.each(goldens.messages)('$id is written byte for byte: $what', golden => {
    const bytes = codecOf(golden.coding).encode(messageOf(golden))
    expect(bytes.toString('hex').toUpperCase()).toBe(golden.hex)
  })

  test.each(goldens.messages)('$id is read field by field: $what', golden => {
    expect(codecOf(golden.coding).decode(bytesOf(golden))).toEqual(messageOf(golden))
  })

  test.each(goldens.messages)('$id is refused wherever it is cut', golden => {
    const bytes = bytesOf(golden)
    const accepted: number[] = []
    for (let length = 0; length < bytes.length; length++)
      if (!(refusalOf(golden.coding, bytes.subarray(0, length)) instanceof IsoFormatError))
        accepted.push(length)
    expect(accepted).toEqual([])
  })

  test.each(goldens.messages)('$id is refused with anything left over', golden => {
    for (const rest of ['0', ' ', '\0'])
      expect(refusalOf(golden.coding, Buffer.concat([bytesOf(golden), Buffer.from(rest)]))).toBeInstanceOf(
        IsoFormatError,
      )
  })
})

describe('malformed messages', () => {
  test.each(goldens.malformed)('$id is refused: $why', ({ coding, hex }) => {
    expect(refusalOf(coding, Buffer.from(hex, 'hex'))).toBeInstanceOf(IsoFormatError)
  })

  test('no error holds what the message holds', () => {
    const cut = goldens.messages.flatMap(({ coding, hex }) =>
      Array.from({ length: hex.length / 2 }, (_, bytes) => ({ coding, hex: hex.slice(0, bytes * 2) })),
    )
    for (const { coding, hex } of [...goldens.malformed, ...cut]) {
      const error = refusalOf(coding, Buffer.from(hex, 'hex'))
      expect(sharedRun(textOf(error), hex)).toBeUndefined()
    }
  })
})

describe('fields of digits', () => {
  const [golden] = goldens.messages.filter(({ id }) => id === 'A2')
  if (!golden) throw new Error('A2 is missing')

  // All but 48, the reference, the terminal and the merchant's data are digits, lengths and type included.
  const digitFields = ['2', '3', '4', '7', '11', '12', '13', '14', '18', '19', '22', '25', '32', '49']

  test.each(digitFields)('field %s with a letter, a sign or a space is neither read nor written', field => {
    const value = golden.fields[field] ?? ''
    const at = placeOf(golden, field)
    for (const wrong of ['A', '-', '+', ' ', '.', '\u0000', ':', '/', '\u00b2']) {
      const bytes = bytesOf(golden)
      bytes.write(wrong, at, 'latin1')
      expect(refusalOf('ascii-hex', bytes), `${field} with ${wrong}`).toBeInstanceOf(IsoFormatError)
      const message = messageOf({ ...golden, fields: { ...golden.fields, [field]: wrong + value.slice(1) } })
      expect(() => codecOf('ascii-hex').encode(message)).toThrow(IsoFormatError)
      expect(() => codecOf('bcd-left').encode(message)).toThrow(IsoFormatError)
    }
  })

  test('a value that is too long or, where it is fixed, too short is refused, never cut or filled', () => {
    for (const field of digitFields) {
      const value = golden.fields[field] ?? ''
      const tooLong = value.padEnd(20, '0')
      const wrong = field === '2' || field === '32' ? [tooLong] : [`${value}0`, value.slice(1), '']
      for (const each of wrong)
        for (const coding of goldenCodings)
          expect(
            () =>
              codecOf(coding).encode(messageOf({ ...golden, fields: { ...golden.fields, [field]: each } })),
            `${field} of ${each.length} in ${coding}`,
          ).toThrow(IsoFormatError)
    }
  })
})

/** Where the first character of a field stands in A2: after the type, the bitmap and what comes before. */
function placeOf({ fields }: Golden, wanted: string): number {
  let at = 4 + 16
  for (const [field, value] of Object.entries(fields)) {
    if (field === '2' || field === '32') at += 2
    if (field === '48') at += 3
    if (field === wanted) return at
    at += value.length
  }
  throw new Error(`There is no field ${wanted}`)
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : JSON.stringify(error)

/** The first five characters that a text has in common with a message, as text or in hexadecimal. */
function sharedRun(text: string, hex: string): string | undefined {
  const forms = [Buffer.from(hex, 'hex').toString('latin1'), hex].map(form => form.toLowerCase())
  const lower = text.toLowerCase()
  for (let at = 0; at + 5 <= lower.length; at++) {
    const run = lower.slice(at, at + 5)
    if (/\d/.test(run) && forms.some(form => form.includes(run))) return run
  }
  return undefined
}
