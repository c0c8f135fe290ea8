// Notifications as the console shows them: what is sent, and what came of each attempt.

import { type NotificationText, notificationKeyText, readBodies } from '../../notifications/envelope.ts'
import type { KeptNotification, NotificationStore } from '../../notifications/port.ts'
import type { Log } from '../../platform/log.ts'
import type { NotificationAttempt, OrderNotification } from '../api/payments.ts'

export type NotificationReader = {
  readonly notifications: Pick<NotificationStore, 'attempts' | 'read'>
  readonly log: Log
}

const bodiesLengthMax = 1_024 * 1_024

export async function shownNotifications(
  { notifications: store, log }: NotificationReader,
  kept: readonly KeptNotification[],
): Promise<readonly OrderNotification[]> {
  const bodies = await readBodies({ store, log }, kept, bodiesLengthMax)
  const shown: OrderNotification[] = []
  for (const each of kept) {
    const attempts = each.attempts === 0 ? [] : await store.attempts(each)
    shown.push(shownNotification(each, bodies.get(notificationKeyText(each)), attempts.map(shownAttempt)))
  }
  return shown
}

function shownNotification(
  kept: KeptNotification,
  written: NotificationText | undefined,
  attempts: readonly NotificationAttempt[],
): OrderNotification {
  const { notificationId, transactionId, sequence, changedAtMs, state, target, nextAtMs } = kept
  return {
    ...{ notificationId, transactionId, sequence, state, attempts },
    time: new Date(changedAtMs).toISOString(),
    ...(target !== undefined && { target }),
    ...(nextAtMs !== undefined && { nextAttemptAt: new Date(nextAtMs).toISOString() }),
    ...(written && { body: written.body }),
  }
}

type KeptAttempt = Awaited<ReturnType<NotificationStore['attempts']>>[number]

const shownAttempt = ({
  attempt,
  atMs,
  target,
  tookMs,
  status,
  reason,
}: KeptAttempt): NotificationAttempt => ({
  ...{ attempt, target, tookMs, time: new Date(atMs).toISOString() },
  ...(status !== undefined && { status }),
  ...(reason !== undefined && { reason }),
})
