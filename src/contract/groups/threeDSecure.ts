import { base64, digits, gatewayUrl, oneOf, text, url } from '../kit/scalars.ts'
import { group, optional, required } from '../kit/vocabulary.ts'
import { authenticationToken } from './authentication.ts'

/** The first generation of 3-D Secure, which older integrations still speak (spec 2.12). */

const xid = optional(base64(28, 28), "The scheme's identifier of the authentication.")
const acsEci = optional(digits(1, 2), "The issuer's electronic commerce indicator.")
const token = optional(authenticationToken, 'Proof of the authentication; pass it on unaltered.')

/** What a transaction shows of its authentication. */
export const threeDSecureAnswer = group({
  acsEci,
  authenticationStatus: optional(
    oneOf('AUTHENTICATION_ATTEMPTED', 'AUTHENTICATION_NOT_AVAILABLE', 'AUTHENTICATION_SUCCESSFUL'),
    'How it went; there only when the issuer answered.',
  ),
  authenticationToken: token,
  enrollmentStatus: required(
    oneOf('ENROLLED', 'ENROLLMENT_STATUS_UNDETERMINED', 'NOT_ENROLLED'),
    'Whether the card takes part in 3-D Secure.',
  ),
  xid,
})

/** Checks whether a card takes part. */
export const enrollmentCheck = group({
  authenticationRedirect: optional(
    group({
      pageGenerationMode: optional(
        oneOf('CUSTOMIZED', 'SIMPLE'),
        'Whether you build the redirecting page yourself or take it ready-made.',
      ),
      responseUrl: optional(url, 'Where the payer returns to with the result of the issuer.'),
    }),
    'How the payer is sent to the issuer.',
  ),
})

const veResEnrolled = optional(oneOf('N', 'U', 'Y'), "The directory's own answer.")

export const enrollmentCheckAnswer = group({
  authenticationRedirect: optional(
    group({
      customized: optional(
        group({
          acsUrl: optional(gatewayUrl, "Address of the issuer's page."),
          paReq: optional(text(1, 65_535), "What to post to the issuer's page."),
        }),
        'The parts of a page of your own.',
      ),
      simple: optional(
        group({ htmlBodyContent: optional(text(1, 100_000), 'Body of a page that does the rest.') }),
        'The ready-made page.',
      ),
    }),
    'How to send the payer to the issuer.',
  ),
  summaryStatus: optional(
    oneOf('CARD_DOES_NOT_SUPPORT_3DS', 'CARD_ENROLLED', 'CARD_NOT_ENROLLED'),
    'The outcome of the check in one word.',
  ),
  veResEnrolled,
  xid,
})

/** Brings back what the issuer said about the payer; it is read once and never kept. */
export const issuerResult = group({
  paRes: required(text(1, 65_535), 'What the issuer posted to your responseUrl.', {
    secret: 'authentication',
  }),
})

export const issuerResultAnswer = group({
  acsEci,
  authenticationToken: token,
  paResStatus: optional(oneOf('A', 'N', 'U', 'Y'), "The issuer's own answer about the payer."),
  summaryStatus: optional(
    oneOf(
      'AUTHENTICATION_ATTEMPTED',
      'AUTHENTICATION_FAILED',
      'AUTHENTICATION_NOT_AVAILABLE',
      'AUTHENTICATION_SUCCESSFUL',
    ),
    'The outcome in one word.',
  ),
  veResEnrolled,
  xid,
})
