// CHECK_3DS_ENROLLMENT and PROCESS_ACS_RESULT: the first generation of 3-D Secure. They belong to no order,
// and no transaction is executed.

import { readRequest } from '../../contract/kit/atVersion.ts'
import type { RequestOf } from '../../contract/kit/operation.ts'
import { validated } from '../../contract/kit/validate.ts'
import { noCardData } from '../../contract/kit/validateFields.ts'
import type { EnrolmentRecord } from '../../contract/model.ts'
import { checkEnrollment, processAcsResult } from '../../contract/operations/payerAuthentication.ts'
import { toMinor } from '../../orders/money.ts'
import { invalid, notConnected, type Rejection, rejectionOf } from '../../orders/rejection.ts'
import { repeatsCard } from '../../standards/cardDataInText.ts'
import type { LegacyEnrolmentResult, LegacyPayerStatus } from '../../threeDSecure/port.ts'
import { legacyHtml } from '../../threeDSecure/redirect.ts'
import type { Counterparties } from '../model/counterparties.ts'
import { askedCard, withoutCard } from '../payments/card.ts'
import { type AccountRequest, resolveAccountRequest } from '../requests/resolveReferences.ts'
import type { ReferenceSources } from '../requests/sources.ts'

/** The first generation of 3-D Secure, for older integrations. */
export interface Enrolments {
  /** Whether the card takes part, and how the payer gets to its issuer. */
  check(call: AccountRequest, threeDSecureId: string): Promise<EnrolmentRecord | Rejection>
  /** Reads the issuer's result, which the payer's browser brought back. */
  process(call: AccountRequest, threeDSecureId: string): Promise<EnrolmentRecord | Rejection>
}

export function createEnrolments(dependencies: EnrolmentDependencies): Enrolments {
  return {
    check: (call, threeDSecureId) => check(dependencies, call, threeDSecureId),
    process: (call, threeDSecureId) => process(dependencies, call, threeDSecureId),
  }
}

type EnrolmentDependencies = {
  readonly counterparties: Pick<Counterparties, 'enrolments'>
  readonly sources: ReferenceSources
}

async function check(
  dependencies: EnrolmentDependencies,
  call: AccountRequest,
  threeDSecureId: string,
): Promise<EnrolmentRecord | Rejection> {
  const { enrolments } = dependencies.counterparties
  const resolved = await resolveAccountRequest(dependencies, checkEnrollment, call)
  if ('finding' in resolved) return rejectionOf(resolved.finding)
  const { request } = resolved
  const card = askedCard(request)
  if (!card) return withoutCard(request)
  if (repeatsCard(threeDSecureId, card.number)) return invalid('3DSecureId', noCardData)
  if (enrolments.isAbsent) return notConnected(checkEnrollment.name, withoutRegister)
  const { merchantId } = call.owner
  const { currency } = request.order
  const found = await enrolments.check({
    ...{ merchantId, threeDSecureId, currency },
    cardNumber: card.number,
    amount: toMinor(request.order.amount, currency),
  })
  if (!found) return usedOtherwise(threeDSecureId)
  const { summaryStatus } = found
  return {
    merchant: merchantId,
    result: 'SUCCESS',
    // A card that does not take part may be used too: its issuer cannot be asked, and is liable.
    response: { gatewayRecommendation: 'PROCEED' },
    '3DSecureId': threeDSecureId,
    '3DSecure': {
      summaryStatus,
      ...('veResEnrolled' in found && { veResEnrolled: found.veResEnrolled }),
      ...('xid' in found && { xid: found.xid, authenticationRedirect: redirectTo(found, request) }),
    },
  }
}

const withoutRegister = 'This gateway is connected to no 3-D Secure server of the first generation.'

const usedOtherwise = (threeDSecureId: string): Rejection =>
  invalid('3DSecureId', 'It was used for another check.', threeDSecureId)

type Enrolled = Extract<LegacyEnrolmentResult, { summaryStatus: 'CARD_ENROLLED' }>

/** The redirect to the issuer: a complete page, or the values for one where the merchant wants those. */
function redirectTo(
  { acsUrl, paReq, xid }: Enrolled,
  request: RequestOf<typeof checkEnrollment>,
): NonNullable<EnrolmentRecord['3DSecure']>['authenticationRedirect'] {
  const { pageGenerationMode, responseUrl = '' } = request['3DSecure'].authenticationRedirect ?? {}
  if (pageGenerationMode === 'CUSTOMIZED') return { customized: { acsUrl, paReq } }
  const htmlBodyContent = legacyHtml({ acsUrl, paReq, termUrl: responseUrl, merchantData: xid })
  return { simple: { htmlBodyContent } }
}

async function process(
  { counterparties: { enrolments } }: EnrolmentDependencies,
  { owner: { merchantId }, version, body }: AccountRequest,
  threeDSecureId: string,
): Promise<EnrolmentRecord | Rejection> {
  const content = readRequest(processAcsResult, version, body)
  const judged = validated(processAcsResult, version, content)
  if ('finding' in judged) return rejectionOf(judged.finding)
  if (enrolments.isAbsent) return notConnected(processAcsResult.name, withoutRegister)
  const name = { merchantId, threeDSecureId }
  const enrolment = await enrolments.find(name)
  if (!enrolment) return invalid('3DSecureId', 'There is no such enrollment check.', threeDSecureId)
  const word = await enrolments.conclude(name, judged.request['3DSecure'].paRes)
  if (!word) return invalid('3DSecure.paRes', "It is not the issuer's word on this check.")
  const { found } = enrolment
  const veResEnrolled = 'veResEnrolled' in found && { veResEnrolled: found.veResEnrolled }
  const { summaryStatus, ...shown } = outcomes[word.paResStatus]
  return {
    ...{ merchant: merchantId, ...shown, '3DSecureId': threeDSecureId },
    '3DSecure': { ...word, summaryStatus, ...veResEnrolled },
  }
}

const passed = { result: 'SUCCESS', response: { gatewayRecommendation: 'PROCEED' } } as const
const outcomes = {
  Y: { ...passed, summaryStatus: 'AUTHENTICATION_SUCCESSFUL' },
  A: { ...passed, summaryStatus: 'AUTHENTICATION_ATTEMPTED' },
  U: { ...passed, summaryStatus: 'AUTHENTICATION_NOT_AVAILABLE' },
  N: {
    result: 'FAILURE',
    response: { gatewayRecommendation: 'DO_NOT_PROCEED' },
    summaryStatus: 'AUTHENTICATION_FAILED',
  },
} as const satisfies Record<LegacyPayerStatus, object>
