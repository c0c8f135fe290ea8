// The directory servers file of an operator, read and checked: how this 3-D Secure server is known, and which
// directory servers it talks to. directoryServersFile.ts reads it.

import type { MerchantRecord } from './merchantRecord.ts'

/** Newest last. 2.1.0 is read, and used only where the file asks for it. */
export const protocolVersions = ['2.1.0', '2.2.0', '2.3.1'] as const
export type ProtocolVersion = (typeof protocolVersions)[number]

/** The highest version that all of them speak. Versions that this server does not know are passed over. */
export const highestCommonVersion = (
  ...spoken: readonly (readonly string[])[]
): ProtocolVersion | undefined =>
  protocolVersions.findLast(version => spoken.every(versions => versions.includes(version)))

export type ThreeDSecureServer = {
  /** As it was approved under: `threeDSServerRefNumber`. */
  readonly referenceNumber: string
  /** The versions that may be used, in any order. */
  readonly versions: readonly ProtocolVersion[]
  readonly directoryServers: readonly DirectoryServer[]
}

/** Lower-case letters, digits and hyphens. */
export const isDirectoryServerName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text)

/** One scheme's directory server. */
export type DirectoryServer = {
  /** Authentications refer to it: it never changes. */
  readonly name: string
  /** The scheme's registered id (RID), as merchants see it. */
  readonly directoryServerId: string
  /** The networks whose cards it serves; where several directory servers have a range, this order decides. */
  readonly networks: readonly string[]
  /** What the scheme calls this server, where it does: `threeDSServerOperatorID`. */
  readonly operatorId?: string
  /** Tried in turn, while not one byte was sent. */
  readonly addresses: readonly string[]
  /** Paths of PEM files: our client certificate, and the scheme's own authority. */
  readonly tls: DirectoryTls
  readonly results: ResultsListener
  /** How long it may take to answer an authentication request, from when that was sent whole. */
  readonly answerSeconds: number
  /** How long the result of a challenge is waited for, from the answer that asked for the challenge. */
  readonly challengeMinutes: number
  /** Between two looks at what has changed in its card ranges. */
  readonly refreshHours: number
  /** Whether its ranges are taken as a file, where it offers one: always the whole list, for long ones. */
  readonly rangesAsFile: boolean
  /** Some schemes stand in for cards outside of their list: then they are asked all the same. */
  readonly unknownRange: 'notEnrolled' | 'ask'
  /** Reason codes by which this scheme accepts an exemption; at other schemes they mean something else. */
  readonly exemptionReasons: readonly string[]
}

export type DirectoryTls = {
  readonly certificate: string
  readonly key: string
  readonly authorities: string
}

/** Where the directory server delivers results of challenges: a port, or a name on a shared one. */
export type ResultsListener = {
  /** As it is told to the directory server in every request: https. */
  readonly address: string
  readonly port: number
  /** Our server certificate, of the scheme's authority. */
  readonly certificate: string
  readonly key: string
}

/** The name in its address, for which the directory server asks in its handshake (SNI). */
export const resultsNameOf = ({ results }: Pick<DirectoryServer, 'results'>): string =>
  new URL(results.address).hostname

/** How a directory server knows one merchant: administered, with audit entries. */
export type MerchantAtDirectoryServer = MerchantRecord & {
  readonly merchantId: string
  readonly directoryServer: string
}
