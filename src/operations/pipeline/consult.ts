import { isObject } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { browserPaymentLifeMs, challengeLifeMs } from '../../orders/periods.ts'
import type { ProviderAsk } from '../../providers/port.ts'
import type { AuthenticatorAnswer, AuthenticatorAsk } from '../../threeDSecure/port.ts'
import type { KeptCard } from '../../vault/port.ts'
import { type PayerCallback, type PayerCallbackKind, payerCallbackKinds } from '../model/callbacks.ts'
import type {
  CallbackTokens,
  ConsultedAnswer,
  ConsultedAsk,
  ConsultedConclusion,
  ConsultingFlow,
  ConsultQuestion,
} from '../model/consulting.ts'
import type { OrderKey } from '../model/journal.ts'
import { readDocument } from '../record/record.ts'
import { shownRequest } from '../record/writtenRequest.ts'
import type { Pipeline } from './execution.ts'
import type { StartedTransaction } from './settle.ts'

export type Consulted = {
  readonly verdict: ConsultedConclusion
  readonly verb: ConsultQuestion['verb']
  readonly answer: ConsultedAnswer['outcome']
  readonly tookMs: number
}

/** Asks who is not the acquirer. Addresses for the payer's browser are issued before anybody hears of it. */
export async function consult<O extends Operation>(
  pipeline: Pipeline,
  flow: ConsultingFlow<O>,
  { key, transactionId, started, consult: wanted }: Consultation,
): Promise<Consulted> {
  const { question, recorded, past, begun } = started
  const { merchantId, orderId } = key
  const subject = { merchantId, orderId, transactionId }
  const tokens = await issued(pipeline, { key, transactionId, wanted, recorded })
  const methodCompletion = await completionOf(pipeline, wanted)
  const ask = askOf(pipeline, wanted, { subject, card: question.card, tokens, methodCompletion })
  const askedAtMs = pipeline.clock.monotonicMs()
  const answer = await sendConsult(pipeline, ask)
  const tookMs = Math.round(pipeline.clock.monotonicMs() - askedAtMs)
  const before = past.continued?.outcome
  const verdict = flow.judge({
    answer,
    request: shownRequest(recorded),
    amount: started.plan.amount,
    before: before === undefined ? {} : readDocument(before),
    nowMs: begun.startedAtMs + tookMs,
    tokens,
    origin: pipeline.counterparties.origin(),
  })
  return { verdict: withMethod(verdict, methodCompletion), verb: wanted.verb, answer: answer.outcome, tookMs }
}

export type Consultation = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly started: StartedTransaction
  readonly consult: ConsultQuestion
}

/** Within the patience; what the other side does is never an exception. */
export async function sendConsult(
  { counterparties, clock, patienceMs }: Pipeline,
  ask: ConsultedAsk,
): Promise<ConsultedAnswer> {
  const deadline = clock.deadline(patienceMs)
  if (isOfProvider(ask)) return await counterparties.provider.send(ask, deadline)
  const answer = await counterparties.authenticator.send(ask, deadline)
  return addressesIn(answer).every(isWebAddress) ? answer : { outcome: 'failed', message: 'No web address' }
}

/** What merchants' pages will post forms to. */
function addressesIn(answer: AuthenticatorAnswer): readonly string[] {
  if (answer.outcome === 'challenge') return [answer.acsUrl]
  return answer.outcome === 'enrolled' && answer.method ? [answer.method.url] : []
}

const isWebAddress = (address: string): boolean => /^https?:\/\/[^\s"'<>]+$/.test(address)

const isOfProvider = (ask: ConsultedAsk): ask is ProviderAsk => 'operation' in ask

type Added = {
  readonly subject: Pick<AuthenticatorAsk, 'merchantId' | 'orderId' | 'transactionId'>
  readonly card: KeptCard | undefined
  readonly tokens: CallbackTokens
  readonly methodCompletion: 'Y' | 'N' | 'U'
}

function askOf(
  { counterparties }: Pipeline,
  wanted: ConsultQuestion,
  { subject, card, tokens, methodCompletion }: Added,
): ConsultedAsk {
  const origin = counterparties.origin()
  switch (wanted.verb) {
    case 'enrolment':
      return {
        ...subject,
        ...wanted,
        cardNumber: present(card).number,
        methodCallback: `${origin}/3ds/method/${tokens.method}`,
      }
    case 'authenticate': {
      const { methodToken: _, ...asked } = wanted
      const { number: cardNumber, expiry } = present(card)
      const challengeCallback = `${origin}/3ds/callback/${tokens.challenge}`
      const known = { cardNumber, ...(expiry && { expiry }), challengeCallback, methodCompletion }
      return { ...subject, ...asked, ...known }
    }
    case 'initiate':
      return { ...subject, ...wanted, returnCallback: `${origin}/pay/return/${tokens.return}` }
    case 'confirm':
      return { ...subject, ...wanted }
  }
}

function present(card: KeptCard | undefined): KeptCard {
  if (!card) throw new Error('A question about a card needs the card')
  return card
}

/** Which addresses a question gives away, and how long somebody may come there. */
const addresses = {
  enrolment: { method: challengeLifeMs },
  authenticate: { challenge: challengeLifeMs },
  initiate: { redirect: browserPaymentLifeMs, return: 2 * browserPaymentLifeMs },
  confirm: {},
} as const satisfies Record<ConsultQuestion['verb'], { readonly [kind in PayerCallbackKind]?: number }>

type Issuing = Pick<PayerCallback, 'key' | 'transactionId'> & {
  readonly wanted: ConsultQuestion
  readonly recorded: StartedTransaction['recorded']
}

async function issued(
  { counterparties }: Pipeline,
  { key, transactionId, wanted, recorded }: Issuing,
): Promise<CallbackTokens> {
  const content = contentOf(recorded)
  const kinds: { readonly [kind in PayerCallbackKind]?: number } = addresses[wanted.verb]
  const tokens: { [kind in PayerCallbackKind]?: string } = {}
  for (const kind of payerCallbackKinds) {
    const lifeMs = kinds[kind]
    if (lifeMs !== undefined)
      tokens[kind] = await counterparties.callbacks.issue({ key, transactionId, kind, content, lifeMs })
  }
  return tokens
}

/** In whose session it began: what the payer brings back is encrypted under its key. */
function contentOf({ session }: StartedTransaction['recorded']): PayerCallback['content'] {
  const id = isObject(session) ? session.id : undefined
  return typeof id === 'string' ? { sessionId: id } : {}
}

/** The address for the frame is used up: either the issuer did, or nobody will believe it any more. */
async function completionOf({ counterparties }: Pipeline, wanted: ConsultQuestion): Promise<'Y' | 'N' | 'U'> {
  if (wanted.verb !== 'authenticate' || wanted.methodToken === undefined) return 'U'
  return (await counterparties.callbacks.use(wanted.methodToken)) === 'used' ? 'Y' : 'N'
}

function withMethod(verdict: ConsultedConclusion, completion: 'Y' | 'N' | 'U'): ConsultedConclusion {
  const { authentication } = verdict.responsePatch
  if (completion === 'U' || !isObject(authentication) || !isObject(authentication['3ds2'])) return verdict
  const told = { ...authentication['3ds2'], methodCompleted: completion === 'Y' }
  return {
    ...verdict,
    responsePatch: { ...verdict.responsePatch, authentication: { ...authentication, '3ds2': told } },
  }
}
