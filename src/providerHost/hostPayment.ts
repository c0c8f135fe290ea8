// A payment at the provider host: what is written down about it, and its state, which follows from that and
// the time. Nothing that is written is ever changed.

import { isApproval } from '../acquirerHost/testCards.ts'
import { toMinor } from '../orders/money.ts'
import {
  declineCodes,
  type ProtocolCall,
  type ProtocolDeclineCode,
} from '../providers/protocol/declaration.ts'
import type { PayerAct } from './payerVisit.ts'
import { triggerOfReference } from './triggers.ts'

export type HostPayment = {
  readonly paymentId: string
  readonly merchantId: string
  /** Absent where it was cancelled before it was started. */
  readonly start?: StartedHostPayment
  decision?: HostedDecision
  confirmation?: HostConfirmation
  cancelledAtMs?: number
  /** Until when the gateway knows what was decided. */
  toldAtMs?: number
  readonly parts: Map<string, HostPart>
}

export type StartedHostPayment = {
  readonly call: ProtocolCall<'start'>
  /** The end of the address of the payer's page: nobody guesses it. */
  readonly page: string
}

/** By the payer, or by a confirmation that came before the payer had agreed. */
export type HostedDecision = {
  readonly act: PayerAct | 'refuse'
  readonly atMs: number
  /** A fault: one minor unit more is taken. */
  readonly isMore?: boolean
  readonly shippingAddress?: Readonly<Record<string, string>>
}

export type HostConfirmation = {
  readonly amount: string
  readonly reference?: string
  readonly atMs: number
  readonly isMore?: boolean
}

export type PartKind = 'capture' | 'refund'
export type HostPart = {
  readonly kind: PartKind
  readonly id: string
  /** Absent where it was cancelled before it came. */
  readonly asked?: {
    readonly amount: string
    readonly isApproved: boolean
    /** Until then the provider has not decided. */
    readonly decidedAtMs: number
  }
  isCancelled: boolean
}

export const partKey = (kind: PartKind, id: string): string => `${kind} ${id}`

export type HostPaymentState =
  | { readonly state: 'open' | 'agreed' | 'processing' | 'cancelled' }
  | { readonly state: 'approved'; readonly amount: bigint; readonly atMs: number }
  | { readonly state: 'declined'; readonly code: ProtocolDeclineCode }

/** A payment that was declined before it was cancelled stays declined. */
export function hostPaymentState(payment: HostPayment, nowMs: number): HostPaymentState {
  const { start, cancelledAtMs } = payment
  if (!start) return cancelled
  if (cancelledAtMs === undefined) return stateWithoutCancel(payment, start, nowMs)
  const before = stateWithoutCancel(payment, start, cancelledAtMs)
  return before.state === 'declined' ? before : cancelled
}

const cancelled = { state: 'cancelled' } as const

function stateWithoutCancel(
  { decision, confirmation }: HostPayment,
  { call }: StartedHostPayment,
  nowMs: number,
): HostPaymentState {
  if (!decision)
    return nowMs < Date.parse(call.expiresAt) ? { state: 'open' } : { state: 'declined', code: 'TIMED_OUT' }
  if (decision.act !== 'approve') return { state: 'declined', code: refusalCodes[decision.act] }
  const { amount, reference, currency, confirmation: where } = call
  if (where === 'AT_PROVIDER') return stateOnceExecuted({ amount, reference, ...decision }, currency, nowMs)
  return confirmation
    ? stateOnceExecuted({ reference, ...confirmation }, currency, nowMs)
    : { state: 'agreed' }
}

const refusalCodes = {
  decline: 'DECLINED',
  cancel: 'CANCELLED',
  abort: 'ABORTED',
  refuse: 'DECLINED',
} as const satisfies Record<Exclude<HostedDecision['act'], 'approve'>, ProtocolDeclineCode>

type ExecutedHostPayment = {
  readonly amount: string
  readonly reference?: string | undefined
  readonly atMs: number
  readonly isMore?: boolean
}

function stateOnceExecuted(
  { amount, reference, atMs, isMore }: ExecutedHostPayment,
  currency: string,
  nowMs: number,
): HostPaymentState {
  const trigger = triggerOfReference(reference)
  if (trigger === 'never' || nowMs < atMs + trigger.afterMs) return { state: 'processing' }
  const { gatewayCode, afterMs } = trigger
  if (!isApproval(gatewayCode))
    return { state: 'declined', code: declineCodes.find(code => code === gatewayCode) ?? 'DECLINED' }
  const taken = toMinor(amount, currency) + (isMore ? 1n : 0n)
  return { state: 'approved', amount: taken, atMs: atMs + afterMs }
}

/** When there was or will be news that the gateway does not have from its own calls: decisions. */
export function newsTimesOf({ start, decision, confirmation, parts }: HostPayment): readonly number[] {
  if (!start || !decision || decision.act === 'refuse') return []
  const times = [...parts.values()].flatMap(({ asked }) => asked?.decidedAtMs ?? [])
  const executed = start.call.confirmation === 'AT_PROVIDER' ? decision : confirmation
  const trigger = triggerOfReference(confirmation?.reference ?? start.call.reference)
  if (executed && decision.act === 'approve' && trigger !== 'never')
    times.push(executed.atMs + trigger.afterMs)
  return [...new Set([decision.atMs, ...times])]
}

export type HostPartState = 'processing' | 'approved' | 'declined' | 'cancelled'

export function hostPartState({ asked, isCancelled }: HostPart, nowMs: number): HostPartState {
  if (isCancelled && asked?.isApproved !== false) return 'cancelled'
  if (!asked) return 'cancelled'
  if (nowMs < asked.decidedAtMs) return 'processing'
  return asked.isApproved ? 'approved' : 'declined'
}

/** What captures or refunds of a payment come to: those that count, also while they are being decided. */
export function sumOfParts({ parts, start }: HostPayment, kind: PartKind): bigint {
  let sum = 0n
  for (const part of parts.values())
    if (part.kind === kind && !part.isCancelled && part.asked?.isApproved && start)
      sum += toMinor(part.asked.amount, start.call.currency)
  return sum
}

/** What was taken from the payer and not given back. */
export function chargedBy(payment: HostPayment, nowMs: number): bigint {
  const state = hostPaymentState(payment, nowMs)
  if (state.state !== 'approved') return 0n
  return takenBy(payment, state.amount) - sumOfParts(payment, 'refund')
}

/** What an approved payment has taken: an authorization takes by captures. */
export const takenBy = (payment: HostPayment, approved: bigint): bigint =>
  payment.start?.call.operation === 'AUTHORIZE' ? sumOfParts(payment, 'capture') : approved
