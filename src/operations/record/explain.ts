import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, isObject, withDefaults } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import { unforwardedFields } from '../../contract/kit/project.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction, TransactionTrace } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import { derivedFields } from './derived.ts'
import { isoTime, transactionContent } from './outcome.ts'
import { orderContentNow, readDocument } from './record.ts'
import { counterpartyOf, type ExplainedOutcome, explainedOutcomes, timelineOf } from './timeline.ts'
import { sentRequest, shownRequest, withProfile } from './writtenRequest.ts'

/** The whole story of a transaction, from what was written down about it with card data masked. */
export function explanationOf(
  key: OrderKey,
  order: LoadedOrder,
  { known, traces }: { readonly known: RecordedTransaction; readonly traces: readonly TransactionTrace[] },
): Content {
  const parts = traces.map(explainedOutcomes)
  const chapters = parts.flat()
  const first = chapters.at(0)
  const newest = chapters.at(-1)
  const written = readDocument(known.request)
  const request = sentRequest(written)
  const { id, status } = orderContentNow(key, order)
  return {
    merchant: key.merchantId,
    order: { id, status },
    transaction: transactionContent(known),
    operation: known.operation,
    version: String(known.apiVersion),
    result: known.result,
    gatewayCode: known.gatewayCode,
    decidedBy: deciderOf(newest),
    request,
    values: valuesOf(known, written, first),
    rules: stepsOf(known).flatMap((step, index) => rulesOf(step, parts[index]?.at(0))),
    totals: { before: before(first), ...(newest && { after: orderStateAfter(newest.outcome.order) }) },
    ...(known.owed && { owed: owedContent(known.owed) }),
    steps: timelineOf(stepsOf(known), traces),
  }
}

/** Who settled it as it is now. */
function deciderOf(newest: ExplainedOutcome | undefined): string {
  if (!newest) return 'NOBODY_YET'
  const { asked, settledBy } = newest.story
  const isAnswered = isObject(asked) && asked.answer !== 'silent' && asked.answer !== 'undecided'
  if (settledBy === 'payer') return isAnswered ? counterpartyOf(asked.verb) : 'PAYER'
  if (settledBy !== undefined) return 'RECOVERY'
  return isAnswered ? counterpartyOf(asked.verb) : 'GATEWAY'
}

/** Where values came from that the request did not bring itself. */
function valuesOf(
  known: RecordedTransaction,
  written: Content,
  first: ExplainedOutcome | undefined,
): Content {
  const shape = requestAt(operationNamed(known.operation), known.apiVersion)
  const whole = withDefaults(shape, shownRequest(written))
  const { sources, cardOf } = first?.story ?? {}
  const { ofOrder } = written
  const leftOut = unforwardedFields(shape, shownRequest(written))
  return {
    ...(isObject(sources) && { taken: sources }),
    ...(typeof cardOf === 'string' && { cardOfTransaction: cardOf }),
    ...(isObject(ofOrder) && { groupsOfOrder: Object.keys(ofOrder) }),
    ...(leftOut.length > 0 && { leftOut }),
    defaults: additions(sentRequest(written), withDefaults(shape, withProfile(written))),
    derived: additions(whole, derivedFields(whole)),
  }
}

/** What the second content has and the first has not, by path. */
function additions(below: Content, above: Content, path = ''): Content {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(above)) {
    const under = below[name]
    const place = `${path}${name}`
    if (under === undefined && !isObject(value)) found[place] = value
    else if (isObject(value))
      Object.assign(found, additions(isObject(under) ? under : {}, value, `${place}.`))
  }
  return found
}

function rulesOf(
  { operation }: RecordedTransaction,
  first: ExplainedOutcome | undefined,
): readonly Content[] {
  const { status = 'NEW' } = before(first)
  const admission = { rule: 'ORDER_STATUS', status, operation, verdict: 'ADMITTED' }
  if (!first || first.story.settledBy !== undefined) return [admission]
  const own = { rule: first.story.rule ?? first.gatewayCode, verdict: first.result, sent: false }
  const { response } = first.outcome
  const risk = isObject(response) && isObject(response.risk) ? response.risk.gatewayCode : undefined
  return [
    admission,
    ...(first.story.asked === undefined ? [own] : []),
    ...(risk === undefined ? [] : [{ rule: 'RISK', verdict: risk }]),
  ]
}

const before = (first: ExplainedOutcome | undefined): Content =>
  isObject(first?.story.before) ? first.story.before : newOrder

const newOrder: Content = { status: 'NEW' }

/** Where the order stood after it. */
function orderStateAfter(order: unknown): Content {
  if (!isObject(order)) return {}
  const { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount } = order
  return { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount }
}

function owedContent(pursuit: NonNullable<RecordedTransaction['owed']>): Content {
  const { obligation, status, attempts, lastAttemptAtMs } = pursuit
  return {
    obligation: obligation.toUpperCase(),
    status,
    attempts,
    ...(lastAttemptAtMs !== undefined && { lastAttemptTime: isoTime(lastAttemptAtMs) }),
  }
}
