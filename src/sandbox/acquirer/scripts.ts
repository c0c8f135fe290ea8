import type { AcquirerAsk } from '../../acquirers/port.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'

/** What the acquirer is told to do next, kept in memory until it was done. */
export interface Scripts {
  /** Refused when too many are waiting. */
  add(script: Script): Rejection | undefined
  clear(): void
  /** The next answer of the oldest script that matches; it is used up by that. */
  next(ask: AcquirerAsk): ScriptedAnswer | undefined
  /** What is left, with card numbers masked. */
  list(): readonly Script[]
}

export type Script = { readonly match: Match; readonly answers: readonly ScriptedAnswer[] }

/** All that is given must be so; nothing given matches everything. */
export type Match = { readonly merchantId?: string; readonly orderId?: string; readonly cardNumber?: string }

export type ScriptedAnswer = {
  readonly answer: ScriptedManner
  readonly gatewayCode?: GatewayCode
  /** A decimal, in the currency of whatever it answers. */
  readonly amount?: string
  readonly delayMs?: number
}

export const scriptedManners = [
  'approve',
  'decline',
  'refer',
  'partial',
  'silent',
  'late',
  'twice',
  'drop',
] as const
export type ScriptedManner = (typeof scriptedManners)[number]

const scriptsMax = 1_000

export function createScripts(): Scripts {
  let waiting: Waiting[] = []
  return {
    add({ match, answers }) {
      if (waiting.length >= scriptsMax)
        return invalid('answers', `${scriptsMax} scripts are waiting; clear them first.`)
      if (answers.length > 0) waiting.push({ match, answers: [...answers] })
      return undefined
    },
    clear() {
      waiting = []
    },
    next(ask) {
      const script = waiting.find(({ match }) => isMatched(match, ask))
      const answer = script?.answers.shift()
      if (script?.answers.length === 0) waiting = waiting.filter(one => one !== script)
      return answer
    },
    list() {
      return waiting.map(({ match, answers }) => ({ match: masked(match), answers: [...answers] }))
    },
  }
}

type Waiting = { readonly match: Match; readonly answers: ScriptedAnswer[] }

function isMatched({ merchantId, orderId, cardNumber }: Match, ask: AcquirerAsk): boolean {
  if (merchantId !== undefined && merchantId !== ask.merchantId) return false
  if (orderId !== undefined && !('orderId' in ask && orderId === ask.orderId)) return false
  return cardNumber === undefined || cardNumber === ask.card?.number
}

function masked({ cardNumber, ...match }: Match): Match {
  return cardNumber === undefined ? match : { ...match, cardNumber: maskedNumber(cardNumber) }
}
