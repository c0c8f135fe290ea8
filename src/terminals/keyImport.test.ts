import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkKeyImport,
  checkValueOf,
  componentOf,
  isKeyImportObjection,
  type KeyImportRequest,
} from './keyImport.ts'
import { baseKeyAlgorithms } from './port.ts'

const tdes = '0123456789ABCDEFFEDCBA9876543210'
const aes = 'FEDCBA9876543210F1F1F1F1F1F1F1F1'
const wish: KeyImportRequest = { keySetId: 'FFFF987654', checkValue: '08D7B4', components: [{ key: tdes }] }

test('a TDES key is known by the first bytes of encrypted zeros, an AES key by its CMAC', () => {
  expect(checkValueOf('TDES', Buffer.from(tdes, 'hex'))).toBe('08D7B4')
  expect(checkValueOf('AES-128', Buffer.from(aes, 'hex'))).toBe('FF0BD7C455')
  expect(checkValueOf('AES-192', Buffer.from(`${aes}${tdes.slice(0, 16)}`, 'hex'))).toBe('D54F8F9BAC')
  expect(checkValueOf('AES-256', Buffer.from(`${aes}${tdes}`, 'hex'))).toBe('D432C6406D')
  expect(checkKeyImport(wish)).toEqual({
    ...{ algorithm: 'TDES', keySetId: 'FFFF987654', checkValue: '08D7B4' },
    key: Buffer.from(tdes, 'hex'),
  })
})

test('letters may be of either case, digits in groups, and the check value on a second line', () => {
  const text = '01234567 89abcdef fedcba98 76543210\r\n08d7b4\n'
  expect(componentOf(text)).toEqual({ key: '01234567 89abcdef fedcba98 76543210', checkValue: '08d7b4' })
  const judged = checkKeyImport({
    keySetId: 'ffff987654',
    checkValue: '08d7b4',
    components: [componentOf(text)],
  })
  expect(judged).toMatchObject({ keySetId: 'FFFF987654', checkValue: '08D7B4' })
})

test('the check value of an AES key may be cut to three bytes', () => {
  const whole = checkValueOf('AES-128', Buffer.from(aes, 'hex'))
  const given = { algorithm: 'AES-128', keySetId: '12345678', components: [{ key: aes }] } as const
  for (const digits of [6, 7, 8, 9, 10])
    expect(checkKeyImport({ ...given, checkValue: whole.slice(0, digits) })).toMatchObject({
      checkValue: whole,
    })
  for (const digits of [0, 4, 5])
    expect(checkKeyImport({ ...given, checkValue: whole.slice(0, digits) })).toMatchObject({
      field: 'checkValue',
    })
})

test.each<readonly [string, Partial<KeyImportRequest>, string]>([
  ['checkValue', { checkValue: '08D7B5' }, 'It is not that of this key as TDES counts it.'],
  ['checkValue', { checkValue: '08D7' }, 'It must be 6 hexadecimal digits for TDES.'],
  ['checkValue', { checkValue: '08D7B44F' }, 'It must be 6 hexadecimal digits for TDES.'],
  ['keySetId', { keySetId: 'FFFF9' }, 'It must be 6 to 10 hexadecimal digits for TDES.'],
  ['keySetId', { keySetId: 'FFFF9876543' }, 'It must be 6 to 10 hexadecimal digits for TDES.'],
  ['keySetId', { keySetId: 'GGGGGG' }, 'It must be 6 to 10 hexadecimal digits for TDES.'],
  ['keySetId', { algorithm: 'AES-128' }, 'It must be 8 hexadecimal digits for AES-128.'],
  ['algorithm', { algorithm: 'AES-256' }, 'A key of AES-256 has 64 digits; this one has not.'],
  ['key', { components: [] }, 'It is not there.'],
  ['key', { components: [{ key: '' }] }, 'It must be 32, 48 or 64 hexadecimal digits.'],
  ['key', { components: [{ key: `${tdes}0` }] }, 'It must be 32, 48 or 64 hexadecimal digits.'],
  ['key', { components: [{ key: tdes.replace('A', 'G') }] }, 'It must be 32, 48 or 64 hexadecimal digits.'],
  ['key', { components: [{ key: '00'.repeat(16) }] }, 'It is the same byte over and over.'],
  [
    'key',
    { components: [{ key: '0123456789ABCDEF'.repeat(2) }] },
    'Its halves are equal: that is single DES.',
  ],
  // Equal but for the parity, which encryption does not look at.
  [
    'key',
    { components: [{ key: '0123456789ABCDEF0022446688AACCEE' }] },
    'Its halves are equal: that is single DES.',
  ],
  [
    'key',
    { components: [{ key: '01FE01FE01FE01FEFEDCBA9876543210' }] },
    'One of its halves is a weak key of DES.',
  ],
  [
    'key',
    { components: [{ key: '0123456789ABCDEFE1E1E1E1F0F0F0F0' }] },
    'One of its halves is a weak key of DES.',
  ],
  ['key', { components: [{ key: tdes }, { key: tdes }] }, 'Its component 2 is there twice.'],
  ['key', { components: [{ key: tdes }, { key: '00'.repeat(16) }] }, 'Its component 2 is all zeros.'],
  // As far as encryption looks at them.
  ['key', { components: [{ key: tdes }, { key: '01'.repeat(16) }] }, 'Its component 2 is all zeros.'],
  [
    'key',
    { components: [{ key: tdes }, { key: aes }, { key: '0022446688AACCEEFFDDBB9977553311' }] },
    'Its component 3 is there twice.',
  ],
  ['key', { components: [{ key: tdes }, { key: 'AB'.repeat(24) }] }, 'Its components must be equally long.'],
  ['key', { components: Array(4).fill({ key: tdes }) }, 'It has at most 3 components.'],
  [
    'key',
    { components: [{ key: aes }, { key: tdes, checkValue: '08D7B5' }] },
    'Its component 2 has a check value that is not that of this key as TDES counts it.',
  ],
])('refused for its %s: %j', (field, changes, why) => {
  expect(checkKeyImport({ ...wish, ...changes })).toEqual({ field, why })
})

const anyKey = fc.constantFrom(...baseKeyAlgorithms).chain(algorithm => {
  const length = { TDES: 16, 'AES-128': 16, 'AES-192': 24, 'AES-256': 32 }[algorithm]
  return fc.record({
    algorithm: fc.constant(algorithm),
    seed: fc.uint8Array({ minLength: length, maxLength: length }),
  })
})

test('two or three components make the key, each with a check value of its own, in any order', () => {
  fc.assert(
    fc.property(anyKey, fc.integer({ min: 2, max: 3 }), ({ algorithm, seed }, count) => {
      const parts = [Buffer.from(seed), ...Array.from({ length: count - 1 }, () => randomBytes(seed.length))]
      const key = Buffer.from(seed.map((_, at) => parts.reduce((sum, part) => sum ^ (part[at] ?? 0), 0)))
      fc.pre(parts.every(part => part.some(byte => byte !== 0)))
      const components = parts.map(part => ({
        key: part.toString('hex'),
        checkValue: checkValueOf(algorithm, part),
      }))
      const given = { algorithm, keySetId: '12345678', checkValue: checkValueOf(algorithm, key) }
      for (const order of [components, components.toReversed()])
        expect(checkKeyImport({ ...given, components: order })).toMatchObject({ algorithm, key })
    }),
  )
})

test('what is wrong is said without a digit of any key, and without the right check value', () => {
  fc.assert(
    fc.property(anyKey, fc.string(), ({ algorithm, seed }, checkValue) => {
      const key = Buffer.from(seed)
      const right = checkValueOf(algorithm, key)
      const judged = checkKeyImport({
        ...{ algorithm, keySetId: '12345678', checkValue },
        components: [{ key: key.toString('hex') }],
      })
      expect(isKeyImportObjection(judged)).toBe(true)
      const said = JSON.stringify(judged).toUpperCase()
      expect(said).not.toContain(key.toString('hex').toUpperCase())
      expect(said).not.toContain(right)
    }),
  )
})
