// What the integration doctor looks at: the calls of one merchant, what they recorded, and how the merchant's
// server took its notifications.

import type { LoggedCall } from '../console/requestLog/port.ts'
import type { evidenceTexts, NamedText, SymptomId, TextValues } from './texts.ts'

export type Traffic = {
  /** Oldest first. */
  readonly calls: readonly ObservedCall[]
  /** Oldest first; of orders with an open outcome all there are, of others only the newest. */
  readonly deliveries: readonly ObservedDelivery[]
  /** When the feed of notifications brought some, to the merchant's server or to a tool in its place. */
  readonly feedReadsMs: readonly number[]
  /** Whether notifications are sent anywhere. */
  readonly isNotified: boolean
  /** Whether the merchant's server took a forged notification; undefined where it was not tried. */
  readonly takesForged?: boolean
}

export type ObservedCall = LoggedCall & {
  /** Of a call that recorded a transaction: what it was about. */
  readonly about?: ObservedPayment
}

export type ObservedPayment = {
  readonly amount?: string
  /** As it was written in the request. */
  readonly sentAmount?: string
  readonly currency?: string
  /** Masked. */
  readonly card?: string
  /** Its month and year. */
  readonly expiry?: string
  /** By the gateway's clock, as attempts of notifications are. */
  readonly recordedAtMs?: number
}

export type ObservedDelivery = {
  readonly orderId: string
  readonly transactionId: string
  /** When what it tells happened, by the gateway's clock. */
  readonly changedAtMs: number
  readonly attempts: readonly ObservedAttempt[]
}

export type ObservedAttempt = {
  readonly atMs: number
  readonly tookMs: number
  readonly status?: number | undefined
  readonly reason?: string | undefined
}

export const isTaken = ({ status = 0 }: ObservedAttempt): boolean => status >= 200 && status < 300

/** Something wrong with an integration, and where it was seen. */
export type Symptom = {
  readonly id: SymptomId
  /** 'error': money can be lost or taken twice, or card data is at risk. 'warning': it will hurt one day. */
  readonly severity: 'error' | 'warning'
  readonly find: (traffic: Traffic) => readonly SymptomEvidence[]
}

export type EvidenceText = NamedText<typeof evidenceTexts>

export type SymptomEvidence = {
  readonly atMs: number
  readonly what: EvidenceText
  readonly orderId?: string | undefined
  readonly transactionId?: string | undefined
  /** Finds the call in the console's request log and in the gateway's log. */
  readonly requestId?: string | undefined
}

export const seen = (
  { atMs, orderId, transactionId, requestId }: ObservedCall,
  name: EvidenceText['name'],
  values: TextValues,
): SymptomEvidence => ({ atMs, what: { name, values }, orderId, transactionId, requestId })

/** Refused calls whose error is so. */
export const refusedBy = (
  calls: readonly ObservedCall[],
  isSo: (error: NonNullable<ObservedCall['error']>, call: ObservedCall) => boolean,
): readonly SymptomEvidence[] =>
  calls.flatMap(call => {
    const { error, method, operation = method, status } = call
    if (!error || !isSo(error, call)) return []
    const { cause, explanation = cause, field } = error
    const values = { operation, status: String(status), explanation }
    return [
      field === undefined ? seen(call, 'refused', values) : seen(call, 'refusedField', { ...values, field }),
    ]
  })

/** Calls of each order, oldest first. */
export function callsByOrder(calls: readonly ObservedCall[]): readonly (readonly ObservedCall[])[] {
  const orders = new Map<string, ObservedCall[]>()
  for (const call of calls) {
    if (call.orderId === undefined) continue
    const known = orders.get(call.orderId)
    if (known) known.push(call)
    else orders.set(call.orderId, [call])
  }
  return [...orders.values()]
}
