import type { Fault } from './checks.ts'
import type { DeclineReason } from './protocol.ts'

/** What the page's markup tells its script; nothing in it is a secret. */
export type PageData = {
  readonly status: 'open' | 'processing' | 'challenge' | 'done' | 'part' | 'cancelled' | 'expired'
  readonly demands: Demands
  readonly secondsLeft: number
  readonly attemptsLeft: number
  /** What the payer is shown here and agrees to by the button: it is told back. */
  readonly terms: string
  readonly lastDecline?: DeclineReason
  /** What is left to pay after a part of it, as the page says it. */
  readonly due?: string
  /** Whether the payer looks everything over before paying. */
  readonly hasReview: boolean
  readonly isEmbedded: boolean
  /** The origin of the pages on which issuers' frames end: a laptop has several names for itself. */
  readonly gateway: string
  /** The only origin that an embedded page speaks to. */
  readonly embedder?: string
  readonly words: ScriptWords
}

export type Demand = 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
export type Demands = {
  /** By the gateway's clock, like 2026-11. */
  readonly month: string
  readonly email: Demand
  readonly billing: Demand
  readonly shipping: Demand
}

/** What only the script says. Merchant and amount are filled in already. */
export type ScriptWords = { readonly [word in ScriptWord]: string }
export type ScriptWord =
  | Fault
  | Exclude<DeclineReason, 'securityCode'>
  | 'securityCodeWrong'
  | (typeof spokenWords)[number]

export const spokenWords = [
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
