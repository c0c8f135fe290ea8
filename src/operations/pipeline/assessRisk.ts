// Risk rules in the course of a payment: before it begins, once it has begun and is counted, and after an
// approval. What they reject before is sent to nobody; what they reject after is reversed.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { mergeRecords } from '../../contract/kit/records.ts'
import { isCharge } from '../../orders/transaction.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { type Assessment, assessAfter, assessBefore, mayBeAccepted } from '../../risk/assess.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import { type AssessedOperation, assessedOperations } from '../../risk/rule.ts'
import { countedAttempt, countersFor, countsByName } from '../../risk/velocity.ts'
import { type AnswerInterpretation, approvedPart } from '../model/conclusions.ts'
import type { ConcludedResult, Plan, PlanContext } from '../model/flow.ts'
import { nothingAssigned } from '../model/journal.ts'
import { type RiskUnderWay, riskFactsOf, waivedRulesIn } from '../model/riskFacts.ts'
import { laterStepOf, recordName } from '../model/steps.ts'
import { shownRequest } from '../record/record.ts'
import { recordedRequest } from '../record/recordedRequest.ts'
import { askCounterparty, type CounterpartyAnswer, type StartedTransaction } from './askCounterparty.ts'
import type { Execution } from './execution.ts'

/** Undefined where no rule is about it: most merchants have none, and pay nothing for those who have. */
export function riskOf<O extends Operation>(
  execution: Execution<O>,
  plan: Plan,
  context: PlanContext,
): RiskUnderWay | undefined {
  const { pipeline, key, flow } = execution
  const rules = pipeline.risk?.rulesFor(key.merchantId)
  const operation = assessedNames.get(flow.operation.name)
  if (!rules || !operation || 'verdict' in plan) return undefined
  const { cardHash } = pipeline.vault
  const request = shownRequest(recordedRequest(execution, plan, context))
  const facts = riskFactsOf({
    operation,
    amount: plan.orderAmount ?? plan.amount,
    currency: plan.currency,
    record: plan.proof ? mergeRecords(request, plan.proof) : request,
    cardNumber: 'ask' in plan ? plan.ask.card?.number : plan.card?.number,
    issuerCountryOf: rules.issuerCountryOf,
    cardHash,
  })
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

/** An approval that is not kept: it has failed, and is reversed as any other that must not stand. */
export const rejectedApproval = (
  plan: Pick<Plan, 'type'>,
  interpretation: Pick<AnswerInterpretation, 'approvedAmount'>,
): AnswerInterpretation => ({
  ...blocked,
  ...approvedPart(interpretation),
  ...(isCharge(plan) && { obligation: 'reversal', keepsOrderBusy: false }),
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
