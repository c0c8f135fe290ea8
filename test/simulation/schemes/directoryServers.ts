import type { CardRanges, FoundRange } from '../../../src/threeDSecure/emv/ranges/cardRanges.ts'
import type { DirectoryServerMerchants } from '../../../src/threeDSecure/emv/records.ts'
import type { DirectoryServer, ThreeDSecureServer } from '../../../src/threeDSecure/emv/settings.ts'

/** How the simulated schemes are known to gateways. */

export const schemeNames = ['scheme-a', 'scheme-b'] as const

export type SchemeTimes = {
  readonly answerSeconds: number
  readonly challengeMinutes: number
}

export const threeDSecureServer = (times: SchemeTimes): ThreeDSecureServer => ({
  referenceNumber: '3DS_SIMULATED',
  versions: ['2.2.0', '2.3.1'],
  directoryServers: schemeNames.map((name, index) => directoryServer(name, `A00000000${index}`, times)),
})

const directoryServer = (name: string, directoryServerId: string, times: SchemeTimes): DirectoryServer => ({
  ...{ name, directoryServerId, networks: ['NETWORK_B'], ...times },
  addresses: [`https://${name}.example`],
  tls: { certificate: '', key: '', authorities: '' },
  results: { address: `https://results.example/${name}`, port: 1, certificate: '', key: '' },
  ...{ refreshHours: 24, rangesAsFile: false, unknownRange: 'notEnrolled', exemptionReasons: [] },
})

/** Cards that begin with 5 are the first scheme's, those with 2 the second's; the others take no part. */
export const cardRanges: CardRanges = {
  find: cardNumber => rangeOf(cardNumber),
  isLoaded: () => true,
  ageMs: () => 0,
  addresses: () => [],
  directoryVersions: () => ['2.2.0', '2.3.1'],
}

function rangeOf(cardNumber: string): readonly FoundRange[] {
  const methodUrl = 'https://issuer.example/method'
  const older = { version: '2.2.0', abilities: [], ...(isLookedAt(cardNumber) && { methodUrl }) } as const
  if (cardNumber.startsWith('5')) return [{ directoryServer: 'scheme-a', versions: [older] }]
  const newer = { version: '2.3.1', abilities: [] } as const
  return cardNumber.startsWith('2') ? [{ directoryServer: 'scheme-b', versions: [older, newer] }] : []
}

const isLookedAt = (cardNumber: string): boolean => cardNumber.endsWith('8')

export const registeredMerchants: DirectoryServerMerchants = {
  find: async (merchantId, name) => ({
    ...{ merchantId, directoryServer: name, requestorId: 'REQUESTOR', requestorName: 'Shop' },
    ...{ requestorUrl: 'https://shop.example', acquirerBin: '412345', acquirerMerchantId: 'SHOP' },
    ...{ acquirerCountry: 'FRA', category: '5411', country: 'FRA', name: 'SHOP' },
  }),
}
