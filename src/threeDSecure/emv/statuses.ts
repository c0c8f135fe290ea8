// What an issuer's server said, in the words of the port.

import { holdsCardData } from '../../standards/cardDataInText.ts'
import type { AuthenticationResult, ThreeDSecureIds } from '../port.ts'
import { transactionStatuses } from '../port.ts'
import type { ThreeDSecureMessage } from './messages/catalogue.ts'
import type { ResultContent } from './records.ts'

type Answer = ThreeDSecureMessage<'ARes' | 'RReq'>

/**
 * What is kept of an answer or a result, under the protocol's names: for disputes, without the proof, and
 * without texts in which the card number could be repeated.
 */
const keptNames = [
  ...['messageVersion', 'transStatus', 'transStatusReason', 'transStatusReasonInfo', 'eci', 'cardholderInfo'],
  ...['acsReferenceNumber', 'dsReferenceNumber', 'acsOperatorID', 'acsChallengeMandated'],
  ...['authenticationType', 'authenticationMethod', 'interactionCounter', 'challengeCancel'],
  ...['transChallengeExemption', 'whiteListStatus', 'whiteListStatusSource', 'trustListStatus'],
  'trustListStatusSource',
]

export function contentOf(message: Answer): ResultContent {
  const fields = new Map<string, unknown>(Object.entries(message))
  const values = keptNames.flatMap(name => {
    const value = textOf(fields.get(name))
    return value === undefined || holdsCardData(value) ? [] : [[name, value] as const]
  })
  const { authenticationValue: proof } = message
  return { values: Object.fromEntries(values), ...(proof !== undefined && { proof }) }
}

/** Lists are joined by commas. Of a notice with pictures, the text is kept. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(',')
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined
  return typeof text === 'string' ? text : undefined
}

export type ResultSetting = {
  readonly ids: ThreeDSecureIds
  /** Reason codes by which this directory server says that an exemption was accepted. */
  readonly exemptionReasons: readonly string[]
  /** The wish that was sent: `threeDSRequestorChallengeInd`. */
  readonly wish?: unknown
}

/** A decision: not of a challenge that is still to come. An answer about no payment may have no status. */
export function resultOf({ values, proof }: ResultContent, setting: ResultSetting): AuthenticationResult {
  const { transStatus, transStatusReason, eci, cardholderInfo } = values
  const transactionStatus = transactionStatuses.find(status => status === transStatus) ?? 'U'
  const isExempt =
    (transactionStatus === 'I' && !isDataOnly(setting.wish)) ||
    (transactionStatus === 'N' && setting.exemptionReasons.includes(transStatusReason ?? ''))
  return {
    ...setting.ids,
    transactionStatus,
    ...(transStatusReason !== undefined && { statusReasonCode: transStatusReason }),
    ...(eci !== undefined && /^[0-9]{1,2}$/.test(eci) && { eci }),
    ...(isPassedOn(proof) && { authenticationToken: proof }),
    ...(isExempt && { isExempt }),
    ...(cardholderInfo !== undefined && { cardholderInfo }),
    evidence: values,
  }
}

/** Data was shared, and no exemption asked for. */
const isDataOnly = (wish: unknown): boolean => (Array.isArray(wish) ? wish.includes('06') : wish === '06')

/** The API has room for 24 bytes of base64; 2.3.1 lets a scheme define more, which nobody could send on. */
export const isPassedOn = (proof: string | undefined): proof is string =>
  (proof?.length === 28 || proof?.length === 32) && /^[A-Za-z0-9+/]+={0,2}$/.test(proof)
