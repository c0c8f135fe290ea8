import { type GatewayCode, gatewayCodes } from '../../orders/transaction.ts'
import { replyFor } from '../acquirer/triggers.ts'

/** Long enough that whoever asks when the payer comes back hears nothing yet. */
const decisionDelayMs = 5_000

const approved = { gatewayCode: 'APPROVED', afterMs: 0 } as const
const triggersByReference: ReadonlyMap<string, ProviderTrigger> = new Map<string, ProviderTrigger>([
  ['TEST-SUCCEED', approved],
  ['TEST-FAIL-DECLINE', { gatewayCode: 'DECLINED', afterMs: 0 }],
  ['TEST-PENDING', 'never'],
  ['TEST-SUCCESS-INIT', { gatewayCode: 'APPROVED', afterMs: decisionDelayMs }],
  ['TEST-FAIL-INIT', { gatewayCode: 'DECLINED', afterMs: decisionDelayMs }],
])

/** What carrying a payment out comes to, and how long the provider thinks about it; `never` is for ever. */
type ProviderTrigger = { readonly gatewayCode: GatewayCode; readonly afterMs: number } | 'never'

/** How the provider carries out a payment of this reference. */
export function triggerOfReference(reference: string | undefined): ProviderTrigger {
  return triggeredBy(reference) ?? approved
}

/** Whether the payer is not asked: who opens the page has agreed by that. */
export function isPayerNotAsked(reference: string | undefined): boolean {
  return triggeredBy(reference) !== undefined
}

/** Whether a confirmation is carried out and never answered. */
export function isConfirmationSilent(reference: string | undefined): boolean {
  return reference?.endsWith(silentSuffix) ?? false
}

const silentSuffix = '.SILENT'

function triggeredBy(reference: string | undefined): ProviderTrigger | undefined {
  if (reference === undefined) return undefined
  const spoken = isConfirmationSilent(reference) ? reference.slice(0, -silentSuffix.length) : reference
  const code = /\.FAIL(\w*)$/.exec(spoken)?.[1]
  return code === undefined
    ? triggersByReference.get(spoken)
    : { gatewayCode: declineNamed(code), afterMs: 0 }
}

function declineNamed(name: string): GatewayCode {
  const code = gatewayCodes.find(one => one === name)
  return code !== undefined && isDecline(code) ? code : 'DECLINED'
}

const isDecline = (code: GatewayCode): boolean => replyFor(code).outcome === 'declined' && !underway.has(code)

/** Codes that are no outcome of a payment, good or bad. */
const underway: ReadonlySet<GatewayCode> = new Set<GatewayCode>([
  'AUTHENTICATION_IN_PROGRESS',
  'BASIC_VERIFICATION_SUCCESSFUL',
  'DEFERRED_TRANSACTION_RECEIVED',
  'SUBMITTED',
])
