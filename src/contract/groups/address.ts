import { answered } from '../kit/answered.ts'
import { alphanumeric, country, text } from '../kit/scalars.ts'
import { group, omit, optional } from '../kit/vocabulary.ts'

export const postcode = alphanumeric(1, 10, ' -')

/** A postal address, wherever one is asked for (spec 2.7). */
export const address = group({
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

/** For places that are not the payer's: terminals, sub-merchants, statements. */
export const addressWithoutCode = group(omit(address, 'stateProvinceCode'))

/** In answers the second line has become part of the first. */
export const addressAnswer = answered(address)
export const addressWithoutCodeAnswer = answered(addressWithoutCode)
