import type { ExecutionResult } from '../../src/operations/pipeline/execution.ts'
import type { Rejection } from '../../src/orders/rejection.ts'
import type { Request } from './workload.ts'

/** What a client heard of one call, and when: its own record, which no crash of a gateway touches. */
export type LogEntry = {
  readonly request: Request
  readonly askedAtMs: number
  readonly heardAtMs: number
  /** Whether it only retrieved the transaction. */
  readonly isLook: boolean
  readonly heard: Heard
}

export type Heard =
  /** Seen: by retrieving it. */
  | { readonly kind: 'answer'; readonly how: ExecutionResult['kind'] | 'seen'; readonly answer: Answered }
  | { readonly kind: 'rejection'; readonly rejection: Rejection }
  /** 503: nothing was done; 500: the client knows nothing. */
  | { readonly kind: 'unavailable' | 'fault' }
  /** The connection broke, or the client lost patience. */
  | { readonly kind: 'nothing' }

export type Answered = {
  readonly result: string
  readonly gatewayCode: string
  /** All of it, without what shows how a reversal gets on. */
  readonly document: string
}

/** An answer that says that the transaction exists. */
export const isAccepted = (heard: Heard): heard is Extract<Heard, { kind: 'answer' }> =>
  heard.kind === 'answer' && heard.answer.gatewayCode !== 'LOCK_FAILURE'

export function inWords({ heard }: LogEntry): string {
  if (heard.kind === 'answer') return `${heard.how} ${heard.answer.result} ${heard.answer.gatewayCode}`
  return heard.kind === 'rejection' ? `rejection: ${heard.rejection.explanation}` : heard.kind
}

export const nameOfRequest = ({
  orderId,
  transactionId,
}: Pick<Request, 'orderId' | 'transactionId'>): string => `${orderId}/${transactionId}`
