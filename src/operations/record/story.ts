import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import { toDecimal } from '../../orders/money.ts'
import { statusOf } from '../../orders/status.ts'
import { totalsOf } from '../../orders/totals.ts'
import type { Plan } from '../model/flow.ts'
import type { AnswerInterpretation } from '../model/interpret.ts'
import type { LoadedOrder, Obligation } from '../model/journal.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import type { PreparedRequest } from '../requests/prepare.ts'

export type StoryFacts = {
  readonly waitedMs: number
  /** Whom it concerns, the verb tells. */
  readonly asked: AskedCounterparty | undefined
  readonly plan: Plan
  readonly prepared: PreparedRequest
  readonly before: LoadedOrder | undefined
}

export type AskedCounterparty = {
  readonly verb: string
  readonly tookMs: number
  readonly answer: string
  /** Of the payer's authentication, as the acquirer was told it; never the token. */
  readonly proof?: Content
}

/** What explain tells beyond request and outcome, as short as can be: it is written with every outcome. */
export function storyOf({ waitedMs, asked, plan, prepared, before }: StoryFacts): Content {
  const cardOf = 'verdict' in plan ? undefined : plan.cardOf
  const rule = 'verdict' in plan ? plan.verdict.rule : undefined
  return {
    ...{}, // as in merged
    ...(asked && { asked }),
    ...(waitedMs > 0 && { waitedMs }),
    ...(prepared.sources && { sources: prepared.sources }),
    ...(cardOf !== undefined && { cardOf }),
    ...(rule !== undefined && { rule }),
    ...(before && { before: orderStateContent(before) }),
  }
}

/** Where the order stood. */
export function orderStateContent({ transactions, currency }: LoadedOrder): Content {
  const { authorized, captured, refunded } = totalsOf(transactions)
  return {
    status: statusOf(transactions),
    totalAuthorizedAmount: toDecimal(authorized, currency),
    totalCapturedAmount: toDecimal(captured, currency),
    totalRefundedAmount: toDecimal(refunded, currency),
  }
}

/** For merchants who asked for it, on what did not succeed. */
export function debugInformationOf(
  { acquirer, patienceMs }: Pick<Pipeline, 'acquirer' | 'patienceMs'>,
  { result, obligation }: AnswerInterpretation,
  answer: AcquirerAnswer | undefined,
): string | undefined {
  if (result === 'SUCCESS') return undefined
  const follows = obligation ? ` ${follow[obligation]}` : ''
  if (!answer) return 'The gateway decided by itself; no acquirer was asked.'
  if (answer.outcome === 'silent')
    return `Acquirer ${acquirer.name} did not answer within ${patienceMs} ms.${follows}`
  const words = [answer.acquirerCode, answer.acquirerMessage].filter(word => word !== '').join(' ')
  return `Acquirer ${acquirer.name} answered ${answer.outcome}${words && ` (${words})`}.${follows}`
}

const follow = {
  reversal: 'It is reversed until that is acknowledged.',
  advice: 'It is repeated until it is acknowledged.',
  inquiry: 'Its outcome is inquired about.',
  rest: 'The rest is paid, or it is given back.',
} as const satisfies Record<Obligation, string>
