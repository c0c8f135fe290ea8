// The audit log, by merchant and as a whole, and its verification.

import type { AuditAdministration } from '../../administration/auditLog.ts'
import type { AuditEntry } from '../../administration/port.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { AuditEntries, auditCalls } from '../api/audit.ts'
import { actorOf } from '../users/userEntries.ts'
import { createVerification, type VerificationDependencies } from './auditVerification.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

type AuditDependencies = VerificationDependencies & { readonly audit: Pick<AuditAdministration, 'list'> }

const pageUsual = 50

export function createAuditHandlers({ audit, ...dependencies }: AuditDependencies) {
  const verification = createVerification(dependencies)
  return {
    merchantAudit: ({ input: { merchantId, before, limit } }) => listed(audit, { merchantId, before, limit }),
    gatewayAudit: ({ input: { about, before, limit } }) =>
      listed(audit, { merchantId: about, before, limit }),
    verifyAudit: ({ signedIn: { user } }) => verification.start(actorOf(user)),
    auditVerification: () => verification.now(),
    merchantAuditVerification: () => verification.now(),
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
