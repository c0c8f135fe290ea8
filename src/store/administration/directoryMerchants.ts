// How directory servers know merchants, as operators change it.

import type pg from 'pg'
import type { AdministrationStore, StoredDirectoryMerchant } from '../../administration/port.ts'
import { read } from '../connection/statement.ts'
import type { AuditedChange } from './change.ts'

type DirectoryMerchantMethods = Pick<
  AdministrationStore,
  'directoryMerchants' | 'directoryMerchant' | 'changeDirectoryMerchant' | 'removeDirectoryMerchant'
>

export function createDirectoryMerchantAdministration(
  pool: pg.Pool,
  change: AuditedChange,
): DirectoryMerchantMethods {
  return {
    async directoryMerchants({ merchantId = null, limit }) {
      return (await read<StoredRow>(pool, listStatement, [merchantId, limit])).map(storedOf)
    },

    async directoryMerchant({ cell, merchantId }, directoryServer) {
      const [row] = await read<StoredRow>(pool, findStatement, [cell, merchantId, directoryServer])
      return row && storedOf(row)
    },

    changeDirectoryMerchant: ({ cell, merchantId }, directoryServer, decide) =>
      change(async ask => {
        const which = [cell, merchantId, directoryServer]
        const [row] = await ask<StoredRow>(findStatement, which)
        const { result, change: decided } = decide(row?.content)
        if (decided === undefined) return { result, entries: [] }
        await ask(setStatement, [...which, decided.content])
        return { result, entries: [decided.entry] }
      }),

    removeDirectoryMerchant: ({ cell, merchantId }, directoryServer, entry) =>
      change(async ask => {
        const [row] = await ask<StoredRow>(removeStatement, [cell, merchantId, directoryServer])
        return { result: row && storedOf(row), entries: row ? [entry(row.content)] : [] }
      }),
  }
}

type StoredRow = {
  readonly merchant_id: string
  readonly directory_server: string
  readonly content: string
  readonly changed_ms: string
}

const storedOf = (row: StoredRow): StoredDirectoryMerchant => ({
  merchantId: row.merchant_id,
  directoryServer: row.directory_server,
  content: row.content,
  changedAtMs: Number(row.changed_ms),
})

const columns = `merchant_id, directory_server, content,
  floor(extract(epoch from changed_at) * 1000) as changed_ms`
const which = 'where cell = $1::int2 and merchant_id = $2 and directory_server = $3'

const listStatement = {
  name: 'list merchants at directory servers',
  text: `
select ${columns} from merchant_directory_servers
where $1::text is null or merchant_id = $1
order by merchant_id, directory_server limit $2`,
}

const findStatement = {
  name: 'show merchant at directory server',
  text: `select ${columns} from merchant_directory_servers ${which}`,
}

const setStatement = {
  name: 'set merchant at directory server',
  text: `
insert into merchant_directory_servers (cell, merchant_id, directory_server, content, changed_at)
values ($1::int2, $2, $3, $4, tollgate_now())
on conflict (cell, merchant_id, directory_server) do update
  set content = excluded.content, changed_at = excluded.changed_at`,
}

const removeStatement = {
  name: 'remove merchant at directory server',
  text: `delete from merchant_directory_servers ${which} returning ${columns}`,
}
