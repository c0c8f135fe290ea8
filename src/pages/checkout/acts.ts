import type { Content } from '../../contract/kit/content.ts'
import { isRejection } from '../../orders/rejection.ts'
import { begin, goOn } from './advance.ts'
import { attemptsMax } from './attempts.ts'
import { cancelledState, doneState } from './checkoutState.ts'
import { textAt, valueAt } from './fieldPaths.ts'
import { type ClientDetails, errorOf, type FillForm, fillIn } from './form.ts'
import { type CheckoutPhase, isOver, isUnderWay } from './stage.ts'
import {
  attemptsLeftAfter,
  type CheckoutProgress,
  checkoutStateOf,
  formState,
  isHeldByPayment,
  progressOf,
} from './standing.ts'
import type { CheckoutAction, CheckoutFormError, CheckoutState } from './view.ts'
import { type CheckoutDependencies, type CheckoutVisit, newsFor, orderChanged, termsOf } from './visit.ts'

/** What the payer's page does, and from where. Every act may come twice, late, or from another tab. */
export type CheckoutActRequest = { readonly body: Content; readonly circumstances: ClientDetails }
export type CheckoutAct = (
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  acting: CheckoutActRequest,
) => Promise<CheckoutState>

const submit: CheckoutAct = async (parts, visit, { body, circumstances }) => {
  const standing = await progressOf(parts, visit)
  const number = wantedAttempt(visit, standing, body)
  if (number === undefined) return await resume(parts, visit, standing)
  if (visit.leftMs === 0) return checkoutStateOf(visit, standing)
  // Whoever was shown another amount than is due by now has not agreed to it.
  const news = newsFor(visit, body)
  if (news) return formState(standing, news)
  if (textAt(body, 'due') !== standing.rest?.due) return checkoutStateOf(visit, standing)
  if (number > attemptsMax) return await leave(parts, visit, standing)
  const { stored, contents } = visit.session
  const terms = termsOf(contents.values)
  // The merchant may change the session at any moment: it is filled in as it is when the card is kept.
  const fill: FillForm = values =>
    termsOf(values) === terms
      ? fillIn({ values, apiVersion: stored.apiVersion }, body, circumstances)
      : { error: orderChanged(values) }
  const filled = fill(contents.values)
  if ('error' in filled) return formState(standing, filled.error)
  if (visit.operation === 'NONE') return await keepOnly(parts, visit, fill)
  // Whoever pays here has left the other page: what that one took would stand in the way.
  if (standing.elsewhere !== undefined) await parts.gateway.giveUpRemainder(visit.key)
  return await begin(parts, visit, { number, values: filled.values, fill, after: standing.after ?? [] })
}

async function keepOnly(
  { sessions }: CheckoutDependencies,
  visit: CheckoutVisit,
  fill: FillForm,
): Promise<CheckoutState> {
  const kept = await sessions.revise(visit.session.key, fill)
  if (isRejection(kept)) return formState({}, errorOf({ field: kept.field ?? '' }))
  if ('error' in kept) return formState({}, kept.error)
  return doneState({ ...visit, session: { ...visit.session, ...kept } })
}

/**
 * Which try the form was filled in for; nothing when it is under way or over already. A form that was sent
 * twice means one try, not two.
 */
function wantedAttempt(visit: CheckoutVisit, standing: CheckoutProgress, body: Content): number | undefined {
  const { attempt, stage } = standing
  if (!attempt || !stage) return 1
  if (isOver(stage) || stage.at === 'running') return undefined
  const isAnother = isLeftBehind(standing, body) ?? (isDone(stage) || !isSameCard(visit, body))
  return isAnother ? attempt.number + 1 : undefined
}

const isDone = ({ at }: CheckoutPhase): boolean => at === 'failed' || at === 'part'

/**
 * Whether the payer has done with the last try, as the page tells by how many tries it knows to be left;
 * undefined when it does not tell.
 */
function isLeftBehind({ attempt }: CheckoutProgress, { attemptsLeft }: Content): boolean | undefined {
  if (typeof attemptsLeft !== 'number' || !attempt) return undefined
  return attemptsMax - attemptsLeft >= attempt.number
}

function isSameCard({ session }: CheckoutVisit, body: Content): boolean {
  const number = textAt(body, 'card', 'number')?.replace(/[\s-]/g, '')
  return number === textAt(session.contents.values, 'sourceOfFunds', 'provided', 'card', 'number')
}

/** As far as it goes without the payer: they may have closed the page before it got there. */
async function resume(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  standing: CheckoutProgress,
): Promise<CheckoutState> {
  const { attempt } = standing
  if (!attempt || visit.operation === 'NONE') return checkoutStateOf(visit, standing)
  return await goOn(parts, visit, { number: attempt.number })
}

/** A payer who has closed a challenge is at the form, and does not find it open again. */
const state: CheckoutAct = async (parts, visit, { body }) => {
  const standing = await progressOf(parts, visit)
  const isAtForm = isLeftBehind(standing, body) && standing.stage && isUnderWay(standing.stage)
  const isLeft = isAtForm && visit.leftMs > 0
  const now = await (isLeft ? leave : resume)(parts, visit, standing)
  const news = now.step === 'form' && newsFor(visit, body)
  return news ? formState(standing, news) : now
}

const proceed: CheckoutAct = async (parts, visit) => {
  const { attempt } = await progressOf(parts, visit)
  if (!attempt) return checkoutStateOf(visit, {})
  return await goOn(parts, visit, { number: attempt.number, isLookedAt: true })
}

/** What is paid, or about to be, cannot be cancelled here any more. */
const cancel: CheckoutAct = async (parts, visit, { body }) => {
  const standing = await progressOf(parts, visit)
  const now = checkoutStateOf(visit, standing)
  const isEnded = standing.stage !== undefined && isOver(standing.stage)
  if (isEnded || now.step === 'done' || now.step === 'expired' || isHeldByPayment(standing)) return now
  const isOfChallenge = valueAt(body, 'of') === 'challenge'
  if (isOfChallenge) return await leave(parts, visit, standing, { reason: 'authenticationCancelled' })
  const isTaken = standing.after !== undefined || standing.elsewhere !== undefined
  return isTaken
    ? await giveBack(parts, visit, now => cancelledState(visit, now))
    : cancelledState(visit, standing)
}

/** Whoever leaves the last try can pay no rest any more. */
async function leave(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  standing: CheckoutProgress,
  error?: CheckoutFormError,
): Promise<CheckoutState> {
  const isLast = standing.after !== undefined && attemptsLeftAfter(standing) === 0
  return isLast ? await giveBack(parts, visit, now => formState(now, error)) : formState(standing, error)
}

/** Unless somebody has paid the rest meanwhile, or is about to. */
async function giveBack(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  told: Telling,
): Promise<CheckoutState> {
  await parts.gateway.giveUpRemainder(visit.key)
  const standing = await progressOf(parts, visit)
  const isPaid = (standing.stage && isOver(standing.stage)) || isHeldByPayment(standing)
  return isPaid ? checkoutStateOf(visit, standing) : told(standing)
}
type Telling = (standing: CheckoutProgress) => CheckoutState

export const acts = { submit, proceed, state, cancel } as const satisfies Record<CheckoutAction, CheckoutAct>
