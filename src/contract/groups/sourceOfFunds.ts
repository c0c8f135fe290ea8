import { cardBrands } from '../../standards/cardBrands.ts'
import { answered } from '../kit/answered.ts'
import { isObject } from '../kit/normalise.ts'
import {
  alphanumeric,
  cardNumber,
  constant,
  digits,
  email,
  emvTags,
  hex,
  oneOf,
  text,
} from '../kit/scalars.ts'
import {
  type Group,
  group,
  omit,
  optional,
  pick,
  required,
  type Scalar,
  type Shape,
} from '../kit/vocabulary.ts'
import { card, terminalReading } from './card.ts'

const accountTypes = ['CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING'] as const
const accountNumber = (min: number, max: number) => alphanumeric(min, max, ' -/')
const account = { secret: 'number' } as const

const ach = group({
  accountType: optional(oneOf(...accountTypes), 'Kind of bank account.'),
  bankAccountHolder: optional(text(1, 28), 'Name of the account holder.'),
  bankAccountNumber: optional(accountNumber(1, 17), 'Number of the bank account.', account),
  routingNumber: optional(digits(9), 'Routing number of the bank.'),
  secCode: optional(oneOf('PPD', 'TEL', 'WEB'), 'How the payer gave authority for the payment.'),
})
const directDebitCanada = group({
  accountType: optional(oneOf('CONSUMER_CHECKING', 'CONSUMER_SAVINGS'), 'Kind of bank account.'),
  bankAccountHolder: required(text(1, 28), 'Name of the account holder.'),
  bankAccountNumber: required(accountNumber(7, 12), 'Number of the bank account.', account),
  financialInstitutionNumber: required(digits(3), 'Number of the financial institution.'),
  transitNumber: required(digits(5), 'Number of the branch.'),
})
const ebt = group({
  accountType: optional(oneOf('CASH_BENEFITS', 'EWIC_BENEFITS', 'SNAP_BENEFITS'), 'Which benefits pay.'),
  manualAuthorizationCode: optional(digits(1, 6), 'Approval code obtained by voice.'),
  merchantFns: optional(digits(1, 7), 'Your number with the nutrition service.'),
  voucherNumber: optional(digits(1, 15), 'Number of the paper voucher.'),
})
const giftCard = group({
  expectedLocalBrand: optional(text(4, 50), 'The brand you expect the gift card to have.'),
  number: optional(cardNumber, 'Number of the gift card.', { secret: 'number', unmaskable: true }),
  pin: optional(digits(4, 8), 'PIN of the gift card; used once, never kept.', { secret: 'authentication' }),
})
const providerB = group({
  accountEmail: required(email, "The payer's account with the provider."),
})
const sepa = group({
  bankAccountHolder: required(text(3, 100), 'Name of the account holder.'),
  bic: required(alphanumeric(8, 11), "The bank's identifier code."),
  iban: required(text(1, 50), 'International number of the bank account.', account),
})

const provided = group({
  ach: optional(ach, 'A bank account in the United States.'),
  card: optional(card, 'Card details.'),
  directDebitCanada: optional(directDebitCanada, 'A bank account in Canada.'),
  ebt: optional(ebt, 'Electronic benefits.'),
  giftCard: optional(giftCard, 'A gift card.'),
  providerB: optional(providerB, 'An account with provider B.'),
  sepa: optional(sepa, 'A bank account in the single euro payments area.'),
})

const types = [
  'ACH',
  'BROWSER_PAYMENT',
  'CARD',
  'DIRECT_DEBIT_CANADA',
  'EBT_CARD',
  'GIFT_CARD',
  'PROVIDER_A',
  'PROVIDER_B',
  'SCHEME_TOKEN',
  'SEPA',
] as const

/** Explicit details override those of the session, which override those of the token (spec 2.8). */
export const sourceOfFunds = group({
  provided: optional(provided, 'Details given in the request itself.'),
  token: optional(alphanumeric(1, 40), 'A token you saved card details under.'),
  tokenRequestorID: optional(alphanumeric(11), 'Who asked the scheme for the token.'),
  type: optional(oneOf(...types), 'Kind of account that pays.'),
})

/** At a payment provider, its own kind of payment has a name. */
const browserPayment = optional(
  group({ type: optional(text(1, 50), "The provider's name for the kind of payment.") }),
  'What the payment provider needs to know.',
)

/** What a terminal read is used at once and never kept, so that no session can hold it. */
export const heldSourceOfFunds = group({
  browserPayment,
  ...sourceOfFunds.fields,
  provided: optional(
    group({
      ...provided.fields,
      card: optional(group(omit(card, 'emvRequest', 'p2pe', 'pin', 'track1', 'track2')), 'Card details.'),
    }),
    sourceOfFunds.fields.provided.doc,
  ),
})

export const browserSourceOfFunds = group({
  browserPayment,
  ...sourceOfFunds.fields,
  type: required(oneOf(...types), 'Kind of account that pays.'),
})

/** A void may bring what the terminal read, nothing else. */
export const terminalSourceOfFunds = group({
  provided: optional(
    group({ card: optional(group(terminalReading), 'Card details.') }),
    'Details given in the request.',
  ),
})

const fundingMethod = oneOf('CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN')

const cardAnswer = group({
  ...answered(card).fields,
  brand: required(oneOf(...cardBrands), 'The network whose brand the card carries.'),
  emvRequest: optional(emvTags, 'The EMV tags of the request, without those that hold number or track.', {
    secret: 'emv',
  }),
  emvResponse: optional(hex(2, 510), "The issuer's EMV tags: give them to the terminal for its chip."),
  fundingMethod: required(fundingMethod, 'How the payer pays for what the card spends.'),
  holder: optional(
    group({
      firstName: optional(text(1, 50), "The cardholder's first name."),
      lastName: optional(text(1, 50), "The cardholder's last name."),
    }),
    'The cardholder.',
  ),
  localBrand: optional(text(1, 50), 'The local scheme of the card.'),
  scheme: optional(oneOf(...cardBrands), 'The network that carries the payment.'),
})
/** Where a card is kept for later, nothing is left of how it was read. */
const keptCardAnswer = omit(cardAnswer, 'emvRequest', 'emvResponse', 'p2pe')
const { ach: achAnswer, giftCard: giftCardAnswer, ...otherAnswers } = answered(provided).fields

const shownGiftCard = group({
  ...giftCardAnswer.type.fields,
  brand: optional(oneOf(...cardBrands), 'The network whose brand the gift card carries.'),
  fundingMethod: optional(fundingMethod, 'How the gift card is funded.'),
})
const answerWith = <C extends Shape>(shownCard: Group<C>) =>
  group({
    browserPayment,
    ...pick(answered(sourceOfFunds), 'token', 'tokenRequestorID', 'type'),
    provided: optional(
      group({
        ...otherAnswers,
        ach: achAnswer,
        card: optional(shownCard, 'Card details, the number masked.'),
        giftCard: optional(shownGiftCard, 'The gift card, its number masked.'),
      }),
      'What paid, as far as it may be shown.',
    ),
  })

export const sourceOfFundsAnswer = answerWith(cardAnswer)

const monthAndYear: Scalar<string> = {
  ...digits(4),
  show: expiry =>
    isObject(expiry) ? `${String(expiry.month).padStart(2, '0')}${String(expiry.year)}` : expiry,
}

/** Tokens alone answer the expiry in one piece. */
export const keptSourceOfFundsAnswer = answerWith(
  group({
    ...keptCardAnswer,
    expiry: optional(monthAndYear, 'When the card expires, as MMYY.'),
  }),
)

const hiddenCode: Scalar<'xxx'> = { ...constant('xxx'), show: () => 'xxx' }

/** A session tells that it holds a security code, and never which. */
export const heldSourceOfFundsAnswer = answerWith(
  group({
    ...keptCardAnswer,
    securityCode: optional(hiddenCode, 'There, as xxx, while the session holds a security code.'),
  }),
)
