// Outcomes that were ordered for the next authentications: they overrule what the card says.

import type { IssuerOutcome } from './testCards.ts'

export type OrderedOutcome = {
  readonly outcome: IssuerOutcome
  /** Only of this card. */
  readonly cardNumber?: string
  /** For so many authentications; 1 unless it says otherwise. */
  readonly next?: number
}

export type OrderedOutcomes = {
  readonly add: (order: OrderedOutcome) => void
  readonly take: (cardNumber: string) => IssuerOutcome | undefined
  readonly clear: () => void
}

export function createOrderedOutcomes(): OrderedOutcomes {
  const orders: { readonly order: OrderedOutcome; left: number }[] = []
  return {
    add: order => void orders.push({ order, left: order.next ?? 1 }),
    take(cardNumber) {
      const found = orders.find(
        ({ order, left }) => left > 0 && (order.cardNumber === undefined || order.cardNumber === cardNumber),
      )
      if (found === undefined) return undefined
      found.left -= 1
      if (found.left === 0) orders.splice(orders.indexOf(found), 1)
      return found.order.outcome
    },
    clear: () => void orders.splice(0),
  }
}
