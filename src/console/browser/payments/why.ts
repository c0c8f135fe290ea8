// Why a transaction came out as it did: what happened, who decided, and what its merchant can do now.

import type { ExplainedDecider, Explanation } from '../../../contract/explanation.ts'
import type { GatewayCode } from '../../../orders/transaction.ts'
import { gatewayCodes } from '../../../standards/paymentCodes.ts'
import type { Tone } from '../components/statusBadge.tsx'
import type { AdviceWord } from './adviceWords.ts'

export type Why = {
  readonly tone: Tone
  readonly code: GatewayCode
  /** Instead of the sentence of the code. */
  readonly happened?: AdviceWord
  readonly decided: AdviceWord
  /** The acquirer's own words, where it decided with some. */
  readonly words?: string
  readonly next: AdviceWord
}

/** What of an explanation decides it. */
export type WhyFacts = Pick<
  Explanation,
  'decidedBy' | 'gatewayCode' | 'operation' | 'owed' | 'result' | 'rules' | 'steps'
>

export function whyOf(facts: WhyFacts): Why {
  const code = gatewayCodes.find(known => known === facts.gatewayCode) ?? 'UNKNOWN'
  const isRisk = isBlockedByRisk(facts, code)
  const decided = deciderOf(facts)
  const words = decided === 'byACQUIRERSaying' ? acquirerWords(facts) : undefined
  return {
    tone: resultTone(facts.result),
    code,
    ...(isRisk && { happened: 'blockedByRisk' }),
    decided,
    ...(words !== undefined && { words }),
    next: isRisk ? 'seeRule' : nextOf(facts, code),
  }
}

/** Whether it needs to be said at all: what went well explains itself. */
export const needsWhy = ({ result, gatewayCode }: Pick<WhyFacts, 'gatewayCode' | 'result'>): boolean =>
  result !== 'SUCCESS' || gatewayCode === 'PARTIALLY_APPROVED' || gatewayCode === 'SUBMITTED'

export function resultTone(result: string): Tone {
  if (result === 'SUCCESS') return 'good'
  return result === 'FAILURE' ? 'bad' : 'wait'
}

function isBlockedByRisk({ rules, decidedBy }: WhyFacts, code: GatewayCode): boolean {
  const isRejected = rules.some(({ rule, verdict }) => rule === 'RISK' && verdict === 'REJECTED')
  return code === 'BLOCKED' && (isRejected || decidedBy === 'GATEWAY')
}

function deciderOf(facts: WhyFacts): AdviceWord {
  if (isUndecided(facts)) return 'byNOBODY_YET'
  if (facts.decidedBy === 'ACQUIRER')
    return acquirerWords(facts) === undefined ? 'byACQUIRER' : 'byACQUIRERSaying'
  const isUndone = facts.result === 'FAILURE' && facts.owed?.obligation === 'REVERSAL'
  if (isUndone || (facts.decidedBy === 'GATEWAY' && wasAsked(facts))) return 'byGATEWAYAfterAsking'
  return deciders[facts.decidedBy]
}

const deciders: Readonly<Record<ExplainedDecider, AdviceWord>> = {
  ACQUIRER: 'byACQUIRER',
  ISSUER: 'byISSUER',
  PROVIDER: 'byPROVIDER',
  PAYER: 'byPAYER',
  GATEWAY: 'byGATEWAY',
  OPERATOR: 'byOPERATOR',
  RECOVERY: 'byRECOVERY',
  NOBODY_YET: 'byNOBODY_YET',
}

const wasAsked = ({ steps }: WhyFacts): boolean =>
  steps.some(({ step, answer }) => step.endsWith('_ASKED') && answer !== 'unsent')

/** `51 INSUFFICIENT FUNDS`. */
function acquirerWords({ steps }: WhyFacts): string | undefined {
  const asked = steps.find(({ step }) => step === 'ACQUIRER_ASKED')
  const words = [asked?.acquirerCode, asked?.acquirerMessage].filter(
    each => typeof each === 'string' && each !== '',
  )
  return words.length === 0 ? undefined : words.join(' ')
}

function nextOf(facts: WhyFacts, code: GatewayCode): AdviceWord {
  if (facts.rules.some(({ rule, verdict }) => rule === 'RISK' && verdict === 'REVIEW_REQUIRED'))
    return 'review'
  const isFollowUp = followUps.has(facts.operation)
  if (isUndecided(facts)) {
    if (ofPayers.has(facts.operation)) return 'waitsForPayer'
    return isFollowUp ? 'followUpWaits' : (whileOpen[code] ?? 'waits')
  }
  const isReversal = facts.owed?.obligation === 'REVERSAL'
  if (facts.result === 'FAILURE' && isReversal)
    return facts.owed?.status === 'ACKNOWLEDGED' ? 'reversed' : 'reversing'
  return isFollowUp ? afterFollowUp[code] : afterPayment[code]
}

const isUndecided = ({ result }: WhyFacts): boolean => result === 'PENDING' || result === 'UNKNOWN'

/** What the payer goes on with. */
const ofPayers: ReadonlySet<string> = new Set([
  'INITIATE_AUTHENTICATION',
  'AUTHENTICATE_PAYER',
  'INITIATE_BROWSER_PAYMENT',
])
const followUps: ReadonlySet<string> = new Set(['CAPTURE', 'REFUND', 'VOID', 'UPDATE_AUTHORIZATION'])

/** While it is the payer who has not finished. */
const whileOpen: { readonly [code in GatewayCode]?: AdviceWord } = {
  AUTHENTICATION_IN_PROGRESS: 'waitsForPayer',
  SUBMITTED: 'waitsForPayer',
}

/** What is the same whatever was asked for. */
const always = {
  ACQUIRER_SYSTEM_ERROR: 'tryLater',
  APPROVED: 'nothing',
  APPROVED_AUTO: 'nothing',
  APPROVED_PENDING_SETTLEMENT: 'nothing',
  BALANCE_AVAILABLE: 'nothing',
  BALANCE_UNKNOWN: 'tryLater',
  BASIC_VERIFICATION_SUCCESSFUL: 'nothing',
  DEFERRED_TRANSACTION_RECEIVED: 'nothing',
  DUPLICATE_BATCH: 'askOperator',
  LOCK_FAILURE: 'busy',
  NOT_SUPPORTED: 'askOperator',
  PENDING: 'waits',
  SUBMITTED: 'waitsForPayer',
  SYSTEM_ERROR: 'tryLater',
  TIMED_OUT: 'tryLater',
  UNKNOWN: 'waits',
} as const satisfies { readonly [code in GatewayCode]?: AdviceWord }

/** After a payment, a verification or an authentication. */
const afterPayment: Readonly<Record<GatewayCode, AdviceWord>> = {
  ...always,
  ABORTED: 'otherWay',
  AUTHENTICATION_FAILED: 'authenticateAgain',
  AUTHENTICATION_IN_PROGRESS: 'waitsForPayer',
  BLOCKED: 'stopCard',
  CANCELLED: 'otherWay',
  DECLINED: 'otherCard',
  DECLINED_AVS: 'checkAddress',
  DECLINED_AVS_CSC: 'checkCode',
  DECLINED_CSC: 'checkCode',
  DECLINED_DO_NOT_CONTACT: 'stopCard',
  DECLINED_INVALID_PIN: 'askPin',
  DECLINED_PAYMENT_PLAN: 'withoutPlan',
  DECLINED_PIN_REQUIRED: 'askPin',
  EXCEEDED_RETRY_LIMIT: 'newOrder',
  EXPIRED_CARD: 'newCard',
  INSUFFICIENT_FUNDS: 'otherCard',
  INVALID_CSC: 'checkCode',
  NOT_ENROLLED_3D_SECURE: 'otherCard',
  NO_BALANCE: 'otherCard',
  PARTIALLY_APPROVED: 'payRest',
  REFERRED: 'callIssuer',
  UNSPECIFIED_FAILURE: 'otherCard',
}

/** After a capture, refund, void or update: the payer has no part in it. */
const afterFollowUp: Readonly<Record<GatewayCode, AdviceWord>> = {
  ...always,
  ACQUIRER_SYSTEM_ERROR: 'followUpAgain',
  SYSTEM_ERROR: 'followUpAgain',
  TIMED_OUT: 'followUpAgain',
  PENDING: 'followUpWaits',
  SUBMITTED: 'followUpWaits',
  UNKNOWN: 'followUpWaits',
  ABORTED: 'followUpRefused',
  AUTHENTICATION_FAILED: 'followUpRefused',
  AUTHENTICATION_IN_PROGRESS: 'followUpWaits',
  BLOCKED: 'followUpRefused',
  CANCELLED: 'followUpRefused',
  DECLINED: 'followUpRefused',
  DECLINED_AVS: 'followUpRefused',
  DECLINED_AVS_CSC: 'followUpRefused',
  DECLINED_CSC: 'followUpRefused',
  DECLINED_DO_NOT_CONTACT: 'followUpRefused',
  DECLINED_INVALID_PIN: 'followUpRefused',
  DECLINED_PAYMENT_PLAN: 'followUpRefused',
  DECLINED_PIN_REQUIRED: 'followUpRefused',
  EXCEEDED_RETRY_LIMIT: 'followUpRefused',
  EXPIRED_CARD: 'followUpRefused',
  INSUFFICIENT_FUNDS: 'followUpRefused',
  INVALID_CSC: 'followUpRefused',
  NOT_ENROLLED_3D_SECURE: 'followUpRefused',
  NO_BALANCE: 'followUpRefused',
  PARTIALLY_APPROVED: 'nothing',
  REFERRED: 'followUpRefused',
  UNSPECIFIED_FAILURE: 'followUpAgain',
}
