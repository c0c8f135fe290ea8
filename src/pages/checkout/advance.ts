import { operationNamed } from '../../contract/catalogue.ts'
import { type Content, mergeContent, onlyKnownFields } from '../../contract/kit/content.ts'
import { requestAt } from '../../contract/kit/operation.ts'
import type { TransactionSubmission } from '../../operations/requests/prepare.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import { otherVersion } from '../../sessions/heldSession.ts'
import { attemptsMax, transactionIds } from './attempts.ts'
import { groupAt, textAt, valueAt } from './fieldPaths.ts'
import { errorOf, type FillForm } from './form.ts'
import { isOver, isUnderWay } from './stage.ts'
import {
  type CheckoutProgress,
  checkoutStateOf,
  formState,
  isHeldByPayment,
  processingState,
  progressOf,
} from './standing.ts'
import type { CheckoutOperation, CheckoutState } from './view.ts'
import { type CheckoutDependencies, type CheckoutVisit, orderChanged, termsOf } from './visit.ts'

/** What the gateway is asked to do for a try after it has begun. */
export type AttemptOperation = 'authenticate' | 'pay'

/**
 * How a try begins: with what this payer filled in. Two who begin the same try with different cards cannot
 * both do so, which is why nothing is taken from the session here.
 */
export function beginning(visit: CheckoutVisit, number: number, values: Content): TransactionSubmission {
  const apiOperation = 'INITIATE_AUTHENTICATION'
  const shape = requestAt(operationNamed(apiOperation), visit.session.stored.apiVersion)
  const { session: _, correlationId: __, ...said } = withoutCode(onlyKnownFields(shape, values))
  const { authentication } = transactionIds(visit.session.key.sessionId, number)
  const more = { authentication: { acceptVersions: '3DS2', ...purposeOf(visit) } }
  return submissionOf(visit, authentication, { ...mergeContent(said, more), apiOperation })
}

/** Only the payment needs the security code. */
function withoutCode({ sourceOfFunds, ...values }: Content): Content {
  const { securityCode: _, ...card } = groupAt({ sourceOfFunds }, 'sourceOfFunds', 'provided', 'card')
  return { ...values, sourceOfFunds: { type: 'CARD', provided: { card } } }
}

/**
 * What follows is about the card that the session holds by now, so the request is the same whoever sends it:
 * a second tab gets the answer of the first.
 */
export function following(
  visit: CheckoutVisit,
  number: number,
  { step, isProven }: Following,
): TransactionSubmission {
  const ids = transactionIds(visit.session.key.sessionId, number)
  // Of this version of the session and no other: what the merchant changes meanwhile is looked at first.
  const pinned = { session: { version: visit.session.stored.version } }
  if (step === 'authenticate')
    return submissionOf(visit, ids.authentication, {
      ...pinned,
      apiOperation: 'AUTHENTICATE_PAYER',
      // Where a challenge ends is the gateway's own affair: no address is named, least of all the payer's.
      authentication: purposeOf(visit),
    })
  return submissionOf(visit, ids.payment, {
    ...pinned,
    apiOperation: payments[visit.operation],
    ...partsWelcome(visit, number),
    ...(isProven && { authentication: { transactionId: ids.authentication } }),
  })
}

/**
 * Whoever is told of success has paid all of it. Only a merchant whose profile says that it collects the
 * rest, or lets the payer pay it here, may welcome a part; for all others a bank that approves one has done
 * something else than it was asked to. So has one at the last try, after which no rest could be paid.
 */
function partsWelcome(visit: CheckoutVisit, number: number): Content {
  const { operation, profile } = visit
  if (operation !== 'PURCHASE' && operation !== 'AUTHORIZE') return {}
  if (profile.partialPaymentsAtCheckout === 'KEEP') return {}
  return { order: { acceptPartialAmount: finishes(visit) && number < attemptsMax } }
}

/**
 * Whether the payer pays here what a bank left of the amount. Not where it is only held: what follows a hold
 * is about one card, and all of it.
 */
export function finishes({ operation, profile, session }: CheckoutVisit): boolean {
  if (operation !== 'PURCHASE' || profile.partialPaymentsAtCheckout !== 'FINISH') return false
  return valueAt(session.contents.values, 'order', 'acceptPartialAmount') !== false
}

type Following = { readonly step: AttemptOperation; readonly isProven: boolean }

function submissionOf(
  { key, session }: CheckoutVisit,
  transactionId: string,
  { apiOperation, ...said }: Content & { readonly apiOperation: string },
): TransactionSubmission {
  return {
    operation: operationNamed(apiOperation),
    version: session.stored.apiVersion,
    orderId: key.orderId,
    transactionId,
    body: mergeContent(withoutOrderId(said), { apiOperation, session: { id: session.key.sessionId } }),
  }
}

/** A checkout knows its order by name; to the API that is the path. */
function withoutOrderId({ order, ...said }: Content): Content {
  if (order === undefined) return said
  const { id: _, ...ordered } = groupAt({ order }, 'order')
  return { ...said, order: ordered }
}

/** A page that only takes the card asks the gateway for nothing. */
const payments = {
  AUTHORIZE: 'AUTHORIZE',
  NONE: '',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
} as const satisfies Record<CheckoutOperation, string>

const purposeOf = ({ operation }: CheckoutVisit) => ({
  channel: 'PAYER_BROWSER',
  purpose: operation === 'VERIFY' ? 'ADD_CARD' : 'PAYMENT_TRANSACTION',
})

/**
 * Begins a try with what the payer filled in. The order admits one beginning of each try: whoever is second
 * with another card finds the first one under way. Only the first one's card is kept.
 */
export async function begin(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  { number, values, fill, after }: Beginning,
): Promise<CheckoutState> {
  const asked = await ask(parts, visit, { submission: beginning(visit, number, values), after })
  if (asked === 'running') return processingState
  if (asked !== 'done' && asked !== 'notAvailable') return await stateAfterRefusal(parts, visit, asked)
  const { session } = visit
  const filledIn = { ...visit, session: { ...session, contents: { ...session.contents, values } } }
  const standing = await progressOf(parts, filledIn)
  const isBegun = standing.attempt?.number === number
  if (isBegun && standing.stage && !isUnderWay(standing.stage)) return checkoutStateOf(visit, standing)
  const kept = await parts.sessions.revise(session.key, fill)
  if (isRejection(kept)) return formState(standing, errorOf({ field: kept.field ?? '' }))
  if ('error' in kept) return formState(standing, kept.error)
  const going = { number, after, ...(asked === 'notAvailable' && ({ isUnproven: true } as const)) }
  const state = await goOn(parts, { ...visit, session: { ...session, ...kept } }, going)
  // It is over, also where another tab was faster: the secrets just kept serve nobody any more.
  if (endings.has(state.step)) await parts.sessions.eraseSecrets(session.key)
  return state
}

type Beginning = {
  readonly number: number
  readonly values: Content
  /** Makes such values of what the session holds by the time they are kept. */
  readonly fill: FillForm
  /** The payments that it is to make whole. */
  readonly after: readonly string[]
}

const endings: ReadonlySet<CheckoutState['step']> = new Set(['cancelled', 'done', 'form', 'part'])

/** How a try is taken further: which one, and what is known beside what the order says. */
export type Going = {
  readonly number: number
  /** The issuer has had its look at the browser, or its time for that. */
  readonly isLookedAt?: true
  /** Nobody here can authenticate payers: the payment itself is how the try begins. */
  readonly isUnproven?: true
  /** What it is to make whole, as the payer was told before it began. */
  readonly after?: readonly string[]
}

/**
 * Takes a try as far as it goes without the payer. Each step may be asked for twice, by whoever comes here;
 * it happens once.
 */
export async function goOn(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  going: Going,
): Promise<CheckoutState> {
  const { number } = going
  const terms = termsOf(visit.session.contents.values)
  let now = visit
  for (let steps = 0; steps < stepsMax; steps++) {
    const standing = await progressOf(parts, now)
    const step = nextStep(standing, going)
    if (step === undefined || now.leftMs === 0) return checkoutStateOf(now, standing)
    const { values } = now.session.contents
    if (termsOf(values) !== terms) return formState(standing, orderChanged(values))
    const { attempt, after = [] } = standing
    const isProven = attempt?.number === number && attempt.authentication !== undefined
    const submission = following(now, number, { step, isProven })
    const asked = await ask(parts, now, { submission, after: going.after ?? after })
    if (asked === 'running' || asked === 'notAvailable') return processingState
    if (asked !== 'done' && asked.field !== otherVersion.field)
      return await stateAfterRefusal(parts, now, asked)
    now = await lookAgain(parts, now)
  }
  return processingState
}

/** While others were asked, the merchant may have changed what it wants: the session as it is by now. */
async function lookAgain({ sessions }: CheckoutDependencies, visit: CheckoutVisit): Promise<CheckoutVisit> {
  const session = await sessions.opened(visit.session.key.sessionId)
  return session ? { ...visit, session } : visit
}

/** Authentication, payment, and a look at what came of it; a merchant who writes meanwhile costs one more. */
const stepsMax = 5

/** Nothing where it is the payer's turn, or nobody's. */
function nextStep(
  standing: CheckoutProgress,
  { number, isLookedAt, isUnproven }: Going,
): AttemptOperation | undefined {
  const { attempt, stage } = standing
  if ((stage && isOver(stage)) || isHeldByPayment(standing)) return undefined
  if (isUnproven && (attempt?.number ?? 0) < number) return 'pay'
  if (!stage || attempt?.number !== number) return undefined
  if (stage.at === 'authenticated') return 'pay'
  return stage.at === 'available' || (stage.at === 'method' && isLookedAt) ? 'authenticate' : undefined
}

type Asked = 'done' | 'notAvailable' | 'running' | Refused
/** A field that is wrong, or none when something else stands in the way. */
type Refused = Pick<Rejection, 'field'>

type Asking = { readonly submission: TransactionSubmission; readonly after: readonly string[] }

async function ask(
  { gateway }: CheckoutDependencies,
  visit: CheckoutVisit,
  { submission, after }: Asking,
): Promise<Asked> {
  const { key, profile, leftMs } = visit
  const isFinishing = after.length > 0 || finishes(visit)
  const remainder = isFinishing && { remainder: { after, leftMs } }
  const performed = await gateway.submit(
    { key, profile, entryPoint: 'HOSTED_PAGE', ...remainder },
    submission,
  )
  if (isRejection(performed)) return performed
  if (performed.kind === 'notAvailable') return 'notAvailable'
  if (performed.kind !== 'waiting') return 'done'
  const isLocked = textAt(performed.record, 'response', 'gatewayCode') === 'LOCK_FAILURE'
  return isLocked ? {} : 'running'
}

/**
 * Somebody else may have been faster: then what they do counts. Where nobody was, the payer is told what they
 * can do about it.
 */
async function stateAfterRefusal(
  parts: CheckoutDependencies,
  visit: CheckoutVisit,
  { field = '' }: Refused,
): Promise<CheckoutState> {
  const standing = await progressOf(parts, visit)
  const isOthers = field === 'transactionid' && standing.stage !== undefined
  const isSettled = standing.stage !== undefined && isOver(standing.stage)
  return isOthers || isSettled || isHeldByPayment(standing)
    ? checkoutStateOf(visit, standing)
    : formState(standing, errorOf({ field }))
}
