// The schemes that can be served: their names, what they number, and how they see cards they do not know.

import type { CardBrand } from '../standards/cardBrands.ts'

export type Scheme = {
  readonly name: string
  /** Registered application provider id, invented. */
  readonly directoryServerId: string
  readonly networks: readonly CardBrand[]
  /** What it calls every gateway that connects to it, where it does. */
  readonly operatorId?: string
  /** Electronic commerce indicators by transaction status. */
  readonly indicators: Readonly<Record<string, string>>
  /** Of data that is only shared. */
  readonly sharedIndicator: string
  /** What happens to a card outside of its list: an error, or it stands in for the issuer. */
  readonly unknownCards: 'refused' | 'attempted'
  readonly exemptionReasons: readonly string[]
}

const low = { Y: '02', A: '01', I: '06' } as const
const high = { Y: '05', A: '06', I: '07' } as const

export const schemes: readonly Scheme[] = [
  {
    ...{ name: 'scheme-a', directoryServerId: 'A999000001', networks: ['NETWORK_B', 'NETWORK_H'] },
    ...{ operatorId: 'SCHEME-A-3DSS-0001', indicators: low, sharedIndicator: '04' },
    ...{ unknownCards: 'refused', exemptionReasons: ['81'] },
  },
  {
    ...{ name: 'scheme-b', directoryServerId: 'A999000002', networks: ['NETWORK_C'] },
    ...{ indicators: high, sharedIndicator: '07', unknownCards: 'refused', exemptionReasons: [] },
  },
  {
    ...{ name: 'scheme-c', directoryServerId: 'A999000003' },
    networks: ['NETWORK_A', 'NETWORK_D', 'NETWORK_E', 'NETWORK_F', 'NETWORK_G'],
    ...{ indicators: high, sharedIndicator: '07', unknownCards: 'attempted', exemptionReasons: [] },
  },
]

export const schemeNames: readonly string[] = schemes.map(({ name }) => name)
export const schemeNamed = (name: string): Scheme | undefined => schemes.find(scheme => scheme.name === name)
