// Approvals that an inquiry finds: risk rules that are asked after an approval judge them as any other.

import type { AcquirerAnswer } from '../../acquirers/port.ts'
import { mergeRecords } from '../../contract/kit/records.ts'
import { type Assessment, assessAfter, type CompiledRules } from '../../risk/assess.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import { assessedOperations } from '../../risk/rule.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'
import { riskFactsOf, waivedRulesIn } from '../model/riskFacts.ts'
import { cardOf, revealedCard } from '../model/transactionCard.ts'
import { rejectedApproval, resultsIn } from '../pipeline/assessRisk.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { listReview } from '../pipeline/settle.ts'
import { answeredRecord } from '../record/record.ts'
import { verdictsIn } from '../record/riskContent.ts'
import type { ObligationOutcome } from './obligationOutcomes.ts'

type LateApproval = {
  readonly key: OrderKey
  readonly order: LoadedOrder
  readonly known: RecordedTransaction
  readonly answer: AcquirerAnswer
}
type JudgedOutcome = ObligationOutcome & { readonly assessment?: Assessment; readonly isUndone?: boolean }

/**
 * By the rules of now, together with what those before the acquirer said then. What was not assessed when it
 * began is not judged now.
 */
export async function judgedApproval(
  pipeline: Pipeline,
  late: LateApproval,
  decided: ObligationOutcome,
): Promise<JudgedOutcome> {
  const { key, order, known, answer } = late
  const said = known.outcome?.story.risk
  const rules = said && pipeline.risk?.rulesFor(key.merchantId)
  if (!said || !rules || decided.concluded.result !== 'SUCCESS' || answer.outcome !== 'approved')
    return decided
  const assessment = assessAfter(rules, await factsOf(pipeline, late, rules), {
    before: { verdicts: verdictsIn(said) },
    waived: waivedRulesIn(order.transactions),
  })
  if (assessment.decision === 'REVIEW_REQUIRED') await listReview(pipeline, key, known.id)
  if (assessment.decision !== 'REJECTED') return { ...decided, assessment }
  const { obligation, keepsOrderBusy = false, ...concluded } = rejectedApproval(known, decided.concluded)
  const reversal = obligation && { obligation, keepsOrderBusy }
  return { concluded, isAnswered: true, ...reversal, assessment, isUndone: reversal !== undefined }
}

/** What is counted was counted when it began, and is not known any more. */
async function factsOf(
  pipeline: Pipeline,
  { key, order: { transactions }, known, answer }: LateApproval,
  { issuerCountryOf }: CompiledRules,
): Promise<RiskFacts> {
  const id = cardOf(transactions, known)
  const first = transactions.find(one => one.id === id && one.id !== known.id)
  const own = answeredRecord(known)
  const { amount, wholeAmount = amount, currency } = known
  return {
    ...riskFactsOf({
      operation: assessedOperations.find(name => name === known.operation) ?? 'AUTHORIZE',
      ...{ amount: wholeAmount, currency, issuerCountryOf, cardHash: pipeline.vault.cardHash },
      record: first ? mergeRecords(answeredRecord(first), own) : own,
      cardNumber: (await revealedCard(pipeline, key, { transactions, id }))?.number,
    }),
    atMs: known.startedAtMs,
    answer: resultsIn(answer),
  }
}
