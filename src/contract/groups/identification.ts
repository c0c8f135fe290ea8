import { country, oneOf, text } from '../kit/scalars.ts'
import { group, optional } from '../kit/vocabulary.ts'

/** How a person or company proves who they are. */
export const identification = group({
  country: optional(country, 'Country that issued the identification.'),
  type: optional(
    oneOf(
      'ALIEN_REGISTRATION_NUMBER',
      'BUSINESS_TAX_ID',
      'COMPANY_REGISTRATION_NUMBER',
      'CUSTOMER_IDENTIFICATION',
      'DATE_OF_BIRTH',
      'DRIVERS_LICENSE',
      'EMAIL',
      'GOVERNMENT_ISSUED',
      'INDIVIDUAL_TAX_ID',
      'LAW_ENFORCEMENT_IDENTIFICATION',
      'MILITARY_IDENTIFICATION',
      'NATIONAL_IDENTIFICATION_CARD',
      'OTHER',
      'PASSPORT',
      'PHONE_NUMBER',
      'PROXY_IDENTIFICATION',
      'SOCIAL_SECURITY_NUMBER',
      'TRAVEL_IDENTIFICATION',
    ),
    'Kind of identification.',
  ),
  value: optional(text(1, 50), 'The identification itself.'),
})
