import type pg from 'pg'
import { told } from '../notifications/told.ts'

/** Who did what to which transaction, by the answers the nodes got; compared with the database afterwards. */
export type Books = ReturnType<typeof openBooks>

type Named = { readonly orderId: string; readonly transactionId: string }
type Fenced = Named & { readonly fence: number }

export function openBooks() {
  const started: (Fenced & { readonly seen: number })[] = []
  const takenOver: Fenced[] = []
  const closed: (Fenced & { readonly outcome: string })[] = []
  const answers: (Named & { readonly outcome: string })[] = []
  const claims: (Named & { readonly kind: string; readonly attempt: number })[] = []
  const amended: Named[] = []
  const faults: unknown[] = []
  return { started, takenOver, closed, answers, claims, amended, faults, refusedCloses: 0, refused: 0 }
}

const idOf = ({ orderId, transactionId }: Named) => `${orderId} ${transactionId}`

/** The invariants by name, and how often each was violated. */
export async function audit(books: Books, owner: pg.Client): Promise<Record<string, number>> {
  const told = {
    'sent twice': repeats(books.started.map(idOf)),
    'two began on one version': repeats(books.started.map(({ orderId, seen }) => `${orderId} ${seen}`)),
    'a fence given twice': repeats(fencesOf(books).map(one => `${one.orderId} ${one.fence}`)),
    'two closes on one fence': repeats(books.closed.map(one => `${idOf(one)} ${one.fence}`)),
    'two closes of one transaction': repeats(books.closed.map(idOf)),
    'closed by who was taken over': closedWithOldFence(books),
    'contradictory answers': await contradictions(books, owner),
    'an attempt claimed twice': repeats(books.claims.map(one => `${idOf(one)} ${one.kind} ${one.attempt}`)),
    'amended twice': repeats(books.amended.map(idOf)),
    faults: books.faults.length,
  }
  const found: Record<string, number> = {}
  for (const [name, query] of Object.entries(queries)) found[name] = (await owner.query(query)).rows.length
  return { ...told, ...found, 'versions that do not add up': await wrongVersions(books, owner) }
}

function repeats(names: readonly string[]): number {
  return names.length - new Set(names).size
}

function fencesOf({ started, takenOver }: Books): readonly Fenced[] {
  return [...started, ...takenOver]
}

function closedWithOldFence(books: Books): number {
  const newest = new Map<string, number>()
  for (const one of fencesOf(books)) newest.set(idOf(one), Math.max(one.fence, newest.get(idOf(one)) ?? 0))
  return books.closed.filter(one => one.fence !== newest.get(idOf(one))).length
}

/** Every answer is what is recorded, whoever asks and whenever; and a transaction has one first answer. */
async function contradictions({ answers }: Books, owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ id: string; outcome: string; is_first: boolean }>(`
    select order_id || ' ' || transaction_id as id, outcome::json #>> '{story,rule}' as outcome,
      rank() over (partition by cell, merchant_id, order_no, transaction_id order by fence) = 1 as is_first
    from outcomes join orders using (cell, merchant_id, order_no)`)
  const recorded = new Set(rows.map(({ id, outcome }) => `${id} ${outcome}`))
  const unrecorded = answers.filter(one => !recorded.has(`${idOf(one)} ${one.outcome}`))
  const first = new Set(rows.flatMap(({ id, outcome, is_first }) => (is_first ? [`${id} ${outcome}`] : [])))
  const other = answers.filter(
    one => one.outcome.includes('first') && !first.has(`${idOf(one)} ${one.outcome}`),
  )
  return unrecorded.length + other.length
}

/** Each begin, take-over, close and amendment raises the version by one. */
async function wrongVersions({ takenOver }: Books, owner: pg.Client): Promise<number> {
  const takeOvers = new Map<string, number>()
  for (const { orderId } of takenOver) takeOvers.set(orderId, (takeOvers.get(orderId) ?? 0) + 1)
  const { rows } = await owner.query<{ order_id: string; version: string; events: string }>(`
    select order_id, version, coalesce(t.count, 0) + coalesce(u.count, 0) as events
    from orders left join (${countOf('transactions')}) t using (cell, merchant_id, order_no)
      left join (${countOf('outcomes')}) u using (cell, merchant_id, order_no)`)
  return rows.filter(
    ({ order_id, version, events }) => Number(version) !== Number(events) + (takeOvers.get(order_id) ?? 0),
  ).length
}

// All of it is joined and grouped by cell first: where tables are distributed, each place counts its own.

const countOf = (table: string) =>
  `select cell, merchant_id, order_no, count(*) from ${table} group by cell, merchant_id, order_no`

const answersNow = `
  select distinct on (cell, merchant_id, order_no, transaction_id) cell, merchant_id, order_no,
    t.type, u.result, u.amount
  from transactions t join outcomes u using (cell, merchant_id, order_no, transaction_id)
  order by cell, merchant_id, order_no, transaction_id, u.fence desc`

const sumOf = (type: string) =>
  `coalesce(sum(amount) filter (where type = '${type}' and result = 'SUCCESS'), 0)`

const sums = `
  select cell, merchant_id, order_no, ${sumOf('AUTHORIZATION')} as approved, ${sumOf('CAPTURE')} as taken
  from (${answersNow}) a group by cell, merchant_id, order_no`

const queries = {
  'left open': 'select from orders where open_id is not null or kept_busy',
  'left owed': "select from obligations where status = 'PENDING'",
  'without an answer': `
    select from transactions t where not exists (select from outcomes u where u.cell = t.cell
      and u.merchant_id = t.merchant_id and u.order_no = t.order_no and u.transaction_id = t.transaction_id)`,
  'totals that are not the sum of their transactions': `
    select from orders left join (${sums}) s using (cell, merchant_id, order_no)
    where authorized <> coalesce(approved, 0) or captured <> coalesce(taken, 0)`,
  'captured beyond what was authorized': `select from (${sums}) s where taken > approved`,
  'sequences with gaps': `
    select order_id from orders o left join ${told} b using (cell, merchant_id, order_no, order_id)
    group by cell, merchant_id, order_no, order_id, o.sequence
    having count(b.sequence) <> o.sequence or max(b.sequence) <> o.sequence`,
  deadlocks: 'select from pg_stat_database where datname = current_database() and deadlocks > 0',
} satisfies Record<string, string>
