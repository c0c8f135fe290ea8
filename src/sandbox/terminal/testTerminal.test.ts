import { expect, test } from 'vitest'
import { decipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { workingKey } from '../../standards/dukpt/dukpt.ts'
import { pinOf, pinOfAes } from '../../standards/pinBlock.ts'
import type { BaseKey } from '../../terminals/port.ts'
import { testBaseKeys } from './testKeys.ts'
import { keySerialNumberOf, packCardData, sealPin } from './testTerminal.ts'

const [tdes, aes] = testBaseKeys
const set = (found: BaseKey | undefined): BaseKey => {
  if (!found) throw new Error('there are two test keys')
  return found
}
const card = { number: '371881634498004', expiry: { month: '5', year: '39' } }

test('a key serial number is key set, device and counter', () => {
  const ofTdes = (device: string, counter: number) =>
    keySerialNumberOf({ keySet: set(tdes), device, counter })
  expect(ofTdes('3210E', 1)).toBe('FFFF9876543210E00001')
  expect(ofTdes('3210e', 0x0ff800)).toBe('FFFF9876543210EFF800')
  expect(ofTdes('3210E', 0x100000)).toBe('FFFF9876543210F00000')
  expect(ofTdes('', 0x1fffff)).toBe('FFFF98765400001FFFFF')
  const ofAes = (device: string, counter: number) => keySerialNumberOf({ keySet: set(aes), device, counter })
  expect(ofAes('90123456', 1)).toBe('123456789012345600000001')
  expect(ofAes('1', 0xffffffff)).toBe('1234567800000001FFFFFFFF')
})

test('a device that does not exist is refused', () => {
  for (const [device, counter] of [
    ['3210F', 1],
    ['123456', 1],
    ['XYZ', 1],
    ['2', -1],
    ['2', 0.5],
    ['2', 0x200000],
  ] as const)
    expect(() => keySerialNumberOf({ keySet: set(tdes), device, counter })).toThrow(RangeError)
  expect(() => keySerialNumberOf({ keySet: set(aes), device: '123456789', counter: 1 })).toThrow(RangeError)
  expect(() => keySerialNumberOf({ keySet: set(aes), device: '1', counter: 2 ** 32 })).toThrow(RangeError)
})

test('a PIN is sealed as its issuer opens it', () => {
  const { number } = card
  const older = sealPin({ pin: '1234', number }, { keySet: set(tdes), device: '3210E', counter: 7 })
  const olderKey = workingKey(set(tdes).key, Buffer.from(older.keySerialNumber, 'hex'), 'pin')
  expect(pinOf(decipherBlocks('TDES', olderKey, Buffer.from(older.payload, 'hex')), number)).toBe('1234')
  const newer = sealPin({ pin: '98765', number }, { keySet: set(aes), device: '1', counter: 7 })
  const newerKey = workingKey(set(aes).key, Buffer.from(newer.keySerialNumber, 'hex'), 'pin')
  expect(pinOfAes(Buffer.from(newer.payload, 'hex'), number, newerKey)).toBe('98765')
})

test('the published PIN block comes out under the test key', () => {
  const device = { keySet: set(tdes), device: '3210E', counter: 1 }
  expect(sealPin({ pin: '1234', number: '4012345678909' }, device).payload).toBe('1B9C1845EB993A7A')
})

test('each form is what a terminal would seal', () => {
  const shown = (bytes: Buffer) => bytes.toString('hex').toUpperCase()
  expect(shown(packCardData(card, 'number'))).toBe('371881634498004FFFFFFFFFFFFFFFFF')
  expect(packCardData(card, 'numberText', 'spaces').toString()).toBe('371881634498004 ')
  expect(packCardData(card, 'track1').toString()).toBe(
    '%B371881634498004^TEST/CARD^390520100000?'.padEnd(48, '\0'),
  )
  expect(packCardData(card, 'track2').toString()).toBe(';371881634498004=390520100000?'.padEnd(32, '\0'))
  expect(shown(packCardData(card, 'track2Digits'))).toBe('371881634498004D390520100000FFFF')
  expect(shown(packCardData(card, 'emv', 'counted'))).toBe(
    '5A08371881634498004F5F2403390531'.concat('10'.repeat(16)),
  )
})
