import { isRejection } from '../../orders/rejection.ts'
import { maskedNumber } from '../../standards/maskedNumber.ts'
import { type Attempt, attemptsIn, attemptsMax } from './attempts.ts'
import { challengeRoom } from './challenge.ts'
import { cancelled, done, expired, partlyDone } from './endings.ts'
import { billOf, elsewhereOf, restOf, returnedOf, type Tried } from './parts.ts'
import { textAt } from './reading.ts'
import { isOver, isUnderWay, type Stage, stageOf } from './stage.ts'
import { orderChanged, priceIn } from './terms.ts'
import type { CheckoutState, DeclineReason, FormError, Rest } from './view.ts'
import type { CheckoutParts, Visit } from './visit.ts'

/** Where the payer stands, read from the order each time: there is no second truth to disagree with it. */
export type Standing = {
  /** The try that counts: the one that may have taken money, else the last one. */
  readonly attempt?: Attempt
  readonly stage?: Stage
  /** The payments that wait for their rest, by their ids. */
  readonly after?: readonly string[]
  /** What is left to pay after them; nothing where that cannot be paid any more. */
  readonly rest?: Rest
  /** What was taken, and is given back. */
  readonly returned?: string
  /** What another page took of the same order, and is still waiting for the rest of. */
  readonly elsewhere?: string
}

/** What can be made whole no more is given back before anything is said about it. */
export async function standingOf(parts: CheckoutParts, visit: Visit): Promise<Standing> {
  const standing = await readStanding(parts, visit)
  if (!isInVain(visit, standing)) return standing
  await parts.gateway.giveUpRest(visit.key)
  return await readStanding(parts, visit)
}

/**
 * Whether parts were taken whose rest cannot be paid: time or tries are over, the price is another, or the
 * merchant has voided one of them.
 */
function isInVain({ leftMs }: Visit, standing: Standing): boolean {
  const { after = [], rest, stage } = standing
  if (after.length === 0 || isHeldByPayment(standing)) return false
  const isTryOver = stage?.at === 'part' || stage?.at === 'failed'
  return leftMs === 0 || !rest || stage?.at === 'undone' || (isTryOver && attemptsLeftAfter(standing) === 0)
}

async function readStanding(parts: CheckoutParts, visit: Visit): Promise<Standing> {
  const found = await parts.gateway.retrieveOrder(visit.key)
  const order = isRejection(found) ? undefined : found
  const attempts = attemptsIn(order, visit.session.key.sessionId)
  const bill = billOf(order, attempts, priceIn(visit.session.contents.values))
  const stages = attempts.map(one => ({ attempt: one, stage: stageOf(one, bill) }))
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

function moneyTold({ clock }: CheckoutParts, visit: Visit, tried: Tried): MoneyTold {
  const openedMs = clock.now().getTime() - visit.session.ageMs
  const returned = returnedOf(tried, visit, openedMs)
  const elsewhere = elsewhereOf(tried, visit)
  return { ...(returned !== undefined && { returned }), ...(elsewhere !== undefined && { elsewhere }) }
}
type MoneyTold = Pick<Standing, 'elsewhere' | 'returned'>

/** Between the beginning of a try and keeping its card, only whoever began it can go on. */
function holdsCardOf({ session }: Visit, { authentication }: Attempt): boolean {
  const path = ['sourceOfFunds', 'provided', 'card', 'number'] as const
  const held = textAt(session.contents.values, ...path)
  return held !== undefined && maskedNumber(held) === textAt(authentication, ...path)
}

/** Whoever does not come back with the card soon, by the clocks of two machines, never will. */
function stageWithoutCard({ clock }: CheckoutParts, { authentication }: Attempt): Stage {
  const begunMs = Date.parse(textAt(authentication, 'timeOfRecord') ?? '')
  const isLost = clock.now().getTime() - begunMs > cardPatienceMs
  return isLost ? { at: 'failed', reason: 'tryLater' } : { at: 'running' }
}
const cardPatienceMs = 60_000

/** What is left to somebody whose time is over: only the outcome of what is under way. */
export function stateOf(visit: Visit, standing: Standing): CheckoutState {
  const { stage } = standing
  if (stage?.at === 'paid') return done(visit)
  if (stage?.at === 'partlyPaid') return partlyDone(visit, stage.paid)
  if (stage?.at === 'undone') return cancelled(visit, standing)
  if (isHeldByPayment(standing)) return processing
  if (isStored(visit)) return done(visit)
  if (visit.leftMs === 0) return expired(visit, standing)
  switch (stage?.at) {
    case undefined:
    case 'part':
      return form(standing)
    case 'failed':
      return form(standing, errorIn(visit, stage.reason))
    case 'method':
      return { step: 'method', methodUrl: stage.methodUrl, methodData: stage.methodData }
    case 'challenge': {
      const { acsUrl, creq } = stage
      return { step: 'challenge', acsUrl, creq, ...challengeRoom(visit.session.contents.values) }
    }
    default:
      return processing
  }
}

const errorIn = ({ session }: Visit, reason: DeclineReason): FormError =>
  reason === 'orderChanged' ? orderChanged(session.contents.values) : { reason }

export const processing: CheckoutState = { step: 'processing' }

/** Money may be moving: nothing else can be done until that is known. */
export const isHeldByPayment = ({ attempt, stage }: Standing): boolean =>
  attempt?.payment !== undefined && stage?.at === 'running'

/** Where the page only takes the card, no order tells of it: the card and the browser it came from do. */
function isStored({ operation, session }: Visit): boolean {
  if (operation !== 'NONE') return false
  const { values } = session.contents
  const room = textAt(values, 'device', 'browserDetails', '3DSecureChallengeWindowSize')
  return textAt(values, 'sourceOfFunds', 'provided', 'card', 'number') !== undefined && room !== undefined
}

/** Somebody who has no try left is told so, whatever the last one failed of. */
export function form(standing: Standing, error?: FormError): CheckoutState {
  const attemptsLeft = attemptsLeftAfter(standing)
  const shown: FormError | undefined = attemptsLeft === 0 ? { reason: 'tooManyAttempts' } : error
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
export function attemptsLeftAfter({ attempt, stage }: Standing): number {
  if (stage?.at === 'failed' && stage.reason === 'tooManyAttempts') return 0
  return attemptsMax - (attempt?.number ?? 0)
}
