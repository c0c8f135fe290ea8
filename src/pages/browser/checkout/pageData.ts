import type { FieldError } from './checks.ts'
import type { CheckoutDeclineReason } from './protocol.ts'

/** What the page's markup tells its script; nothing in it is a secret. */
export type CheckoutPageData = {
  readonly status: 'open' | 'processing' | 'challenge' | 'done' | 'part' | 'cancelled' | 'expired'
  readonly demands: CheckoutDemands
  readonly secondsLeft: number
  readonly attemptsLeft: number
  /** What the payer is shown here and agrees to by the button: it is told back. */
  readonly terms: string
  readonly lastDecline?: CheckoutDeclineReason
  /** What is left to pay after a part of it, as the page says it. */
  readonly due?: string
  /** Whether the payer looks everything over before paying. */
  readonly hasReview: boolean
  readonly isEmbedded: boolean
  /** The origin of the pages on which issuers' frames end: a laptop has several names for itself. */
  readonly gateway: string
  /** The only origin that an embedded page speaks to. */
  readonly embedder?: string
  readonly words: CheckoutScriptTexts
}

export type FieldDemand = 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
export type CheckoutDemands = {
  /** By the gateway's clock, like 2026-11. */
  readonly month: string
  readonly email: FieldDemand
  readonly billing: FieldDemand
  readonly shipping: FieldDemand
}

/** What only the script says. Merchant and amount are filled in already. */
export type CheckoutScriptTexts = { readonly [word in CheckoutScriptTextName]: string }
export type CheckoutScriptTextName =
  | FieldError
  | Exclude<CheckoutDeclineReason, 'securityCode'>
  | 'securityCodeWrong'
  | (typeof scriptOnlyTextNames)[number]

export const scriptOnlyTextNames = [
  'attemptsLeft',
  'checkFields',
  'codeOnBack',
  'codeOnFront',
  'connectionLost',
  'elsewhere',
  'encrypted',
  'expires',
  'fiveMinutesLeft',
  'hideDetails',
  'interrupted',
  'oneMinuteLeft',
  'outcomeUntold',
  'partText',
  'processing',
  'processingText',
  'showDetails',
  'stillProcessing',
  'unreachable',
] as const
