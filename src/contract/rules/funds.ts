// Rules about the source of funds.

import { passesLuhn } from '../../standards/cardNumber.ts'
import { readTrack1, readTrack2 } from '../../standards/tracks.ts'
import type { browserPayment } from '../groups/browserPayment.ts'
import type { order } from '../groups/order.ts'
import type { card, sourceOfFunds } from '../groups/sourceOfFunds.ts'
import type { transaction } from '../groups/transaction.ts'
import { rule } from '../kit/operation.ts'
import { invalid, missing, type ValidationFinding } from '../kit/validateFields.ts'
import type { ValueOf } from '../kit/vocabulary.ts'

type Funded = {
  readonly order?: ValueOf<typeof order>
  readonly sourceOfFunds?: ValueOf<typeof sourceOfFunds>
  readonly referenceOrderId?: string
  readonly transaction?: ValueOf<typeof transaction>
}

const cardPath = 'sourceOfFunds.provided.card'
const typePath = 'sourceOfFunds.type'

export const fundsAreGiven = rule<Funded>(
  'a source of funds',
  'The request, its session, a token, referenceOrderId or a reading must say who pays: number and expiry.',
  body => {
    const unnamed = unnamedAccount(body)
    const card = body.sourceOfFunds?.provided?.card
    if (unnamed || card === undefined || isUnreadable(card)) return unnamed
    if (card.number === undefined && comesFromElsewhere(body)) return undefined
    // Cards for electronic benefits have no expiry date.
    const needsExpiry = body.sourceOfFunds?.type !== 'EBT_CARD' && !saysWhenItExpires(card)
    return needsExpiry ? missing(`${cardPath}.expiry`) : undefined
  },
)

/**
 * Refuses accounts that no acquirer link of this release supports. On a provider's own page, an account with
 * that provider may pay.
 */
export const accountIsCarried = rule<Funded>(
  'accounts that are carried',
  'Cards and gift cards are. Bank accounts (ach, directDebitCanada, sepa) are UNSUPPORTED, and so are ' +
    'accounts with a provider, but for Initiate Browser Payment.',
  (body, { operation }) => {
    const { type, provided } = body.sourceOfFunds ?? {}
    const isAtProvider = operation === 'INITIATE_BROWSER_PAYMENT'
    const named = [...banks, ...(isAtProvider ? [] : (['providerB'] as const))].find(name => provided?.[name])
    if (named) return { field: `sourceOfFunds.provided.${named}`, validationType: 'UNSUPPORTED' }
    if (type === undefined || isAtProvider || !uncarried.has(type)) return undefined
    const isOther = !bankTypes.has(type) && (provided !== undefined || comesFromElsewhere(body))
    return isOther ? undefined : { field: typePath, validationType: 'UNSUPPORTED' }
  },
)
const banks = ['ach', 'directDebitCanada', 'sepa'] as const
const bankTypes: ReadonlySet<string> = new Set(['ACH', 'DIRECT_DEBIT_CANADA', 'SEPA'])
const uncarried: ReadonlySet<string> = new Set([
  ...bankTypes,
  ...['BROWSER_PAYMENT', 'PROVIDER_A', 'PROVIDER_B'],
])

/** Two accounts, or one under the type of another, would be ambiguous. */
export const fundsAreOneAccount = rule<Funded>(
  'one account',
  'card and giftCard are not given together, nor a card with type GIFT_CARD or a gift card with type CARD.',
  ({ sourceOfFunds }) => {
    const { type, provided } = sourceOfFunds ?? {}
    const { card, giftCard } = provided ?? {}
    if (card !== undefined && giftCard !== undefined)
      return invalid(typePath, 'Give a card or a gift card, not both.', type)
    if (card !== undefined && type === 'GIFT_CARD')
      return invalid(typePath, 'The details given are those of a card.', type)
    if (giftCard !== undefined && type === 'CARD')
      return invalid(typePath, 'The details given are those of a gift card.', type)
    return undefined
  },
)

/** For operations that move no money: the account must be given, but nothing more. */
export const accountIsNamed = rule<Funded>(
  'an account',
  'The request, its session, a token or referenceOrderId must say which account is meant.',
  body => unnamedAccount(body),
)

function unnamedAccount(body: Funded): ValidationFinding | undefined {
  const provided = body.sourceOfFunds?.provided
  if (comesFromElsewhere(body)) return undefined
  if (provided === undefined) return missing('sourceOfFunds')
  const { card, giftCard } = provided
  if (card !== undefined)
    return isUnreadable(card) || isMisread(card) || card.number !== undefined
      ? undefined
      : missing(`${cardPath}.number`)
  return giftCard === undefined || giftCard.number !== undefined
    ? undefined
    : missing('sourceOfFunds.provided.giftCard.number')
}

const comesFromElsewhere = ({ referenceOrderId, sourceOfFunds }: Funded) =>
  sourceOfFunds?.token !== undefined || referenceOrderId !== undefined

type Card = ValueOf<typeof card>

/**
 * The terminal reports the reading as invalid: the payment is declined for that, and needs no card number.
 */
const isUnreadable = ({ p2pe }: Card) => p2pe?.encryptionState === 'INVALID'

/** A track with an invalid number gets its own finding: "number is missing" would mislead. */
const isMisread = ({ track1 = '', track2 = '' }: Card) =>
  [readTrack1(track1), readTrack2(track2)].some(track => track && !passesLuhn(track.number))

/** A track always answers this, even without a date: some cards never expire. */
const saysWhenItExpires = ({ expiry, track1, track2 }: Card) =>
  [expiry, track1, track2].some(said => said !== undefined)

/** If a reference supplies the card, no other card may be given. */
export const referenceStandsForTheCard = rule<Funded>(
  'reference or card',
  'When referenceOrderId supplies the card, sourceOfFunds.provided.card must not be given.',
  ({ order, referenceOrderId, sourceOfFunds, transaction }) => {
    if (referenceOrderId === undefined || sourceOfFunds?.provided?.card?.number === undefined)
      return undefined
    if (order?.industryPracticePaymentReason !== undefined || transaction?.resubmission) return undefined
    return { field: cardPath, validationType: 'UNSUPPORTED' }
  },
)

type Controlled = { readonly responseControls?: { readonly sensitiveData?: string } }

/** Values from a session or a payer's browser never have this privilege. */
export const sensitiveDataIsMasked = rule<Controlled>(
  'how sensitive data is shown',
  'responseControls.sensitiveData is MASK; UNMASK needs a privilege and certificate authentication together.',
  ({ responseControls }, { mayUnmask }) => {
    const asked = responseControls?.sensitiveData
    if (asked === undefined || asked === 'MASK') return undefined
    const field = 'responseControls.sensitiveData'
    if (asked === 'UNMASK') return mayUnmask ? undefined : { field, validationType: 'UNSUPPORTED' }
    return invalid(field, 'It must be one of MASK, UNMASK.', asked)
  },
)

type PaidByDevice = {
  readonly order?: Pick<ValueOf<typeof order>, 'walletProvider'>
  readonly sourceOfFunds?: ValueOf<typeof sourceOfFunds>
}

const paymentPath = 'sourceOfFunds.provided.card.devicePayment'

/** Wallets and scheme tokens contain an indicator of their own; a second one could contradict it. */
export const indicatorComesFromTheDevice = rule<PaidByDevice>(
  'indicator of a device payment',
  'devicePayment.eciIndicator is not accepted with order.walletProvider or sourceOfFunds.type SCHEME_TOKEN.',
  ({ order, sourceOfFunds }, { hasOpenedToken }) => {
    const { '3DSecure': inner, eciIndicator } = sourceOfFunds?.provided?.card?.devicePayment ?? {}
    const indicator = eciIndicator ?? inner?.eciIndicator
    if (indicator === undefined || hasOpenedToken) return undefined
    if (order?.walletProvider === undefined && sourceOfFunds?.type !== 'SCHEME_TOKEN') return undefined
    return invalid(
      `${paymentPath}.${eciIndicator === undefined ? '3DSecure.' : ''}eciIndicator`,
      'It is not accepted for wallets or scheme tokens.',
      indicator,
    )
  },
)

type Redirected = {
  readonly browserPayment?: ValueOf<typeof browserPayment>
  readonly sourceOfFunds?: Pick<ValueOf<typeof sourceOfFunds>, 'type'>
}

/** Provider A shows its page inside the merchant's page, so the payer is not redirected. */
export const payerCanReturn = rule<Redirected>(
  'the payer can return',
  'browserPayment.returnUrl must be given unless sourceOfFunds.type is PROVIDER_A.',
  ({ browserPayment, sourceOfFunds }) =>
    sourceOfFunds?.type === 'PROVIDER_A' || browserPayment?.returnUrl !== undefined
      ? undefined
      : missing('browserPayment.returnUrl'),
)
