import type { GatewayCode } from '../../orders/transaction.ts'
import { isApproval } from '../acquirer/triggers.ts'
import type { PaymentDecision, StoredProviderPayment } from './providerCase.ts'
import { triggerOfReference } from './triggers.ts'

/** How a payment stands. Whatever is final stays so, whoever asks and whenever. */
export type ProviderPaymentState =
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

export function paymentStateOf(
  { payment, decision, confirmation }: StoredProviderPayment,
  nowMs: number,
): ProviderPaymentState {
  if (!decision) return { state: 'asking' }
  const { act, atMs } = decision
  const { amount, reference } = payment
  if (act !== 'approve') return { state: 'declined', gatewayCode: refusalCodes[act], amount, atMs }
  if (!payment.isConfirmedAtMerchant) return stateOnceExecuted({ amount, reference, atMs }, nowMs)
  if (!confirmation) return { state: 'agreed' }
  if (confirmation.isWithdrawn) return { ...confirmation, state: 'declined', gatewayCode: 'ABORTED' }
  if (confirmation.currency !== payment.currency)
    return { ...confirmation, state: 'declined', gatewayCode: 'DECLINED' }
  return stateOnceExecuted({ reference, ...confirmation }, nowMs)
}

type ExecutedPayment = {
  readonly amount: bigint
  readonly reference: string | undefined
  readonly atMs: number
}

function stateOnceExecuted(
  { amount, reference, atMs }: ExecutedPayment,
  nowMs: number,
): ProviderPaymentState {
  const execution = triggerOfReference(reference)
  if (execution === 'never' || nowMs < atMs + execution.afterMs) return { state: 'waiting' }
  const { gatewayCode, afterMs } = execution
  const state = isApproval(gatewayCode) ? 'approved' : 'declined'
  return { state, gatewayCode, amount, atMs: atMs + afterMs }
}

const refusalCodes = {
  decline: 'DECLINED',
  cancel: 'CANCELLED',
  abort: 'ABORTED',
  expire: 'ABORTED',
  refuse: 'DECLINED',
} as const satisfies Record<Exclude<PaymentDecision['act'], 'approve'>, GatewayCode>
