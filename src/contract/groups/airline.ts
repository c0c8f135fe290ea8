import { answered } from '../kit/answered.ts'
import { amount } from '../kit/decimals.ts'
import {
  alphanumeric,
  boolean,
  carrierCode,
  country,
  date,
  digits,
  oneOf,
  text,
  time,
  upperCase,
} from '../kit/scalars.ts'
import { changedAt, group, list, optional } from '../kit/vocabulary.ts'
import { documentTypes } from './airlineDocument.ts'

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

const passenger = group({
  firstName: optional(text(1, 50), "The passenger's first name."),
  frequentFlyerNumber: optional(text(1, 20), "The passenger's number in the frequent-flyer programme."),
  lastName: optional(text(1, 20), "The passenger's last name."),
  middleName: optional(text(1, 50), "The passenger's middle name."),
  specificInformation: optional(alphanumeric(1, 59), 'Whatever else the ticket says of the passenger.'),
  title: optional(text(1, 20), "The passenger's title."),
})

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

/** What an airline tells the payer's bank about the journey (spec 2.9). */
export const airline = group({
  bookingReference: optional(alphanumeric(6, 15), 'Reference of the booking.'),
  documentType: optional(oneOf(...documentTypes), 'Kind of document the payer is charged for.'),
  itinerary: optional(itinerary, 'Where the journey goes.'),
  passenger: optional(list(passenger), 'Who flies.'),
  planNumber: optional(alphanumeric(2), 'Plan your acquirer gave you for airline payments.'),
  ticket: optional(ticket, 'The ticket.'),
  transactionType: optional(
    oneOf('EXCHANGE_TICKET', 'MISCELLANEOUS_CHARGE', 'PURCHASE', 'REFUND', 'TOUR_ORDER'),
    'What the payment does for the ticket.',
  ),
})

export const airlineAnswer = answered(airline)
