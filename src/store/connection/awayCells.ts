// Where tables are spread over servers: which cells cannot be reached now, because their server is away.

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { systemClock } from '../../platform/clock.ts'
import { isAnswered, read, unavailable } from './statement.ts'

/**
 * Asks each server for one of its cells. One that does not answer in time counts as away, and is not asked
 * again before it has. If all are, so is the database.
 */
export function createAwayCells(pool: pg.Pool): () => Promise<readonly number[]> {
  const asking = new Map<number, Promise<boolean>>()
  let places: readonly PlacedCell[] = []
  let readAgainAt = 0

  async function placesNow(): Promise<readonly PlacedCell[]> {
    const now = systemClock.monotonicMs()
    if (now < readAgainAt) return places
    places = await read<PlacedCell>(pool, placesStatement, [])
    readAgainAt = now + rememberedMs
    return places
  }

  function isAway({ server, cell }: PlacedCell): Promise<boolean> {
    const known = asking.get(server)
    if (known !== undefined) return known
    const answer = read(pool, probeStatement, [cell])
      .then(
        () => false,
        error => {
          if (isAnswered(error)) return true
          throw error
        },
      )
      .finally(() => asking.delete(server))
    asking.set(server, answer)
    return answer
  }

  return async () => {
    const all = await placesNow()
    const one = [...new Map(all.map(place => [place.server, place])).values()]
    const found = await Promise.all(
      one.map(async place => ((await inTime(isAway(place))) ? [place.server] : [])),
    )
    const away = new Set(found.flat())
    if (away.size > 0 && away.size === one.length) throw unavailable('No server answers')
    return all.filter(({ server }) => away.has(server)).map(({ cell }) => cell)
  }
}

/** True when it takes too long. */
async function inTime(answer: Promise<boolean>): Promise<boolean> {
  const done = new AbortController()
  const late = pause(patienceMs, true, { signal: done.signal }).catch(() => true)
  return await Promise.race([answer, late]).finally(() => done.abort())
}

type PlacedCell = { readonly cell: number; readonly server: number }

const rememberedMs = 10_000
/** Shorter than whoever asks for readiness waits. */
const patienceMs = 1_000

/** By the coordinator alone: cells are those of merchants, servers are numbered by groups. */
const placesStatement = {
  name: 'places',
  text: `
select c.cell, p.groupid as server
from (select distinct cell from merchants) c
join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('orders', c.cell)
order by c.cell`,
}

/** Finds nothing, and is refused where nothing may be written. */
const probeStatement = {
  name: 'probe cell',
  text: "select from orders where cell = $1::int2 and merchant_id = '' and order_id = '' for update",
}
