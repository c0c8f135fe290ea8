import type { Readiness, ReadinessCode } from '../http/api/readiness.ts'
import type { ServerAbsence } from '../store/connection/awaitServer.ts'

/** What a node that starts waits for, told to whoever asks whether it is ready. */
export function createStartWait(): StartWait {
  let absence: ServerAbsence | undefined
  return {
    ready: async () => ['STARTING', ...(absence ? [codeOf[absence.flaw]] : [])],
    onLooked(found) {
      absence = found
    },
  }
}

export type StartWait = {
  readonly ready: Readiness
  readonly onLooked: (absence: ServerAbsence | undefined) => void
}

const codeOf = {
  unreachable: 'DATABASE_UNREACHABLE',
  standby: 'DATABASE_STANDBY',
} as const satisfies Record<ServerAbsence['flaw'], ReadinessCode>
