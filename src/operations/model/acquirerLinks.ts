// Asking an acquirer that assigns: over which link and under which trace an ask goes is decided before its
// intent is committed, and another link is tried only while not one byte was sent.

import type {
  AcquirerAnswer,
  AcquirerAsk,
  Assignment,
  BalanceAsk,
  RouteChoice,
} from '../../acquirers/port.ts'
import { isCharge, isUnsettled, tookEffect } from '../../orders/transaction.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { type AcquirerAccess, askAcquirer } from './counterparties.ts'
import { nothingAssigned, type RecordedTransaction } from './journal.ts'

/** An assignment that is no refusal. */
export type GrantedAssignment = Exclude<Assignment, { readonly refused: string }>

/**
 * A payment with the trace of an earlier one of its order, which may have taken effect: as long as nobody
 * knows that nothing is left of that one, the next goes to the same acquirer. A referral goes where the
 * payment was referred.
 */
export function afterEarlier(ask: RecordedAsk, transactions: readonly RecordedTransaction[]): RecordedAsk {
  if ('original' in ask) return ask
  const isReferral = ask.authorizationCode !== undefined
  const earlier = transactions.findLast(one => isCharge(one) && (isReferral || mayStand(one)))?.trace
  return earlier === undefined || earlier === nothingAssigned ? ask : { ...ask, earlierTrace: earlier }
}

const mayStand = (one: RecordedTransaction): boolean =>
  tookEffect(one) || isUnsettled(one) || one.owed?.status === 'PENDING'

/** Whom a transaction went to: links and providers begin their traces with their name. Others are all one. */
export const counterpartyOf = ({ trace = '' }: Pick<RecordedTransaction, 'trace'>): string =>
  /^{"(?:link|provider)":"[^"]*"/.exec(trace)?.[0] ?? ''

/** What the acquirer assigns to an ask; undefined where it assigns nothing. A promise only where it waits. */
export function assignmentOf(
  { acquirer }: Pick<AcquirerAccess, 'acquirer'>,
  ask: RecordedAsk,
): Assignment | undefined | Promise<Assignment | undefined> {
  return acquirer.verbs.has(ask.verb) ? acquirer.assign?.(ask) : undefined
}

/** What an intent is committed for: anything but a balance, which belongs to no order. */
export type RecordedAsk = Exclude<AcquirerAsk, BalanceAsk>

export type AssignedAsk = {
  readonly ask: RecordedAsk
  readonly assigned: GrantedAssignment | undefined
  /** When the intent was committed. */
  readonly startedAtMs: number
  /** How long it may still be sent; below zero it is too late. */
  readonly leftMs: () => number
  /** Commits the trace of another link; false where nothing may be sent any more. */
  readonly retrace: (trace: string) => Promise<boolean>
}

export type AnsweredAsk = { readonly answer: AcquirerAnswer; readonly route?: RouteChoice }

/** Sends it as assigned, and over other links as long as nothing was sent: never after anything else. */
export async function askAsAssigned(access: AcquirerAccess, asked: AssignedAsk): Promise<AnsweredAsk> {
  const { ask, assigned, startedAtMs } = asked
  if (!assigned) return { answer: await askInTime(access, ask, asked.leftMs()) }
  if (!('trace' in assigned))
    return { answer: { outcome: 'unsent', reason: assigned.unsent }, ...routeIn(assigned) }
  const tried: string[] = []
  for (let current = assigned; ; ) {
    const answer = await askInTime(access, { ...ask, trace: current.trace, startedAtMs }, asked.leftMs())
    const answered = { answer, ...routeIn(current) }
    if (answer.outcome !== 'unsent' || answer.reason === 'too late to send') return answered
    tried.push(current.link)
    const next = await nextAssignment(access, ask, tried)
    if (!next || !('trace' in next) || tried.includes(next.link)) return answered
    if (asked.leftMs() < 0 || !(await asked.retrace(next.trace))) return answered
    current = next
  }
}

/** A link whose numbers are used up gets more from the database. Without that none is left. */
async function nextAssignment({ acquirer }: AcquirerAccess, ask: RecordedAsk, tried: readonly string[]) {
  try {
    return await acquirer.assign?.(ask, tried)
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}

/**
 * A node that was paused must not send what recovery may have reversed by now: an original that arrives after
 * its reversal would take effect. A link may keep a question until its deadline before it writes it, so the
 * deadline too is within the time in which recovery expects originals. If another node took the transaction
 * over meanwhile, what is recorded here does not count: the fence decides.
 */
async function askInTime(access: AcquirerAccess, ask: RecordedAsk, leftMs: number): Promise<AcquirerAnswer> {
  if (leftMs < 0) return { outcome: 'unsent', reason: 'too late to send' }
  return await askAcquirer(access, ask, Math.min(leftMs, access.patienceMs))
}

const routeIn = ({ route }: GrantedAssignment): Pick<AnsweredAsk, 'route'> => (route ? { route } : {})
