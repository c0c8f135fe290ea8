import type pg from 'pg'
import type { OrderKey } from '../../operations/model/journal.ts'
import { arrays } from '../../store/connection/binaryArrays.ts'
import { run, type SqlStatement, unavailable } from '../../store/connection/statement.ts'
import { createGroupCommit } from '../../store/journal/groupCommit.ts'
import { type BookPosting, isUndoing, originalKinds, type PostingResult } from '../acquirer/books.ts'
import { type EntryRow, entryColumns, entryOf, orderKey } from './booksEntries.ts'

/** Posts in groups: what stands by itself in one plain insert, what names an original under its lock. */
export function createPost(pool: pg.Pool, isStopped: () => boolean) {
  const groupCommitOf = (post: PostGroup) =>
    createGroupCommit<PostingItem, PostingResult>({
      write: (_, items) => postGroup(items, one => post(pool, one)),
      isDoubtful: ({ verdict }) => verdict !== 'posted',
      waitingMax: 8_192,
      queuePatienceMs: 2_000,
      patienceMs: 2_000,
      insists: false,
      giveUp: unavailable,
      isStopped,
    })
  const submitOriginal = groupCommitOf(postOriginals)
  const submitFollowUp = groupCommitOf(postFollowUps)
  return (posting: BookPosting): Promise<PostingResult> => {
    const { merchantId, orderId, originalId } = posting
    const item = { key: { cell: onlyCell, merchantId, orderId }, posting }
    return originalId === undefined ? submitOriginal(item) : submitFollowUp(item)
  }
}

/** The acquirer knows nothing of cells. */
const onlyCell = 0

type PostingItem = { readonly key: OrderKey; readonly posting: BookPosting }
/** Undefined where another session posted the same at this very moment, out of this one's sight. */
type PostGroup = (
  pool: pg.Pool,
  items: readonly PostingItem[],
) => Promise<readonly (PostingResult | undefined)[]>

async function postGroup(
  items: readonly PostingItem[],
  post: (items: readonly PostingItem[]) => ReturnType<PostGroup>,
): Promise<readonly PostingResult[]> {
  const first = await post(items)
  const unseen = items.filter((_, index) => first[index] === undefined)
  const second = unseen.length === 0 ? [] : await post(unseen)
  const seenNow = second.values()
  return first.map(posted => {
    const final = posted ?? seenNow.next().value
    if (final === undefined) throw new Error('An entry is neither in the books nor could it be posted')
    return final
  })
}

const posted: PostingResult = { verdict: 'posted' }

async function postOriginals(pool: pg.Pool, items: readonly PostingItem[]): ReturnType<PostGroup> {
  const rows = await run<KnownRow>(pool, originalsStatement, parametersOf(items))
  const verdicts: (PostingResult | undefined)[] = items.map(() => posted)
  for (const row of rows) verdicts[Number(row.n) - 1] = duplicateOf(row)
  return verdicts
}

async function postFollowUps(pool: pg.Pool, items: readonly PostingItem[]): ReturnType<PostGroup> {
  const rows = await run<FollowUpRow>(pool, followUpsStatement, [
    ...parametersOf(items),
    arrays.text(items.map(({ posting }) => posting.originalId ?? null)),
    arrays.text(items.map(({ posting }) => originalKinds[posting.kind].join(' '))),
    arrays.boolean(items.map(({ posting }) => isUndoing(posting.kind))),
  ])
  const verdicts: (PostingResult | undefined)[] = items.map(() => undefined)
  for (const row of rows)
    verdicts[Number(row.n) - 1] = row.is_made ? posted : (duplicateOf(row) ?? withoutEntry(row))
  return verdicts
}

function withoutEntry({ original_state }: FollowUpRow): PostingResult | undefined {
  if (original_state === null) return { verdict: 'noOriginal' }
  return original_state === 'posted' ? undefined : { verdict: 'refused' }
}

function duplicateOf(row: KnownRow): PostingResult | undefined {
  return row.entry_no === null ? undefined : { verdict: 'duplicate', entry: entryOf(row) }
}

/** In the order of the statements' first parameters. */
function parametersOf(items: readonly PostingItem[]): readonly Buffer[] {
  const postings = items.map(({ posting }) => posting)
  return [
    arrays.text(postings.map(p => p.merchantId)),
    arrays.text(postings.map(p => p.orderId)),
    arrays.text(postings.map(p => p.transactionId)),
    arrays.text(postings.map(p => p.kind)),
    arrays.int8(postings.map(p => p.amount)),
    arrays.text(postings.map(p => p.currency)),
    arrays.int8(postings.map(p => p.postedAtMs)),
  ]
}

type Unknown = { readonly entry_no: null }
type KnownRow = { readonly n: string } & (EntryRow | Unknown)
type FollowUpRow = KnownRow & { readonly is_made: boolean; readonly original_state: string | null }

/** For this transaction only: whoever has the session next, here or behind a pooler, waits as ever. */
const withoutWaiting = "(select set_config('synchronous_commit', 'off', true)) as disk"

/** Returns only what was not posted, which is next to nothing: originals are not sent twice. */
const originalsStatement: SqlStatement = {
  name: 'post originals',
  text: `
with ask as materialized (
  select ${orderKey('merchant_id', 'order_id')} as order_key, a.*
  from ${withoutWaiting},
    unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::text[], $7::int8[])
  with ordinality as a (merchant_id, order_id, transaction_id, kind, amount, currency, posted_at_ms, n)
),
made as (
  insert into simulator.entries (order_key, merchant_id, order_id, transaction_id, kind, amount, currency,
    posted_at_ms)
  select order_key, merchant_id, order_id, transaction_id, kind, amount, currency, posted_at_ms
  from ask order by order_key
  on conflict (order_key, transaction_id, kind) do nothing
  returning order_key
)
select a.n, e.*
from ask a
left join lateral (
  select ${entryColumns} from simulator.entries
  where order_key = a.order_key and transaction_id = a.transaction_id and kind = a.kind limit 1
) e on true
where a.order_key not in (select order_key from made)`,
}

/**
 * The original's row is the lock: whoever waits for it judges what the other made of it. It exists, so that
 * proposing it again finds it by its key.
 */
const followUpsStatement: SqlStatement = {
  name: 'post follow-ups',
  text: `
with ask as materialized (
  select ${orderKey('merchant_id', 'order_id')} as order_key, a.*
  from ${withoutWaiting},
    unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::text[], $7::int8[],
    $8::text[], $9::text[], $10::boolean[])
  with ordinality as a (merchant_id, order_id, transaction_id, kind, amount, currency, posted_at_ms,
    original_id, original_kinds, is_undoing, n)
),
original as materialized (
  select a.n, o.*
  from (select * from ask order by order_key) a
  cross join lateral (
    select transaction_id, kind, amount, currency, state, posted_at_ms from simulator.entries
    where order_key = a.order_key and transaction_id = a.original_id
      and kind = any(string_to_array(a.original_kinds, ' '))
    order by kind limit 1 for update
  ) o
),
made as (
  insert into simulator.entries (order_key, merchant_id, order_id, transaction_id, kind, amount, currency,
    original_id, posted_at_ms)
  select a.order_key, a.merchant_id, a.order_id, a.transaction_id, a.kind,
    case when a.is_undoing then o.amount else a.amount end, a.currency, a.original_id, a.posted_at_ms
  from ask a join original o using (n)
  where o.state = 'posted' order by a.order_key
  on conflict (order_key, transaction_id, kind) do nothing
  returning order_key
),
undone as (
  insert into simulator.entries (order_key, merchant_id, order_id, transaction_id, kind, amount, currency,
    posted_at_ms)
  select a.order_key, a.merchant_id, a.order_id, o.transaction_id, o.kind, o.amount, o.currency,
    o.posted_at_ms
  from ask a join original o using (n) join made m on m.order_key = a.order_key
  where a.is_undoing order by a.order_key
  on conflict (order_key, transaction_id, kind) do update set state = 'undone'
)
select a.n, m.order_key is not null as is_made, o.state as original_state, e.*
from ask a
left join made m on m.order_key = a.order_key
left join original o on o.n = a.n
left join lateral (
  select ${entryColumns} from simulator.entries
  where m.order_key is null and order_key = a.order_key and transaction_id = a.transaction_id
    and kind = a.kind limit 1
) e on true`,
}
