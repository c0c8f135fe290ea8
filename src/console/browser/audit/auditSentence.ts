// What an entry of the audit log says: which sentence, and what is filled in.

import type { ShownAuditEntry } from '../../api/audit.ts'
import { auditActionWords } from '../words/auditActions.ts'
import type { AreaText, WordValues } from '../words/defineWords.ts'

export type AuditSentence = keyof (typeof auditActionWords)['en']
export type AuditTelling = {
  readonly sentence: AuditSentence
  readonly values: WordValues
  /** A later step failed, and it was taken back. */
  readonly isUndone: boolean
}

type Told = Pick<ShownAuditEntry, 'action' | 'details' | 'merchantId'>

/** Undefined for an action of another release: it is shown by its name. */
export function auditTelling({ action, details, merchantId }: Told): AuditTelling | undefined {
  const given = Object.fromEntries(Object.entries(details))
  const sentence = variants[action]?.(given) ?? action
  if (!isSentence(sentence)) return undefined
  const values = {
    ...valuesOf(given),
    names: changedNames(given),
    ...(merchantId !== undefined && { merchant: merchantId }),
  }
  return {
    sentence,
    values: { ...blanks(auditActionWords.en[sentence]), ...values },
    isUndone: given.isUndone === true,
  }
}

type Details = Readonly<Record<string, unknown>>

/** Actions that are told in more than one way. */
const variants: Readonly<Record<string, (details: Details) => AuditSentence | undefined>> = {
  'notification.resend': ({ count }) => (count === undefined ? undefined : 'resentRange'),
  'audit.verify': ({ brokenAt }) => (brokenAt === undefined ? undefined : 'auditBroken'),
  'keys.rotate': ({ generation }) => (generation === undefined ? 'keysLocked' : undefined),
  'payment.act': ({ amount, orderId }) => {
    if (orderId === undefined) return 'eachOutcome'
    return amount === undefined ? undefined : 'paymentAmount'
  },
  'user.change': ({ user }) => (user === undefined ? 'ownChange' : undefined),
  'user.password': ({ removed }) => (removed === true ? 'passwordRemoved' : undefined),
  'session.end': ({ user }) => (user === undefined ? undefined : 'sessionsOf'),
  'payer.erase': ({ of }) => (of === 'calls' ? 'payerCalls' : of === 'filters' ? 'payerFilters' : undefined),
}

const isSentence = (name: string): name is AuditSentence => Object.hasOwn(auditActionWords.en, name)

const valueMax = 120

function valuesOf(details: Details): WordValues {
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(details))
    if (typeof value === 'number') values[name] = value
    else if (typeof value === 'string') values[name] = value.slice(0, valueMax)
  return values
}

/** The names of what has a value before and one after. */
const changedNames = (details: Details): string =>
  Object.entries(details)
    .filter(([, value]) => changeIn(value) !== undefined)
    .map(([name]) => name)
    .join(', ')

/** Whatever an entry leaves out must not show as a placeholder. */
function blanks(text: AreaText): WordValues {
  const forms: readonly string[] = typeof text === 'string' ? [text] : Object.values(text)
  const names = forms.flatMap(form => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  return Object.fromEntries(names.map(name => [name, '–']))
}

export type DetailRow = {
  readonly name: string
  readonly text: string
  /** What it was before, where it was changed. */
  readonly before?: string
}

/** The details of an entry, one below the other. */
export const detailRows = (details: object): readonly DetailRow[] =>
  Object.entries(details).map(([name, value]) => {
    const change = changeIn(value)
    if (!change) return { name, text: textOf(value) }
    return { name, before: textOf(change.before), text: textOf(change.after) }
  })

type Change = { readonly before: unknown; readonly after: unknown }

/** What had no value before is stored without one. */
function changeIn(value: unknown): Change | undefined {
  if (typeof value !== 'object' || value === null || !('after' in value)) return undefined
  if (Object.keys(value).some(name => name !== 'before' && name !== 'after')) return undefined
  return { before: 'before' in value ? value.before : undefined, after: value.after }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')
