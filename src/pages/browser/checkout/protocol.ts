/** What the checkout page and its server say to each other. Free of the DOM: both sides read it. */

/** Where the payment stands; every act of the page is answered by it. */
export type CheckoutState =
  | {
      readonly step: 'form'
      readonly error?: FormError
      readonly attemptsLeft: number
      readonly rest?: Rest
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
  | ({ readonly step: 'done' } & Ending)
  /** The bank approved only a part, which the merchant keeps; how much, as people write it. */
  | ({ readonly step: 'part'; readonly paid: string } & Ending)
  | ({ readonly step: 'cancelled'; readonly returned?: string } & Ending)
  | ({ readonly step: 'expired'; readonly returned?: string } & Ending)

/** What banks have approved so far, and what is still to be paid; money as people write it. */
export type Rest = {
  readonly due: string
  /** All of it together, which is given back when the rest does not come. */
  readonly taken: string
  readonly parts: readonly { readonly amount: string; readonly digits: string }[]
}

/** How it ended, and what the merchant's page is told: the result indicator is the merchant's word of
 * success only after that. */
export type Ending = {
  readonly address?: string
  readonly resultIndicator?: string
  readonly sessionVersion?: string
}

export type FormError = {
  readonly reason: DeclineReason | 'invalid'
  readonly field?: FormField
  /** Where the order is not as it was shown: what is to be agreed to now. */
  readonly terms?: string
}

export const declineReasons = [
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
export type DeclineReason = (typeof declineReasons)[number]

export const addressParts = ['street', 'street2', 'city', 'stateProvince', 'postcodeZip', 'country'] as const
export type AddressPart = (typeof addressParts)[number]
/** What is empty is left out. */
export type Address = { readonly [part in AddressPart]?: string }

export type FormField =
  | 'number'
  | 'expiry'
  | 'securityCode'
  | 'nameOnCard'
  | 'email'
  | `billing.${AddressPart}`
  | `shipping.${AddressPart}`

/** Body of `submit`. */
export type Submission = {
  readonly card: {
    readonly number: string
    /** Two digits each. */
    readonly expiryMonth: string
    readonly expiryYear: string
    readonly securityCode?: string
    readonly nameOnCard?: string
  }
  readonly billing?: Address
  readonly shipping?: Address
  readonly email?: string
  readonly browser: Browser
}

/** What issuers weigh of a browser; by the names the API has for it. */
export type Browser = {
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  readonly javaEnabled: boolean
  readonly language: string
  /** Minutes from local time to UTC, as browsers count them. */
  readonly timeZone: number
  readonly challengeWindowSize: ChallengeWindowSize
}
export type ChallengeWindowSize = '250_X_400' | '390_X_400' | '500_X_600' | '600_X_400' | 'FULL_SCREEN'

/** Body of `cancel`: all of the payment, or only the issuer's challenge (back to the form, to try again). */
export type Cancellation = { readonly of: 'payment' | 'challenge' }

export type Act = 'submit' | 'proceed' | 'state' | 'cancel'
