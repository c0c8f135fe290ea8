import { ascii, digits, oneOf, oneOfSince, text } from '../kit/scalars.ts'
import { group, list, optional, required } from '../kit/vocabulary.ts'
import { risk } from './risk.ts'

/** result and response: how it ended, and why (spec 7, 2.12). */

export const result = required(
  oneOf('FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN'),
  'Whether it succeeded; a decline is FAILURE. What could not be processed at all is ERROR.',
)

const gatewayCode = oneOfSince(
  [
    'ABORTED',
    'ACQUIRER_SYSTEM_ERROR',
    'APPROVED',
    'APPROVED_AUTO',
    'APPROVED_PENDING_SETTLEMENT',
    'AUTHENTICATION_FAILED',
    'AUTHENTICATION_IN_PROGRESS',
    'BALANCE_AVAILABLE',
    'BALANCE_UNKNOWN',
    'BASIC_VERIFICATION_SUCCESSFUL',
    'BLOCKED',
    'CANCELLED',
    'DECLINED',
    'DECLINED_AVS',
    'DECLINED_AVS_CSC',
    'DECLINED_CSC',
    'DECLINED_DO_NOT_CONTACT',
    'DECLINED_INVALID_PIN',
    'DECLINED_PAYMENT_PLAN',
    'DECLINED_PIN_REQUIRED',
    'DEFERRED_TRANSACTION_RECEIVED',
    'DUPLICATE_BATCH',
    'EXCEEDED_RETRY_LIMIT',
    'EXPIRED_CARD',
    'INSUFFICIENT_FUNDS',
    'INVALID_CSC',
    'LOCK_FAILURE',
    'NOT_ENROLLED_3D_SECURE',
    'NOT_SUPPORTED',
    'NO_BALANCE',
    'PARTIALLY_APPROVED',
    'PENDING',
    'REFERRED',
    'SUBMITTED',
    'SYSTEM_ERROR',
    'TIMED_OUT',
    'UNKNOWN',
    'UNSPECIFIED_FAILURE',
  ],
  {
    AUTHENTICATION_IN_PROGRESS: { since: 57, elder: 'PENDING' },
    APPROVED_AUTO: { since: 69, elder: 'APPROVED' },
    DECLINED_INVALID_PIN: { since: 69, elder: 'DECLINED' },
    DECLINED_PIN_REQUIRED: { since: 69, elder: 'DECLINED' },
  },
)

const cardSecurityCode = group({
  acquirerCode: optional(ascii(1, 100), "The acquirer's own code."),
  gatewayCode: optional(
    oneOf('MATCH', 'NOT_PRESENT', 'NOT_PROCESSED', 'NOT_SUPPORTED', 'NO_MATCH'),
    'Whether the security code was right.',
  ),
})
const avs = group({
  acquirerCode: optional(ascii(1, 100), "The acquirer's own code."),
  gatewayCode: optional(
    oneOf(
      'ADDRESS_MATCH',
      'ADDRESS_ZIP_MATCH',
      'NAME_ADDRESS_MATCH',
      'NAME_MATCH',
      'NAME_ZIP_MATCH',
      'NOT_AVAILABLE',
      'NOT_REQUESTED',
      'NOT_VERIFIED',
      'NO_MATCH',
      'SERVICE_NOT_AVAILABLE_RETRY',
      'SERVICE_NOT_SUPPORTED',
      'ZIP_MATCH',
    ),
    'How the billing address compares with what the issuer knows.',
  ),
})
const detailedVerification = group({
  gatewayCode: optional(
    oneOf(
      'MATCHED',
      'NOT_CHECKED',
      'NOT_MATCHED',
      'NOT_PROVIDED',
      'SERVICE_NOT_AVAILABLE_RETRY',
      'SERVICE_NOT_SUPPORTED',
    ),
    'How this element compares with what the issuer knows.',
  ),
  type: optional(
    oneOf(
      'BILLING_PHONE',
      'BILLING_POSTCODE_ZIP',
      'BILLING_STREET_ADDRESS',
      'CARDHOLDER_NAME',
      'CUSTOMER_EMAIL',
    ),
    'The element compared.',
  ),
})

const gatewayRecommendation = optional(
  oneOf('DO_NOT_PROCEED', 'PROCEED', 'RESUBMIT_LATER', 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'),
  'What to do next.',
)

/** Of what belongs to no order. */
export const recommendation = group({ gatewayRecommendation })

export const response = group({
  gatewayCode: required(gatewayCode, 'The outcome in one word.'),
  acquirerCode: optional(ascii(1, 100), "The acquirer's own code."),
  acquirerMessage: optional(ascii(1, 255), "The acquirer's own words."),
  cardSecurityCode: optional(cardSecurityCode, 'What the issuer says of the security code.'),
  cardholderVerification: optional(
    group({
      avs: optional(avs, 'Address verification.'),
      detailedVerification: optional(list(detailedVerification), 'Verification by element.'),
    }),
    'What the issuer says of the cardholder.',
  ),
  debugInformation: optional(text(1, 2064), 'More about some errors, where your profile asks for it.'),
  gatewayRecommendation,
  recurringPaymentAdvice: optional(
    group({ acquirerCode: optional(digits(0, 2), "The acquirer's advice on later payments.") }),
    'Advice on later payments of a series.',
  ),
  risk: optional(risk, 'What the risk rules say.'),
})
