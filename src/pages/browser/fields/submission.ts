// Validation of a card form in the gateway's fields, and its submission to the session.

import { passesLuhn } from '../../../standards/cardNumber.ts'
import { isMembers, membersOf } from '../unknownValues.ts'
import { digitsMaxOf, digitsMinOf, likelyBrand } from './formatting.ts'
import { type FieldValidity, type UpdateAnswer, updateStatuses } from './protocol.ts'
import { type FieldRole, fieldRoles, fieldTraits } from './roles.ts'

/** Whose form it is, and for which session; without one, the gateway opens one. */
type SessionTarget = {
  readonly version: string
  readonly merchantId: string
  readonly sessionId?: string | undefined
}

/** Sends the card to the gateway, unless a field is invalid. */
export async function submitCard(
  values: CardFieldValues,
  month: string,
  target: SessionTarget,
): Promise<UpdateAnswer> {
  const errors = errorsIn(values, month)
  if (Object.keys(errors).length > 0) return { status: 'fields_in_error', errors }
  return await putCard(target, { sourceOfFunds: { provided: { card: cardOf(values) } } })
}

/**
 * By the names for the merchant's page. Security code and name may be empty if the rest of the card is not.
 */
export function errorsIn(values: CardFieldValues, month: string): Readonly<Record<string, string>> {
  const inForm = fieldRoles.filter(role => values[role] !== undefined)
  const isNothingEntered = inForm.every(role => isEmpty(values, role))
  const errors: Record<string, string> = {}
  for (const role of inForm) {
    const { errorName } = fieldTraits[role]
    if (isEmpty(values, role)) {
      if (isNothingEntered || requiredRoles.has(role)) errors[errorName] = 'missing'
    } else if (!validateField(role, values, month).isValid) errors[errorName] = 'invalid'
  }
  return errors
}

const isEmpty = (values: CardFieldValues, role: FieldRole): boolean => (values[role] ?? '').trim() === ''

const requiredRoles: ReadonlySet<FieldRole> = new Set(['number', 'expiryMonth', 'expiryYear'])

const answerTimeoutMs = 30_000

async function putCard(
  { version, merchantId, sessionId }: SessionTarget,
  body: object,
): Promise<UpdateAnswer> {
  const sessions = `/form/version/${version}/merchant/${encodeURIComponent(merchantId)}/session`
  const address = sessionId === undefined ? sessions : `${sessions}/${encodeURIComponent(sessionId)}`
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), answerTimeoutMs)
  try {
    const response = await fetch(address, {
      method: sessionId === undefined ? 'POST' : 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout.signal,
    })
    return parseAnswer(await response.json())
  } catch {
    if (timeout.signal.aborted) return failedUpdate('request_timeout', 'The gateway did not answer in time.')
    return failedUpdate('system_error', 'The gateway could not be reached.')
  } finally {
    clearTimeout(timer)
  }
}

const failedUpdate = (status: 'request_timeout' | 'system_error', message: string): UpdateAnswer => ({
  status,
  message,
  errors: { message },
})

function parseAnswer(answer: unknown): UpdateAnswer {
  if (isAnswer(answer)) return answer
  return failedUpdate('system_error', explanationIn(answer) ?? 'The gateway did not understand the form.')
}

const isAnswer = (answer: unknown): answer is UpdateAnswer =>
  isMembers(answer) && updateStatuses.some(status => status === answer.status)

/** An error of the API itself says why. */
function explanationIn(answer: unknown): string | undefined {
  const { explanation } = membersOf(membersOf(answer).error)
  return typeof explanation === 'string' ? explanation : undefined
}

/** What the payer has typed so far, of the fields that the form has. */
export type CardFieldValues = { readonly [role in FieldRole]?: string }

/** Whether one field is valid, given the others. A card that ended before `month` is good nowhere. */
export function validateField(role: FieldRole, values: CardFieldValues, month: string): FieldValidity {
  const text = (values[role] ?? '').trim()
  return text === '' ? empty : validators[role](text, values, month)
}

type FieldValidator = (text: string, values: CardFieldValues, month: string) => FieldValidity

const validators = {
  number(text) {
    const digits = digitsOf(text)
    if (digits === undefined) return invalidCharacters
    const digitsMax = digitsMaxOf(digits)
    if (digits.length > digitsMax) return invalidValue
    if (digits.length >= digitsMinOf(digits) && passesLuhn(digits)) return valid
    return digits.length < digitsMax ? incomplete : invalidValue
  },
  securityCode(text, { number }) {
    if (!/^\d+$/.test(text)) return invalidCharacters
    const brand = likelyBrand(digitsOf(number ?? '') ?? '')
    const least = brand === 'NETWORK_A' ? 4 : 3
    const most = brand === undefined || brand === 'NETWORK_A' ? 4 : 3
    if (text.length < least) return incomplete
    return text.length > most ? invalidValue : valid
  },
  expiryMonth(text, { expiryYear = '' }, month) {
    if (!/^\d+$/.test(text)) return invalidCharacters
    if (text === '0') return incomplete
    if (!/^(?:0?[1-9]|1[0-2])$/.test(text)) return invalidValue
    return isExpired(text, expiryYear.trim(), month) ? invalidValue : valid
  },
  expiryYear(text, _, month) {
    if (!/^\d+$/.test(text)) return invalidCharacters
    if (/^(?:\d|20\d?)$/.test(text)) return incomplete
    const year = shortYear(text)
    return year === undefined || year < month.slice(2, 4) ? invalidValue : valid
  },
  nameOnCard: text => (text.replace(/[ -]/g, '').search(/\d{9}/) === -1 ? valid : invalidValue),
} as const satisfies Record<FieldRole, FieldValidator>

/** The card in the shape of the API; it was validated before. */
export function cardOf(values: CardFieldValues): Readonly<Record<string, unknown>> {
  const of = (role: FieldRole) => values[role]?.trim() || undefined
  const number = digitsOf(of('number') ?? '')
  const year = shortYear(of('expiryYear') ?? '')
  const expiryMonth = of('expiryMonth')?.padStart(2, '0')
  const expiry = { ...(expiryMonth && { month: expiryMonth }), ...(year && { year }) }
  const [securityCode, nameOnCard] = [of('securityCode'), of('nameOnCard')]
  return {
    ...(number && { number }),
    ...(Object.keys(expiry).length > 0 && { expiry }),
    ...(securityCode && { securityCode }),
    ...(nameOnCard && { nameOnCard }),
  }
}

const valid: FieldValidity = { isValid: true, isIncomplete: false, hasError: false }
const incomplete: FieldValidity = { isValid: false, isIncomplete: true, hasError: false }
const empty: FieldValidity = { isValid: false, isIncomplete: true, hasError: true, errorReason: 'EMPTY' }
const invalidValue: FieldValidity = {
  isValid: false,
  isIncomplete: false,
  hasError: true,
  errorReason: 'INVALID_VALUE',
}
const invalidCharacters: FieldValidity = { ...invalidValue, errorReason: 'INVALID_CHARACTERS' }

/** Spaces and dashes may group the digits; undefined if there is anything else. */
function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[ -]/g, '')
  return /^\d*$/.test(digits) ? digits : undefined
}

const shortYear = (text: string): string | undefined =>
  /^\d{2}$/.test(text) ? text : /^20\d{2}$/.test(text) ? text.slice(2) : undefined

/** A card is valid until the end of its month. */
function isExpired(text: string, yearText: string, month: string): boolean {
  const year = shortYear(yearText)
  return year === month.slice(2, 4) && text.padStart(2, '0') < month.slice(5)
}
