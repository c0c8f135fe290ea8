// The markup and the encrypted fields with which a payer's browser goes to issuer, provider and merchant.

import { createCipheriv, randomBytes } from 'node:crypto'
import { type Html, html } from '../platform/html.ts'

/**
 * Markup that merchants insert into their pages (spec 1.4). Every value is escaped, and the scripts never
 * differ, so that a merchant's content security policy can name them by their hash.
 */
export function methodHtml({ methodUrl, methodData }: MethodPost): string {
  return html`<div id="initiateAuthenticationRedirect">
<iframe id="methodFrame" name="methodFrame" title="Card issuer" width="1" height="1" sandbox="${issuerMay}"
 style="position:absolute;visibility:hidden;border:0"></iframe>
<form id="initiateAuthenticationForm" method="POST" action="${methodUrl}" target="methodFrame">
<input type="hidden" name="threeDSMethodData" value="${methodData}">
<noscript><button type="submit">Let your bank recognise this browser</button></noscript>
</form>
${methodScript}
</div>`.markup
}

/**
 * If the issuer wants no method frame, or the card takes no part: merchants insert the markup in any case.
 */
export const noMethodHtml = '<div id="initiateAuthenticationRedirect"></div>'

export type MethodPost = { readonly methodUrl: string; readonly methodData: string }

/**
 * The issuer's page in a frame of the size that the merchant chose. The form is before the frame: without
 * scripts the payer must see its button, and then goes to the issuer in the page itself, because nothing
 * could lead them out of the frame.
 */
export function challengeHtml({ acsUrl, creq, gateway, windowSize = 'FULL_SCREEN' }: ChallengePost): string {
  const { width, height } = frameSizes[windowSize]
  const room = windowSize === 'FULL_SCREEN' ? html` style="height:100vh"` : undefined
  return html`<div id="threedsChallengeRedirect"${room}>
<form id="authenticatePayerForm" method="POST" action="${acsUrl}" target="challengeFrame">
<input type="hidden" name="creq" value="${creq}">
<noscript><button type="submit" formtarget="_self">Continue to your bank</button></noscript>
</form>
<iframe id="challengeFrame" name="challengeFrame" title="Card issuer's check"
 width="${width}" height="${height}" sandbox="${issuerMay}" allow="payment *; publickey-credentials-get *"
 data-gateway="${gateway}" style="border:0;max-width:100%"></iframe>
${returnScript}
${challengeScript}
</div>`.markup
}

export type ChallengePost = {
  readonly acsUrl: string
  readonly creq: string
  /** The origin of the page on which the challenge ends. */
  readonly gateway: string
  readonly windowSize?: ChallengeWindowSize
}

/**
 * Without a challenge: the browser is sent directly to the merchant's page, with the fields that it would
 * have after a challenge. The script is that of a challenge, so that a page's policy already allows it.
 */
export function frictionlessHtml(onward: FrictionlessPost | undefined): string {
  if (!onward) return html`<div id="threedsFrictionLessRedirect"></div>`.markup
  const { address, fields } = onward
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<div id="threedsFrictionLessRedirect">
<form id="authenticatePayerForm" method="POST" action="${address}">
${inputs}
<noscript><button type="submit">Continue</button></noscript>
</form>
${challengeScript}
</div>`.markup
}

export type FrictionlessPost = { readonly address: string; readonly fields: Readonly<Record<string, string>> }

/** Sends the browser to a payment provider, for pages that insert markup instead of redirecting. */
export function providerHtml(redirectUrl: string): string {
  return html`<div id="browserPaymentRedirect">
<form id="browserPaymentForm" method="GET" action="${redirectUrl}">
<noscript><button type="submit">Continue</button></noscript>
</form>
${providerScript}
</div>`.markup
}

/** For the enrolment check of older versions: the whole window goes to the issuer and comes back. */
export function legacyHtml({ acsUrl, paReq, termUrl, merchantData }: LegacyPost): string {
  return html`<form id="echoForm" method="POST" action="${acsUrl}" accept-charset="UTF-8">
<input type="hidden" name="PaReq" value="${paReq}">
<input type="hidden" name="TermUrl" value="${termUrl}">
<input type="hidden" name="MD" value="${merchantData}">
<noscript><button type="submit">Continue to your bank</button></noscript>
</form>
${legacyScript}`.markup
}

export type LegacyPost = {
  readonly acsUrl: string
  readonly paReq: string
  readonly termUrl: string
  readonly merchantData: string
}

export const challengeWindowSizes = [
  '250_X_400',
  '390_X_400',
  '500_X_600',
  '600_X_400',
  'FULL_SCREEN',
] as const
export type ChallengeWindowSize = (typeof challengeWindowSizes)[number]

/** In pixels, or all of the available space. */
export const frameSizes = {
  '250_X_400': { width: '250', height: '400' },
  '390_X_400': { width: '390', height: '400' },
  '500_X_600': { width: '500', height: '600' },
  '600_X_400': { width: '600', height: '400' },
  FULL_SCREEN: { width: '100%', height: '100%' },
} as const satisfies Record<ChallengeWindowSize, { readonly width: string; readonly height: string }>

/** What the tables of EMV 3-D Secure 2.3.1 let issuers' pages do in their frames: no more than they need. */
const issuerMay = 'allow-forms allow-scripts allow-same-origin allow-pointer-lock'

const methodScript: Html = html`<script id="initiate-authentication-script">
document.getElementById('initiateAuthenticationForm').submit()
</script>`

const challengeScript: Html = html`<script id="authenticate-payer-script">
document.getElementById('authenticatePayerForm').submit()
</script>`

/**
 * What binds the issuer's page does not bind the merchant's, which follows in the same frame and may lead the
 * whole window on. A frame's limits are those at the time of its navigation: so the gateway's page in between
 * says that it goes on, and waits for the answer (pages/browser/threeDSecure/submitForm.ts). A script of its
 * own, so that a page whose policy knows only the older ones still shows the challenge.
 */
const returnScript: Html = html`<script id="challenge-return-script">
addEventListener('message', function (event) {
  var frame = document.getElementById('challengeFrame')
  if (!frame || event.source !== frame.contentWindow || event.data !== 'tollgate:returning') return
  if (event.origin !== frame.getAttribute('data-gateway')) return
  frame.removeAttribute('sandbox')
  event.source.postMessage('tollgate:released', event.origin)
})
</script>`

const providerScript: Html = html`<script id="browser-payment-script">
document.getElementById('browserPaymentForm').submit()
</script>`

const legacyScript: Html = html`<script>document.getElementById('echoForm').submit()</script>`

/**
 * Encrypts fields that pass through the payer's browser to the merchant: AES-256-GCM under the session's key,
 * which only the merchant's server knows.
 */
export function encryptedFields(aes256KeyBase64: string, text: string): EncryptedFields {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(aes256KeyBase64, 'base64'), nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return {
    'encryptedData.ciphertext': ciphertext.toString('base64'),
    'encryptedData.nonce': nonce.toString('base64'),
    'encryptedData.tag': cipher.getAuthTag().toString('base64'),
  }
}

export type EncryptedFields = Readonly<
  Record<'encryptedData.ciphertext' | 'encryptedData.nonce' | 'encryptedData.tag', string>
>

const nonceBytes = 12
