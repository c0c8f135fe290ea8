// The trace of a transaction that a provider was asked for: which provider, and under which ids. It is
// committed with the intent, so that every node and every later ask knows them.

import { randomBytes } from 'node:crypto'

export type ProviderTrace = {
  readonly provider: string
  readonly paymentId: string
  /** Of a capture or a refund. */
  readonly captureId?: string
  readonly refundId?: string
}

/** Nobody can guess it, and no other gateway or emptied sandbox makes it again. */
export const newProtocolId = (): string => randomBytes(18).toString('base64url')

export function writeProviderTrace({ provider, paymentId, captureId, refundId }: ProviderTrace): string {
  return JSON.stringify({ provider, paymentId, captureId, refundId })
}

/** Cheap, because every follow-up of a card payment asks it, too. */
export const isProviderTrace = (trace: string | undefined): trace is string =>
  trace?.startsWith('{"provider":') ?? false

/** Undefined where the text is not the trace of a provider. */
export function readProviderTrace(trace: string | undefined): ProviderTrace | undefined {
  if (!isProviderTrace(trace)) return undefined
  const { provider, paymentId, captureId, refundId }: Record<string, unknown> = JSON.parse(trace)
  if (typeof provider !== 'string' || typeof paymentId !== 'string') return undefined
  return {
    provider,
    paymentId,
    ...(typeof captureId === 'string' && { captureId }),
    ...(typeof refundId === 'string' && { refundId }),
  }
}
