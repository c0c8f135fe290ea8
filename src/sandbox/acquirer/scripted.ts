import type { AcquirerAsk } from '../../acquirers/port.ts'
import { fitsCurrency, toMinor } from '../../orders/money.ts'
import { type AcquirerDecision, type AnswerDelivery, decide, decidePartialAmount } from './ruling.ts'
import type { ScriptedAnswer } from './scripts.ts'

/** What a script has the acquirer make of a question, whatever the account says. */
export function decideByScript(scripted: ScriptedAnswer, ask: AcquirerAsk, at: Date): AcquirerDecision {
  return { ...contentOf(scripted, ask, at), delivery: deliveryOf(scripted) }
}

function contentOf(scripted: ScriptedAnswer, ask: AcquirerAsk, at: Date): Omit<AcquirerDecision, 'delivery'> {
  const { answer, gatewayCode } = scripted
  const amount = 'amount' in ask ? ask.amount : 0n
  if (answer === 'refer') return { gatewayCode: 'REFERRED', amount }
  if (answer === 'decline') return { gatewayCode: gatewayCode ?? 'DECLINED', amount }
  if (answer === 'partial' && 'acceptPartialAmount' in ask)
    return decidePartialAmount(ask, partOf(scripted, ask))
  // What a balance is, only the account can say.
  if (ask.verb === 'balance') return decide(ask, at)
  return { gatewayCode: gatewayCode ?? 'APPROVED', amount }
}

/** Decimals that the currency does not have are dropped. */
function partOf({ amount }: ScriptedAnswer, { currency }: AcquirerAsk): bigint | undefined {
  if (amount === undefined) return undefined
  return toMinor(fitsCurrency(amount, currency) ? amount : (amount.split('.')[0] ?? '0'), currency)
}

function deliveryOf({ answer, delayMs }: ScriptedAnswer): AnswerDelivery {
  switch (answer) {
    case 'silent':
      return { manner: 'never', delayMs: 0 }
    case 'drop':
      return { manner: 'dropped', delayMs: 0 }
    case 'late':
      return { manner: 'once', delayMs: delayMs ?? lateMs }
    case 'twice':
      return { manner: 'twice', delayMs: delayMs ?? 0 }
    default:
      return { manner: 'once', delayMs: delayMs ?? 0 }
  }
}

/** More than the patience of a sandbox. */
const lateMs = 3_000
