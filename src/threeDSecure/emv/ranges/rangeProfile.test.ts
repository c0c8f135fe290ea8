import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { protocolVersions } from '../settings.ts'
import { type RangeProfile, readProfile, writeProfile } from './rangeProfile.ts'

const found = fc.record(
  {
    methodUrl: fc.constantFrom('https://one.example/', 'https://two.example/'),
    abilities: fc.subarray(['01', '02', '81']),
  },
  { requiredKeys: ['abilities'] },
)
const profiles = fc
  .tuple(fc.subarray([...protocolVersions]), fc.array(found, { minLength: 3, maxLength: 3 }), fc.boolean())
  .map(
    ([versions, each, isNarrow]): RangeProfile => ({
      versions: versions.flatMap((version, index) => (each[index] ? [{ ...each[index], version }] : [])),
      ...(isNarrow && { directoryVersions: ['2.2.0'] }),
    }),
  )

test('what is written is what is read', () => {
  fc.assert(
    fc.property(profiles, profile => {
      expect(readProfile(writeProfile(profile))).toEqual(profile)
    }),
  )
})

test('what a version has in common with the one before is written once', () => {
  const common = { methodUrl: `https://acs.example/${'x'.repeat(200)}`, abilities: ['01', '02'] }
  const written = writeProfile({ versions: protocolVersions.map(version => ({ ...common, version })) })
  expect(written.length).toBeLessThan(300)
})
