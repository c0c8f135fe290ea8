// The timeline of an order: its transactions explained, and what its merchant was told of them.

import type { Explanation } from '../../contract/explanation.ts'
import type { NotificationStore } from '../../notifications/port.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { OrderNotification } from '../api/payments.ts'
import { hasPermission } from '../permissions.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'
import { type NotificationReader, shownNotifications } from './shownNotifications.ts'

export type ExplainDependencies = NotificationReader & {
  readonly findMerchant: FindMerchant
  readonly gateway: Pick<Gateway, 'explain' | 'retrieveOrder'>
  readonly notifications: Pick<NotificationStore, 'list'>
}

/** Of an order with more transactions, or more notifications, only the newest are explained. */
const explainedMax = 40
const notificationsMax = 60

export function createExplainOrder(dependencies: ExplainDependencies): ConsoleHandlers['explainOrder'] {
  const { findMerchant, gateway } = dependencies
  return async ({ input: { merchantId, orderId }, signedIn: { user } }) => {
    const merchant = await merchantOf(findMerchant, merchantId)
    if (isRejection(merchant)) return merchant
    const key = { cell: merchant.cell, merchantId, orderId }
    const record = await gateway.retrieveOrder(key)
    if (isRejection(record)) return record
    const ids = (record.transaction ?? []).flatMap(({ transaction }) => transaction?.id ?? [])
    const isForOperator = hasPermission(user.role, 'gateway.read')
    const explain = (id: string) => gateway.explain(key, id, { isForOperator })
    const transactions = await explained(explain, ids.slice(-explainedMax))
    if (isRejection(transactions)) return transactions
    return {
      transactions,
      isWhole: ids.length <= explainedMax,
      notifications: await notificationsOf(dependencies, key),
    }
  }
}

/** One after the other: a page must not take all sessions that payments load their orders with. */
async function explained(
  explain: (transactionId: string) => ReturnType<Gateway['explain']>,
  ids: readonly string[],
): Promise<readonly (Explanation & { readonly transactionId: string })[] | Rejection> {
  const found: (Explanation & { readonly transactionId: string })[] = []
  for (const transactionId of ids) {
    const explanation = await explain(transactionId)
    if (isRejection(explanation)) return explanation
    found.push({ ...explanation, transactionId })
  }
  return found
}

async function notificationsOf(
  dependencies: ExplainDependencies,
  { merchantId, orderId }: OrderKey,
): Promise<readonly OrderNotification[]> {
  const newest = await dependencies.notifications.list({ merchantId, orderId, limit: notificationsMax })
  return shownNotifications(dependencies, newest.toReversed())
}
