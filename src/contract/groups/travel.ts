// The groups `airline` and `cruise`.

import { answerFormOf } from '../kit/answerForm.ts'
import { amount } from '../kit/decimals.ts'
import {
  alphanumeric,
  boolean,
  carrierCode,
  commaSeparated,
  country,
  date,
  digits,
  oneOf,
  telephone,
  text,
  time,
  upperCase,
} from '../kit/scalars.ts'
import { changedAt, group, list, optional, personal } from '../kit/vocabulary.ts'
import { postcode } from './addresses.ts'

/** What an airline charges for, by the codes of its accounting (spec 2.9). */
export const airlineDocumentTypes = [
  'ADDITIONAL_COLLECTION',
  'AGENCY_EXCHANGE_ORDER',
  'AGENCY_GROUP_TICKET',
  'AGENCY_MISCELLANEOUS_CHARGE_ORDER',
  'AGENCY_PASSENGER_TICKET',
  'AGENCY_TOUR_ORDER_OR_VOUCHER',
  'AIR_FREIGHT',
  'ANIMAL_TRANSPORTATION_CHARGE',
  'CATALOGUE_MERCHANDISE_ORDERED',
  'CLUB_MEMBERSHIP_FEE',
  'COUPON_BOOK',
  'CREDIT_CLASS_SERVICE_ADJUSTMENT',
  'CREDIT_DENIED_BOARDING',
  'CREDIT_EXCHANGE_REFUND',
  'CREDIT_LOST_TICKET_REFUND',
  'CREDIT_MISCELLANEOUS_REFUND',
  'CREDIT_MULTIPLE_UNUSED_TICKETS',
  'CREDIT_OVERCHARGE_ADJUSTMENT',
  'CREDIT_UNUSED_TRANSPORTATION',
  'DEBT_ADJUSTMENT_DUPLICATE_REFUND_OR_USE',
  'DUTY_FREE_SALE',
  'EXCESS_BAGGAGE',
  'EXCHANGE_ADJUSTMENT',
  'EXCHANGE_ORDER',
  'FIREARMS_CASE',
  'FREQUENT_FLYER_FEE_OR_PURCHASE',
  'FREQUENT_FLYER_FULFILLMENT',
  'FREQUENT_FLYER_OVERNIGHT_DELIVERY_CHARGE',
  'GROUP_TICKET',
  'IN_FLIGHT_ADJUSTMENT',
  'IN_FLIGHT_CHARGES',
  'IN_FLIGHT_DUTY_FREE_PURCHASE',
  'IN_FLIGHT_MERCHANDISE_ORDERED',
  'IN_FLIGHT_PHONE_CHARGES',
  'KENNEL_CHARGE',
  'LOST_TICKET_APPLICATION',
  'MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE',
  'MISCELLANEOUS_TAXES_FEES',
  'PASSENGER_TICKET',
  'SELF_SERVICE_TICKETS',
  'SENIOR_CITIZEN_DISCOUNT_BOOKLETS',
  'SMALL_PACKAGE_DELIVERY',
  'SPECIAL_SERVICE_TICKET',
  'SUPPORTED_REFUND',
  'TICKET_BY_MAIL',
  'TOUR_DEPOSIT',
  'TOUR_ORDER_VOUCHER',
  'UNDERCHARGE_ADJUSTMENT',
  'UNSUPPORTED_REFUND',
  'UPGRADE_CHARGE',
  'VENDOR_REFUND_CREDIT',
  'VENDOR_SALE',
] as const

const airport = upperCase(3)
const ticketNumber = alphanumeric(11, 16)

const leg = group({
  carrierCode: optional(carrierCode, 'Airline that flies this leg.'),
  conjunctionTicketNumber: optional(ticketNumber, 'Ticket this leg is issued in conjunction with.'),
  couponNumber: optional(alphanumeric(1), 'Coupon of the ticket that covers this leg.'),
  departureAirport: optional(airport, 'Airport of departure, by its three-letter code.'),
  departureDate: optional(date, 'Day of departure, local time.'),
  departureTax: optional(amount, 'Tax charged for the departure.'),
  departureTime: optional(time, 'Time of departure, local time.'),
  destinationAirport: optional(airport, 'Airport of arrival, by its three-letter code.'),
  destinationArrivalDate: optional(date, 'Day of arrival, local time.'),
  destinationArrivalTime: optional(time, 'Time of arrival, local time.'),
  endorsementsRestrictions: optional(
    alphanumeric(1, 20),
    'Endorsements or restrictions printed on the ticket.',
  ),
  exchangeTicketNumber: optional(ticketNumber, 'Ticket that was exchanged for this leg.'),
  fare: optional(amount, 'Fare of this leg.'),
  fareBasis: optional(alphanumeric(1, 24), 'Code of the fare this leg was sold at.'),
  fees: optional(amount, 'Fees on this leg.'),
  flightNumber: optional(alphanumeric(4, 6), 'Number of the flight.'),
  stopoverPermitted: optional(boolean, 'Whether the payer may stop over.'),
  taxes: optional(amount, 'Taxes on this leg.'),
  travelClass: optional(alphanumeric(1, 3), 'Class this leg is flown in.'),
})

const itinerary = group({
  leg: optional(list(leg), 'Legs of the journey, in the order they are flown.'),
  numberInParty: optional(digits(1, 3), 'How many travel together.'),
  originCountry: optional(country, 'Country the journey starts in.'),
})

const passenger = personal(
  group({
    firstName: optional(text(1, 50), "The passenger's first name."),
    frequentFlyerNumber: optional(text(1, 20), "The passenger's number in the frequent-flyer programme."),
    lastName: optional(text(1, 20), "The passenger's last name."),
    middleName: optional(text(1, 50), "The passenger's middle name."),
    specificInformation: optional(alphanumeric(1, 59), 'Whatever else the ticket says of the passenger.'),
    title: optional(text(1, 20), "The passenger's title."),
  }),
)

const issue = group({
  address: optional(text(1, 16), 'Where the ticket was issued.'),
  carrierCode: optional(carrierCode, 'Airline that issued the ticket.'),
  carrierName: optional(alphanumeric(1, 25), 'Name of the airline that issued the ticket.'),
  city: optional(changedAt(69, alphanumeric(1, 18), alphanumeric(1, 100)), 'City the ticket was issued in.'),
  country: optional(country, 'Country the ticket was issued in.'),
  date: optional(date, 'Day on which the ticket was issued.'),
  travelAgentCode: optional(alphanumeric(8, 9), 'Code of the travel agent.'),
  travelAgentName: optional(alphanumeric(1, 30), 'Name of the travel agent.'),
})

const taxOrFee = group({
  amount: optional(amount, 'How much it is.'),
  type: optional(alphanumeric(3), 'Code of the tax or fee.'),
})

const ticket = group({
  conjunctionTicketIndicator: optional(boolean, 'Whether it was issued in conjunction with other tickets.'),
  eTicket: optional(boolean, 'Whether it is electronic.'),
  exchangedTicketNumber: optional(ticketNumber, 'Ticket it was issued in exchange for.'),
  issue: optional(issue, 'Who issued the ticket, where and when.'),
  restricted: optional(boolean, 'Whether a refund of the ticket is restricted.'),
  taxOrFee: optional(list(taxOrFee), 'Taxes and fees of the ticket, one by one.'),
  ticketNumber: optional(ticketNumber, 'Number of the ticket.'),
  totalFare: optional(amount, 'Fare of all legs.'),
  totalFees: optional(amount, 'Fees of all legs.'),
  totalTaxes: optional(amount, 'Taxes of all legs.'),
})

/** Itinerary and ticket data that an airline sends to the payer's bank (spec 2.9). */
export const airline = group({
  bookingReference: optional(alphanumeric(6, 15), 'Reference of the booking.'),
  documentType: optional(oneOf(...airlineDocumentTypes), 'Kind of document the payer is charged for.'),
  itinerary: optional(itinerary, 'Where the journey goes.'),
  passenger: optional(list(passenger), 'Who flies.'),
  planNumber: optional(alphanumeric(2), 'Plan your acquirer gave you for airline payments.'),
  ticket: optional(ticket, 'The ticket.'),
  transactionType: optional(
    oneOf('EXCHANGE_TICKET', 'MISCELLANEOUS_CHARGE', 'PURCHASE', 'REFUND', 'TOUR_ORDER'),
    'What the payment does for the ticket.',
  ),
})

export const airlineAnswer = answerFormOf(airline)

const portAddress = group({
  city: optional(text(1, 100), 'City of the port.'),
  country: optional(country, 'Country of the port.'),
  postCodeZip: optional(postcode, 'Postcode of the port.'),
  stateProvinceCode: optional(text(1, 3), 'Code of the state or province of the port.'),
  street: optional(text(1, 100), "First line of the port's street address."),
  street2: optional(text(1, 100), "Second line of the port's street address."),
})

const cruisePassenger = personal(
  group({
    firstName: optional(text(1, 50), "The passenger's first name."),
    folioNumber: optional(text(1, 30), "Number of the passenger's account on board."),
    lastName: optional(text(1, 50), "The passenger's last name."),
    middleName: optional(text(1, 50), "The passenger's middle name."),
    title: optional(text(1, 50), "The passenger's title."),
  }),
)

const company = group({
  contact: optional(
    group({
      companyPhone: optional(telephone, 'Telephone of the company.'),
      customerServicePhone: optional(telephone, 'Telephone of its customer service.'),
    }),
    'How to reach the company.',
  ),
})

/** Booking data that a cruise line sends to the payer's bank. */
export const cruise = group({
  bookingReference: optional(text(1, 12), 'Reference of the booking.'),
  company: optional(company, 'The cruise line.'),
  departureDate: optional(date, 'Day on which the ship sails.'),
  departurePort: optional(
    group({ address: optional(portAddress, 'Address of the port.') }),
    'Port the ship sails from.',
  ),
  passenger: optional(list(cruisePassenger), 'Who travels.'),
  returnDate: optional(date, 'Day on which the voyage ends.'),
  shipName: optional(text(1, 50), 'Name of the ship.'),
  travelAgentCode: optional(alphanumeric(8, 9), 'Code of the travel agent.'),
  travelAgentName: optional(text(1, 30), 'Name of the travel agent.'),
  travelPackageItems: optional(
    commaSeparated('CAR_RENTAL', 'CRUISE_ONLY', 'FLIGHT'),
    'What the price includes, separated by commas.',
  ),
})

export const cruiseAnswer = answerFormOf(cruise)
