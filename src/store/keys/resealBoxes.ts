import type pg from 'pg'
import { generationMark } from '../../vault/keys.ts'
import type {
  BoxCursor,
  BoxPage,
  Counted,
  Resealed,
  SealedBox,
  SealedPlace,
  WantedBoxes,
} from '../../vault/rotationStore.ts'
import { arrays } from '../connection/binaryArrays.ts'
import { read, repeatable } from '../connection/statement.ts'
import {
  boxesStatement,
  countText,
  estimateStatement,
  nextCellStatement,
  placeTables,
  replaceStatement,
} from './resealPlaces.ts'

/** Some of the rows of one cell; where a cell ends, the walk goes on in the next one. */
export async function boxesIn(
  pool: pg.Pool,
  name: SealedPlace,
  { before, after, limit }: WantedBoxes,
): Promise<BoxPage> {
  const from = after ?? (await firstIn(pool, name, beforeAll))
  if (from === undefined) return { boxes: [], walked: 0 }
  const values = [from.cell, generationMark(before), limit, ...from.key]
  const rows = await read<BoxRow>(pool, boxesStatement(name), values)
  const steps = new Set(rows.map(({ step }) => step.join('\n'))).size
  const last = rows.at(-1)
  const next =
    last && steps === limit ? { cell: from.cell, key: last.step } : await firstIn(pool, name, from.cell)
  const boxes = rows.flatMap(row => boxesOf(name, from.cell, row))
  return { boxes, walked: steps, ...(next && { next }) }
}

const beforeAll = -1

/** In front of the first row of the next cell. */
async function firstIn(pool: pg.Pool, name: SealedPlace, after: number): Promise<BoxCursor | undefined> {
  const [row] = await read<{ cell: number | null }>(pool, nextCellStatement(name), [after])
  if (row === undefined || row.cell === null) return undefined
  return { cell: row.cell, key: placeTables[name].steps.map(() => '') }
}

/** A column per box, each null where there is none that is older. */
type BoxRow = { readonly step: readonly string[]; readonly key: readonly string[] | null } & Readonly<
  Record<`${string}_box`, Buffer | null>
>

function boxesOf(name: SealedPlace, cell: number, row: BoxRow): readonly SealedBox[] {
  const { columns, identity } = placeTables[name]
  const { step, key } = row
  if (key === null) return []
  return columns.flatMap(column => {
    const sealed = row[`${column}_box`]
    if (!sealed) return []
    const merchantId = key[0] ?? ''
    return [{ merchantId, identity: identity(column, step, key), sealed, cell, column, key }]
  })
}

export async function replaceIn(
  pool: pg.Pool,
  name: SealedPlace,
  boxes: readonly Resealed[],
): Promise<number> {
  const [first] = boxes
  let replaced = 0
  for (const column of placeTables[name].columns) {
    const own = boxes.filter(({ box }) => box.column === column)
    if (own.length === 0 || !first) continue
    const values = [
      first.box.cell,
      arrays.bytea(own.map(({ box }) => box.sealed)),
      arrays.bytea(own.map(({ sealed }) => sealed)),
      ...placeTables[name].key.map((_, index) => arrays.text(own.map(({ box }) => box.key[index] ?? ''))),
    ]
    replaced += (await repeatable(pool, replaceStatement(name, column), values)).length
  }
  return replaced
}

export async function estimateOf(pool: pg.Pool, name: SealedPlace): Promise<number | undefined> {
  const [row] = await read<{ rows: string }>(pool, estimateStatement(name), [])
  const rows = Number(row?.rows ?? -1)
  return rows < 0 ? undefined : rows
}

/** Every row is read once, in whatever order lies nearest. */
export async function countIn(client: pg.PoolClient, name: SealedPlace): Promise<readonly Counted[]> {
  await client.query('begin read only')
  await client.query('set local statement_timeout = 0; set local enable_seqscan = on')
  const { rows } = await client.query<CountRow>(countText(name))
  await client.query('commit')
  return rows.map(({ merchant_id, mark, boxes }) => ({
    merchantId: merchant_id,
    generation: mark.length < 2 ? 0 : mark.readUInt16BE(0),
    boxes: Number(boxes),
  }))
}

type CountRow = { readonly merchant_id: string; readonly mark: Buffer; readonly boxes: string }
