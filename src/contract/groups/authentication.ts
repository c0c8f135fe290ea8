// The groups of payer authentication: `authentication`, and `3DSecure` for the first generation of 3-D
// Secure.

import { authenticationStatuses } from '../../standards/paymentCodes.ts'
import {
  ascii,
  base64,
  boolean,
  commaSeparated,
  digits,
  gatewayUrl,
  oneOf,
  text,
  url,
} from '../kit/scalars.ts'
import { group, optional, pick, required } from '../kit/vocabulary.ts'

/** The state of the payer's authentication, as order and transaction show it. */
export const authenticationStatus = oneOf(...authenticationStatuses)

const identifier = text(1, 36)

/** Twenty bytes, or up to 24 in older schemes. */
export const authenticationToken = base64(28, 32)

const proof = group({
  acsEci: optional(digits(1, 2), "The issuer's electronic commerce indicator."),
  authenticationToken: optional(authenticationToken, 'Proof of the authentication; pass it on unaltered.'),
  transactionId: optional(text(1, 50), "The scheme's identifier of the authentication."),
})

const proof2 = group({
  '3dsServerTransactionId': optional(identifier, 'Identifier the 3-D Secure server gave.'),
  acsTransactionId: optional(identifier, "Identifier the issuer's server gave."),
  dsTransactionId: optional(identifier, "Identifier the scheme's directory server gave."),
  protocolVersion: optional(ascii(5, 8), 'Version of the protocol, such as 2.2.0.'),
  statusReasonCode: optional(digits(2), 'Why the status is what it is.'),
  transactionStatus: optional(
    oneOf('A', 'C', 'D', 'I', 'N', 'R', 'U', 'Y'),
    'What the issuer says: Y authenticated, A attempted, N failed, R rejected, U unavailable, C challenge.',
  ),
})

/** All fields of requests about payer authentication; each operation picks its own. */
export const authentication = group({
  '3ds': optional(proof, 'Proof of an authentication made elsewhere.'),
  '3ds2': optional(proof2, 'How an authentication made elsewhere went.'),
  acceptVersions: optional(
    commaSeparated('3DS1', '3DS2'),
    'Versions of 3-D Secure you are prepared for, separated by commas.',
  ),
  challengePreference: optional(
    oneOf('NO_CHALLENGE', 'NO_PREFERENCE', 'REQUEST_CHALLENGE', 'REQUIRE_CHALLENGE'),
    'Whether you want the payer to be challenged; the issuer decides.',
  ),
  channel: optional(
    oneOf('MERCHANT_REQUESTED', 'PAYER_APP', 'PAYER_BROWSER'),
    'Where the payer is: in a browser, in your app, or not there at all.',
  ),
  exemption: optional(
    oneOf(
      'ALREADY_AUTHENTICATED',
      'DATA_ONLY',
      'LOW_VALUE',
      'SECURE_CORPORATE',
      'TRANSACTION_RISK_ANALYSIS',
      'TRUSTED_MERCHANT',
    ),
    'Why this payment needs no strong authentication, where you claim that; the issuer decides.',
  ),
  purpose: optional(
    oneOf('ADD_CARD', 'MAINTAIN_CARD', 'PAYMENT_TRANSACTION'),
    'What the payer is authenticated for.',
    { default: 'PAYMENT_TRANSACTION' },
  ),
  redirectResponseUrl: optional(url, 'Where the payer returns to after a challenge.'),
  transactionId: optional(
    text(1, 40),
    'The transaction of this order in which the gateway authenticated the payer.',
  ),
})

/** The first step: find out whether authentication is possible. */
export const initiatingAuthentication = group(pick(authentication, 'acceptVersions', 'channel', 'purpose'))

/** The second step: authenticate the payer. */
export const authenticatingPayer = group(
  pick(authentication, 'challengePreference', 'channel', 'exemption', 'purpose', 'redirectResponseUrl'),
)

/** A payment or verification refers to its authentication, or carries the proof of one made elsewhere. */
export const provenAuthentication = group(pick(authentication, '3ds', '3ds2', 'transactionId'))

const excerpt = text(1, 100_000)

const method = {
  directoryServerId: optional(text(1, 100), 'The directory server of the scheme.'),
  dsTransactionId: proof2.fields.dsTransactionId,
  methodCompleted: optional(boolean, "Whether the issuer has looked at the payer's browser."),
  methodSupported: optional(
    oneOf('NOT_SUPPORTED', 'SUPPORTED'),
    "Whether the issuer wants to look at the payer's browser first.",
  ),
}

/** For merchants who render the issuer's frames themselves. */
const customizedHtml = group({
  '3ds2': optional(
    group({
      acsUrl: optional(gatewayUrl, "Address of the issuer's page; a form posts cReq there as creq."),
      cReq: optional(text(1, 65_535), "What to post to the issuer's page."),
      methodPostData: optional(text(1, 65_535), 'What to post to methodUrl as threeDSMethodData.'),
      methodUrl: optional(gatewayUrl, "Where the issuer looks at the payer's browser, in a hidden frame."),
    }),
    'The parts of it in the second generation of 3-D Secure.',
  ),
})

export const authenticationAnswer = group({
  '3ds': optional(proof, 'Proof of the authentication.'),
  '3ds2': optional(
    group({
      ...pick(proof2, '3dsServerTransactionId', 'acsTransactionId'),
      cardholderInfo: optional(text(1, 128), 'A notice of the issuer: show it to the payer.'),
      ...method,
      protocolVersion: proof2.fields.protocolVersion,
      requestorId: optional(text(1, 35), 'What the scheme calls you.'),
      requestorName: optional(text(1, 40), 'Name under which the scheme knows you.'),
      ...pick(proof2, 'statusReasonCode', 'transactionStatus'),
    }),
    'How the authentication went.',
  ),
  ...pick(authentication, 'acceptVersions', 'challengePreference', 'channel', 'exemption'),
  payerInteraction: optional(oneOf('NOT_REQUIRED', 'REQUIRED'), 'Whether the payer must take a challenge.'),
  purpose: authentication.fields.purpose,
  redirect: optional(
    group({
      customizedHtml: optional(customizedHtml, 'The parts of html, for a page that draws the frames itself.'),
      html: optional(
        excerpt,
        'Put this into your page; it does the rest, also where there is nothing to do.',
      ),
    }),
    "What the payer's browser has to do next.",
  ),
  redirectHtml: optional(excerpt, 'The same as redirect.html, by its older name.', {
    from: 'redirect.html',
  }),
  ...pick(authentication, 'redirectResponseUrl', 'transactionId'),
  version: optional(oneOf('3DS1', '3DS2', 'NONE'), 'Version of 3-D Secure that was used.'),
})

// The first generation of 3-D Secure, which older integrations still use (spec 2.12).

const xid = optional(base64(28, 28), "The scheme's identifier of the authentication.")
const acsEci = optional(digits(1, 2), "The issuer's electronic commerce indicator.")
const token = optional(authenticationToken, 'Proof of the authentication; pass it on unaltered.')

/** The authentication of a transaction, in its answer. */
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

/** Asks whether the card is enrolled. */
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

/** Carries the issuer's message about the payer; it is evaluated once and never stored. */
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
