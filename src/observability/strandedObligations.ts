// What is owed over links that this node does not have: they were taken out of its file, or renamed in it.
// Nobody can settle it until they are back, so an operator has to hear of it.

import { type Clock, systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { OwedOverLink } from './port.ts'

type StrandedDependencies = {
  readonly owedByLink: () => Promise<readonly OwedOverLink[]>
  /** The names of this node's links. */
  readonly links: () => readonly string[]
  readonly log: Pick<Log, 'warn'>
  readonly clock?: Clock
}

/** The database is looked at now and then. Each link is logged when it is first seen, and hourly. */
export function createStrandedObligations({
  owedByLink,
  links,
  log,
  clock = systemClock,
}: StrandedDependencies): () => Promise<readonly OwedOverLink[]> {
  let known: readonly OwedOverLink[] = []
  let lookAtMs = Number.NEGATIVE_INFINITY
  const loggedAtMs = new Map<string, number>()
  const tell = ({ link, count, oldestMs }: OwedOverLink, nowMs: number) => {
    if (nowMs - (loggedAtMs.get(link) ?? Number.NEGATIVE_INFINITY) < loggedEveryMs) return
    loggedAtMs.set(link, nowMs)
    const reason = 'Nothing of it can be sent: put the link back into the file until nothing is owed there.'
    log.warn('owed over a link that this node does not have', { name: link, count, ms: oldestMs, reason })
  }
  return async () => {
    const nowMs = clock.monotonicMs()
    if (nowMs < lookAtMs) return known
    lookAtMs = nowMs + lookedEveryMs
    const own = new Set(links())
    known = (await owedByLink()).filter(({ link }) => !own.has(link))
    for (const each of known) tell(each, nowMs)
    return known
  }
}

const lookedEveryMs = 30_000
const loggedEveryMs = 3_600_000
