// Verifying the audit log, which may take a while: one at a time on all nodes together, however many ask for
// it. How it ended is known to all of them, and is an entry of the log itself.

import { randomUUID } from 'node:crypto'
import type { AuditAdministration, ChainVerification } from '../../administration/auditLog.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { AuditVerification } from '../api/audit.ts'
import type { KnownVerifications, VerificationStore, VerifiedLog } from './verificationPort.ts'

export type VerificationDependencies = {
  /** In the name of this user. */
  readonly auditOf: (actor: string) => Pick<AuditAdministration, 'note' | 'verify'>
  readonly verifications: VerificationStore
  readonly warn: (reason: string) => void
}

export function createVerification({ auditOf, verifications, warn }: VerificationDependencies) {
  async function run(runId: string, by: string): Promise<void> {
    const audit = auditOf(by)
    let telling: Promise<unknown> = Promise.resolve()
    const onProgress = (entries: number) => {
      telling = telling.then(() => verifications.progress(runId, entries)).catch(() => undefined)
    }
    const found = await audit.verify({ onProgress })
    await telling
    await verifications.end(runId, verifiedOf(found))
    await audit.note('audit.verify', { entries: found.entries, ...brokenAt(found) })
  }

  const now = async () => shownVerification(await verifications.read())
  return {
    now,
    async start(by: string): Promise<AuditVerification> {
      const runId = randomUUID()
      if (await verifications.begin(runId, by))
        void run(runId, by).catch(async error => {
          warn(errorMessage(error))
          await verifications.end(runId).catch(() => undefined)
        })
      return now()
    },
  }
}

export const verifiedOf = (found: ChainVerification): VerifiedLog => ({
  entries: found.entries,
  ...(!found.isIntact && { broken: { entryNo: found.entryNo, why: found.why } }),
})

const brokenAt = (found: ChainVerification) => (found.isIntact ? {} : { brokenAt: found.entryNo })

function shownVerification({ running, ended, isUnfinished }: KnownVerifications): AuditVerification {
  if (running) {
    const { by, startedAtMs, entries } = running
    return { state: 'RUNNING', entries, by, startedAt: timeText(startedAtMs) }
  }
  if (isUnfinished) return { state: 'NONE', entries: 0, why: 'The database did not answer in time.' }
  if (!ended) return { state: 'NONE', entries: 0 }
  const { by, entries, startedAtMs, endedAtMs, broken } = ended
  return {
    ...{ state: broken ? 'BROKEN' : 'INTACT', entries, by },
    ...{ startedAt: timeText(startedAtMs), endedAt: timeText(endedAtMs) },
    ...broken,
  }
}

const timeText = (ms: number): string => new Date(ms).toISOString()
