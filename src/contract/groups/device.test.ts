import { expect, test } from 'vitest'
import { verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { device } from './customer.ts'

const laptop = {
  ani: '0730000000',
  aniCallType: '07',
  browser: 'Mozilla/5.0',
  browserDetails: {
    '3DSecureChallengeWindowSize': '390_X_400',
    acceptHeaders: 'text/html',
    colorDepth: 24,
    javaEnabled: false,
    language: 'en-AU',
    screenHeight: 1080,
    screenWidth: 1920,
    timeZone: -600,
  },
  fingerprint: 'f'.repeat(4000),
  hostname: 'example.net',
  ipAddress: '203.0.113.7',
} satisfies ValueOf<typeof device>

test('a browser east of Greenwich has a negative time zone', () => {
  expect(verdict(device.fields, laptop)).toBe('accepted')
})

test.each([
  ['browser', 'b'.repeat(256)],
  ['ipAddress', '2001:db8:0:0:0:0:0:1'],
])('%s grew with version 69', (field, value) => {
  expect(verdict(device.fields, { [field]: value }, { version: 68 })).toBe(`INVALID ${field}`)
  expect(verdict(device.fields, { [field]: value }, { version: 69 })).toBe('accepted')
})

test.each([
  [{ ipAddress: '1.1.1.' }, 'INVALID ipAddress'],
  [{ ipAddress: ':'.repeat(46) }, 'INVALID ipAddress'],
  [{ ani: 'x'.repeat(11) }, 'INVALID ani'],
  [{ aniCallType: '123' }, 'INVALID aniCallType'],
  [{ hostname: 'h'.repeat(61) }, 'INVALID hostname'],
  [{ fingerprint: 'f'.repeat(4001) }, 'INVALID fingerprint'],
  [{ browserDetails: { timeZone: 841 } }, 'INVALID browserDetails.timeZone'],
  [{ browserDetails: { timeZone: '-600' } }, 'INVALID browserDetails.timeZone'],
  [{ browserDetails: { screenHeight: 1.5 } }, 'INVALID browserDetails.screenHeight'],
  [{ browserDetails: { javaEnabled: 'true' } }, 'INVALID browserDetails.javaEnabled'],
  [
    { browserDetails: { '3DSecureChallengeWindowSize': '1_X_1' } },
    'INVALID browserDetails.3DSecureChallengeWindowSize',
  ],
])('%j → %s', (body, expected) => {
  expect(verdict(device.fields, body)).toBe(expected)
})
