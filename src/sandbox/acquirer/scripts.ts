import type { AcquirerAsk } from '../../acquirers/port.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'

/** What the acquirer is told to do next, kept in memory until it was done. */
export interface AcquirerScripts {
  /** Refused when too many are waiting. */
  add(script: AcquirerScript): Rejection | undefined
  clear(): void
  /** The next answer of the oldest script that matches; it is used up by that. */
  next(ask: AcquirerAsk): ScriptedAnswer | undefined
  /** What is left, with card numbers masked. */
  list(): readonly AcquirerScript[]
}

export type AcquirerScript = { readonly match: AcquirerMatch; readonly answers: readonly ScriptedAnswer[] }

/** All that is given must be so; nothing given matches everything. */
export type AcquirerMatch = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly cardNumber?: string
}

export type ScriptedAnswer = {
  readonly answer: ScriptedAnswerKind
  readonly gatewayCode?: GatewayCode
  /** A decimal, in the currency of whatever it answers. */
  readonly amount?: string
  readonly delayMs?: number
}

export const scriptedAnswerKinds = [
  'approve',
  'decline',
  'refer',
  'partial',
  'silent',
  'late',
  'twice',
  'drop',
] as const
export type ScriptedAnswerKind = (typeof scriptedAnswerKinds)[number]

const scriptsMax = 1_000

export function createAcquirerScripts(): AcquirerScripts {
  let waiting: WaitingScript[] = []
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

type WaitingScript = { readonly match: AcquirerMatch; readonly answers: ScriptedAnswer[] }

function isMatched({ merchantId, orderId, cardNumber }: AcquirerMatch, ask: AcquirerAsk): boolean {
  if (merchantId !== undefined && merchantId !== ask.merchantId) return false
  if (orderId !== undefined && !('orderId' in ask && orderId === ask.orderId)) return false
  return cardNumber === undefined || cardNumber === ask.card?.number
}

function masked({ cardNumber, ...match }: AcquirerMatch): AcquirerMatch {
  return cardNumber === undefined ? match : { ...match, cardNumber: maskedNumber(cardNumber) }
}
