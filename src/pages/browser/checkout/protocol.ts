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
