import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import { answerHeader, createFraming } from '../../src/acquirers/iso8583/codec/frames.ts'
import { createParts } from '../../src/acquirers/iso8583/codec/parts.ts'
import { createRedaction } from '../../src/acquirers/iso8583/codec/redaction.ts'
import { checkDialect } from '../../src/acquirers/iso8583/dialects/check/checkDialect.ts'
import type { Dialect } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { projectPath } from '../../src/platform/files.ts'

// A host that no shipped dialect fits, as data alone. The bytes are written down by hand from what its file
// says, not by the codec.

const file = (): unknown => JSON.parse(readFileSync(projectPath('examples', 'dialect.json'), 'utf8'))

function dialectOf(value: unknown): Dialect {
  const checked = checkDialect(value)
  if ('findings' in checked) throw new Error(checked.findings.join('\n'))
  return checked.dialect
}

const message = {
  type: '0100',
  fields: {
    2: '345678901234564',
    3: '003000',
    4: '000000012345',
    11: '000101',
    22: '812',
    41: 'TG000001',
    49: '840',
    60: '001008TOLLGATE010003123',
  },
}

const bytes = [
  '0100', // type
  '7020040000808010', // 2 3 4 11 22 41 49 60
  '15 3456789012345640', // odd, filled on the right because it is variable
  '003000 000000012345 000101',
  '0812', // odd, filled on the left because it is fixed
  Buffer.from('TG000001').toString('hex'),
  Buffer.from('840').toString('hex'), // a currency in text
  `0023${Buffer.from('001008TOLLGATE010003123').toString('hex')}`,
]
  .join('')
  .replaceAll(' ', '')

test('the example of a dialect has no mistake', () => {
  expect(checkDialect(file())).toEqual({ dialect: file() })
})

test('its messages have the bytes that its file says', () => {
  const codec = createCodec(dialectOf(file()))
  expect(codec.encode(message).toString('hex')).toBe(bytes.toLowerCase())
  expect(codec.decode(Buffer.from(bytes, 'hex'))).toEqual(message)
})

test('its frames count themselves, have a TPDU and may be empty', () => {
  const framing = createFraming(dialectOf(file()).frame)
  const frame = framing.wrap(Buffer.from(bytes, 'hex'))
  const length = String(4 + 5 + bytes.length / 2).padStart(4, '0')
  expect(frame.toString('latin1', 0, 4)).toBe(length)
  expect(frame.toString('hex', 4, 9)).toBe('6000170000')
  const [back] = framing.reader().push(Buffer.concat([Buffer.from('0004'), frame]))
  expect(back?.message.toString('hex')).toBe(bytes.toLowerCase())
  expect(back?.header && answerHeader(back.header).toString('hex')).toBe('6000000017')
})

test('its private tags and results are read and written, and shown without secrets', () => {
  const dialect = dialectOf(file())
  const [tags, results] = ['60', '48'].map(number =>
    createParts(dialect.fields[number] ?? { name: '', format: '' }),
  )
  expect(tags?.write({ '900': 'X', '010': '123' })).toBe('001008TOLLGATE010003123900001X')
  expect(tags?.read('010003123900005AB/12')).toEqual({ '010': '123', '900': 'AB/12' })
  expect(results?.read('8080M03')).toEqual({ '1': 'M', '9': '03' })
  const shown = JSON.stringify(createRedaction(dialect)(message))
  expect(shown).toContain('TOLLGATE')
  expect(shown).toContain('345678xxxxx4564')
  expect(shown).not.toMatch(/345678901234564|"123"/)
})
