// What follows from the outcome of an attempt: the state of its notification, and the schedule of retries.

import type { DeliveryAttempt } from './port.ts'

/** The outcome of one attempt: a status, or why there is none. */
export type DeliveryOutcome = {
  readonly status?: number
  /** Why it failed, in a few words of our own. */
  readonly reason?: string
  /** From Retry-After. */
  readonly retryAfterMs?: number
  /** It was aborted because the gateway stopped. */
  readonly isBrokenOff?: true
}

type AttemptVerdict = DeliveryAttempt['verdict']

/** Any 2xx is a success; 410 means that the receiver does not want it; everything else is retried. */
export function verdictOf(
  { status, retryAfterMs }: DeliveryOutcome,
  { tries, random }: { readonly tries: number; readonly random?: (() => number) | undefined },
): AttemptVerdict {
  if (status !== undefined && isSuccess(status)) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const afterMs = nextWaitMs(tries, { retryAfterMs, random })
  return afterMs === undefined ? { kind: 'dead' } : { kind: 'again', afterMs }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** A short reason for a status that does not explain itself. */
export function reasonOf(status: number): string | undefined {
  if (isSuccess(status)) return undefined
  if (status >= 300 && status < 400) return 'It redirected; redirects are not followed.'
  return status === 410 ? 'It wants no more of this.' : undefined
}

/** RFC 9110, 10.2.3: seconds, or a date. Anything else is ignored. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const atMs = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The wait before each attempt, after the one before it: twenty of them, over about three days. */
export const waitsMs: readonly number[] = [
  ...[0, 15, 60, 120, 300, 600, 1_200, 2_400].map(seconds => seconds * 1_000),
  ...[1, 1.5, 2, 3, 4, 5, 6, 6, 8, 8, 12, 12].map(hours => hours * 3_600_000),
]

export const triesMax = waitsMs.length

/** Spreads retries, so that attempts that failed together are not retried together. */
export const jitter = 0.1

/** The most that Retry-After may delay a retry. */
export const retryAfterMaxMs = 3_600_000

/**
 * The time until the next attempt; undefined when that was the last. A receiver may ask for more time than
 * the schedule gives it, never for less. `random` returns a number in [0, 1).
 */
export function nextWaitMs(
  tries: number,
  { retryAfterMs = 0, random = Math.random }: RetryOptions = {},
): number | undefined {
  const wait = waitsMs[Math.max(1, tries)]
  if (wait === undefined) return undefined
  const scheduled = Math.round(wait * (1 - jitter + 2 * jitter * random()))
  return Math.max(scheduled, Math.min(retryAfterMs, retryAfterMaxMs))
}

type RetryOptions = {
  /** The receiver's Retry-After. */
  readonly retryAfterMs?: number | undefined
  readonly random?: (() => number) | undefined
}
