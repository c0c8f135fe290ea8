import type { GatewayCode } from '../../orders/transaction.ts'
import { isApproval } from '../acquirer/triggers.ts'
import type { Case, Decision } from './providerCase.ts'
import { executionOf } from './providerTriggers.ts'

/** How a payment stands. Whatever is final stays so, whoever asks and whenever. */
export type Standing =
  /** The payer has not decided, and may never come. */
  | { readonly state: 'asking' }
  /** The payer agreed, and the provider has not decided. */
  | { readonly state: 'waiting' }
  /** The payer agreed, and the merchant has to confirm. */
  | { readonly state: 'agreed' }
  | {
      readonly state: 'approved' | 'declined'
      readonly gatewayCode: GatewayCode
      readonly amount: bigint
      readonly atMs: number
    }

export function standingOf({ payment, decision, confirmation }: Case, nowMs: number): Standing {
  if (!decision) return { state: 'asking' }
  const { act, atMs } = decision
  const { amount, reference } = payment
  if (act !== 'approve') return { state: 'declined', gatewayCode: refusals[act], amount, atMs }
  if (!payment.isConfirmedAtMerchant) return carriedOut({ amount, reference, atMs }, nowMs)
  if (!confirmation) return { state: 'agreed' }
  if (confirmation.isWithdrawn) return { ...confirmation, state: 'declined', gatewayCode: 'ABORTED' }
  if (confirmation.currency !== payment.currency)
    return { ...confirmation, state: 'declined', gatewayCode: 'DECLINED' }
  return carriedOut({ reference, ...confirmation }, nowMs)
}

type Errand = { readonly amount: bigint; readonly reference: string | undefined; readonly atMs: number }

function carriedOut({ amount, reference, atMs }: Errand, nowMs: number): Standing {
  const execution = executionOf(reference)
  if (execution === 'never' || nowMs < atMs + execution.afterMs) return { state: 'waiting' }
  const { gatewayCode, afterMs } = execution
  const state = isApproval(gatewayCode) ? 'approved' : 'declined'
  return { state, gatewayCode, amount, atMs: atMs + afterMs }
}

const refusals = {
  decline: 'DECLINED',
  cancel: 'CANCELLED',
  abort: 'ABORTED',
  expire: 'ABORTED',
  refuse: 'DECLINED',
} as const satisfies Record<Exclude<Decision['act'], 'approve'>, GatewayCode>
