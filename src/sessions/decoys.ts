import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { open, seal } from '../platform/secretBox.ts'
import { createDecoyIds } from './decoyIds.ts'
import { keepSession, lives, type SessionsParts } from './held.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import type { SessionBox, SessionStore } from './port.ts'
import { createSessions, type SessionCall, type Sessions } from './sessions.ts'
import type { DescribeCard } from './shown.ts'

/**
 * Sessions of merchants that do not exist, for whoever asks without a password: a refusal would tell which
 * merchants do. What they hold is in memory only, sealed under a key that nobody keeps; that they exist is in
 * their names, for all nodes.
 */
export function createDecoys({ describeCard, clock, key, countMax = 20_000 }: DecoyParts): Decoys {
  const ids = createDecoyIds(key)
  const now = () => clock.now().getTime()
  const elapsed = {
    get nowMs() {
      return clock.monotonicMs()
    },
  }
  const parts: SessionsParts = {
    describeCard,
    store: memorySessionStore(elapsed, countMax),
    box: boxOfNobody(),
    name({ merchantId }, apiVersion) {
      const sessionId = ids.make(merchantId, { openedAtMs: now(), apiVersion })
      return { sessionId, version: ids.versionOf(merchantId, sessionId) }
    },
  }
  const sessions = createSessions(parts)

  /** One that another node opened, or that made room here, is there as it was opened, and empty. */
  async function recall({ owner }: SessionCall, sessionId: string, apiVersion: number): Promise<void> {
    const version = ids.versionOf(owner.merchantId, sessionId)
    const making = { kind: 'payment', apiVersion, updateStatus: 'SUCCESS', authenticationLimit: 0 } as const
    const named = { ...parts, name: () => ({ sessionId, version }) }
    await keepSession(named, owner, { ...making, contents: { values: {} } })
  }

  return {
    create: sessions.create,
    removeExpired: parts.store.removeExpired,
    async update(call, sessionId) {
      const opening = ids.read(call.owner.merchantId, sessionId)
      if (opening === undefined) return sessions.update(call, sessionId)
      const ageMs = now() - opening.openedAtMs
      const isHere = (await parts.store.find({ ...call.owner, sessionId })) !== undefined
      if (!isHere && ageMs < lives.payment.idleMs) await recall(call, sessionId, opening.apiVersion)
      return sessions.update(call, ageMs < lives.payment.totalMs ? sessionId : '')
    },
  }
}

function boxOfNobody(): SessionBox {
  const key = randomBytes(32)
  return {
    seal: async (merchantId, identity, text) => seal(key, Buffer.from(text), `${merchantId} ${identity}`),
    open: async (merchantId, identity, sealed) => open(key, sealed, `${merchantId} ${identity}`).toString(),
  }
}

export type Decoys = Pick<Sessions, 'create' | 'update'> & Pick<SessionStore, 'removeExpired'>

export type DecoyParts = {
  readonly describeCard: DescribeCard
  readonly clock: Clock
  /** All nodes have the same. */
  readonly key: Buffer
  /** The oldest makes room. */
  readonly countMax?: number
}
