// The integration doctor: what a merchant's servers do wrong in a sandbox, and which outcomes they have not
// met. Its texts are named, so that the page has them in its language.

import { integer } from '../../contract/kit/scalars.ts'
import { optional } from '../../contract/kit/vocabulary.ts'
import type { evidenceTexts, meetingTexts, NamedText, SymptomId } from '../../doctor/texts.ts'
import { merchantCall } from './call.ts'

export type ExaminedIntegration = OutcomesMet & {
  /** How many were examined. */
  readonly calls: number
  /** Errors first; none where nothing is wrong. */
  readonly found: readonly FoundSymptom[]
}

export type FoundSymptom = {
  readonly id: SymptomId
  readonly severity: 'error' | 'warning'
  /** How often it was seen, and the last few times. */
  readonly count: number
  readonly evidence: readonly FoundEvidence[]
}

export type FoundEvidence = {
  readonly atMs: number
  readonly what: NamedText<typeof evidenceTexts>
  readonly orderId?: string | undefined
  readonly transactionId?: string | undefined
  readonly requestId?: string | undefined
}

export type OutcomesMet = {
  readonly rehearsed: number
  readonly outcomes: number
  readonly missing: readonly OutcomeToMeet[]
}

export type OutcomeToMeet = {
  /** As `npx tollgate trigger` calls it. */
  readonly name: string
  /** That command, as it is pasted. */
  readonly command: string
  /** What comes of it, in English as everything that the API explains. */
  readonly what: string
  readonly how: NamedText<typeof meetingTexts>
}

export const doctorCalls = {
  examineIntegration: merchantCall<ExaminedIntegration>()('developers.read', {
    hours: optional(integer(1, 720), 'How far back to look; 24 if it is not given.'),
  }),
}
