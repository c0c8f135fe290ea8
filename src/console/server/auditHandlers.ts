// The audit log, by merchant and as a whole, and its verification, which may take a while.

import type { AuditAdministration } from '../../administration/auditLog.ts'
import type { AuditEntry } from '../../administration/port.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorMessage } from '../../platform/errors.ts'
import type { AuditEntries, AuditVerification, auditCalls } from '../api/audit.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

type AuditDependencies = {
  readonly audit: Pick<AuditAdministration, 'list' | 'verify'>
  readonly clock: Pick<Clock, 'now'>
}

const pageUsual = 50

export function createAuditHandlers({ audit, clock }: AuditDependencies) {
  const verification = createVerification({ audit, clock })
  return {
    merchantAudit: ({ input: { merchantId, before, limit } }) => listed(audit, { merchantId, before, limit }),
    gatewayAudit: ({ input: { about, before, limit } }) =>
      listed(audit, { merchantId: about, before, limit }),
    verifyAudit: async () => verification.start(),
    auditVerification: async () => verification.now(),
  } satisfies Pick<ConsoleHandlers, keyof typeof auditCalls>
}

type WantedPage = {
  readonly merchantId: string | undefined
  readonly before: number | undefined
  readonly limit: number | undefined
}

async function listed(
  audit: AuditDependencies['audit'],
  { merchantId, before, limit = pageUsual }: WantedPage,
): Promise<AuditEntries | Rejection> {
  const found = await audit.list({
    limit: limit + 1,
    ...(merchantId !== undefined && { merchantId }),
    ...(before !== undefined && { before }),
  })
  if (isRejection(found)) return found
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { entries: shown.map(shownEntry), ...(found.length > limit && last && { next: last.entryNo }) }
}

const shownEntry = ({ entryNo, atMs, actor, action, merchantId, details, digest }: AuditEntry) => ({
  ...{ entryNo, actor, action, details, time: new Date(atMs).toISOString(), digest: digest.toString('hex') },
  ...(merchantId !== undefined && { merchantId }),
})

/** One at a time on each node, however many ask for it. */
function createVerification({ audit, clock }: AuditDependencies) {
  let state: AuditVerification = { state: 'NONE', entries: 0 }
  const nowText = () => clock.now().toISOString()

  async function run(startedAt: string): Promise<void> {
    const onProgress = (entries: number) => {
      state = { ...state, entries }
    }
    const found = await audit.verify({ onProgress })
    const ended = { entries: found.entries, startedAt, endedAt: nowText() }
    state = found.isIntact
      ? { state: 'INTACT', ...ended }
      : { state: 'BROKEN', ...ended, entryNo: found.entryNo, why: found.why }
  }

  return {
    now: () => state,
    start() {
      if (state.state === 'RUNNING') return state
      const startedAt = nowText()
      state = { state: 'RUNNING', entries: 0, startedAt }
      void run(startedAt).catch(error => {
        state = { state: 'NONE', entries: state.entries, startedAt, why: errorMessage(error) }
      })
      return state
    },
  }
}
