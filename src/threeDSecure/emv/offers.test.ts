import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'
import type { CardRanges, FoundRange } from './ranges/cardRanges.ts'
import type { DirectoryServer, ProtocolVersion } from './settings.ts'

const directoryServer = (name: string, unknownRange: DirectoryServer['unknownRange']): DirectoryServer => ({
  ...{ name, directoryServerId: 'A000000000', networks: ['NETWORK_B'], addresses: [], unknownRange },
  ...{ tls: { certificate: '', key: '', authorities: '' }, answerSeconds: 10, challengeMinutes: 20 },
  results: { address: 'https://results.example/', port: 1, certificate: '', key: '' },
  ...{ refreshHours: 24, rangesAsFile: false, exemptionReasons: [] },
})

const ranges = (
  spoken: readonly ProtocolVersion[] | undefined,
  found: readonly FoundRange[] = [],
): CardRanges => ({
  find: () => found,
  isLoaded: () => spoken !== undefined,
  ageMs: () => undefined,
  directoryVersions: () => spoken ?? [],
  addresses: () => [],
})

const versionsOf = (known: CardRanges, own: readonly ProtocolVersion[] = ['2.2.0', '2.3.1']) =>
  offersOf(
    {
      server: {
        ...{ referenceNumber: 'R', versions: own },
        directoryServers: [directoryServer('strict', 'notEnrolled'), directoryServer('generous', 'ask')],
      },
      ranges: known,
    },
    '5123450000000008',
  ).map(({ directoryServer: { name }, version }) => `${name} ${version}`)

test('a card in no list is asked about in the highest version that the directory server speaks', () => {
  expect(versionsOf(ranges(['2.1.0', '2.2.0', '2.3.1']))).toEqual(['generous 2.3.1'])
  expect(versionsOf(ranges(['2.1.0', '2.2.0']))).toEqual(['generous 2.2.0'])
  expect(versionsOf(ranges(['2.3.1']), ['2.2.0'])).toEqual([])
  expect(versionsOf(ranges(['2.1.0']), ['2.1.0', '2.2.0'])).toEqual([])
  expect(versionsOf(ranges(undefined))).toEqual([])
})

test('a card in a list is asked about in the highest version that its issuer speaks, too', () => {
  const found = [{ directoryServer: 'strict', versions: [{ version: '2.2.0', abilities: [] }] }] as const
  expect(versionsOf(ranges(['2.2.0', '2.3.1'], found))).toEqual(['strict 2.2.0'])
})
