// Decoys: sessions for merchants that do not exist, so that a caller without a password cannot find out which
// merchants exist; and their ids.

import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { randomAlphanumerics } from '../platform/ids.ts'
import { keyedHash, open, seal } from '../platform/secretBox.ts'
import { type DescribeCard, keepSession, type SessionDependencies, sessionLifetimes } from './heldSession.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import type { SessionBox, SessionStore } from './port.ts'
import { createSessions, type SessionCall, type Sessions } from './sessions.ts'

export type Decoys = Pick<Sessions, 'create' | 'update'> & Pick<SessionStore, 'removeExpired'>

type DecoyDependencies = {
  readonly describeCard: DescribeCard
  readonly clock: Clock
  /** Must be the same on all nodes. */
  readonly key: Buffer
  /** If there are more, the oldest is evicted. */
  readonly countMax?: number
}

/**
 * Sessions of merchants that do not exist, for callers without a password: a refusal would reveal which
 * merchants exist. Their contents are in memory only, encrypted with a key that is not stored; that they
 * exist follows, on all nodes, from their ids.
 */
export function createDecoys({ describeCard, clock, key, countMax = 20_000 }: DecoyDependencies): Decoys {
  const ids = createDecoyIds(key)
  const now = () => clock.now().getTime()
  const elapsed = {
    get nowMs() {
      return clock.monotonicMs()
    },
  }
  const dependencies: SessionDependencies = {
    describeCard,
    store: memorySessionStore(elapsed, countMax),
    box: temporaryBox(),
    name({ merchantId }, apiVersion) {
      const sessionId = ids.make(merchantId, { openedAtMs: now(), apiVersion })
      return { sessionId, version: ids.versionOf(merchantId, sessionId) }
    },
  }
  const sessions = createSessions(dependencies)

  /** Creates, empty, a decoy that another node opened or that was evicted here. */
  async function recall({ owner }: SessionCall, sessionId: string, apiVersion: number): Promise<void> {
    const version = ids.versionOf(owner.merchantId, sessionId)
    const properties = {
      kind: 'payment',
      apiVersion,
      updateStatus: 'SUCCESS',
      authenticationLimit: 0,
    } as const
    const withName = { ...dependencies, name: () => ({ sessionId, version }) }
    await keepSession(withName, owner, { ...properties, contents: { values: {} } })
  }

  return {
    create: sessions.create,
    removeExpired: dependencies.store.removeExpired,
    async update(call, sessionId) {
      const opening = ids.read(call.owner.merchantId, sessionId)
      if (opening === undefined) return sessions.update(call, sessionId)
      const ageMs = now() - opening.openedAtMs
      const isHere = (await dependencies.store.find({ ...call.owner, sessionId })) !== undefined
      if (!isHere && ageMs < sessionLifetimes.payment.idleMs)
        await recall(call, sessionId, opening.apiVersion)
      return sessions.update(call, ageMs < sessionLifetimes.payment.totalMs ? sessionId : '')
    },
  }
}

/** Encrypts with a key that exists only in the memory of this process. */
function temporaryBox(): SessionBox {
  const key = randomBytes(32)
  return {
    seal: async (merchantId, identity, text) => seal(key, Buffer.from(text), `${merchantId} ${identity}`),
    open: async (merchantId, identity, sealed) => open(key, sealed, `${merchantId} ${identity}`).toString(),
  }
}

/** When, and by which version of the API, a decoy was opened. */
type DecoyOpening = { readonly openedAtMs: number; readonly apiVersion: number }

/**
 * Ids of decoys look like those of any session and contain, encrypted, when they were opened: every node
 * recognises them without having stored anything. The first third is random, the second is the opening under
 * a one-time pad, the last authenticates both for one merchant.
 */
export function createDecoyIds(key: Buffer): DecoyIds {
  const digits = (purpose: string, merchantId: string, text: string) =>
    BigInt(`0x${keyedHash(key, `${purpose}\n${merchantId}\n${text}`).toString('hex')}`) % range
  const proofOf = (merchantId: string, text: string) => written(digits('proof', merchantId, text))
  return {
    make(merchantId, { openedAtMs, apiVersion }) {
      const start = randomAlphanumerics(third)
      const plain = BigInt(Math.floor(openedAtMs / 1_000)) * versions + BigInt(apiVersion)
      const opening = written((plain + digits('pad', merchantId, start)) % range)
      return `SESSION${start}${opening}${proofOf(merchantId, start + opening)}`
    },
    read(merchantId, sessionId) {
      const [, start, opening, proof] = form.exec(sessionId) ?? []
      if (start === undefined || opening === undefined) return undefined
      if (proofOf(merchantId, start + opening) !== proof) return undefined
      const plain = (range + numberOf(opening) - digits('pad', merchantId, start)) % range
      return { openedAtMs: Number(plain / versions) * 1_000, apiVersion: Number(plain % versions) }
    },
    versionOf: (merchantId, sessionId) =>
      `${keyedHash(key, `version\n${merchantId}\n${sessionId}`).toString('hex', 0, 4)}01`,
  }
}

type DecoyIds = {
  readonly make: (merchantId: string, opening: DecoyOpening) => string
  /** Undefined if no node made the id for that merchant. */
  readonly read: (merchantId: string, sessionId: string) => DecoyOpening | undefined
  /** The session's first version. */
  readonly versionOf: (merchantId: string, sessionId: string) => string
}

const third = 8
const range = 36n ** BigInt(third)
const versions = 1_000n
const form = /^SESSION([0-9A-Z]{8})([0-9A-Z]{8})([0-9A-Z]{8})$/

const written = (number: bigint): string => number.toString(36).toUpperCase().padStart(third, '0')
const numberOf = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
