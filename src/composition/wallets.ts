import type { RefusedWallet } from '../pages/checkout/visit.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { keyedHash } from '../platform/secretBox.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createWallets, type Wallet } from '../wallets/wallets.ts'
import type { Sandbox } from './sandbox.ts'

type WalletsOptions = {
  readonly wallets?: readonly Wallet[] | undefined
  readonly sandbox: Pick<Sandbox, 'wallet'>
  readonly store: Pick<Store, 'sealedUses'>
  readonly keyring: Pick<Keyring, 'secrets'>
  readonly log: Log
}

/** The wallets of this gateway, and what is told of them: never a token, nor what is in one. */
export function openWallets({ wallets = [], sandbox, store, keyring, log }: WalletsOptions) {
  const simulated = sandbox.wallet ? [sandbox.wallet.configured] : []
  return {
    simulatedWallet: sandbox.wallet?.script,
    wallets: createWallets({
      ...{ wallets: [...simulated, ...wallets], uses: store.sealedUses, clock: systemClock },
      hashKey: keyedHash(keyring.secrets.fingerprint, 'sealed uses'),
      onUnknown: name => log.warn('wallet', { name, reason: 'A profile has it, TOLLGATE_WALLETS does not.' }),
    }),
    onWalletRefused: ({ wallet: name, reason, merchant }: RefusedWallet) =>
      log.warn('wallet', { name, reason, merchant }),
  }
}
