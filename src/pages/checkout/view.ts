import type { CheckoutDeclineReason, CheckoutRemainder, PayerAddress } from '../browser/checkout/protocol.ts'

export type {
  CheckoutAction,
  CheckoutCancellation,
  CheckoutDeclineReason,
  CheckoutFormError,
  CheckoutRemainder,
  CheckoutState,
  CheckoutSubmission,
  FormField,
  PayerAddress,
  PayerBrowser,
} from '../browser/checkout/protocol.ts'

/** All that the checkout page shows. Nothing in it is a secret: it is the page. */
export type CheckoutView = {
  readonly sessionId: string
  readonly sessionVersion: string
  readonly locale: PageLocale
  readonly isEmbedded: boolean
  /** The merchant's page around an embedded one: only that origin is told how it ended. */
  readonly embedder?: string
  readonly isTest: boolean
  /** Where the gateway knows itself to be; this browser may know it by another name. */
  readonly gateway: string
  readonly merchant: { readonly name: string; readonly url?: string; readonly logo?: string }
  readonly operation: CheckoutOperation
  readonly order: CheckoutOrderView
  /** What the payer agrees to by the button. */
  readonly terms: string
  readonly controls: DisplayControls
  readonly billing?: PayerAddress
  readonly shipping?: PayerAddress
  readonly email?: string
  readonly secondsLeft: number
  /** The month by the gateway's clock, like 2026-11: no card that expired before it is accepted. */
  readonly month: string
  readonly status: 'open' | 'processing' | 'challenge' | 'done' | 'part' | 'cancelled' | 'expired'
  /** What was paid where that is not all, as people write it. */
  readonly paid?: string
  /** What is left to pay after a part of it. */
  readonly rest?: CheckoutRemainder
  /** What was taken and is given back, as people write it. */
  readonly returned?: string
  /** What another page has taken of this order, and gives back when the payer pays here. */
  readonly elsewhere?: string
  readonly lastDecline?: CheckoutDeclineReason
  readonly attemptsLeft: number
  /** Where the payer goes on from a page whose payment has ended. */
  readonly returnAddress?: string
}

export type CheckoutOperation = 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'

/** Amounts are decimal texts as the API has them. */
export type CheckoutOrderView = {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly description?: string
  readonly items: readonly CheckoutOrderItem[]
  readonly subtotals: {
    readonly item?: string
    readonly shipping?: string
    readonly tax?: string
    readonly discount?: string
  }
}
export type CheckoutOrderItem = {
  readonly name: string
  readonly description?: string
  readonly quantity: string
  readonly unitPrice: string
}

export type AddressControl = 'HIDE' | 'MANDATORY' | 'OPTIONAL' | 'READ_ONLY'
export type DisplayControls = {
  readonly billingAddress: AddressControl
  readonly customerEmail: 'HIDE' | 'MANDATORY' | 'OPTIONAL'
  readonly orderSummary: 'HIDE' | 'SHOW' | 'SHOW_PARTIAL'
  readonly paymentConfirmation: 'HIDE' | 'SHOW'
  readonly paymentTerms: 'HIDE' | 'SHOW_IF_SUPPORTED'
  readonly shipping: AddressControl
}

export const locales = ['en', 'de', 'fr', 'es', 'ar'] as const
export type PageLocale = (typeof locales)[number]

/** The first of the payer's and merchant's wishes that the page speaks; English otherwise. */
export function localeFor(...wishes: readonly (string | undefined)[]): PageLocale {
  const languages = wishes.map(wish => wish?.split(/[-_]/)[0]?.toLowerCase())
  return languages.map(language => locales.find(locale => locale === language)).find(Boolean) ?? 'en'
}
