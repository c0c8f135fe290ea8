// The bodies of the page's requests (browser/checkout/protocol.ts), read in one place: they may be forged.

import { type Content, isObject } from '../../contract/kit/content.ts'

/** What a request of the page has; values of other types than the protocol's are left out. */
export type CheckoutActBody = {
  /** What the page understands (checkoutProtocol); pages of earlier releases send none. */
  readonly protocol: number | undefined
  /** The terms that the page showed, and what is left to pay by them; see termsOf. */
  readonly terms: string | undefined
  readonly due: string | undefined
  /** The attempts left that the page shows. */
  readonly attemptsLeft: number | undefined
  /** Whether `cancel` means only the issuer's challenge. */
  readonly isOfChallenge: boolean
  readonly form: SubmittedForm
  /** What the payer's wallet answered, and which wallet it is. */
  readonly wallet: { readonly name: string; readonly details: unknown } | undefined
}

/** The form as it was sent: its values may be anything, and the contract judges what is made of them. */
export type SubmittedForm = {
  readonly card: Content
  /** The saved card that the payer chose instead of typing one, by its id at this page. */
  readonly savedCard: string | undefined
  /** Whether the payer has ticked that the typed card is saved. */
  readonly agreesToSaving: boolean
  /** What is known of the card after the page's own look at saved cards; undefined where there are none. */
  readonly onFile?: CardOnFile
  readonly billing: Content
  readonly shipping: Content
  readonly email: unknown
  readonly browser: Content
}

export type CardOnFile = {
  readonly token?: string
  readonly storedOnFile?: 'STORED' | 'TO_BE_STORED'
}

export function readActBody(body: Content): CheckoutActBody {
  const { protocol, terms, due, attemptsLeft, of, card, savedCard, save, wallet, ...payer } = body
  return {
    protocol: numberOf(protocol),
    terms: textOf(terms),
    due: textOf(due),
    attemptsLeft: numberOf(attemptsLeft),
    isOfChallenge: of === 'challenge',
    form: {
      card: groupOf(card),
      savedCard: textOf(savedCard),
      agreesToSaving: save === true,
      billing: groupOf(payer.billing),
      shipping: groupOf(payer.shipping),
      email: payer.email,
      browser: groupOf(payer.browser),
    },
    wallet: walletIn(groupOf(wallet)),
  }
}

/** The number without the spaces and dashes between its groups; undefined if it is no text, or empty. */
export function cardNumberIn({ card }: SubmittedForm): string | undefined {
  return textOf(card.number)?.replace(/[\s-]/g, '')
}

function walletIn({ name, details }: Content): CheckoutActBody['wallet'] {
  const given = textOf(name)
  return given === undefined ? undefined : { name: given, details }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const groupOf = (value: unknown): Content => (isObject(value) ? value : {})
