// Rejections: a request that is refused before anything happened, and its explanation without card data.

import { holdsCardData } from '../standards/cardDataInText.ts'
import { unprintable } from '../standards/unprintable.ts'

/** A request refused before anything happened: nothing was stored or sent, and its ids can be used again. */
export type Rejection = {
  readonly kind: 'rejection'
  readonly cause: 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY'
  readonly explanation: string
  /** The explanation without the value, for logs. */
  readonly why?: string
  readonly field?: string
  readonly validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  readonly retryAfterSeconds?: number
  /** No counterparty of this kind is connected, whatever is asked of it. */
  readonly isNobodyThere?: true
  /** What was sent may be logged nowhere: what is recorded of its order was deleted here. */
  readonly keepsNoBody?: true
}

/** A value is invalid. Pass no `shownValue` if it is a secret, or could be one: then it is not shown. */
export function invalid(field: string, why: string, shownValue?: string): Rejection {
  const isShown = shownValue !== undefined && (plainAmount.test(shownValue) || !mayBeCardData(shownValue))
  const value = isShown ? `Value '${shown(shownValue, shownValueMax)}'` : 'Value'
  return { ...fieldRejection('INVALID', field, `${value} is invalid. ${why}`), why: abridged(why) }
}

/** Its rows were deleted when its term was over; its id cannot be used again. */
export const archivedOrder = (orderId: string, fileName: string): Rejection => ({
  ...invalid(
    'orderid',
    `The order is archived, in ${fileName}: it can be read there, and not changed.`,
    orderId,
  ),
  // An order that was never there is INVALID: nobody should take this one for such.
  validationType: 'UNSUPPORTED',
  keepsNoBody: true,
})

export function missing(field: string): Rejection {
  return fieldRejection('MISSING', field, `Missing parameter '${shown(withoutManyDigits(field), fieldMax)}'.`)
}

export function unsupported(field: string, advice?: string): Rejection {
  const what = `Unexpected parameter '${shown(withoutManyDigits(field), fieldMax)}'.`
  return fieldRejection('UNSUPPORTED', field, advice === undefined ? what : `${what} ${advice}`)
}

/** The operation needs a counterparty to which this gateway has no connection. */
export const notConnected = (operation: string, why: string): Rejection =>
  fieldRejection('UNSUPPORTED', 'apiOperation', `${operation} cannot be done here. ${why}`)

/** The same where there is no counterparty of the kind at all, so that whoever can do without it does. */
export const nobodyThere = (operation: string, why: string): Rejection => ({
  ...notConnected(operation, why),
  isNobodyThere: true,
})

/** A finding of the contract; see ValidationFinding in contract/kit. */
type ContractFinding = {
  readonly field: string
  readonly validationType: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  readonly sentence?: string
  readonly shown?: string
}

export function rejectionOf({ field, validationType, sentence, shown }: ContractFinding): Rejection {
  if (validationType === 'MISSING') return missing(field)
  if (validationType === 'UNSUPPORTED') return unsupported(field, sentence)
  return invalid(field, sentence ?? '', shown)
}

/** The gateway is busy: the same request may succeed after the given time. */
export function busy(why: string, retryAfterSeconds: number): Rejection {
  return { kind: 'rejection', cause: 'SERVER_BUSY', explanation: abridged(why), retryAfterSeconds }
}

export function isRejection(value: unknown): value is Rejection {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'rejection'
}

function fieldRejection(
  validationType: 'INVALID' | 'MISSING' | 'UNSUPPORTED',
  field: string,
  explanation: string,
): Rejection {
  return {
    kind: 'rejection',
    cause: 'INVALID_REQUEST',
    explanation: abridged(explanation),
    field: cut(withoutManyDigits(field), fieldMax),
    validationType,
  }
}

// An explanation must not repeat a card number from the wrong field, however grouped, not even one that is
// the name of a field.
const plainAmount = /^[0-9]{1,12}\.[0-9]{1,3}$/
const manyDigits = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,4}\p{Nd}){12}/u
const mayBeCardData = (text: string): boolean => {
  const beginning = text.slice(0, examinedMax)
  return manyDigits.test(beginning) || holdsCardData(beginning)
}
/** Shortened first: a field name may be as long as the whole body, and every character takes time. */
function withoutManyDigits(name: string): string {
  if (!mayBeCardData(name)) return name.slice(0, replacedMax)
  return name
    .slice(0, replacedMax)
    .replace(encodedMaybe, stretch => (/[A-Za-z]/.test(stretch) ? 'x' : stretch))
    .replace(/\p{Nd}/gu, 'x')
}
const encodedMaybe = /[0-9A-Za-z_+/=-]{18,}/g
/**
 * Far more than is shown, so that the shown part does not end inside an encoded text that is not recognised.
 */
const replacedMax = 400
/** More than is ever shown, so that a number that is cut off here is not shown in part. */
const examinedMax = 2_048

const shownValueMax = 40
const fieldMax = 100
const explanationMax = 1000

/** Makes text from a request safe to display: escapes control characters and limits the length. */
function shown(text: string, limit: number): string {
  let whole = ''
  let beginning = ''
  let length = 0
  for (const character of text) {
    const isHarmless = !unprintable.test(character)
    const part = isHarmless ? character : escaped(character)
    length += isHarmless ? 1 : part.length
    if (length > limit) return `${beginning}…`
    whole += part
    if (length < limit) beginning = whole
  }
  return whole
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

/** Shortens a text that is too long at the end of a word, with an ellipsis. */
function abridged(text: string): string {
  const whole = cut(text, explanationMax)
  if (whole === text) return text
  const beginning = cut(text, explanationMax - 2)
  const space = beginning.lastIndexOf(' ')
  return `${space > 0 ? beginning.slice(0, space) : beginning} …`
}

/** At most `limit` code points, never half of one. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : [...text.slice(0, limit * 2)].slice(0, limit).join('')
}
