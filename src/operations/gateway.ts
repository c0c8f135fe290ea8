import type { Operation } from '../contract/kit/operation.ts'
import { invalid, type Rejection } from '../orders/rejection.ts'
import { authorizeFlow } from './authorize.ts'
import type { Flow } from './flow.ts'
import type { OrderKey } from './journal.ts'
import type { Performed, Road, ShownRecord } from './journey.ts'
import { perform } from './perform.ts'
import { prepare, type Submission } from './prepare.ts'
import { currentRecord, orderContentNow, orderRecord } from './record.ts'

/** What this release can do on an order, by the name of the operation. */
const flows: ReadonlyMap<string, Flow> = new Map([[authorizeFlow.operation.name, authorizeFlow]])

/** The operations that do something in this release; the others are judged and then said to be missing. */
export const availableOperations: readonly string[] = [
  ...flows.keys(),
  'RETRIEVE_TRANSACTION',
  'RETRIEVE_ORDER',
  'CHECK_GATEWAY',
]

/** A valid request for an operation that this release does not have yet. */
export type NotAvailable = { readonly kind: 'notAvailable'; readonly operation: string }

export interface Gateway {
  submit(key: OrderKey, submission: Submission): Promise<Performed | Rejection | NotAvailable>
  retrieveTransaction(key: OrderKey, transactionId: string): Promise<ShownRecord | Rejection>
  retrieveOrder(key: OrderKey): Promise<ShownRecord | Rejection>
}

export function createGateway(road: Road): Gateway {
  return {
    async submit(key, submission) {
      const flow = flows.get(submission.operation.name)
      if (flow) return await perform(road, flow, { key, submission })
      const prepared = prepare(submission, road.identify)
      return 'rejection' in prepared ? prepared.rejection : notAvailable(submission.operation)
    },

    async retrieveTransaction(key, transactionId) {
      const order = await road.journal.load(key)
      if (!order) return unknownOrder(key)
      const found = order.transactions.find(({ id }) => id === transactionId)
      return found
        ? currentRecord(key, orderContentNow(key, order), found)
        : invalid('transactionid', 'The order has no such transaction.', transactionId)
    },

    async retrieveOrder(key) {
      const order = await road.journal.load(key)
      if (!order) return unknownOrder(key)
      const now = orderContentNow(key, order)
      const transaction = order.transactions.map(each => currentRecord(key, now, each))
      return { ...orderRecord(key, order), merchant: key.merchantId, result: 'SUCCESS', transaction }
    },
  }
}

export const notAvailable = ({ name }: Operation): NotAvailable => ({ kind: 'notAvailable', operation: name })

const unknownOrder = ({ orderId }: OrderKey): Rejection =>
  invalid('orderid', 'There is no such order.', orderId)
