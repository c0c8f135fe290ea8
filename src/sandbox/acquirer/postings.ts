import type { AcquirerAsk, AcquirerVerb } from '../../acquirers/port.ts'
import type { TransactionType } from '../../orders/transaction.ts'
import { type BookEntryKind, type BookPosting, originalKinds } from './books.ts'
import type { AcquirerDecision } from './ruling.ts'
import { replyFor } from './triggers.ts'

/** What a ruling writes into the books; undefined when it changes nothing. */
export function postingFor(
  ask: AcquirerAsk,
  { gatewayCode, amount }: AcquirerDecision,
  postedAtMs: number,
): BookPosting | undefined {
  if (ask.verb === 'balance' || !isApplied(replyFor(gatewayCode).outcome)) return undefined
  const kind = kindOf(ask)
  if (!kind) return undefined
  const { merchantId, orderId, transactionId, currency } = ask
  const originalId = originalIdOf(ask)
  // Nobody says what it was about, so there is nothing to write it under.
  if (originalId === undefined && mustFollow(kind)) return undefined
  return {
    merchantId,
    orderId,
    transactionId,
    kind,
    amount,
    currency,
    postedAtMs,
    ...(originalId !== undefined && { originalId }),
  }
}

/** As what a question is, or would be, written down. */
export function kindOf(ask: Exclude<AcquirerAsk, { verb: 'balance' }>): BookEntryKind | undefined {
  return ask.verb === 'inquire' ? kindsByType[ask.original.type] : kindsByVerb[ask.verb]
}

/** What is still being thought about is written down when an inquiry approves it. */
const isApplied = (outcome: ReturnType<typeof replyFor>['outcome']): boolean =>
  outcome !== 'declined' && outcome !== 'pending'

function originalIdOf(ask: Exclude<AcquirerAsk, { verb: 'balance' }>): string | undefined {
  if (ask.verb === 'reverse') return ask.transactionId
  if (ask.verb === 'inquire') return ask.original.follows
  return 'original' in ask ? ask.original.transactionId : undefined
}

/** A refund can stand alone. */
const mustFollow = (kind: BookEntryKind): boolean => originalKinds[kind].length > 0 && kind !== 'refund'

const kindsByVerb = {
  authorize: 'hold',
  pay: 'payment',
  verify: undefined,
  credit: 'refund',
  capture: 'capture',
  refund: 'refund',
  update: 'update',
  void: 'void',
  reverse: 'reversal',
} as const satisfies Record<Exclude<AcquirerVerb, 'balance' | 'inquire'>, BookEntryKind | undefined>

const kindsByType: { readonly [type in TransactionType]?: BookEntryKind } = {
  AUTHORIZATION: 'hold',
  AUTHORIZATION_UPDATE: 'update',
  CAPTURE: 'capture',
  PAYMENT: 'payment',
  REFUND: 'refund',
  VOID_AUTHORIZATION: 'void',
  VOID_CAPTURE: 'void',
  VOID_PAYMENT: 'void',
  VOID_REFUND: 'void',
}
