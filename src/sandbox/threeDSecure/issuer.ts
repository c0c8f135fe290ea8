import type { PostedForm } from '../../pages/threeDSecure/betweenPages.ts'
import type { ChallengeStore, StoredChallenge } from './challenges.ts'
import { type ChallengeDecision, isChallengeDecision } from './conduct.ts'
import { verdictsByChallengeDecision } from './judgement.ts'
import { readChallengeRequest, readMethodData, writeChallengeResult, writeMethodDone } from './messages.ts'
import { type AuthenticationSubject, deriveId } from './names.ts'

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

export type ChallengeQuestion =
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
