// The group `sourceOfFunds`, its cards and other accounts, in requests and in answers.

import { cardBrands } from '../../standards/cardBrands.ts'
import { answerFormOf } from '../kit/answerForm.ts'
import { isObject } from '../kit/content.ts'
import {
  alphanumeric,
  base64,
  cardNumber,
  constant,
  digits,
  digitsBetween,
  email,
  emvTags,
  hex,
  maskedDigits,
  month,
  oneOf,
  text,
  track1,
  track2,
} from '../kit/scalars.ts'
import {
  changedAt,
  type Group,
  group,
  omit,
  optional,
  pick,
  required,
  type Scalar,
  type Shape,
} from '../kit/vocabulary.ts'

// The card of a request (spec 2.8). Secret fields are marked here, in one place for all operations.

const sensitive = { secret: 'authentication' } as const

export const expiry = group({
  month: required(month, 'Month in which the card expires; "01" and "1" are the same.'),
  year: required(digits(2), 'Year in which the card expires, counted from 2000.'),
})

const maskedExpiry = group({
  month: optional(month, 'Month in which the funding card expires.'),
  year: optional(digits(2), 'Year in which the funding card expires, counted from 2000.'),
})

const cryptogramFormat = oneOf('3DSECURE', 'EMV')

const devicePayment = group({
  '3DSecure': optional(
    group({
      eciIndicator: optional(digits(1, 2), 'Electronic commerce indicator from the decrypted payment token.'),
      onlinePaymentCryptogram: optional(
        base64(1, 128),
        'Cryptogram from the decrypted payment token.',
        sensitive,
      ),
    }),
    'Payment data of the 3DSECURE format.',
  ),
  cryptogramFormat: optional(cryptogramFormat, 'How the device wrapped its payment data.'),
  eciIndicator: optional(digits(1, 2), 'Electronic commerce indicator; not for wallets or scheme tokens.'),
  onlinePaymentCryptogram: optional(
    base64(1, 128),
    'Cryptogram from the decrypted payment token.',
    sensitive,
  ),
})

const mobileWallet = group({
  '3DSecure': optional(
    group({
      eciIndicator: optional(digits(1, 2), 'Electronic commerce indicator of the wallet payment.'),
      onlinePaymentCryptogram: required(base64(1, 128), 'Cryptogram the wallet produced.', sensitive),
    }),
    'Payment data of the 3DSECURE format.',
  ),
  cryptogramFormat: required(cryptogramFormat, 'How the wallet wrapped its payment data.'),
})

export const p2pe = group({
  cardBin: optional(
    digits(1, 6),
    'Leading digits the decrypted number must have, or the request is refused.',
  ),
  encryptionState: optional(
    { ...oneOf('INVALID', 'VALID'), name: 'String', min: 5, max: 7 },
    'What the terminal says of its encryption; INVALID declines the transaction.',
  ),
  initializationVector: optional(hex(16, 64), 'Initialisation vector, where the terminal used one.', {
    secret: 'sealed',
  }),
  keySerialNumber: required(changedAt(69, hex(20), hex(20, 24)), 'Key serial number of the terminal key.'),
  payload: required(hex(32, 1024), 'Card data encrypted by the terminal; never kept.', { secret: 'sealed' }),
})

const pin = group({
  encryptionState: optional(
    oneOf('INVALID', 'VALID'),
    'What the terminal says of its encryption.',
    sensitive,
  ),
  keySerialNumber: optional(hex(20, 24), 'Key serial number of the PIN key.', sensitive),
  keySetId: optional(hex(6, 8), 'The key set the PIN key belongs to.', sensitive),
  payload: required(hex(16, 32), 'The encrypted PIN block; passed to the acquirer only.', sensitive),
})

/** What a terminal read from the card; a void may carry it, too. */
export const terminalReading = {
  emvRequest: optional(emvTags, 'EMV tags of the terminal, from the permitted list.', { secret: 'emv' }),
  p2pe: optional(p2pe, 'Card data encrypted at the point of entry.'),
  track1: optional(track1, 'Track 1 as read from the magstripe.', sensitive),
  track2: optional(track2, 'Track 2 as read from the magstripe; must match number and expiry.', sensitive),
}

export const card = group({
  accountType: optional(oneOf('CHECKING', 'SAVINGS'), 'The account behind a debit-network card.'),
  devicePayment: optional(devicePayment, 'A payment made with a device wallet.'),
  emvRequest: terminalReading.emvRequest,
  expiry: optional(expiry, 'When the card expires.'),
  // Masked again by the gateway: a client may fail to, and the number must reach neither store nor answer.
  maskedFpan: optional(maskedDigits(9, 19), 'Funding card number behind a device number, masked 6.4.', {
    secret: 'number',
  }),
  maskedFpanExpiry: optional(maskedExpiry, 'When the funding card expires.'),
  mobileWallet: optional(mobileWallet, 'A payment made with a mobile wallet.'),
  nameOnCard: optional(text(1, 256), "The cardholder's name as the card shows it.", { personal: true }),
  number: optional(cardNumber, 'The card number.', { secret: 'number', unmaskable: true }),
  p2pe: terminalReading.p2pe,
  pin: optional(pin, 'The PIN entered at the point of sale; passed to the acquirer, never kept.', sensitive),
  securityCode: optional(
    digits(3, 4),
    'The security code printed on the card; used once, never kept.',
    sensitive,
  ),
  sequenceNumber: optional(digitsBetween(0, 999), 'Tells cards of the same number apart.'),
  storedOnFile: optional(
    oneOf('NOT_STORED', 'STORED', 'TO_BE_STORED'),
    'Whether you hold, or are about to hold, these details for later payments.',
  ),
  track1: terminalReading.track1,
  track2: terminalReading.track2,
})

const accountTypes = ['CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING'] as const
const accountNumber = (min: number, max: number) => alphanumeric(min, max, ' -/')
const account = { secret: 'number' } as const
/** In the place of a name that has to be there. */
const erased = 'ERASED'

const ach = group({
  accountType: optional(oneOf(...accountTypes), 'Kind of bank account.'),
  bankAccountHolder: optional(text(1, 28), 'Name of the account holder.', { personal: true }),
  bankAccountNumber: optional(accountNumber(1, 17), 'Number of the bank account.', account),
  routingNumber: optional(digits(9), 'Routing number of the bank.'),
  secCode: optional(oneOf('PPD', 'TEL', 'WEB'), 'How the payer gave authority for the payment.'),
})
const directDebitCanada = group({
  accountType: optional(oneOf('CONSUMER_CHECKING', 'CONSUMER_SAVINGS'), 'Kind of bank account.'),
  bankAccountHolder: required(text(1, 28), 'Name of the account holder.', { personal: erased }),
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
  accountEmail: required(email, "The payer's account with the provider.", {
    personal: 'erased@erased.invalid',
  }),
})
const sepa = group({
  bankAccountHolder: required(text(3, 100), 'Name of the account holder.', { personal: erased }),
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

/** The payment provider's own kind of payment. */
const browserPayment = optional(
  group({ type: optional(text(1, 50), "The provider's name for the kind of payment.") }),
  'What the payment provider needs to know.',
)

/** For sessions: what a terminal read is used immediately and never stored, so a session cannot have it. */
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

/** A void may only carry what the terminal read. */
export const terminalSourceOfFunds = group({
  provided: optional(
    group({ card: optional(group(terminalReading), 'Card details.') }),
    'Details given in the request.',
  ),
})

const fundingMethod = oneOf('CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN')

const cardAnswer = group({
  ...answerFormOf(card).fields,
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
    { personal: true },
  ),
  localBrand: optional(text(1, 50), 'The local scheme of the card.'),
  scheme: optional(oneOf(...cardBrands), 'The network that carries the payment.'),
})
/** A stored card has no data about how it was read. */
const keptCardAnswer = omit(cardAnswer, 'emvRequest', 'emvResponse', 'p2pe')
const { ach: achAnswer, giftCard: giftCardAnswer, ...otherAnswers } = answerFormOf(provided).fields

const shownGiftCard = group({
  ...giftCardAnswer.type.fields,
  brand: optional(oneOf(...cardBrands), 'The network whose brand the gift card carries.'),
  fundingMethod: optional(fundingMethod, 'How the gift card is funded.'),
})
const answerWith = <C extends Shape>(shownCard: Group<C>) =>
  group({
    browserPayment,
    ...pick(answerFormOf(sourceOfFunds), 'token', 'tokenRequestorID', 'type'),
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

/** Only answers about tokens give the expiry as one text. */
export const keptSourceOfFundsAnswer = answerWith(
  group({
    ...keptCardAnswer,
    expiry: optional(monthAndYear, 'When the card expires, as MMYY.'),
  }),
)

const hiddenCode: Scalar<'xxx'> = { ...constant('xxx'), show: () => 'xxx' }

/** A session shows that it has a security code, but not its value. */
export const heldSourceOfFundsAnswer = answerWith(
  group({
    ...keptCardAnswer,
    securityCode: optional(hiddenCode, 'There, as xxx, while the session holds a security code.'),
  }),
)
