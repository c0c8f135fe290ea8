// Strict JSON: its values, bounds and reader.

import { isUtf8 } from 'node:buffer'
import type { JsonNumber } from '../../contract/kit/content.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import {
  fieldAt,
  JsonFlaw,
  type JsonSource,
  newNameCount,
  readKey,
  readNumber,
  readString,
  skipSpace,
  syntaxFlaw,
} from './jsonText.ts'
import { unreadable } from './refusals.ts'

export type JsonValue = string | number | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

export const nestingMax = 32
export const valuesMax = 20_000
/** Bodies of payers' browsers have a few dozen values. */
export const payerValuesMax = 500

/**
 * JSON as RFC 8259 has it and nothing more: what JSON.parse lets through (duplicate keys, lone surrogates,
 * numbers a double cannot carry) is refused or kept exactly as written, and everything costly is bounded.
 */
export function readJson(
  body: Buffer,
  most = valuesMax,
): { readonly value: JsonObject } | { readonly rejection: Rejection } {
  if (hasByteOrderMark(body)) return { rejection: unreadable('The body starts with a byte order mark.') }
  if (!isUtf8(body)) return { rejection: unreadable('The body is not valid UTF-8.') }
  const text = body.toString('latin1')
  const source = { body, text, at: 0, values: 0, valuesMax: most, names: newNameCount(), depth: 0, trail: [] }
  try {
    return { value: readDocument(source) }
  } catch (flaw) {
    if (flaw instanceof JsonFlaw) return { rejection: rejectionOf(source, flaw) }
    throw flaw
  }
}

export function emptyObject(): Record<string, JsonValue> {
  return new Bare()
}

/**
 * No inherited name, so `__proto__` and `constructor` are keys like any other. Object.create(null) gives the
 * same but in V8's slow dictionary form.
 */
class Bare {
  [key: string]: JsonValue
}
Object.setPrototypeOf(Bare.prototype, null)
Reflect.deleteProperty(Bare.prototype, 'constructor')
Object.freeze(Bare.prototype)

function readDocument(source: JsonSource): JsonObject {
  if (skipSpace(source) !== OPEN_BRACE) throw new JsonFlaw('The body must be a JSON object.')
  source.values = 1
  const value = readObject(source)
  skipSpace(source)
  if (source.at !== source.text.length) throw new JsonFlaw('Something follows the JSON object.')
  return value
}

function readValue(source: JsonSource): JsonValue {
  if (++source.values > source.valuesMax)
    throw new JsonFlaw(`The body has more than ${source.valuesMax} values.`)
  switch (skipSpace(source)) {
    case QUOTE:
      return readString(source)
    case OPEN_BRACE:
      return readObject(source)
    case OPEN_BRACKET:
      return readArray(source)
    case LETTER_T:
      return readWord(source, 'true', true)
    case LETTER_F:
      return readWord(source, 'false', false)
    case LETTER_N:
      return readWord(source, 'null', null)
    default:
      return readNumber(source)
  }
}

function readObject(source: JsonSource): JsonObject {
  const object = new Bare()
  const depth = enter(source)
  let next = skipSpace(source)
  if (next === CLOSE_BRACE) return leave(source, object)
  for (let keys = 1; ; keys++) {
    if (next !== QUOTE) throw syntaxFlaw(source)
    const key = readKey(source)
    source.trail[depth] = key
    if (skipSpace(source) !== COLON) throw syntaxFlaw(source)
    source.at++
    object[key] = readValue(source)
    next = skipSpace(source)
    if (next === CLOSE_BRACE) {
      // One count at the end is cheaper than a look-up for every key.
      if (Object.keys(object).length !== keys) throw new JsonFlaw('A key occurs twice in one object.')
      return leave(source, object)
    }
    if (next !== COMMA) throw syntaxFlaw(source)
    source.at++
    next = skipSpace(source)
  }
}

function readArray(source: JsonSource): JsonValue {
  const list: JsonValue[] = []
  const depth = enter(source)
  if (skipSpace(source) === CLOSE_BRACKET) return leave(source, list)
  for (;;) {
    source.trail[depth] = list.length
    list.push(readValue(source))
    const next = skipSpace(source)
    if (next === CLOSE_BRACKET) return leave(source, list)
    if (next !== COMMA) throw syntaxFlaw(source)
    source.at++
  }
}

function enter(source: JsonSource): number {
  if (source.depth === nestingMax) throw new JsonFlaw(`The body is nested deeper than ${nestingMax} levels.`)
  source.at++
  return source.depth++
}

function leave<Container>(source: JsonSource, container: Container): Container {
  source.at++
  source.depth--
  return container
}

function readWord<Meaning>(source: JsonSource, word: string, meaning: Meaning): Meaning {
  if (!source.text.startsWith(word, source.at)) throw syntaxFlaw(source)
  source.at += word.length
  return meaning
}

function rejectionOf(source: JsonSource, flaw: JsonFlaw): Rejection {
  return flaw.namesField ? invalid(fieldAt(source), flaw.message) : unreadable(flaw.message)
}

function hasByteOrderMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const LETTER_F = 0x66
const LETTER_N = 0x6e
const LETTER_T = 0x74
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
