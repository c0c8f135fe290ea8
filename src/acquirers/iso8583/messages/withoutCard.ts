// What is kept of an ask for answers that come late: its members by name, so that no card data can be among
// them.

import type { AcquirerAsk, AskedTransaction } from '../../port.ts'

/** The port has no payment without a card: it is there, and empty. */
const noCard = { number: '' } as const

export function withoutCard(ask: AcquirerAsk): AcquirerAsk {
  switch (ask.verb) {
    case 'balance':
      return { verb: ask.verb, merchantId: ask.merchantId, currency: ask.currency, card: noCard }
    case 'authorize':
    case 'pay':
    case 'verify':
    case 'credit': {
      const { verb, acceptPartialAmount, authorizationCode, isOfAgreement, refundAuthorization } = ask
      return {
        ...{ verb, card: noCard, acceptPartialAmount },
        ...subjectOf(ask),
        ...(authorizationCode !== undefined && { authorizationCode }),
        ...(isOfAgreement !== undefined && { isOfAgreement }),
        ...(refundAuthorization !== undefined && { refundAuthorization }),
      }
    }
    case 'reverse':
    case 'inquire': {
      const { verb, original, repeat, owedAtMs } = ask
      return { verb, original, repeat, ...(owedAtMs !== undefined && { owedAtMs }), ...subjectOf(ask) }
    }
    default: {
      const { verb, original, repeat, heldAmount, isLast, refundAuthorization } = ask
      return {
        ...{ verb, original, repeat },
        ...subjectOf(ask),
        ...(heldAmount !== undefined && { heldAmount }),
        ...(isLast !== undefined && { isLast }),
        ...(refundAuthorization !== undefined && { refundAuthorization }),
      }
    }
  }
}

function subjectOf(ask: AskedTransaction): AskedTransaction {
  const { merchantId, orderId, transactionId, amount, currency, cell, trace, startedAtMs } = ask
  return {
    ...{ merchantId, orderId, transactionId, amount, currency },
    ...(cell !== undefined && { cell }),
    ...(trace !== undefined && { trace }),
    ...(startedAtMs !== undefined && { startedAtMs }),
  }
}
