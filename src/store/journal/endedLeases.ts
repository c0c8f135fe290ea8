// In which cells a lease may have ended: those that have no floor yet, one that lies beyond now, or a lease
// above it that has ended. In others there is nothing to be taken over, and nothing that a floor could be
// raised above.

import { askThere, type CellSearch, everyCell } from '../connection/cells.ts'
import { givenRows, read } from '../connection/statement.ts'

export const endedAnywhere: CellSearch = {
  name: 'cells having ended leases',
  text: `
with recursive moment as materialized (select tollgate_now() as now),
${everyCell}
select k.cell from known k left join lease_floors f on f.cell = k.cell
left join lateral (
  select t.lease_until from transactions t
  where t.cell = k.cell and t.lease_until > '-infinity' and t.lease_until > f.floor
  order by t.cell, t.lease_until limit 1
) t on true
where k.cell is not null and (f.cell is null or f.next_floor > (select now from moment)
  or t.lease_until <= (select now from moment))`,
  async there(pool, all) {
    const floors = await read<Floor>(pool, floorsStatement, [])
    const [cells, ends] = [floors.map(({ cell }) => cell), floors.map(({ floor }) => floor)]
    return askThere(pool, all, endedStatement, [floors[0]?.now, cells, ends])
  },
}

/** Times as the server writes them: exact to the microsecond. */
type Floor = { readonly cell: number } & Readonly<Record<'floor' | 'now', string>>

/** Floors are on the coordinator: those that say something are taken to the servers of their cells. */
const floorsStatement = {
  name: 'lease floors',
  text: `
with moment as materialized (select tollgate_now() as now)
select cell, floor::text, now::text from lease_floors, moment where next_floor <= now`,
}

const endedStatement = {
  name: 'ended leases of cells',
  text: `
select p.cell, t.lease_until is not null as has_some
from projections p
join ${givenRows(2, 'int2 timestamptz')} f (cell, floor) on f.cell = p.cell
left join lateral (
  select t.lease_until from transactions t
  where t.cell = p.cell and t.lease_until > '-infinity' and t.lease_until > f.floor
  order by t.cell, t.lease_until limit 1
) t on t.lease_until <= $1::timestamptz`,
}
