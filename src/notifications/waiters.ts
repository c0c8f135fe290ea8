import { type Bell, createBell } from './bell.ts'

/** Those who wait for news: a few of each merchant, a bounded number in all. */
export type Waiters = {
  readonly enter: (merchantId: string) => Waiter
  readonly wake: () => void
  readonly letGo: (options?: { readonly isClosing?: boolean }) => void
}

export type Waiter = {
  readonly wait: (patienceMs: number) => Promise<void>
  /** It shall wait no longer. */
  readonly isLetGo: () => boolean
  readonly leave: () => void
}

const perMerchantMax = 4
const waitersMax = 128
/** However often there is news, nobody looks more often than this. */
const wakeEveryMs = 250

type Waiting = { readonly bell: Bell; readonly merchantId: string; isLetGo: boolean }

/**
 * Whoever comes when all places are taken gets that of the longest waiting, who goes home without news:
 * callers that are gone are not noticed, and must not keep others out.
 */
export function createWaiters(): Waiters {
  const waiting = new Set<Waiting>()
  let isClosed = false
  const sendHome = (waiter: Waiting | undefined) => {
    if (!waiter) return
    waiting.delete(waiter)
    waiter.isLetGo = true
    waiter.bell.ring()
  }
  return {
    enter(merchantId) {
      const own = [...waiting].filter(waiter => waiter.merchantId === merchantId)
      if (own.length >= perMerchantMax) sendHome(own[0])
      else if (waiting.size >= waitersMax) sendHome([...waiting][0])
      const waiter: Waiting = { bell: createBell(), merchantId, isLetGo: isClosed }
      waiting.add(waiter)
      return {
        wait: waiter.bell.wait,
        isLetGo: () => waiter.isLetGo,
        leave: () => waiting.delete(waiter),
      }
    },
    wake: nowAndThen(() => {
      for (const { bell } of waiting) bell.ring()
    }),
    letGo({ isClosing = false } = {}) {
      isClosed ||= isClosing
      for (const waiter of [...waiting]) sendHome(waiter)
    },
  }
}

/** At once, and then for a while not again: what is asked for meanwhile is done at the end of it. */
function nowAndThen(act: () => void): () => void {
  let isResting = false
  let isAsked = false
  const go = () => {
    isAsked = false
    isResting = true
    act()
    setTimeout(() => {
      isResting = false
      if (isAsked) go()
    }, wakeEveryMs).unref()
  }
  return () => {
    isAsked = true
    if (!isResting) go()
  }
}
