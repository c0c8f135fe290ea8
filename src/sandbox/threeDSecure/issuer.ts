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

/** The issuer's server (ACS) of the simulator: what browsers post to its pages, and where they go next. */
export interface Issuer {
  /** Of the method frame; undefined when this gateway did not make the message. */
  readMethodPost(methodData: string): PostedForm | undefined
  /** What to ask the payer, or where to go when it is decided; undefined when there is no such challenge. */
  readChallengePost(challengeRequest: string): Promise<ChallengeQuestion | undefined>
  /** The payer decides. The first decision counts; undefined when there is no such challenge. */
  decide(challengeId: string, outcome: string): Promise<PostedForm | 'noSuchOutcome' | undefined>
  /** The same without a browser; returns the decision that counts. */
  decideFor(
    subject: AuthenticationSubject,
    outcome: string,
  ): Promise<ChallengeDecision | 'noSuchOutcome' | undefined>
}

type ChallengeQuestion =
  | { readonly state: 'open'; readonly id: string; readonly shown: ChallengedPayment }
  | { readonly state: 'over'; readonly posting: PostedForm }

/** On the issuer's page where the merchant gave its shop no name. */
export const unnamedShop = 'Shop'

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
      // The frame returns to this gateway only: otherwise this would be an open redirect.
      if (!message?.notificationUrl.startsWith(`${origin()}/3ds/method/`)) return undefined
      const { serverTransactionId, notificationUrl } = message
      return {
        address: notificationUrl,
        fields: { threeDSMethodData: writeMethodDone(serverTransactionId) },
      }
    },
    async readChallengePost(challengeRequest) {
      const { acsTransactionId: id = '', serverTransactionId } = readChallengeRequest(challengeRequest) ?? {}
      const stored = await challenges.find(id)
      if (stored === undefined || stored.serverTransactionId !== serverTransactionId) return undefined
      const { merchantName, amount, currency, maskedCard, decision } = stored
      if (decision !== undefined) return { state: 'over', posting: challengeResultForm(id, stored, decision) }
      return { state: 'open', id, shown: { merchantName, amount, currency, maskedCard } }
    },
    async decide(id, outcome) {
      if (!isChallengeDecision(outcome)) return 'noSuchOutcome'
      const decision = await challenges.decide(id, outcome)
      const stored = decision && (await challenges.find(id))
      return stored && challengeResultForm(id, stored, decision)
    },
    async decideFor(subject, outcome) {
      if (!isChallengeDecision(outcome)) return 'noSuchOutcome'
      return challenges.decide(deriveId(key, 'issuer', subject), outcome)
    },
  }
}

function challengeResultForm(id: string, stored: StoredChallenge, decision: ChallengeDecision): PostedForm {
  const { callback, serverTransactionId } = stored
  const { transactionStatus: transStatus } = verdictsByChallengeDecision[decision]
  const cres = writeChallengeResult({ serverTransactionId, acsTransactionId: id, transStatus })
  return { address: callback, fields: { cres } }
}

/** The issuer's own record of challenges: the result of a challenge is what is decided here. */
export interface ChallengeStore {
  open(id: string, challenge: ChallengeRecord): Promise<void>
  /** A challenge that nobody answered in time is decided `timedOut` by this. */
  find(id: string): Promise<StoredChallenge | undefined>
  /** The decision that counts: this one, or an earlier one. Undefined when there is no such challenge. */
  decide(id: string, decision: ChallengeDecision): Promise<ChallengeDecision | undefined>
}

/** Without the card number: the payer is shown the masked one. */
type ChallengeRecord = AuthenticationSubject & {
  readonly serverTransactionId: string
  /** Where the browser goes when the challenge is over. */
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
    const stored = await interactions.find(id)
    const read = stored?.kind === 'challenge' ? readChallenge(stored.asked) : undefined
    if (stored === undefined || read === undefined) return undefined
    const { startedMs, ...challenge } = read
    if (isChallengeDecision(stored.decision)) return { ...challenge, decision: stored.decision }
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
      const stored = await find(id)
      if (stored === undefined || stored.decision !== undefined) return stored?.decision
      return (await interactions.decide(id, decision)) ? decision : (await find(id))?.decision
    },
  }
}

const challengeTexts = [
  ...(['merchantId', 'orderId', 'transactionId', 'serverTransactionId', 'callback'] as const),
  ...(['merchantName', 'amount', 'currency', 'maskedCard', 'brand', 'started'] as const),
]

/** Undefined when something else is stored under that id. */
function readChallenge(asked: string): (ChallengeRecord & { readonly startedMs: number }) | undefined {
  const read: unknown = JSON.parse(asked)
  if (!hasTexts(read, challengeTexts)) return undefined
  const { started, ...challenge } = read
  return { ...challenge, startedMs: Date.parse(started) }
}
