// The wallets of a gateway: which a merchant offers, and opening their tokens, each for one transaction.

import type { Clock } from '../platform/clock.ts'
import { keyedHash } from '../platform/secretBox.ts'
import type { SealedUses } from '../terminals/port.ts'
import { type EcV1Keys, openEcV1Token } from './ecV1Token.ts'
import { membersOf, parsedJson } from './foreignValues.ts'
import type { OfferedWallet, TokenPurpose, Wallets } from './port.ts'

/** A wallet as the operator configured it. */
export type Wallet = OfferedWallet & {
  /** Where the token is in what the wallet answers, for example `token.paymentData`. */
  readonly tokenPath: string
  readonly keys: EcV1Keys
}

type WalletsDependencies = {
  readonly wallets: readonly Wallet[]
  readonly uses: SealedUses
  /** The key of the hashes by which tokens are remembered. */
  readonly hashKey: Buffer
  readonly clock: Pick<Clock, 'now'>
  /** Told of a name in a profile that is not among the wallets: once for each. */
  readonly onUnknown: (name: string) => void
}

export function createWallets({ wallets, uses, hashKey, clock, onUnknown }: WalletsDependencies): Wallets {
  const byName = new Map(wallets.map(wallet => [wallet.name, wallet]))
  const told = new Set<string>()
  return {
    offered: names =>
      names.flatMap(name => {
        const wallet = byName.get(name)
        if (!wallet && !told.has(name) && told.size < toldMax) onUnknown(name)
        if (!wallet) told.add(name)
        return wallet ? [offeredOf(wallet)] : []
      }),

    async open(name, details, purpose) {
      const wallet = byName.get(name)
      if (!wallet) return { flaw: 'unknownKey' }
      const opened = await openEcV1Token(
        tokenIn(details, wallet.tokenPath),
        wallet.keys,
        clock.now().getTime(),
      )
      if ('flaw' in opened) return opened
      const admission = await uses.admit(useOf(hashKey, opened.tokenId, purpose))
      return admission === 'admitted' ? opened : { flaw: 'used' }
    },
  }
}

const toldMax = 100

const offeredOf = ({ name, label, walletProvider, method, methodData }: Wallet): OfferedWallet => ({
  ...{ name, label, walletProvider, method, methodData },
})

/** Some wallets hand it out as text. */
function tokenIn(details: unknown, path: string): unknown {
  const found = path.split('.').reduce((value: unknown, name) => membersOf(value)[name], details)
  return typeof found === 'string' ? parsedJson(found) : found
}

/**
 * As readings of terminals are remembered: by keyed hashes, and for good. The same transaction may come again
 * with its token; any other may not.
 */
function useOf(hashKey: Buffer, token: string, { merchantId, orderId, transactionId }: TokenPurpose) {
  const hashOf = (what: string, ...texts: readonly string[]) =>
    keyedHash(hashKey, [`wallet ${what}`, token, ...texts].join('\n'))
  return {
    serialHash: hashOf('token'),
    vectorHash: hashOf('vector'),
    payloadHash: hashOf('payload'),
    orderHash: hashOf('used for', merchantId, orderId),
    transactionHash: hashOf('used by', merchantId, orderId, transactionId),
    purpose: { isClaimed: true, isFollowUp: false },
    earlier: [],
  }
}
