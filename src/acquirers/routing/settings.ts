// The links file of an operator, read and checked: which hosts there are, how each merchant is known to them,
// and which payments go where. linksFile.ts reads it.

import type { Dialect } from '../iso8583/dialects/dialect.ts'

export type AcquirerLinks = {
  readonly links: readonly LinkSettings[]
  readonly merchants: readonly MerchantIdentity[]
  /** The first that fits decides. */
  readonly routes: readonly AcquirerRoute[]
}

/** One acquirer host. */
export type LinkSettings = {
  /** Lower-case letters, digits and hyphens. Transactions refer to it: it never changes. */
  readonly name: string
  /** Framed as the link says, where it says so. */
  readonly dialect: Dialect
  /** Tried in turn; connections are spread over them. */
  readonly addresses: readonly HostAddress[]
  readonly tls?: LinkTls
  readonly connections: number
  /** Questions that may wait for their answers at once, on each connection. */
  readonly window: number
  /** Messages of recovery in each second, so that a backlog leaves room for payers. */
  readonly backlogPerSecond: number
  /** After a sign-off of the host, before the gateway signs on by itself; absent: the usual time. */
  readonly signOnAgainSeconds?: number
  /** As the acquirer gave them: field 32, and 33 where it wants it. */
  readonly institution: string
  readonly forwarder?: string
  /** Of the acquirer: two letters of ISO 3166. */
  readonly country: string
  /** Of local times in messages: `+hhmm`. */
  readonly timeZone: string
}

export type HostAddress = { readonly host: string; readonly port: number }

/** Paths of PEM files; certificate and key for mutual TLS. */
export type LinkTls = {
  readonly authorities?: string
  readonly certificate?: string
  readonly key?: string
  readonly serverName?: string
}

/** How an acquirer knows one merchant. */
export type MerchantIdentity = {
  readonly merchantId: string
  readonly link: string
  /** Field 42. */
  readonly acceptor: string
  /** Field 41: payments are spread over them. */
  readonly terminals: readonly string[]
  /** The merchant category: field 18, or 26 in 1993. */
  readonly category: string
  /** Field 43. */
  readonly name: string
  readonly city: string
  readonly country: string
}

/** What is absent is not asked for. Of several links, weights share out the payments. */
export type AcquirerRoute = {
  readonly merchants?: readonly string[]
  readonly brands?: readonly string[]
  readonly currencies?: readonly string[]
  /** In minor units, of one currency: the route then has exactly that one. */
  readonly amountFrom?: bigint
  readonly amountUpTo?: bigint
  /** As `order.transactionSource` says: INTERNET, MOTO, CARD_PRESENT and so on. */
  readonly channels?: readonly string[]
  readonly to: readonly WeightedLink[]
}

export type WeightedLink = { readonly link: string; readonly weight: number }
