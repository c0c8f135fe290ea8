// Movements of money, as totals and clearing files count them: see docs/decisions/031-reconciliation.md.

import type { TransactionType } from '../../orders/transaction.ts'
import type { BusinessDate } from './businessDate.ts'

export const movementKinds = ['debit', 'debitReversed', 'credit', 'creditReversed'] as const
export type MovementKind = (typeof movementKinds)[number]

export function knownKind(text: string): MovementKind {
  const kind = movementKinds.find(one => one === text)
  if (kind === undefined) throw new Error('There is no such kind of movement')
  return kind
}

/** Holds and checks move no money, so neither totals nor clearing files have them. */
const kindsByType: { readonly [type in TransactionType]?: MovementKind } = {
  PAYMENT: 'debit',
  CAPTURE: 'debit',
  VOID_PAYMENT: 'debitReversed',
  VOID_CAPTURE: 'debitReversed',
  REFUND: 'credit',
  VOID_REFUND: 'creditReversed',
}

export const movementKindOf = (type: TransactionType): MovementKind | undefined => kindsByType[type]

/** The types of transactions that move money. */
export const movingTypes: readonly string[] = Object.keys(kindsByType)

/** What is reversed by a movement of this kind. */
export const reversedBy = (kind: MovementKind): MovementKind | undefined => {
  if (kind === 'debitReversed') return 'debit'
  return kind === 'creditReversed' ? 'credit' : undefined
}

/** What tells movements apart on the wire and in a clearing file. */
export const identityNames = ['reference', 'traceNumber', 'terminal', 'acceptor'] as const
export type IdentityName = (typeof identityNames)[number]
export type MovementIdentity = { readonly [name in IdentityName]?: string }

export type Movement = {
  readonly identity: MovementIdentity
  readonly kind: MovementKind
  /** In minor units. */
  readonly amount: bigint
  readonly currency: string
}

/** One transaction of the gateway that moves money, or tried to. */
export type GatewayMovement = Movement & {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly type: TransactionType
  /**
   * `counted`: the host approved it, and said on which date it counts. `failed`: it was declined, or was
   * reversed because nobody knew. `open`: it is running, or something is still owed about it.
   */
  readonly state: 'counted' | 'failed' | 'open'
  /** Of what is counted. */
  readonly date?: BusinessDate
  readonly startedAtMs: number
  /** Of what is open: a reversal, an advice and so on. */
  readonly owed?: string
}

/** One line of a clearing file. */
export type ClearingMovement = Movement & {
  readonly line: number
  /** Absent where the file has no such column: then all of it is of one date. */
  readonly date?: BusinessDate
}
