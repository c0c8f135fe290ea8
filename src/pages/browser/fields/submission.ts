import { passesLuhn } from '../../../standards/cardNumber.ts'
import { digitsMaxOf, digitsMinOf, likelyBrand } from './formatting.ts'
import { type FieldValidity, type UpdateAnswer, updateStatuses } from './protocol.ts'
import { type FieldRole, fieldRoles, fieldTraits } from './roles.ts'

/** Whose form it is, and for which session; without one, the gateway opens one. */
export type SessionTarget = {
  readonly version: string
  readonly merchantId: string
  readonly sessionId?: string | undefined
}

/** Sends the card to the gateway, unless something in the form still needs the payer. */
export async function submitCard(
  typed: CardFieldValues,
  month: string,
  destination: SessionTarget,
): Promise<UpdateAnswer> {
  const errors = errorsIn(typed, month)
  if (Object.keys(errors).length > 0) return { status: 'fields_in_error', errors }
  return await putCard(destination, { sourceOfFunds: { provided: { card: cardOf(typed) } } })
}

/** A security code and a name may be left out where the rest of the card is given. */
export function errorsIn(typed: CardFieldValues, month: string): Readonly<Record<string, string>> {
  const inForm = fieldRoles.filter(role => typed[role] !== undefined)
  const isNothingTyped = inForm.every(role => isEmpty(typed, role))
  const errors: Record<string, string> = {}
  for (const role of inForm) {
    const { errorName } = fieldTraits[role]
    if (isEmpty(typed, role)) {
      if (isNothingTyped || requiredRoles.has(role)) errors[errorName] = 'missing'
    } else if (!validateField(role, typed, month).isValid) errors[errorName] = 'invalid'
  }
  return errors
}

const isEmpty = (typed: CardFieldValues, role: FieldRole): boolean => (typed[role] ?? '').trim() === ''

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
  typeof answer === 'object' &&
  answer !== null &&
  'status' in answer &&
  updateStatuses.some(status => status === answer.status)

/** An error of the API itself says why. */
function explanationIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined
  const { error } = answer
  if (typeof error !== 'object' || error === null || !('explanation' in error)) return undefined
  return typeof error.explanation === 'string' ? error.explanation : undefined
}

/** What the payer has typed so far, by field; only fields that the form has. */
export type CardFieldValues = { readonly [role in FieldRole]?: string }

/** Judges one field, in the light of the others where they matter. `month` is the gateway's, like 2026-11. */
export function validateField(role: FieldRole, typed: CardFieldValues, month: string): FieldValidity {
  const text = (typed[role] ?? '').trim()
  return text === '' ? empty : validators[role](text, typed, month)
}

type FieldValidator = (text: string, typed: CardFieldValues, month: string) => FieldValidity

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

/** The form's card as the API knows it; whether it is fit to be sent was judged before. */
export function cardOf(typed: CardFieldValues): Readonly<Record<string, unknown>> {
  const of = (role: FieldRole) => typed[role]?.trim() || undefined
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

/** People group digits with spaces and dashes; nothing else belongs there. */
function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[ -]/g, '')
  return /^\d*$/.test(digits) ? digits : undefined
}

const shortYear = (text: string): string | undefined =>
  /^\d{2}$/.test(text) ? text : /^20\d{2}$/.test(text) ? text.slice(2) : undefined

/** A card is good until the end of its month. */
function isExpired(text: string, yearText: string, month: string): boolean {
  const year = shortYear(yearText)
  return year === month.slice(2, 4) && text.padStart(2, '0') < month.slice(5)
}
