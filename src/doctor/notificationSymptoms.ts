// Symptoms of a merchant's server that receives notifications.

import {
  type EvidenceText,
  isTaken,
  type ObservedAttempt,
  type ObservedDelivery,
  type Symptom,
  type SymptomEvidence,
} from './traffic.ts'

const attemptsWhere = (
  deliveries: readonly ObservedDelivery[],
  isSo: (attempt: ObservedAttempt) => boolean,
  say: (attempt: ObservedAttempt) => EvidenceText,
): readonly SymptomEvidence[] =>
  deliveries.flatMap(({ orderId, transactionId, attempts }) =>
    attempts
      .filter(isSo)
      .map(attempt => ({ atMs: attempt.atMs, orderId, transactionId, what: say(attempt) })),
  )

/** Some gateways give up after so long, and a queue behind a slow receiver grows. */
const slowMs = 3_000

const slow: Symptom = {
  id: 'notifications-slow',
  severity: 'warning',
  find: ({ deliveries }) => attemptsWhere(deliveries, ({ tookMs }) => tookMs >= slowMs, slowness),
}

function slowness({ tookMs, status }: ObservedAttempt): EvidenceText {
  const seconds = (tookMs / 1_000).toFixed(1)
  return status === undefined
    ? { name: 'slow', values: { seconds } }
    : { name: 'slowAnswer', values: { seconds, status: String(status) } }
}

const failing: Symptom = {
  id: 'notifications-failing',
  severity: 'warning',
  find: ({ deliveries }) =>
    attemptsWhere(deliveries, attempt => !isTaken(attempt) && attempt.tookMs < slowMs, failure),
}

function failure({ status, reason }: ObservedAttempt): EvidenceText {
  if (status !== undefined) return { name: 'notTaken', values: { status: String(status) } }
  return reason === undefined
    ? { name: 'noAnswer', values: {} }
    : { name: 'notDelivered', values: { reason } }
}

const unverified: Symptom = {
  id: 'notifications-unverified',
  severity: 'error',
  find: ({ takesForged, deliveries }) =>
    takesForged === true
      ? [
          {
            atMs: deliveries[0]?.attempts[0]?.atMs ?? 0,
            what: { name: 'forged', values: {} },
          },
        ]
      : [],
}

export const notificationSymptoms: readonly Symptom[] = [unverified, failing, slow]
