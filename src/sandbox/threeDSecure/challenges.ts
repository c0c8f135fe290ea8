import type { InteractionShelf } from '../provider/interactions.ts'
import { type ChallengeDecision, isChallengeDecision } from './conduct.ts'
import type { Subject } from './names.ts'
import { isTextual } from './signed.ts'

/** The issuer's own record of the payers it asks. What is decided here is what counts. */
export interface Challenges {
  open(id: string, challenge: Challenge): Promise<void>
  /** One that nobody answered in time is decided by that. */
  find(id: string): Promise<HeldChallenge | undefined>
  /** What stands now: this decision, or an earlier one. Undefined when there is no such challenge. */
  decide(id: string, decision: ChallengeDecision): Promise<ChallengeDecision | undefined>
}

/** The card's number is not among it: masked is enough for what a payer is shown. */
export type Challenge = Subject & {
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

export type HeldChallenge = Challenge & { readonly decision?: ChallengeDecision }

/** EMV 3-D Secure gives a payer ten minutes. */
export const challengePatienceMs = 10 * 60_000

type ChallengesOptions = { readonly shelf: InteractionShelf; readonly now: () => Date }

export function createChallenges({ shelf, now }: ChallengesOptions): Challenges {
  async function find(id: string): Promise<HeldChallenge | undefined> {
    const held = await shelf.find(id)
    const read = held?.kind === 'challenge' ? readChallenge(held.asked) : undefined
    if (held === undefined || read === undefined) return undefined
    const { startedMs, ...challenge } = read
    if (isChallengeDecision(held.decision)) return { ...challenge, decision: held.decision }
    if (now().getTime() - startedMs < challengePatienceMs) return challenge
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

const texts = [
  ...(['merchantId', 'orderId', 'transactionId', 'serverTransactionId', 'callback'] as const),
  ...(['merchantName', 'amount', 'currency', 'maskedCard', 'brand', 'started'] as const),
]

/** Undefined when something else lies there under that name. */
function readChallenge(asked: string): (Challenge & { readonly startedMs: number }) | undefined {
  const read: unknown = JSON.parse(asked)
  if (!isTextual(read, texts)) return undefined
  const { started, ...challenge } = read
  return { ...challenge, startedMs: Date.parse(started) }
}
