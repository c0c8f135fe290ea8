// What the provider host writes down, line by line, and what the lines make of its payments.

import type { ProtocolCall } from '../providers/protocol/declaration.ts'
import {
  type HostConfirmation,
  type HostedDecision,
  type HostPayment,
  type PartKind,
  partKey,
} from './hostPayment.ts'

export type HostLine =
  | { readonly line: 'start'; readonly call: ProtocolCall<'start'>; readonly page: string }
  | ({
      readonly line: 'decide'
      readonly paymentId: string
      /** A fault: the payer agreed after the payment was cancelled, and it was taken. */
      readonly isAfterCancel?: boolean
    } & HostedDecision)
  | ({ readonly line: 'confirm'; readonly paymentId: string } & HostConfirmation)
  | ({ readonly line: 'part'; readonly amount: string; readonly isApproved: boolean } & PartLine & {
        readonly decidedAtMs: number
      })
  | {
      readonly line: 'cancel'
      readonly paymentId: string
      readonly merchantId: string
      readonly atMs: number
    }
  | ({ readonly line: 'cancelPart' } & PartLine)
  /** The gateway has acknowledged the notice of what was decided until then. */
  | { readonly line: 'told'; readonly paymentId: string; readonly atMs: number }

type PartLine = { readonly paymentId: string; readonly kind: PartKind; readonly id: string }

/** Written by the host only: its kind is checked, not every member. */
export const readHostLine = (value: unknown): HostLine | undefined => (isHostLine(value) ? value : undefined)

function isHostLine(value: unknown): value is HostLine {
  if (typeof value !== 'object' || value === null || !('line' in value)) return false
  return ['start', 'decide', 'confirm', 'part', 'cancel', 'cancelPart', 'told'].some(
    kind => kind === value.line,
  )
}

export type HostPayments = Map<string, HostPayment>

/** The one way in which payments change, at once and after a restart. */
export function applyHostLine(payments: HostPayments, line: HostLine): void {
  if (line.line === 'start') {
    const { paymentId, merchantId } = line.call
    const start = { call: line.call, page: line.page }
    payments.set(paymentId, { paymentId, merchantId, start, parts: new Map() })
    return
  }
  const payment = payments.get(line.paymentId)
  if (line.line === 'cancel') {
    if (payment) payment.cancelledAtMs ??= line.atMs
    else payments.set(line.paymentId, { ...line, cancelledAtMs: line.atMs, parts: new Map() })
    return
  }
  if (payment) applyToPayment(payment, line)
}

function applyToPayment(
  payment: HostPayment,
  line: Exclude<HostLine, { readonly line: 'start' | 'cancel' }>,
): void {
  switch (line.line) {
    case 'decide':
      payment.decision = line
      if (line.isAfterCancel) delete payment.cancelledAtMs
      break
    case 'confirm':
      payment.confirmation = line
      break
    case 'part': {
      const { kind, id, amount, isApproved, decidedAtMs } = line
      const asked = { amount, isApproved, decidedAtMs }
      payment.parts.set(partKey(kind, id), { kind, id, asked, isCancelled: false })
      break
    }
    case 'cancelPart': {
      const { kind, id } = line
      const part = payment.parts.get(partKey(kind, id))
      if (part) part.isCancelled = true
      else payment.parts.set(partKey(kind, id), { kind, id, isCancelled: true })
      break
    }
    case 'told':
      payment.toldAtMs = line.atMs
  }
}
