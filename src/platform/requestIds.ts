// Ids of requests: short, different on all nodes, and with their time, near which a log is searched.

import { randomAlphanumerics } from './ids.ts'

/** Enough until the year 2059. */
const timeLength = 8
const ownLength = 4
const countLength = 4
const countMax = 36 ** countLength
const form = /^[0-9a-z]{16}$/

/** Makes the ids of one process. */
export function createRequestIds(nowMs: () => number): () => string {
  const own = randomAlphanumerics(ownLength).toLowerCase()
  let count = 0
  return () => {
    count = (count + 1) % countMax
    return nowMs().toString(36) + own + count.toString(36).padStart(countLength, '0')
  }
}

/** When the request of this id came; undefined for what is no such id. */
export function timeOfRequest(id: string): number | undefined {
  return form.test(id) ? Number.parseInt(id.slice(0, timeLength), 36) : undefined
}
