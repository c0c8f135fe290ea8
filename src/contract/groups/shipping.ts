import { answered } from '../kit/answered.ts'
import { isObject } from '../kit/normalise.ts'
import { email, oneOf, telephone, text } from '../kit/scalars.ts'
import { group, optional, pick, type Scalar } from '../kit/vocabulary.ts'
import { address, addressAnswer, postcode } from './address.ts'

const sameAsBilling = oneOf('DIFFERENT', 'SAME', 'UNKNOWN')

const addressMarks = {
  sameAsBilling: optional(
    sameAsBilling,
    'Whether goods go to the billing address; unless given, the gateway compares the two.',
  ),
  source: optional(
    oneOf('ADDRESS_ON_FILE', 'NEW_ADDRESS'),
    'Whether you have shipped to this address before.',
  ),
}

const shippingAddress = group({
  ...pick(address, 'city', 'company', 'country', 'postcodeZip'),
  ...addressMarks,
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

/** Answers know fewer methods, and repeat the recipient beside the contact. */
export const shippingAnswer = group({
  address: optional(
    group({
      ...pick(addressAnswer, 'city', 'company', 'country', 'postcodeZip'),
      ...addressMarks,
      ...pick(addressAnswer, 'stateProvince', 'stateProvinceCode', 'street'),
    }),
    'Where the goods are sent.',
  ),
  contact: optional(answered(contact), 'Who receives the goods.'),
  firstName: optional(ofContact('firstName', 50), "The recipient's first name, once more.", {
    from: 'contact',
  }),
  lastName: optional(ofContact('lastName', 50), "The recipient's last name, once more.", { from: 'contact' }),
  method: optional(
    oneOf('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'),
    'How the goods travel; left out for goods that do not.',
  ),
  origin: shipping.fields.origin,
  phone: optional(
    ofContact('phone', 20),
    "The recipient's telephone, once more; without its spaces where they make it longer than 20 characters.",
    { from: 'contact' },
  ),
})

/** A telephone number has at most 15 digits, so without spaces it always fits. */
function ofContact(name: 'firstName' | 'lastName' | 'phone', max: number): Scalar<string> {
  return {
    ...text(1, max),
    show: recipient => {
      const value = isObject(recipient) ? recipient[name] : undefined
      if (typeof value !== 'string') return undefined
      return name === 'phone' && value.length > max ? value.replaceAll(' ', '') : value
    },
  }
}
