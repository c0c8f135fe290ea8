import type { ProtocolVersion } from '../settings.ts'

/**
 * Which directory servers have a card, and what its issuer speaks: what every authentication begins with.
 * Three answers are different things: a range was found; the list is loaded and does not have the card
 * (`find` is empty, `isLoaded`); nobody knows, because the list was never loaded (`find` is empty, and not
 * `isLoaded`).
 */
export interface CardRanges {
  /** One for each directory server that has the card, in the order of the directory servers file. */
  find(cardNumber: string): readonly FoundRange[]
  /** Whether a list of this directory server was ever loaded, however old it is. */
  isLoaded(directoryServer: string): boolean
  /** Since the directory server last said that the list is right; undefined while it was never loaded. */
  ageMs(directoryServer: string): number | undefined
  /** What the directory server itself speaks, as it told with its list; none while it was never loaded. */
  directoryVersions(directoryServer: string): readonly ProtocolVersion[]
  /** Addresses that the directory server told with its list, to be used before those of the file. */
  addresses(directoryServer: string): readonly string[]
}

export type FoundRange = {
  readonly directoryServer: string
  /** What issuer and directory server both speak and this release knows, the newest last; may be empty. */
  readonly versions: readonly FoundVersion[]
}

export type FoundVersion = {
  readonly version: ProtocolVersion
  /** Where the method frame goes, if the issuer wants one. */
  readonly methodUrl?: string
  /** `acsInfoInd`: what the issuer can do, by the codes of the specification. */
  readonly abilities: readonly string[]
}
