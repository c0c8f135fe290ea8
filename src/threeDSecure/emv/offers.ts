// Which directory servers can be asked about a card, and in which version: the highest that gateway,
// directory server and issuer speak.

import { brandOf } from '../../standards/cardBrands.ts'
import type { CardRanges, FoundVersion } from './ranges/cardRanges.ts'
import {
  type DirectoryServer,
  highestCommonVersion,
  type ProtocolVersion,
  type ThreeDSecureServer,
} from './settings.ts'

export type EnrolmentOffer = {
  readonly directoryServer: DirectoryServer
  readonly version: ProtocolVersion
  readonly methodUrl?: string | undefined
}

type OfferMeans = { readonly server: ThreeDSecureServer; readonly ranges: CardRanges }

export function offersOf({ server, ranges }: OfferMeans, cardNumber: string): readonly EnrolmentOffer[] {
  const found = ranges.find(cardNumber).flatMap(({ directoryServer: name, versions }) => {
    const directoryServer = server.directoryServers.find(each => each.name === name)
    const offered = versions.map(({ version }) => version)
    const version = highestCommonVersion(server.versions, offered)
    if (!directoryServer || !version) return []
    return { directoryServer, version, methodUrl: methodUrlIn(versions, version) }
  })
  return found.length > 0 ? found : standInsFor({ server, ranges }, cardNumber)
}

const methodUrlIn = (versions: readonly FoundVersion[], version: ProtocolVersion): string | undefined =>
  versions.find(each => each.version === version)?.methodUrl

/** Some schemes answer for cards of their network that are not in their list, in what they speak. */
const standInsFor = ({ server, ranges }: OfferMeans, cardNumber: string): readonly EnrolmentOffer[] =>
  serversFor(server, cardNumber)
    .filter(({ name, unknownRange }) => unknownRange === 'ask' && ranges.isLoaded(name))
    .flatMap(directoryServer => {
      const spoken = ranges.directoryVersions(directoryServer.name)
      const version = highestCommonVersion(server.versions, spoken)
      return version === undefined || version === '2.1.0' ? [] : { directoryServer, version }
    })

/** The directory servers of the card's network. */
export function serversFor(server: ThreeDSecureServer, cardNumber: string): readonly DirectoryServer[] {
  const brand = brandOf(cardNumber)
  return server.directoryServers.filter(({ networks }) => networks.includes(brand))
}
