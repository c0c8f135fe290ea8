import { expect, test } from 'vitest'
import { isCardName, readCardNames } from './cardNames.ts'

test.each([
  ['NETWORK_C:Sea Card', true],
  ['LOCAL_BRAND_ONLY:Carta Bàltica', true],
  [`NETWORK_A:${'x'.repeat(30)}`, true],
  [`NETWORK_A:${'x'.repeat(31)}`, false],
  ['NETWORK_C:', false],
  ['NETWORK_C: Sea Card', false],
  ['NETWORK_C:Sea,Card', false],
  ['NETWORK_C:Sea\nCard', false],
  ['NETWORK_C:\u202eSea', false],
  ['NETWORK_Z:Sea Card', false],
  ['UNKNOWN:Sea Card', false],
  ['Sea Card', false],
  [7, false],
])('%j names a network: %s', (text, isOne) => {
  expect(isCardName(text)).toBe(isOne)
})

test('the merchant’s names come before those of the gateway, network by network', () => {
  const ofGateway = ['NETWORK_B:Hill Card', 'NETWORK_C:Sea Card']
  expect(readCardNames(ofGateway, ['NETWORK_C:Ocean Card'])).toEqual({
    NETWORK_B: 'Hill Card',
    NETWORK_C: 'Ocean Card',
  })
})
