import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './connector.ts'

test.each([
  ...['8.8.8.8', '1.1.1.1', '93.184.216.34', '11.0.0.1', '172.15.255.255', '172.32.0.0', '192.169.0.1'],
  ...['100.63.255.255', '100.128.0.0', '169.253.255.255', '169.255.0.0', '198.17.255.255', '223.255.255.255'],
  ...['2606:4700::1111', '2a00:1450:4001::1', '3ffe::1', '2003::1'],
  // An IPv4 address by way of a translator is what it stands for.
  ...['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
])('%s is public', address => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '127.0.0.1'],
  ...['127.255.255.254', '168.63.129.16', '169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.9'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::2',
    '::7f00:1',
    '::127.0.0.1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  ...['ff02::1', '100::1', '2001::1', '2001:db8::1', '2001:10::1', '3fff::1', '5f00::1', '4000::1'],
  ...['2002:7f00:1::', '2002:c0a8:101::1', '2002:808:808::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe', '::ffff:0:0'],
  ...['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1', '64:ff9b:1:2::808:808'],
  // Nothing that is no address, and nothing with a zone.
  ...[
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'localhost',
    '',
    '127.1',
    '2130706433',
    '0x7f000001',
    '::ffff:1.2.3',
  ],
])('%s is not', address => {
  expect(isPublicAddress(address)).toBe(false)
})

const byte = fc.integer({ min: 0, max: 255 })
const group = fc.integer({ min: 0, max: 0xffff })
const hex = (value: number) => value.toString(16)
const privately = fc.oneof(
  fc.tuple(fc.constant(10), byte, byte, byte),
  fc.tuple(fc.constant(127), byte, byte, byte),
  fc.tuple(fc.constant(0), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
)

/** Everything that a URL parser makes an address of comes out as one of a few forms. */
const hostOf = (text: string): string => new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, '')

test('a private address is private in whatever form it is written', () => {
  fc.assert(
    fc.property(privately, ([a, b, c, d]) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d
      const pairs = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
      const forms = [
        ...[`${a}.${b}.${c}.${d}`, `${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`],
        ...[
          `${number}`,
          `0x${hex(number)}`,
          `0${number.toString(8)}`,
          `0x${hex(a)}.0${b.toString(8)}.${c}.${d}`,
        ],
        ...[`${a}.${b}.${c}.${d}.`, `[::ffff:${a}.${b}.${c}.${d}]`, `[::ffff:${pairs}]`],
        ...[`[0:0:0:0:0:FFFF:${pairs}]`, `[64:ff9b::${pairs}]`, `[2002:${pairs}::1]`, `[::${pairs}]`],
      ]
      for (const form of forms) expect(isPublicAddress(hostOf(form)), form).toBe(false)
    }),
  )
})

test('an address means the same mapped into IPv6 and by way of a translator', () => {
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const plain = isPublicAddress(`${a}.${b}.${c}.${d}`)
      const pairs = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
      for (const form of [`::ffff:${a}.${b}.${c}.${d}`, `::ffff:${pairs}`, `64:ff9b::${pairs}`])
        expect(isPublicAddress(form), form).toBe(plain)
    }),
  )
})

test('of IPv6 nothing outside the part that is given out is public', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), groups => {
      const [first = 0] = groups
      const isGivenOut = first >= 0x2000 && first <= 0x3fff
      const isCarrier = first === 0 || first === 0x64
      if (!isGivenOut && !isCarrier) expect(isPublicAddress(groups.map(hex).join(':'))).toBe(false)
    }),
  )
})

test('no text makes it fail', () => {
  fc.assert(fc.property(fc.string(), text => typeof isPublicAddress(text) === 'boolean'))
})
