import type { Attempt } from './port.ts'
import { nextWaitMs } from './schedule.ts'

/** What came of one attempt to tell: a status, or why there is none. */
export type Outcome = {
  readonly status?: number
  /** Why it was no success, in a few words of ours. */
  readonly reason?: string
  /** What the receiver asked for, if it is busy. */
  readonly retryAfterMs?: number
  /** It was under way when the gateway stopped. */
  readonly isBrokenOff?: true
}

export type Verdict = Attempt['verdict']

/** Any 2xx is a success, and 410 the receiver's wish to hear no more of it; all else is tried again. */
export function verdictOn(
  { status, retryAfterMs }: Outcome,
  { tries, random }: { readonly tries: number; readonly random?: (() => number) | undefined },
): Verdict {
  if (status !== undefined && isSuccess(status)) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const afterMs = nextWaitMs(tries, { retryAfterMs, random })
  return afterMs === undefined ? { kind: 'dead' } : { kind: 'again', afterMs }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** In a few words, what is wrong with a status that does not say so itself. */
export function reasonOf(status: number): string | undefined {
  if (isSuccess(status)) return undefined
  if (status >= 300 && status < 400) return 'It redirected; redirects are not followed.'
  return status === 410 ? 'It wants no more of this.' : undefined
}

/** RFC 9110, 10.2.3: seconds, or a date. Anything else is as good as nothing. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const atMs = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
