// How many requests are processed at once: in all, for one merchant, and for payers without a password.

import { randomInt } from 'node:crypto'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../platform/limits/concurrency.ts'
import type { SharedLimits } from '../../platform/limits/sharedLimits.ts'
import type { WorkInHand } from '../../platform/limits/workInHand.ts'
import { networkOf } from '../../standards/network.ts'
import type { HttpLimits } from '../transport/limits.ts'
import { type HttpRefusal, refuseBusy } from '../transport/refusals.ts'

/**
 * Limits how many requests are processed at once, in all and for one merchant, so that no merchant starves
 * the rest; and how many of them the process has work with, whatever the others wait for. Of that work each
 * kind has its share: without one, the merchant's.
 */
export type RequestLoad = {
  readonly enter: (merchantId: string, kind?: string) => Entry | Promise<Entry>
  readonly leave: (merchantId: string, kind?: string) => void
  /** False where one more would be refused for too much work; it may be refused for other reasons. */
  readonly admits: (kind: string) => boolean
  /** Waits until no request is being processed, then does the work; other requests are refused meanwhile. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result | HttpRefusal>
}

type Entry = HttpRefusal | undefined

type RequestLoadOptions = {
  readonly aloneTimeoutMs?: number
  readonly limits?: SharedLimits | undefined
  readonly workInHand?: CountedWork | undefined
}

type CountedWork = Pick<WorkInHand, 'admits' | 'done' | 'take'>

const unbounded: CountedWork = { admits: () => true, take: () => undefined, done: () => undefined }

/** Where several processes share the load, none of them can have it exclusively. */
export function createRequestLoad(
  requestsMax: number,
  { aloneTimeoutMs = 60_000, limits, workInHand = unbounded }: RequestLoadOptions = {},
): RequestLoad {
  const shared = limits && { limits, name: 'load' }
  const perNameMax = Math.ceil(requestsMax / 2)
  const slots = createConcurrencyLimit({ slotsMax: requestsMax, perNameMax, shared })
  let isReserved = false
  let onEmpty: (() => void) | undefined

  /** False when the requests already under way did not finish in time. */
  function emptied(): Promise<boolean> {
    if (slots.isEmpty()) return Promise.resolve(true)
    return new Promise(resolve => {
      const timer = setTimeout(() => resolve(false), aloneTimeoutMs)
      onEmpty = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  return {
    enter(merchantId, kind = merchantId) {
      if (isReserved) return reserved()
      if (!workInHand.admits(kind)) return overLoad()
      const entered = (isAcquired: boolean): Entry => (isAcquired ? workInHand.take(kind) : overLoad())
      const acquired = slots.acquire(merchantId)
      return typeof acquired === 'boolean' ? entered(acquired) : acquired.then(entered)
    },
    admits: workInHand.admits,
    leave(merchantId, kind = merchantId) {
      workInHand.done(kind)
      slots.release(merchantId)
      if (slots.isEmpty()) onEmpty?.()
    },
    async exclusively(work) {
      if (isReserved) return reserved()
      isReserved = true
      try {
        return (await emptied()) ? await work() : refuseBusy(503, 'Other requests do not come to an end.', 5)
      } finally {
        isReserved = false
        onEmpty = undefined
      }
    },
  }
}

/** Retries are spread over a few seconds, or all callers refused now would return at the same instant. */
export function overLoad(): HttpRefusal {
  return refuseBusy(503, 'Too many requests are being worked on. Nothing was done.', randomInt(1, 4))
}

function reserved(): HttpRefusal {
  return refuseBusy(503, 'The sandbox is being set back to its beginning. Nothing was done.', 1)
}

/**
 * Callers without a password together may use as much of the load as one merchant. None of them can take it
 * from the others, neither by sending slowly nor by calling repeatedly from one address.
 */
export type PayerLoad = {
  /** Receives a body: that costs memory, but does not count in the load. */
  readonly receive: BoundedWork
  readonly work: BoundedWork
  /** Finds out who calls. Many people may share an address: only this short part is counted by it. */
  readonly recognise: BoundedWork
  /** The call of a user who was recognised, by the user's name. */
  readonly workOfUser: BoundedWork
}

type BoundedWork = <Result>(name: string, act: () => Promise<Result>) => Promise<Result | HttpRefusal>

export function createPayerLoad(load: RequestLoad, limits: HttpLimits, shared?: SharedLimits): PayerLoad {
  const { requestsMax } = limits
  const bounded = (name: string, perNameMax: number, slotsMax = requestsMax) =>
    createConcurrencyLimit({ slotsMax, perNameMax, shared: shared && { limits: shared, name } })
  const arriving = bounded('arriving', limits.arrivingPerSourceMax, limits.arrivingMax)
  const working = bounded('payers', limits.payersPerSourceMax)
  const recognising = bounded('recognising', limits.recognisedPerSourceMax)
  const users = bounded('users', limits.perUserMax)
  return {
    receive: (source, act) => withinLimit(arriving, networkOf(source), act),
    work: (source, act) => withinLimit(working, networkOf(source), () => loaded(load, payers, act)),
    recognise: (source, act) =>
      withinLimit(recognising, networkOf(source), () => loaded(load, signedIn, act)),
    workOfUser: (userId, act) => withinLimit(users, userId, () => loaded(load, signedIn, act)),
  }
}

/** Names that no merchant can have. */
const payers = ' payers'
const signedIn = ' signed in'

/** What the handler of a route is given that counts its own work; others are counted from the outside. */
export function boundsOf(
  payers: PayerLoad,
  { isLongPolling, isOfUsers }: SelfCounting,
  source: string,
): { readonly counted?: OwnWork; readonly asUser?: (userId: string) => OwnWork } {
  if (!isOfUsers) return isLongPolling ? { counted: act => payers.work(source, act) } : {}
  const counted: OwnWork = act => payers.recognise(source, act)
  // One that waits is no work.
  return isLongPolling ? { counted } : { counted, asUser: userId => act => payers.workOfUser(userId, act) }
}

type SelfCounting = { readonly isLongPolling?: true; readonly isOfUsers?: true }
type OwnWork = <Result>(act: () => Promise<Result>) => Promise<Result | HttpRefusal>

async function loaded<Result>(
  load: RequestLoad,
  name: string,
  act: () => Promise<Result>,
): Promise<Result | HttpRefusal> {
  const entry = load.enter(name)
  const overload = entry instanceof Promise ? await entry : entry
  if (overload !== undefined) return overload
  try {
    return await act()
  } finally {
    load.leave(name)
  }
}

async function withinLimit<Result>(
  slots: ConcurrencyLimit,
  name: string,
  act: () => Promise<Result | HttpRefusal>,
): Promise<Result | HttpRefusal> {
  const acquired = slots.acquire(name)
  if (!(typeof acquired === 'boolean' ? acquired : await acquired)) return overLoad()
  try {
    return await act()
  } finally {
    slots.release(name)
  }
}
