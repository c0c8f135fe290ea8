import { isRejection } from '../../orders/rejection.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import {
  type AttemptsAtOrder,
  attemptsIn,
  attemptsMax,
  balanceOf,
  type CheckoutAttempt,
  elsewhereOf,
  restOf,
  returnedOf,
} from './attempts.ts'
import { cancelledState, challengeRoom, doneState, expiredState, partState } from './checkoutState.ts'
import { textAt } from './fieldPaths.ts'
import { type CheckoutPhase, isOver, isUnderWay, phaseOf } from './stage.ts'
import type { CheckoutDeclineReason, CheckoutFormError, CheckoutRemainder, CheckoutState } from './view.ts'
import { type CheckoutDependencies, type CheckoutVisit, orderChanged, priceIn } from './visit.ts'

/** Where the payer stands, read from the order each time: there is no second truth to disagree with it. */
export type CheckoutProgress = {
  /** The try that counts: the one that may have taken money, else the last one. */
  readonly attempt?: CheckoutAttempt
  readonly stage?: CheckoutPhase
  /** The payments that wait for their rest, by their ids. */
  readonly after?: readonly string[]
  /** What is left to pay after them; nothing where that cannot be paid any more. */
  readonly rest?: CheckoutRemainder
  /** What was taken, and is given back. */
  readonly returned?: string
  /** What another page took of the same order, and is still waiting for the rest of. */
  readonly elsewhere?: string
}

/** What can be made whole no more is given back before anything is said about it. */
export async function progressOf(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
): Promise<CheckoutProgress> {
  const standing = await readProgress(parts, visit)
  if (!isInVain(visit, standing)) return standing
  await parts.gateway.giveUpRemainder(visit.key)
  return await readProgress(parts, visit)
}

/**
 * Whether parts were taken whose rest cannot be paid: time or tries are over, the price is another, or the
 * merchant has voided one of them.
 */
function isInVain({ leftMs }: CheckoutVisit, standing: CheckoutProgress): boolean {
  const { after = [], rest, stage } = standing
  if (after.length === 0 || isHeldByPayment(standing)) return false
  const isTryOver = stage?.at === 'part' || stage?.at === 'failed'
  return leftMs === 0 || !rest || stage?.at === 'undone' || (isTryOver && attemptsLeftAfter(standing) === 0)
}

async function readProgress(parts: CheckoutDependencies, visit: CheckoutVisit): Promise<CheckoutProgress> {
  const found = await parts.gateway.retrieveOrder(visit.key)
  const order = isRejection(found) ? undefined : found
  const attempts = attemptsIn(order, visit.session.key.sessionId)
  const bill = balanceOf(order, attempts, priceIn(visit.session.contents.values))
  const stages = attempts.map(one => ({ attempt: one, stage: phaseOf(one, bill) }))
  const counted = stages.find(({ stage }) => isOver(stage)) ?? stages.find(isHeldByPayment) ?? stages.at(-1)
  const told = moneyTold(parts, visit, { order, attempts })
  if (!counted) return told
  const { attempt, stage } = counted
  const isAtHand = !isUnderWay(stage) || holdsCardOf(visit, attempt)
  const rest = restOf(bill, attempts, visit)
  return {
    ...told,
    attempt,
    stage: isAtHand ? stage : stageWithoutCard(parts, attempt),
    ...(bill.unfinished.length > 0 && { after: bill.unfinished }),
    ...(rest && { rest }),
  }
}

function moneyTold({ clock }: CheckoutDependencies, visit: CheckoutVisit, tried: AttemptsAtOrder): MoneyTold {
  const openedMs = clock.now().getTime() - visit.session.ageMs
  const returned = returnedOf(tried, visit, openedMs)
  const elsewhere = elsewhereOf(tried, visit)
  return { ...(returned !== undefined && { returned }), ...(elsewhere !== undefined && { elsewhere }) }
}
type MoneyTold = Pick<CheckoutProgress, 'elsewhere' | 'returned'>

/** Between the beginning of a try and keeping its card, only whoever began it can go on. */
function holdsCardOf({ session }: CheckoutVisit, { authentication }: CheckoutAttempt): boolean {
  const path = ['sourceOfFunds', 'provided', 'card', 'number'] as const
  const held = textAt(session.contents.values, ...path)
  return held !== undefined && maskedNumber(held) === textAt(authentication, ...path)
}

/** Whoever does not come back with the card soon, by the clocks of two machines, never will. */
function stageWithoutCard(
  { clock }: CheckoutDependencies,
  { authentication }: CheckoutAttempt,
): CheckoutPhase {
  const begunMs = Date.parse(textAt(authentication, 'timeOfRecord') ?? '')
  const isLost = clock.now().getTime() - begunMs > cardPatienceMs
  return isLost ? { at: 'failed', reason: 'tryLater' } : { at: 'running' }
}
const cardPatienceMs = 60_000

/** What is left to somebody whose time is over: only the outcome of what is under way. */
export function checkoutStateOf(visit: CheckoutVisit, standing: CheckoutProgress): CheckoutState {
  const { stage } = standing
  if (stage?.at === 'paid') return doneState(visit)
  if (stage?.at === 'partlyPaid') return partState(visit, stage.paid)
  if (stage?.at === 'undone') return cancelledState(visit, standing)
  if (isHeldByPayment(standing)) return processingState
  if (isStored(visit)) return doneState(visit)
  if (visit.leftMs === 0) return expiredState(visit, standing)
  switch (stage?.at) {
    case undefined:
    case 'part':
      return formState(standing)
    case 'failed':
      return formState(standing, errorIn(visit, stage.reason))
    case 'method':
      return { step: 'method', methodUrl: stage.methodUrl, methodData: stage.methodData }
    case 'challenge': {
      const { acsUrl, creq } = stage
      return { step: 'challenge', acsUrl, creq, ...challengeRoom(visit.session.contents.values) }
    }
    default:
      return processingState
  }
}

const errorIn = ({ session }: CheckoutVisit, reason: CheckoutDeclineReason): CheckoutFormError =>
  reason === 'orderChanged' ? orderChanged(session.contents.values) : { reason }

export const processingState: CheckoutState = { step: 'processing' }

/** Money may be moving: nothing else can be done until that is known. */
export const isHeldByPayment = ({ attempt, stage }: CheckoutProgress): boolean =>
  attempt?.payment !== undefined && stage?.at === 'running'

/** Where the page only takes the card, no order tells of it: the card and the browser it came from do. */
function isStored({ operation, session }: CheckoutVisit): boolean {
  if (operation !== 'NONE') return false
  const { values } = session.contents
  const room = textAt(values, 'device', 'browserDetails', '3DSecureChallengeWindowSize')
  return textAt(values, 'sourceOfFunds', 'provided', 'card', 'number') !== undefined && room !== undefined
}

/** Somebody who has no try left is told so, whatever the last one failed of. */
export function formState(standing: CheckoutProgress, error?: CheckoutFormError): CheckoutState {
  const attemptsLeft = attemptsLeftAfter(standing)
  const shown: CheckoutFormError | undefined = attemptsLeft === 0 ? { reason: 'tooManyAttempts' } : error
  const { rest, returned } = standing
  return {
    step: 'form',
    ...(shown && { error: shown }),
    attemptsLeft,
    ...(rest && { rest }),
    ...(returned !== undefined && { returned }),
  }
}

/** A try counts as soon as it is made, also when the payer leaves it for another one. */
export function attemptsLeftAfter({ attempt, stage }: CheckoutProgress): number {
  if (stage?.at === 'failed' && stage.reason === 'tooManyAttempts') return 0
  return attemptsMax - (attempt?.number ?? 0)
}
