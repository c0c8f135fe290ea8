import { answered } from '../kit/answered.ts'
import { email, oneOf, telephone, text } from '../kit/scalars.ts'
import { group, optional, pick, type Scalar } from '../kit/vocabulary.ts'
import { address, postcode } from './address.ts'

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

const contact = group({
  email: optional(email, "The recipient's e-mail address."),
  firstName: optional(text(1, 50), "The recipient's first name."),
  lastName: optional(text(1, 50), "The recipient's last name."),
  mobilePhone: optional(telephone, "The recipient's mobile telephone."),
  phone: optional(telephone, "The recipient's telephone."),
  sameAsBilling: optional(sameAsBilling, "Whether the recipient's name is that of the cardholder.", {
    default: 'UNKNOWN',
  }),
})

/** Where goods go, to whom and how (spec 2.7). */
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

/** Older answers have room for 20 characters; a number of 15 digits always fits without its spaces. */
const shortPhone: Scalar<string> = {
  ...text(1, 20),
  show(given) {
    const phone = telephone.show?.(given)
    return typeof phone === 'string' && phone.length > 20 ? phone.replaceAll(' ', '') : phone
  },
}

/** Answers know fewer methods, and repeat the recipient beside the contact. */
export const shippingAnswer = group({
  address: optional(answered(shippingAddress), 'Where the goods are sent.'),
  contact: optional(answered(contact), 'Who receives the goods.'),
  firstName: optional(text(1, 50), "The recipient's first name, once more.", { from: 'contact.firstName' }),
  lastName: optional(text(1, 50), "The recipient's last name, once more.", { from: 'contact.lastName' }),
  method: optional(
    oneOf('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'),
    'How the goods travel; left out for goods that do not.',
  ),
  origin: shipping.fields.origin,
  phone: optional(shortPhone, "The recipient's telephone, once more; without spaces if it is long.", {
    from: 'contact.phone',
  }),
})
