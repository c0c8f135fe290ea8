import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { airline, airlineAnswer } from './travel.ts'

const leg = {
  carrierCode: 'ZZ/999',
  conjunctionTicketNumber: '12345678901',
  couponNumber: '1',
  departureAirport: 'BNE',
  departureDate: '2026-03-01',
  departureTax: '1.10',
  departureTime: '23:59Z',
  destinationAirport: 'SIN',
  destinationArrivalDate: '2026-03-02',
  destinationArrivalTime: '05:30:00+08',
  endorsementsRestrictions: 'NONREF',
  exchangeTicketNumber: '1234567890123456',
  fare: '100',
  fareBasis: 'YFLEX',
  fees: '2.20',
  flightNumber: 'ZZ0001',
  stopoverPermitted: true,
  taxes: '3.30',
  travelClass: 'Y',
} as const

const journey = {
  bookingReference: 'ABC123',
  documentType: 'PASSENGER_TICKET',
  itinerary: { leg: [leg, leg], numberInParty: '2', originCountry: 'AUS' },
  passenger: [
    { firstName: 'Ada', lastName: 'Byron', middleName: 'K.', title: 'Ms', frequentFlyerNumber: 'FF1' },
  ],
  planNumber: '01',
  ticket: {
    conjunctionTicketIndicator: false,
    eTicket: true,
    issue: {
      address: 'Queen St 1',
      carrierCode: '123',
      carrierName: 'Example',
      city: 'Brisbane',
      country: 'AUS',
      date: '2026-01-01',
      travelAgentCode: '12345678',
      travelAgentName: 'Agent',
    },
    restricted: true,
    taxOrFee: [{ amount: '3.30', type: 'GST' }],
    ticketNumber: '12345678901',
    totalFare: '200',
    totalFees: '4.40',
    totalTaxes: '6.60',
  },
  transactionType: 'PURCHASE',
} satisfies ValueOf<typeof airline>

test('a journey with every kind of field is accepted', () => {
  expect(verdict(airline.fields, journey)).toBe('accepted')
})

test('a finding names the leg', () => {
  const legs = [leg, leg, { ...leg, fareBasis: 'Y FLEX' }]
  expect(verdict(airline.fields, { itinerary: { leg: legs } })).toBe('INVALID itinerary.leg[2].fareBasis')
})

test.each([
  ['carrierCode', 'ZZ'],
  ['carrierCode', '999'],
  ['departureAirport', 'BNE'],
  ['departureTime', '00:00+10:00'],
])('leg.%s accepts %j', (field, value) => {
  expect(verdict(airline.fields, { itinerary: { leg: [{ [field]: value }] } })).toBe('accepted')
})

test.each([
  ['carrierCode', 'Z'],
  ['carrierCode', 'ZZZ'],
  ['carrierCode', 'ZZ/99'],
  ['conjunctionTicketNumber', '1234567890'],
  ['couponNumber', '12'],
  ['departureAirport', 'bne'],
  ['departureTime', '24:00Z'],
  ['fare', '1e3'],
  ['flightNumber', 'ZZ1'],
  ['stopoverPermitted', 'yes'],
  ['travelClass', 'ABCD'],
])('leg.%s refuses %j', (field, value) => {
  expect(verdict(airline.fields, { itinerary: { leg: [{ [field]: value }] } })).toBe(
    `INVALID itinerary.leg[0].${field}`,
  )
})

test.each([
  [{ bookingReference: 'ABC12' }, 'INVALID bookingReference'],
  [{ documentType: 'BUS_TICKET' }, 'INVALID documentType'],
  [{ planNumber: '1' }, 'INVALID planNumber'],
  [{ transactionType: 'GIFT' }, 'INVALID transactionType'],
  [{ itinerary: { numberInParty: '1000' } }, 'INVALID itinerary.numberInParty'],
  [{ passenger: [{ lastName: 'x'.repeat(21) }] }, 'INVALID passenger[0].lastName'],
  [{ passenger: Array.from({ length: 100 }, () => ({ title: 'Dr' })) }, 'INVALID passenger'],
  [{ ticket: { taxOrFee: [{ type: 'GS' }] } }, 'INVALID ticket.taxOrFee[0].type'],
  [{ ticket: { issue: { travelAgentName: 'A. Agent' } } }, 'INVALID ticket.issue.travelAgentName'],
])('%j → %s', (body, expected) => {
  expect(verdict(airline.fields, body)).toBe(expected)
})

test('the city of issue grew with version 69', () => {
  const body = { ticket: { issue: { city: 'x'.repeat(19) } } }
  expect(verdict(airline.fields, body, { version: 68 })).toBe('INVALID ticket.issue.city')
  expect(verdict(airline.fields, body, { version: 69 })).toBe('accepted')
})

test('answers show amounts as numbers, in every leg', () => {
  const shown: ValueOf<typeof airlineAnswer> = { itinerary: { leg: [{ fare: 100 }] } }
  expect(seen(airlineAnswer, { itinerary: { leg: [{ fare: '100.00' }] } })).toEqual(shown)
})
