// The protocol between the checkout page's script and the gateway: the states and bodies they exchange, and
// the data that the page's markup carries. Free of the DOM, since both sides import it.

import type { CardNames } from '../../../standards/cardNames.ts'

/**
 * What the page understands: its script sends this number with every action, since during an upgrade a page
 * of one release is answered by nodes of another. It grows with every step and reason that is new; pages of
 * before 2 send none (earlierPage.ts).
 */
export const checkoutProtocol = 2

/** The state of the payment; the answer to every action of the page. */
export type CheckoutState = CheckoutStep & {
  /** What the issuer wants the payer to read. */
  readonly issuerNotice?: string
  /** Whether the card that was paid with was saved, as the payer had agreed to. */
  readonly isCardSaved?: true
}

type CheckoutStep =
  | {
      readonly step: 'form'
      readonly error?: CheckoutFormError
      readonly attemptsLeft: number
      readonly rest?: ShownRemainder
      readonly returned?: string
    }
  /** The issuer examines the browser in a hidden frame (3DS method); then `proceed`. */
  | {
      readonly step: 'method'
      readonly methodUrl: string
      readonly methodData: string
      /** After this time the page proceeds without the issuer. */
      readonly waitMs: number
    }
  /**
   * The issuer challenges the payer in a visible frame; then `proceed`. A size of 0 means as large as fits.
   */
  | {
      readonly step: 'challenge'
      readonly acsUrl: string
      readonly creq: string
      readonly width: number
      readonly height: number
    }
  | { readonly step: 'processing' }
  /** Without a receipt where the card was only stored. */
  | ({ readonly step: 'done'; readonly receipt?: ShownReceipt } & CheckoutEnding)
  /** The issuer approved only a part, which the merchant keeps; `paid` is formatted for display. */
  | ({ readonly step: 'part'; readonly paid: string } & CheckoutEnding)
  | ({ readonly step: SettledBeforeStep; readonly returned?: string } & CheckoutEnding)
  | ({ readonly step: 'cancelled'; readonly returned?: string } & CheckoutEnding)
  | ({ readonly step: 'expired'; readonly returned?: string } & CheckoutEnding)

/** The order was paid, but not at this page; or that payment was refunded or cancelled since. */
export const settledBeforeSteps = ['paidBefore', 'refundedBefore', 'cancelledBefore'] as const
export type SettledBeforeStep = (typeof settledBeforeSteps)[number]
export const isSettledBefore = (step: string): step is SettledBeforeStep =>
  settledBeforeSteps.some(one => one === step)

/** The steps that end a checkout; each has a panel of its own. */
export const checkoutEndSteps = ['done', 'part', ...settledBeforeSteps, 'cancelled', 'expired'] as const
export type CheckoutEndStep = (typeof checkoutEndSteps)[number]

/** The state of one step. */
export type CheckoutStateOf<Step extends CheckoutState['step']> = Extract<CheckoutState, { step: Step }>

/** What was approved so far, and what is still due; amounts are formatted for display. */
export type ShownRemainder = {
  readonly due: string
  /** The sum of what was approved; it is reversed if the remainder is not paid. */
  readonly taken: string
  readonly parts: readonly { readonly amount: string; readonly digits: string }[]
}

/** What a receipt says beside merchant, order and amount. */
export type ShownReceipt = {
  /** By its name for payers, if it has one, and its last digits; absent: there were several. */
  readonly card?: string
  /** As in the API; the browser knows its payer's time zone. Absent: it was just now. */
  readonly paidAt?: string
}

/** Where the payer goes after the end, and what the merchant's page gets: only now the result indicator. */
export type CheckoutEnding = {
  readonly address?: string
  readonly resultIndicator?: string
  readonly sessionVersion?: string
}

export type CheckoutFormError = {
  readonly reason: CheckoutDeclineReason | 'invalid'
  readonly field?: FormField
  /** Set if the order is not as the page showed it: the terms that the payer has to agree to now. */
  readonly terms?: string
}

export const checkoutDeclineReasons = [
  'declined',
  /** Trying again with this card is pointless, or unwanted. */
  'cardRefused',
  'insufficientFunds',
  'expiredCard',
  'authenticationFailed',
  'authenticationCancelled',
  'tryLater',
  /** Nobody knew whether the bank had moved money; if so, that is undone. */
  'notCompleted',
  'securityCode',
  'tooManyAttempts',
  'givenBack',
  'orderChanged',
  /** Removed meanwhile, by the payer or the merchant. */
  'savedCardGone',
  /** What the payer's wallet sent was not accepted. */
  'walletRefused',
] as const
export type CheckoutDeclineReason = (typeof checkoutDeclineReasons)[number]

export const addressParts = ['street', 'street2', 'city', 'stateProvince', 'postcodeZip', 'country'] as const
export type AddressPart = (typeof addressParts)[number]
/** Empty parts are left out. */
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
  readonly card: TypedCard
  /** The chosen saved card; then the security code is all of a card that is typed. */
  readonly savedCard?: string
  /** Whether the payer agrees that the typed card is saved. */
  readonly save?: boolean
  readonly billing?: PayerAddress
  readonly shipping?: PayerAddress
  readonly email?: string
  readonly browser: PayerBrowser
}

type TypedCard = {
  readonly number?: string
  /** Two digits each. */
  readonly expiryMonth?: string
  readonly expiryYear?: string
  readonly securityCode?: string
  readonly nameOnCard?: string
}

/** The browser details that issuers assess, by the names of the API. */
export type PayerBrowser = {
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  readonly javaEnabled: boolean
  readonly javaScriptEnabled: boolean
  /** What the browser sent for the page itself; its script's requests have other headers. */
  readonly acceptHeaders?: string
  readonly language: string
  /** Minutes from local time to UTC, as browsers count them. */
  readonly timeZone: number
  readonly challengeWindowSize: PayerChallengeWindow
}
export type PayerChallengeWindow = '250_X_400' | '390_X_400' | '500_X_600' | '600_X_400' | 'FULL_SCREEN'

/** Body of `cancel`: the whole payment, or only the issuer's challenge (back to the form, to try again). */
export type CheckoutCancellation = { readonly of: 'payment' | 'challenge' }

/** Body of `remove`. */
export type CheckoutRemoval = { readonly savedCard: string }

/** Body of `wallet`: the form without a card, and what the payer's wallet answered. */
export type CheckoutWalletPayment = Omit<CheckoutSubmission, 'card'> & {
  readonly wallet: { readonly name: string; readonly details: unknown }
}

export type CheckoutAction = 'submit' | 'wallet' | 'proceed' | 'state' | 'cancel' | 'remove'

/** The JSON that the gateway writes into the page for its script; nothing in it is a secret. */
export type CheckoutPageData = {
  readonly status: 'open' | 'processing' | 'challenge' | CheckoutEndStep
  readonly demands: CheckoutDemands
  readonly secondsLeft: number
  /** A request to pay of which the page has lost sight for so long does not begin a payment any more. */
  readonly lostAfterMs: number
  readonly attemptsLeft: number
  /** Identifies what the payer is shown and agrees to by the button; sent back with every action. */
  readonly terms: string
  /** What card networks are called for payers, as far as that is known. */
  readonly cardNames?: CardNames
  /** Where the pictures of card networks are, as far as there are any. */
  readonly cardMarks?: CardNames
  readonly lastDecline?: CheckoutDeclineReason
  /** What is left to pay after a part was approved, as the page shows it. */
  readonly due?: string
  /** Where it was paid before the page was loaded. */
  readonly receipt?: ShownReceipt
  /** Whether the payer reviews everything before paying. */
  readonly hasReview: boolean
  readonly isEmbedded: boolean
  /** The Accept header with which the browser asked for this page. */
  readonly acceptHeaders?: string
  /** The origin of the pages on which issuers' frames end; a laptop has several names for itself. */
  readonly gateway: string
  /** The only origin that an embedded page sends messages to. */
  readonly embedder?: string
  /** Absent where no wallet is offered. */
  readonly wallets?: CheckoutWallets
  readonly words: CheckoutScriptTexts
}

/** What wallets are asked for (W3C Payment Request), and which. */
export type CheckoutWallets = {
  readonly shop: string
  readonly amount: string
  readonly currency: string
  readonly offered: readonly {
    readonly name: string
    readonly method: string
    readonly methodData: Readonly<Record<string, unknown>>
  }[]
}

type FieldDemand = 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
export type CheckoutDemands = {
  /** By the gateway's clock, like 2026-11: a card that ended before it is good nowhere. */
  readonly month: string
  readonly email: FieldDemand
  readonly billing: FieldDemand
  readonly shipping: FieldDemand
}

/** The texts that the script shows, in the payer's language. Merchant and amount are filled in already. */
type CheckoutScriptTexts = { readonly [name in CheckoutScriptTextName]: string }
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

/** What can be wrong with a field; each is the name of the text that says so. */
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

/** Replaces each {name} in the text by its value; those without a value stay. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}
