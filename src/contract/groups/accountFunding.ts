// The group `accountFunding`: payments whose money is transferred on to an account.

import { answerFormOf } from '../kit/answerForm.ts'
import { boolean, country, date, oneOf, text } from '../kit/scalars.ts'
import { group, optional, personal, required } from '../kit/vocabulary.ts'
import { identification } from './customer.ts'

const account = group({
  fundingMethod: optional(oneOf('CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN'), 'How the account is funded.'),
  identifier: optional(
    text(1, 50),
    // It may be a card number, whatever identifierType is, so it is always masked.
    'What names the account, in the form that identifierType says. Answers show it masked.',
    { secret: 'number', personal: true },
  ),
  identifierType: optional(
    oneOf(
      'BANK_ACCOUNT_BIC',
      'BANK_ACCOUNT_IBAN',
      'BANK_ACCOUNT_NATIONAL',
      'CARD_NUMBER',
      'EMAIL_ADDRESS',
      'OTHER',
      'PHONE_NUMBER',
      'SOCIAL_NETWORK_PROFILE_ID',
      'STAGED_WALLET_USER_ID',
      'STORED_VALUE_WALLET_USER_ID',
    ),
    'What kind of identifier names the account.',
  ),
})

const recipientAddress = personal(
  group({
    city: optional(text(1, 100), "The recipient's city or town."),
    country: optional(country, "The recipient's country."),
    postCodeZip: optional(text(1, 10), "The recipient's postcode or zip code."),
    stateProvinceCode: optional(text(1, 3), "Code of the recipient's state or province."),
    street: optional(text(1, 100), "First line of the recipient's street address."),
    street2: optional(text(1, 100), "Second line of the recipient's street address."),
  }),
  'country',
)

const recipient = personal(
  group({
    account: optional(account, 'The account that receives the money.'),
    address: optional(recipientAddress, 'Where the recipient lives.'),
    country: optional(country, "The recipient's country; the same as address.country."),
    dateOfBirth: optional(date, "The recipient's date of birth."),
    firstName: optional(text(1, 50), "The recipient's first name."),
    identification: optional(identification, 'How the recipient is identified.'),
    lastName: optional(text(1, 50), "The recipient's last name."),
    middleName: optional(text(1, 50), "The recipient's middle name."),
    postCodeZip: optional(text(1, 10), "The recipient's postcode; the same as address.postCodeZip."),
    stateProvinceCode: optional(
      text(1, 3),
      "Code of the recipient's state or province; must exist where the country is USA or CAN.",
    ),
  }),
  'account',
  'address',
  'country',
)

/** Where the money of the payment is transferred (spec 2.6); only with order.purchaseType=ACCOUNT_FUNDING. */
export const accountFunding = group({
  purpose: optional(
    oneOf('CRYPTOCURRENCY_PURCHASE', 'MERCHANT_SETTLEMENT', 'OTHER', 'PAYROLL'),
    'What the money is for.',
    { default: 'OTHER' },
  ),
  recipient: optional(recipient, 'Who receives the money.'),
  senderIsRecipient: optional(boolean, 'Whether payer and recipient are the same.', { default: false }),
  senderType: optional(
    oneOf('COMMERCIAL_ORGANIZATION', 'GOVERNMENT', 'NON_PROFIT_ORGANIZATION', 'PERSON'),
    'What kind of payer sends the money.',
  ),
})

const answer = answerFormOf(accountFunding).fields

export const accountFundingAnswer = group({
  purpose: answer.purpose,
  recipient: answer.recipient,
  reference: required(text(1, 50), 'Made by the gateway; may be asked for when the recipient is credited.'),
  senderIsRecipient: answer.senderIsRecipient,
  senderType: answer.senderType,
})
