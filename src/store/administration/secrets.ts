import type pg from 'pg'
import type { AdministrationStore, KnownSecret } from '../../administration/port.ts'
import type { SecretKind } from '../../notifications/port.ts'
import { read } from '../connection/statement.ts'
import type { AuditedChange } from './change.ts'

type SecretMethods = Pick<AdministrationStore, 'secrets' | 'addSecret' | 'ensureSecret' | 'retireSecret'>

/** The newest lies in the first slot, the one before it in the second. */
export function createSecretAdministration(pool: pg.Pool, change: AuditedChange): SecretMethods {
  return {
    async secrets({ cell, merchantId }) {
      return (await read<SecretRow>(pool, listSecretsStatement, [cell, merchantId])).map(secretOf)
    },

    addSecret: ({ cell, merchantId }, { kind, sealed }, entry) =>
      change(async ask => {
        const which = [cell, merchantId, kind]
        await ask(forgetSecretStatement, which)
        await ask(moveSecretStatement, which)
        await ask(addSecretStatement, [...which, sealed])
        return { result: undefined, entries: [entry] }
      }),

    ensureSecret: ({ cell, merchantId }, { kind, sealed }, entry) =>
      change(async ask => {
        const added = await ask(addSecretStatement, [cell, merchantId, kind, sealed])
        return { result: undefined, entries: added.map(() => entry) }
      }),

    retireSecret: ({ cell, merchantId }, kind, entry) =>
      change(async ask => {
        const retired = await ask(forgetSecretStatement, [cell, merchantId, kind])
        return { result: retired.length > 0, entries: retired.map(() => entry) }
      }),
  }
}

type SecretRow = { readonly kind: SecretKind; readonly created_ms: string }

const secretOf = ({ kind, created_ms }: SecretRow): KnownSecret => ({ kind, createdAtMs: Number(created_ms) })

const listSecretsStatement = {
  name: 'list kept secrets',
  text: `
select kind, floor(extract(epoch from created_at) * 1000) as created_ms from merchant_secrets
where cell = $1::int2 and merchant_id = $2 order by kind desc, slot`,
}

const whose = 'where cell = $1::int2 and merchant_id = $2 and kind = $3'

const forgetSecretStatement = {
  name: 'forget second secret',
  text: `delete from merchant_secrets ${whose} and slot = 2 returning slot`,
}

const moveSecretStatement = {
  name: 'make second secret',
  text: `update merchant_secrets set slot = 2 ${whose} and slot = 1`,
}

const addSecretStatement = {
  name: 'keep secret',
  text: `
insert into merchant_secrets (cell, merchant_id, kind, slot, sealed) values ($1, $2, $3, 1, $4)
on conflict do nothing returning slot`,
}
