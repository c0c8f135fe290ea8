import type { AcquirerAsk, AskedCard } from '../../acquirers/port.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import { cardIdentity, type KeptCard } from '../../vault/port.ts'
import type { AskingPlan, Plan, PlanContext } from '../model/flow.ts'
import type { OrderKey, RecordedTransaction } from '../model/journal.ts'
import type { Execution, Pipeline } from './execution.ts'

/** What is asked of the acquirer, if anything, and what the vault will keep of a card that was brought. */
export type CounterpartyQuestion = {
  readonly ask?: AcquirerAsk
  readonly keptCard?: KeptCard
  /** The card that somebody else than the acquirer is asked about. */
  readonly card?: KeptCard
}

/**
 * A follow-up brings no card: that of the transaction it follows is revealed, and not sealed a second time.
 * Only then is there something to wait for.
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

/** The card that was sealed with a transaction of the order; none when it brought none. */
export async function revealedCard(
  { vault }: Pick<Pipeline, 'vault'>,
  { merchantId, orderId }: OrderKey,
  { transactions, id }: { readonly transactions: readonly RecordedTransaction[]; readonly id: string },
): Promise<KeptCard | undefined> {
  const sealed = transactions.find(one => one.id === id)?.card
  return sealed && (await vault.revealCard(merchantId, cardIdentity(orderId, id), sealed))
}

/** On whose behalf. */
export type QuestionSubject = OrderKey & { readonly transactionId: string }

export function addressed(
  subject: QuestionSubject,
  ask: AskingPlan['ask'],
  card: AskedCard | undefined,
): AcquirerAsk {
  if ('original' in ask) return { ...{}, ...subject, ...ask, ...(card && { card }) }
  if (!card) throw new Error('A question about an account needs the account')
  return { ...{}, ...subject, ...ask, card }
}

/** Sensitive authentication data goes to the acquirer and nowhere else. */
const kept = ({ number, expiry, nameOnCard }: AskedCard): KeptCard => ({
  number,
  ...(expiry && { expiry }),
  ...(nameOnCard !== undefined && { nameOnCard }),
})
