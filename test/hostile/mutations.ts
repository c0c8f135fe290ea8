// What is done to the body of a good request. Each kind is named, so that a run can say that all of them
// were there.

import type { Random } from '../simulation/random.ts'
import { type ContractField, goodValue } from './contractFields.ts'

type Tree = Record<string, unknown>

/** The body of a request as it grows worse. */
export type Victim = {
  readonly body: Tree
  /** All that its operation has at its version: never empty. */
  readonly fields: readonly ContractField[]
  readonly random: Random
  /** What `JSON.stringify` would not write, for the place of `rawMark`. */
  raw?: string
  /** What is done to the text in the end. */
  last?: (text: string, random: Random) => Buffer
}

/** Nobody else sends this text. */
const rawMark = '@raw@'
const raw = (victim: Victim, json: string) => {
  victim.raw = json
  return rawMark
}

const mutations = {
  none: () => undefined,
  more(victim) {
    for (let more = victim.random.below(4); more >= 0; more--) {
      const field = someField(victim)
      put(victim, field, goodValue(field.type, victim.random))
    }
  },
  // A copy: a second mutation may change it.
  type: victim => put(victim, someField(victim), structuredClone(victim.random.pick<unknown>(wrongTypes))),
  absent: victim => remove(victim),
  tooLong(victim) {
    const { field, max } = someText(victim)
    const length = victim.random.chance(0.02) ? 60_000 : max + 1 + victim.random.below(40)
    put(victim, field, victim.random.pick(['x', '1', '東', '😀', 'A5']).repeat(length).slice(0, length))
  },
  tooShort(victim) {
    const { field, min } = someText(victim)
    put(victim, field, '1'.repeat(Math.max(0, min - 1)))
  },
  controls(victim) {
    const { field } = someText(victim)
    const good = String(goodValue(field.type, victim.random))
    const at = victim.random.below(good.length + 1)
    put(victim, field, `${good.slice(0, at)}${victim.random.pick(controls)}${good.slice(at)}`)
  },
  surrogates(victim) {
    const { field } = someText(victim)
    put(victim, field, `a${victim.random.pick(['\ud800', '\udfff', '\udc00\ud800', '\ud83d'])}`)
  },
  numbers: victim => put(victim, someField(victim), raw(victim, victim.random.pick(numbers))),
  values(victim) {
    const { field } = someText(victim, ({ type }) => type.kind === 'scalar' && type.values !== undefined)
    const good = String(goodValue(field.type, victim.random))
    put(victim, field, victim.random.pick([good.toLowerCase(), `${good} `, `${good}\n`, 'NOT_A_VALUE', ' ']))
  },
  cardNumbers(victim) {
    const { field } = someText(victim)
    const spell = victim.random.pick(spellings)
    put(victim, field, spell(victim.random.pick(cardNumbers)))
  },
  unknown(victim) {
    const name = victim.random.pick(strangers)
    placeIn(victim, name, victim.random.pick<unknown>([1, 'x', null, {}, [name]]))
  },
  prototypes(victim) {
    const name = victim.random.pick(prototypes)
    placeIn(victim, name, victim.random.pick<unknown>(['x', { isAdmin: true }, { toString: 1 }, null]))
  },
  deep(victim) {
    const levels = victim.random.pick([20, 31, 33, 100, 2_000, 20_000])
    const [open, close] = victim.random.chance(0.5) ? ['[', ']'] : ['{"a":', '}']
    const json = `${open.repeat(levels)}1${victim.random.chance(0.8) ? close.repeat(levels) : ''}`
    put(victim, someField(victim), raw(victim, json))
  },
  wide(victim) {
    const json = victim.random.pick([
      `[${'1,'.repeat(victim.random.pick([50, 1_001, 20_001]))}1]`,
      `{${Array.from({ length: victim.random.pick([51, 200, 5_000]) }, (_, at) => `"k${at}":"v"`).join()}}`,
    ])
    put(victim, someField(victim), raw(victim, json))
  },
  slow(victim) {
    const { field } = someText(victim)
    const [start, again, end] = victim.random.pick<readonly [string, string, string]>(slowTexts)
    put(victim, field, `${start}${again.repeat(victim.random.pick([30, 300, 3_000]))}${end}`)
  },
  twice(victim) {
    victim.last = withKeyTwice
  },
  broken(victim) {
    victim.last = victim.random.pick(breakages)
  },
} as const satisfies Readonly<Record<string, (victim: Victim) => void>>

export type Mutation = keyof typeof mutations

export function mutate(kind: Mutation, victim: Victim): void {
  const change: (victim: Victim) => void = mutations[kind]
  change(victim)
}

/** How often each is chosen. */
export const mutationWeights: Readonly<Record<Mutation, number>> = {
  ...{ none: 6, more: 14, type: 10, absent: 6, tooLong: 6, tooShort: 4, controls: 6, surrogates: 3 },
  ...{ numbers: 5, values: 6, cardNumbers: 6, unknown: 5, prototypes: 4, deep: 1, wide: 0.3, slow: 2 },
  ...{ twice: 3, broken: 5 },
}

const wrongTypes = [
  {},
  [],
  true,
  null,
  7,
  '',
  [[]],
  [{}],
  { length: 3, toString: 1 },
  ['x', null],
  -1,
] as const
const controls = [
  '\0',
  '\n',
  '\r\n',
  '\t',
  '\x1b',
  '\x7f',
  '\x85',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ufeff',
] as const
const numbers = [
  ...(['1e400', '1e-400', '-0', '-1', '9007199254740993', '0.1000000000000000055511151231257827'] as const),
  ...(['1E5', '1.0', '10.5', '999999999999999999999999', '1e999999999', `${'9'.repeat(400)}`] as const),
] as const
const cardNumbers = ['5123450000000008', '4508750015741019', '371881634498004', '6011003179988686'] as const
const spellings = [
  (number: string) => number,
  (number: string) => `card ${number}, please`,
  (number: string) => number.replace(/(.{4})(?=.)/g, '$1 '),
  (number: string) => number.replace(/(.{4})(?=.)/g, '$1-'),
  (number: string) => `${number.slice(0, 8)}\n${number.slice(8)}`,
  (number: string) => Buffer.from(number).toString('base64'),
  (number: string) => Buffer.from(number).toString('hex'),
  (number: string) => number.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
  (number: string) => `;${number}=39011010000?`,
  (number: string) => encodeURIComponent(`{"number":"${number}"}`),
] as const
const strangers = [
  'foo',
  'Amount',
  'amount ',
  'order.amount',
  '',
  'é',
  'a'.repeat(300),
  '\0',
  '5123450000000008',
] as const
const prototypes = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'] as const
/** What makes a careless pattern try again and again: beginning, what is repeated, end. */
const slowTexts = [
  ['+1 ', '1', 'x'],
  ['+1 ', '1 ', 'x'],
  ['', 'a.', '@'],
  ['a@', 'a.', '-'],
  ['a@', 'a-', '.'],
  ['https://', 'a.', ''],
  ['', '4 ', ''],
  ['', '5123', 'x'],
  ['%B', '4', '^'],
  ['en', '-a', ''],
  ['', '9A00', ''],
  ['', ',', ''],
  ['{', '"a":{', ''],
] as const

/** Deep fields are many, and most of them are of travellers: a short path is as likely as a long one. */
function someField({ fields, random }: Victim): ContractField {
  const depth = 1 + random.below(5)
  for (let tries = 0; tries < 12; tries++) {
    const field = fields[random.below(fields.length)]
    if (field && field.path.length <= depth) return field
  }
  const [first] = fields
  if (!first) throw new Error('an operation without fields has no body')
  return fields[random.below(fields.length)] ?? first
}

/** A field that is a text, if chance finds one. */
function someText(victim: Victim, isWanted = isText) {
  let field = someField(victim)
  for (let tries = 0; tries < 20 && !isWanted(field); tries++) field = someField(victim)
  const { min = 1, max = 40 } = field.type.kind === 'scalar' ? field.type.scalar : {}
  return { field, min: Math.min(min, 3_000), max: Math.min(max, 3_000) }
}

const isText = ({ type }: ContractField): boolean => type.kind === 'scalar' && type.scalar.json === 'string'

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Puts it where it belongs, making the groups and lists on the way. */
export function put({ body }: Pick<Victim, 'body'>, { path }: ContractField, value: unknown): void {
  let at: Tree = body
  path.forEach((name, index) => {
    if (index === path.length - 1) {
      define(at, name, value)
      return
    }
    const inner = at[name]
    const next: Tree = isTree(inner) ? inner : typeof path[index + 1] === 'number' ? Object([]) : {}
    define(at, name, next)
    at = next
  })
}

/** A plain property, whatever it is called. */
function define(at: Tree, name: string | number, value: unknown): void {
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Every group of the body, the body itself first. */
function groupsOf(body: Tree): readonly Tree[] {
  const inner = Object.values(body).filter(isTree)
  return [body, ...inner.flatMap(groupsOf)]
}

function placeIn({ body, random }: Victim, name: string, value: unknown): void {
  const groups = groupsOf(body)
  define(groups[random.below(groups.length)] ?? body, name, value)
}

function remove({ body, random }: Victim): void {
  const groups = groupsOf(body).filter(group => Object.keys(group).length > 0)
  const group = groups[random.below(groups.length)]
  if (!group) return
  const names = Object.keys(group)
  delete group[names[random.below(names.length)] ?? '']
}

/** The body as the bytes that are sent. */
export function written({ body, random, raw = '', last }: Victim): Buffer {
  const text = JSON.stringify(body).replace(`"${rawMark}"`, () => raw)
  return last ? last(text, random) : Buffer.from(text)
}

/** One of its keys again before it, as it was or with one letter escaped. */
function withKeyTwice(text: string, random: Random): Buffer {
  const keys = [...text.matchAll(/"([A-Za-z0-9]+)":/g)]
  const key = keys[random.below(keys.length)]
  if (!key) return Buffer.from('{"a":1,"a":2}')
  const [, name = ''] = key
  const again = random.chance(0.5) ? name : `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`
  return Buffer.from(`${text.slice(0, key.index)}"${again}":"x",${text.slice(key.index)}`)
}

const breakages = [
  (text: string, random: Random) => Buffer.from(text.slice(0, random.below(text.length))),
  (text: string) => Buffer.from(`${text} x`),
  (text: string) => Buffer.from(`${text}${text}`),
  (text: string) => Buffer.from(`[${text}]`),
  (text: string) => Buffer.from(`\ufeff${text}`),
  (text: string) => Buffer.from(text, 'utf16le'),
  (text: string) => Buffer.from(text.replaceAll('"', "'")),
  (text: string) => Buffer.from(text.replace('{', '{/**/')),
  (text: string) => Buffer.from(text.replace('}', ',}')),
  (text: string) => Buffer.from(text.replace(/"[^"]*"(?=[,}])/, () => '"\\x41"')),
  (text: string) => Buffer.from(text.replace(/"[^"]*"(?=[,}])/, () => '"a\nb"')),
  (text: string) => Buffer.from(text.replace(/"[^"]*"(?=[,}])/, () => 'NaN')),
  (text: string, random: Random) => {
    const bytes = Buffer.from(text)
    for (let more = random.below(4); more >= 0; more--) bytes[random.below(bytes.length)] = random.below(256)
    return bytes
  },
  () => Buffer.from(''),
  () => Buffer.from('null'),
  () => Buffer.from(' '),
] as const satisfies readonly ((text: string, random: Random) => Buffer)[]
