// The session store in memory: for decoys, and for tests without a database.

import { BoundedMap } from '../platform/boundedMap.ts'
import type {
  FoundSession,
  SecretsClaim,
  SessionAuthentication,
  SessionChange,
  SessionKey,
  SessionLifetime,
  SessionStore,
  StoredSession,
  UsedSecrets,
} from './port.ts'

type MemorySession = {
  readonly key: SessionKey
  stored: StoredSession
  readonly createdMs: number
  expiresMs: number
  authentications: number
  usedFor?: string
  /** The holders of a claim on its secrets. */
  readonly holders: Set<string>
}

/** Keeps up to `countMax` sessions for the lifetime of the process. */
export function memorySessionStore(clock: Ticking = { nowMs: 0 }, countMax = endless): SessionStore {
  const rows = new BoundedMap<string, MemorySession>(countMax)
  const nameOf = ({ merchantId, sessionId }: SessionKey) => `${merchantId}/${sessionId}`
  const alive = (key: SessionKey) => {
    const row = rows.get(nameOf(key))
    return row && row.expiresMs > clock.nowMs ? row : undefined
  }
  const expiry = (createdMs: number, { idleMs, totalMs }: SessionLifetime) =>
    Math.min(clock.nowMs + idleMs, createdMs + totalMs)
  return {
    async create({ life, kind, apiVersion, version, updateStatus, authenticationLimit, contents, ...key }) {
      const stored = { kind, apiVersion, version, updateStatus, authenticationLimit, contents }
      const createdMs = clock.nowMs
      const expiresMs = expiry(createdMs, life)
      rows.set(nameOf(key), { key, stored, createdMs, expiresMs, authentications: 0, holders: new Set() })
    },
    find: async key => alive(key)?.stored,
    findByName: async sessionId => foundIn([...rows.values()], sessionId, clock.nowMs),
    authenticate: async (key, orderId) => countedIn(alive(key), orderId),
    async update({ life, version, authenticationLimit, contents, ...change }) {
      const row = alive(change)
      if (!row || !isAsSeen(row.stored, change)) return false
      if (change.bringsSecrets) unclaim(row)
      row.stored = { ...row.stored, version, authenticationLimit, contents, updateStatus: 'SUCCESS' }
      row.expiresMs = expiry(row.createdMs, life)
      return !change.claim || claimedIn(row, version, change.claim)
    },
    async markFailed(key, seen) {
      const row = alive(key)
      if (row?.stored.version === seen) row.stored = { ...row.stored, updateStatus: 'FAILURE' }
    },
    claimSecrets: async (seen, claim) => claimedIn(alive(seen), seen.version, claim),
    async releaseSecrets(key, holder) {
      const row = rows.get(nameOf(key))
      if (row?.holders.delete(holder) && row.holders.size === 0) unclaim(row)
    },
    async eraseSecrets(key, used) {
      const row = rows.get(nameOf(key))
      if (!row || (used && !wereUsed(row, used))) return
      unclaim(row)
      row.stored = { ...row.stored, contents: { lasting: row.stored.contents.lasting } }
    },
    async removeExpired(limit) {
      return removeSome(rows, limit, ({ expiresMs }) => expiresMs <= clock.nowMs)
    },
  }
}

function removeSome(
  rows: BoundedMap<string, MemorySession>,
  limit: number,
  isOver: (row: MemorySession) => boolean,
): number {
  let removed = 0
  for (const [name, row] of rows) {
    if (removed === limit) break
    if (isOver(row) && rows.delete(name)) removed++
  }
  return removed
}

type Ticking = { readonly nowMs: number }
const endless = Number.POSITIVE_INFINITY

function claimedIn(row: MemorySession | undefined, seen: string, { use, holder }: SecretsClaim): boolean {
  if (!row?.stored.contents.secrets || row.stored.version !== seen) return false
  if ((row.stored.claimedFor ?? use) !== use) return false
  row.holders.add(holder)
  row.stored = { ...row.stored, claimedFor: use }
  return true
}

function unclaim(row: MemorySession): void {
  const { claimedFor: _, ...stored } = row.stored
  row.stored = stored
  row.holders.clear()
}

const isAsSeen = ({ version, contents, claimedFor }: StoredSession, { seen, ...saw }: Seen): boolean =>
  version === seen &&
  (contents.secrets !== undefined) === saw.sawSecrets &&
  (claimedFor !== undefined) === saw.sawClaim
type Seen = Pick<SessionChange, 'seen' | 'sawSecrets' | 'sawClaim'>

const wereUsed = ({ stored, holders }: MemorySession, { version, holder }: UsedSecrets): boolean =>
  stored.version === version || (holder !== undefined && holders.has(holder))

function foundIn(rows: readonly MemorySession[], sessionId: string, nowMs: number): FoundSession | undefined {
  const row = rows.find(({ key, expiresMs }) => key.sessionId === sessionId && expiresMs > nowMs)
  if (!row) return undefined
  const { key, stored, createdMs, expiresMs } = row
  return { key, stored, ageMs: nowMs - createdMs, leftMs: expiresMs - nowMs }
}

function countedIn(row: MemorySession | undefined, orderId: string): SessionAuthentication {
  if (row?.stored.kind !== 'payment' || row.stored.authenticationLimit === 0) return 'unknown'
  if ((row.usedFor ?? orderId) !== orderId) return 'otherOrder'
  if (row.authentications >= row.stored.authenticationLimit) return 'exceeded'
  row.authentications += 1
  row.usedFor = orderId
  return 'ok'
}
