// What the merchant was told about an order, as events of its timeline.

import type { NotificationAttempt, OrderNotification } from '../../api/payments.ts'
import { factsOf } from './timelineDetails.ts'
import type { TimelineEvent } from './timelineEvent.ts'
import type { TimelineWord } from './timelineWords.ts'

export function notificationEvents(notification: OrderNotification): readonly TimelineEvent[] {
  const { attempts, state, nextAttemptAt, sequence } = notification
  const next = { word: 'notificationNext', values: { sequence } } as const
  return [
    dueEvent(notification),
    ...attempts.map(attempt => attemptEvent(notification, attempt)),
    ...(state === 'WAITING' && nextAttemptAt !== undefined && attempts.length > 0
      ? [{ ...ofNotification(notification), time: nextAttemptAt, tone: 'wait', title: next } as const]
      : []),
  ]
}

const soonMs = 60_000

/** Whether one of them is about to be sent. */
export const isAttemptDue = (
  notifications: readonly Pick<OrderNotification, 'nextAttemptAt' | 'state'>[],
  nowMs: number,
): boolean =>
  notifications.some(
    ({ state, nextAttemptAt = '' }) => state === 'WAITING' && Date.parse(nextAttemptAt) < nowMs + soonMs,
  )

const ofNotification = ({ transactionId }: OrderNotification) =>
  ({ transactionId, kind: 'notification', facts: [], messages: [] }) as const

function dueEvent(notification: OrderNotification): TimelineEvent {
  const { sequence, time, state, body, notificationId, target } = notification
  const { word, tone } = states.get(state) ?? { word: 'notificationWAITING', tone: 'plain' }
  return {
    ...ofNotification(notification),
    time,
    tone,
    title: { word: 'notificationDue', values: { sequence } },
    more: { word },
    facts: factsOf({ notificationId, target }),
    notification: { notificationId, sequence },
    ...(body !== undefined && { document: { title: 'notificationBody', content: parsed(body) } as const }),
  }
}

type StateWording = { readonly word: TimelineWord; readonly tone: TimelineEvent['tone'] }

const states: ReadonlyMap<string, StateWording> = new Map<string, StateWording>([
  ['OFF', { word: 'notificationOFF', tone: 'plain' }],
  ['NOWHERE', { word: 'notificationNOWHERE', tone: 'plain' }],
  ['WAITING', { word: 'notificationWAITING', tone: 'wait' }],
  ['DELIVERED', { word: 'notificationDELIVERED', tone: 'good' }],
  ['GONE', { word: 'notificationGONE', tone: 'bad' }],
  ['DEAD', { word: 'notificationDEAD', tone: 'bad' }],
])

function attemptEvent(notification: OrderNotification, made: NotificationAttempt): TimelineEvent {
  const { attempt, time, target, tookMs, status, reason } = made
  const isTaken = status !== undefined && status >= 200 && status < 300
  const answer = [status, reason].filter(each => each !== undefined).join(' ')
  return {
    ...ofNotification(notification),
    time,
    tone: isTaken ? 'good' : 'bad',
    title: { word: 'notificationAttempt', values: { sequence: notification.sequence, attempt } },
    more: { word: 'notificationAnswer', values: { answer, ms: tookMs, target } },
  }
}

/** A body that is no JSON is shown as it is. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
