import { isRejection, type Rejection } from '../../orders/rejection.ts'
import { supportCode } from '../../platform/ids.ts'
import type { HttpRefusal } from '../api/refusal.ts'
import type { HttpReply } from './handler.ts'

/** What an error answer says besides its status; which parts go with which cause is spec 7. */
type ErrorFacts =
  | {
      readonly cause: 'INVALID_REQUEST'
      readonly explanation: string
      readonly field?: string
      readonly validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
    }
  | { readonly cause: 'SERVER_BUSY'; readonly explanation: string }
  | { readonly cause: 'REQUEST_REJECTED' | 'SERVER_FAILED'; readonly supportCode: string }

/** Where nothing more precise is known; the door's own refusals bring their status with them. */
const statusOfCause = {
  INVALID_REQUEST: 400,
  REQUEST_REJECTED: 403,
  SERVER_BUSY: 503,
  SERVER_FAILED: 500,
} as const satisfies Record<ErrorFacts['cause'], number>

export function errorReply(error: Rejection | HttpRefusal, correlationId?: string): HttpReply {
  const rejection = isRejection(error) ? error : error.rejection
  const status = isRejection(error) ? statusOfCause[error.cause] : error.status
  const own = isRejection(error) ? undefined : error.headers
  const headers = rejection.cause === 'SERVER_BUSY' ? { ...own, ...retryAfter(rejection) } : own
  const facts = factsOf(rejection)
  return {
    status,
    body: errorBody(facts, correlationId),
    ...(headers === undefined ? {} : { headers }),
    ...('supportCode' in facts ? { supportCode: facts.supportCode } : {}),
  }
}

export function faultReply(code: string, correlationId?: string): HttpReply {
  return failure(statusOfCause.SERVER_FAILED, code, correlationId)
}

/** An operation the contract has and this release has not. */
export function notAvailableReply(operation: string, correlationId?: string): HttpReply {
  return failure(501, `NOT-AVAILABLE-${operation}`, correlationId)
}

export function errorBody(facts: ErrorFacts, correlationId?: string): string {
  const error =
    facts.cause === 'INVALID_REQUEST' || facts.cause === 'SERVER_BUSY'
      ? { cause: facts.cause, explanation: cut(facts.explanation, 1000), ...fieldOf(facts) }
      : { cause: facts.cause, supportCode: cut(facts.supportCode, 100) }
  return JSON.stringify(correlationId === undefined ? { error, result } : { correlationId, error, result })
}

const result = 'ERROR'

function failure(status: number, code: string, correlationId?: string): HttpReply {
  const body = errorBody({ cause: 'SERVER_FAILED', supportCode: code }, correlationId)
  return { status, body, supportCode: code }
}

function factsOf(rejection: Rejection): ErrorFacts {
  const { cause, explanation, field, validationType = 'INVALID' } = rejection
  if (cause === 'REQUEST_REJECTED') return { cause, supportCode: supportCode() }
  if (cause === 'SERVER_BUSY' || field === undefined) return { cause, explanation }
  return { cause, explanation, field, validationType }
}

function fieldOf(facts: ErrorFacts): object {
  if (facts.cause !== 'INVALID_REQUEST' || !facts.field) return {}
  return { field: cut(facts.field, 100), validationType: facts.validationType }
}

function retryAfter({ retryAfterSeconds = 1 }: Rejection): Readonly<Record<string, string>> {
  return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
}

/** At most so many code points, never half of one; never empty, as spec 7 wants at least one. */
function cut(text: string, lengthMax: number): string {
  if (text === '') return '-'
  return text.length <= lengthMax ? text : [...text.slice(0, lengthMax * 2)].slice(0, lengthMax).join('')
}
