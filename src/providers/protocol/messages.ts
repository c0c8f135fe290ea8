// Writing calls, answers and notices of the protocol, and reading them.

import { type Content, isObject, JsonNumber } from '../../contract/kit/content.ts'
import { readLenientMessage } from '../../contract/kit/lenientMessage.ts'
import type { ValidationFinding } from '../../contract/kit/validateFields.ts'
import { fitsCurrency } from '../../orders/money.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import {
  type AdapterError,
  dispensableAnswerFields,
  type ProtocolAbility,
  type ProtocolAnswer,
  type ProtocolCall,
  type ProtocolCallName,
  type ProtocolErrorCode,
  type ProtocolNotice,
  partStates,
  protocolAbilities,
  protocolAnswer,
  protocolBodyBytesMax,
  protocolCalls,
  protocolErrorBody,
  protocolErrors,
  protocolName,
  protocolNotice,
  protocolVersion,
} from './declaration.ts'

/** Particulars are left out where the call would be too large with them: nothing depends on them. */
export function writeCall(call: ProtocolCall): string {
  const whole = JSON.stringify(call, plainNumbers)
  if (Buffer.byteLength(whole) <= protocolBodyBytesMax) return whole
  return JSON.stringify({ ...call, particulars: undefined })
}

const plainNumbers = (_: string, value: unknown): unknown =>
  value instanceof JsonNumber ? value.text : value

export const writeNotice = (notice: ProtocolNotice): string => JSON.stringify(notice)
export const writeAnswer = (answer: ProtocolAnswer): string => JSON.stringify(answer)
export const writeError = (error: AdapterError): string => JSON.stringify({ error })

export const protocolError = (
  code: ProtocolErrorCode,
  explanation: string,
  field?: string,
): AdapterError => ({
  code,
  explanation,
  ...(field !== undefined && { field }),
})

/** A call that an adapter received under a name in the path; the error says which field is wrong. */
export function readCall(
  name: ProtocolCallName,
  body: string,
): { readonly call: ProtocolCall } | { readonly error: AdapterError } {
  const content = contentOf(body)
  if (!content) return { error: notAnObject }
  const read = readFields[name](content)
  if ('finding' in read) return { error: errorOf(read.finding) }
  const broken = brokenPart(content) ?? brokenAmount(content)
  if (broken) return { error: errorOf(broken) }
  const { values } = read
  const { particulars } = content
  const mayHaveThem = values.call === 'start' || values.call === 'confirm'
  if (!mayHaveThem || !isThere(particulars)) return { call: values }
  if (isObject(particulars)) return { call: { ...values, particulars } }
  return { error: protocolError('INVALID_REQUEST', 'It must be an object.', 'particulars') }
}

const notAnObject = protocolError('INVALID_REQUEST', 'The body must be a JSON object.')

/** One for each, so that the fields keep their types. */
const readFields = {
  start: (content: Content) => readLenientMessage(protocolCalls.start.fields, content),
  status: (content: Content) => readLenientMessage(protocolCalls.status.fields, content),
  confirm: (content: Content) => readLenientMessage(protocolCalls.confirm.fields, content),
  capture: (content: Content) => readLenientMessage(protocolCalls.capture.fields, content),
  refund: (content: Content) => readLenientMessage(protocolCalls.refund.fields, content),
  cancel: (content: Content) => readLenientMessage(protocolCalls.cancel.fields, content),
}

export function readNotice(
  body: string,
): { readonly notice: ProtocolNotice } | { readonly error: AdapterError } {
  const content = contentOf(body)
  if (!content) return { error: notAnObject }
  const read = readLenientMessage(protocolNotice.fields, content)
  return 'finding' in read ? { error: errorOf(read.finding) } : { notice: read.values }
}

/** An answer that is understood, or why nothing can be concluded from it. */
export type AnswerReading =
  | {
      readonly answer: ProtocolAnswer
      /** Dispensable fields that were there and are not used: their values are invalid or hold card data. */
      readonly leftOut: readonly string[]
    }
  | { readonly error: AdapterError }
  | { readonly flaw: AnswerFlaw; readonly field?: string }

/** Why an answer whose signature holds says nothing. */
export type AnswerFlaw =
  /** Its status is neither 200 nor that of its error. */
  | 'UNEXPECTED_STATUS'
  | 'NOT_JSON'
  /** A field is missing or invalid. */
  | 'INVALID_ANSWER'
  /** It is about another payment, or another part. */
  | 'OTHER_PAYMENT'

/** Reads the answer to a call. Its signature must have been verified. */
export function readAnswer(to: CallToAnswer, status: number, body: string): AnswerReading {
  const content = contentOf(body)
  if (status !== 200) return readError(status, content)
  if (!content) return { flaw: 'NOT_JSON' }
  const read = readLenientMessage(protocolAnswer, content, dispensableAnswerFields)
  if ('finding' in read) return { flaw: 'INVALID_ANSWER', field: read.finding.field }
  const { values, leftOut } = read
  if (!isAbout(values, to)) return { flaw: 'OTHER_PAYMENT' }
  const field = lackingField(values, to)
  return field === undefined ? { answer: values, leftOut } : { flaw: 'INVALID_ANSWER', field }
}

/** What of a call its answer depends on. */
export type CallToAnswer = {
  readonly call: ProtocolCallName
  readonly paymentId: string
  readonly captureId?: string | undefined
  readonly refundId?: string | undefined
}

const isAbout = (answer: ProtocolAnswer, { paymentId, captureId, refundId }: CallToAnswer): boolean =>
  answer.paymentId === paymentId && answer.captureId === captureId && answer.refundId === refundId

/** The first field that the state asks for, and that is missing or does not fit the others. */
function lackingField(answer: ProtocolAnswer, to: CallToAnswer): string | undefined {
  const { state, amount, currency, pageUrl } = answer
  const isPart = to.captureId !== undefined || to.refundId !== undefined
  if (isPart && !partStates.some(each => each === state)) return 'state'
  if (state === 'open' && to.call === 'start' && pageUrl === undefined) return 'pageUrl'
  if (state !== 'approved') return undefined
  if (amount === undefined) return 'amount'
  if (currency === undefined) return 'currency'
  return fitsCurrency(amount, currency) ? undefined : 'amount'
}

function readError(status: number, content: Content | undefined): AnswerReading {
  const read = content && readLenientMessage(protocolErrorBody, content)
  if (!read || 'finding' in read) return { flaw: 'UNEXPECTED_STATUS' }
  const { error } = read.values
  if (protocolErrors[error.code].status !== status) return { flaw: 'UNEXPECTED_STATUS' }
  return { error: withoutCardData(error) }
}

/** The words of an error are recorded and shown; what it says counts without them. */
function withoutCardData(error: AdapterError): AdapterError {
  const { code, explanation, field = '' } = error
  return holdsCardData(explanation) || holdsCardData(field)
    ? protocolError(code, 'The explanation held card data.')
    : error
}

export type ProtocolDescription = { readonly name: string; readonly supports: readonly ProtocolAbility[] }

/** What `GET {base}/v1` says. */
export const writeDescription = ({ name, supports }: ProtocolDescription): string =>
  JSON.stringify({ protocol: protocolName, versions: [protocolVersion], supports, name })

/** Undefined where it is not an adapter of this protocol and version. */
export function readDescription(body: string): ProtocolDescription | undefined {
  const content = contentOf(body)
  const { protocol, versions, supports, name } = content ?? {}
  if (protocol !== protocolName || !Array.isArray(versions) || !versions.includes(protocolVersion))
    return undefined
  if (!Array.isArray(supports)) return undefined
  return {
    name: typeof name === 'string' ? name.slice(0, nameLengthMax) : '',
    supports: protocolAbilities.filter(each => supports.includes(each)),
  }
}

const nameLengthMax = 100

function brokenPart({ captureId, refundId }: Content): ValidationFinding | undefined {
  if (!isThere(captureId) || !isThere(refundId)) return undefined
  const sentence = 'There must be one of captureId and refundId at most.'
  return { field: 'refundId', validationType: 'INVALID', sentence }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** After amount and currency were found to be well-formed. */
function brokenAmount({ amount, currency }: Content): ValidationFinding | undefined {
  if (typeof amount !== 'string' || typeof currency !== 'string') return undefined
  if (fitsCurrency(amount, currency)) return undefined
  return {
    field: 'amount',
    validationType: 'INVALID',
    sentence: `It has more decimals than ${currency} has.`,
  }
}

function errorOf({ field, validationType, sentence }: ValidationFinding): AdapterError {
  const explanation = validationType === 'MISSING' ? 'It is missing.' : (sentence ?? 'It is invalid.')
  return protocolError('INVALID_REQUEST', explanation, field.slice(0, fieldLengthMax))
}

const fieldLengthMax = 100

function contentOf(body: string): Content | undefined {
  try {
    const content: unknown = JSON.parse(body)
    return isObject(content) ? content : undefined
  } catch {
    return undefined
  }
}
