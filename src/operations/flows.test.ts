import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { exampleOf } from '../contract/document/examples.ts'
import { isObject, normalise } from '../contract/kit/content.ts'
import { requestModelAt } from '../contract/kit/operation.ts'
import { validated } from '../contract/kit/validate.ts'
import { versions } from '../contract/kit/versions.ts'
import { admissions, admits, operationNames } from '../orders/admission.ts'
import { ordinaryProfile } from '../orders/merchant.ts'
import { isRejection } from '../orders/rejection.ts'
import { stateOf } from '../orders/status.ts'
import type { TransactionType } from '../orders/transaction.ts'
import { flowNamed } from './flows.ts'
import type { RecordedTransaction } from './model/journal.ts'

const amount = 1000n
const recorded = (
  type: TransactionType,
  changes: Partial<RecordedTransaction> = {},
): RecordedTransaction => ({
  ...{ id: randomUUID(), type, result: 'SUCCESS', gatewayCode: 'APPROVED', amount, currency: 'USD' },
  ...{ startedAtMs: 0, operation: type, apiVersion: versions.last, fingerprint: Buffer.alloc(0) },
  request: { fields: {}, additions: {} },
  outcome: { fields: {}, story: {} },
  ...changes,
})
const authorization = recorded('AUTHORIZATION')
const payment = recorded('PAYMENT')
const pasts: readonly (readonly RecordedTransaction[])[] = [
  [],
  [recorded('AUTHORIZATION', { result: 'FAILURE', gatewayCode: 'DECLINED' })],
  [recorded('VERIFICATION', { amount: 0n })],
  [authorization],
  [authorization, recorded('CAPTURE', { amount: 400n })],
  [authorization, recorded('CAPTURE')],
  [authorization, recorded('VOID_AUTHORIZATION', { targetId: authorization.id })],
  [payment],
  [payment, recorded('REFUND', { amount: 400n })],
  [payment, recorded('REFUND')],
]

test('no operation goes ahead where the state of the order does not admit it', () => {
  let refused = 0
  for (const name of operationNames) {
    const flow = flowNamed(name)
    const body = exampleOf(flow.operation)?.body
    if (!isObject(body)) throw new Error(`${name} has no example`)
    const content = normalise(requestModelAt(flow.operation, versions.last), body)
    const judged = validated(flow.operation, versions.last, content)
    if ('finding' in judged) throw new Error(`The example of ${name} is not valid`)
    for (const transactions of pasts) {
      const state = stateOf(transactions)
      if (admits(state, name)) continue
      const past = transactions.length > 0 ? { currency: 'USD', amount, nowMs: 0 } : {}
      const plan = flow.plan(judged.request, { transactions, profile: ordinaryProfile, ...past })
      expect(isRejection(plan), `${name} on an order that is ${state}`).toBe(true)
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(operationNames.length)
})

test('an operation without a flow is nothing that anybody may submit', () => {
  expect(() => flowNamed('RETRIEVE_ORDER')).toThrow('no flow for the operation RETRIEVE_ORDER')
})

test('every operation is admitted in some state', () => {
  expect(new Set(Object.values(admissions).flat())).toEqual(new Set(operationNames))
})
