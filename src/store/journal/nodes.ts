// The heartbeats of nodes, by which a crashed node is noticed before its leases end, and which documents all
// of them can read.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type DocumentModel, newestModel } from '../../operations/model/documents.ts'
import { systemClock, type TimedClock } from '../../platform/clock.ts'
import { repeatable } from '../connection/statement.ts'

/**
 * The heartbeat of this node, and which other nodes on the same database are dead. Each node counts up in a
 * row of its own; one is dead if its count stood still for long enough by our own clock while ours went up
 * all the time, so an outage of the database or of this node declares nobody dead. Safety does not depend on
 * it: a node that was only paused finds its transactions taken over, and cannot close them.
 */
export function createNodeHeartbeat(pool: pg.Pool, clock: HeartbeatClock = systemClock): NodeHeartbeat {
  const nodeId = randomUUID()
  const seen = new Map<string, NodeSighting>()
  let lastBeatMs = Number.NEGATIVE_INFINITY
  let documentModel: DocumentModel = 1
  let beating: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined

  async function beat(): Promise<void> {
    const rows = await repeatable<NodeRow>(pool, beatStatement, [nodeId, newestModel])
    const nowMs = clock.monotonicMs()
    if (nowMs - lastBeatMs > gapMaxMs) seen.clear()
    lastBeatMs = nowMs
    documentModel = modelReadBy(rows)
    noteSightings(seen, rows, nowMs)
  }
  /** One at a time; a failure is a gap in the beats, and needs no other handling. */
  const beatAgain = () => {
    beating ??= beat()
      .catch(() => undefined)
      .finally(() => {
        beating = undefined
      })
  }

  return {
    nodeId,
    beat,
    start() {
      timer = setInterval(beatAgain, beatEveryMs).unref()
      beatAgain()
    },
    deadNodes() {
      const nowMs = clock.monotonicMs()
      if (nowMs - lastBeatMs > gapMaxMs) return []
      return [...seen].filter(([, { sinceMs }]) => nowMs - sinceMs >= silenceMs).map(([id]) => id)
    },
    documentModel: () => documentModel,
    async remove(nodeIds) {
      const counts = nodeIds.map(id => seen.get(id)?.beats ?? null)
      await repeatable(pool, removeStatement, [nodeIds, counts])
    },
    async leave() {
      clearInterval(timer)
      await beating
      await repeatable(pool, leaveStatement, [nodeId]).catch(() => undefined)
    },
  }
}

function noteSightings(seen: Map<string, NodeSighting>, others: readonly NodeRow[], nowMs: number): void {
  const there = new Map(others.map(({ node_id, beats }) => [node_id, beats]))
  for (const id of seen.keys()) if (!there.has(id)) seen.delete(id)
  for (const [id, beats] of there) if (seen.get(id)?.beats !== beats) seen.set(id, { beats, sinceMs: nowMs })
}

const modelReadBy = (others: readonly NodeRow[]): DocumentModel =>
  others.every(({ document_model }) => document_model >= newestModel) ? newestModel : 1

type HeartbeatClock = Pick<TimedClock, 'monotonicMs'>

export interface NodeHeartbeat {
  /** Our own. */
  readonly nodeId: string
  beat(): Promise<void>
  /** Begins to beat at an interval. */
  start(): void
  deadNodes(): readonly string[]
  /**
   * The newest model of documents that every node reads. It rises when the last node of an older release
   * leaves, which cannot start again on a migrated database. It goes back only if such a node was taken for
   * dead and was not.
   */
  documentModel(): DocumentModel
  /** Removes the rows of nodes of which nothing is open any more. */
  remove(nodeIds: readonly string[]): Promise<void>
  /** Removes our own row, unless something of ours is still open: that is taken over once we are silent. */
  leave(): Promise<void>
}

type NodeSighting = { readonly beats: string; readonly sinceMs: number }
type NodeRow = { readonly node_id: string; readonly beats: string; readonly document_model: number }

const beatEveryMs = 1_000
/** Longer than any pause of a healthy process. */
const silenceMs = 15_000
const gapMaxMs = 5_000

const beatStatement = {
  name: 'beat',
  text: `
with beaten as (
  insert into nodes as n (node_id, beats, document_model, heeds_moves) values ($1::uuid, 1, $2::int2, true)
  on conflict (node_id) do update set beats = n.beats + 1
)
select node_id, beats, document_model from nodes where node_id <> $1::uuid`,
}

/** Not removed if the node's count went up again since. */
const removeStatement = {
  name: 'bury',
  text: `
delete from nodes n using unnest($1::uuid[], $2::int8[]) as d (node_id, beats)
where n.node_id = d.node_id and n.beats = d.beats`,
}

const leaveStatement = {
  name: 'leave',
  text: `
delete from nodes n where node_id = $1::uuid and not exists (
  select from lease_floors f
  cross join lateral (
    select merchant_id, order_no, transaction_id from transactions
    where cell = f.cell and lease_until > '-infinity' and lease_until > f.floor and node_id = $1::uuid
    offset 0
  ) t
  cross join lateral (
    select from orders
    where cell = f.cell and order_no = t.order_no and order_no > 0 and merchant_id = t.merchant_id
      and open_id = t.transaction_id and not kept_busy
    limit 1
  ) o
  where f.cell >= 0
)`,
  // What it left is not looked for there: its siblings do that when they have not heard of it for a while.
  spread: 'select $1::uuid',
}
