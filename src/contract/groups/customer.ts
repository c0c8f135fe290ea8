// The payer: the groups `customer` and `device`, and how a person is identified.

import { boolean, country, email, integer, oneOf, text } from '../kit/scalars.ts'
import { changedAt, group, optional, personal, pick } from '../kit/vocabulary.ts'

/** The document that identifies a person or company. */
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

/** The payer as a person (spec 2.4). Telephone numbers are free text here, unlike those of a recipient. */
export const customer = personal(
  group({
    email: optional(email, "The payer's e-mail address."),
    firstName: optional(text(1, 50), "The payer's first name."),
    identification: optional(
      identification,
      'How the payer is identified. CUSTOMER_IDENTIFICATION is your own reference of the payer, by which ' +
        'checkout finds the cards that the payer saved.',
    ),
    lastName: optional(text(1, 50), "The payer's last name."),
    middleName: optional(text(1, 50), "The payer's middle name."),
    mobilePhone: optional(text(1, 20), "The payer's mobile telephone."),
    phone: optional(text(1, 20), "The payer's telephone."),
    taxRegistrationId: optional(text(1, 30), "The payer's tax registration."),
  }),
)

/** The only field of the payer that the confirmation of a browser payment may change. */
export const confirmingCustomer = group(pick(customer, 'email'))

const screenSide = integer(0, 999_999)

/** The capabilities of the payer's browser, which the issuer's challenge page needs; read by a script. */
const browserDetails = group({
  '3DSecureChallengeWindowSize': optional(
    oneOf('250_X_400', '390_X_400', '500_X_600', '600_X_400', 'FULL_SCREEN'),
    'Width and height, in pixels, of the frame you show the challenge in.',
  ),
  acceptHeaders: optional(text(1, 2048), 'The Accept header the browser sent.'),
  acceptLanguage: optional(text(1, 1024), 'The Accept-Language header the browser sent.'),
  colorDepth: optional(integer(0, 99), 'Bits per pixel of the screen.'),
  javaEnabled: optional(boolean, 'Whether the browser can run Java.'),
  javaScriptEnabled: optional(boolean, 'Whether the browser runs JavaScript.'),
  language: optional(text(1, 35), 'Language of the browser.'),
  screenHeight: optional(screenSide, 'Height of the screen in pixels.'),
  screenWidth: optional(screenSide, 'Width of the screen in pixels.'),
  timeZone: optional(
    integer(-840, 840),
    "Minutes from the payer's local time to UTC, as getTimezoneOffset gives them; may be negative.",
  ),
})

/** The device the payer ordered with (spec 2.4). */
export const device = personal(
  group({
    ani: optional(text(1, 10), 'Telephone number the order came from.'),
    aniCallType: optional(text(1, 2), 'Kind of telephone the order came from.'),
    browser: optional(changedAt(69, text(1, 255), text(1, 2048)), 'The User-Agent header the browser sent.'),
    browserDetails: optional(browserDetails, 'What the browser can do; payer authentication asks for it.'),
    fingerprint: optional(text(1, 4000), 'What your device profiling learned about the device.'),
    hostname: optional(text(1, 60), 'Host the payer connected from.'),
    ipAddress: optional(
      changedAt(69, text(7, 15), text(7, 45)),
      'Address the payer connected from; long enough for IPv6 from version 69 on.',
    ),
  }),
)
