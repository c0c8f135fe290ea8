// Stores the card of a form of hosted fields in a session, and writes the answer for the merchant's page.

import { showRecord } from '../../contract/kit/atVersion.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import type { SessionAnswerRecord } from '../../contract/model.ts'
import { updateSession } from '../../contract/operations/session.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { Owner } from '../../orders/merchant.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { type FieldRole, fieldTraits } from '../browser/fields/roles.ts'

type FieldForm = {
  readonly owner: Owner
  readonly version: number
  /** Absent if the merchant's page gave none: then a session is created. */
  readonly sessionId: string | undefined
  readonly body: Content
}

/**
 * Stores the card of a form in the session. The card is not used otherwise: it is not logged, and it is
 * masked in the answer.
 */
export async function updateFromForm(
  sessions: Pick<Sessions, 'create' | 'update'>,
  { owner, version, sessionId, body }: FieldForm,
): Promise<HttpReply> {
  const card = cardIn(body)
  if (card === undefined) return formFailure(400, 'A form brings the card of its fields, and nothing else.')
  const sourceOfFunds = { type: 'CARD', provided: { card } }
  const call = { owner, version, body: { sourceOfFunds }, isOfPayer: true } as const
  const done = sessionId === undefined ? await sessions.create(call) : await sessions.update(call, sessionId)
  if (isRejection(done)) return refusalOf(done)
  return { status: 200, body: { status: 'ok', ...shownOf(done, version) } }
}

/** The part of the session that a merchant's page may read: no key, and only the values of the form. */
function shownOf({ merchant, session, sourceOfFunds }: SessionAnswerRecord, version: number): object {
  const { id, updateStatus, version: sessionVersion } = session ?? {}
  const shown: SessionAnswerRecord = {
    merchant,
    session: { id, updateStatus, version: sessionVersion },
    sourceOfFunds: { type: 'CARD', provided: { card: sourceOfFunds?.provided?.card } },
    version: String(version),
  }
  return showRecord(updateSession, version, shown)
}

export const formFailure = (status: number, message: string): HttpReply => ({
  status,
  body: { status: 'system_error', message, errors: { message } },
})

/** An error in a field of the form can be corrected by the payer; all others are errors of the page. */
function refusalOf({ cause, explanation, field = '', validationType }: Rejection): HttpReply {
  const role = roleAt(field)
  if (cause === 'SERVER_BUSY') return formFailure(503, explanation)
  if (role === undefined) return formFailure(400, explanation)
  const errors = { [fieldTraits[role].errorName]: validationType === 'MISSING' ? 'missing' : 'invalid' }
  return { status: 400, body: { status: 'fields_in_error', errors } }
}

const cardPath = 'sourceOfFunds.provided.card.'

const fieldPaths = {
  number: 'number',
  securityCode: 'securityCode',
  expiryMonth: 'expiry.month',
  expiryYear: 'expiry.year',
  nameOnCard: 'nameOnCard',
} as const satisfies Record<FieldRole, string>

function roleAt(field: string): FieldRole | undefined {
  if (!field.startsWith(cardPath)) return undefined
  const path = field.slice(cardPath.length)
  const found = Object.entries(fieldPaths).find(([, each]) => each === path || each.startsWith(`${path}.`))
  return isRoleName(found?.[0]) ? found[0] : undefined
}

const isRoleName = (name: string | undefined): name is FieldRole => name !== undefined && name in fieldPaths

const cardMembers: ReadonlySet<string> = new Set(['number', 'securityCode', 'expiry', 'nameOnCard'])
const expiryMembers: ReadonlySet<string> = new Set(['month', 'year'])

/**
 * The card, if the body has exactly sourceOfFunds.provided.card with members of fields; otherwise undefined.
 */
function cardIn(body: Content): Content | undefined {
  const sourceOfFunds = only(body, 'sourceOfFunds')
  const card = only(only(sourceOfFunds, 'provided'), 'card')
  if (!isObject(card) || !hasOnly(card, cardMembers) || Object.keys(card).length === 0) return undefined
  const { expiry, ...texts } = card
  if (expiry !== undefined && !(isObject(expiry) && hasOnly(expiry, expiryMembers))) return undefined
  const all = [...Object.values(texts), ...Object.values(expiry ?? {})]
  return all.every(value => typeof value === 'string') ? card : undefined
}

const only = (value: unknown, name: string): unknown =>
  isObject(value) && Object.keys(value).length === 1 ? value[name] : undefined

const hasOnly = (value: Content, names: ReadonlySet<string>): boolean =>
  Object.keys(value).every(name => names.has(name))
