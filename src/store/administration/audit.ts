import type pg from 'pg'
import type { AdministrationStore, AuditEntry, Link } from '../../administration/port.ts'
import { connect, read, unavailable } from '../connection/statement.ts'
import type { AuditedChange } from './change.ts'

type AuditMethods = Pick<AdministrationStore, 'audit' | 'chain' | 'note'>

export function createAuditReader(pool: pg.Pool, change: AuditedChange): AuditMethods {
  return {
    async audit({ merchantId = null, before = null, limit }) {
      return (await read<EntryRow>(pool, listAuditStatement, [merchantId, before, limit])).map(entryOf)
    },
    chain: () => readChain(pool),
    note: entry => change(async () => ({ result: undefined, entries: [entry] })),
  }
}

const pageSize = 1_000

/** By a cursor, so that every row is met once, whatever somebody made of their numbers. */
async function* readChain(pool: pg.Pool): AsyncGenerator<readonly Link[]> {
  const client = await connect(pool).catch(error => {
    throw unavailable(error)
  })
  let isUsable = false
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query(cursorStatement)
    for (;;) {
      const { rows } = await client.query<LinkRow>(`fetch ${pageSize} from entries`)
      if (rows.length === 0) break
      yield rows.map(linkOf)
    }
    await client.query('rollback')
    isUsable = true
  } finally {
    client.release(!isUsable)
  }
}

type LinkRow = {
  readonly entry_no: string
  readonly at: string | null
  readonly actor: string
  readonly action: string
  readonly merchant_id: string | null
  readonly details: string
  readonly digest: Buffer
}
type EntryRow = LinkRow & { readonly at_ms: string }

const linkOf = ({ entry_no, at, actor, action, merchant_id, details, digest }: LinkRow): Link => ({
  entryNo: Number(entry_no),
  at,
  actor,
  action,
  merchantId: merchant_id,
  details,
  digest,
})

const entryOf = ({ entry_no, at_ms, actor, action, merchant_id, details, digest }: EntryRow): AuditEntry => ({
  entryNo: Number(entry_no),
  atMs: Number(at_ms),
  actor,
  action,
  ...(merchant_id !== null && { merchantId: merchant_id }),
  details: detailsOf(details),
  digest,
})

/** Somebody may have written into the table; the list shows it all the same, and verifying tells. */
function detailsOf(text: string): AuditEntry['details'] {
  try {
    const details: unknown = JSON.parse(text)
    return typeof details === 'object' && details !== null ? { ...details } : { text }
  } catch {
    return { text }
  }
}

const auditColumns = 'entry_no, actor, action, merchant_id, details, digest'

/** All of a time that the table can keep, also of one that never was. */
const cursorStatement = `
declare entries no scroll cursor for
select ${auditColumns}, trunc(extract(epoch from at) * 1000000)::text as at from audit order by entry_no`

const listAuditStatement = {
  name: 'list audit',
  text: `
select ${auditColumns}, floor(extract(epoch from at) * 1000) as at_ms from audit
where ($1::text is null or merchant_id = $1) and ($2::int8 is null or entry_no < $2)
order by entry_no desc limit $3`,
}
