import { group, optional } from '../kit/vocabulary.ts'
import { address, addressAnswer } from './address.ts'

/** Who is billed (spec 2.7). */
export const billing = group({
  address: optional(address, "The address the payer's card is registered at; used for address verification."),
})

export const billingAnswer = group({
  address: optional(addressAnswer, 'The billing address as the gateway holds it.'),
})
