// Asking: the question that a plan leads to, sending it to the acquirer, the 3-D Secure server or the payment
// provider, and interpreting the answer.

import type { AcquirerAnswer, AskedCard, RouteChoice } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { ProviderAsk } from '../../providers/port.ts'
import { isPlainAddress } from '../../standards/url.ts'
import type { KeptCard } from '../../vault/port.ts'
import {
  type AnsweredAsk,
  askAsAssigned,
  type GrantedAssignment,
  type RecordedAsk,
} from '../model/acquirerLinks.ts'
import { type AnswerInterpretation, interpretAnswer, settleableAnswer } from '../model/conclusions.ts'
import type { RequestContents } from '../model/documents.ts'
import {
  type AskingPlan,
  type CallbackTokens,
  type ConsultedAnswer,
  type ConsultedAsk,
  type ConsultedConclusion,
  type ConsultingFlow,
  type ConsultQuestion,
  isConsulting,
  type Plan,
  type PlanContext,
} from '../model/flow.ts'
import type { BeginResult, Intent, LoadedOrder, OrderKey } from '../model/journal.ts'
import { remainderOwed } from '../model/partialPayments.ts'
import type { RiskUnderWay } from '../model/riskFacts.ts'
import { laterStepOf, recordName } from '../model/steps.ts'
import { revealedCard } from '../model/transactionCard.ts'
import type { StoryFacts } from '../record/outcome.ts'
import { shownRequest } from '../record/record.ts'
import { storedMessages } from '../record/shownMessages.ts'
import type { TakenClaims } from '../requests/sources.ts'
import type { Execution, Pipeline } from './execution.ts'
import { callbacksFor, type QuestionCallbacks } from './payerCallbacks.ts'

export type StartedTransaction = {
  readonly plan: Plan
  readonly question: CounterpartyQuestion
  /** The request as it was recorded. */
  readonly recorded: RequestContents
  readonly context: PlanContext
  readonly order: LoadedOrder | undefined
  readonly intent: Intent
  readonly begun: Extract<BeginResult, { state: 'started' }>
  /** What is known for its risk assessment, where rules are about it. */
  readonly risk?: RiskUnderWay | undefined
  /** The single-use claims that this transaction took. */
  readonly taken: TakenClaims
  /** Before the intent was committed, by the monotonic clock. */
  readonly beginsAtMs: number
}

export type CounterpartyAnswer = {
  readonly interpretation: AnswerInterpretation
  /** The acquirer's answer, or a provider's in the form of one. */
  readonly answer: AcquirerAnswer | undefined
  readonly tookMs: number
  /** What was asked and answered, as explain shows it. */
  readonly asked: StoryFacts['asked']
  /** The link that was chosen for it, and why. */
  readonly route?: RouteChoice
}

/** Asks the acquirer, another counterparty or nobody, as planned, and interprets the answer. */
export async function askCounterparty<O extends Operation>(
  execution: Execution<O>,
  started: StartedTransaction,
): Promise<CounterpartyAnswer> {
  const { pipeline, flow, key, submission } = execution
  const { plan, question } = started
  if (isConsulting(flow)) {
    if (!('consult' in plan)) return decided(plan)
    const { transactionId } = submission
    const asking = { key, transactionId, started, consult: plan.consult }
    const { conclusion, tookMs, asked } = await consult(pipeline, flow, asking)
    const { route } = question.assigned ?? {}
    return { interpretation: conclusion, answer: conclusion.answer, tookMs, asked, ...(route && { route }) }
  }
  if (!question.ask) return decided(plan)
  const askedAtMs = pipeline.clock.monotonicMs()
  const { answer, route } = await waitFor(pipeline, askForStarted(execution, started, question.ask))
  const tookMs = Math.round(pipeline.clock.monotonicMs() - askedAtMs)
  const asked = {
    ...{ verb: question.ask.verb, tookMs, answer: answer.outcome },
    ...(answer.outcome === 'unsent' && { reason: answer.reason }),
    ...proofIn(question.ask),
    ...storedMessages(answer),
  }
  const settleable = settleableAnswer(pipeline.acquirer, question.ask.verb, answer)
  const interpreted = interpretAnswer(flow, plan, settleable)
  return {
    interpretation: { ...interpreted, ...remainderOwed(interpreted, execution.remainder !== undefined) },
    answer,
    tookMs,
    asked,
    ...(route && { route }),
  }
}

const waitFor = <Answer>({ whileWaiting }: Pipeline, answer: Promise<Answer>): Promise<Answer> =>
  whileWaiting ? whileWaiting(answer) : answer

/** Asks the acquirer about a transaction whose intent is committed. */
function askForStarted<O extends Operation>(
  { pipeline, flow, key, submission }: Execution<O>,
  { question, begun, beginsAtMs }: StartedTransaction,
  ask: RecordedAsk,
): Promise<AnsweredAsk> {
  const { clock, journal, patienceMs } = pipeline
  const { fence, startedAtMs } = begun
  const transactionId = recordName(submission.transactionId, laterStepOf(flow))
  return askAsAssigned(pipeline, {
    ...{ ask, assigned: question.assigned, startedAtMs },
    leftMs: () => 2 * patienceMs - (clock.monotonicMs() - beginsAtMs),
    retrace: trace => journal.retrace({ key, transactionId, fence, trace }).catch(unlessAway),
  })
}

/** Whether it was done is unknown. Of a new trace that means that nothing is sent under it. */
function unlessAway(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return false
  throw error
}

function proofIn(ask: RecordedAsk): { readonly proof?: Content } {
  if (!('authentication' in ask) || !ask.authentication) return {}
  const { token: _, ...proof } = ask.authentication
  return { proof }
}

function decided(plan: Plan): CounterpartyAnswer {
  if (!('verdict' in plan)) throw new Error('A plan that asks nobody must say what it decides')
  return { interpretation: plan.verdict, answer: undefined, tookMs: 0, asked: undefined }
}

/** What is asked of the acquirer, if anything, and what the vault will store of a card in the request. */
export type CounterpartyQuestion = {
  readonly ask?: RecordedAsk
  /** What the acquirer or the provider assigned to the ask, where it assigns. */
  readonly assigned?: GrantedAssignment
  readonly keptCard?: KeptCard
  /** The card that another counterparty than the acquirer is asked about. */
  readonly card?: KeptCard
}

/**
 * The question that a plan asks. A follow-up brings no card: that of the transaction it follows is decrypted,
 * and not stored a second time. A promise only in that case.
 */
export function questionOf<O extends Operation>(
  { pipeline, key, submission }: Execution<O>,
  plan: Plan,
  { transactions }: PlanContext,
): CounterpartyQuestion | Promise<CounterpartyQuestion> {
  if ('consult' in plan && plan.cardOf !== undefined)
    return revealedCard(pipeline, key, { transactions, id: plan.cardOf }).then(card => ({
      ...(card && { card }),
    }))
  if (!('ask' in plan)) return plan.card ? { keptCard: kept(plan.card), card: kept(plan.card) } : {}
  const subject = { transactionId: submission.transactionId, ...key }
  const { card } = plan.ask
  if (card) return { ask: addressed(subject, plan.ask, card), keptCard: kept(card) }
  if (plan.cardOf === undefined) return { ask: addressed(subject, plan.ask, undefined) }
  const revealing = revealedCard(pipeline, key, { transactions, id: plan.cardOf })
  return revealing.then(revealed => ({ ask: addressed(subject, plan.ask, revealed) }))
}

/** The transaction that is asked about, with its trace where it is asked once more. */
type QuestionSubject = OrderKey & {
  readonly transactionId: string
  readonly trace?: string
  readonly startedAtMs?: number
}

export function addressed(
  subject: QuestionSubject,
  ask: AskingPlan['ask'],
  card: AskedCard | undefined,
): RecordedAsk {
  if ('original' in ask) return { ...subject, ...ask, ...(card && { card }) }
  if (!card) throw new Error('A question about an account needs the account')
  return { ...subject, ...ask, card }
}

/** Sensitive authentication data goes to the acquirer and nowhere else. */
const kept = ({ number, expiry, nameOnCard }: AskedCard): KeptCard => ({
  number,
  ...(expiry && { expiry }),
  ...(nameOnCard !== undefined && { nameOnCard }),
})

type Consulted = {
  readonly conclusion: ConsultedConclusion
  readonly tookMs: number
  readonly asked: StoryFacts['asked']
}

/** Asks another counterparty than the acquirer. */
async function consult<O extends Operation>(
  pipeline: Pipeline,
  flow: ConsultingFlow<O>,
  { key, transactionId, started, consult: wanted }: Consultation,
): Promise<Consulted> {
  const { question, recorded, context, begun } = started
  const subject = { ...key, transactionId }
  const assigned = tracedIn(question)
  const callbacks = callbacksFor(pipeline, { key, transactionId, wanted, recorded, isTraced: !!assigned })
  const { tokens } = callbacks
  const methodCompletion = await completionOf(pipeline, wanted)
  const ask = askOf(pipeline, wanted, { subject, card: question.card, tokens, methodCompletion, assigned })
  const askedAtMs = pipeline.clock.monotonicMs()
  const send = () => sendConsult(pipeline, ask)
  const asked = callbacks.isForSure ? askReachable(send, callbacks) : withAddresses(send(), callbacks)
  const answer = await waitFor(pipeline, asked)
  const tookMs = Math.round(pipeline.clock.monotonicMs() - askedAtMs)
  const conclusion = flow.judge({
    answer,
    request: shownRequest(recorded),
    amount: started.plan.amount,
    before: context.continued?.outcome ?? { fields: {} },
    trace: assigned?.trace,
    nowMs: begun.startedAtMs + tookMs,
    tokens,
    origin: pipeline.counterparties.origin(),
  })
  return {
    conclusion: withMethod(conclusion, methodCompletion),
    tookMs,
    asked: { verb: wanted.verb, tookMs, answer: answer.outcome, ...reasonIn(answer) },
  }
}

// The transaction has begun. Where the database goes away now, that is told as what came of the question, and
// is recorded once the database is back.

/** The answer of a provider, which may call before it gives one: not asked where it would find nobody. */
async function askReachable(
  send: () => Promise<ConsultedAnswer>,
  { issue }: Pick<QuestionCallbacks, 'issue'>,
): Promise<ConsultedAnswer> {
  const isReachable = await issue().then(() => true, unlessAway)
  return isReachable ? await send() : { outcome: 'silent', reason: databaseAway }
}

/** The answer of an issuer, once what it leads to is kept. */
async function withAddresses(
  sent: Promise<ConsultedAnswer>,
  { issue }: Pick<QuestionCallbacks, 'issue'>,
): Promise<ConsultedAnswer> {
  try {
    const answer = await sent
    if (addressesIn(answer).length > 0) await issue()
    return answer
  } catch (error) {
    if (error instanceof StoreUnavailable) return { outcome: 'failed', message: databaseAway }
    throw error
  }
}

const databaseAway = 'The database was away'

/** Why there is no answer that counts. */
function reasonIn(answer: ConsultedAnswer) {
  if (answer.outcome === 'silent')
    return 'reason' in answer && answer.reason !== undefined ? { reason: answer.reason } : {}
  if (answer.outcome === 'unsent') return { reason: answer.reason }
  if (answer.outcome !== 'failed') return {}
  return {
    reason: answer.message,
    ...('isUnreached' in answer && answer.isUnreached && { isUnreached: answer.isUnreached }),
    ...('erro' in answer && answer.erro && { erro: answer.erro }),
  }
}

type TracedAssignment = Extract<GrantedAssignment, { readonly trace: string }>

const tracedIn = ({ assigned }: CounterpartyQuestion): TracedAssignment | undefined =>
  assigned && 'trace' in assigned ? assigned : undefined

type Consultation = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly started: StartedTransaction
  readonly consult: ConsultQuestion
}

/** Sends with a deadline; failures of the counterparty are answers, never exceptions. */
export async function sendConsult(
  { counterparties, clock, patienceMs }: Pipeline,
  ask: ConsultedAsk,
): Promise<ConsultedAnswer> {
  if (isOfProvider(ask)) return await counterparties.provider.send(ask, clock.deadline(patienceMs))
  const { authenticator } = counterparties
  const answer = await authenticator.send(ask, clock.deadline(authenticator.patienceMs ?? patienceMs))
  return addressesIn(answer).every(isPlainAddress) ? answer : { outcome: 'failed', message: 'No web address' }
}

/** The addresses of an issuer in an answer: to them browsers post forms, and from there they come back. */
function addressesIn(answer: ConsultedAnswer): readonly string[] {
  if (answer.outcome === 'challenge') return [answer.acsUrl]
  return answer.outcome === 'enrolled' && answer.method ? [answer.method.url] : []
}

const isOfProvider = (ask: ConsultedAsk): ask is ProviderAsk => 'operation' in ask

type Added = {
  readonly subject: OrderKey & { readonly transactionId: string }
  readonly card: KeptCard | undefined
  readonly tokens: CallbackTokens
  readonly methodCompletion: 'Y' | 'N' | 'U'
  readonly assigned: TracedAssignment | undefined
}

function askOf(
  { counterparties }: Pipeline,
  wanted: ConsultQuestion,
  { subject, card, tokens, methodCompletion, assigned }: Added,
): ConsultedAsk {
  const origin = counterparties.origin()
  const { cell: _, ...named } = subject
  switch (wanted.verb) {
    case 'enrolment':
      return {
        ...subject,
        ...wanted,
        cardNumber: present(card).number,
        methodCallback: `${origin}/3ds/method/${tokens.method}`,
      }
    case 'authenticate': {
      const { methodToken: __, ...asked } = wanted
      const { number: cardNumber, expiry, nameOnCard: cardholderName } = present(card)
      const challengeCallback = `${origin}/3ds/callback/${tokens.challenge}`
      const known = {
        ...{ cardNumber, challengeCallback, methodCompletion },
        ...(expiry && { expiry }),
        ...(cardholderName !== undefined && { cardholderName }),
      }
      return { ...subject, ...asked, ...known }
    }
    case 'initiate': {
      const { kindField: __, ...asked } = wanted
      return {
        ...{ ...named, ...asked, returnCallback: `${origin}/pay/return/${tokens.return}` },
        ...(assigned && {
          trace: assigned.trace,
          noticeCallback: `${origin}/providers/${assigned.link}/notice/${tokens.notice}`,
        }),
      }
    }
    case 'confirm':
      return { ...named, ...wanted }
  }
}

function present(card: KeptCard | undefined): KeptCard {
  if (!card) throw new Error('A question about a card needs the card')
  return card
}

/**
 * Whether the issuer's method frame has completed. This uses the callback up, so it cannot complete later.
 * What is older than the callback's life counts no more. The transaction has begun: where that cannot be
 * found out now, as while its merchant is being moved, it goes on without.
 */
async function completionOf({ counterparties }: Pipeline, wanted: ConsultQuestion): Promise<'Y' | 'N' | 'U'> {
  if (wanted.verb !== 'authenticate' || wanted.methodToken === undefined) return 'U'
  const used = await counterparties.callbacks.use(wanted.methodToken).catch(unlessAway)
  return used === 'used' ? 'Y' : 'N'
}

function withMethod(conclusion: ConsultedConclusion, completion: 'Y' | 'N' | 'U'): ConsultedConclusion {
  const { authentication } = conclusion.responsePatch
  if (completion === 'U' || !authentication?.['3ds2']) return conclusion
  const second = { ...authentication['3ds2'], methodCompleted: completion === 'Y' }
  return {
    ...conclusion,
    responsePatch: { ...conclusion.responsePatch, authentication: { ...authentication, '3ds2': second } },
  }
}
