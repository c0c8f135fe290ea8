// Authentications that a directory server has let through, as it and the issuer remember them: without the
// card number.

import { BoundedMap } from '../platform/boundedMap.ts'
import type { WireMessage } from './tables/forms.ts'
import type { ChallengeEnd } from './verdicts.ts'
import type { SpokenVersion } from './versions.ts'

export type DirectoryTransaction = {
  readonly scheme: string
  readonly version: SpokenVersion
  readonly ids: TransactionIds
  readonly category: string
  /** Where the gateway wants the result, and where the browser goes then. */
  readonly resultsUrl: string
  readonly notificationUrl: string
  readonly shown: ShownPurchase
  /** Absent: the issuer decided at once. */
  readonly challenge?: OpenChallenge
}

export type TransactionIds = {
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly dsTransID: string
}

/** What the payer sees. */
export type ShownPurchase = {
  readonly merchant: string
  readonly amount: string
  readonly currency: string
  readonly card: string
}

export type OpenChallenge = {
  readonly openedMs: number
  /** The request as the browser brought it first; a reload brings the same. */
  request?: string
  sessionData?: string
  /** When the payer was last shown something. */
  shownMs?: number
  interactions: number
  end?: ChallengeEnd
  /** Done when what is to happen before the browser goes back has happened. */
  delivery?: Promise<void>
}

export type DirectoryTransactions = {
  readonly add: (transaction: DirectoryTransaction) => void
  /** By acsTransID. */
  readonly find: (acsId: string) => DirectoryTransaction | undefined
  /** Challenges without an end. */
  readonly open: () => Iterable<DirectoryTransaction>
  readonly end: (transaction: DirectoryTransaction) => void
  /** Where a scheme's results were last wanted. */
  readonly resultsUrlOf: (scheme: string) => string | undefined
}

const transactionsMax = 50_000

export function createTransactions(): DirectoryTransactions {
  const all = new BoundedMap<string, DirectoryTransaction>(transactionsMax)
  const open = new Map<string, DirectoryTransaction>()
  const resultsUrls = new Map<string, string>()
  return {
    add(transaction) {
      const { scheme, resultsUrl, ids, challenge } = transaction
      resultsUrls.set(scheme, resultsUrl)
      if (challenge === undefined) return
      all.set(ids.acsTransID, transaction)
      open.set(ids.acsTransID, transaction)
    },
    find: acsId => all.get(acsId),
    open: () => [...open.values()],
    end: ({ ids }) => void open.delete(ids.acsTransID),
    resultsUrlOf: scheme => resultsUrls.get(scheme),
  }
}

export const textOf = (content: WireMessage, name: string): string => {
  const value = content[name]
  return typeof value === 'string' ? value : ''
}
