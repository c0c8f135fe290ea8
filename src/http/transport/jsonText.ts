// Reading the tokens of a JSON text (names, strings, numbers) out of a buffer, for json.ts.

import { randomInt } from 'node:crypto'
import { JsonNumber } from '../../contract/kit/content.ts'

/** `text` is the body read as Latin-1: one character a byte, so an index serves both. */
export type JsonSource = {
  readonly body: Buffer
  readonly text: string
  at: number
  values: number
  readonly valuesMax: number
  readonly names: NameCount
  depth: number
  /** The key or index being read at each depth: names the field when something is wrong with it. */
  readonly trail: (string | number)[]
}

/** Thrown inside the reader only; not an Error, because the stack of a client's mistake is of no use. */
export class JsonFlaw {
  readonly message: string
  readonly namesField: boolean

  constructor(message: string, namesField = false) {
    this.message = message
    this.namesField = namesField
  }
}

export function syntaxFlaw(source: JsonSource): JsonFlaw {
  return new JsonFlaw(`The body is not valid JSON at byte ${source.at}.`)
}

/** The next character that is not white space, NaN at the end. */
export function skipSpace(source: JsonSource): number {
  const { text } = source
  let code = text.charCodeAt(source.at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++source.at)
  return code
}

export function readString(source: JsonSource): string {
  const { text } = source
  const start = source.at + 1
  let end = start
  let bits = 0
  let code = text.charCodeAt(end)
  while (code !== QUOTE && code !== BACKSLASH && code >= 0x20) {
    bits |= code
    code = text.charCodeAt(++end)
  }
  if (code !== QUOTE) return readStorable(source)
  source.at = end + 1
  return bits < 0x80 ? text.slice(start, end) : source.body.toString('utf8', start, end)
}

/** How many different names a body has, approximately: two that share a slot count as one, which is rare. */
type NameCount = { readonly stamp: number; count: number }

/** The contract has fewer than seven hundred names in all, and merchants may add a few of their own. */
const namesMax = 1_000

const slots = 4_096

/** The slot in which a name is remembered. */
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (slots - 1)

/** Random, so that a client cannot compute which names share a slot. */
const hashSeed = randomInt(2 ** 31)

function hashOf(name: string): number {
  let hash = hashSeed
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return hash
}

let bodies = 0

export function newNameCount(): NameCount {
  bodies = (bodies + 1) >>> 0
  return { stamp: bodies, count: 0 }
}

/**
 * Whether this is the first time the name occurs in this body. A body is read in one go, so one set of stamps
 * is enough.
 */
function isNewName(names: NameCount, hash: number): boolean {
  const slot = slotOf(hash)
  if (stamps[slot] === names.stamp) return false
  stamps[slot] = names.stamp
  names.count++
  return true
}

const stamps = new Uint32Array(slots)

/**
 * The same few hundred keys come with every request: finding the string made last time saves making it and
 * looking it up in V8's table of names. Slots are overwritten, so hostile keys cost nothing but the saving.
 */
export function readKey(source: JsonSource): string {
  const { text } = source
  const start = source.at + 1
  let end = start
  let hash = hashSeed
  let code = text.charCodeAt(end)
  while (code !== QUOTE && code !== BACKSLASH && code >= 0x20 && code < 0x80) {
    hash = Math.imul(hash ^ code, 0x01000193)
    code = text.charCodeAt(++end)
  }
  if (end - start > nameLengthMax) throw nameTooLong()
  if (code !== QUOTE) return readUnusualKey(source)
  source.at = end + 1
  countName(source, hash)
  const slot = slotOf(hash)
  const known = knownKeys[slot]
  if (known !== undefined && isAt(source, known, start, end)) return known
  const key = text.slice(start, end)
  if (key.length > knownKeyLengthMax) return key
  // A key that occurs only once is not worth storing.
  if (lastSeen[slot] === hash) knownKeys[slot] = interned(key)
  lastSeen[slot] = hash
  return key
}

/** Longer than any name of the contract, or that a merchant may give, by far. */
export const nameLengthMax = 1_000
const nameTooLong = () => new JsonFlaw(`The body has a name of more than ${nameLengthMax} characters.`)

const knownKeyLengthMax = 40
const knownKeys: string[] = new Array(slots).fill('')
const lastSeen = new Int32Array(slots)

/** An unknown name costs many times what a known one does, and no contract has so many. */
function countName({ names }: JsonSource, hash: number): void {
  if (isNewName(names, hash) && names.count > namesMax)
    throw new JsonFlaw(`The body has more than ${namesMax} different names.`)
}

/** V8's own copy of a property name; a slice would keep the whole body in memory. */
function interned(key: string): string {
  return Object.keys({ [key]: 0 })[0] ?? key
}

function isAt(source: JsonSource, key: string, start: number, end: number): boolean {
  const { length } = key
  if (length !== end - start) return false
  for (let index = 0; index < length; index++) {
    if (key.charCodeAt(index) !== source.text.charCodeAt(start + index)) return false
  }
  return true
}

/** The bad characters of a key are replaced before the key is named in an error. */
function readUnusualKey(source: JsonSource): string {
  const key = readEscaped(source)
  if (key.length > nameLengthMax) throw nameTooLong()
  source.trail[source.depth - 1] = key.replace(/[\0\p{Surrogate}]/gu, '\ufffd')
  refuseUnstorable(key)
  countName(source, hashOf(key))
  return key
}

function readStorable(source: JsonSource): string {
  const value = readEscaped(source)
  refuseUnstorable(value)
  return value
}

/**
 * PostgreSQL cannot store NUL, and every lone surrogate would become the same character: two ids would be
 * one.
 */
function refuseUnstorable(value: string): void {
  if (value.includes('\0')) throw new JsonFlaw('It contains the character U+0000.', true)
  if (/\p{Surrogate}/u.test(value)) throw new JsonFlaw('It contains half of a surrogate pair.', true)
}

/**
 * A string with an escape in it: its end is found here, its escapes are validated and decoded by JSON.parse.
 */
function readEscaped(source: JsonSource): string {
  const { text, at } = source
  let end = at + 1
  let code = text.charCodeAt(end)
  while (code !== QUOTE) {
    if (!(code >= 0x20)) throw syntaxFlaw({ ...source, at: end })
    end += code === BACKSLASH ? 2 : 1
    code = text.charCodeAt(end)
  }
  const value = unescaped(source, end + 1)
  source.at = end + 1
  return value
}

function unescaped(source: JsonSource, end: number): string {
  try {
    return JSON.parse(source.body.toString('utf8', source.at, end))
  } catch {
    throw syntaxFlaw(source)
  }
}

export function readNumber(source: JsonSource): number | JsonNumber {
  numeral.lastIndex = source.at
  if (!numeral.test(source.text)) throw syntaxFlaw(source)
  const text = source.text.slice(source.at, numeral.lastIndex)
  source.at = numeral.lastIndex
  const value = Number(text)
  if (String(value) === text) return value
  if (isExcessive(text)) throw new JsonFlaw('It is beyond all numbers that mean something here.', true)
  return new JsonNumber(text)
}

/** No field takes numbers of this size, and what is kept as written is later written out digit by digit. */
function isExcessive(text: string): boolean {
  if (text.length > numeralLengthMax) return true
  const exponentAt = text.search(/[eE]/)
  return exponentAt !== -1 && Math.abs(Number(text.slice(exponentAt + 1))) > exponentMax
}

const numeralLengthMax = 40
const exponentMax = 30
const numeral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/**
 * The field at the reader's position, such as `airline.itinerary.leg[2].fareBasis`; no longer than will be
 * shown.
 */
export function fieldAt(source: JsonSource): string {
  let field = ''
  for (const step of source.trail.slice(0, source.depth)) {
    if (field.length > nameLengthMax) break
    if (typeof step === 'number') field += `[${step}]`
    else field += field === '' ? step : `.${step}`
  }
  return field
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
