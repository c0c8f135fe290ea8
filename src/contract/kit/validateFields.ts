// Validates the fields of a request one by one: names, then values, card data in text, and the decimals of
// amounts. Rules that concern several fields come after it, in validate.ts.

import { holdsCardData, payingNumberDigitsMin, repeatsCard } from '../../standards/cardDataInText.ts'
import { currencyExponent } from '../../standards/currencies.ts'
import { givesSecurityCode } from '../../standards/securityCodeInText.ts'
import { type Content, isObject, JsonNumber } from './content.ts'
import type {
  Resolved,
  ResolvedDictionary,
  ResolvedField,
  ResolvedGroup,
  ResolvedList,
  ResolvedScalar,
} from './resolve.ts'

type ValidationType = 'INVALID' | 'MISSING' | 'UNSUPPORTED'
export type ValidationFinding = {
  readonly field: string
  readonly validationType: ValidationType
  /** What a valid value looks like; of a field that is not known, what may have been meant. */
  readonly sentence?: string
  /** The value found, where it may be shown to the caller. */
  readonly shown?: string
}
/** An amount found during the walk; it is compared with its currency after all fields were read. */
type FoundAmount = { readonly field: string; readonly value: string }

/** Collects the findings of a walk over a request; with 'first' the walk stops at the first one. */
export class FindingCollector {
  readonly found: ValidationFinding[] = []
  readonly amounts: FoundAmount[] = []
  /** Card numbers in the fields meant for them. */
  readonly numbers: string[] = []
  readonly #texts: string[] = []
  readonly #harmless: ReadonlySet<string> | undefined
  readonly #forbidden: readonly string[]
  readonly #wantsAll: boolean
  /** Texts that an earlier walk found free of card data are not searched again, except for `forbidden`. */
  constructor(wants: 'first' | 'all', earlier?: FindingCollector, forbidden: readonly string[] = []) {
    this.#wantsAll = wants === 'all'
    this.#harmless = earlier && new Set(earlier.#texts)
    this.#forbidden = forbidden
  }
  /** Whether a text holds no card data. */
  isHarmless(text: string): boolean {
    if (text.length < payingNumberDigitsMin) return !holdsCardData(text)
    if (!this.#harmless?.has(text) && holdsCardData(text)) return false
    this.#texts.push(text)
    return !this.#forbidden.some(number => repeatsCard(text, number))
  }
  /** The card numbers that texts repeat. */
  repeatedNumbers(): readonly string[] {
    return this.numbers.filter(number => this.#texts.some(text => repeatsCard(text, number)))
  }
  /** Returns whether the walk goes on. */
  add(finding: ValidationFinding): boolean {
    this.found.push(finding)
    return this.#wantsAll
  }
}

/**
 * Whether there is no finding at all: checks names and values in one walk over the fields that are present.
 */
export function isSound(
  group: ResolvedGroup,
  content: Content,
  findings: FindingCollector,
  at = '',
): boolean {
  let requiredCount = 0
  for (const name in content) {
    const field = group.names.get(name)
    const value = content[name]
    if (field === undefined || value === undefined) return false
    if (field.isRequired) requiredCount++
    const { type } = field
    if (type.kind === 'scalar') {
      if (!judgeScalar(field, value, findings, at)) return false
    } else if (type.kind === 'group') {
      if (!isObject(value) || !isSound(type, value, findings, `${at}${name}.`)) return false
    } else if (!judgeInnerNames(type, value, findings, at + name)) return false
    else if (!judgeValue(type, value, findings, at + name)) return false
  }
  return requiredCount === group.requiredCount
}

/** Reports unknown fields at any depth; runs before the values are checked. */
export function judgeNames(
  group: ResolvedGroup,
  content: Content,
  findings: FindingCollector,
  at = '',
): boolean {
  for (const name of Object.keys(content)) {
    const known = group.names.get(name)
    if (!known) {
      if (!findings.add({ field: at + name, validationType: 'UNSUPPORTED' })) return false
    } else if (!judgeInnerNames(known.type, content[name], findings, at + name)) return false
  }
  return true
}

function judgeInnerNames(type: Resolved, value: unknown, findings: FindingCollector, path: string): boolean {
  if (type.kind === 'group') return isObject(value) ? judgeNames(type, value, findings, `${path}.`) : true
  if (type.kind !== 'list' || type.each.kind === 'scalar' || !Array.isArray(value)) return true
  for (let index = 0; index < value.length && index < type.max; index++)
    if (!judgeInnerNames(type.each, value[index], findings, `${path}[${index}]`)) return false
  return true
}

/** Reports missing and invalid values in contract order. */
export function judgeValues(
  group: ResolvedGroup,
  content: Content,
  findings: FindingCollector,
  at = '',
): boolean {
  for (const field of group.fields) {
    const value = content[field.name]
    if (value === undefined) {
      if (field.isRequired && !judgeAbsence(field, findings, at)) return false
    } else if (field.type.kind === 'scalar') {
      if (!judgeScalar(field, value, findings, at)) return false
    } else if (!judgeValue(field.type, value, findings, at + field.name)) return false
  }
  return true
}

function judgeValue(type: Resolved, value: unknown, findings: FindingCollector, path: string): boolean {
  switch (type.kind) {
    case 'group':
      if (isObject(value)) return judgeValues(type, value, findings, `${path}.`)
      return findings.add(invalid(path, 'It must be an object.'))
    case 'list':
      return judgeList(type, value, findings, path)
    case 'dictionary':
      return judgeDictionary(type, value, findings, path)
    case 'scalar':
      if (!accepts(type, value)) return findings.add(invalid(path, type.scalar.sentence, shownText(value)))
      return isHarmless(type, value, findings) || findings.add(invalid(path, noCardData))
  }
}

function judgeScalar(field: ResolvedField, value: unknown, findings: FindingCollector, at: string): boolean {
  const type = field.type as ResolvedScalar
  const { secret, transient } = field.field
  if (accepts(type, value)) {
    if (secret === undefined && !transient && !isHarmless(type, value, findings))
      return findings.add(invalid(at + field.name, noCardData))
    if (field.field.unmaskable && typeof value === 'string') findings.numbers.push(value)
    if ((type.quick ?? type.scalar).money)
      findings.amounts.push({ field: at + field.name, value: value as string })
    return true
  }
  const sentence = whyNot(type, value) ?? sentenceOf(type)
  return findings.add(invalid(at + field.name, sentence, secret === undefined ? shownText(value) : undefined))
}

/**
 * A field that is not declared secret is stored, sent and shown unchanged, so no text may contain card data:
 * it would not be masked (spec 7, rule 2, for all fields). Transient fields are exempt: they are not stored.
 */
const isHarmless = ({ values }: ResolvedScalar, value: unknown, findings: FindingCollector): boolean =>
  values !== undefined || typeof value !== 'string' || findings.isHarmless(value)

export const noCardData = 'It must not hold card data.'

function judgeList(type: ResolvedList, value: unknown, findings: FindingCollector, path: string): boolean {
  if (!Array.isArray(value)) return findings.add(invalid(path, 'It must be an array.'))
  if (value.length > type.max)
    return findings.add(invalid(path, `It must hold at most ${type.max} elements.`))
  for (let index = 0; index < value.length; index++)
    if (!judgeValue(type.each, value[index], findings, `${path}[${index}]`)) return false
  return true
}

function judgeDictionary(
  type: ResolvedDictionary,
  value: unknown,
  findings: FindingCollector,
  path: string,
): boolean {
  if (!isObject(value)) return findings.add(invalid(path, 'It must be an object.'))
  const { names, namesSentence, max } = type.dictionary
  const given = Object.keys(value)
  if (given.length > max && !findings.add(invalid(path, `It must hold at most ${max} fields.`))) return false
  for (const name of given) {
    if (!findings.isHarmless(name)) {
      // The name itself contains card data, so the finding must not quote it.
      if (!findings.add(invalid(path, `Its names ${noCardData.slice('It '.length)}`))) return false
    } else if (!names.test(name)) {
      if (!findings.add(invalid(`${path}.${name}`, namesSentence))) return false
    } else if (givesSecurityCode(name, value[name])) {
      if (!findings.add(invalid(`${path}.${name}`, noCardData))) return false
    } else if (!judgeValue(type.each, value[name], findings, `${path}.${name}`)) return false
  }
  return true
}

function accepts({ scalar, quick = scalar, values }: ResolvedScalar, value: unknown): boolean {
  if (values) return typeof value === 'string' && values.has(value)
  const { json, min = 0, max = Infinity, pattern, holds } = quick
  if (typeof value === 'string') {
    if (json !== 'string' || value.length < min) return false
    if (value.length > max && codePoints(value, max) > max) return false
    if (min > 1 && codePoints(value, min) < min) return false
    return (!pattern || pattern.test(value)) && (!holds || holds(value))
  }
  if (typeof value === 'boolean') return json === 'boolean'
  if (typeof value !== 'number') return false
  if (json === 'integer' && !Number.isSafeInteger(value)) return false
  return json !== 'string' && json !== 'boolean' && value >= min && value <= max
}

/** Lengths are in code points, as PostgreSQL counts them; counting stops once the bound is passed. */
function codePoints(value: string, enough: number): number {
  let count = 0
  for (let at = 0; at < value.length && count <= enough; count++) at += isPairAt(value, at) ? 2 : 1
  return count
}

const isPairAt = (value: string, at: number): boolean =>
  isCodeBetween(value.charCodeAt(at), 0xd800, 0xdbff) &&
  isCodeBetween(value.charCodeAt(at + 1), 0xdc00, 0xdfff)
const isCodeBetween = (code: number, first: number, last: number): boolean => code >= first && code <= last

/** An absent group is reported by its required fields. */
function judgeAbsence({ name, type }: ResolvedField, findings: FindingCollector, at: string): boolean {
  if (type.kind === 'group' && type.fields.some(({ isRequired }) => isRequired))
    return judgeValues(type, {}, findings, `${at}${name}.`)
  return findings.add(missing(at + name))
}

export const invalid = (field: string, sentence: string, value?: string): ValidationFinding => ({
  field,
  validationType: 'INVALID',
  sentence,
  ...(value !== undefined && { shown: value }),
})

export const missing = (field: string): ValidationFinding => ({ field, validationType: 'MISSING' })

export const notExact = 'As a JSON number it cannot be read exactly: send it as text, in quotes.'

/** Values that are too long are not examined further: the length alone is the reason. */
function whyNot({ scalar }: ResolvedScalar, value: unknown): string | undefined {
  if (value instanceof JsonNumber && scalar.json === 'string') return notExact
  const isRead = typeof value === 'string' && value !== '' && value.length <= (scalar.max ?? Infinity)
  return isRead ? scalar.whyNot?.(value) : undefined
}

const sentenceOf = ({ scalar, values }: ResolvedScalar) =>
  values && scalar.newer ? `It must be one of ${[...values].join(', ')}.` : scalar.sentence

function shownText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Reports the first amount with more decimals than its currency has (ISO 4217). */
export function amountsFitTheirCurrency(
  content: Content,
  amounts: readonly FoundAmount[],
): ValidationFinding | undefined {
  for (const { field, value } of amounts) {
    const currency = currencyFor(field, content)
    const exponent = currency === undefined ? undefined : currencyExponent(currency)
    if (exponent === undefined) continue
    const fraction = value.split('.')[1] ?? ''
    if (fraction.length > exponent) return invalid(field, decimalsSentence(currency ?? '', exponent), value)
  }
  return undefined
}

const decimalsSentence = (currency: string, exponent: number) =>
  exponent === 0 ? `${currency} has no decimals.` : `${currency} has at most ${exponent} decimals.`

/**
 * Transactions and transfers of value may have a currency of their own; otherwise that of the order applies.
 */
function currencyFor(field: string, content: Content): string | undefined {
  const { order } = content
  if (field.startsWith('order.valueTransfer.') && isObject(order)) {
    const own = currencyOfGroup(order.valueTransfer)
    if (own !== undefined) return own
  }
  const [own, other] = field.startsWith('transaction.') ? ['transaction', 'order'] : ['order', 'transaction']
  return currencyOfGroup(content[own ?? '']) ?? currencyOfGroup(content[other ?? ''])
}
const currencyOfGroup = (group: unknown): string | undefined =>
  isObject(group) && typeof group.currency === 'string' ? group.currency : undefined

/**
 * The first text or field name of a body that contains the number of the paying card. For cards that come
 * from elsewhere (a token, a session, an earlier order): validating the request could not compare them.
 */
export function findRepeatedCardNumber(
  body: unknown,
  number: string | undefined,
  path = '',
): ValidationFinding | undefined {
  if (number === undefined) return undefined
  if (typeof body === 'string') return repeatsCard(body, number) ? invalid(path, noCardData) : undefined
  if (Array.isArray(body))
    return firstFinding(body, (each, index) => findRepeatedCardNumber(each, number, `${path}[${index}]`))
  if (!isObject(body)) return undefined
  const at = path === '' ? '' : `${path}.`
  return firstFinding(Object.entries(body), ([name, value]) =>
    // The name itself contains the number, so the finding must not quote it.
    repeatsCard(name, number) ? invalid(path, noCardData) : findRepeatedCardNumber(value, number, at + name),
  )
}

function firstFinding<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => ValidationFinding | undefined,
): ValidationFinding | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found) return found
  }
  return undefined
}
