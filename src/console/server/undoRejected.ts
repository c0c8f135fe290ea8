// Undoing a payment that a review has rejected.

import { randomBytes } from 'node:crypto'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { versions } from '../../contract/kit/versions.ts'
import type { Gateway } from '../../operations/gateway.ts'
import { type LeftToUndo, leftToUndo } from '../../operations/interactions/leftToUndo.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { Pipeline } from '../../operations/pipeline/execution.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import type { CalledMerchant } from './merchantOf.ts'

export type UndoDependencies = {
  readonly gateway: Pick<Gateway, 'submit'>
  readonly pipeline: Pick<Pipeline, 'journal'>
}

export type DecidedPayment = {
  readonly merchant: CalledMerchant
  readonly orderId: string
  readonly transactionId: string
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
  dependencies: UndoDependencies,
  payment: DecidedPayment,
  userId: string,
): Promise<string | Rejection | undefined> {
  const { merchant, orderId, transactionId } = payment
  const key = { cell: merchant.cell, merchantId: merchant.merchantId, orderId }
  const left = await leftOf(dependencies.pipeline, key, transactionId)
  if (left === 'nothing') return undefined
  if (left === 'underWay') return notYet('The outcome of another transaction about it is not known yet.')
  let why = ''
  for (const { operation, transaction } of attemptsAt(left)) {
    const id = `${operation.toLowerCase()}-${randomBytes(12).toString('hex')}`
    const result = await submit(dependencies, payment, { operation, transaction, id, userId })
    if (result === 'SUCCESS') return id
    why = isRejection(result) ? result.explanation : `The ${operation} ended as ${result}.`
    if (!isRejection(result) && result !== 'FAILURE') break
  }
  const after = await leftOf(dependencies.pipeline, key, transactionId)
  return after === 'nothing' ? undefined : notYet(why)
}

const notYet = (why: string): Rejection =>
  invalid('transactionId', `It is rejected, but not undone yet: reject it again later. ${why}`)

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
  { gateway }: UndoDependencies,
  { merchant: { cell, merchantId, profile }, orderId }: DecidedPayment,
  { operation, transaction, id, userId }: Attempt & { readonly id: string; readonly userId: string },
): Promise<string | Rejection> {
  const outcome = await gateway.submit(
    { key: { cell, merchantId, orderId }, profile, entryPoint: 'MERCHANT_ADMINISTRATION' },
    {
      ...{ operation: operationNamed(operation), version: versions.last, orderId, transactionId: id },
      body: { apiOperation: operation, transaction, initiator: { userId } },
    },
  )
  if (isRejection(outcome)) return outcome
  return outcome.kind === 'recorded' ? (outcome.record.result ?? 'UNKNOWN') : 'UNKNOWN'
}
