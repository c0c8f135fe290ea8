import { expect, test } from 'vitest'
import { addressesOf, wrapped } from './address.ts'
import { cutTo, readParticulars } from './particulars.ts'

const written = (value: object) => JSON.parse(JSON.stringify(value))
const home = {
  ...{
    street: '1 High Street',
    street2: 'Flat 2',
    city: 'Springfield',
    postcodeZip: '62701',
    country: 'USA',
  },
  stateProvinceCode: 'il',
}

test('countries and states are sent as codes, and states only where they are known', () => {
  const billed = (address: object) => written(addressesOf(readParticulars({ billing: { address } })))
  expect(billed(home)).toEqual({
    ...{ billAddrLine1: '1 High Street', billAddrLine2: 'Flat 2', billAddrCity: 'Springfield' },
    ...{ billAddrPostCode: '62701', billAddrState: 'IL', billAddrCountry: '840' },
  })
  for (const other of [{ country: undefined }, { country: 'DEU' }, { stateProvinceCode: 'ZZ' }])
    expect(billed({ ...home, ...other })).not.toHaveProperty('billAddrState')
  // Post offices of armed forces: no part of ISO 3166-2.
  expect(billed({ ...home, stateProvinceCode: 'AE' })).not.toHaveProperty('billAddrState')
  expect(billed({ city: ' ', street: '\n' })).toEqual({})
})

test('whether goods go to the billing address is said, or seen', () => {
  const match = (billing: object | undefined, shipping: object) =>
    addressesOf(readParticulars({ billing: { address: billing }, shipping: { address: shipping } })).addrMatch
  expect(match(undefined, { sameAsBilling: 'SAME' })).toBe('Y')
  expect(match(home, { ...home, sameAsBilling: 'DIFFERENT' })).toBe('N')
  expect(match(home, { ...home, sameAsBilling: 'UNKNOWN' })).toBe('Y')
  expect(match(home, { ...home, city: 'Shelbyville' })).toBe('N')
  expect(match(undefined, home)).toBeUndefined()
})

test('streets are broken between words into three lines of 50', () => {
  expect(wrapped(['1 High Street', undefined])).toEqual(['1 High Street'])
  expect(wrapped(['1 High Street', 'Flat 2'])).toEqual(['1 High Street', 'Flat 2'])
  const words = 'Seventeen '.repeat(9).trim()
  expect(wrapped([words, 'Flat 2'])).toEqual([words.slice(0, 49), words.slice(50), 'Flat 2'])
  const lines = wrapped([words, words])
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(50)
  expect(wrapped(['x'.repeat(100), undefined])).toEqual(['x'.repeat(50), 'x'.repeat(50)])
})

test('nothing is cut within a character', () => {
  expect(cutTo(3, 'ab😀')).toBe('ab')
  expect(cutTo(4, 'ab😀c')).toBe('ab😀')
})
