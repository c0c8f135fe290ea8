import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { JsonNumber } from '../../contract/kit/content.ts'
import { type JsonValue, nestingMax, readJson, valuesMax } from './json.ts'

test('whatever JSON.parse reads as an object is read the same', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 6 })), object => {
      const text = JSON.stringify(object)
      fc.pre(!/\\u0000/.test(text))
      expect(plain(read(text))).toEqual(JSON.parse(text))
    }),
    { numRuns: 2_000 },
  )
})

test('white space and escapes anywhere make no difference', () => {
  const unit = fc.constantFrom('"', '\\', '/', '\b', '\f', '\n', '\r', '\t', 'a', 'é', '€', '😀', '\u2028')
  fc.assert(
    fc.property(fc.array(fc.string({ unit })), fc.constantFrom('', ' ', '\n\t', '\r\n  '), (texts, space) => {
      const members = texts.map((text, index) => `"k${index}"${space}:${space}${escapedWildly(text)}`)
      const source = `${space}{${space}${members.join(`${space},${space}`)}${space}}${space}`
      expect(plain(read(source))).toEqual(JSON.parse(source))
    }),
  )
})

test('on any text the verdict is never milder than that of JSON.parse, and nothing is thrown', () => {
  const unit = fc.constantFrom(...'{}[]",:\\u0019.eE+-truefalsn /*\'x\u0000\ud83d\ude00é')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), text => {
      const outcome = readJson(Buffer.from(text))
      if ('value' in outcome) expect(plain(outcome.value)).toEqual(JSON.parse(text))
      else expect(outcome.rejection.explanation).not.toBe('')
    }),
    { numRuns: 20_000 },
  )
})

test('on any bytes there is a verdict', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => readJson(Buffer.from(bytes)) !== undefined),
  )
})

test('a valid text cut anywhere, or with one byte changed, never throws', () => {
  const text = Buffer.from('{"a":[1,-2.5e3,true,null,{"b":"\\u00e9\\n€"}],"c":{"d":""}}')
  for (let at = 0; at < text.length; at++) {
    expect('rejection' in readJson(text.subarray(0, at))).toBe(true)
    for (const byte of [0, 0x22, 0x5c, 0x7b, 0x7d, 0x80, 0xff]) {
      const changed = Buffer.from(text)
      changed[at] = byte
      expect(readJson(changed)).toBeDefined()
    }
  }
})

test.each([
  ['null', 'null'],
  ['an array', '[]'],
  ['a text', '"x"'],
  ['a number', '1'],
  ['a truth', 'true'],
  ['nothing but space', '  '],
  ['something behind', '{} x'],
  ['two documents', '{}{}'],
  ['a line comment', '{// x\n}'],
  ['a block comment', '{/* x */}'],
  ['a comma too many', '{"a":1,}'],
  ['a comma too many in a list', '{"a":[1,]}'],
  ['a comma too few', '{"a":1 "b":2}'],
  ['single quotes', "{'a':1}"],
  ['a bare key', '{a:1}'],
  ['NaN', '{"a":NaN}'],
  ['Infinity', '{"a":-Infinity}'],
  ['hexadecimal', '{"a":0x10}'],
  ['a leading zero', '{"a":01}'],
  ['a leading plus', '{"a":+1}'],
  ['a bare point', '{"a":.5}'],
  ['an ending point', '{"a":5.}'],
  ['an empty exponent', '{"a":1e}'],
  ['a raw line feed in a text', '{"a":"\n"}'],
  ['a raw NUL in a text', '{"a":"\0"}'],
  ['an unknown escape', '{"a":"\\x41"}'],
  ['a short escape', '{"a":"\\u00e"}'],
  ['a text without end', '{"a":"b'],
  ['an escape without end', '{"a":"\\'],
  ['duplicate keys', '{"a":1,"b":2,"a":1}'],
  ['duplicate keys in disguise', '{"a":1,"\\u0061":2}'],
  ['duplicate keys deep inside', '{"x":[{"a":{"b":1,"b":2}}]}'],
  ['duplicate __proto__', '{"__proto__":1,"__proto__":2}'],
  ['a no-break space between', '{\u00a0}'],
])('%s is refused without a field', (_name, text) => {
  expect(rejection(text)).toMatchObject({ kind: 'rejection', cause: 'INVALID_REQUEST' })
  expect(rejection(text)).not.toHaveProperty('field')
})

test('a byte order mark and invalid UTF-8 are refused', () => {
  expect(rejection(Buffer.from('\ufeff{}'))?.explanation).toContain('byte order mark')
  for (const bytes of ['c328', 'e080af', 'eda080', 'f4908080', 'ff', 'c3']) {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes, 'hex'), Buffer.from('"}')])
    expect(rejection(body)?.explanation).toContain('UTF-8')
  }
})

test.each([
  ['{"order":{"reference":"\\ud800"}}', 'order.reference'],
  ['{"order":{"reference":"a\\udc00b"}}', 'order.reference'],
  ['{"order":{"reference":"\\ud800\\ud800\\udc00"}}', 'order.reference'],
  ['{"airline":{"itinerary":{"leg":[{},{},{"fareBasis":"\\u0000"}]}}}', 'airline.itinerary.leg[2].fareBasis'],
  ['{"a":[["x","\\u0000"]]}', 'a[0][1]'],
  ['{"a":{"b":{}},"c":"\\u0000"}', 'c'],
  ['{"order":{"x\\u0000":1}}', 'order.x\ufffd'],
  ['{"\\ud800":1}', '\ufffd'],
])('%s names the field', (text, field) => {
  expect(rejection(text)).toMatchObject({ cause: 'INVALID_REQUEST', field, validationType: 'INVALID' })
})

test('surrogate pairs, escaped or not, are one character', () => {
  expect(plain(read('{"a":"\\ud83d\\ude00","b":"😀","c":"\\u00e9\\u2028"}'))).toEqual({
    a: '😀',
    b: '😀',
    c: 'é\u2028',
  })
})

test('names every object inherits are keys like any other', () => {
  const value = read('{"__proto__":{"polluted":"yes"},"constructor":1,"toString":2,"hasOwnProperty":3}')
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
  expect('polluted' in value).toBe(false)
  expect('valueOf' in read('{}')).toBe(false)
  expect(Object.getOwnPropertyDescriptor(Object.prototype, 'polluted')).toBeUndefined()
})

test('a number is a number when its text is the shortest, and is otherwise kept as written', () => {
  for (const text of ['0', '10', '-1', '10.5', '0.1', '9007199254740991', '1e+21', '1e-7']) {
    expect(read(`{"a":${text}}`).a).toBe(Number(text))
  }
  for (const text of [
    '-0',
    '1.0',
    '1e2',
    '1E2',
    '9007199254740993',
    '0.10',
    '1e21',
    '15e-30',
    `1${'0'.repeat(39)}`,
  ]) {
    expect(read(`{"a":${text}}`).a).toEqual(new JsonNumber(text))
  }
})

test('a number longer than any sense is refused at its field, before anybody counts with it', () => {
  const long = `{"order":{"amount":1.${'0'.repeat(200_000)}1}}`
  expect(rejection(long)).toMatchObject({ field: 'order.amount', validationType: 'INVALID' })
  for (const text of [`1${'0'.repeat(40)}`, '1e400', '1e-999', '15e-31', '1.0E+31'])
    expect(rejection(`{"a":${text}}`), text).toMatchObject({ field: 'a', validationType: 'INVALID' })
  for (const text of ['1e+100', '5e-324']) expect(read(`{"a":${text}}`).a).toBe(Number(text))
})

test('nesting is read to 32 levels and no deeper, however deep it goes', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
  expect(read(nested(nestingMax))).toBeDefined()
  expect(rejection(nested(nestingMax + 1))?.explanation).toContain('nested')
  expect(rejection(`{"a":${'['.repeat(100_000)}`)?.explanation).toContain('nested')
})

test('20,000 values are read and no more', () => {
  const list = (length: number) => `{"a":[${new Array(length).fill('1').join(',')}]}`
  expect(read(list(valuesMax - 2))).toBeDefined()
  expect(rejection(list(valuesMax - 1))?.explanation).toContain('values')
})

test('a quarter of a megabyte of anything is judged in a moment', () => {
  const size = 256 * 1024
  const hostile = [
    `{"a":"${'\\u0041'.repeat(size / 6)}"}`,
    `{"a":${'1'.repeat(size)}}`,
    `{"a":${'['.repeat(size)}`,
    `{"a":"${'\\'.repeat(size)}`,
    `{${' '.repeat(size)}}`,
    `{${Array.from({ length: 19_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
    `{${Array.from({ length: 19_000 }, (_, index) => `"${index}":0`).join(',')}}`,
    `{${Array.from({ length: 19_000 }, (_, index) => `"${index * 65_536}":0`).join(',')}}`,
  ]
  for (const text of hostile) {
    const read = () => expect(readJson(Buffer.from(text))).toBeDefined()
    expect(cpuTime(read)).toBeLessThan(500)
  }
})

function read(text: string) {
  const outcome = readJson(Buffer.from(text))
  if ('rejection' in outcome) throw new Error(`${outcome.rejection.explanation}: ${text}`)
  return outcome.value
}

function rejection(body: string | Buffer) {
  const outcome = readJson(Buffer.from(body))
  return 'rejection' in outcome ? outcome.rejection : undefined
}

/** With JSON.parse's idea of numbers, and its objects. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const copy = {}
  for (const [key, member] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: plain(member),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy
}

/** Every third character as a \u escape, the rest as JSON.stringify would have it. */
function escapedWildly(text: string): string {
  const parts = [...text].map((character, index) =>
    index % 3 === 0
      ? Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at))).join('')
      : JSON.stringify(character).slice(1, -1),
  )
  return `"${parts.join('')}"`
}

function hex(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
