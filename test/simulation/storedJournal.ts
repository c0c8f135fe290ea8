import pg from 'pg'
import type { OrderKey } from '../../src/operations/model/journal.ts'
import { createDeliver } from '../../src/store/authenticationResults.ts'
import { createAuthenticationRecords } from '../../src/store/authentications.ts'
import { createCells } from '../../src/store/connection/cells.ts'
import { createPool } from '../../src/store/connection/pool.ts'
import { createJournal } from '../../src/store/journal/journal.ts'
import type { AuthenticationRecords } from '../../src/threeDSecure/emv/records.ts'
import type { TestDatabase } from '../database/database.ts'
import { told } from '../notifications/told.ts'
import type { JournalParts } from './arena.ts'
import type { AuditableJournal, AuditedOrder } from './audit.ts'

/** The real store under virtual time: its clock is set to the moment of each call, and stands still in it. */
export async function openStoredJournals({ config, gateway }: TestDatabase): Promise<StoredJournals> {
  const owner = new pg.Client(config)
  await owner.connect()
  // What is compared here does not outlive the test.
  await owner.query(`alter database ${owner.database} set synchronous_commit = off`)
  await owner.query(standingClock)
  await owner.query("insert into merchants (cell, merchant_id) values (0, 'ANY')")
  const pool = () => createPool(gateway.config, { max: 1 })
  const pools = { load: pool(), begin: pool(), close: pool(), recovery: pool() }
  let setToMs: number | undefined
  const at =
    (nowMs: () => number) =>
    async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (setToMs !== nowMs()) await owner.query(setClock, [nowMs()])
      setToMs = nowMs()
      return await work()
    }
  return {
    openRecords({ nowMs }) {
      const deliver = createDeliver(pools.close, { isStopped: () => false })
      const records = createAuthenticationRecords(pools.close, createCells(pools.close))
      const atThisMoment = at(nowMs)
      return {
        begin: started => atThisMoment(() => records.begin(started)),
        answered: (id, answer) => atThisMoment(() => records.answered(id, answer)),
        returned: id => atThisMoment(() => records.returned(id)),
        find: id => atThisMoment(() => records.find(id)),
        deliver: result => atThisMoment(() => deliver(result)),
        removeExpired: limit => atThisMoment(() => records.removeExpired(limit)),
      }
    },
    open({ nowMs, leaseMs, merchantId }) {
      const isStopped = () => false
      const journal = createJournal({ pools, leaseMs, closePatienceMs: 5_000, isStopped })
      const atThisMoment = at(nowMs)
      return {
        load: key => atThisMoment(() => journal.load(key)),
        begin: intent => atThisMoment(() => journal.begin(intent)),
        retrace: wanted => atThisMoment(() => journal.retrace(wanted)),
        close: closing => atThisMoment(() => journal.close(closing)),
        takeOver: wanted => atThisMoment(() => journal.takeOver(wanted)),
        claimDue: wanted => atThisMoment(() => journal.claimDue(wanted)),
        release: due => atThisMoment(() => journal.release(due)),
        postpone: (due, byMs) => atThisMoment(() => journal.postpone(due, byMs)),
        lookAgain: (due, atMs) => atThisMoment(() => journal.lookAgain(due, atMs)),
        postponeUnsent: (due, how) => atThisMoment(() => journal.postponeUnsent(due, how)),
        hasten: () => atThisMoment(() => journal.hasten()),
        hastenThese: (key, ids) => atThisMoment(() => journal.hastenThese(key, ids)),
        amend: amendment => atThisMoment(() => journal.amend(amendment)),
        note: exchange => atThisMoment(() => journal.note(exchange)),
        traceOf: (key, transactionId) => atThisMoment(() => journal.traceOf(key, transactionId)),
        audit: () => auditStored(owner, merchantId),
      }
    },
    clear: async () => void (await owner.query(emptyAll)),
    async close() {
      await Promise.all(Object.values(pools).map(pool => pool.end()))
      await owner.end()
    },
  }
}

export type StoredJournals = {
  /** One after the other; each for a merchant of its own. */
  open(parts: JournalParts): AuditableJournal
  /** What is remembered of authentications at directory servers. */
  openRecords(parts: JournalParts): AuthenticationRecords
  /** Forgets everything. */
  clear(): Promise<void>
  close(): Promise<void>
}

const standingClock = `
  create or replace function tollgate_now() returns timestamptz language sql volatile
    return timestamptz 'epoch' + (select shift from clock)`
const emptyAll =
  'truncate orders, transactions, outcomes, outbox, notifications, deliveries, obligations, exchanges, ' +
  'lease_floors, risk_counts'
const setClock = "update clock set shift = $1::int8 * interval '1 ms'"

/** What is written down of all orders of a merchant. */
export async function auditStored(owner: pg.Client, merchantId: string): Promise<readonly AuditedOrder[]> {
  const { rows } = await owner.query<AuditRow>(auditQuery, [merchantId])
  return rows.map(row => ({
    key: keyOf(merchantId, row),
    version: Number(row.version),
    ...(row.open_id !== null && { openId: row.open_id }),
    totals: {
      authorized: BigInt(row.authorized),
      captured: BigInt(row.captured),
      refunded: BigInt(row.refunded),
    },
    excess: BigInt(row.excess),
    status: row.status,
    sequence: row.sequence,
    outbox: row.outbox,
    outcomes: row.outcomes,
  }))
}

const keyOf = (merchantId: string, { cell, order_id: orderId }: AuditRow): OrderKey => ({
  cell,
  merchantId,
  orderId,
})

type AuditRow = {
  readonly cell: number
  readonly order_id: string
  readonly version: string
  readonly open_id: string | null
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
  readonly excess: string
  readonly status: string
  readonly sequence: number
  readonly outbox: readonly string[]
  readonly outcomes: readonly string[]
}

const auditQuery = `
  select cell, order_id, version, open_id, authorized, captured, refunded, excess, status, sequence,
    array(
      select b.sequence || ' ' || b.transaction_id from ${told} b
      where b.cell = o.cell and b.merchant_id = o.merchant_id and b.order_no = o.order_no order by b.sequence
    ) as outbox,
    array(
      select u.sequence || ' ' || u.transaction_id from outcomes u
      where u.cell = o.cell and u.merchant_id = o.merchant_id and u.order_no = o.order_no order by u.sequence
    ) as outcomes
  from orders o where merchant_id = $1 order by order_no`
