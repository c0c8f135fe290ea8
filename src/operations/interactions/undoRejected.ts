// Undoing a payment that a review has rejected: by who rejected it, and by recovery until it is done.

import { randomBytes } from 'node:crypto'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { versions } from '../../contract/kit/versions.ts'
import type { Profile } from '../../orders/merchant.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { flowNamed } from '../flows.ts'
import type { OrderKey } from '../model/journal.ts'
import { executeTransaction } from '../pipeline/execute.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { type LeftToUndo, leftToUndo } from './leftToUndo.ts'

/** A payment that was rejected, the profile of its merchant, and who rejected it. */
export type RejectedPayment = {
  readonly key: OrderKey
  readonly profile: Profile
  readonly transactionId: string
  readonly userId: string
}

/** What is left to undo of a payment, as its order is now. */
export async function leftOf(
  { journal }: Pick<Pipeline, 'journal'>,
  key: OrderKey,
  transactionId: string,
): Promise<LeftToUndo> {
  const { transactions } = (await journal.load(key)) ?? { transactions: [] }
  const reviewed = transactions.find(({ id }) => id === transactionId)
  return reviewed ? leftToUndo(transactions, reviewed) : 'nothing'
}

/**
 * Voids it, or where that cannot be done refunds what is left of it. Each attempt has an id that nobody can
 * have used before; that nothing is undone twice follows from the order, which admits no second void and no
 * refund beyond what is left. Only a success counts. Returns the id of the void or refund.
 */
export async function undoRejected(
  pipeline: Pipeline,
  payment: RejectedPayment,
): Promise<string | Rejection | undefined> {
  const { key, transactionId } = payment
  const left = await leftOf(pipeline, key, transactionId)
  if (left === 'nothing') return undefined
  if (left === 'underWay') return notYet('The outcome of another transaction about it is not known yet.')
  let why = ''
  for (const { operation, transaction } of attemptsAt(left)) {
    const id = `${operation.toLowerCase()}-${randomBytes(12).toString('hex')}`
    const result = await submit(pipeline, payment, { operation, transaction, id })
    if (result === 'SUCCESS') return id
    why = isRejection(result) ? result.explanation : `The ${operation} ended as ${result}.`
    if (!isRejection(result) && result !== 'FAILURE') break
  }
  const after = await leftOf(pipeline, key, transactionId)
  return after === 'nothing' ? undefined : notYet(why)
}

const notYet = (why: string): Rejection =>
  invalid(
    'transactionId',
    `It is rejected, but not undone yet: the gateway tries on, or reject it again. ${why}`,
  )

type Attempt = { readonly operation: 'REFUND' | 'VOID'; readonly transaction: Content }

function attemptsAt({ target, amount, isVoidable }: Exclude<LeftToUndo, string>): readonly Attempt[] {
  const { id: targetTransactionId, currency, type } = target
  const refunded = { targetTransactionId, amount: toDecimal(amount, currency), currency }
  return [
    ...(isVoidable ? [{ operation: 'VOID', transaction: { targetTransactionId } } as const] : []),
    ...(type === 'PAYMENT' ? [{ operation: 'REFUND', transaction: refunded } as const] : []),
  ]
}

async function submit(
  pipeline: Pipeline,
  { key, profile, userId }: RejectedPayment,
  { operation, transaction, id }: Attempt & { readonly id: string },
): Promise<string | Rejection> {
  const outcome = await executeTransaction(pipeline, flowNamed(operation), {
    // The gateway's own duty: what is left to a suspended or closed merchant is no matter here.
    ...{ key, profile: { ...profile, standing: 'OPEN' }, entryPoint: 'MERCHANT_ADMINISTRATION' },
    submission: {
      ...{ operation: operationNamed(operation), version: versions.last },
      ...{ orderId: key.orderId, transactionId: id },
      body: { apiOperation: operation, transaction, initiator: { userId } },
    },
  })
  if (isRejection(outcome)) return outcome
  return outcome.kind === 'recorded' ? (outcome.record.result ?? 'UNKNOWN') : 'UNKNOWN'
}
