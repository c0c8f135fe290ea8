import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type {
  DeliveryAttempt,
  KeptNotification,
  NotificationClaim,
  NotificationStore,
  ResendSelection,
  WantedClaims,
} from '../../src/notifications/port.ts'
import { notifiedRecordOf } from '../../src/operations/record/record.ts'
import type { Owner, Profile } from '../../src/orders/merchant.ts'
import { sandboxProfile } from '../../src/orders/merchant.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createDatabase } from '../database/database.ts'
import { sampleClosing, sampleIntent } from '../support/store/sampleIntent.ts'

/** A node's store on a database with merchants who are told at an address of their own. */
export async function openWorld(merchantIds: readonly string[] = ['SAMPLE']): Promise<World> {
  const database = await createDatabase('embedded')
  const owner = new pg.Client(database.config)
  await owner.connect()
  const nodes: Store[] = []
  const openNode = async () => {
    const store = await openStore(database.logins, { usualProfile: sandboxProfile })
    nodes.push(store)
    return { store, notifications: store.notifications(notifiedRecordOf) }
  }
  const stop = async () => {
    await Promise.all(nodes.splice(0).map(node => node.close()))
  }
  const setProfile = async (merchantId: string, profile: Partial<Profile>) => {
    const stored = [merchantId, JSON.stringify(profile)]
    await owner.query('update merchants set profile = $2 where merchant_id = $1', stored)
  }
  const { store, notifications } = await openNode()
  for (const merchantId of merchantIds) {
    await owner.query('insert into merchants (cell, merchant_id) values (1, $1)', [merchantId])
    await setProfile(merchantId, { notificationUrl: ownUrl })
  }
  return {
    ...{ store, notifications, owner, openNode, setProfile },
    async advance(ms) {
      await owner.query("update clock set shift = shift + $1::int8 * interval '1 ms'", [ms])
    },
    stop,
    async close() {
      await stop()
      await owner.end()
      await database.drop()
    },
  }
}

export type World = {
  readonly store: Store
  readonly notifications: NotificationStore
  /** May do everything. */
  readonly owner: pg.Client
  /** Another node on the same database. */
  openNode(): Promise<{ readonly store: Store; readonly notifications: NotificationStore }>
  /** What is stored of it; the rest is as is usual in the sandbox. */
  setProfile(merchantId: string, profile: Partial<Profile>): Promise<void>
  /** Moves the database's clock. */
  advance(ms: number): Promise<void>
  /** Stops all nodes. */
  stop(): Promise<void>
  close(): Promise<void>
}

export const ownUrl = 'https://merchant.example/told'

export type Changed = {
  readonly merchantId?: string
  readonly orderId?: string
  /** How many changes the order gets. */
  readonly times?: number
  /** What each request says. */
  readonly notificationUrl?: string | undefined
}

/** An order with as many transactions as it is to have changes; its id. */
export async function changed({ journal }: Store, given: Changed = {}): Promise<string> {
  const { merchantId = 'SAMPLE', orderId = randomUUID(), times = 1, notificationUrl } = given
  const key = { cell: 1, merchantId, orderId }
  const before = await journal.load(key)
  let seen = before?.version ?? 0
  const from = (before?.transactions.length ?? 0) + 1
  for (let n = from; n < from + times; n += 1) {
    const fields = { order: { amount: '1.00', ...(notificationUrl && { notificationUrl }) } }
    const request = { fields, additions: {} }
    const intent = sampleIntent({ key, transactionId: String(n), seen, request })
    const begun = await journal.begin(intent)
    if (begun.state !== 'started') throw new Error(`it was to start, but is ${begun.state}`)
    await journal.close(sampleClosing(intent, begun.fence))
    seen = begun.fence + 1
  }
  return orderId
}

/** As an operator does: with an entry in the audit log. */
export const resend = (
  { administration }: Pick<Store, 'administration'>,
  owner: Owner,
  which: ResendSelection,
) =>
  administration(() => Buffer.alloc(32)).resend(owner, which, count => ({
    ...{ actor: 'test', action: 'notification.resend', details: { count } },
  }))

/** Takes in whatever there is. */
export async function takeAll({ takeIn }: Pick<NotificationStore, 'takeIn'>): Promise<number> {
  let taken = 0
  for (let part = 500; part === 500; taken += part) part = await takeIn(500)
  return taken
}

export const wanting = (changes: Partial<WantedClaims> = {}): WantedClaims => ({
  ...{ limit: 64, leaseMs: 30_000, perReceiver: 2, receivers: [], perMerchant: 16, merchants: [] },
  ...changes,
})

export const attemptAt = (
  claim: NotificationClaim,
  verdict: DeliveryAttempt['verdict'],
): DeliveryAttempt => ({
  ...{ cell: claim.cell, merchantId: claim.merchantId, feedNo: claim.feedNo, attempt: claim.attempt },
  ...{ target: claim.target ?? ownUrl, tookMs: 12, verdict },
  ...(verdict.kind === 'delivered'
    ? { status: 204 }
    : { status: 500, reason: 'It answered with no success.' }),
})

export const delivered = (claim: NotificationClaim): DeliveryAttempt =>
  attemptAt(claim, { kind: 'delivered' })
export const again = (claim: NotificationClaim, afterMs = 15_000): DeliveryAttempt =>
  attemptAt(claim, { kind: 'again', afterMs })

export const sequencesOf = (claims: readonly { readonly sequence: number }[]): readonly number[] =>
  claims.map(({ sequence }) => sequence)

export const namesOf = (kept: readonly KeptNotification[]): readonly string[] =>
  kept.map(({ orderId, sequence }) => `${orderId} ${sequence}`)
