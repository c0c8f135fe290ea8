// Finding calls in the request log, newest first: batches are read backwards by their key and filtered here.

import type { Owner } from '../../orders/merchant.ts'
import type { LoggedCall, RequestLogStore, StoredBatch } from './port.ts'

export type CallFilter = {
  readonly outcome?: 'ANSWERED' | 'FAILED' | 'REFUSED' | undefined
  readonly operation?: string | undefined
  readonly orderId?: string | undefined
  readonly correlationId?: string | undefined
  readonly requestId?: string | undefined
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

export type FoundCall = LoggedCall & { readonly key: string }

export type FoundCalls = {
  readonly calls: readonly FoundCall[]
  /** Where the next page begins; absent after the last one. A page may be short, or empty, and go on. */
  readonly next?: string
}

type CallPage = { readonly after?: string | undefined; readonly limit: number }

/** How much one page reads at most, however little it finds. A read ends sooner where batches are large. */
const readsMax = 8
const batchesAtOnce = 100

export async function findCalls(
  store: Pick<RequestLogStore, 'read'>,
  owner: Owner,
  { filter, page }: { readonly filter: CallFilter; readonly page: CallPage },
): Promise<FoundCalls> {
  const found: FoundCall[] = []
  let position = page.after === undefined ? undefined : positionOf(page.after)
  for (let reads = 0; reads < readsMax; reads++) {
    const before = position && (position.index === 0 ? position.batchNo : above(position))
    const batches = await store.read(owner, { before, limit: batchesAtOnce })
    if (batches.length === 0) return { calls: found }
    for (const batch of batches) {
      const rest = callsIn(batch, position).filter(({ call }) => isWanted(call, filter))
      for (const { call, index } of rest) {
        const key = `${batch.batchNo}.${index}`
        if (found.length === page.limit) return { calls: found, next: found.at(-1)?.key ?? key }
        found.push({ ...call, key })
      }
      position = { batchNo: batch.batchNo, index: 0 }
      if (isBefore(batch, filter.fromMs)) return { calls: found }
    }
  }
  return { calls: found, ...(position && { next: `${position.batchNo}.0` }) }
}

/** One call by its key. */
export async function findCall(
  store: Pick<RequestLogStore, 'read'>,
  owner: Owner,
  key: string,
): Promise<FoundCall | undefined> {
  const { batchNo, index } = positionOf(key)
  const [batch] = await store.read(owner, { before: above({ batchNo, index }), limit: 1 })
  const call = batch?.batchNo === batchNo ? batch.calls[index] : undefined
  return call && { ...call, key }
}

type Position = { readonly batchNo: string; readonly index: number }

function positionOf(key: string): Position {
  const [batchNo = '0', index = '0'] = key.split('.')
  return { batchNo, index: Number(index) }
}

/** The batch of the position is read again: calls before it in the batch are still to come. */
const above = ({ batchNo }: Position): string => String(BigInt(batchNo) + 1n)

function callsIn({ batchNo, calls }: StoredBatch, position: Position | undefined) {
  const end = position?.batchNo === batchNo ? position.index : calls.length
  return calls
    .slice(0, end)
    .map((call, index) => ({ call, index }))
    .reverse()
}

function isBefore({ calls }: StoredBatch, fromMs: number | undefined): boolean {
  const newest = calls.at(-1)
  return fromMs !== undefined && newest !== undefined && newest.atMs < fromMs - flushedWithinMs
}

/** Nodes write their batches when they get to it: a little older ones may follow. */
const flushedWithinMs = 60_000

function isWanted(call: LoggedCall, filter: CallFilter): boolean {
  if (filter.outcome !== undefined && outcomeOf(call) !== filter.outcome) return false
  if (filter.operation !== undefined && call.operation !== filter.operation) return false
  if (filter.orderId !== undefined && call.orderId !== filter.orderId) return false
  if (filter.correlationId !== undefined && call.correlationId !== filter.correlationId) return false
  if (filter.requestId !== undefined && call.requestId !== filter.requestId) return false
  if (filter.fromMs !== undefined && call.atMs < filter.fromMs) return false
  return filter.untilMs === undefined || call.atMs < filter.untilMs
}

/** A decline is answered; what the caller could mend is refused; the rest is the gateway's. */
export function outcomeOf({ status }: LoggedCall): 'ANSWERED' | 'FAILED' | 'REFUSED' {
  if (status >= 500) return 'FAILED'
  return status >= 400 ? 'REFUSED' : 'ANSWERED'
}
