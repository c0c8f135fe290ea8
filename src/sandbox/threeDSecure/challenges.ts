import type { InteractionStore } from '../interactions.ts'
import { type ChallengeDecision, isChallengeDecision } from './conduct.ts'
import type { AuthenticationSubject } from './names.ts'
import { hasTexts } from './signed.ts'

/** The issuer's own record of the payers it asks. What is decided here is what counts. */
export interface ChallengeStore {
  open(id: string, challenge: ChallengeRecord): Promise<void>
  /** One that nobody answered in time is decided by that. */
  find(id: string): Promise<StoredChallenge | undefined>
  /** What stands now: this decision, or an earlier one. Undefined when there is no such challenge. */
  decide(id: string, decision: ChallengeDecision): Promise<ChallengeDecision | undefined>
}

/** The card's number is not among it: masked is enough for what a payer is shown. */
export type ChallengeRecord = AuthenticationSubject & {
  readonly serverTransactionId: string
  /** Where the browser goes when it is over. */
  readonly callback: string
  readonly merchantName: string
  /** A decimal. */
  readonly amount: string
  readonly currency: string
  readonly maskedCard: string
  readonly brand: string
}

export type StoredChallenge = ChallengeRecord & { readonly decision?: ChallengeDecision }

/** EMV 3-D Secure gives a payer ten minutes. */
export const challengeTimeoutMs = 10 * 60_000

type ChallengeStoreOptions = { readonly shelf: InteractionStore; readonly now: () => Date }

export function createChallengeStore({ shelf, now }: ChallengeStoreOptions): ChallengeStore {
  async function find(id: string): Promise<StoredChallenge | undefined> {
    const held = await shelf.find(id)
    const read = held?.kind === 'challenge' ? readChallenge(held.asked) : undefined
    if (held === undefined || read === undefined) return undefined
    const { startedMs, ...challenge } = read
    if (isChallengeDecision(held.decision)) return { ...challenge, decision: held.decision }
    if (now().getTime() - startedMs < challengeTimeoutMs) return challenge
    if (await shelf.decide(id, 'timedOut')) return { ...challenge, decision: 'timedOut' }
    return find(id)
  }
  return {
    async open(id, challenge) {
      if ((await shelf.find(id)) !== undefined) return
      const asked = JSON.stringify({ ...challenge, started: now().toISOString() })
      await shelf.add({ id, kind: 'challenge', asked })
    },
    find,
    async decide(id, decision) {
      const held = await find(id)
      if (held === undefined || held.decision !== undefined) return held?.decision
      return (await shelf.decide(id, decision)) ? decision : (await find(id))?.decision
    },
  }
}

const challengeTexts = [
  ...(['merchantId', 'orderId', 'transactionId', 'serverTransactionId', 'callback'] as const),
  ...(['merchantName', 'amount', 'currency', 'maskedCard', 'brand', 'started'] as const),
]

/** Undefined when something else lies there under that name. */
function readChallenge(asked: string): (ChallengeRecord & { readonly startedMs: number }) | undefined {
  const read: unknown = JSON.parse(asked)
  if (!hasTexts(read, challengeTexts)) return undefined
  const { started, ...challenge } = read
  return { ...challenge, startedMs: Date.parse(started) }
}
