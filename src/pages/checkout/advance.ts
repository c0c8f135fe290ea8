// Executes the operations of one attempt to pay at the checkout page: authentication, then payment.

import { operationNamed } from '../../contract/catalogue.ts'
import { writeRequest } from '../../contract/kit/atVersion.ts'
import { requestModelAt } from '../../contract/kit/operation.ts'
import { knownFieldsOf, mergeRecords } from '../../contract/kit/records.ts'
import type { SessionRecord, SessionRequestRecord } from '../../contract/model.ts'
import type { LoadedOrder } from '../../operations/model/journal.ts'
import type { Handover } from '../../operations/pipeline/execution.ts'
import type { TransactionSubmission } from '../../operations/requests/prepare.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import { type HeldSession, otherVersion } from '../../sessions/heldSession.ts'
import type { DraftedSession } from '../../sessions/sessions.ts'
import type { CheckoutFormError, CheckoutState } from '../browser/checkout/protocol.ts'
import { attemptsMax, transactionIds } from './attempts.ts'
import { checkoutStateOf, formState, processingState } from './checkoutState.ts'
import { errorOf, type FillForm } from './form.ts'
import { type CheckoutProgress, isCommitted, isUnderWay, progressOf } from './progress.ts'
import { promiseReceipt } from './receipt.ts'
import { secretsAtHand, valuesAtHand } from './sessionAtHand.ts'
import {
  type CheckoutDependencies,
  type CheckoutOperation,
  type CheckoutVisit,
  orderChanged,
  payersTimeLeft,
  shopNameOf,
  termsOf,
} from './visit.ts'

/**
 * Begins an attempt with the payer's form, and executes it as far as possible. Each attempt can be begun only
 * once: a second tab with another card finds the first one under way. Only the card of the first is stored in
 * the session.
 */
export async function beginAttempt(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  { number, values, fill, before }: NewAttempt,
): Promise<CheckoutState> {
  const submission = initiationOf(visit, number, values)
  const { session } = visit
  const { unfinished, order } = before
  // Not those of the attempt before: a saved card of then would be named beside the card of now.
  const sources = valuesAtHand({ ...session, contents: { ...session.contents, values: withoutCode(values) } })
  const result = await submit(dependencies, visit, { submission, unfinished, handover: { order, sources } })
  if (result === 'running') return processingState
  if (result !== 'nobodyThere' && !isDone(result)) return await stateAfterRefusal(dependencies, visit, result)
  const filledIn = { ...visit, session: { ...session, contents: { ...session.contents, values } } }
  const progress = await progressOf(dependencies, filledIn, isDone(result) ? result.order : undefined)
  const isBegun = progress.attempt?.number === number
  if (isBegun && !isUnderWay(progress.phase)) return checkoutStateOf(visit, progress)
  const isUnauthenticated = result === 'nobodyThere' && ({ isUnauthenticated: true } as const)
  const attempt = { number, unfinished, progress, ...isUnauthenticated }
  const form = await storedForm(dependencies, session, { fill, isPaidNext: isPaidNext(attempt) })
  if (isRejection(form) || 'error' in form) return formAfter(visit, progress, form)
  const begun = { ...visit, session: { ...session, ...form.held } }
  const { state, holdsSecrets } = await advance(dependencies, begun, { ...attempt, form: { fill, ...form } })
  // The attempt is over, perhaps by another tab: the secrets just stored are not needed any more.
  if (holdsSecrets && finalSteps.has(state.step)) await dependencies.sessions.eraseSecrets(session.key)
  return state
}

/**
 * Pays with funds that are in this request only, such as those of a wallet, and without authentication. A
 * second tab with others is refused: the attempt is the first one's.
 */
export async function payDirectly(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  { number, given, before }: DirectPayment,
): Promise<CheckoutState> {
  const { session, operation } = visit
  const { payment: transactionId } = transactionIds(session.key.sessionId, number)
  const named = { apiOperation: paymentOperations[operation], transactionId }
  const request = mergeRecords(given, partialAmountIn(visit, number))
  const pinned = { ...request, session: { version: session.stored.version } }
  const submission = { ...submissionWith(visit, named, pinned), hasOpenedToken: true }
  const { order, unfinished } = before
  const handover = { order, sources: valuesAtHand(session) }
  await promiseReceipt(dependencies, visit)
  const result = await submit(dependencies, visit, { submission, unfinished, handover })
  if (result === 'running' || result === 'nobodyThere') return processingState
  const progress = await progressOf(dependencies, visit, isDone(result) ? result.order : undefined)
  const isAnswer = progress.attempt?.number === number || isCommitted(progress.phase)
  return isAnswer ? checkoutStateOf(visit, progress) : formState(progress, { reason: 'walletRefused' })
}

type DirectPayment = Pick<NewAttempt, 'before' | 'number'> & { readonly given: SessionRequestRecord }

/**
 * Stores the form, for the payer who comes back and for other tabs. A payment that is next stores it itself,
 * when it claims the security code.
 */
async function storedForm(
  { sessions }: CheckoutDependencies,
  session: HeldSession,
  { fill, isPaidNext }: { readonly fill: FillForm; readonly isPaidNext: boolean },
) {
  const drafted = sessions.draft(session, fill)
  if (!('keep' in drafted)) return drafted
  if (isPaidNext && drafted.held.holdsSecrets) return { held: drafted.held, drafted }
  if (await drafted.keep()) return { held: drafted.held }
  const stored = await sessions.revise(session.key, fill)
  return isRejection(stored) || 'error' in stored ? stored : { held: stored }
}

const formAfter = (
  { session }: CheckoutVisit,
  progress: CheckoutProgress,
  refused: Rejection | { readonly error: CheckoutFormError },
): CheckoutState =>
  formState(progress, isRejection(refused) ? errorOf(refused, session.stored.apiVersion) : refused.error)

type NewAttempt = {
  readonly number: number
  readonly values: SessionRecord
  /** Merges the form into the values that the session has when they are stored. */
  readonly fill: FillForm
  /** What the payer saw when the form was sent: it pays the rest of the partial payments then. */
  readonly before: Pick<CheckoutProgress, 'order' | 'unfinished'>
}

const finalSteps: ReadonlySet<CheckoutState['step']> = new Set(['cancelled', 'done', 'form', 'part'])

/** The attempt to continue, with what is not in the order. */
type BegunAttempt = {
  readonly number: number
  /** The issuer has examined the browser (3DS method), or its time for that is over. */
  readonly isMethodDone?: true
  /** No 3-D Secure server is configured: the attempt begins with the payment. */
  readonly isUnauthenticated?: true
  /** The partial payments whose rest it pays, as shown to the payer before it began. */
  readonly unfinished?: readonly string[]
  /** As it was read just now; otherwise it is read first. */
  readonly progress?: CheckoutProgress
  /** The payer's form, and what it makes of the session where that is not stored yet. */
  readonly form?: { readonly fill: FillForm; readonly drafted?: DraftedSession }
}

/**
 * Executes an attempt as far as possible without the payer. Each operation may be requested several times,
 * from several tabs; it is executed once.
 */
export async function advanceAttempt(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  begun: BegunAttempt,
): Promise<CheckoutState> {
  return (await advance(dependencies, visit, begun)).state
}

async function advance(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  begun: BegunAttempt,
): Promise<AdvancedAttempt> {
  const { sessions } = dependencies
  const { number } = begun
  const terms = termsOf(visit.session.contents.values)
  let current = visit
  let known = begun.progress
  let handed: LoadedOrder | undefined
  const ended = (state: CheckoutState) => ({ state, holdsSecrets: current.session.holdsSecrets })
  for (let round = 0; round < roundsMax; round++) {
    const progress = known ?? (await progressOf(dependencies, current, handed))
    known = undefined
    const operation = nextOperation(progress, begun)
    if (operation === undefined || current.leftMs === 0) return ended(checkoutStateOf(current, progress))
    const { values } = current.session.contents
    if (termsOf(values) !== terms) return ended(formState(progress, orderChanged(values)))
    const { attempt, order } = progress
    const isAuthenticated = attempt?.number === number && attempt.authentication !== undefined
    const submission = submissionOf(current, number, { operation, isAuthenticated })
    const unfinished = begun.unfinished ?? progress.unfinished
    const drafted = round === 0 ? begun.form?.drafted : undefined
    if (operation === 'pay') await promiseReceipt(dependencies, current)
    const hand = operation === 'pay' && secretsAtHand(sessions, current.session, drafted)
    const handover = { order, ...(hand && { sources: hand.sources }) }
    const result = await submit(dependencies, current, { submission, unfinished, handover })
    if (begun.form && hand && !hand.isKept()) {
      const stored = await sessions.revise(current.session.key, begun.form.fill)
      if (isRejection(stored) || 'error' in stored) return ended(formAfter(current, progress, stored))
      current = { ...current, session: { ...current.session, ...stored } }
    }
    if (result === 'running' || result === 'nobodyThere') return ended(processingState)
    if (!isDone(result) && result.field !== otherVersion.field)
      return ended(await stateAfterRefusal(dependencies, current, result))
    handed = isDone(result) ? result.order : undefined
    current = await reopen(dependencies, current)
  }
  return ended(processingState)
}

type AdvancedAttempt = {
  readonly state: CheckoutState
  /** Whether the session was last seen with secrets. */
  readonly holdsSecrets: boolean
}

/** Authentication, payment, and reading the result; each concurrent update of the session takes one more. */
const roundsMax = 5

/**
 * Reads the session again: the merchant may have updated it during the operation. The time went on as well:
 * who is told meanwhile that it is over, and that nothing was paid, must not pay then.
 */
async function reopen({ sessions }: CheckoutDependencies, visit: CheckoutVisit): Promise<CheckoutVisit> {
  const session = await sessions.opened(visit.session.key.sessionId)
  return session ? { ...visit, session, leftMs: payersTimeLeft(session) } : { ...visit, leftMs: 0 }
}

type AttemptOperation = 'authenticate' | 'pay'

const isPaidNext = (begun: BegunAttempt & { readonly progress: CheckoutProgress }): boolean =>
  nextOperation(begun.progress, begun) === 'pay'

/** Undefined if the payer has to act, or nothing is left to do. */
function nextOperation(
  { attempt, phase }: CheckoutProgress,
  { number, isMethodDone, isUnauthenticated }: BegunAttempt,
): AttemptOperation | undefined {
  if (isCommitted(phase)) return undefined
  if (isUnauthenticated && (attempt?.number ?? 0) < number) return 'pay'
  if (attempt?.number !== number) return undefined
  if (phase.kind === 'authenticated') return 'pay'
  return phase.kind === 'available' || (phase.kind === 'method' && isMethodDone) ? 'authenticate' : undefined
}

type SubmissionResult = DoneSubmission | 'nobodyThere' | 'running' | RefusedSubmission
/** The order as it left it, unless that has to be retrieved. */
type DoneSubmission = { readonly isDone: true; readonly order?: LoadedOrder | undefined }
const isDone = (result: DoneSubmission | RefusedSubmission | string): result is DoneSubmission =>
  typeof result === 'object' && 'isDone' in result
/** The invalid field; none if the reason is another one. */
type RefusedSubmission = Pick<Rejection, 'field'>

type SubmissionToMake = {
  readonly submission: TransactionSubmission
  readonly unfinished: readonly string[]
  readonly handover: Handover
}

async function submit(
  { gateway }: CheckoutDependencies,
  visit: CheckoutVisit,
  { submission, unfinished, handover }: SubmissionToMake,
): Promise<SubmissionResult> {
  const { key, profile, leftMs } = visit
  const isFinishing = unfinished.length > 0 || maySplit(visit)
  const remainder = isFinishing && { remainder: { after: unfinished, leftMs } }
  // The payer's bank is told the name that the page shows.
  const named = { ...profile, shopName: shopNameOf(visit) ?? '' }
  const caller = { key, profile: named, entryPoint: 'HOSTED_PAGE' as const, handover, ...remainder }
  const submitted = await gateway.submit(caller, submission)
  if (isRejection(submitted)) return submitted.isNobodyThere ? 'nobodyThere' : submitted
  if (submitted.kind !== 'waiting') return { isDone: true, order: submitted.order }
  const isLocked = submitted.record.response?.gatewayCode === 'LOCK_FAILURE'
  return isLocked ? {} : 'running'
}

/**
 * Another tab may have been faster: then its progress is the answer. Otherwise the form shows what the payer
 * can correct.
 */
async function stateAfterRefusal(
  dependencies: CheckoutDependencies,
  visit: CheckoutVisit,
  { field = '' }: RefusedSubmission,
): Promise<CheckoutState> {
  const progress = await progressOf(dependencies, visit)
  const isOthers = field === 'transactionid' && progress.phase.kind !== 'notStarted'
  return isOthers || isCommitted(progress.phase)
    ? checkoutStateOf(visit, progress)
    : formState(progress, errorOf({ field }, visit.session.stored.apiVersion))
}

/**
 * The first request of an attempt, made of this payer's form. It takes nothing from the session, so that two
 * tabs with different cards send different requests, and only one of them is accepted.
 */
function initiationOf(visit: CheckoutVisit, number: number, values: SessionRecord): TransactionSubmission {
  const apiOperation = 'INITIATE_AUTHENTICATION'
  const shape = requestModelAt(operationNamed(apiOperation), visit.session.stored.apiVersion)
  const known = withoutCode(knownFieldsOf(shape, values))
  const { authentication: transactionId } = transactionIds(visit.session.key.sessionId, number)
  const authentication = { acceptVersions: '3DS2', ...purposeOf(visit) }
  return submissionWith(visit, { apiOperation, transactionId }, mergeRecords(known, { authentication }))
}

/** Only the payment needs the security code. */
function withoutCode({ sourceOfFunds, ...values }: SessionRecord): SessionRecord {
  const { token, provided } = sourceOfFunds ?? {}
  const { securityCode: _, ...card } = provided?.card ?? {}
  const named = token !== undefined && { token }
  return { ...values, sourceOfFunds: { type: 'CARD', ...named, provided: { card } } }
}

/**
 * Later requests use the card in the session, so they are the same from every tab: a second tab gets the
 * answer of the first.
 */
function submissionOf(
  visit: CheckoutVisit,
  number: number,
  { operation, isAuthenticated }: { readonly operation: AttemptOperation; readonly isAuthenticated: boolean },
): TransactionSubmission {
  const ids = transactionIds(visit.session.key.sessionId, number)
  // Only for this version of the session: an update by the merchant has to be read first.
  const pinned = { session: { version: visit.session.stored.version } }
  if (operation === 'authenticate') {
    const named = { apiOperation: 'AUTHENTICATE_PAYER', transactionId: ids.authentication }
    // A challenge ends at the gateway's own address: no return address is sent, least of all the payer's.
    return submissionWith(visit, named, { ...pinned, authentication: purposeOf(visit) })
  }
  const named = { apiOperation: paymentOperations[visit.operation], transactionId: ids.payment }
  return submissionWith(visit, named, {
    ...pinned,
    ...partialAmountIn(visit, number),
    ...(isAuthenticated && { authentication: { transactionId: ids.authentication } }),
  })
}

/** A page that only stores the card (NONE) executes no operation. */
const paymentOperations = {
  AUTHORIZE: 'AUTHORIZE',
  NONE: '',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
} as const satisfies Record<CheckoutOperation, string>

/**
 * Success means that the whole amount was paid. A partial approval is accepted only if the merchant's profile
 * says that the merchant collects the rest, or that the payer may pay it here; and not at the last attempt,
 * after which the rest could not be paid. Otherwise it is reversed.
 */
function partialAmountIn(visit: CheckoutVisit, number: number): SessionRecord {
  const { operation, profile } = visit
  if (operation !== 'PURCHASE' && operation !== 'AUTHORIZE') return {}
  if (profile.partialPaymentsAtCheckout === 'KEEP') return {}
  return { order: { acceptPartialAmount: maySplit(visit) && number < attemptsMax } }
}

/**
 * Whether the payer may pay the rest of a partial approval here. Not for authorizations: their follow-ups
 * concern one card and the whole amount.
 */
function maySplit({ operation, profile, session }: CheckoutVisit): boolean {
  if (operation !== 'PURCHASE' || profile.partialPaymentsAtCheckout !== 'FINISH') return false
  return session.contents.values.order?.acceptPartialAmount !== false
}

function submissionWith(
  { key, session }: CheckoutVisit,
  { apiOperation, transactionId }: { readonly apiOperation: string; readonly transactionId: string },
  request: SessionRequestRecord,
): TransactionSubmission {
  const operation = operationNamed(apiOperation)
  const version = session.stored.apiVersion
  const named = mergeRecords(withoutOrderId(request), { session: { id: session.key.sessionId } })
  const body = writeRequest(operation, version, { ...named, apiOperation })
  return { operation, version, orderId: key.orderId, transactionId, body }
}

/** A checkout session has the order id in its body; the API has it in the path. */
function withoutOrderId({ order, ...request }: SessionRequestRecord): SessionRequestRecord {
  if (order === undefined) return request
  const { id: _, ...rest } = order
  return { ...request, order: rest }
}

const purposeOf = ({ operation }: CheckoutVisit) =>
  ({
    channel: 'PAYER_BROWSER',
    purpose: operation === 'VERIFY' ? 'ADD_CARD' : 'PAYMENT_TRANSACTION',
  }) as const
