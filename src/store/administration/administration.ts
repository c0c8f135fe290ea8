import type pg from 'pg'
import type { AdministrationStore, Digest } from '../../administration/port.ts'
import type { Profile } from '../../orders/profile.ts'
import { keepAudit } from './audit.ts'
import { keepCertificates } from './certificates.ts'
import { createChange } from './change.ts'
import { keepMerchants } from './merchants.ts'
import { keepPasswords } from './passwords.ts'
import { keepResend } from './resend.ts'
import { keepSecrets } from './secrets.ts'

/** Under the application's role: what was recorded can be rewritten here no more than by the gateway. */
export function createAdministrationStore(
  pool: pg.Pool,
  { digest, usual }: { readonly digest: Digest; readonly usual: Profile },
): AdministrationStore {
  const change = createChange(pool, digest)
  return {
    usual,
    ...keepMerchants(pool, change, usual),
    ...keepPasswords(pool, change),
    ...keepCertificates(pool, change),
    ...keepSecrets(pool, change),
    ...keepResend(change),
    ...keepAudit(pool, change),
  }
}
