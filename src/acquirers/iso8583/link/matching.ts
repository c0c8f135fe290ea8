// How an answer belongs to its question: by version, class and function pair of the type (never its last
// digit) and by the fields that the dialect names; and whether it repeats what it has to.

import { hash, randomBytes } from 'node:crypto'
import { type Dialect, fieldNumbers } from '../dialects/dialect.ts'
import type { Meaning } from '../dialects/meanings.ts'
import type { IsoMessage } from '../dialects/message.ts'

/** What a question says that its answer has to repeat. It holds no card data: such values are digests. */
export type Expectation = readonly (string | undefined)[]

export interface Matching {
  /** The same for a question and its answer. */
  readonly keyOf: (message: IsoMessage) => string
  /** Without the type: the same for an original and for the fields of it that a reversal names. */
  readonly identityOf: (fields: IsoMessage['fields']) => string
  readonly expectationOf: (question: IsoMessage) => Expectation
  /** Why a message with the right key is no answer, if so. */
  readonly contradiction: (expected: Expectation, answer: IsoMessage) => string | undefined
  /** In how many and which parts a key differs from another one. */
  readonly difference: (one: string, other: string) => readonly string[]
}

/** 0 request, 2 advice, 4 notification: the host answers with one more. */
export const isQuestion = (type: string): boolean => (type.charCodeAt(2) & 1) === 0

/** No field can hold it. */
const separator = '\x1f'

export function createMatching(dialect: Dialect): Matching {
  const { answers } = dialect
  const keyFields = fieldNumbers(answers.matchOn).map(number => normaliserOf(dialect, number))
  const checks = checksOf(dialect)
  const responseCode = fieldOf(dialect, 'responseCode')
  const identityOf = (fields: IsoMessage['fields']): string => {
    let identity = ''
    for (const { number, normal } of keyFields) identity += separator + normal(fields[number])
    return identity
  }
  const partNames = ['version and class', ...keyFields.map(({ number }) => String(number))]
  return {
    // The function pair is the third digit without its last bit: 0 and 1, 2 and 3.
    keyOf: ({ type, fields }) => type.slice(0, 2) + ((type.charCodeAt(2) - 0x30) >> 1) + identityOf(fields),
    identityOf,
    expectationOf: ({ fields }) => checks.map(check => expectedValue(check, fields)),
    contradiction: (expected, { fields }) => {
      const code = responseCode === undefined ? undefined : fields[responseCode]
      if (code === undefined || code.trim() === '') return 'has no response code'
      const lowest = lowestAmount(dialect, code)
      for (let index = 0; index < checks.length; index++) {
        const check = checks[index]
        const wrong = check && contradictionIn(check, expected[index], fields, lowest)
        if (wrong !== undefined) return wrong
      }
      return undefined
    },
    difference: (one, other) => {
      const others = other.split(separator)
      return one
        .split(separator)
        .flatMap((part, index) => (part === others[index] ? [] : [partNames[index] ?? 'more']))
    },
  }
}

type Check = NormalisedField & {
  readonly isMandatory: boolean
  readonly mayBeLess: boolean
  readonly isSecret: boolean
}

function checksOf(dialect: Dialect): readonly Check[] {
  const { repeats, repeatsIfPresent, mayBeLess } = dialect.answers
  const mandatory = new Set(fieldNumbers(repeats))
  const lower = new Set(fieldNumbers(mayBeLess))
  const all = new Set([...mandatory, ...fieldNumbers(repeatsIfPresent), ...lower])
  return [...all].map(number => ({
    ...normaliserOf(dialect, number),
    isMandatory: mandatory.has(number),
    mayBeLess: lower.has(number),
    // Amounts are compared as numbers, so they stay readable; dialects show them to people anyway.
    isSecret: dialect.fields[number]?.show !== 'whole' && !lower.has(number),
  }))
}

function expectedValue(check: Check, fields: IsoMessage['fields']): string | undefined {
  const value = fields[check.number]
  if (value === undefined) return undefined
  return check.isSecret ? digestOf(check.normal(value)) : check.normal(value)
}

/** A part is less than was asked. Hosts exist that say with a decline that nothing was approved. */
function lowestAmount({ responseCodes }: Dialect, code: string): 'any' | 'zero' | 'asked' {
  const meaning = responseCodes[code]
  if (meaning?.gatewayCode === 'PARTIALLY_APPROVED') return 'any'
  return meaning === undefined || meaning.outcome === 'declined' ? 'zero' : 'asked'
}

function contradictionIn(
  check: Check,
  expected: string | undefined,
  fields: IsoMessage['fields'],
  lowest: 'any' | 'zero' | 'asked',
): string | undefined {
  // What was not asked cannot be repeated: the host may add it.
  if (expected === undefined) return undefined
  const value = fields[check.number]
  if (value === undefined) return check.isMandatory ? `lacks ${check.number}` : undefined
  const given = check.isSecret ? digestOf(check.normal(value)) : check.normal(value)
  if (given === expected) return undefined
  if (check.mayBeLess && lowest === 'any' && isLess(given, expected)) return undefined
  if (check.mayBeLess && lowest === 'zero' && given === '0') return undefined
  return `differs in ${check.number}`
}

/** Both are digits without zeros before them. */
const isLess = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length

/** With a secret of this process: what is kept while an answer is awaited cannot be turned back. */
const digestOf = (value: string): string => hash('sha256', digestSecret + value, 'base64')
const digestSecret = randomBytes(32).toString('base64')

type NormalisedField = {
  readonly number: number
  /** Hosts pad and cut zeros and spaces differently. */
  readonly normal: (value: string | undefined) => string
}

function normaliserOf(dialect: Dialect, number: number): NormalisedField {
  const isDigits = /^(?:LLL? )?n(?: |\.\.)/.test(dialect.fields[number]?.format ?? '')
  return { number, normal: isDigits ? withoutLeadingZeros : withoutTrailingSpaces }
}

function withoutLeadingZeros(value: string | undefined): string {
  if (value === undefined) return ''
  let start = 0
  while (start < value.length - 1 && value.charCodeAt(start) === 0x30) start += 1
  return start === 0 ? value : value.slice(start)
}

function withoutTrailingSpaces(value: string | undefined): string {
  if (value === undefined) return ''
  let end = value.length
  while (end > 0 && value.charCodeAt(end - 1) === 0x20) end -= 1
  return end === value.length ? value : value.slice(0, end)
}

/** The number of the field that has a meaning as a whole. */
export function fieldOf(dialect: Dialect, meaning: Meaning): number | undefined {
  for (const [number, form] of Object.entries(dialect.fields))
    if (form.meaning === meaning) return Number(number)
  return undefined
}
