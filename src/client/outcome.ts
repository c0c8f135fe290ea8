// What became of a transaction. The kinds are apart, so that none can be taken for another: what is not
// `approved` has no field that says so.

import type { TransactionBody } from './bodies.ts'
import type { NewestVersion, RefusalBody } from './contract.generated.ts'
import type { Exchanged, GatewayReply } from './exchange.ts'

/** What an answer about a transaction tells. `More` is what one has to ask again with. */
export type AnsweredOutcome<Answer, More = object> =
  /** It was done, in full. */
  | { readonly kind: 'approved'; readonly answer: Answer }
  /** Less was approved than asked for; only where `order.acceptPartialAmount` was sent. */
  | { readonly kind: 'partiallyApproved'; readonly answer: Answer }
  /** It was not done. Another try needs a new transaction id. */
  | { readonly kind: 'declined'; readonly gatewayCode: OutcomeCode; readonly answer: Answer }
  /** Nobody answered the gateway in time, and it reverses what may have been done: count it as declined. */
  | { readonly kind: 'timedOut'; readonly answer: Answer }
  /** It is under way: a notification tells how it ends. */
  | ({ readonly kind: 'pending'; readonly answer: Answer } & More)
  /** The gateway does not know yet, and finds out: a notification tells. Never choose new ids meanwhile. */
  | ({ readonly kind: 'unknown'; readonly answer: Answer; readonly message: string } & More)

/** What a call came to. */
export type Outcome<Answer, Shown> =
  | AnsweredOutcome<Answer, AskAgain<Shown>>
  | UnheardOutcome<Shown>
  | RejectedCall

/**
 * No answer came until the deadline. Ask again, or send the very same call again: neither can charge twice.
 * Never choose new ids.
 */
export type UnheardOutcome<Shown> = {
  readonly kind: 'unknown'
  readonly answer: undefined
  /** Why, as a sentence for a log. */
  readonly message: string
} & AskAgain<Shown>

/** Nothing was done, and the ids are still free. */
export type RejectedCall = {
  readonly kind: 'rejected'
  readonly status: number
  /** A sentence for a log. */
  readonly message: string
  /** Undefined where the answer is not the gateway's own. */
  readonly error: RefusalBody['error'] | undefined
}

/** A transaction as it is shown: it may also be about who pays, which says nothing about money. */
export type ShownOutcome<Shown, More = object> =
  | AnsweredOutcome<Shown, More>
  | { readonly kind: 'authentication'; readonly answer: Shown }

/** What Retrieve Transaction came to; where it is refused, the outcome stays unknown. */
export type RetrievedOutcome<Shown> =
  | ShownOutcome<Shown, AskAgain<Shown>>
  | UnheardOutcome<Shown>
  /** The gateway has no such transaction: send the same call again, under the same ids. */
  | { readonly kind: 'unrecorded'; readonly message: string }

export type AskAgain<Shown> = { readonly retrieve: () => Promise<RetrievedOutcome<Shown>> }

/** What a call came to that moves no money. */
export type Reply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | RejectedCall
  /** No answer came until the deadline, or a refusal after an attempt that may have been carried out. */
  | { readonly kind: 'unanswered'; readonly message: string }

type NewestTransaction = TransactionBody<NewestVersion>
export type OutcomeCode = NewestTransaction['response']['gatewayCode']

/** The part of an answer that tells how it went; all answers about transactions have it. */
type ToldResult = {
  readonly result: NewestTransaction['result']
  readonly response: { readonly gatewayCode: OutcomeCode }
}
/** And of a transaction that is shown. */
export type ToldTransaction = ToldResult & {
  readonly transaction: { readonly type: NewestTransaction['transaction']['type'] }
}

export function outcomeOf<Answer extends ToldResult, Shown>(
  exchanged: Exchanged,
  again: AskAgain<Shown>,
): Outcome<Answer, Shown> {
  const { kind, reply, wasLost } = exchanged
  if (kind === 'answered' && isSuccess(reply)) {
    const told = toldIn<Answer>(reply)
    return told ? answeredOutcome(told, again) : unheard(foreign, again)
  }
  return reply && !wasLost ? rejected(reply) : unheard(silenceSentence(exchanged), again)
}

/** Undefined where something else answers in the place of the gateway. */
function toldIn<Told extends ToldResult>({ text = '' }: GatewayReply): Told | undefined {
  const content = JSON.parse(text)
  return typeof content.result === 'string' && typeof content.response?.gatewayCode === 'string'
    ? content
    : undefined
}

const foreign = 'The answer is not of a gateway.'

const unheard = <Shown>(message: string, again: AskAgain<Shown>): UnheardOutcome<Shown> => ({
  kind: 'unknown',
  answer: undefined,
  message,
  ...again,
})

/** A refusal of the last attempt says nothing of those before. */
function silenceSentence(exchanged: Exchanged): string {
  const { kind, reply } = exchanged
  const what =
    kind === 'answered' ? 'An attempt was not answered' : 'No attempt was answered until the deadline'
  if (reply) return `${what}; the last was turned away: ${rejected(reply).message}`
  return kind === 'unanswered' ? `${what}: ${exchanged.fault}` : what
}

const isSuccess = ({ status, text }: GatewayReply): boolean =>
  status >= 200 && status < 300 && text !== undefined

/** `SUCCESS` alone is no approval: a browser payment that has begun is a success too. */
const approvals: readonly OutcomeCode[] = [
  ...(['APPROVED', 'APPROVED_AUTO', 'APPROVED_PENDING_SETTLEMENT'] as const),
  'BASIC_VERIFICATION_SUCCESSFUL',
]

function answeredOutcome<Answer extends ToldResult, More extends object>(
  answer: Answer,
  more: More,
): AnsweredOutcome<Answer, More> {
  const { gatewayCode } = answer.response
  switch (answer.result) {
    case 'SUCCESS':
      if (approvals.includes(gatewayCode)) return { kind: 'approved', answer }
      if (gatewayCode === 'PARTIALLY_APPROVED') return { kind: 'partiallyApproved', answer }
      return { kind: 'pending', answer, ...more }
    case 'FAILURE':
      if (gatewayCode === 'TIMED_OUT') return { kind: 'timedOut', answer }
      return { kind: 'declined', gatewayCode, answer }
    case 'PENDING':
      return { kind: 'pending', answer, ...more }
    default:
      return { kind: 'unknown', answer, message: 'The gateway does not know yet', ...more }
  }
}

export const shownOutcome = <Shown extends ToldTransaction, More extends object>(
  answer: Shown,
  more: More,
): ShownOutcome<Shown, More> =>
  answer.transaction.type === 'AUTHENTICATION'
    ? { kind: 'authentication', answer }
    : answeredOutcome(answer, more)

function rejected({ status, refusal, isOrderBusy }: GatewayReply): RejectedCall {
  const error = refusal?.error
  const told = isOrderBusy ? 'The order is busy with another transaction.' : error?.explanation
  const words = told ?? error?.cause ?? foreign
  const where = error?.field ?? error?.supportCode
  const message = `${status}: ${words}${where === undefined ? '' : ` (${where})`}`
  return { kind: 'rejected', status, message, error }
}

export function replyOf<Answer>(exchanged: Exchanged): Reply<Answer> {
  const { kind, reply, wasLost } = exchanged
  if (kind === 'answered' && isSuccess(reply))
    return { kind: 'answered', answer: JSON.parse(reply.text ?? '') }
  if (kind === 'answered' && !wasLost) return rejected(reply)
  return { kind: 'unanswered', message: silenceSentence(exchanged) }
}

export function retrievedOutcomeOf<Shown extends ToldTransaction>(
  exchanged: Exchanged,
  again: AskAgain<Shown>,
): RetrievedOutcome<Shown> {
  if (exchanged.kind === 'unanswered') return unheard(silenceSentence(exchanged), again)
  const { reply } = exchanged
  if (isSuccess(reply)) {
    const told = toldIn<Shown>(reply)
    return told ? shownOutcome(told, again) : unheard(foreign, again)
  }
  const { message, error } = rejected(reply)
  const isId = error?.field === 'orderid' || error?.field === 'transactionid'
  // An order that was archived is refused, too, and was there all the same.
  const isUnknownId = isId && error.validationType !== 'UNSUPPORTED'
  return isUnknownId ? { kind: 'unrecorded', message } : unheard(message, again)
}
