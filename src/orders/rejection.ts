import { holdsCardData } from '../standards/cardDataInText.ts'

/** A request refused before anything happened: nothing was recorded, nothing was sent, its ids stay free. */
export type Rejection = {
  readonly kind: 'rejection'
  readonly cause: 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY'
  readonly explanation: string
  readonly field?: string
  readonly validationType?: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  readonly retryAfterSeconds?: number
}

/** The value failed. Leave it out where it is a secret, or could be one: then it is not shown. */
export function invalid(field: string, why: string, shownValue?: string): Rejection {
  const isShown = shownValue !== undefined && (plainAmount.test(shownValue) || !isTelling(shownValue))
  const value = isShown ? `Value '${shown(shownValue, shownValueMax)}'` : 'Value'
  return fieldRejection('INVALID', field, `${value} is invalid. ${why}`)
}

export function missing(field: string): Rejection {
  return fieldRejection('MISSING', field, `Missing parameter '${shown(withoutManyDigits(field), fieldMax)}'.`)
}

export function unsupported(field: string): Rejection {
  return fieldRejection(
    'UNSUPPORTED',
    field,
    `Unexpected parameter '${shown(withoutManyDigits(field), fieldMax)}'.`,
  )
}

/** What is asked for needs somebody to whom this gateway has no connection. */
export const notConnected = (operation: string, why: string): Rejection =>
  fieldRejection('UNSUPPORTED', 'apiOperation', `${operation} cannot be done here. ${why}`)

/** What a contract finds wrong with a request. */
type Objection = {
  readonly field: string
  readonly validationType: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
  readonly sentence?: string
  readonly shown?: string
}

export function rejectionOf({ field, validationType, sentence, shown }: Objection): Rejection {
  if (validationType === 'MISSING') return missing(field)
  if (validationType === 'UNSUPPORTED') return unsupported(field)
  return invalid(field, sentence ?? '', shown)
}

/** Not now: the same request may succeed after the given time. */
export function busy(why: string, retryAfterSeconds: number): Rejection {
  return { kind: 'rejection', cause: 'SERVER_BUSY', explanation: abridged(why), retryAfterSeconds }
}

export function isRejection(thing: unknown): thing is Rejection {
  return typeof thing === 'object' && thing !== null && 'kind' in thing && thing.kind === 'rejection'
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

/** A card number in the wrong place, however grouped, even as the name of a field, must not come back. */
const plainAmount = /^[0-9]{1,12}\.[0-9]{1,3}$/
const manyDigits = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,4}\p{Nd}){12}/u
const isTelling = (text: string): boolean => {
  const beginning = text.slice(0, tellingMax)
  return manyDigits.test(beginning) || holdsCardData(beginning)
}
/** Shortened first: who names a field may name it with all that a body holds, and every character costs. */
function withoutManyDigits(name: string): string {
  if (!isTelling(name)) return name.slice(0, replacedMax)
  return name
    .slice(0, replacedMax)
    .replace(encodedMaybe, stretch => (/[A-Za-z]/.test(stretch) ? 'x' : stretch))
    .replace(/\p{Nd}/gu, 'x')
}
const encodedMaybe = /[0-9A-Za-z_+/=-]{18,}/g
/** More than is shown by far: the end of what is shown never is the beginning of something encoded. */
const replacedMax = 400
/** More than is ever shown, so that what is cut off there cannot be half of a number that is told. */
const tellingMax = 2_048

const shownValueMax = 40
const fieldMax = 100
const explanationMax = 1000

/** Text from outside made harmless for a line on a screen: controls escaped, never longer than the limit. */
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

/** Controls, line and paragraph separators, marks that reorder or hide text, and half characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

/** Too long to be said whole: it ends with a word, and shows that it goes on. */
function abridged(text: string): string {
  const whole = cut(text, explanationMax)
  if (whole === text) return text
  const beginning = cut(text, explanationMax - 2)
  const space = beginning.lastIndexOf(' ')
  return `${space > 0 ? beginning.slice(0, space) : beginning} …`
}

/** At most so many code points, never half of one. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : [...text.slice(0, limit * 2)].slice(0, limit).join('')
}
