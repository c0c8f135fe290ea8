// Group commit: items of several requests are written by one statement, and so by one commit.

import { setTimeout as pause } from 'node:timers/promises'
import type { OrderKey } from '../../operations/model/journal.ts'
import { systemClock } from '../../platform/clock.ts'
import { createCellBatchers, Overloaded } from '../../platform/queues.ts'
import type { Given } from '../connection/given.ts'
import { failureOf } from '../connection/statement.ts'

const sizeMax = 32
const inFlightMax = 2
const conflictsMax = 3
const pauseMaxMs = 250

/** Commits items that arrive together in one statement per cell, with at most one item of each key. */
export function createGroupCommit<Item extends CellKeyed, Verdict>(
  commit: GroupCommitOptions<Item, Verdict>,
) {
  const batcherOf = createCellBatchers<Queued<Item>, PromiseSettledResult<Verdict>>(cell => ({
    keyOf: ({ item }) => commit.keyOf(item),
    write: queued => commitQueued(cell, queued, commit),
    sizeMax,
    inFlightMax,
    waitingMax: commit.waitingMax,
  }))

  return async function submit(item: Item): Promise<Verdict> {
    const settled = await batcherOf(item.key.cell)
      .submit({ item, since: systemClock.monotonicMs() })
      .catch(error => {
        throw error instanceof Overloaded ? commit.giveUp(error) : error
      })
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }
}

type CellKeyed = { readonly key: { readonly cell: number } }
export type OrderKeyed = { readonly key: OrderKey }

/** For items of which each order has one at a time. */
export const orderOf = ({ key }: OrderKeyed): string => `${key.merchantId}\0${key.orderId}`

/** The same of a stored row. */
export const orderOfRow = (row: Readonly<Record<'merchant_id' | 'order_id', string>>): string =>
  `${row.merchant_id}\0${row.order_id}`

/** Rows are locked in the order of their keys, which the database compares by bytes. */
export function inKeyOrder<Item extends OrderKeyed>(items: readonly Item[]): readonly Item[] {
  return items
    .map(item => ({ item, bytes: Buffer.from(orderOf(item)) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ item }) => item)
}

/** The same in a statement, of whose items each is of another order. */
export const inKeyOrderText = (given: Given): string =>
  given === 'one' ? '' : ' order by merchant_id collate "C", order_id collate "C"'

export type GroupCommitOptions<Item, Verdict> = {
  /** Items with the same key are never in one statement. */
  readonly keyOf: (item: Item) => string
  /**
   * One statement, one commit; verdicts in the order of the items. Done twice it must change nothing more.
   */
  readonly write: (cell: number, items: readonly Item[]) => Promise<readonly Verdict[]>
  /** Whether an earlier commit of ours, whose answer was lost, could be the cause of this verdict. */
  readonly isDoubtful: (verdict: Verdict) => boolean
  readonly waitingMax: number
  /** An item that waited longer than this for its turn is refused, unwritten. */
  readonly queuePatienceMs: number
  /** How long a commit of unknown outcome is repeated, counted from when its first item was submitted. */
  readonly patienceMs: number
  /** Whether one that certainly failed is repeated as long. */
  readonly insists: boolean
  /** The error for the caller when it could not be written. */
  readonly giveUp: (cause: unknown) => Error
  readonly isStopped: () => boolean
  /** Called after every group with its size and how long it took. */
  readonly onCommitted?: OnGroupCommitted | undefined
}

export type OnGroupCommitted = (rows: number, ms: number) => void

type Queued<Item> = { readonly item: Item; readonly since: number }
type GroupAttempt<Item, Verdict> = {
  readonly commit: GroupCommitOptions<Item, Verdict>
  readonly giveUpAt: number
  /** Whether an earlier statement with these items may have been committed. */
  readonly isUnsure?: boolean
}
type Settled<Verdict> = readonly PromiseSettledResult<Verdict>[]

async function commitQueued<Item, Verdict>(
  cell: number,
  queued: readonly Queued<Item>[],
  commit: GroupCommitOptions<Item, Verdict>,
): Promise<Settled<Verdict>> {
  const beginsAtMs = systemClock.monotonicMs()
  const oldest = beginsAtMs - commit.queuePatienceMs
  const punctual = queued.filter(({ since }) => since >= oldest)
  const items = punctual.map(({ item }) => item)
  // The first in the queue is the oldest. Counted from then, so that waits do not add up during an outage.
  const giveUpAt = (punctual[0]?.since ?? 0) + commit.patienceMs
  const settled = items.length === 0 ? [] : await commitGroup(cell, items, { commit, giveUpAt })
  commit.onCommitted?.(items.length, systemClock.monotonicMs() - beginsAtMs)
  if (punctual.length === queued.length) return settled
  const late = rejected<Verdict>(commit.giveUp('too many requests are waiting'))
  const inTurn = settled.values()
  return queued.map(({ since }) => (since < oldest ? late : (inTurn.next().value ?? late)))
}

/**
 * Repeats the statement until it is certain what was committed: never assumed either way. The repeat also
 * waits for the row locks of a lost session that is still running its statement, and once it is committed
 * itself, earlier tries are certain too.
 */
async function commitGroup<Item, Verdict>(
  cell: number,
  items: readonly Item[],
  { commit, giveUpAt, ...before }: GroupAttempt<Item, Verdict>,
): Promise<Settled<Verdict>> {
  let isUnsure = before.isUnsure ?? false
  let conflicts = 0
  for (let tries = 1; ; tries += 1) {
    try {
      const verdicts = await commit.write(cell, items)
      // The statement's snapshot may be older than the lost commit that it waited for; a second one is not.
      const isSecondLookDue = isUnsure && verdicts.some(commit.isDoubtful)
      return (isSecondLookDue ? await commit.write(cell, items) : verdicts).map(fulfilled)
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'culprit' && items.length > 1)
        return oneByOne(cell, items, { commit, giveUpAt, isUnsure })
      if (failure === 'culprit' || failure === 'fault') return items.map(() => rejected(error))
      if (failure === 'conflict' && ++conflicts <= conflictsMax) continue
      isUnsure ||= failure === 'unsure'
      const isPursued = isUnsure || commit.insists
      if (!isPursued || commit.isStopped() || systemClock.monotonicMs() >= giveUpAt) {
        return items.map(() => rejected(commit.giveUp(error)))
      }
      await pause(Math.min(10 * 2 ** tries, pauseMaxMs))
    }
  }
}

/** One row that cannot be stored fails the whole statement; one by one, only that row fails. */
async function oneByOne<Item, Verdict>(
  cell: number,
  items: readonly Item[],
  attempt: GroupAttempt<Item, Verdict>,
): Promise<Settled<Verdict>> {
  const settled: PromiseSettledResult<Verdict>[] = []
  for (const item of items) settled.push(...(await commitGroup(cell, [item], attempt)))
  return settled
}

function fulfilled<Verdict>(value: Verdict): PromiseSettledResult<Verdict> {
  return { status: 'fulfilled', value }
}

function rejected<Verdict>(reason: unknown): PromiseSettledResult<Verdict> {
  return { status: 'rejected', reason }
}
