// Postal addresses, and the groups `billing` and `shipping`.

import { answerFormOf } from '../kit/answerForm.ts'
import { alphanumeric, country, email, oneOf, telephone, text } from '../kit/scalars.ts'
import { group, omit, optional, personal, pick, type Scalar } from '../kit/vocabulary.ts'

export const postcode = alphanumeric(1, 10, ' -')

const postalAddress = group({
  city: optional(text(1, 100), 'City or town.'),
  company: optional(text(1, 100), 'Company at this address.'),
  country: optional(country, 'Country, as its three-letter code.'),
  postcodeZip: optional(postcode, 'Postcode or zip code.'),
  stateProvince: optional(text(1, 20), 'State or province by name.'),
  stateProvinceCode: optional(
    text(1, 3),
    'State or province by code: what follows the hyphen in ISO 3166-2. Helps payer authentication.',
  ),
  street: optional(
    text(1, 100),
    'First line of the street address; answers join both lines by ", " and cut them at 100 characters.',
    { joins: 'street2' },
  ),
  street2: optional(text(1, 100), 'Second line of the street address.'),
})

/** The payer's postal address (spec 2.7). Its country stays when a payer is erased: taxes follow it. */
export const address = personal(postalAddress, 'country')

/** For addresses other than the payer's: terminals, sub-merchants, statements. */
export const addressWithoutCode = group(omit(postalAddress, 'stateProvinceCode'))

/** In answers the second line is appended to the first. */
export const addressAnswer = answerFormOf(address)
export const addressWithoutCodeAnswer = answerFormOf(addressWithoutCode)

/** The address on the payer's statement (spec 2.7). */
export const billing = group({
  address: optional(address, "The address the payer's card is registered at; used for address verification."),
})

export const billingAnswer = group({
  address: optional(addressAnswer, 'The billing address as the gateway holds it.'),
})

const sameAsBilling = oneOf('DIFFERENT', 'SAME', 'UNKNOWN')

const shippingAddress = group({
  ...pick(address, 'city', 'company', 'country', 'postcodeZip'),
  sameAsBilling: optional(
    sameAsBilling,
    'Whether goods go to the billing address; unless given, the gateway compares the two.',
  ),
  source: optional(
    oneOf('ADDRESS_ON_FILE', 'NEW_ADDRESS'),
    'Whether you have shipped to this address before.',
  ),
  ...pick(address, 'stateProvince', 'stateProvinceCode', 'street', 'street2'),
})

const contact = personal(
  group({
    email: optional(email, "The recipient's e-mail address."),
    firstName: optional(text(1, 50), "The recipient's first name."),
    lastName: optional(text(1, 50), "The recipient's last name."),
    mobilePhone: optional(telephone, "The recipient's mobile telephone."),
    phone: optional(telephone, "The recipient's telephone."),
    sameAsBilling: optional(sameAsBilling, "Whether the recipient's name is that of the cardholder.", {
      default: 'UNKNOWN',
    }),
  }),
  'sameAsBilling',
)

/** Recipient, address and method of the delivery (spec 2.7). */
export const shipping = group({
  address: optional(shippingAddress, 'Where the goods are sent.'),
  contact: optional(contact, 'Who receives the goods.'),
  method: optional(
    oneOf('ELECTRONIC', 'GROUND', 'NOT_SHIPPED', 'OVERNIGHT', 'PICKUP', 'PRIORITY', 'SAME_DAY'),
    'How the goods travel: GROUND takes 4 days or more, PRIORITY 2 or 3.',
  ),
  origin: optional(
    group({ postcodeZip: optional(postcode, 'Postcode the goods are sent from.') }),
    'Where the goods come from.',
  ),
})

/** Older answers allow 20 characters; a number of 15 digits always fits after its spaces are removed. */
const shortPhone: Scalar<string> = {
  ...text(1, 20),
  show(given) {
    const phone = telephone.show?.(given)
    return typeof phone === 'string' && phone.length > 20 ? phone.replaceAll(' ', '') : phone
  },
}

/** Answers have fewer methods, and repeat the recipient next to the contact. */
export const shippingAnswer = group({
  address: optional(answerFormOf(shippingAddress), 'Where the goods are sent.'),
  contact: optional(answerFormOf(contact), 'Who receives the goods.'),
  firstName: optional(text(1, 50), "The recipient's first name, once more.", {
    from: 'contact.firstName',
    personal: true,
  }),
  lastName: optional(text(1, 50), "The recipient's last name, once more.", {
    from: 'contact.lastName',
    personal: true,
  }),
  method: optional(
    oneOf('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'),
    'How the goods travel; left out for goods that do not.',
  ),
  origin: shipping.fields.origin,
  phone: optional(shortPhone, "The recipient's telephone, once more; without spaces if it is long.", {
    from: 'contact.phone',
    personal: true,
  }),
})
