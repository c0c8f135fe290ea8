// The issuer's decision about an authentication request, and the answer (ARes) that tells it.

import { randomBytes, randomUUID } from 'node:crypto'
import { maskedNumber } from '../standards/cardNumber.ts'
import { currencyOfNumber } from '../standards/currencies.ts'
import type { Scheme } from './schemes.ts'
import type { WireMessage } from './tables/forms.ts'
import { type IssuerOutcome, outcomeOfCard } from './testCards.ts'
import { type DirectoryTransaction, type ShownPurchase, textOf } from './transactions.ts'
import { type IssuerVerdict, reasonIn, verdictsByIssuerOutcome } from './verdicts.ts'
import type { SpokenVersion } from './versions.ts'

export type AuthenticationAsk = {
  readonly scheme: Scheme
  readonly version: SpokenVersion
  readonly content: WireMessage
  readonly nowMs: number
  /** Of the issuer's challenge page. */
  readonly challengeUrl: string
  /** Overrules the card. */
  readonly outcome?: IssuerOutcome | undefined
  /** The card is in none of the scheme's ranges, and the scheme stands in. */
  readonly isStandIn: boolean
}

export type IssuerAnswer = { readonly answer: WireMessage; readonly transaction: DirectoryTransaction }

export const issuerReference = 'ACS_TOLLGATE_TEST_0001'
export const directoryReference = 'DS_TOLLGATE_TEST_0001'

/** Undefined: the issuer fails. */
export function issuerAnswer(ask: AuthenticationAsk): IssuerAnswer | undefined {
  const verdict = verdictOf(ask)
  return verdict && answerWith(ask, verdict)
}

export function answerWith(ask: AuthenticationAsk, verdict: IssuerVerdict): IssuerAnswer {
  const { scheme, version, content, nowMs, challengeUrl } = ask
  const dsTransID = randomUUID()
  // A directory server that stands in has no issuer's id to tell.
  const acsTransID = ask.isStandIn ? dsTransID : randomUUID()
  const ids = { threeDSServerTransID: textOf(content, 'threeDSServerTransID'), acsTransID, dsTransID }
  const category = textOf(content, 'messageCategory')
  const isOpen = verdict.status === 'C'
  return {
    answer: {
      messageType: 'ARes',
      messageVersion: version,
      ...ids,
      acsReferenceNumber: ask.isStandIn ? directoryReference : issuerReference,
      acsOperatorID: `${scheme.name.toUpperCase()}-ACS-0001`,
      dsReferenceNumber: directoryReference,
      ...verdictFields(verdict, ask),
      ...(isOpen && { acsURL: challengeUrl, acsChallengeMandated: 'Y', ...methodField(version) }),
    },
    transaction: {
      ...{ scheme: scheme.name, version, ids, category, shown: shownOf(content) },
      resultsUrl: textOf(content, 'threeDSServerURL'),
      notificationUrl: textOf(content, 'notificationURL'),
      ...(isOpen && { challenge: { openedMs: nowMs, interactions: 0 } }),
    },
  }
}

/** A one-time code: dynamic. */
export const methodField = (version: SpokenVersion): WireMessage =>
  version === '2.3.1' ? { authenticationMethod: ['02'] } : { authenticationType: '02' }

/** Status, reason, proof and indicator, in an answer and in a result alike. */
export function verdictFields(
  { status, reason, notice }: IssuerVerdict,
  { scheme, version, content }: Pick<AuthenticationAsk, 'scheme' | 'version' | 'content'>,
): WireMessage {
  const isPayment = content.messageCategory === '01'
  const isProof = isPayment && (status === 'Y' || status === 'A')
  const indicator = status === 'I' && isShared(content) ? scheme.sharedIndicator : scheme.indicators[status]
  return {
    transStatus: status,
    ...(reason !== undefined && { transStatusReason: reasonIn(version, reason) }),
    ...(isProof && { authenticationValue: randomBytes(20).toString('base64') }),
    ...(isPayment && indicator !== undefined && { eci: indicator }),
    ...(notice !== undefined && { cardholderInfo: version === '2.3.1' ? { text: notice } : notice }),
  }
}

const wishesOf = ({ threeDSRequestorChallengeInd: wishes }: WireMessage): readonly unknown[] =>
  Array.isArray(wishes) ? wishes : [wishes]
const isShared = (content: WireMessage): boolean => wishesOf(content).includes('06')
/** Where the merchant says that it needs no authentication. */
const isExemptionAsked = (content: WireMessage): boolean =>
  wishesOf(content).some(wish => wish === '05' || wish === '07')

function verdictOf(ask: AuthenticationAsk): IssuerVerdict | undefined {
  const { content, isStandIn, version, scheme } = ask
  if (isStandIn) return verdictsByIssuerOutcome.attempted
  const outcome = ask.outcome ?? outcomeOfCard(textOf(content, 'acctNumber'))
  if (outcome === undefined) return { status: 'N', reason: '08' }
  if (outcome === 'error') return undefined
  const canInform = version !== '2.1.0'
  if (canInform && isShared(content) && outcome !== 'failed' && outcome !== 'rejected') return { status: 'I' }
  if (outcome === 'exempt') {
    const [reason] = scheme.exemptionReasons
    const isInformed = reason === undefined || (canInform && isExemptionAsked(content))
    return isInformed ? { status: 'I' } : { status: 'N', reason }
  }
  if (outcome !== 'challenge') return verdictsByIssuerOutcome[outcome]
  // Nobody is there to be challenged: only a decoupled authentication would do.
  return content.deviceChannel === '03' ? { status: 'N', reason: '23' } : { status: 'C' }
}

function shownOf(content: WireMessage): ShownPurchase {
  const exponent = Number(textOf(content, 'purchaseExponent') || '0')
  const digits = textOf(content, 'purchaseAmount').padStart(exponent + 1, '0')
  const number = textOf(content, 'purchaseCurrency')
  const whole = digits.slice(0, digits.length - exponent)
  return {
    merchant: textOf(content, 'merchantName') || textOf(content, 'threeDSRequestorName'),
    amount: exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`,
    currency: currencyOfNumber(number) ?? number,
    card: maskedNumber(textOf(content, 'acctNumber')),
  }
}
