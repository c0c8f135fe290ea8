import { type CardFieldValues, cardOf, validateField } from './judgement.ts'
import { type UpdateAnswer, updateStatuses } from './protocol.ts'
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
