import { type Clock, systemClock } from '../platform/clock.ts'
import { actorOf } from './actor.ts'
import { type AuditDesk, createAuditDesk } from './audit.ts'
import { type CertificateDesk, createCertificateDesk } from './certificates.ts'
import { createMerchantDesk, type MerchantDesk } from './merchants.ts'
import type { AdministrationParts } from './parts.ts'
import { createPasswordDesk, type PasswordDesk } from './passwords.ts'
import { createResendDesk, type ResendDesk } from './resending.ts'
import { createSecretDesk, type SecretDesk } from './secrets.ts'

/**
 * What an operator does, in one operator's name. What cannot be done is a rejection that names the culprit;
 * what was done is in the audit log, in the same commit.
 */
export interface Administration {
  readonly merchants: MerchantDesk
  readonly passwords: PasswordDesk
  readonly certificates: CertificateDesk
  readonly secrets: SecretDesk
  readonly notifications: ResendDesk
  readonly audit: AuditDesk
}

export function createAdministration(
  given: AdministrationParts & { readonly clock?: Clock },
): Administration {
  const parts = { clock: systemClock, ...given, actor: actorOf(given.actor) }
  return {
    merchants: createMerchantDesk(parts),
    passwords: createPasswordDesk(parts),
    certificates: createCertificateDesk(parts),
    secrets: createSecretDesk(parts),
    notifications: createResendDesk(parts),
    audit: createAuditDesk(parts),
  }
}
