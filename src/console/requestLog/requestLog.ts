// Writes the log of merchants' API calls off the path of requests: a call costs one object, batches are
// written once a second, and what cannot be written in time is dropped and counted.

import type { MerchantCall } from '../../http/api/merchantCall.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorMessage } from '../../platform/errors.ts'
import { loggedCall } from './loggedCall.ts'
import type { CallBatch, LoggedCall, RequestLogStore } from './port.ts'

export type RequestLogOptions = {
  readonly store: Pick<RequestLogStore, 'append' | 'forgetOlder' | 'keep'>
  readonly clock: Pick<Clock, 'now'>
  /** How many calls of each merchant are kept, and for how many days at most. */
  readonly callsMax: number
  readonly daysMax: number
  readonly onDropped: (calls: number) => void
  readonly warn: (reason: string) => void
}

export type RequestLog = {
  readonly record: (call: MerchantCall) => void
  /** Writes what is waiting. */
  readonly flush: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** How much may wait to be written, and be under way: so much memory at most, however slow the database. */
const waitingMax = 10_000
const refusedWaitingMax = 1_000
/** Batches are read whole, and one merchant's must not become too long for that. */
const batchMax = 500
const flushMs = 1_000
const forgetMs = 3_600_000

export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { store, clock, callsMax, onDropped, warn } = options
  const cutBack = createCutBack(store, callsMax)
  let waiting = createWaiting()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    const { count } = waiting
    const batches = waiting.batches()
    waiting = createWaiting()
    try {
      await store.append(batches)
      for (const batch of batches) await cutBack(batch)
    } catch (error) {
      onDropped(count)
      warn(`The request log could not be written: ${errorMessage(error)}`)
    }
  }

  /** One write at a time: what comes meanwhile waits for its turn, and counts as waiting. */
  async function flush(): Promise<void> {
    while (writing !== undefined) await writing
    if (waiting.count === 0) return
    writing = write().finally(() => {
      writing = undefined
    })
    await writing
  }

  const timers = [
    setInterval(() => void (writing ?? flush()), flushMs).unref(),
    setInterval(() => void forgetOld(options), forgetMs).unref(),
  ]
  return {
    record(call) {
      if (!waiting.add(call, clock.now().getTime())) onDropped(1)
    },
    flush,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await flush()
    },
  }
}

/** Looking what is too much costs more than a batch: it is done once for each tenth of what is kept. */
function createCutBack(store: RequestLogOptions['store'], callsMax: number) {
  const written = new Map<string, number>()
  return async ({ cell, merchantId, calls }: CallBatch): Promise<void> => {
    const since = (written.get(merchantId) ?? 0) + calls.length
    if (written.size >= merchantsMax) written.clear()
    written.set(merchantId, since)
    if (since < callsMax / 10) return
    written.delete(merchantId)
    await store.keep({ cell, merchantId }, callsMax)
  }
}

const merchantsMax = 10_000

async function forgetOld({ store, daysMax, warn }: RequestLogOptions): Promise<void> {
  try {
    while (await store.forgetOlder(daysMax));
  } catch (error) {
    warn(`Old entries of the request log could not be deleted: ${errorMessage(error)}`)
  }
}

/** Calls that wait, by merchant. Masking a refused call costs more, so fewer of those may wait. */
function createWaiting() {
  const byMerchant = new Map<string, { readonly owner: Owner; readonly calls: LoggedCall[] }>()
  let count = 0
  let refused = 0
  return {
    get count() {
      return count
    },
    add(call: MerchantCall, atMs: number): boolean {
      if (count >= waitingMax || (call.rejection && refused >= refusedWaitingMax)) return false
      const { owner } = call
      const own = byMerchant.get(owner.merchantId) ?? { owner, calls: [] }
      if (own.calls.length === 0) byMerchant.set(owner.merchantId, own)
      own.calls.push(loggedCall(call, atMs))
      count++
      if (call.rejection) refused++
      return true
    },
    batches(): readonly CallBatch[] {
      return [...byMerchant.values()].flatMap(({ owner, calls }) =>
        inBatches(calls).map(batch => ({ ...owner, calls: batch })),
      )
    },
  }
}

/** A batch is read as a whole, so that those with bodies have fewer calls. */
function inBatches(calls: readonly LoggedCall[]): readonly (readonly LoggedCall[])[] {
  const batches: LoggedCall[][] = []
  let left = 0
  for (const call of calls) {
    const weight = call.body === undefined ? 1 : bodyWeight
    if (left < weight) {
      batches.push([])
      left = batchMax
    }
    batches.at(-1)?.push(call)
    left -= weight
  }
  return batches
}

const bodyWeight = 16
