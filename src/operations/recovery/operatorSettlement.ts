// What an operator heard from the acquirer about something that recovery repeats in vain.

import { wayMaxMs } from '../../acquirers/port.ts'
import { busy, invalid, type Rejection } from '../../orders/rejection.ts'
import { isCharge } from '../../orders/transaction.ts'
import { followedBy } from '../followUps/originals.ts'
import type { ConcludedResult } from '../model/flow.ts'
import type {
  LoadedOrder,
  Obligation,
  OrderKey,
  RecordedTransaction,
  StuckObligations,
} from '../model/journal.ts'
import { findStep } from '../model/steps.ts'
import { amendmentWaitMs, createPauses, type Pipeline } from '../pipeline/execution.ts'
import { releaseFinished } from '../pipeline/settle.ts'
import type { OutcomePatch } from '../record/outcome.ts'
import { revisionOf } from '../record/revision.ts'
import { effective, undone } from './obligationOutcomes.ts'

export type OperatorWord = {
  readonly key: OrderKey
  readonly transactionId: string
  /** Whether the acquirer has what is owed: it undid the transaction, or booked it. */
  readonly isDone: boolean
}

export type OperatorSettlement = Pick<ConcludedResult, 'gatewayCode' | 'result'> & {
  readonly obligation: Obligation
}

export type SettlementOptions = Pick<Pipeline, 'clock' | 'patienceMs'> & {
  readonly journal: Pipeline['journal'] & StuckObligations
  /** Writes down who settles what, and why: before it is settled, so that nothing is settled without. */
  readonly note: (obligation: Obligation) => Promise<void>
}

/** Settles what is owed as the acquirer said it, unless recovery may still do so by itself. */
export async function settleForOperator(
  options: SettlementOptions,
  wanted: OperatorWord,
): Promise<OperatorSettlement | Rejection> {
  const { journal, note, clock, patienceMs } = options
  const { key, transactionId } = wanted
  const found = pendingIn(await journal.load(key), wanted)
  if ('kind' in found) return found
  const { obligation } = found
  // Whatever a node has sent of it has arrived by then, and been answered.
  const quietMs = patienceMs + wayMaxMs
  const claim = await journal.claimStuck({ key, transactionId, obligation }, quietMs)
  if (claim === undefined) return invalid('transactionId', stillTried, transactionId)
  if (claim === 'heldBack') return invalid('transactionId', heldBackFor(quietMs), transactionId)
  await note(obligation)
  const pauses = createPauses(clock, amendmentWaitMs)
  for (;;) {
    const now = pendingIn(await journal.load(key), wanted)
    if ('kind' in now) return now
    const { order, known, concluded } = now
    const found = { concluded, story: { settledBy: 'operator' }, ...shownOf(now) }
    const revision = revisionOf(key, order, { known, found })
    if ((await journal.amend({ ...revision, seen: order.version })).state === 'amended') {
      await releaseFinished({ journal, clock }, { key, before: order.transactions })
      return { obligation, result: concluded.result, gatewayCode: concluded.gatewayCode }
    }
    if (!(await pauses.pause())) return busy('The order keeps changing: nothing was settled. Do it again.', 1)
  }
}

const stillTried =
  'Recovery still settles this by itself: it is left to people once it counts for OBLIGATIONS_STUCK.'

const heldBackFor = (quietMs: number): string =>
  'It was tried only now, and an answer may still come. It is not tried again for a while: say this once ' +
  `more in ${Math.ceil(quietMs / 1_000)} seconds.`

type Pending = {
  readonly order: LoadedOrder
  readonly known: RecordedTransaction
  readonly obligation: Obligation
  readonly concluded: ConcludedResult
}

function pendingIn(
  order: LoadedOrder | undefined,
  { key, transactionId, isDone }: OperatorWord,
): Pending | Rejection {
  if (!order) return invalid('orderId', 'The merchant has no such order.', key.orderId)
  const known = findStep(order, transactionId)?.step
  if (!known) return invalid('transactionId', 'The order has no such transaction.', transactionId)
  const { owed } = known
  if (owed?.status !== 'PENDING')
    return invalid('transactionId', 'Nothing is owed to an acquirer about it.', transactionId)
  const { openId } = order
  if (openId !== undefined && openId !== transactionId)
    return invalid(
      'transactionId',
      `Transaction ${openId} keeps the order: settle that first.`,
      transactionId,
    )
  const concluded = conclusions[owed.obligation](known, isDone)
  return 'kind' in concluded ? concluded : { order, known, obligation: owed.obligation, concluded }
}

/**
 * Merchants are promised these of every success, and no answer has told them: they are those of the
 * transaction that it follows.
 */
function shownOf({ order, known, concluded }: Pending): OutcomePatch {
  if (concluded.result !== 'SUCCESS') return {}
  const followedId = followedBy(order, known)
  const { transaction, authorizationResponse } =
    order.transactions.find(({ id }) => id === followedId)?.outcome?.fields ?? {}
  const { authorizationCode, receipt, acquirer } = transaction ?? {}
  const stan = authorizationResponse?.stan
  return {
    responsePatch: {
      transaction: {
        ...(authorizationCode !== undefined && { authorizationCode }),
        ...(receipt !== undefined && { receipt }),
        ...(acquirer && { acquirer }),
      },
      ...(stan !== undefined && { authorizationResponse: { stan } }),
    },
  }
}

type Conclude = (known: RecordedTransaction, isDone: boolean) => ConcludedResult | Rejection

const conclusions: { readonly [obligation in Obligation]: Conclude } = {
  reversal(known, isDone) {
    if (isDone) return undone(known)
    return isCharge(known) ? invalid('notDone', leftStanding, known.id) : effective(known)
  },
  advice: (known, isDone) => (isDone ? effective(known) : { result: 'FAILURE', gatewayCode: 'DECLINED' }),
  inquiry: ({ id }) => invalid('transactionId', isAsked, id),
  rest: ({ id }) => invalid('transactionId', isAsked, id),
}

/** The merchant was told that it failed: it may have been paid again since. */
const leftStanding =
  'The merchant was told that this payment failed, so it is never left standing. Have the acquirer undo or ' +
  'credit it, then settle it with --done.'

const isAsked = 'Its outcome is still asked for, which ends by itself: it is not settled by hand.'
