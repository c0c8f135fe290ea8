// Adding and revoking keys of client certificates.

import type pg from 'pg'
import type { AdministrationStore, CertificateBinding, KnownCertificate } from '../../administration/port.ts'
import { read } from '../connection/statement.ts'
import type { AuditedChange } from './change.ts'

type CertificateMethods = Pick<AdministrationStore, 'certificates' | 'bindCertificate' | 'revokeCertificate'>

export function createCertificateAdministration(pool: pg.Pool, change: AuditedChange): CertificateMethods {
  return {
    async certificates({ cell, merchantId }) {
      return (await read<CertificateRow>(pool, listStatement, [cell, merchantId])).map(knownOf)
    },

    bindCertificate: ({ cell, merchantId }, { keyHash, subject, notAfterMs }, entry) =>
      change(async ask => {
        const [known] = await ask<BoundRow>(boundStatement, [cell, merchantId, keyHash])
        const binding = bindingOf(known)
        if (binding === 'revoked') return { result: binding, entries: [] }
        const statement = binding === 'bound' ? bindStatement : renewStatement
        await ask(statement, [cell, merchantId, keyHash, subject, notAfterMs])
        return { result: binding, entries: [entry] }
      }),

    revokeCertificate: ({ cell, merchantId }, keyHash, entry) =>
      change(async ask => {
        const [revoked] = await ask<{ revoked_ms: string }>(revokeStatement, [cell, merchantId, keyHash])
        if (revoked === undefined) return { result: undefined, entries: [] }
        return { result: Number(revoked.revoked_ms), entries: [entry] }
      }),
  }
}

/** A revoked key may be compromised: it is never accepted again. */
function bindingOf(known: BoundRow | undefined): CertificateBinding {
  if (known === undefined) return 'bound'
  return known.is_revoked ? 'revoked' : 'renewed'
}

type BoundRow = { readonly is_revoked: boolean }
type CertificateRow = {
  readonly key_hash: Buffer
  readonly subject: string
  readonly not_after_ms: string
  readonly created_ms: string
  readonly revoked_ms: string | null
}

const knownOf = (row: CertificateRow): KnownCertificate => ({
  keyHash: row.key_hash,
  subject: row.subject,
  notAfterMs: Number(row.not_after_ms),
  createdAtMs: Number(row.created_ms),
  ...(row.revoked_ms !== null && { revokedAtMs: Number(row.revoked_ms) }),
})

const listStatement = {
  name: 'list certificates',
  text: `
select key_hash, subject, floor(extract(epoch from not_after) * 1000) as not_after_ms,
  floor(extract(epoch from created_at) * 1000) as created_ms,
  floor(extract(epoch from revoked_at) * 1000) as revoked_ms
from merchant_certificates where cell = $1::int2 and merchant_id = $2 order by created_at, key_hash`,
}

const boundStatement = {
  name: 'bound key',
  text: `
select revoked_at is not null as is_revoked from merchant_certificates
where cell = $1::int2 and merchant_id = $2 and key_hash = $3`,
}

const notAfter = "timestamptz 'epoch' + $5::int8 * interval '1 millisecond'"

const bindStatement = {
  name: 'bind certificate',
  text: `
insert into merchant_certificates (cell, merchant_id, key_hash, subject, not_after)
values ($1, $2, $3, $4, ${notAfter})`,
}

const renewStatement = {
  name: 'renew certificate',
  text: `
update merchant_certificates set subject = $4, not_after = ${notAfter}
where cell = $1::int2 and merchant_id = $2 and key_hash = $3`,
}

const revokeStatement = {
  name: 'revoke certificate',
  text: `
update merchant_certificates set revoked_at = tollgate_now()
where cell = $1::int2 and merchant_id = $2 and key_hash = $3 and revoked_at is null
returning floor(extract(epoch from revoked_at) * 1000) as revoked_ms`,
}
