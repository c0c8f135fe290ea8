// The actions of the checkout page on the server: submit the form, pay with a wallet, proceed, ask for the
// state, cancel, remove a saved card.

import { isRejection } from '../../orders/rejection.ts'
import type { CheckoutAction, CheckoutFormError, CheckoutState } from '../browser/checkout/protocol.ts'
import { type CheckoutActBody, cardNumberIn } from './actBody.ts'
import { advanceAttempt, beginAttempt } from './advance.ts'
import { attemptsMax } from './attempts.ts'
import { cancelledState, checkoutStateOf, doneState, formState, processingState } from './checkoutState.ts'
import { type ClientDetails, errorOf, type FillForm, fillIn } from './form.ts'
import { takeCardOut } from './leaving.ts'
import {
  type CheckoutProgress,
  isBeingAuthenticated,
  isCommitted,
  isRetryable,
  isShopClosed,
  isUnderWay,
  notStarted,
  progressOf,
} from './progress.ts'
import { removeSavedCard, savedCardId, withCardOnFile, withNoCardOnFile } from './savedCards.ts'
import { type CheckoutDependencies, type CheckoutVisit, changeSince, orderChanged, termsOf } from './visit.ts'
import { payWithWallet } from './walletPayment.ts'

/** An action that the page requests. Every one may arrive twice, late, or from another tab. */
export type CheckoutAct = (
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  request: CheckoutActRequest,
) => Promise<CheckoutState>

/** Bodies of `submit` contain the card: they are not logged, and stored in the session only. */
type CheckoutActRequest = { readonly body: CheckoutActBody; readonly client: ClientDetails }

const submit: CheckoutAct = async (dependencies, visit, { body, client }) => {
  const ready = await readyToPay(dependencies, visit, body)
  if ('step' in ready) return ready
  const { number, progress } = ready
  const form = await withCardOnFile(dependencies, visit, body.form)
  if ('error' in form) return formState(progress, form.error)
  const fill = fillerOf(visit, values => fillIn(values, form, client))
  const filled = fill(visit.session.contents.values)
  if ('error' in filled) return formState(progress, filled.error)
  if (visit.operation === 'NONE') return await storeCardOnly(dependencies, visit, fill)
  // A payer who pays here has left the other page: a partial payment taken there would block this one.
  if (progress.elsewhere !== undefined) await dependencies.gateway.giveUpRemainder(visit.key)
  return await beginAttempt(dependencies, visit, { number, values: filled.values, fill, before: progress })
}

const wallet: CheckoutAct = async (dependencies, visit, { body, client }) => {
  const ready = await readyToPay(dependencies, visit, body)
  if ('step' in ready) return ready
  const form = withNoCardOnFile(visit, body.form)
  const fill = fillerOf(visit, values => fillIn(values, form, client, 'wallet'))
  const attempt = { number: ready.number, wallet: body.wallet, fill, before: ready.progress }
  return await payWithWallet(dependencies, visit, attempt)
}

/** The number of the attempt that is to be begun; otherwise the state that the payer has to see first. */
async function readyToPay(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  body: CheckoutActBody,
): Promise<CheckoutState | { readonly number: number; readonly progress: CheckoutProgress }> {
  const progress = await progressOf(dependencies, visit)
  // A page of before is loaded again, and says so.
  if (isShopClosed(visit, progress))
    return formState(progress, { reason: 'orderChanged', terms: visit.profile.standing })
  const number = wantedAttempt(visit, progress, body)
  if (number === undefined) return await resume(dependencies, visit, progress)
  if (visit.leftMs === 0) return checkoutStateOf(visit, progress)
  // If the page showed another amount than is due now, the payer has not agreed to it.
  const change = changeSince(visit, body)
  if (change) return formState(progress, change)
  if (body.due !== progress.rest?.due) return checkoutStateOf(visit, progress)
  if (number > attemptsMax) return await leaveAttempt(dependencies, visit, progress)
  return { number, progress }
}

type SessionValues = Parameters<typeof fillIn>[0]

/**
 * The merchant may update the session at any time: the form is merged into it when it is stored. What was
 * merged once is not merged again.
 */
function fillerOf({ session }: CheckoutVisit, fill: (held: SessionValues) => ReturnType<FillForm>): FillForm {
  const { apiVersion } = session.stored
  const { values: shown } = session.contents
  const filled = fill({ values: shown, apiVersion })
  const terms = termsOf(shown)
  return values => {
    if (values === shown) return filled
    return termsOf(values) === terms ? fill({ values, apiVersion }) : { error: orderChanged(values) }
  }
}

async function storeCardOnly(
  { sessions }: CheckoutDependencies,
  visit: CheckoutVisit,
  fill: FillForm,
): Promise<CheckoutState> {
  const stored = await sessions.revise(visit.session.key, fill)
  if (isRejection(stored)) return formState(notStarted, errorOf(stored, visit.session.stored.apiVersion))
  if ('error' in stored) return formState(notStarted, stored.error)
  return doneState({ ...visit, session: { ...visit.session, ...stored } })
}

/**
 * The number of the attempt for which the form was filled in; undefined if that is under way or over already.
 * A form that was sent twice makes one attempt, not two.
 */
function wantedAttempt(
  visit: CheckoutVisit,
  progress: CheckoutProgress,
  body: CheckoutActBody,
): number | undefined {
  const { attempt, phase } = progress
  if (isCommitted(phase) || phase.kind === 'authenticating') return undefined
  if (!attempt) return 1
  const isAnother = hasLeftAttempt(progress, body) ?? (isRetryable(phase) || !isSameCard(visit, body))
  return isAnother ? attempt.number + 1 : undefined
}

/**
 * Whether the payer has left the last attempt. The page shows that by the number of attempts left that it
 * sends; undefined if it sends none.
 */
function hasLeftAttempt(
  { attempt }: CheckoutProgress,
  { attemptsLeft }: CheckoutActBody,
): boolean | undefined {
  if (attemptsLeft === undefined || !attempt) return undefined
  return attemptsMax - attemptsLeft >= attempt.number
}

function isSameCard(visit: CheckoutVisit, { form }: CheckoutActBody): boolean {
  const { token, provided } = visit.session.contents.values.sourceOfFunds ?? {}
  return form.savedCard === undefined
    ? cardNumberIn(form) === provided?.card?.number
    : token !== undefined && form.savedCard === savedCardId(visit, token)
}

/** Continues as far as possible without the payer, who may have closed the page in between. */
async function resume(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  progress: CheckoutProgress,
): Promise<CheckoutState> {
  const { attempt } = progress
  if (!attempt || visit.operation === 'NONE') return checkoutStateOf(visit, progress)
  return await advanceAttempt(dependencies, visit, { number: attempt.number })
}

/** A payer who has closed a challenge is at the form: the challenge is not opened again. */
const state: CheckoutAct = async (dependencies, visit, { body }) => {
  const progress = await progressOf(dependencies, visit)
  const isAtForm = hasLeftAttempt(progress, body) && isUnderWay(progress.phase)
  const next = isAtForm && visit.leftMs > 0 ? leaveAttempt : resume
  const answer = await next(dependencies, visit, progress)
  const change = answer.step === 'form' && changeSince(visit, body)
  return change ? formState(progress, change) : answer
}

const proceed: CheckoutAct = async (dependencies, visit) => {
  const progress = await progressOf(dependencies, visit)
  const { attempt } = progress
  if (!attempt) return checkoutStateOf(visit, progress)
  return await advanceAttempt(dependencies, visit, { number: attempt.number, isMethodDone: true })
}

/**
 * A payment that succeeded, or is being executed, can no longer be cancelled here. Nor can one whose payer is
 * being authenticated: the request that does so, perhaps of another tab, pays next.
 */
const cancel: CheckoutAct = async (dependencies, visit, { body }) => {
  const before = await progressOf(dependencies, visit)
  const answer = checkoutStateOf(visit, before)
  if (isCommitted(before.phase) || answer.step === 'done' || answer.step === 'expired') return answer
  if (isBeingAuthenticated(before) && !body.isOfChallenge) return processingState
  if (isUnderWay(before.phase) && !(await takeCardOut(dependencies, visit.session.key)))
    return processingState
  const progress = isUnderWay(before.phase) ? await progressOf(dependencies, visit) : before
  if (isCommitted(progress.phase)) return checkoutStateOf(visit, progress)
  if (body.isOfChallenge)
    return await leaveAttempt(dependencies, visit, progress, { reason: 'authenticationCancelled' })
  const isPartTaken = progress.unfinished.length > 0 || progress.elsewhere !== undefined
  return isPartTaken
    ? await giveBack(dependencies, visit, now => cancelledState(visit, now))
    : cancelledState(visit, progress)
}

/**
 * Leaves the current attempt. After the last attempt the rest of a partial payment cannot be paid any more.
 */
async function leaveAttempt(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  progress: CheckoutProgress,
  error?: CheckoutFormError,
): Promise<CheckoutState> {
  const isLast = progress.unfinished.length > 0 && progress.attemptsLeft === 0
  return isLast
    ? await giveBack(dependencies, visit, now => formState(now, error))
    : formState(progress, error)
}

/** Reverses partial payments, unless the rest was paid meanwhile from another tab, or is being paid. */
async function giveBack(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  answerTo: (progress: CheckoutProgress) => CheckoutState,
): Promise<CheckoutState> {
  await dependencies.gateway.giveUpRemainder(visit.key)
  const progress = await progressOf(dependencies, visit)
  return isCommitted(progress.phase) ? checkoutStateOf(visit, progress) : answerTo(progress)
}

/** What else is under way goes on: a payment with this card has it already. */
const remove: CheckoutAct = async (dependencies, visit, { body }) => {
  await removeSavedCard(dependencies, visit, body.form)
  const progress = await progressOf(dependencies, visit)
  const isOver = isCommitted(progress.phase) || visit.leftMs === 0
  return isOver ? checkoutStateOf(visit, progress) : formState(progress)
}

export const acts = { submit, wallet, proceed, state, cancel, remove } as const satisfies Record<
  CheckoutAction,
  CheckoutAct
>
