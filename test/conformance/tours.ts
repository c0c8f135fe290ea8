import { parentOf } from './body.ts'
import { type Row, requestRows } from './table.ts'

export type Stop = { readonly operation: string; readonly version: number }

/** Where a row is tried: per operation at both ends of its versions and at those documented. */
export function versionsOf(row: Row): readonly Stop[] {
  return row.operations.flatMap(operation =>
    [...new Set([1, row.since, ...(documentedAt[operation] ?? []), row.until])]
      .map(version => ({ operation, version }))
      .filter(stop => serves(row, stop)),
  )
}

/** Operations whose fields are listed whole, or which cannot hold such a field, and do not have this one. */
export function strangersTo(row: Row): readonly Stop[] {
  if (idsOfThePath.includes(row.field)) return []
  return [...listedWhole, ...(neverHeld.test(row.field) ? sessions : [])]
    .filter(operation => !rowsOf(row.field).some(({ operations }) => operations.includes(operation)))
    .map(operation => ({ operation, version: documentedAt[operation]?.[0] ?? row.since }))
}

/** Operations that do not have the field one version before it came. */
export function newsAt(row: Row): readonly Stop[] {
  const version = row.since - 1
  if (version < 1) return []
  return row.operations
    .map(operation => ({ operation, version }))
    .filter(stop => !rowsOf(row.field).some(other => serves(other, stop)))
}

/** Where leaving the field out is an error: in an empty request, and beside another field of its group. */
export function mandatoryIn(row: Row): readonly (Stop & { readonly companion?: Row })[] {
  const isAlone = row.presence === 'REQUIRED'
  if (!isAlone && row.presence !== 'REQUIRED-IN-GROUP') return []
  return versionsOf(row)
    .filter(({ operation }) => !holdsParts.includes(operation))
    .flatMap(stop => {
      const companion = companionOf(row, stop)
      return [...(isAlone ? [stop] : []), ...(companion ? [{ ...stop, companion }] : [])]
    })
}

const documentedAt: Readonly<Record<string, readonly number[]>> = {
  AUTHENTICATE_PAYER: [100],
  AUTHORIZE: [55],
  BALANCE_INQUIRY: [48, 73],
  CONFIRM_BROWSER_PAYMENT: [35],
  CREATE_CHECKOUT_SESSION: [37, 53],
  REFERRAL: [68],
  REFUND: [39, 60],
  UPDATE_AUTHORIZATION: [24],
  VERIFY: [26],
  VOID: [66],
}

const listedWhole = ['VOID', 'CONFIRM_BROWSER_PAYMENT', 'UPDATE_AUTHORIZATION', 'REFERRAL']

// What a terminal read is never kept, so that no session takes it.
const neverHeld = /^sourceOfFunds\.provided\.card\.(?:emvRequest|p2pe|pin|track[12])(?:\.|$)/
const sessions = ['CREATE_SESSION', 'UPDATE_SESSION', 'CREATE_CHECKOUT_SESSION']

// Accepted everywhere when they equal the path (spec 10).
const idsOfThePath = ['order.id', 'transaction.id']

// A session may hold part of what a request needs (spec 2.8), and what a token is made of may come from one.
const holdsParts = ['CREATE_SESSION', 'UPDATE_SESSION', 'TOKENIZE']

function companionOf(row: Row, stop: Stop): Row | undefined {
  const group = parentOf(row.field)
  if (group === '') return undefined
  const others = requestRows.filter(
    other => other.field !== row.field && other.type !== 'group' && serves(other, stop),
  )
  return (
    others.find(({ field }) => parentOf(field) === group) ??
    others.find(({ field }) => field.startsWith(`${group}.`))
  )
}

// Below its earliest documented version an operation takes what that one takes (spec 9); answers are
// always in the form of the version asked for.
function serves(row: Row, { operation, version }: Stop): boolean {
  const earliest = row.direction === 'request' ? (documentedAt[operation]?.[0] ?? 1) : 1
  const contract = Math.max(version, earliest)
  return row.operations.includes(operation) && row.since <= contract && contract <= row.until
}

function rowsOf(field: string): readonly Row[] {
  return requestRows.filter(row => row.field === field)
}
