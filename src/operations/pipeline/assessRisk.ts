// Risk rules in the course of a payment: before it begins, once it has begun and is counted, and after an
// approval. What they reject before is sent to nobody; what they reject after is reversed.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { mergeRecords } from '../../contract/kit/records.ts'
import { isCharge } from '../../orders/transaction.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import {
  type Assessment,
  assessAfter,
  assessBefore,
  type CompiledRules,
  mayBeAccepted,
} from '../../risk/assess.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import { type AssessedOperation, assessedOperations } from '../../risk/rule.ts'
import { countedAttempt, countersFor, countsByName } from '../../risk/velocity.ts'
import { type AnswerInterpretation, approvedPart } from '../model/conclusions.ts'
import type { ConcludedResult, Plan, PlanContext } from '../model/flow.ts'
import { nothingAssigned } from '../model/journal.ts'
import { type AssessedPayment, type RiskUnderWay, riskFactsOf, waivedRulesIn } from '../model/riskFacts.ts'
import { laterStepOf, recordName } from '../model/steps.ts'
import { revealedCard } from '../model/transactionCard.ts'
import { answeredRecord, shownRequest } from '../record/record.ts'
import { recordedRequest } from '../record/recordedRequest.ts'
import { askCounterparty, type CounterpartyAnswer, type StartedTransaction } from './askCounterparty.ts'
import type { Execution } from './execution.ts'

/**
 * Undefined where no rule is about it: most merchants have none, and pay nothing for those who have. A
 * promise only where an authorization is raised, whose card is decrypted.
 */
export function riskOf<O extends Operation>(
  execution: Execution<O>,
  plan: Plan,
  context: PlanContext,
): RiskUnderWay | Promise<RiskUnderWay> | undefined {
  const { pipeline, key, flow } = execution
  const rules = pipeline.risk?.rulesFor(key.merchantId)
  if (!rules || 'verdict' in plan) return undefined
  const request = () => shownRequest(recordedRequest(execution, plan, context))
  const operation = assessedNames.get(flow.operation.name)
  if (operation) {
    const cardNumber = 'ask' in plan ? plan.ask.card?.number : plan.card?.number
    const record = plan.proof ? mergeRecords(request(), plan.proof) : request()
    return underWay(execution, { rules, context, plan }, { operation, record, cardNumber })
  }
  const raised = raisedBy(plan)
  const first = raised && context.transactions.find(({ id }) => id === plan.cardOf)
  if (!first) return undefined
  const { transactions } = context
  const record = mergeRecords(answeredRecord(first), request())
  return revealedCard(pipeline, key, { transactions, id: first.id }).then(card =>
    underWay(
      execution,
      { rules, context, plan },
      { operation: 'AUTHORIZE', record, cardNumber: card?.number, addedAmount: raised },
    ),
  )
}

/** By how much an authorization is raised: then it is assessed as if it were authorized anew. */
const raisedBy = (plan: Plan): bigint | undefined => {
  if (!('ask' in plan) || plan.ask.verb !== 'update') return undefined
  const { amount, heldAmount = 0n } = plan.ask
  return amount > heldAmount ? amount - heldAmount : undefined
}

type Assessing = { readonly rules: CompiledRules; readonly context: PlanContext; readonly plan: Plan }
type KnownForRisk = Pick<AssessedPayment, 'cardNumber' | 'operation' | 'record'> &
  Pick<RiskFacts, 'addedAmount'>

function underWay<O extends Operation>(
  { pipeline }: Execution<O>,
  { rules, context, plan }: Assessing,
  { addedAmount, ...known }: KnownForRisk,
): RiskUnderWay {
  const { cardHash } = pipeline.vault
  const facts = {
    ...riskFactsOf({
      ...known,
      ...{ amount: plan.orderAmount ?? plan.amount, currency: plan.currency },
      ...{ issuerCountryOf: rules.issuerCountryOf, cardHash },
    }),
    ...(addedAmount !== undefined && { addedAmount }),
  }
  const counters = countersFor(rules.counters, facts)
  const counts = counters.map(counter => countedAttempt(counter, facts, cardHash))
  return { rules, facts, waived: waivedRulesIn(context.transactions), counters, counts }
}

const assessedNames: ReadonlyMap<string, AssessedOperation> = new Map(
  assessedOperations.map(name => [name, name]),
)

/**
 * The plan with what is certain before the transaction begins: what is rejected, whatever counters and clock
 * will say, gets no trace number. A rule that accepts and depends on them is waited for.
 */
export function planWithRisk(plan: Plan, risk: RiskUnderWay | undefined): Plan {
  if (!risk || 'verdict' in plan) return plan
  const assessment = assessBefore(risk.rules, risk.facts, risk.waived)
  return assessment.decision === 'REJECTED' && !mayBeAccepted(assessment) ? blockedPlan(plan) : plan
}

function blockedPlan(plan: Plan): Plan {
  if ('ask' in plan) {
    const { ask, cardOf: _, ...movement } = plan
    return { ...movement, verdict: blocked, ...(ask.card && { card: ask.card }) }
  }
  if (!('consult' in plan)) return plan
  const { consult: _, cardOf: __, ...movement } = plan
  return { ...movement, verdict: blocked }
}

/** What risk rules reject (spec 7). */
export const blocked = { result: 'FAILURE', gatewayCode: 'BLOCKED' } as const satisfies ConcludedResult

/** Asks as planned, unless rules reject it; an approval that rules reject is reversed. */
export async function askAssessed<O extends Operation>(
  execution: Execution<O>,
  started: StartedTransaction,
): Promise<AssessedAnswer> {
  const { risk, begun } = started
  if (!risk) return await askCounterparty(execution, started)
  const { rules, waived, counters } = risk
  const counts = countsByName(counters, begun.counts)
  const facts = { ...risk.facts, atMs: begun.startedAtMs, counts }
  const assessment = assessBefore(rules, facts, waived)
  if (assessment.decision === 'REJECTED') {
    await giveTraceBack(execution, started)
    return { ...{ interpretation: blocked, answer: undefined, tookMs: 0, asked: undefined }, assessment }
  }
  const found = await askCounterparty(execution, started)
  const { answer, interpretation } = found
  if (interpretation.result !== 'SUCCESS' || answer?.outcome !== 'approved' || !('ask' in started.plan))
    return { ...found, assessment }
  const after = assessAfter(rules, { ...facts, answer: resultsIn(answer) }, { before: assessment, waived })
  if (after.decision !== 'REJECTED') return { ...found, assessment: after }
  return { ...found, interpretation: rejectedApproval(started.plan, interpretation), assessment: after }
}

export type AssessedAnswer = CounterpartyAnswer & { readonly assessment?: Assessment }

/** What an issuer says of address and security code. */
export const resultsIn = (answer: AcquirerAnswer): NonNullable<RiskFacts['answer']> => ({
  avs: 'avs' in answer ? answer.avs?.gatewayCode : undefined,
  securityCode: 'cardSecurityCode' in answer ? answer.cardSecurityCode?.gatewayCode : undefined,
})

/**
 * An approval that is not kept: it has failed, and is reversed as any other that must not stand. Until a
 * raised authorization is as it was, its order admits nothing else.
 */
export const rejectedApproval = (
  plan: Pick<Plan, 'type'>,
  interpretation: Pick<AnswerInterpretation, 'approvedAmount'>,
): AnswerInterpretation => ({
  ...blocked,
  ...approvedPart(interpretation),
  ...(isCharge(plan) && { obligation: 'reversal', keepsOrderBusy: false }),
  ...(plan.type === 'AUTHORIZATION_UPDATE' && { obligation: 'reversal', keepsOrderBusy: true }),
})

/** Nothing is sent under it: whoever looks later must know. */
async function giveTraceBack<O extends Operation>(
  { pipeline, flow, key, submission }: Execution<O>,
  { question, begun }: StartedTransaction,
): Promise<void> {
  if (!question.assigned || !('trace' in question.assigned)) return
  const transactionId = recordName(submission.transactionId, laterStepOf(flow))
  const wanted = { key, transactionId, fence: begun.fence, trace: nothingAssigned }
  // Where it is taken over, or the database is away, closing finds that out too.
  await pipeline.journal.retrace(wanted).catch(error => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
}
