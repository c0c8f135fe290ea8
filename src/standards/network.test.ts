import { expect, test } from 'vitest'
import { canonicalAddress, networkOf } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['2001:0DB8:0:0:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8:1:2:3::9', '2001:db8:1:2'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['1:2:3::192.0.2.1', '1:2:3:0'],
  ['::2:3:4:5:192.0.2.1', '0:0:2:3'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.66', '203.0.113.66'],
  ['::ffff:203.0.113.66', '203.0.113.66'],
  ['::FFFF:cb00:7142', '203.0.113.66'],
  ['2001:db8:0::0066', '2001:db8::66'],
  [' 2001:DB8::66 ', '2001:db8::66'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.066', undefined],
  ['example.com', undefined],
  ['', undefined],
])('%j is the address %s', (text, address) => {
  expect(canonicalAddress(text)).toBe(address)
})
