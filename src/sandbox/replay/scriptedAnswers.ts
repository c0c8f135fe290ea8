// What the acquirer simulator is told to answer, so that it answers as the acquirer of a tape did.

import { isApproval } from '../../acquirerHost/testCards.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import type { TapedAsk } from '../../tape/tapedAsks.ts'
import { isAcquirerCode, type ScriptedAnswer } from '../acquirer/scripts.ts'

/** One for each ask that reached the acquirer, in their order. */
export function scriptedAnswers(asks: readonly TapedAsk[], patienceMs: number): readonly ScriptedAnswer[] {
  const sent = asks.filter(({ outcome }) => outcome !== 'unsent')
  return sent.map((ask, index) => {
    const isUnknown = sent.slice(index + 1).some(({ outcome }) => outcome === 'noOriginal')
    return ask.outcome === 'silent' ? silence(ask, { isUnknown, patienceMs }) : spoken(ask, patienceMs)
  })
}

type Silence = {
  /** Whether the acquirer said later that it knows of no such transaction: it never did it. */
  readonly isUnknown: boolean
  readonly patienceMs: number
}

/** By default the simulator does what it is silent about. */
function silence({ tookMs, late }: TapedAsk, { isUnknown, patienceMs }: Silence): ScriptedAnswer {
  if (late && late.afterMs <= delayMaxMs)
    return { answer: 'late', delayMs: late.afterMs, ...codeOf(late.gatewayCode) }
  const isCut = tookMs < patienceMs * 0.8
  return { answer: isCut ? 'drop' : 'silent', ...(isUnknown && { gatewayCode: 'DECLINED' }) }
}

/** An answer that came in the last moment must not come too late where the machine is slower. */
function spoken(ask: TapedAsk, patienceMs: number): ScriptedAnswer {
  const { outcome, gatewayCode, amount, tookMs, late } = ask
  const delayMs = Math.round(Math.min(Math.max(0, tookMs - ownMs), patienceMs * 0.9, delayMaxMs))
  const { gatewayCode: code } = codeOf(gatewayCode)
  if (amount !== undefined) return { answer: 'partial', amount, delayMs }
  if (outcome === 'pending') return { answer: 'decline', gatewayCode: 'PENDING', delayMs }
  if (outcome === 'unknown') return { answer: 'decline', gatewayCode: 'UNKNOWN', delayMs }
  if (outcome === 'declined') {
    if (code === 'REFERRED') return { answer: 'refer', delayMs }
    return { answer: 'decline', delayMs, ...(code && !isApproval(code) && { gatewayCode: code }) }
  }
  // The books say that they know of no original.
  const approval = { delayMs, ...(code && isApproval(code) && { gatewayCode: code }) }
  return { answer: late ? 'twice' : 'approve', ...approval }
}

const codeOf = (gatewayCode: string | undefined): { readonly gatewayCode?: GatewayCode } =>
  isAcquirerCode(gatewayCode) ? { gatewayCode } : {}

/** What the simulator itself takes. */
const ownMs = 10
/** Longer delays cannot be scripted; nobody waits for such an answer. */
const delayMaxMs = 120_000
