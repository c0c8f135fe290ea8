import type { Content } from '../contract/kit/content.ts'
import type { Owner } from '../orders/merchant.ts'

/**
 * What merchants are told, and how far telling them got. A change of an order writes an outbox row in its own
 * commit; each becomes one notification, which is never forgotten.
 */
export interface NotificationStore {
  /** Makes notifications of what is in the outbox, in the order of the commits; how many were there. */
  takeIn(limit: number): Promise<number>
  /**
   * What is to be sent now, leased for `leaseMs`: the attempt is counted before anything is sent. At most as
   * many per receiver and per merchant as there is room for, receivers in turn. The first attempt for a
   * change of an order waits until the first attempts for its earlier changes are over.
   */
  claim(wanted: WantedClaims): Promise<readonly NotificationClaim[]>
  /** What became of attempts. A success counts whoever holds the lease now; a failure only of its holder. */
  record(attempts: readonly DeliveryAttempt[]): Promise<void>
  /** What each of them tells, those of a merchant in the given order; no more once somebody has enough. */
  read(
    keys: readonly NotificationKey[],
    isEnough?: (told: NotificationContent) => boolean,
  ): Promise<readonly NotificationContent[]>
  /** What happened after a number, oldest first, also what was not sent anywhere. */
  feed(
    owner: Owner,
    wanted: { readonly after: number; readonly limit: number },
  ): Promise<readonly KeptNotification[]>
  /** Newest first. */
  list(wanted: WantedNotifications): Promise<readonly KeptNotification[]>
  find(owner: Owner, notificationId: string): Promise<KeptNotification | undefined>
  /** The number where the feed ends; 0 when there is nothing in it yet. */
  newest(owner: Owner): Promise<number>
  /** Every attempt, oldest first. */
  attempts(key: NotificationKey): Promise<readonly RecordedAttempt[]>
  /** What waits to be delivered, of all merchants. */
  backlog(): Promise<NotificationBacklog>
}

/** What it takes to show them. */
export type FeedStore = Pick<NotificationStore, 'feed' | 'find' | 'list' | 'read'>

/** Of each merchant a number of its own order of events. */
export type NotificationKey = Owner & { readonly feedNo: number }

export type DeliveryReceiver = { readonly merchantId: string; readonly receiver: string }

export type WantedClaims = {
  readonly limit: number
  readonly leaseMs: number
  /** How many of one receiver, unless it is listed with a room of its own; 0 is none. */
  readonly perReceiver: number
  readonly receivers: readonly (DeliveryReceiver & { readonly room: number })[]
  /** How many of one merchant, likewise. */
  readonly perMerchant: number
  readonly merchants: readonly { readonly merchantId: string; readonly room: number }[]
}

export type NotificationClaim = NotificationKey & {
  readonly notificationId: string
  readonly orderId: string
  readonly sequence: number
  /** 1 for the first; and the how manieth since it was put on its way. */
  readonly attempt: number
  readonly tries: number
  readonly receiver: string
  /** Absent: wherever its merchant wants it. */
  readonly target?: string
  /** At a first attempt: how long ago the change was. */
  readonly waitedMs?: number
}

export type DeliveryAttempt = NotificationKey & {
  readonly attempt: number
  readonly target: string
  /** Of the receiver's answer, if there was one. */
  readonly status?: number
  /** Why it was no success, in a few words of ours. */
  readonly reason?: string
  /** Why the shared secret did not go along, where it did not. */
  readonly withheld?: string
  readonly tookMs: number
  readonly verdict:
    | { readonly kind: 'delivered' }
    /** The receiver wants no more of it. */
    | { readonly kind: 'gone' }
    | { readonly kind: 'again'; readonly afterMs: number }
    | { readonly kind: 'dead' }
    /** Nothing was sent: by now its merchant wants no notifications, or says nowhere where to. */
    | { readonly kind: 'off' }
    | { readonly kind: 'nowhere' }
}

export const notificationStates = ['OFF', 'NOWHERE', 'WAITING', 'DELIVERED', 'GONE', 'DEAD'] as const
export type NotificationState = (typeof notificationStates)[number]

/** A notification as it is kept. */
export type KeptNotification = NotificationKey & {
  readonly notificationId: string
  readonly orderId: string
  /** As the merchant knows it. */
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
  readonly record: Content
  /** Of the request that brought it about (a traceparent), where somebody traced it. */
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
  /** Where the page before ended. */
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
  /** What no node has looked at yet. */
  readonly untaken: number
  readonly waiting: number
  /** How long the oldest of those that were never tried has been waiting. */
  readonly lateMs: number
}

/** What a merchant's notifications are signed with and carry; newest first. */
export interface SecretStore {
  find(owner: Owner): Promise<SealedSecrets>
  /** Makes this the first of its kind, unless there is one: nodes that need one at the same time share it. */
  ensure(owner: Owner, kind: SecretKind, sealed: Buffer): Promise<void>
  /** Makes this the newest of its kind: the one before stays as the second until retired; older ones go. */
  add(owner: Owner, kind: SecretKind, sealed: Buffer): Promise<void>
  /** Leaves only the newest. */
  retire(owner: Owner, kind: SecretKind): Promise<void>
}
export type SecretKind = 'signing' | 'shared'

/** Under which identity one is sealed: also after it became the second of its kind. */
export const secretIdentity = (kind: SecretKind): string => `notification/${kind}`
export type SealedSecrets = { readonly [Kind in SecretKind]: readonly SealedSecret[] }
export type SealedSecret = { readonly sealed: Buffer; readonly createdAtMs: number }
