// What a gateway has to know of these directory servers, in the form of its directory servers file.

import type { SchemeCertificates } from './schemeCertificates.ts'
import type { Scheme } from './schemes.ts'
import type { SpokenVersion } from './versions.ts'

export type ReachedScheme = {
  readonly scheme: Scheme
  readonly certificates: Pick<SchemeCertificates, 'gateway'>
  readonly addresses: readonly string[]
  /** Where the gateway is to listen for results. */
  readonly results: { readonly address: string; readonly port: number }
}

export const gatewayReferenceNumber = '3DS_TOLLGATE_TEST_0001'

export type GatewaySettings = ReturnType<typeof gatewaySettings>

export const gatewaySettings = (reached: readonly ReachedScheme[], versions: readonly SpokenVersion[]) => ({
  referenceNumber: gatewayReferenceNumber,
  versions: versions.filter(version => version !== '2.1.0'),
  directoryServers: reached.map(settingsOf),
})

function settingsOf({ scheme, certificates: { gateway }, addresses, results }: ReachedScheme) {
  const { name, directoryServerId, networks, operatorId, unknownCards, exemptionReasons } = scheme
  return {
    ...{ name, directoryServerId, networks },
    ...(operatorId !== undefined && { operatorId }),
    addresses,
    tls: { ...gateway.client, authorities: gateway.authorities },
    results: { ...results, ...gateway.results },
    ...{ answerSeconds: 10, challengeMinutes: 20, refreshHours: 24, rangesAsFile: false },
    unknownRange: unknownCards === 'attempted' ? ('ask' as const) : ('notEnrolled' as const),
    exemptionReasons,
  }
}
