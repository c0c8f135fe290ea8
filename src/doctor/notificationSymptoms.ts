// Symptoms of a merchant's server that receives notifications.

import type { ObservedAttempt, ObservedDelivery, Symptom, SymptomEvidence } from './traffic.ts'

const attemptsWhere = (
  deliveries: readonly ObservedDelivery[],
  isSo: (attempt: ObservedAttempt) => boolean,
  say: (attempt: ObservedAttempt) => string,
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
  title: 'Notifications are answered slowly',
  advice: 'Store the notification, answer 200, and work on it afterwards: a slow answer counts as a failure.',
  find: ({ deliveries }) =>
    attemptsWhere(
      deliveries,
      ({ tookMs }) => tookMs >= slowMs,
      ({ tookMs, status }) =>
        `took ${(tookMs / 1_000).toFixed(1)} s${status === undefined ? '' : `, ${status}`}`,
    ),
}

const isTaken = ({ status = 0 }: ObservedAttempt): boolean => status >= 200 && status < 300

const failing: Symptom = {
  id: 'notifications-failing',
  severity: 'warning',
  title: 'Notifications are not accepted',
  advice: 'Answer 2xx to every notification that is genuine, also to one that you have had before.',
  find: ({ deliveries }) =>
    attemptsWhere(
      deliveries,
      attempt => !isTaken(attempt) && attempt.tookMs < slowMs,
      ({ status, reason }) => (status === undefined ? (reason ?? 'no answer') : `answered ${status}`),
    ),
}

const unverified: Symptom = {
  id: 'notifications-unverified',
  severity: 'error',
  title: 'A forged notification was accepted',
  advice:
    'Whoever finds your address can tell your shop that an order was paid. Verify the signature before you ' +
    'read the body, and answer 401 where it is wrong.',
  find: ({ takesForged, deliveries }) =>
    takesForged === true
      ? [
          {
            atMs: deliveries[0]?.attempts[0]?.atMs ?? 0,
            what: 'a notification with a wrong signature was answered 2xx',
          },
        ]
      : [],
}

export const notificationSymptoms: readonly Symptom[] = [unverified, failing, slow]
