import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { cruise, cruiseAnswer } from './travel.ts'

const voyage = {
  bookingReference: 'B1',
  company: { contact: { companyPhone: '+61 7 3000 0000', customerServicePhone: '+61 7 3000 0001' } },
  departureDate: '2026-03-01',
  departurePort: {
    address: { city: 'Sydney', country: 'AUS', postCodeZip: '2000', stateProvinceCode: 'NSW' },
  },
  passenger: [{ firstName: 'Ada', folioNumber: '12', lastName: 'Byron', middleName: 'K.', title: 'Ms' }],
  returnDate: '2026-03-08',
  shipName: 'Example',
  travelAgentCode: '12345678',
  travelAgentName: 'A. Agent & Daughters',
  travelPackageItems: 'CAR_RENTAL,FLIGHT',
} satisfies ValueOf<typeof cruise>

test('a voyage with every kind of field is accepted and comes back as it was', () => {
  expect(verdict(cruise.fields, voyage)).toBe('accepted')
  expect(seen(cruiseAnswer, voyage)).toEqual(voyage)
})

test.each([
  [{ bookingReference: 'x'.repeat(13) }, 'INVALID bookingReference'],
  [{ company: { contact: { companyPhone: '123' } } }, 'INVALID company.contact.companyPhone'],
  [{ departurePort: { address: { postcodeZip: '2000' } } }, 'UNSUPPORTED departurePort.address.postcodeZip'],
  [{ passenger: [{ folioNumber: 'x'.repeat(31) }] }, 'INVALID passenger[0].folioNumber'],
  [{ travelAgentCode: '1234567' }, 'INVALID travelAgentCode'],
  [{ travelPackageItems: 'FLIGHT,FLIGHT' }, 'INVALID travelPackageItems'],
  [{ travelPackageItems: 'FLIGHT, CAR_RENTAL' }, 'INVALID travelPackageItems'],
  [{ travelPackageItems: '' }, 'INVALID travelPackageItems'],
])('%j → %s', (body, expected) => {
  expect(verdict(cruise.fields, body)).toBe(expected)
})
