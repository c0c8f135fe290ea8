import type { PostedForm } from '../../pages/noticePages.ts'
import type { InteractionStore } from '../interactions.ts'
import {
  type AuthenticationSubject,
  deriveId,
  hasTexts,
  readChallengeRequest,
  readMethodData,
  writeChallengeResult,
  writeMethodDone,
} from './messages.ts'
import { type ChallengeDecision, isChallengeDecision, verdictsByChallengeDecision } from './triggers.ts'

/** The issuer as its pages need it: what browsers post there, and where they are sent on. */
export interface Issuer {
  /** The frame that looks at the browser; undefined when it was sent by somebody else's server. */
  readMethodPost(methodData: string): PostedForm | undefined
  /** What a payer is asked, or where to go because it is over; undefined when nobody knows of it. */
  readChallengePost(challengeRequest: string): Promise<ChallengeQuestion | undefined>
  /** The payer has chosen. The first choice stands; undefined when there is no such challenge. */
  decide(challengeId: string, outcome: string): Promise<PostedForm | 'noSuchOutcome' | undefined>
  /** The same without a browser: what stands now. */
  decideFor(
    subject: AuthenticationSubject,
    outcome: string,
  ): Promise<ChallengeDecision | 'noSuchOutcome' | undefined>
}

type ChallengeQuestion =
  | { readonly state: 'open'; readonly id: string; readonly shown: ChallengedPayment }
  | { readonly state: 'over'; readonly posting: PostedForm }

export type ChallengedPayment = {
  readonly merchantName: string
  readonly amount: string
  readonly currency: string
  readonly maskedCard: string
}

type IssuerOptions = {
  readonly challenges: ChallengeStore
  readonly origin: () => string
  readonly key: Buffer
}

export function createIssuer({ challenges, origin, key }: IssuerOptions): Issuer {
  return {
    readMethodPost(methodData) {
      const message = readMethodData(methodData)
      // The frame goes back to this gateway only: anything else would send browsers wherever somebody likes.
      if (!message?.notificationUrl.startsWith(`${origin()}/3ds/method/`)) return undefined
      const { serverTransactionId, notificationUrl } = message
      return {
        address: notificationUrl,
        fields: { threeDSMethodData: writeMethodDone(serverTransactionId) },
      }
    },
    async readChallengePost(challengeRequest) {
      const { acsTransactionId: id = '', serverTransactionId } = readChallengeRequest(challengeRequest) ?? {}
      const held = await challenges.find(id)
      if (held === undefined || held.serverTransactionId !== serverTransactionId) return undefined
      const { merchantName, amount, currency, maskedCard, decision } = held
      if (decision !== undefined) return { state: 'over', posting: challengeResultForm(id, held, decision) }
      return { state: 'open', id, shown: { merchantName, amount, currency, maskedCard } }
    },
    async decide(id, outcome) {
      if (!isChallengeDecision(outcome)) return 'noSuchOutcome'
      const decision = await challenges.decide(id, outcome)
      const held = decision && (await challenges.find(id))
      return held && challengeResultForm(id, held, decision)
    },
    async decideFor(subject, outcome) {
      if (!isChallengeDecision(outcome)) return 'noSuchOutcome'
      return challenges.decide(deriveId(key, 'issuer', subject), outcome)
    },
  }
}

function challengeResultForm(id: string, held: StoredChallenge, decision: ChallengeDecision): PostedForm {
  const { callback, serverTransactionId } = held
  const { transactionStatus: transStatus } = verdictsByChallengeDecision[decision]
  const cres = writeChallengeResult({ serverTransactionId, acsTransactionId: id, transStatus })
  return { address: callback, fields: { cres } }
}

/** The issuer's own record of the payers it asks. What is decided here is what counts. */
export interface ChallengeStore {
  open(id: string, challenge: ChallengeRecord): Promise<void>
  /** One that nobody answered in time is decided by that. */
  find(id: string): Promise<StoredChallenge | undefined>
  /** What stands now: this decision, or an earlier one. Undefined when there is no such challenge. */
  decide(id: string, decision: ChallengeDecision): Promise<ChallengeDecision | undefined>
}

/** The card's number is not among it: masked is enough for what a payer is shown. */
type ChallengeRecord = AuthenticationSubject & {
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

type StoredChallenge = ChallengeRecord & { readonly decision?: ChallengeDecision }

/** EMV 3-D Secure gives a payer ten minutes. */
const challengeTimeoutMs = 10 * 60_000

type ChallengeStoreOptions = { readonly interactions: InteractionStore; readonly now: () => Date }

export function createChallengeStore({ interactions, now }: ChallengeStoreOptions): ChallengeStore {
  async function find(id: string): Promise<StoredChallenge | undefined> {
    const held = await interactions.find(id)
    const read = held?.kind === 'challenge' ? readChallenge(held.asked) : undefined
    if (held === undefined || read === undefined) return undefined
    const { startedMs, ...challenge } = read
    if (isChallengeDecision(held.decision)) return { ...challenge, decision: held.decision }
    if (now().getTime() - startedMs < challengeTimeoutMs) return challenge
    if (await interactions.decide(id, 'timedOut')) return { ...challenge, decision: 'timedOut' }
    return find(id)
  }
  return {
    async open(id, challenge) {
      if ((await interactions.find(id)) !== undefined) return
      const asked = JSON.stringify({ ...challenge, started: now().toISOString() })
      await interactions.add({ id, kind: 'challenge', asked })
    },
    find,
    async decide(id, decision) {
      const held = await find(id)
      if (held === undefined || held.decision !== undefined) return held?.decision
      return (await interactions.decide(id, decision)) ? decision : (await find(id))?.decision
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
