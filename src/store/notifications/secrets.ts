import type pg from 'pg'
import type { SealedSecret, SecretKind, SecretStore } from '../../notifications/port.ts'
import { read } from '../connection/statement.ts'

/** They are changed only together with an entry in the audit log: see store/administration/secrets.ts. */
export function createSecretReader(pool: pg.Pool): SecretReader {
  return {
    async find({ cell, merchantId }) {
      const rows = await read<SecretRow>(pool, findSecretsStatement, [cell, merchantId])
      const of = (kind: SecretKind) => rows.filter(row => row.kind === kind).map(secretOf)
      return { signing: of('signing'), shared: of('shared') }
    },
  }
}

export type SecretReader = Pick<SecretStore, 'find'>

const secretOf = ({ sealed, created_ms }: SecretRow): SealedSecret => ({
  sealed,
  createdAtMs: Number(created_ms),
})

type SecretRow = { readonly kind: string; readonly sealed: Buffer; readonly created_ms: string }

const findSecretsStatement = {
  name: 'find secrets',
  text: `
select kind, sealed, floor(extract(epoch from created_at) * 1000) as created_ms from merchant_secrets
where cell = $1::int2 and merchant_id = $2 order by kind, slot`,
}
