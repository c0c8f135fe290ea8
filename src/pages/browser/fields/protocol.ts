// The messages between session.js in a merchant's page and the gateway's fields in it. What the payer typed
// is never part of them: it stays within the gateway's origin. Their members (`order`, `news`, `situation`)
// are a wire format: a page may still have an older script in its cache.

import { isMembers, type UnknownMembers } from '../unknownValues.ts'
import { type FieldRole, isFieldRole } from './roles.ts'

/** Whether what was typed can be sent. */
export type FieldValidity = {
  readonly isValid: boolean
  readonly isIncomplete: boolean
  readonly hasError: boolean
  readonly errorReason?: 'EMPTY' | 'INVALID_CHARACTERS' | 'INVALID_VALUE'
}

export type FieldStyle = Readonly<Record<string, string>>
/** The states of a field that have a style of their own. */
const fieldStates = ['always', 'focus', 'hover', 'placeholder', 'placeholderShown'] as const
export type FieldState = (typeof fieldStates)[number]

/** From the page to a field; `call` numbers those that are answered. */
export type FieldCommand =
  | { readonly order: 'look'; readonly situation: FieldState; readonly style: FieldStyle }
  | { readonly order: 'describe'; readonly name: string; readonly placeholder: string }
  | { readonly order: 'accept'; readonly isGrouped: boolean; readonly rejectsOthers: boolean }
  | { readonly order: 'message'; readonly text: string }
  | { readonly order: 'focus' }
  | { readonly order: 'tellBin' }
  | { readonly order: 'validate'; readonly call: number }
  | { readonly order: 'update'; readonly call: number; readonly sessionId?: string }

/** From a field to the page. */
export type FieldEvent =
  /** With its name in the payer's language, for a page that has none. */
  | { readonly news: 'ready'; readonly name?: string }
  | { readonly news: 'focus' | 'blur' | 'change' }
  | { readonly news: 'validity'; readonly validity: FieldValidity }
  | { readonly news: 'emptiness'; readonly isEmpty: boolean }
  | { readonly news: 'cardType'; readonly cardType: CardType }
  | { readonly news: 'bin'; readonly bin: string }
  | { readonly news: 'validated'; readonly call: number; readonly validities: FieldValidities }
  | { readonly news: 'updated'; readonly call: number; readonly answer: UpdateAnswer }

export type CardType =
  | { readonly status: 'SUPPORTED'; readonly brand: string; readonly scheme: string }
  | { readonly status: 'INSUFFICIENT_LENGTH' | 'NOT_SUPPORTED' }

export type FieldValidities = { readonly [role in FieldRole]?: FieldValidity }

/** The result of updating the session; further members are the gateway's masked answer. */
export type UpdateAnswer = {
  readonly status: (typeof updateStatuses)[number]
  readonly errors?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}
export const updateStatuses = ['ok', 'fields_in_error', 'request_timeout', 'system_error'] as const

/** Around every message: which form of the page it belongs to. */
type FieldEnvelope<Body> = { readonly tollgate: 'field'; readonly form: string; readonly body: Body }

export const inEnvelope = <Body>(form: string, body: Body): FieldEnvelope<Body> => ({
  tollgate: 'field',
  form,
  body,
})

/** The body of a message of this form; undefined for every other message that a page gets. */
function bodyIn(form: string, data: unknown): UnknownMembers | undefined {
  if (!isMembers(data) || data.tollgate !== 'field' || data.form !== form) return undefined
  return isMembers(data.body) ? data.body : undefined
}

/** The page is the merchant's, so its messages are checked member by member. */
export function parseCommand(form: string, data: unknown): FieldCommand | undefined {
  const body = bodyIn(form, data)
  if (!body) return undefined
  const [, read] = Object.entries(commandReaders).find(([name]) => name === String(body.order)) ?? []
  return read?.(body)
}

const commandReaders: {
  readonly [name in FieldCommand['order']]: (body: UnknownMembers) => FieldCommand | undefined
} = {
  look({ situation, style }) {
    const known = fieldStates.find(each => each === situation)
    return known && isMembers(style) ? { order: 'look', situation: known, style: texts(style) } : undefined
  },
  describe: ({ name, placeholder }) => ({
    order: 'describe',
    name: textOf(name),
    placeholder: textOf(placeholder),
  }),
  accept: ({ isGrouped, rejectsOthers }) => ({
    order: 'accept',
    isGrouped: isGrouped !== false,
    rejectsOthers: rejectsOthers !== false,
  }),
  message: ({ text }) => ({ order: 'message', text: textOf(text) }),
  focus: () => ({ order: 'focus' }),
  tellBin: () => ({ order: 'tellBin' }),
  validate: ({ call }) => (typeof call === 'number' ? { order: 'validate', call } : undefined),
  update({ call, sessionId }) {
    if (typeof call !== 'number') return undefined
    return { order: 'update', call, ...(typeof sessionId === 'string' && { sessionId }) }
  },
}

const textLengthMax = 500
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, textLengthMax) : '')

function texts(style: UnknownMembers): FieldStyle {
  const entries = Object.entries(style).slice(0, 100)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The field is the gateway's, proven by the message's origin and source, so only the kind is checked. */
export function parseEvent(form: string, data: unknown): FieldEvent | undefined {
  const body = bodyIn(form, data)
  return body && isFieldEvent(body) ? body : undefined
}

const plainEvents = ['ready', 'focus', 'blur', 'change', 'validity', 'emptiness', 'cardType', 'bin']
const answerEvents = ['validated', 'updated']

function isFieldEvent(body: unknown): body is FieldEvent {
  if (!isMembers(body)) return false
  const kind = String(body.news)
  return plainEvents.includes(kind) || (answerEvents.includes(kind) && typeof body.call === 'number')
}

/** By the names that pages use: `card.number`, and `cardNumber` in older ones. */
export function roleNamed(name: unknown): FieldRole | undefined {
  const bare = String(name).replace(/^card\./, '')
  const role = bare === 'cardNumber' ? 'number' : bare
  return isFieldRole(role) ? role : undefined
}
