import { invalid, type Rejection } from '../orders/rejection.ts'
import { type Verdict, type VerifyOptions, verifyChain } from './chain.ts'
import type { AdministrationParts } from './parts.ts'
import type { AuditAction, AuditEntry, Entry } from './port.ts'

export interface AuditDesk {
  /** Newest first. */
  list(wanted?: WantedEntries): Promise<readonly AuditEntry[] | Rejection>
  /** Whether the log is as it was written; if not, which entry is the first that is not. */
  verify(options?: VerifyOptions): Promise<Verdict>
  /** Something that was done elsewhere, in the name of the same operator. */
  note(action: AuditAction, details: Entry['details'], merchantId?: string): Promise<void>
}

export type WantedEntries = {
  readonly merchantId?: string
  /** Only those with a lower number. */
  readonly before?: number
  readonly limit?: number
}

export function createAuditDesk({ store, digest, actor }: AdministrationParts): AuditDesk {
  return {
    async list({ limit = listUsual, ...wanted } = {}) {
      if (!Number.isInteger(limit) || limit < 1 || limit > listMax)
        return invalid('limit', `It must be a whole number from 1 to ${listMax}.`)
      return store.audit({ ...wanted, limit })
    },
    verify: options => verifyChain(store.chain(), digest, options),
    note: (action, details, merchantId) =>
      store.note({ actor, action, details, ...(merchantId !== undefined && { merchantId }) }),
  }
}

const listUsual = 50
const listMax = 1_000
