import type { TransactionRecord } from '../contract/model.ts'
import type { Owner } from '../orders/merchant.ts'

/**
 * Notifications and the state of their delivery. A change of an order writes an outbox row in its own commit;
 * each row becomes one notification, which is never lost.
 */
export interface NotificationStore {
  /** Turns outbox rows into notifications, in the order of their commits; returns how many there were. */
  takeIn(limit: number): Promise<number>
  /**
   * Claims notifications that are due, leased for `leaseMs`: the attempt is counted before anything is sent.
   * At most as many per receiver and per merchant as there is room for, receivers in turn. The first attempt
   * for a change of an order waits until the first attempts for its earlier changes are over.
   */
  claim(wanted: WantedClaims): Promise<readonly NotificationClaim[]>
  /**
   * Records the outcomes of attempts. A success counts whoever holds the lease now; a failure only from its
   * holder.
   */
  record(attempts: readonly DeliveryAttempt[]): Promise<void>
  /** The contents of notifications, those of a merchant in the given order, until the reader has enough. */
  read(
    keys: readonly NotificationKey[],
    isEnough?: (content: NotificationContent) => boolean,
  ): Promise<readonly NotificationContent[]>
  /** The notifications after a number, oldest first, including those that were not sent anywhere. */
  feed(
    owner: Owner,
    wanted: { readonly after: number; readonly limit: number },
  ): Promise<readonly KeptNotification[]>
  /** Newest first. */
  list(wanted: WantedNotifications): Promise<readonly KeptNotification[]>
  find(owner: Owner, notificationId: string): Promise<KeptNotification | undefined>
  /** The number of the newest notification; 0 when there is none yet. */
  newest(owner: Owner): Promise<number>
  /** Every attempt, oldest first. */
  attempts(key: NotificationKey): Promise<readonly RecordedAttempt[]>
  /** Notifications that wait for delivery, of all merchants. */
  backlog(): Promise<NotificationBacklog>
}

/** What the feed needs of the store. */
export type FeedStore = Pick<NotificationStore, 'feed' | 'find' | 'list' | 'read'>

/** Each merchant has its own sequence of numbers. */
export type NotificationKey = Owner & { readonly feedNo: number }

export type DeliveryReceiver = { readonly merchantId: string; readonly receiver: string }

export type WantedClaims = {
  readonly limit: number
  readonly leaseMs: number
  /** The limit of each receiver that is not listed with its own; 0 is none. */
  readonly perReceiver: number
  readonly receivers: readonly (DeliveryReceiver & { readonly room: number })[]
  /** The limit of each merchant, likewise. */
  readonly perMerchant: number
  readonly merchants: readonly { readonly merchantId: string; readonly room: number }[]
}

export type NotificationClaim = NotificationKey & {
  readonly notificationId: string
  readonly orderId: string
  readonly sequence: number
  /** Counted from 1; and counted since it was last queued. */
  readonly attempt: number
  readonly tries: number
  readonly receiver: string
  /** Absent: the address in the merchant's profile. */
  readonly target?: string
  /** With a first attempt: the time since the change. */
  readonly waitedMs?: number
}

export type DeliveryAttempt = NotificationKey & {
  readonly attempt: number
  readonly target: string
  /** The status of the receiver's answer, if there was one. */
  readonly status?: number
  /** Why it failed, in a few words of our own. */
  readonly reason?: string
  /** Why the shared secret was not sent, where it was not. */
  readonly withheld?: string
  readonly tookMs: number
  readonly verdict:
    | { readonly kind: 'delivered' }
    /** The receiver does not want it (410). */
    | { readonly kind: 'gone' }
    | { readonly kind: 'again'; readonly afterMs: number }
    | { readonly kind: 'dead' }
    /** Nothing was sent: the merchant's profile no longer asks for notifications, or names no address. */
    | { readonly kind: 'off' }
    | { readonly kind: 'nowhere' }
}

export const notificationStates = ['OFF', 'NOWHERE', 'WAITING', 'DELIVERED', 'GONE', 'DEAD'] as const
export type NotificationState = (typeof notificationStates)[number]

/** A notification as it is stored. */
export type KeptNotification = NotificationKey & {
  readonly notificationId: string
  readonly orderId: string
  /** The merchant's own id. */
  readonly transactionId: string
  readonly sequence: number
  readonly changedAtMs: number
  readonly state: NotificationState
  readonly attempts: number
  readonly target?: string
  readonly nextAtMs?: number
}

export type RecordedAttempt = Omit<DeliveryAttempt, 'verdict' | keyof NotificationKey> & {
  readonly atMs: number
}

/** The content of a notification: the transaction and its order as they were after this change. */
export type NotificationContent = NotificationKey & {
  readonly version: number
  readonly record: TransactionRecord
  /** The traceparent of the request that caused it, where it was traced. */
  readonly trace?: string
}

export type ResendSelection =
  | { readonly notificationId: string }
  | { readonly fromMs: number; readonly toMs: number; readonly states?: readonly NotificationState[] }

export type WantedNotifications = {
  readonly merchantId?: string
  readonly notificationId?: string
  readonly orderId?: string
  readonly states?: readonly NotificationState[]
  readonly fromMs?: number
  readonly toMs?: number
  readonly limit: number
  /** The end of the previous page. */
  readonly before?: NotificationKey
}

/** Wraps one attempt, to count and trace it. */
export type AroundDelivery = (
  delivery: DeliveryFacts,
  work: () => Promise<DeliveryAttempt>,
) => Promise<DeliveryAttempt>
type DeliveryFacts = Pick<
  NotificationClaim,
  'merchantId' | 'orderId' | 'notificationId' | 'sequence' | 'attempt' | 'waitedMs'
> &
  Pick<NotificationContent, 'trace'>

/** Counted up to a limit. */
export type NotificationBacklog = {
  /** Outbox rows that no node has taken in yet. */
  readonly untaken: number
  readonly waiting: number
  /** The age of the oldest one that was never attempted. */
  readonly lateMs: number
}

/** The secrets that sign a merchant's notifications or are sent with them; newest first. */
export interface SecretStore {
  find(owner: Owner): Promise<SealedSecrets>
  /**
   * Stores this as the first of its kind, unless there is one: nodes that need one at the same time share it.
   */
  ensure(owner: Owner, kind: SecretKind, sealed: Buffer): Promise<void>
  /**
   * Stores this as the newest of its kind: the previous one stays as the second until retired; older ones are
   * deleted.
   */
  add(owner: Owner, kind: SecretKind, sealed: Buffer): Promise<void>
  /** Leaves only the newest. */
  retire(owner: Owner, kind: SecretKind): Promise<void>
}
export type SecretKind = 'signing' | 'shared'

/** The identity under which a secret is sealed; the same after it became the second of its kind. */
export const secretIdentity = (kind: SecretKind): string => `notification/${kind}`
export type SealedSecrets = { readonly [Kind in SecretKind]: readonly SealedSecret[] }
export type SealedSecret = { readonly sealed: Buffer; readonly createdAtMs: number }
