// The entries in the simulated acquirer's books: how they are found, posted, and posted again.

import type pg from 'pg'
import type { OrderKey } from '../../operations/model/journal.ts'
import { systemClock, type TimedClock } from '../../platform/clock.ts'
import { columnsOf, type Given, givenItems, givenOf, givenParameters } from '../../store/connection/given.ts'
import { knownWord, read, run, type SqlStatement, unavailable } from '../../store/connection/statement.ts'
import { createGroupCommit, orderOf, orderOfRow } from '../../store/journal/groupCommit.ts'
import {
  type BookEntry,
  type BookEntryFilter,
  type BookPosting,
  entryKinds,
  entryStates,
  isUndoing,
  originalKinds,
  type PostingResult,
} from '../acquirer/books.ts'

/** Entries of one order by its key; else all in the order of posting, filtered. */
export async function findEntries(pool: pg.Pool, wanted: BookEntryFilter): Promise<readonly BookEntry[]> {
  const { merchantId, orderId, after = 0, limit } = wanted
  const rows =
    merchantId !== undefined && orderId !== undefined
      ? await read<EntryRow>(pool, entriesOfOrder, [merchantId, orderId, after, limit])
      : await read<EntryRow>(pool, entriesInTurn, [merchantId ?? null, orderId ?? null, after, limit])
  return rows.map(entryOf)
}

/** The key of an order's entries: a digest, shorter than its ids and practically unique. */
const orderKey = (merchantId: string, orderId: string): string =>
  `substr(sha256(convert_to(${merchantId} || chr(10) || ${orderId}, 'UTF8')), 1, 16)`

type EntryRow = {
  readonly entry_no: string
  readonly merchant_id: string
  readonly order_id: string
  readonly transaction_id: string
  readonly kind: string
  readonly amount: string
  readonly currency: string
  readonly original_id: string | null
  readonly state: string
  readonly posted_at_ms: string
}

function entryOf(row: EntryRow): BookEntry {
  return {
    entryNo: Number(row.entry_no),
    merchantId: row.merchant_id,
    orderId: row.order_id,
    transactionId: row.transaction_id,
    kind: knownWord(entryKinds, row.kind),
    amount: BigInt(row.amount),
    currency: row.currency,
    ...(row.original_id !== null && { originalId: row.original_id }),
    state: knownWord(entryStates, row.state),
    postedAtMs: Number(row.posted_at_ms),
  }
}

const entryColumns =
  'entry_no, merchant_id, order_id, transaction_id, kind, amount, currency, original_id, state, posted_at_ms'

const entriesOfOrder = {
  name: 'entries of an order',
  text: `
select ${entryColumns} from simulator.entries
where order_key = ${orderKey('$1', '$2')} and entry_no > $3 order by entry_no limit $4`,
}

const entriesInTurn = {
  name: 'entries in turn',
  text: `
select ${entryColumns} from simulator.entries
where entry_no > $3 and ($1::text is null or merchant_id = $1) and ($2::text is null or order_id = $2)
order by entry_no limit $4`,
}

/** Posts in groups: originals by a plain insert, follow-ups under the lock of their original. */
export function createPost(pool: pg.Pool, isStopped: () => boolean) {
  const groupCommitOf = (post: PostGroup) =>
    createGroupCommit<PostingItem, PostingResult>({
      keyOf: orderOf,
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
  const given = givenOf(items)
  const parameters = givenParameters(postingColumns, items, given)
  const made = new Set((await run<MadeRow>(pool, originalsStatements[given], parameters)).map(orderOfRow))
  if (made.size === items.length) return items.map(() => posted)
  const others = items.filter(item => !made.has(orderOf(item)))
  const rows = await read<KnownRow>(pool, knownStatement, givenParameters(knownColumns, others, 'several'))
  const known = new Map(rows.map(row => [others[Number(row.n) - 1], row]))
  return items.map(item => {
    const row = known.get(item)
    return row === undefined ? posted : duplicateOf(row)
  })
}

type MadeRow = { readonly merchant_id: string; readonly order_id: string }

async function postFollowUps(pool: pg.Pool, items: readonly PostingItem[]): ReturnType<PostGroup> {
  const parameters = givenParameters(followUpColumns, items, 'several')
  const rows = await run<FollowUpRow>(pool, followUpsStatement, parameters)
  const results: (PostingResult | undefined)[] = items.map(() => undefined)
  for (const row of rows)
    results[Number(row.n) - 1] = row.is_made ? posted : (duplicateOf(row) ?? withoutEntry(row))
  return results
}

function withoutEntry({ original_state }: FollowUpRow): PostingResult | undefined {
  if (original_state === null) return { verdict: 'noOriginal' }
  return original_state === 'posted' ? undefined : { verdict: 'refused' }
}

function duplicateOf(row: KnownRow): PostingResult | undefined {
  return row.entry_no === null ? undefined : { verdict: 'duplicate', entry: entryOf(row) }
}

const column = columnsOf<PostingItem>()
const knownColumns = [
  column('text', 'merchant_id', ({ posting }) => posting.merchantId),
  column('text', 'order_id', ({ posting }) => posting.orderId),
  column('text', 'transaction_id', ({ posting }) => posting.transactionId),
  column('text', 'kind', ({ posting }) => posting.kind),
]
const postingColumns = [
  ...knownColumns,
  column('int8', 'amount', ({ posting }) => posting.amount),
  column('text', 'currency', ({ posting }) => posting.currency),
  column('int8', 'posted_at_ms', ({ posting }) => posting.postedAtMs),
]
const followUpColumns = [
  ...postingColumns,
  column('text', 'original_id', ({ posting }) => posting.originalId ?? null),
  column('text', 'original_kinds', ({ posting }) => originalKinds[posting.kind].join(' ')),
  column('boolean', 'is_undoing', ({ posting }) => isUndoing(posting.kind)),
]

type Unknown = { readonly entry_no: null }
type KnownRow = { readonly n: string } & (EntryRow | Unknown)
type FollowUpRow = KnownRow & { readonly is_made: boolean; readonly original_state: string | null }

/** For this transaction only: the next user of the session, here or behind a pooler, waits as usual. */
const withoutWaiting = "(select set_config('synchronous_commit', 'off', true)) as disk"

/** Returns what was posted, which is next to everything: originals are not sent twice. */
const originalsText = (given: Given) => `
with ${givenItems('ask', postingColumns, { first: 1, given })}
insert into simulator.entries (order_key, merchant_id, order_id, transaction_id, kind, amount, currency,
  posted_at_ms)
select ${orderKey('merchant_id', 'order_id')} as order_key, merchant_id, order_id, transaction_id, kind,
  amount, currency, posted_at_ms
from ${withoutWaiting}, ask${given === 'one' ? '' : ' order by order_key'}
on conflict (order_key, transaction_id, kind) do nothing
returning merchant_id, order_id`

const originalsStatements = {
  one: { name: 'post original', text: originalsText('one') },
  several: { name: 'post originals', text: originalsText('several') },
}

/** Of those that were not posted: the entry that was there before. */
const knownStatement = {
  name: 'known entries',
  text: `
with ${givenItems('ask', knownColumns, { first: 1, given: 'several' })}
select a.n, e.*
from ask a
left join lateral (
  select ${entryColumns} from simulator.entries
  where order_key = ${orderKey('a.merchant_id', 'a.order_id')} and transaction_id = a.transaction_id
    and kind = a.kind limit 1
) e on true`,
}

/**
 * The original's row is the lock: whoever waits for it evaluates it as the other left it. It exists, so that
 * proposing it again finds it by its key.
 */
const followUpsStatement: SqlStatement = {
  name: 'post follow-ups',
  text: `
with ${givenItems('given', followUpColumns, { first: 1, given: 'several' })},
ask as materialized (
  select ${orderKey('merchant_id', 'order_id')} as order_key, given.* from ${withoutWaiting}, given
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

/**
 * A commit that does not wait for the disk can be lost when the server dies right after it, while the gateway
 * has the answer already and makes its own commit once the server is back. So recent postings are posted
 * again whenever a session was lost. One that was not lost is a duplicate, and changes nothing.
 */
export function rememberRecent(post: PostEntry, clock: TimedClock = systemClock): RecentPostings {
  const recent = createRecentPostings(clock)
  let repeating: Promise<void> | undefined
  return {
    async post(posting) {
      // A follow-up would not find its original before that is back in the books.
      while (repeating) await repeating
      const posted = await post(posting)
      if (posted.verdict === 'posted') recent.add(posting)
      return posted
    },
    repeat() {
      // Answers that the server gave before it died may still come in on other sessions: each counts.
      const mine = (repeating ?? Promise.resolve())
        .then(() => postAgain(post, recent.all(), clock))
        .finally(() => {
          if (repeating === mine) repeating = undefined
        })
      repeating = mine
    },
    forget: recent.forget,
  }
}

type RecentPostings = {
  readonly post: PostEntry
  /** A session was lost, and perhaps what was posted last. */
  readonly repeat: () => void
  /** The books were emptied on purpose. */
  readonly forget: () => void
}

type PostEntry = (posting: BookPosting) => Promise<PostingResult>

/** A server writes such commits within three times its `wal_writer_delay`, which is 200 ms. */
const recentMs = 3_000

/** Two lists that are swapped, so that nothing is kept longer than twice the time. */
function createRecentPostings(clock: TimedClock) {
  let older: BookPosting[] = []
  let newer: BookPosting[] = []
  let turnAtMs = 0
  return {
    add(posting: BookPosting): void {
      const nowMs = clock.monotonicMs()
      if (nowMs > turnAtMs) {
        older = nowMs > turnAtMs + recentMs ? [] : newer
        newer = []
        turnAtMs = nowMs + recentMs
      }
      newer.push(posting)
    },
    all: (): readonly BookPosting[] => [...older, ...newer],
    forget(): void {
      older = []
      newer = []
    },
  }
}

const triesMax = 300
const pauseMs = 200
const atOnceMax = 1_000

/** Until the server is back, or for a minute; in the order they were posted in. */
async function postAgain(
  post: PostEntry,
  postings: readonly BookPosting[],
  clock: TimedClock,
): Promise<void> {
  for (let at = 0, tries = 0; at < postings.length && tries < triesMax; ) {
    try {
      await postInTurn(post, postings.slice(at, at + atOnceMax))
      at += atOnceMax
    } catch {
      tries++
      await clock.sleep(pauseMs)
    }
  }
}

/** Those of one order one after the other, those of several together. */
async function postInTurn(post: PostEntry, postings: readonly BookPosting[]): Promise<void> {
  const orders = new Map<string, Promise<unknown>>()
  for (const posting of postings) {
    const order = `${posting.merchantId} ${posting.orderId}`
    const before = orders.get(order) ?? Promise.resolve()
    orders.set(
      order,
      before.then(() => post(posting)),
    )
  }
  await Promise.all(orders.values())
}
