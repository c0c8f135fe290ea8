import { randomBytes } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { open, seal } from '../platform/secretBox.ts'
import { memorySessionStore } from './memorySessionStore.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { DescribeCard } from './shown.ts'

/**
 * Sessions of merchants that do not exist, for whoever asks without a password: a refusal would tell which
 * merchants do. They are in memory only, a few of them, sealed under a key that nobody keeps.
 */
export function createDecoys({ describeCard, clock, countMax = 1_000 }: DecoyParts): Decoys {
  const key = randomBytes(32)
  const elapsed = {
    get nowMs() {
      return clock.monotonicMs()
    },
  }
  return createSessions({
    describeCard,
    store: memorySessionStore(elapsed, countMax),
    box: {
      seal: async (merchantId, identity, text) => seal(key, Buffer.from(text), `${merchantId} ${identity}`),
      open: async (merchantId, identity, sealed) => open(key, sealed, `${merchantId} ${identity}`).toString(),
    },
  })
}

export type Decoys = Pick<Sessions, 'create' | 'update'>

export type DecoyParts = {
  readonly describeCard: DescribeCard
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** The oldest makes room. */
  readonly countMax?: number
}
