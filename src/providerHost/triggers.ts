import { replyFor } from '../acquirerHost/testCards.ts'
import type { GatewayCode } from '../orders/transaction.ts'
import { gatewayCodes } from '../standards/paymentCodes.ts'

/** Long enough that the payment is undecided when the payer comes back to the merchant. */
const decisionDelayMs = 5_000

const approved = { gatewayCode: 'APPROVED', afterMs: 0 } as const

/**
 * What makes the provider simulator answer what: `order.reference` decides. Besides these references,
 * `x.FAIL` and a gateway code declines with that code, and `.SILENT` behind any of them lets a confirmation
 * be executed but not answered. With any other reference the payer decides on the provider's page, and what
 * they approve is approved. docs/sandbox.md, "Browser payments", has the same table for developers of shops.
 */
export const triggersByReference: ReadonlyMap<string, ProviderTrigger> = new Map<string, ProviderTrigger>([
  ['TEST-SUCCEED', approved],
  ['TEST-FAIL-DECLINE', { gatewayCode: 'DECLINED', afterMs: 0 }],
  ['TEST-PENDING', 'never'],
  ['TEST-SUCCESS-INIT', { gatewayCode: 'APPROVED', afterMs: decisionDelayMs }],
  ['TEST-FAIL-INIT', { gatewayCode: 'DECLINED', afterMs: decisionDelayMs }],
])

/** The outcome of executing a payment, and how long the provider takes to decide; `never`: it never does. */
export type ProviderTrigger = { readonly gatewayCode: GatewayCode; readonly afterMs: number } | 'never'

/** How the provider executes a payment of this reference, once the payer agreed. */
export function triggerOfReference(reference: string | undefined): ProviderTrigger {
  return triggeredBy(reference) ?? approved
}

/** Whether the payer is not asked: opening the page is agreeing. */
export function isPayerNotAsked(reference: string | undefined): boolean {
  return triggeredBy(reference) !== undefined
}

/** Whether a confirmation is executed but never answered. */
export function isConfirmationSilent(reference: string | undefined): boolean {
  return reference?.endsWith(silentSuffix) ?? false
}

const silentSuffix = '.SILENT'

function triggeredBy(reference: string | undefined): ProviderTrigger | undefined {
  if (reference === undefined) return undefined
  const name = isConfirmationSilent(reference) ? reference.slice(0, -silentSuffix.length) : reference
  const code = /\.FAIL(\w*)$/.exec(name)?.[1]
  return code === undefined ? triggersByReference.get(name) : { gatewayCode: declineNamed(code), afterMs: 0 }
}

function declineNamed(word: string): GatewayCode {
  const code = gatewayCodes.find(one => one === word)
  return code !== undefined && isDecline(code) ? code : 'DECLINED'
}

const isDecline = (code: GatewayCode): boolean => replyFor(code).outcome === 'declined' && !notFinal.has(code)

/** Codes that are neither a success nor a failure of a payment. */
const notFinal: ReadonlySet<GatewayCode> = new Set<GatewayCode>([
  'AUTHENTICATION_IN_PROGRESS',
  'BASIC_VERIFICATION_SUCCESSFUL',
  'DEFERRED_TRANSACTION_RECEIVED',
  'SUBMITTED',
])
