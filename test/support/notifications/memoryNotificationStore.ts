import { randomUUID } from 'node:crypto'
import type { TransactionRecord } from '../../../src/contract/model.ts'
import type {
  DeliveryAttempt,
  KeptNotification,
  NotificationClaim,
  NotificationContent,
  NotificationKey,
  NotificationStore,
  WantedClaims,
} from '../../../src/notifications/port.ts'
import type { Owner } from '../../../src/orders/merchant.ts'

/** A change that was committed, as the outbox knows it. */
export type CommittedChange = Owner & {
  readonly orderId: string
  readonly transactionId: string
  readonly sequence: number
  readonly target?: string
  readonly record: TransactionRecord
  readonly state?: 'OFF' | 'NOWHERE'
}

/** The whole port in memory, with a clock that tests move: for tests of its users. */
export type MemoryNotificationStore = NotificationStore & {
  commit(change: CommittedChange): void
  /** As an operator does who sends it again. */
  putBack(notificationId: string): void
  readonly rows: readonly StoredNotification[]
  readonly made: readonly DeliveryAttempt[]
}

type StoredNotification = Omit<KeptNotification, 'state' | 'attempts' | 'nextAtMs'> & {
  readonly record: TransactionRecord
  readonly receiver: string
  state: KeptNotification['state']
  attempts: number
  tries: number
  nextAtMs: number
  leasedUntilMs: number
}

export function createMemoryNotificationStore(now: () => number): MemoryNotificationStore {
  const outbox: CommittedChange[] = []
  const rows: StoredNotification[] = []
  const made: DeliveryAttempt[] = []
  return {
    ...readingsOf(rows),
    rows,
    made,
    commit: change => void outbox.push(change),
    async takeIn(limit) {
      const taken = outbox.splice(0, limit)
      for (const change of taken) rows.push(rowFrom(change, rows.length + 1, now()))
      return taken.length
    },
    claim: async wanted => claimed(rows, wanted, now()),
    async record(attempts) {
      for (const attempt of attempts) {
        made.push(attempt)
        const row = rows.find(isOf(attempt))
        if (row) conclude(row, attempt, now())
      }
    },
    attempts: async key => made.filter(isOf(key)).map(one => ({ ...one, atMs: now() })),
    putBack(notificationId) {
      const row = rows.find(one => one.notificationId === notificationId)
      if (row) Object.assign(row, { state: 'WAITING', tries: 0, nextAtMs: now() })
    },
    backlog: async () => ({ untaken: outbox.length, waiting: rows.filter(isWaiting).length, lateMs: 0 }),
  }
}

const isOf =
  ({ merchantId, feedNo }: NotificationKey) =>
  (one: NotificationKey): boolean =>
    one.merchantId === merchantId && one.feedNo === feedNo

const ofOwner = (
  rows: readonly StoredNotification[],
  { merchantId }: Pick<Owner, 'merchantId'>,
): readonly StoredNotification[] => rows.filter(row => row.merchantId === merchantId)

type Readings = Pick<NotificationStore, 'read' | 'feed' | 'list' | 'find' | 'newest'>

const readingsOf = (rows: readonly StoredNotification[]): Readings => ({
  async read(keys, isEnough) {
    const told: NotificationContent[] = []
    for (const key of keys) {
      const row = rows.find(isOf(key))
      const { cell, merchantId, feedNo } = key
      if (!row) continue
      const one = { cell, merchantId, feedNo, version: 100, record: row.record }
      told.push(one)
      if (isEnough?.(one)) break
    }
    return told
  },
  feed: async (owner, { after, limit }) =>
    ofOwner(rows, owner)
      .filter(({ feedNo }) => feedNo > after)
      .slice(0, limit),
  list: async ({ merchantId = '', limit }) => ofOwner(rows, { merchantId }).toReversed().slice(0, limit),
  find: async (owner, notificationId) =>
    ofOwner(rows, owner).find(row => row.notificationId === notificationId),
  newest: async owner => ofOwner(rows, owner).at(-1)?.feedNo ?? 0,
})

function rowFrom(change: CommittedChange, feedNo: number, nowMs: number): StoredNotification {
  const { target, state = 'WAITING', ...rest } = change
  return {
    ...{ ...rest, feedNo, notificationId: randomUUID(), changedAtMs: nowMs, state },
    ...{ receiver: target === undefined ? '' : new URL(target).origin, attempts: 0, tries: 0 },
    ...{ nextAtMs: nowMs, leasedUntilMs: 0 },
    ...(target !== undefined && { target }),
  }
}

const isWaiting = ({ state }: StoredNotification): boolean => state === 'WAITING'

function claimed(
  rows: readonly StoredNotification[],
  wanted: WantedClaims,
  nowMs: number,
): readonly NotificationClaim[] {
  const receivers = new Map(
    wanted.receivers.map(({ merchantId, receiver, room }) => [`${merchantId} ${receiver}`, room]),
  )
  const merchants = new Map(wanted.merchants.map(({ merchantId, room }) => [merchantId, room]))
  const claims: NotificationClaim[] = []
  for (const row of rows) {
    const { merchantId, receiver } = row
    const receiverRoom = receivers.get(`${merchantId} ${receiver}`) ?? wanted.perReceiver
    const merchantRoom = merchants.get(merchantId) ?? wanted.perMerchant
    const isDue = isWaiting(row) && row.nextAtMs <= nowMs && row.leasedUntilMs <= nowMs
    if (!isDue || receiverRoom <= 0 || merchantRoom <= 0 || claims.length >= wanted.limit) continue
    if (row.attempts === 0 && isBehind(row, rows, nowMs)) continue
    receivers.set(`${merchantId} ${receiver}`, receiverRoom - 1)
    merchants.set(merchantId, merchantRoom - 1)
    row.attempts += 1
    row.tries += 1
    row.leasedUntilMs = nowMs + wanted.leaseMs
    claims.push(claimOf(row))
  }
  return claims
}

/** An earlier change of its order was not tried yet, or is being tried for the first time. */
function isBehind(
  { merchantId, orderId, sequence }: StoredNotification,
  rows: readonly StoredNotification[],
  nowMs: number,
): boolean {
  return rows.some(
    row =>
      row.merchantId === merchantId &&
      row.orderId === orderId &&
      row.sequence < sequence &&
      isWaiting(row) &&
      (row.attempts === 0 || (row.attempts === 1 && row.leasedUntilMs > nowMs)),
  )
}

function claimOf(row: StoredNotification): NotificationClaim {
  const { cell, merchantId, feedNo, notificationId, orderId, sequence, receiver, target } = row
  return {
    ...{ cell, merchantId, feedNo, notificationId, orderId, sequence, receiver },
    ...{ attempt: row.attempts, tries: row.tries },
    ...(target !== undefined && { target }),
  }
}

const states = { delivered: 'DELIVERED', gone: 'GONE', dead: 'DEAD', off: 'OFF', nowhere: 'NOWHERE' } as const

function conclude(row: StoredNotification, { attempt, verdict }: DeliveryAttempt, nowMs: number): void {
  if (verdict.kind !== 'delivered' && attempt !== row.attempts) return
  row.leasedUntilMs = 0
  if (verdict.kind === 'again') row.nextAtMs = nowMs + verdict.afterMs
  else row.state = states[verdict.kind]
}
