// What keeps a merchant from being closed without further ado.

import type { OpenMatters } from './port.ts'

/** As part of a sentence; undefined where nothing is open. */
export function openMattersText({ owed, authorized, inReview }: OpenMatters): string | undefined {
  if (owed + authorized + inReview === 0) return undefined
  return (
    `${owed} owed to acquirers or others, ${authorized} authorized and not captured, ` +
    `${inReview} waiting for a review`
  )
}
