// Which cell merchants live in, for what names a cell without having asked: it may be one that the merchant
// has left, or is about to leave.

import pg from 'pg'
import type { Owner } from '../../orders/merchant.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { systemClock } from '../../platform/clock.ts'
import { MerchantMoving, StoreUnavailable } from '../../platform/errors.ts'
import { isSpread } from './pool.ts'
import { read, repeatable, type SqlStatement, transactAgain } from './statement.ts'

type Home = { readonly cell: number; readonly isMoving: boolean }

/** None for names that no merchant has. */
export async function homesOf(
  pool: pg.Pool,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, Home>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await read<HomeRow>(pool, homesStatement, [merchantIds])
  return new Map(
    rows.map(({ merchant_id, cell, is_moving }) => [merchant_id, { cell, isMoving: is_moving }] as const),
  )
}

/** The merchants of whom nothing may be begun in this cell: they live in another, or are on their way. */
export async function awayFrom(
  pool: pg.Pool,
  cell: number,
  merchantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const homes = await homesOf(pool, merchantIds)
  return new Set([...homes].flatMap(([id, home]) => (home.isMoving || home.cell !== cell ? [id] : [])))
}

/**
 * What was not found in this cell is not said to be missing while the merchant lives elsewhere. Asked only
 * where it was not at home a moment ago: shops and pages look for orders that are not there all the time.
 */
export async function requireHome(pool: pg.Pool, owner: Owner): Promise<void> {
  const { cell, merchantId } = owner
  const sinceMs = systemClock.monotonicMs()
  const known = atHome.get(pool)?.get(merchantId)
  if (known?.cell === cell && sinceMs - known.sinceMs < stayMs) return
  if ((await awayFrom(pool, cell, [merchantId])).size > 0) throw new MerchantMoving()
  noteHome(pool, owner, sinceMs)
}

/** So much time passes at least between closing a merchant and moving its rows: see administration/moves. */
export const stayMs = 1_100

/** Merchants that were found at home, and when they were asked for: their rows were there for `stayMs`. */
const atHome = new WeakMap<pg.Pool, BoundedMap<string, SeenAtHome>>()
type SeenAtHome = { readonly cell: number; readonly sinceMs: number }
const seenMax = 10_000

export function noteHome(pool: pg.Pool, { cell, merchantId }: Owner, sinceMs: number): void {
  const seen = atHome.get(pool) ?? new BoundedMap<string, SeenAtHome>(seenMax)
  atHome.set(pool, seen)
  seen.set(merchantId, { cell, sinceMs })
}

/**
 * An insert that is made only while the merchant lives in its cell: `condition` is the text of that. Where
 * tables are spread over servers it is asked for first, of the coordinator.
 */
export const insertAtHome = (name: string, textWith: (condition: string) => string): SqlStatement => ({
  name,
  text: textWith('at_home($1::int2, $2)'),
  spread: textWith('true'),
})

/** Runs such a statement, whose first two parameters are the cell and the merchant. */
export async function runAtHome<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  try {
    if (!isSpread(pool)) return await repeatable<Row>(pool, statement, values)
    return await transactAgain(pool, async ask => {
      await ask('select at_home($1::int2, $2)', values.slice(0, 2))
      return ask<Row>(statement.spread ?? statement.text, values)
    })
  } catch (error) {
    throw isNotAtHome(error) ? new MerchantMoving() : error
  }
}

/** Locks that were waited for too long have the same code as what `at_home` raises, and other words. */
const isNotAtHome = (error: unknown): boolean =>
  error instanceof StoreUnavailable &&
  error.cause instanceof pg.DatabaseError &&
  error.cause.message.startsWith('the merchant is in another cell')

type HomeRow = { readonly merchant_id: string; readonly cell: number; readonly is_moving: boolean }

const homesStatement = {
  name: 'homes of merchants',
  text: `
select merchant_id, cell, moving_to is not null as is_moving from merchants
where merchant_id = any ($1::text[])`,
}
