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
  const batcherOf = createCellBatchers<Queued<Item>, Settled<Verdict>>(cell => ({
    keyOf: ({ item }) => commit.keyOf(item),
    write: queued => commitQueued(cell, queued, commit),
    sizeMax,
    inFlightMax,
    waitingMax: commit.waitingMax,
  }))
  // Those beside whom they were not written have their verdicts, and do not wait for this.
  const lookUpsOf = createCellBatchers<Unwritten<Item>, PromiseSettledResult<Verdict>>(cell => ({
    write: unwritten => lookUp(cell, unwritten, commit),
    sizeMax,
    inFlightMax,
    waitingMax: commit.waitingMax,
  }))

  return async function submit(item: Item): Promise<Verdict> {
    const { cell } = item.key
    const since = systemClock.monotonicMs()
    const refuse =
      (isUnsure: boolean) =>
      (error: unknown): never => {
        throw error instanceof Overloaded ? commit.giveUp(error, isUnsure) : error
      }
    const written = await batcherOf(cell).submit({ item, since }).catch(refuse(false))
    const settled =
      written.status === 'unwritten'
        ? await lookUpsOf(cell)
            .submit({ item, giveUpAt: since + commit.patienceMs, isUnsure: written.isUnsure })
            .catch(refuse(written.isUnsure))
        : written
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
   * One statement, one commit; verdicts in the order of the items, undefined where only `whyNot` can tell.
   * Done twice it must change nothing more.
   */
  readonly write: (cell: number, items: readonly Item[]) => Promise<readonly (Verdict | undefined)[]>
  /**
   * Why items were not written, or that they had been before: asked after the statement, which has waited
   * for whoever came first, so that the answer knows of all earlier commits.
   */
  readonly whyNot?: (cell: number, items: readonly Item[]) => Promise<readonly Verdict[]>
  /** Whether an earlier commit of ours, whose answer was lost, could be the cause of this verdict. */
  readonly isDoubtful?: (verdict: Verdict) => boolean
  readonly waitingMax: number
  /** An item that waited longer than this for its turn is refused, unwritten. */
  readonly queuePatienceMs: number
  /** How long what was lost, or may be committed, is repeated, from when its first item was submitted. */
  readonly patienceMs: number
  /** Whether one that certainly failed is repeated as long. */
  readonly insists: boolean
  /** The error for the caller when it could not be written, or when nobody knows whether it was. */
  readonly giveUp: (cause: unknown, isUnsure: boolean) => Error
  readonly isStopped: () => boolean
  /** Called after every group with its size and how long it took. */
  readonly onCommitted?: OnGroupCommitted | undefined
}

export type OnGroupCommitted = (rows: number, ms: number) => void

type Queued<Item> = { readonly item: Item; readonly since: number }
type Unwritten<Item> = Pursued & { readonly item: Item }
type Pursued = {
  readonly giveUpAt: number
  /** Whether an earlier statement with these items may have been committed. */
  readonly isUnsure: boolean
}
type Settled<Verdict> =
  | PromiseSettledResult<Verdict>
  | { readonly status: 'unwritten'; readonly isUnsure: boolean }
type GroupAttempt<Item, Verdict> = Pursued & { readonly commit: GroupCommitOptions<Item, Verdict> }

async function commitQueued<Item, Verdict>(
  cell: number,
  queued: readonly Queued<Item>[],
  commit: GroupCommitOptions<Item, Verdict>,
): Promise<readonly Settled<Verdict>[]> {
  const beginsAtMs = systemClock.monotonicMs()
  const oldest = beginsAtMs - commit.queuePatienceMs
  const punctual = queued.filter(({ since }) => since >= oldest)
  const items = punctual.map(({ item }) => item)
  // The first in the queue is the oldest. Counted from then, so that waits do not add up during an outage.
  const giveUpAt = (punctual[0]?.since ?? 0) + commit.patienceMs
  const attempt = { commit, giveUpAt, isUnsure: false }
  const settled = items.length === 0 ? [] : await commitGroup(cell, items, attempt)
  commit.onCommitted?.(items.length, systemClock.monotonicMs() - beginsAtMs)
  if (punctual.length === queued.length) return settled
  const late = rejected(commit.giveUp('too many requests are waiting', false))
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
  attempt: GroupAttempt<Item, Verdict>,
): Promise<readonly Settled<Verdict>[]> {
  const { write, isDoubtful = () => false } = attempt.commit
  const done = await pursue(attempt, async isUnsure => {
    const verdicts = await write(cell, items)
    // The statement's snapshot may be older than the lost commit that it waited for; a second one is not.
    const isDue = isUnsure && verdicts.some(verdict => verdict !== undefined && isDoubtful(verdict))
    return isDue ? await write(cell, items) : verdicts
  })
  const { isUnsure } = done
  if ('verdicts' in done)
    return done.verdicts.map(verdict =>
      verdict === undefined ? { status: 'unwritten', isUnsure } : fulfilled(verdict),
    )
  if (failureOf(done.error) === 'culprit' && items.length > 1)
    return oneByOne(cell, items, { ...attempt, isUnsure })
  return items.map(() => rejected(done.error))
}

/** One row that cannot be stored fails the whole statement; one by one, only that row fails. */
async function oneByOne<Item, Verdict>(
  cell: number,
  items: readonly Item[],
  attempt: GroupAttempt<Item, Verdict>,
): Promise<readonly Settled<Verdict>[]> {
  const settled: Settled<Verdict>[] = []
  for (const item of items) settled.push(...(await commitGroup(cell, [item], attempt)))
  return settled
}

/** Where nobody can tell, only those fail that were not written. */
async function lookUp<Item, Verdict>(
  cell: number,
  unwritten: readonly Unwritten<Item>[],
  commit: GroupCommitOptions<Item, Verdict>,
): Promise<readonly PromiseSettledResult<Verdict>[]> {
  const { whyNot } = commit
  if (!whyNot) throw new Error('Nobody can say why an item was not written')
  const attempt = {
    commit,
    giveUpAt: Math.min(...unwritten.map(({ giveUpAt }) => giveUpAt)),
    isUnsure: unwritten.some(({ isUnsure }) => isUnsure),
  }
  const items = unwritten.map(({ item }) => item)
  const done = await pursue(attempt, () => whyNot(cell, items))
  return 'verdicts' in done ? done.verdicts.map(fulfilled) : items.map(() => rejected(done.error))
}

/** Does it until it is done, or it is certain that it cannot be, or the patience is over. */
async function pursue<Item, Verdict, Found>(
  { commit, giveUpAt, ...before }: GroupAttempt<Item, Verdict>,
  work: (isUnsure: boolean) => Promise<Found>,
): Promise<({ readonly verdicts: Found } | { readonly error: unknown }) & Pick<Pursued, 'isUnsure'>> {
  let { isUnsure } = before
  let conflicts = 0
  for (let tries = 1; ; tries += 1) {
    try {
      return { verdicts: await work(isUnsure), isUnsure }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'culprit' || failure === 'fault') return { error, isUnsure }
      if (failure === 'conflict' && ++conflicts <= conflictsMax) continue
      isUnsure ||= failure === 'unsure'
      const isPursued = isUnsure || failure === 'lost' || commit.insists
      if (!isPursued || commit.isStopped() || systemClock.monotonicMs() >= giveUpAt)
        return { error: commit.giveUp(error, isUnsure), isUnsure }
      await pause(Math.min(10 * 2 ** tries, pauseMaxMs))
    }
  }
}

function fulfilled<Verdict>(value: Verdict): PromiseFulfilledResult<Verdict> {
  return { status: 'fulfilled', value }
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason }
}
