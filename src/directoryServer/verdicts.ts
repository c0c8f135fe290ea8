// How an authentication ends, in the numbers of the protocol: status, reason, and whose doing it was.

import type { SpokenVersion } from './versions.ts'

export type IssuerVerdict = {
  readonly status: string
  readonly reason?: string
  /** Of a challenge that did not come to its end. */
  readonly cancel?: string
  /** What the issuer wants the payer to read. */
  readonly notice?: string
}

/** How a challenge can end: by the payer, or because nobody came in time. */
export const challengeEnds = ['Y', 'N', 'cancelled', 'U', 'R', 'timedOut', 'neverCame'] as const
export type ChallengeEnd = (typeof challengeEnds)[number]

export const isChallengeEnd = (word: unknown): word is ChallengeEnd => challengeEnds.some(end => end === word)

export const verdictsByEnd = {
  Y: { status: 'Y' },
  N: { status: 'N', reason: '01' },
  cancelled: { status: 'N', reason: '26', cancel: '01' },
  U: { status: 'U', reason: '22', cancel: '06' },
  R: { status: 'R', reason: '11' },
  timedOut: { status: 'N', reason: '14', cancel: '04' },
  neverCame: { status: 'N', reason: '14', cancel: '05' },
} as const satisfies Record<ChallengeEnd, IssuerVerdict>

export const verdictsByIssuerOutcome = {
  successful: { status: 'Y' },
  attempted: { status: 'A' },
  failed: { status: 'N', reason: '01' },
  rejected: {
    ...{ status: 'R', reason: '11' },
    notice: 'Your bank has stopped this payment. Please call the number on the back of your card.',
  },
  unavailable: { status: 'U', reason: '22' },
} as const satisfies Record<string, IssuerVerdict>

/** Reasons that came with a later version, and what was said before. */
const earlierReasons: Readonly<Record<string, string>> = { 22: '07', 23: '21', 26: '01' }

export const reasonIn = (version: SpokenVersion, reason: string): string =>
  version === '2.1.0' ? (earlierReasons[reason] ?? reason) : reason
