// What answers of the 3-D Secure server mean for an authentication transaction: status, recommendation, and
// what the response shows.

import type { TransactionRecord } from '../../contract/model.ts'
import type { AuthenticationStatus, GatewayCode } from '../../orders/transaction.ts'
import type {
  AuthenticationResult,
  CardEnrolment,
  PayerChallenge,
  ThreeDSecureIds,
} from '../../threeDSecure/port.ts'
import {
  type ChallengeWindowSize,
  challengeHtml,
  challengeWindowSizes,
  methodHtml,
  noMethodHtml,
} from '../../threeDSecure/redirect.ts'
import type { ConsultedFacts } from '../model/documents.ts'
import type { ConsultedConclusion, CounterpartyUpdate } from '../model/flow.ts'

/** The conclusion from the scheme's answer about a card. */
export function judgeEnrolment(update: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = update
  switch (answer?.outcome) {
    case 'enrolled':
      return available(answer, update)
    case 'notEnrolled':
      return notSupported
    case 'failed':
      return unanswered(answer)
    default:
      return unavailable('TIMED_OUT')
  }
}

/** The conclusion from the issuer's answer about the payer, at once or after a challenge. */
export function judgePayer(update: CounterpartyUpdate): ConsultedConclusion {
  const { answer } = update
  switch (answer?.outcome) {
    case 'judged':
      return judged(answer, update)
    case 'challenge':
      return challenged(answer, update)
    case 'notEnrolled':
      return notSupported
    case 'failed':
      return unanswered(answer)
    default:
      return unavailable('TIMED_OUT')
  }
}

type Authentication = NonNullable<TransactionRecord['authentication']>
type Recommendation = 'DO_NOT_PROCEED' | 'PROCEED' | 'RESUBMIT_LATER'
type AuthenticationFacts = {
  readonly result: ConsultedConclusion['result']
  readonly gatewayCode: GatewayCode
  readonly recommendation: Recommendation
  readonly status: AuthenticationStatus
}

function verdictOf(
  { result, gatewayCode, recommendation, status }: AuthenticationFacts,
  authentication: Authentication,
): ConsultedConclusion {
  return {
    result,
    gatewayCode,
    authenticationStatus: status,
    responsePatch: {
      authentication,
      response: { gatewayRecommendation: recommendation },
      transaction: { authenticationStatus: status },
    },
  }
}

export const notSupported: ConsultedConclusion = verdictOf(
  {
    result: 'SUCCESS',
    gatewayCode: 'NOT_SUPPORTED',
    recommendation: 'PROCEED',
    status: 'AUTHENTICATION_NOT_SUPPORTED',
  },
  { version: 'NONE', payerInteraction: 'NOT_REQUIRED' },
)

/** Where nobody could be reached, another try is as good as new; where one answered, it may not be. */
const unanswered = ({ isUnreached }: { readonly isUnreached?: true }): ConsultedConclusion =>
  unavailable(isUnreached ? 'ACQUIRER_SYSTEM_ERROR' : 'SYSTEM_ERROR')

export const unavailable = (
  gatewayCode: 'ACQUIRER_SYSTEM_ERROR' | 'SYSTEM_ERROR' | 'TIMED_OUT',
): ConsultedConclusion =>
  verdictOf(
    {
      result: 'FAILURE',
      gatewayCode,
      recommendation: 'RESUBMIT_LATER',
      status: 'AUTHENTICATION_UNAVAILABLE',
    },
    { version: '3DS2' },
  )

function available(enrolment: CardEnrolment, { tokens }: CounterpartyUpdate): ConsultedConclusion {
  const { serverTransactionId, protocolVersion, directoryServerId, requestorId, requestorName } = enrolment
  const { method, memory } = enrolment
  const verdict = verdictOf(
    {
      result: 'SUCCESS',
      gatewayCode: 'AUTHENTICATION_IN_PROGRESS',
      recommendation: 'PROCEED',
      status: 'AUTHENTICATION_AVAILABLE',
    },
    {
      version: '3DS2',
      '3ds2': {
        methodSupported: method ? 'SUPPORTED' : 'NOT_SUPPORTED',
        methodCompleted: false,
        ...{ protocolVersion, directoryServerId, requestorId, requestorName },
        '3dsServerTransactionId': serverTransactionId,
      },
      redirect: method ? looking(method) : { html: noMethodHtml },
    },
  )
  const consulted = {
    serverTransactionId,
    ...(memory !== undefined && { authenticatorMemory: memory }),
    ...(method && { methodUrl: method.url, methodData: method.data }),
    ...(method && tokens.method !== undefined && { methodToken: tokens.method }),
  }
  return { ...verdict, consulted }
}

const looking = ({
  url: methodUrl,
  data,
}: NonNullable<CardEnrolment['method']>): Authentication['redirect'] => ({
  html: methodHtml({ methodUrl, methodData: data }),
  customizedHtml: { '3ds2': { methodUrl, methodPostData: data } },
})

/** The issuer challenges the payer; an inquiry stays owed until the result is known. */
function challenged(challenge: PayerChallenge, update: CounterpartyUpdate): ConsultedConclusion {
  const { acsUrl, challengeRequest, acsTransactionId, resultWithinMs } = challenge
  const windowSize = windowSizeIn(update.request)
  const post = { acsUrl, creq: challengeRequest, gateway: update.origin }
  const html = challengeHtml({ ...post, ...(windowSize && { windowSize }) })
  const verdict = verdictOf(
    {
      result: 'PENDING',
      gatewayCode: 'PENDING',
      recommendation: 'PROCEED',
      status: 'AUTHENTICATION_PENDING',
    },
    {
      ...identified(challenge, update, 'C'),
      payerInteraction: 'REQUIRED',
      redirect: { html, customizedHtml: { '3ds2': { acsUrl, cReq: challengeRequest } } },
    },
  )
  const consulted = {
    ...{ ...consultedIn(update), acsTransactionId, acsUrl, challengeRequest },
    ...(resultWithinMs !== undefined && { resultWithinMs }),
    ...evidenceOf(challenge, update),
  }
  return { ...verdict, consulted, obligation: 'inquiry' }
}

function judged(judgement: AuthenticationResult, update: CounterpartyUpdate): ConsultedConclusion {
  const { transactionStatus, statusReasonCode, eci, authenticationToken, dsTransactionId } = judgement
  const facts = judgement.isExempt ? exempt : judgements[transactionStatus]
  const { '3ds2': ids, ...named } = identified(judgement, update, transactionStatus)
  const { payerInteraction = 'NOT_REQUIRED' } = authenticationIn(update)
  const proof = {
    ...(eci !== undefined && { acsEci: eci }),
    ...(authenticationToken !== undefined && { authenticationToken }),
    transactionId: dsTransactionId,
  }
  const verdict = verdictOf(facts, {
    ...named,
    payerInteraction,
    '3ds': proof,
    '3ds2': { ...ids, ...(statusReasonCode !== undefined && { statusReasonCode }) },
  })
  const consulted = {
    ...{ ...consultedIn(update), acsTransactionId: judgement.acsTransactionId },
    ...(judgement.isInferred && { isInferred: judgement.isInferred }),
    ...evidenceOf(judgement, update),
  }
  return { ...verdict, consulted }
}

/** What the issuer said with its answer, beside what it said with an earlier one. */
function evidenceOf(
  { evidence }: Pick<AuthenticationResult, 'evidence'>,
  update: CounterpartyUpdate,
): Pick<ConsultedFacts, 'evidence'> {
  return evidence ? { evidence: { ...consultedIn(update).evidence, ...evidence } } : {}
}

const exempt: AuthenticationFacts = {
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
  recommendation: 'PROCEED',
  status: 'AUTHENTICATION_EXEMPT',
}

/** The payment may go on at the merchant's risk. */
const unproven: AuthenticationFacts = {
  result: 'SUCCESS',
  gatewayCode: 'DECLINED',
  recommendation: 'PROCEED',
  status: 'AUTHENTICATION_UNAVAILABLE',
}

const failed = { result: 'FAILURE', gatewayCode: 'DECLINED', recommendation: 'DO_NOT_PROCEED' } as const

const judgements = {
  Y: { ...exempt, status: 'AUTHENTICATION_SUCCESSFUL' },
  A: { ...exempt, status: 'AUTHENTICATION_ATTEMPTED' },
  // Without an exemption the issuer has only taken note of the payer's data.
  I: unproven,
  N: { ...failed, status: 'AUTHENTICATION_FAILED' },
  R: { ...failed, status: 'AUTHENTICATION_REJECTED' },
  U: unproven,
} as const satisfies Record<AuthenticationResult['transactionStatus'], AuthenticationFacts>

function identified(
  ids: ThreeDSecureIds & Pick<AuthenticationResult, 'cardholderInfo'>,
  update: CounterpartyUpdate,
  transactionStatus: AuthenticationResult['transactionStatus'] | 'C',
) {
  const { serverTransactionId } = consultedIn(update)
  const { acsTransactionId, dsTransactionId, protocolVersion, cardholderInfo } = ids
  const { '3ds2': known } = authenticationIn(update)
  const { methodSupported, methodCompleted } = known ?? {}
  return {
    version: '3DS2' as const,
    '3ds2': {
      ...(methodSupported !== undefined && { methodSupported, methodCompleted }),
      ...{ acsTransactionId, dsTransactionId, protocolVersion, transactionStatus },
      '3dsServerTransactionId': serverTransactionId,
      ...(cardholderInfo !== undefined && { cardholderInfo }),
    },
  }
}

/** Without the earlier authentication: each request may name another. */
function consultedIn({ before }: CounterpartyUpdate): ConsultedFacts {
  const { prior: _, ...consulted } = before.consulted ?? {}
  return consulted
}

const authenticationIn = ({ before }: CounterpartyUpdate): Authentication =>
  before.fields.authentication ?? {}

function windowSizeIn({ device }: TransactionRecord): ChallengeWindowSize | undefined {
  const wanted = device?.browserDetails?.['3DSecureChallengeWindowSize']
  return challengeWindowSizes.find(size => size === wanted)
}
