// A request body as it may be kept and shown although nobody has validated it: by the names that its version
// writes, with every value masked that the contract calls secret, or that looks like card data.

import { holdsCardData, repeatsNumber } from '../../standards/cardDataInText.ts'
import { isMaskedNumber, maskedNumber, numberLike } from '../../standards/cardNumber.ts'
import { numberDigitsMin } from '../../standards/cardNumberForm.ts'
import { allDigitsIn } from '../../standards/digitsInText.ts'
import { givesSecurityCode } from '../../standards/securityCodeInText.ts'
import { type Content, isObject, JsonNumber, shortestText } from './content.ts'
import type { Resolved, ResolvedField, ResolvedGroup } from './resolve.ts'

/** What stands in place of a value that is not kept. */
export const notKept = {
  secret: 'xxx',
  unknown: '(unknown field)',
  cardData: '(card data)',
  notAValue: '(not a value)',
  tooMuch: '(too much to keep)',
} as const

/**
 * Fields that the contract does not know are not kept, not even by name: nobody can tell what is in them.
 * Secrets are left out. Of card numbers the masked form is kept; of long bodies, the first values.
 */
export function maskedBody(group: ResolvedGroup, body: Content): Content {
  const reading = { left: valuesMax, numbers: cardNumbersIn(group, body) }
  return maskedGroup(group, body, reading)
}

const valuesMax = 300
const nameMax = 60
const textMax = 250
const elementsMax = 20

type Reading = { left: number; readonly numbers: readonly string[] }

function maskedGroup(group: ResolvedGroup, body: Content, reading: Reading): Content {
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(body)) {
    if (reading.left-- <= 0) return Object.fromEntries([...kept, ['…', notKept.tooMuch]])
    const field = group.names.get(name)
    if (field?.secret !== undefined && field.secret !== 'number') continue
    kept.push(field ? [name, maskedField(field, value, reading)] : [notKept.unknown, notKept.notAValue])
  }
  return Object.fromEntries(kept)
}

/** A name that nobody declared may itself be anything. */
const shownName = (name: string): string =>
  holdsCardData(name) ? notKept.cardData : name.slice(0, nameMax) || '(no name)'

function maskedField({ secret, type }: ResolvedField, value: unknown, reading: Reading): unknown {
  if (secret === undefined) return maskedValue(type, value, reading)
  const text = textOf(value)
  return secret === 'number' && text !== undefined && digits.test(text) ? maskedNumber(text) : notKept.secret
}

/** Anything else in the place of a number is no number, and may hold one. */
const digits = /^\d{9,19}$/

function maskedValue(type: Resolved, value: unknown, reading: Reading): unknown {
  if (value === null) return null
  switch (type.kind) {
    case 'group':
      return isObject(value) ? maskedGroup(type, value, reading) : notKept.notAValue
    case 'list':
      if (!Array.isArray(value)) return notKept.notAValue
      return value.slice(0, elementsMax).map(each => maskedValue(type.each, each, reading))
    case 'dictionary':
      return isObject(value) ? maskedDictionary(value, reading) : notKept.notAValue
    case 'scalar':
      return maskedScalar(value, reading)
  }
}

function maskedDictionary(value: Content, reading: Reading): Content {
  const names = Object.keys(value).slice(0, elementsMax)
  return Object.fromEntries(names.map(name => [shownName(name), maskedNamed(name, value[name], reading)]))
}

/** Judged as validation does, which reads a number's shortest text. */
function maskedNamed(name: string, value: unknown, reading: Reading): unknown {
  const read = value instanceof JsonNumber ? shortestText(value) : value
  return givesSecurityCode(name, read) ? notKept.cardData : maskedScalar(value, reading)
}

function maskedScalar(value: unknown, { numbers }: Reading): unknown {
  if (typeof value === 'boolean') return value
  const text = textOf(value)
  if (text === undefined) return notKept.notAValue
  if (isLongNumber(text) || holdsCardData(text) || numbers.some(number => repeatsNumber(text, number)))
    return notKept.cardData
  return typeof value === 'number' ? value : text.slice(0, textMax)
}

/** Nobody validated it: so many digits may be a card number in a form that nobody knows. */
const isLongNumber = (text: string): boolean => allDigitsIn(text).length >= numberDigitsMin

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value instanceof JsonNumber ? value.text : undefined
}

/** The card numbers that it has where they belong: they must not be kept anywhere else either. */
function cardNumbersIn(group: ResolvedGroup, body: Content): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const field = group.names.get(name)
    if (field?.secret === 'number') {
      const text = textOf(value)
      return text !== undefined && digits.test(text) ? [text] : []
    }
    return field?.type.kind === 'group' && isObject(value) ? cardNumbersIn(field.type, value) : []
  })
}

/** A masked body as it can be sent: numbers become some of the same length that pass the check digit. */
export function withNumbers(content: Content): Content {
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, withNumber(value)]))
}

function withNumber(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumber)
  if (isObject(value)) return withNumbers(value)
  return typeof value === 'string' && isMaskedNumber(value) ? numberLike(value) : value
}
