import type { TransactionType } from '../../orders/transaction.ts'
import type { Ask, Verb } from '../port.ts'
import type { EntryKind, Posting } from './books.ts'
import type { Ruling } from './ruling.ts'
import { replyFor } from './triggers.ts'

/** What a ruling writes into the books; undefined when it changes nothing. */
export function postingFor(
  ask: Ask,
  { gatewayCode, amount }: Ruling,
  postedAtMs: number,
): Posting | undefined {
  if (ask.verb === 'balance' || !isApplied(ask.verb, replyFor(gatewayCode).outcome)) return undefined
  const kind = ask.verb === 'inquire' ? kindsByType[ask.original.type] : kindsByVerb[ask.verb]
  if (!kind) return undefined
  const { merchantId, orderId, transactionId, currency } = ask
  const originalId = originalIdOf(ask)
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

/** A payment that is still being thought about is written down when it is inquired about. */
function isApplied(verb: Verb, outcome: ReturnType<typeof replyFor>['outcome']): boolean {
  if (outcome === 'pending')
    return verb === 'capture' || verb === 'refund' || verb === 'update' || verb === 'void'
  return outcome !== 'declined'
}

function originalIdOf(ask: Exclude<Ask, { verb: 'balance' }>): string | undefined {
  if (ask.verb === 'reverse') return ask.transactionId
  return 'original' in ask && ask.verb !== 'inquire' ? ask.original.transactionId : undefined
}

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
} as const satisfies Record<Exclude<Verb, 'balance' | 'inquire'>, EntryKind | undefined>

/** Of what can be pending without being in the books. */
const kindsByType: { readonly [type in TransactionType]?: EntryKind } = {
  AUTHORIZATION: 'hold',
  PAYMENT: 'payment',
  REFUND: 'refund',
}
