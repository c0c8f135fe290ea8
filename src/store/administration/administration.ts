// The administration store in PostgreSQL, put together from the other files of this folder.

import type pg from 'pg'
import type { ArchivingStore } from '../../administration/archives/port.ts'
import type { EntryDigest } from '../../administration/port.ts'
import type { Profile } from '../../orders/merchant.ts'
import { createResendAdministration } from '../notifications/resend.ts'
import { createRiskAdministration } from '../risk/ruleAdministration.ts'
import { createArchiveRecords } from './archives.ts'
import { createCertificateAdministration } from './certificates.ts'
import { createAuditedChange, createAuditReader } from './change.ts'
import { createDirectoryMerchantAdministration } from './directoryMerchants.ts'
import {
  createMerchantAdministration,
  createPasswordAdministration,
  createSecretAdministration,
} from './merchants.ts'
import { createPayerRecords } from './payers.ts'

/** Uses the application's role, so it can rewrite what was recorded no more than the gateway can. */
export function createAdministrationStore(
  pool: pg.Pool,
  { digest, usual }: { readonly digest: EntryDigest; readonly usual: Profile },
): ArchivingStore {
  const change = createAuditedChange(pool, digest)
  return {
    usual,
    ...createMerchantAdministration(pool, change, usual),
    ...createPasswordAdministration(pool, change),
    ...createCertificateAdministration(pool, change),
    ...createSecretAdministration(pool, change),
    ...createDirectoryMerchantAdministration(pool, change),
    ...createResendAdministration(change),
    ...createRiskAdministration(pool, change),
    payers: createPayerRecords(pool, change),
    archives: createArchiveRecords(pool, change),
    ...createAuditReader(pool, change),
  }
}
