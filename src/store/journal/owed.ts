import type pg from 'pg'
import type { Owed } from '../../observability/port.ts'
import { obligations } from '../../operations/model/journal.ts'
import type { Cells } from '../connection/cells.ts'
import { knownWord } from '../connection/knownWord.ts'
import { read } from '../connection/statement.ts'

/** Of each cell no more are looked at: whether it is ten thousand or more, somebody has to look anyway. */
const countedMax = 10_000

/** As many attempts as make recovery warn; not of a rest, for that it is a payer who takes time. */
const worryingAttempts = 6

/** How much is owed, of all nodes together, by the index that holds nothing else. */
export function createOwedCounts(pool: pg.Pool, cells: Cells): () => Promise<Owed> {
  return async () => {
    const rows = await cells.collect(Number.POSITIVE_INFINITY, cell =>
      read<OwedRow>(pool, owedStatement, [cell, countedMax, worryingAttempts]),
    )
    const owed = { reversal: nothingOwed, advice: nothingOwed, inquiry: nothingOwed, rest: nothingOwed }
    for (const { obligation, count, worrying, oldest_ms } of rows) {
      const kind = knownWord(obligations, obligation)
      owed[kind] = {
        count: owed[kind].count + count,
        worrying: owed[kind].worrying + worrying,
        oldestMs: Math.max(owed[kind].oldestMs, Number(oldest_ms)),
      }
    }
    return owed
  }
}

const nothingOwed = { count: 0, worrying: 0, oldestMs: 0 }

type OwedRow = {
  readonly obligation: string
  readonly count: number
  readonly worrying: number
  readonly oldest_ms: string
}

const owedStatement = {
  name: 'owed',
  text: `
select obligation, count(*)::int4 as count,
  (count(*) filter (where attempts >= $3::int4 and obligation <> 'rest'))::int4 as worrying,
  greatest(floor(extract(epoch from tollgate_now() - min(owed_at)) * 1000), 0) as oldest_ms
from (
  select obligation, attempts, owed_at from obligations
  where cell = $1::int2 and status = 'PENDING' order by next_at limit $2::int4
) o
group by obligation`,
}
