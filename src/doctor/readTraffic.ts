// Reads a merchant's traffic from what the gateway keeps anyway: request log, records, deliveries.

import type { LoggedCall, RequestLogStore } from '../console/requestLog/port.ts'
import { findCalls } from '../console/requestLog/search.ts'
import type { Explanation } from '../contract/explanation.ts'
import { isObject } from '../contract/kit/content.ts'
import type { KeptNotification, NotificationStore } from '../notifications/port.ts'
import type { Owner, Profile } from '../orders/merchant.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { isAttempt, isFeedRead, isOpen } from './outcomes.ts'
import type { ObservedCall, ObservedDelivery, ObservedPayment, Traffic } from './traffic.ts'

export type TrafficSource = {
  readonly requestLog: Pick<RequestLogStore, 'read'>
  readonly notifications: Pick<NotificationStore, 'attempts' | 'list'>
  explain(key: {
    readonly merchantId: string
    readonly orderId: string
    readonly transactionId: string
  }): Promise<Explanation | Rejection>
}

export type WantedTraffic = {
  readonly owner: Owner
  readonly profile: Pick<Profile, 'notificationUrl' | 'notifications'>
  /** By the clock of machines, which calls are logged by: the sandbox does not move it. */
  readonly sinceMs: number
  readonly report: (done: number) => void
}

/** The newest; what is older is looked at only where an outcome was open. */
const limits = { calls: 2_000, deliveries: 200, page: 100 } as const

export async function readTraffic(source: TrafficSource, wanted: WantedTraffic): Promise<Traffic> {
  const { owner, profile, report } = wanted
  const logged = await newestCalls(source, wanted)
  const calls: ObservedCall[] = []
  for (const call of logged.toReversed()) {
    if (call.isOfTool) continue
    calls.push(await observed(source, owner, call))
    report(calls.length)
  }
  const deliveries = await deliveriesFor(source, owner, { logged, calls })
  return {
    ...{ calls, deliveries },
    feedReadsMs: logged.filter(isFeedRead).map(({ atMs }) => atMs),
    isNotified: profile.notifications && profile.notificationUrl !== '',
  }
}

async function newestCalls(
  { requestLog }: TrafficSource,
  { owner, sinceMs }: WantedTraffic,
): Promise<readonly LoggedCall[]> {
  const found: LoggedCall[] = []
  for (let after: string | undefined; found.length < limits.calls; ) {
    const { calls, next } = await findCalls(requestLog, owner, {
      filter: { fromMs: sinceMs },
      page: { after, limit: limits.page },
    })
    found.push(...calls)
    if (next === undefined) break
    after = next
  }
  return found
}

/** With what it was about, where it recorded a transaction. */
async function observed(
  { explain }: TrafficSource,
  { merchantId }: Owner,
  call: LoggedCall,
): Promise<ObservedCall> {
  const { orderId, transactionId, result } = call
  if (orderId === undefined || transactionId === undefined || result === undefined) return call
  const explained = await explain({ merchantId, orderId, transactionId })
  return isRejection(explained) ? call : { ...call, about: aboutOf(explained) }
}

function aboutOf({ transaction, request, steps }: Explanation): ObservedPayment {
  const { amount, currency } = transaction
  const sentAmount = textAt(request, ['transaction', 'amount']) ?? textAt(request, ['order', 'amount'])
  const received = steps.find(({ step }) => step === 'RECEIVED')
  const [card, month, year] = [['number'], ['expiry', 'month'], ['expiry', 'year']].map(path =>
    textAt(request, ['sourceOfFunds', 'provided', 'card', ...path]),
  )
  return {
    ...(amount !== undefined && { amount: String(amount) }),
    ...(sentAmount !== undefined && { sentAmount }),
    ...(currency !== undefined && { currency: String(currency) }),
    ...(card !== undefined && { card }),
    ...(month !== undefined && { expiry: `${Number(month)}/${year}` }),
    ...(received && { recordedAtMs: Date.parse(received.time) }),
  }
}

function textAt(content: unknown, path: readonly string[]): string | undefined {
  const [name, ...rest] = path
  if (name === undefined) return typeof content === 'string' ? content : undefined
  return isObject(content) ? textAt(content[name], rest) : undefined
}

/**
 * Of the orders that were called about, oldest first: the newest, and all of orders with an open outcome, of
 * which it matters what their merchant was told, and when. Their times are the sandbox's: once its clock was
 * moved, they say nothing about the period.
 */
async function deliveriesFor(
  { notifications }: TrafficSource,
  { merchantId }: Owner,
  { logged, calls }: { readonly logged: readonly LoggedCall[]; readonly calls: readonly ObservedCall[] },
): Promise<readonly ObservedDelivery[]> {
  const called = new Set(logged.map(({ orderId }) => orderId))
  const open = new Set(calls.filter(call => isAttempt(call) && isOpen(call)).map(({ orderId }) => orderId))
  const newest = await notifications.list({ merchantId, limit: limits.deliveries })
  const kept = newest.filter(({ orderId }) => called.has(orderId) && !open.has(orderId))
  for (const orderId of open)
    if (orderId !== undefined) kept.push(...(await allOfOrder(notifications, { merchantId, orderId })))
  const deliveries: ObservedDelivery[] = []
  for (const notification of kept.toSorted((one, other) => one.feedNo - other.feedNo)) {
    const { orderId, transactionId, changedAtMs, attempts: count } = notification
    const attempts = count === 0 ? [] : await notifications.attempts(notification)
    deliveries.push({ orderId, transactionId, changedAtMs, attempts })
  }
  return deliveries
}

async function allOfOrder(
  notifications: TrafficSource['notifications'],
  order: { readonly merchantId: string; readonly orderId: string },
): Promise<readonly KeptNotification[]> {
  const found: KeptNotification[] = []
  for (;;) {
    const before = found.at(-1)
    const page = await notifications.list({ ...order, limit: limits.page, ...(before && { before }) })
    found.push(...page)
    if (page.length < limits.page) return found
  }
}
