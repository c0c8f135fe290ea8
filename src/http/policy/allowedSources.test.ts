import { expect, test } from 'vitest'
import { checkSource } from './sourceAddress.ts'

const allowed = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32', '::ffff:203.0.113.5']

test('an empty list lets everybody in', () => {
  for (const source of ['192.0.2.1', '::1', '', 'nonsense']) expect(checkSource([], source)).toBeUndefined()
})

test.each(['192.0.2.0', '192.0.2.255', '198.51.100.7', '2001:db8::1', '2001:0DB8:1::', '203.0.113.5'])(
  '%s is on the list',
  source => {
    expect(checkSource(allowed, source)).toBeUndefined()
  },
)

test.each([
  '192.0.3.0',
  '198.51.100.8',
  '2001:db9::1',
  '::1',
  '127.0.0.1',
  '',
  'nonsense',
  '192.0.2.1 ',
  'fe80::1%eth0',
])('%j is not', source => {
  expect(checkSource(allowed, source)).toMatchObject({ kind: 'rejection', cause: 'REQUEST_REJECTED' })
})
