// The audit log: what was changed by whom, and whether it is as it was written.

import { integer, text } from '../../contract/kit/scalars.ts'
import { optional } from '../../contract/kit/vocabulary.ts'
import { gatewayCall, merchantCall } from './call.ts'

export type AuditEntries = {
  readonly entries: readonly ShownAuditEntry[]
  /** Where the next page begins; absent after the last one. */
  readonly next?: number
}

export type ShownAuditEntry = {
  readonly entryNo: number
  readonly time: string
  readonly actor: string
  readonly action: string
  readonly merchantId?: string
  readonly details: object
  readonly digest: string
}

/** A verification that runs, on whichever node, or the newest that has ended. */
export type AuditVerification = {
  readonly state: 'BROKEN' | 'INTACT' | 'NONE' | 'RUNNING'
  /** The number of the last entry that was found as it was written. */
  readonly entries: number
  /** Who began it. */
  readonly by?: string
  readonly startedAt?: string
  readonly endedAt?: string
  /** The first entry that was changed, and how it shows. */
  readonly entryNo?: number
  readonly why?: string
}

const page = {
  before: optional(integer(1, 1_000_000_000_000), 'Only entries with a lower number.'),
  limit: optional(integer(1, 200), 'How many; 50 if it is not given.'),
}

export const auditCalls = {
  merchantAudit: merchantCall<AuditEntries>()('audit.read', page),
  gatewayAudit: gatewayCall<AuditEntries>()('gateway.read', {
    ...page,
    about: optional(text(1, 40), 'Only entries about this merchant.'),
  }),
  /** Begins unless one runs; ask again for its progress. */
  verifyAudit: gatewayCall<AuditVerification>()('gateway.read', {}),
  auditVerification: gatewayCall<AuditVerification>()('gateway.read', {}),
  /** The log is one for all merchants: an administrator sees how far, when and by whom it was verified. */
  merchantAuditVerification: merchantCall<AuditVerification>()('audit.read', {}),
}
