import { answered } from '../kit/answered.ts'
import { alphanumeric, commaSeparated, country, date, telephone, text } from '../kit/scalars.ts'
import { group, list, optional } from '../kit/vocabulary.ts'
import { postcode } from './address.ts'

const portAddress = group({
  city: optional(text(1, 100), 'City of the port.'),
  country: optional(country, 'Country of the port.'),
  postCodeZip: optional(postcode, 'Postcode of the port.'),
  stateProvinceCode: optional(text(1, 3), 'Code of the state or province of the port.'),
  street: optional(text(1, 100), "First line of the port's street address."),
  street2: optional(text(1, 100), "Second line of the port's street address."),
})

const passenger = group({
  firstName: optional(text(1, 50), "The passenger's first name."),
  folioNumber: optional(text(1, 30), "Number of the passenger's account on board."),
  lastName: optional(text(1, 50), "The passenger's last name."),
  middleName: optional(text(1, 50), "The passenger's middle name."),
  title: optional(text(1, 50), "The passenger's title."),
})

const company = group({
  contact: optional(
    group({
      companyPhone: optional(telephone, 'Telephone of the company.'),
      customerServicePhone: optional(telephone, 'Telephone of its customer service.'),
    }),
    'How to reach the company.',
  ),
})

/** What a cruise line tells the payer's bank about the voyage. */
export const cruise = group({
  bookingReference: optional(text(1, 12), 'Reference of the booking.'),
  company: optional(company, 'The cruise line.'),
  departureDate: optional(date, 'Day on which the ship sails.'),
  departurePort: optional(
    group({ address: optional(portAddress, 'Address of the port.') }),
    'Port the ship sails from.',
  ),
  passenger: optional(list(passenger), 'Who travels.'),
  returnDate: optional(date, 'Day on which the voyage ends.'),
  shipName: optional(text(1, 50), 'Name of the ship.'),
  travelAgentCode: optional(alphanumeric(8, 9), 'Code of the travel agent.'),
  travelAgentName: optional(text(1, 30), 'Name of the travel agent.'),
  travelPackageItems: optional(
    commaSeparated('CAR_RENTAL', 'CRUISE_ONLY', 'FLIGHT'),
    'What the price includes, separated by commas.',
  ),
})

export const cruiseAnswer = answered(cruise)
