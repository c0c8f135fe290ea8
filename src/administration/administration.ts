import { type Clock, systemClock } from '../platform/clock.ts'
import { type ArchiveAdministration, createArchiveAdministration } from './archives/archives.ts'
import type { ArchiveDependencies } from './archives/archiveWork.ts'
import { type AuditAdministration, createAuditAdministration } from './auditLog.ts'
import {
  type ConfigurationAdministration,
  createConfigurationAdministration,
} from './configuration/configuration.ts'
import { actorOf } from './context.ts'
import {
  type CertificateAdministration,
  createCertificateAdministration,
  createPasswordAdministration,
  type PasswordAdministration,
} from './credentials.ts'
import {
  createDirectoryMerchantAdministration,
  type DirectoryMerchantAdministration,
} from './directoryMerchants.ts'
import { createMerchantAdministration, type MerchantAdministration } from './merchants.ts'
import {
  createNotificationAdministration,
  createSecretAdministration,
  type NotificationAdministration,
  type SecretAdministration,
} from './notifications.ts'
import { createPayerAdministration, type PayerAdministration } from './payers.ts'
import { createRiskAdministration, type RiskAdministration, type RiskDependencies } from './risk.ts'

/**
 * Everything an operator can do, in the name of one operator. A refusal is a rejection that names the field
 * at fault; a change is written to the audit log in the same commit.
 */
export interface Administration {
  readonly merchants: MerchantAdministration
  readonly passwords: PasswordAdministration
  readonly certificates: CertificateAdministration
  readonly secrets: SecretAdministration
  readonly directoryMerchants: DirectoryMerchantAdministration
  readonly notifications: NotificationAdministration
  readonly risk: RiskAdministration
  readonly payers: PayerAdministration
  readonly archives: ArchiveAdministration
  readonly audit: AuditAdministration
  readonly configuration: ConfigurationAdministration
}

export function createAdministration(
  given: ArchiveDependencies & Pick<RiskDependencies, 'cardHash'> & { readonly clock?: Clock },
): Administration {
  const dependencies = { clock: systemClock, ...given, actor: actorOf(given.actor) }
  const merchants = createMerchantAdministration(dependencies)
  const directoryMerchants = createDirectoryMerchantAdministration(dependencies)
  const risk = createRiskAdministration(dependencies)
  return {
    merchants,
    passwords: createPasswordAdministration(dependencies),
    certificates: createCertificateAdministration(dependencies),
    secrets: createSecretAdministration(dependencies),
    directoryMerchants,
    notifications: createNotificationAdministration(dependencies),
    risk,
    payers: createPayerAdministration(dependencies),
    archives: createArchiveAdministration(dependencies),
    audit: createAuditAdministration(dependencies),
    configuration: createConfigurationAdministration(dependencies, { merchants, directoryMerchants, risk }),
  }
}
