// Which question of a dialect an ask of the port is.

import type { AcquirerAsk, AcquirerVerb } from '../../port.ts'
import { type Dialect, fieldNumbers, type WiredAsk } from '../dialects/dialect.ts'

/** An update to the same amount is an increase by nothing: it keeps a hold alive. */
export function wiredAskOf(ask: AcquirerAsk): WiredAsk {
  switch (ask.verb) {
    case 'credit':
      return ask.refundAuthorization === true ? 'authorizedCredit' : 'credit'
    case 'refund':
      return ask.refundAuthorization === true ? 'authorizedRefund' : 'refund'
    case 'update':
      return ask.amount < heldBefore(ask) ? 'decrease' : 'increase'
    default:
      return ask.verb
  }
}

/** What an update finds held. */
export const heldBefore = (ask: {
  readonly heldAmount?: bigint
  readonly original: { readonly amount: bigint }
}): bigint => ask.heldAmount ?? ask.original.amount

/**
 * In minor units, where a message has another amount than its transaction: nothing where a card is only
 * checked or a balance is asked for, the difference of a larger hold, what was held before a smaller one.
 */
export function ownAmountOf(ask: AcquirerAsk, dialect: Dialect): bigint | undefined {
  if (ask.verb === 'verify' || ask.verb === 'balance') return 0n
  if (ask.verb !== 'update') return undefined
  const held = heldBefore(ask)
  if (ask.amount >= held) return ask.amount - held
  return saysWhatRemains(dialect) ? held : undefined
}

/**
 * Whether a smaller hold is asked for with what remains in a field of its own (95 in 1987): then the amount
 * is what was held. In 1993 the amount is what remains, and what was held stands in field 30.
 */
function saysWhatRemains({ asks, fields }: Dialect): boolean {
  const sent = [...fieldNumbers(asks.decrease?.send), ...fieldNumbers(asks.decrease?.sendIfKnown)]
  return sent.some(number => fields[number]?.meaning === 'replacementAmounts')
}

/** What a host with this dialect can be asked. An update needs both of its directions. */
export function verbsOf({ asks }: Pick<Dialect, 'asks'>): ReadonlySet<AcquirerVerb> {
  const isAsked: { readonly [verb in AcquirerVerb]: boolean } = {
    authorize: asks.authorize !== undefined,
    pay: asks.pay !== undefined,
    verify: asks.verify !== undefined,
    credit: (asks.credit ?? asks.authorizedCredit) !== undefined,
    capture: asks.capture !== undefined,
    refund: (asks.refund ?? asks.authorizedRefund) !== undefined,
    void: asks.void !== undefined,
    update: asks.increase !== undefined && asks.decrease !== undefined,
    reverse: asks.reverse !== undefined,
    inquire: asks.inquire !== undefined,
    balance: asks.balance !== undefined,
  }
  return new Set(allVerbs.filter(verb => isAsked[verb]))
}

const allVerbs = [
  ...(['authorize', 'pay', 'verify', 'credit', 'capture', 'refund', 'void', 'update'] as const),
  ...(['reverse', 'inquire', 'balance'] as const),
] as const satisfies readonly AcquirerVerb[]
