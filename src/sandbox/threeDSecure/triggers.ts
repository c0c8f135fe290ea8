import { countsEciFromZero } from '../../standards/cardBrands.ts'
import type { AuthenticationResult, ThreeDSecureIds, TransactionStatus } from '../../threeDSecure/port.ts'

/**
 * What the 3-D Secure simulator does, in tables: the card number decides the outcome of an authentication, or
 * the payer's decision at the challenge does, and each has its transaction status. A script
 * (`scripts.ts`) overrules the card. docs/sandbox.md, "Payer authentication", has the same tables for
 * developers of shops.
 */
const triggersByCard: ReadonlyMap<string, AuthenticationTrigger> = new Map<string, AuthenticationTrigger>([
  ['5123450000000008', { outcome: 'challenge', wantsMethod: true }],
  ['2223000000000007', { outcome: 'challenge' }],
  ['4440000009900010', { outcome: 'challenge', wantsMethod: true }],
  ['5123456789012346', { outcome: 'successful', wantsMethod: true }],
  ['5555555555000018', { outcome: 'successful' }],
  ['4440000042200014', { outcome: 'successful' }],
  ['5500005555555559', { outcome: 'attempted' }],
  ['4440000042200022', { outcome: 'attempted' }],
  ['5506900140100503', { outcome: 'rejected' }],
  ['5210760000000004', { outcome: 'error', at: 'initiate' }],
  ['5455031257390496', { outcome: 'error', at: 'authenticate' }],
  ['5123459999998221', { outcome: 'unavailable' }],
  ['5000000000000000005', { outcome: 'exempt' }],
])

/** A card that is not in the table takes no part in 3-D Secure. */
export function triggerOfCard(cardNumber: string): AuthenticationTrigger {
  return triggersByCard.get(cardNumber) ?? { outcome: 'notEnrolled' }
}

/** What becomes of an authentication. */
export const authenticationOutcomes = [
  'challenge',
  'successful',
  'attempted',
  'failed',
  'rejected',
  'unavailable',
  'notEnrolled',
  'exempt',
  'error',
  'silent',
] as const
type AuthenticationOutcome = (typeof authenticationOutcomes)[number]

export type AuthenticationTrigger = {
  readonly outcome: AuthenticationOutcome
  /** At which call an error or a silence happens; at Authenticate Payer unless it says otherwise. */
  readonly at?: 'initiate' | 'authenticate'
  /** Whether the issuer asks for its method frame in the payer's browser first. */
  readonly wantsMethod?: true
  /** What the payer decides at the challenge, where a script decides for them. */
  readonly payer?: ChallengeDecision
}

/** How a challenge can end: the five buttons of the issuer's page, or no answer in time. */
export const challengeDecisions = ['Y', 'N', 'cancelled', 'U', 'R', 'timedOut'] as const
export type ChallengeDecision = (typeof challengeDecisions)[number]

export function isChallengeDecision(word: unknown): word is ChallengeDecision {
  return challengeDecisions.some(decision => decision === word)
}

type AuthenticationVerdict = {
  readonly transactionStatus: TransactionStatus
  /** As EMV 3-D Secure 2.2 numbers reasons; an N, R or U always has one. */
  readonly statusReasonCode?: string
  readonly isExempt?: true
}

export const verdictsByChallengeDecision = {
  Y: { transactionStatus: 'Y' },
  /** Card authentication failed. */
  N: { transactionStatus: 'N', statusReasonCode: '01' },
  /** Authentication was attempted, but the cardholder did not perform it. */
  cancelled: { transactionStatus: 'N', statusReasonCode: '26' },
  /** Technical problem at the issuer's server. */
  U: { transactionStatus: 'U', statusReasonCode: '22' },
  /** Suspected fraud. */
  R: { transactionStatus: 'R', statusReasonCode: '11' },
  /** Timed out at the issuer's server. */
  timedOut: { transactionStatus: 'N', statusReasonCode: '14' },
} as const satisfies Record<ChallengeDecision, AuthenticationVerdict>

type FrictionlessOutcome = Exclude<AuthenticationOutcome, 'challenge' | 'notEnrolled' | 'error' | 'silent'>

export const verdictsByOutcome = {
  successful: verdictsByChallengeDecision.Y,
  attempted: { transactionStatus: 'A' },
  failed: verdictsByChallengeDecision.N,
  rejected: verdictsByChallengeDecision.R,
  unavailable: verdictsByChallengeDecision.U,
  exempt: { transactionStatus: 'N', statusReasonCode: '81', isExempt: true },
} as const satisfies Record<FrictionlessOutcome, AuthenticationVerdict>

type AuthenticatedCard = ThreeDSecureIds & {
  readonly brand: string
  readonly authenticationToken: string
}

/** Only a payer who was authenticated, or for whom that was attempted, leaves a proof. */
export function authenticationResult(
  verdict: AuthenticationVerdict,
  { brand, authenticationToken, ...ids }: AuthenticatedCard,
): AuthenticationResult {
  const eci = eciOf(verdict.transactionStatus, brand)
  return { ...verdict, ...ids, ...(eci !== undefined && { eci, authenticationToken }) }
}

export function eciOf(status: string, brand: string): string | undefined {
  const isLow = countsEciFromZero(brand)
  if (status === 'Y') return isLow ? '02' : '05'
  return status === 'A' ? (isLow ? '01' : '06') : undefined
}
