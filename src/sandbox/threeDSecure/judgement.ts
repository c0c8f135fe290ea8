import type { CardBrand } from '../../standards/cardBrands.ts'
import type { AuthenticationIds, AuthenticationResult, TransactionStatus } from '../../threeDSecure/port.ts'
import type { AuthenticationOutcome, ChallengeDecision } from './conduct.ts'

export type AuthenticationVerdict = {
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

export type FrictionlessOutcome = Exclude<
  AuthenticationOutcome,
  'challenge' | 'notEnrolled' | 'error' | 'silent'
>

export const verdictsByOutcome = {
  successful: verdictsByChallengeDecision.Y,
  attempted: { transactionStatus: 'A' },
  failed: verdictsByChallengeDecision.N,
  rejected: verdictsByChallengeDecision.R,
  unavailable: verdictsByChallengeDecision.U,
  exempt: { transactionStatus: 'N', statusReasonCode: '81', isExempt: true },
} as const satisfies Record<FrictionlessOutcome, AuthenticationVerdict>

export type AuthenticatedCard = AuthenticationIds & {
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
  const isLow = lowNumbered.has(brand)
  if (status === 'Y') return isLow ? '02' : '05'
  return status === 'A' ? (isLow ? '01' : '06') : undefined
}

/** Networks of one family number their indicators from 00; all others end at 07. */
const lowNumbered: ReadonlySet<string> = new Set<CardBrand>(['NETWORK_B', 'NETWORK_H'])
