import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import { isNetwork } from './networkForm.ts'

const addresses = [
  ...['192.0.2.1', '0.0.0.0', '255.255.255.255', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.a'],
  ...['::', '::1', '2001:db8::', '2001:db8:0:0:0:0:0:1', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8', 'fe80::1'],
  ...['1:2:3:4:5:6:7', '1::2::3', ':::', '12345::', 'g::', '::1.2.3', '::1.2.3.4.', '::01.2.3.4', '[::1]'],
  ...['', ' ', 'localhost', '1:2:3:4:5:6:7:8:9', '::256.0.0.1', '1.2.3.4 ', '::1]', '2001:DB8::A', '1:::2'],
]

test.each(addresses)('%j is an address here if the server takes it for one', address => {
  expect(isNetwork(address)).toBe(isIP(address) !== 0)
})

test('a network has as many bits as its address at most', () => {
  const good = ['192.0.2.0/24', '192.0.2.0/0', '192.0.2.0/32', '2001:db8::/32', '::/128']
  const bad = ['192.0.2.0/33', '::/129', '192.0.2.0/', '192.0.2.0/a', '192.0.2.0/8/8', 'fe80::1%eth0']
  expect([good.filter(isNetwork), bad.filter(isNetwork)]).toEqual([good, []])
})
