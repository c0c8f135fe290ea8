import { type Content, isObject } from '../../contract/kit/normalise.ts'
import { toDecimal } from '../../orders/money.ts'
import type { RecordedTransaction, Trace } from '../journal.ts'
import { isoTime } from './outcome.ts'
import { readDocument } from './record.ts'

/** One outcome of a transaction, read: the first answer, or what became of it. */
export type Chapter = Omit<Trace['outcomes'][number], 'outcome'> & {
  readonly outcome: Content
  readonly story: Content
}

export function chaptersOf({ outcomes }: Trace): readonly Chapter[] {
  return outcomes.map(({ outcome: document, ...rest }) => {
    const outcome = readDocument(document)
    return { ...rest, outcome, story: isObject(outcome.story) ? outcome.story : {} }
  })
}

type Step = { readonly atMs: number; readonly content: Content }

/** What happened, in the order it happened in. */
export function timelineOf(
  known: RecordedTransaction,
  request: Content,
  { chapters, trace }: { readonly chapters: readonly Chapter[]; readonly trace: Trace },
): readonly Content[] {
  const first = chapters.at(0)
  const steps = [
    ...beginning(known, request, first),
    ...trace.exchanges.map(exchangeStep),
    ...chapters.map(outcomeStep),
    ...trace.notifications.map(notificationStep),
  ]
  return steps
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ atMs, content: { step, ...rest } }) => ({ step, time: isoTime(atMs), ...rest }))
}

function beginning(
  known: RecordedTransaction,
  request: Content,
  first: Chapter | undefined,
): readonly Step[] {
  const { operation, apiVersion, startedAtMs: atMs, amount, currency } = known
  const { waitedMs, asked } = first?.story ?? {}
  const money = { amount: toDecimal(amount, currency), currency }
  const received = { step: 'RECEIVED', operation, version: String(apiVersion) }
  return [
    { atMs, content: { ...received, ...(waitedMs !== undefined && { waitedForOrderMs: waitedMs }) } },
    ...(first && isObject(asked)
      ? [{ atMs, content: askedContent({ ...asked, ...money }, request, first) }]
      : []),
  ]
}

/** The exchange with the acquirer: what it was asked about, and in its words what it answered. */
function askedContent(asked: Content, request: Content, { outcome }: Chapter): Content {
  const { transaction, response } = outcome
  const about = isObject(transaction) ? transaction : {}
  const said = isObject(response) ? response : {}
  const card = cardIn(request)
  return {
    step: 'ACQUIRER_ASKED',
    ...asked,
    ...(card !== undefined && { card }),
    ...(said.acquirerCode !== undefined && { acquirerCode: said.acquirerCode }),
    ...(said.acquirerMessage !== undefined && { acquirerMessage: said.acquirerMessage }),
    ...(about.authorizationCode !== undefined && { authorizationCode: about.authorizationCode }),
  }
}

/** Masked before it was written. */
function cardIn({ sourceOfFunds }: Content): unknown {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? (provided.card ?? provided.giftCard) : undefined
  return isObject(card) ? card.number : undefined
}

const exchangeStep = ({ kind, attempt, content, atMs }: Trace['exchanges'][number]): Step => ({
  atMs,
  content: { step: exchangeSteps[kind], attempt, ...readDocument(content) },
})

const exchangeSteps = {
  reversal: 'REVERSAL_ATTEMPTED',
  advice: 'ADVICE_ATTEMPTED',
  inquiry: 'INQUIRY_ATTEMPTED',
  late: 'LATE_ANSWER',
} as const satisfies Record<Trace['exchanges'][number]['kind'], string>

function outcomeStep({ recordedAtMs: atMs, result, gatewayCode, sequence, story, outcome }: Chapter): Step {
  const { settledBy, attempt } = story
  const { order } = outcome
  return {
    atMs,
    content: {
      step: settledBy === undefined ? 'ANSWERED' : 'SETTLED_BY_RECOVERY',
      result,
      gatewayCode,
      sequence,
      ...(settledBy !== undefined && { by: settledBy }),
      ...(attempt !== undefined && { attempt }),
      ...(isObject(order) && { orderStatus: order.status }),
    },
  }
}

const notificationStep = ({ sequence, dueAtMs: atMs }: Trace['notifications'][number]): Step => ({
  atMs,
  content: { step: 'NOTIFICATION_DUE', sequence },
})
