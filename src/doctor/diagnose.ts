// Looks for every symptom in a merchant's traffic.

import { amountSymptoms } from './amountSymptoms.ts'
import { notificationSymptoms } from './notificationSymptoms.ts'
import { paymentSymptoms } from './paymentSymptoms.ts'
import { requestSymptoms } from './requestSymptoms.ts'
import type { Symptom, SymptomEvidence, Traffic } from './traffic.ts'

export type Diagnosis = Omit<Symptom, 'find'> & {
  /** How often it was seen, and the last few times. */
  readonly count: number
  readonly evidence: readonly SymptomEvidence[]
}

export const symptoms: readonly Symptom[] = [
  ...[...paymentSymptoms, ...amountSymptoms, ...requestSymptoms, ...notificationSymptoms],
]

const shownMax = 3

/** Errors first; nothing where the integration is well. */
export function diagnose(traffic: Traffic): readonly Diagnosis[] {
  const found = symptoms.flatMap(({ find, ...symptom }) => {
    const evidence = find(traffic)
    return evidence.length === 0
      ? []
      : [{ ...symptom, count: evidence.length, evidence: evidence.slice(-shownMax) }]
  })
  return found.toSorted((one, other) => rank[one.severity] - rank[other.severity])
}

const rank = { error: 0, warning: 1 } as const
