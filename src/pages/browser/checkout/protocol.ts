/** What the checkout page and its server say to each other. Free of the DOM: both sides read it. */

/** Where the payment stands; every act of the page is answered by it. */
export type CheckoutState =
  | {
      readonly step: 'form'
      readonly error?: CheckoutFormError
      readonly attemptsLeft: number
      readonly rest?: CheckoutRemainder
      readonly returned?: string
    }
  /** The issuer wants to look at the browser in a hidden frame; then `proceed`. */
  | { readonly step: 'method'; readonly methodUrl: string; readonly methodData: string }
  /** The issuer wants to ask the payer something in a visible frame; then `proceed`. 0 = as large as fits. */
  | {
      readonly step: 'challenge'
      readonly acsUrl: string
      readonly creq: string
      readonly width: number
      readonly height: number
    }
  | { readonly step: 'processing' }
  | ({ readonly step: 'done' } & CheckoutEnding)
  /** The bank approved only a part, which the merchant keeps; how much, as people write it. */
  | ({ readonly step: 'part'; readonly paid: string } & CheckoutEnding)
  | ({ readonly step: 'cancelled'; readonly returned?: string } & CheckoutEnding)
  | ({ readonly step: 'expired'; readonly returned?: string } & CheckoutEnding)

/** What banks have approved so far, and what is still to be paid; money as people write it. */
export type CheckoutRemainder = {
  readonly due: string
  /** All of it together, which is given back when the rest does not come. */
  readonly taken: string
  readonly parts: readonly { readonly amount: string; readonly digits: string }[]
}

/** How it ended, and what the merchant's page is told: the result indicator is the merchant's word of
 * success only after that. */
export type CheckoutEnding = {
  readonly address?: string
  readonly resultIndicator?: string
  readonly sessionVersion?: string
}

export type CheckoutFormError = {
  readonly reason: CheckoutDeclineReason | 'invalid'
  readonly field?: FormField
  /** Where the order is not as it was shown: what is to be agreed to now. */
  readonly terms?: string
}

export const checkoutDeclineReasons = [
  'declined',
  'insufficientFunds',
  'expiredCard',
  'authenticationFailed',
  'authenticationCancelled',
  'tryLater',
  'securityCode',
  'tooManyAttempts',
  'givenBack',
  'orderChanged',
] as const
export type CheckoutDeclineReason = (typeof checkoutDeclineReasons)[number]

export const addressParts = ['street', 'street2', 'city', 'stateProvince', 'postcodeZip', 'country'] as const
export type AddressPart = (typeof addressParts)[number]
/** What is empty is left out. */
export type PayerAddress = { readonly [part in AddressPart]?: string }

export type FormField =
  | 'number'
  | 'expiry'
  | 'securityCode'
  | 'nameOnCard'
  | 'email'
  | `billing.${AddressPart}`
  | `shipping.${AddressPart}`

/** Body of `submit`. */
export type CheckoutSubmission = {
  readonly card: {
    readonly number: string
    /** Two digits each. */
    readonly expiryMonth: string
    readonly expiryYear: string
    readonly securityCode?: string
    readonly nameOnCard?: string
  }
  readonly billing?: PayerAddress
  readonly shipping?: PayerAddress
  readonly email?: string
  readonly browser: PayerBrowser
}

/** What issuers weigh of a browser; by the names the API has for it. */
export type PayerBrowser = {
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  readonly javaEnabled: boolean
  readonly language: string
  /** Minutes from local time to UTC, as browsers count them. */
  readonly timeZone: number
  readonly challengeWindowSize: PayerChallengeWindow
}
export type PayerChallengeWindow = '250_X_400' | '390_X_400' | '500_X_600' | '600_X_400' | 'FULL_SCREEN'

/** Body of `cancel`: all of the payment, or only the issuer's challenge (back to the form, to try again). */
export type CheckoutCancellation = { readonly of: 'payment' | 'challenge' }

export type CheckoutAction = 'submit' | 'proceed' | 'state' | 'cancel'

/** What the page's markup tells its script; nothing in it is a secret. */
export type CheckoutPageData = {
  readonly status: 'open' | 'processing' | 'challenge' | 'done' | 'part' | 'cancelled' | 'expired'
  readonly demands: CheckoutDemands
  readonly secondsLeft: number
  readonly attemptsLeft: number
  /** What the payer is shown here and agrees to by the button: it is told back. */
  readonly terms: string
  readonly lastDecline?: CheckoutDeclineReason
  /** What is left to pay after a part of it, as the page says it. */
  readonly due?: string
  /** Whether the payer looks everything over before paying. */
  readonly hasReview: boolean
  readonly isEmbedded: boolean
  /** The origin of the pages on which issuers' frames end: a laptop has several names for itself. */
  readonly gateway: string
  /** The only origin that an embedded page speaks to. */
  readonly embedder?: string
  readonly words: CheckoutScriptTexts
}

export type FieldDemand = 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
export type CheckoutDemands = {
  /** By the gateway's clock, like 2026-11. */
  readonly month: string
  readonly email: FieldDemand
  readonly billing: FieldDemand
  readonly shipping: FieldDemand
}

/** What only the script says. Merchant and amount are filled in already. */
export type CheckoutScriptTexts = { readonly [word in CheckoutScriptTextName]: string }
export type CheckoutScriptTextName =
  | FieldError
  | Exclude<CheckoutDeclineReason, 'securityCode'>
  | 'securityCodeWrong'
  | (typeof scriptOnlyTextNames)[number]

export const scriptOnlyTextNames = [
  'attemptsLeft',
  'checkFields',
  'codeOnBack',
  'codeOnFront',
  'connectionLost',
  'elsewhere',
  'encrypted',
  'expires',
  'fiveMinutesLeft',
  'hideDetails',
  'interrupted',
  'oneMinuteLeft',
  'outcomeUntold',
  'partText',
  'processing',
  'processingText',
  'showDetails',
  'stillProcessing',
  'unreachable',
] as const

/** A word of the page that says what is wrong; undefined when nothing is. */
export type FieldError = (typeof fieldErrors)[number]
export const fieldErrors = [
  'numberMissing',
  'numberShort',
  'numberWrong',
  'expiryMissing',
  'expiryWrong',
  'expiryPast',
  'codeMissing',
  'codeShort',
  'nameMissing',
  'cardNumberHere',
  'emailMissing',
  'emailWrong',
  'streetMissing',
  'cityMissing',
  'postcodeMissing',
  'postcodeWrong',
  'countryMissing',
  'notAccepted',
] as const

/** A sentence with its {gaps} filled in; what nobody gave stays as it is. */
export function fillPlaceholders(
  sentence: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))
}
