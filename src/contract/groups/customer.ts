import { email, text } from '../kit/scalars.ts'
import { group, optional, pick } from '../kit/vocabulary.ts'
import { identification } from './identification.ts'

/** The payer as a person (spec 2.4). Telephone numbers are free text here, unlike those of a recipient. */
export const customer = group({
  email: optional(email, "The payer's e-mail address."),
  firstName: optional(text(1, 50), "The payer's first name."),
  identification: optional(identification, 'How the payer is identified.'),
  lastName: optional(text(1, 50), "The payer's last name."),
  middleName: optional(text(1, 50), "The payer's middle name."),
  mobilePhone: optional(text(1, 20), "The payer's mobile telephone."),
  phone: optional(text(1, 20), "The payer's telephone."),
  taxRegistrationId: optional(text(1, 30), "The payer's tax registration."),
})

/** All that the confirmation of a browser payment may change of the payer. */
export const confirmingCustomer = group(pick(customer, 'email'))
