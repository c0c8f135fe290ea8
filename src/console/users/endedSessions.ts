// Ending sessions: only those that there are, and only then is it in the audit log.

import type { NewAuditEntry } from '../../administration/port.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { EndedSessions, UserDecision } from './port.ts'

/** Where none of them is there nothing is done; where one was named that is said. */
export function endingOf<Result>(
  { result, endedSessions, sessionIds }: Ending<Result>,
  entryWith: (details: NewAuditEntry['details']) => NewAuditEntry,
): UserDecision<Result | Rejection> {
  const isMeant = (sessionId: string) =>
    endedSessions === 'all' ||
    ('only' in endedSessions ? sessionId === endedSessions.only : sessionId !== endedSessions.but)
  if (!sessionIds.some(isMeant)) {
    const isNamed = endedSessions !== 'all' && 'only' in endedSessions
    return { result: isNamed ? noSession : result }
  }
  const details = endedSessions === 'all' ? { which: 'all' } : endedSessions
  return { result, change: { endedSessions }, entries: [entryWith(details)] }
}

type Ending<Result> = {
  /** Of one that is done, or has nothing to do. */
  readonly result: Result
  readonly endedSessions: EndedSessions
  readonly sessionIds: readonly string[]
}

export const noSession = invalid('sessionId', 'There is no such session.')
