// Orders that are read again and again, kept together with the stamp of their rows: whoever reads one of them
// needs its documents only where the stamp has changed.

import type { LoadedOrder, OrderKey, RecordedTransaction } from '../../operations/model/journal.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import { systemClock } from '../../platform/clock.ts'
import { RecentMap } from '../../platform/recentMap.ts'

/** An order as it was read, and the stamp of the rows it was read from. */
export type StampedOrder = {
  readonly order: LoadedOrder
  readonly stamp: string
  /** The length of its documents. */
  readonly size: number
}

export type KeptOrders = {
  readonly find: (key: OrderKey) => StampedOrder | undefined
  /**
   * Takes note of what was just read from the database. It is kept once it was read twice and had not changed
   * in between: most orders are read once, and then change.
   */
  readonly note: (key: OrderKey, read: StampedOrder) => void
}

/** The length of all documents that are kept: parsed and as answers, they take up to thirty times as much. */
const keptMax = 2_000_000
/** What an order takes beside its documents, in their measure. */
const ownSize = 500
const answersMax = 4
const notedMax = 4_096
/** The server's numbers of transactions begin anew after four thousand million: not within this time. */
const ageMaxMs = 600_000

export function createKeptOrders(sizeMax = keptMax): KeptOrders {
  const kept = new RecentMap<string, StampedOrder & { readonly sinceMs: number }>(sizeMax)
  const notedStamps = new RecentMap<string, string>(notedMax)
  return {
    find(key) {
      const found = kept.get(nameOf(key))
      return found && systemClock.monotonicMs() - found.sinceMs < ageMaxMs ? found : undefined
    },
    note(key, { order, stamp, size }) {
      const name = nameOf(key)
      kept.delete(name)
      if (notedStamps.get(name) !== stamp) return notedStamps.set(name, stamp)
      const answers = new BoundedMap<string, object>(answersMax)
      const sinceMs = systemClock.monotonicMs()
      const transactions = order.transactions.map(withOwnBytes)
      kept.set(name, { order: { ...order, transactions, answers }, stamp, size, sinceMs }, size + ownSize)
    },
  }
}

const nameOf = ({ cell, merchantId, orderId }: OrderKey): string => `${cell}\0${merchantId}\0${orderId}`

/** The driver's bytes are pieces of 8 kB, all of which a fingerprint of 32 would keep in memory. */
function withOwnBytes(transaction: RecordedTransaction): RecordedTransaction {
  const { fingerprint, card, steps } = transaction
  return {
    ...{ ...transaction, fingerprint: ownBytes(fingerprint) },
    ...(card && { card: ownBytes(card) }),
    ...(steps && { steps: steps.map(withOwnBytes) }),
  }
}

const ownBytes = (bytes: Buffer): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
