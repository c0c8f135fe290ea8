import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import { toDecimal } from '../../orders/money.ts'

/** What was asked and answered, as it may be written down: no card, and nothing the acquirer did not say. */
export function exchangeContent(ask: AcquirerAsk, answer: AcquirerAnswer, tookMs?: number): string {
  return JSON.stringify({
    verb: ask.verb,
    ...('repeat' in ask && { repeat: ask.repeat }),
    ...(tookMs !== undefined && { tookMs }),
    answer: answerContent(answer, ask.currency),
  })
}

function answerContent(answer: AcquirerAnswer, currency: string): Content {
  if (answer.outcome === 'silent') return { outcome: 'silent' }
  const { outcome, acquirerCode, acquirerMessage } = answer
  return {
    outcome,
    ...('gatewayCode' in answer && { gatewayCode: answer.gatewayCode }),
    ...(outcome === 'approved' && {
      amount: toDecimal(answer.amount, currency),
      authorizationCode: answer.authorizationCode,
    }),
    acquirerCode: acquirerCode.slice(0, wordsMax),
    acquirerMessage: acquirerMessage.slice(0, wordsMax),
  }
}

const wordsMax = 255
