// How tries to sign in with a password are slowed down: by user and network, and by network. Nobody is
// refused because of tries from elsewhere, and passkeys, which cannot be guessed, are not counted at all.

import { keyedHash } from '../../platform/secretBox.ts'
import { networkOf } from '../../standards/network.ts'
import type { SignInTries, TryWaits } from './port.ts'

const secondMs = 1_000
const hourMs = 3_600_000

/** Four mistakes are free; then each doubles the wait, up to a quarter of an hour. */
export const waitsOfUser: TryWaits = {
  afterMs: [...freeTries(4), ...doubling({ fromMs: 2 * secondMs, toMs: 900 * secondMs })],
  forgottenAfterMs: 24 * hourMs,
}

/** Many people may share a network: it is slowed later, and less. */
export const waitsOfNetwork: TryWaits = {
  afterMs: [...freeTries(49), ...doubling({ fromMs: secondMs, toMs: 60 * secondMs })],
  forgottenAfterMs: hourMs,
}

function freeTries(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0)
}

function doubling({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly number[] {
  return fromMs >= toMs ? [toMs] : [fromMs, ...doubling({ fromMs: fromMs * 2, toMs })]
}

/** The first 24 bits of an IPv4 address, the first 64 of an IPv6 address. */
export function signInNetworkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const [, first] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain) ?? []
  return first === undefined ? `${networkOf(plain)}::/64` : `${first}.0/24`
}

export type SignInTry = {
  /** Undefined: it may go on. Else how long to wait before the next one. */
  readonly waitMs?: number
  /** How many of this user from this network failed in a row, this one counted as failed. */
  readonly failures: number
  /** It was right after all. */
  forgive(): Promise<void>
  /** It was not judged at all. */
  withdraw(): Promise<void>
}

/** Counts a try before it is judged, so that many at once count as many. */
export async function beginTry(
  tries: SignInTries,
  key: Buffer,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<SignInTry> {
  const network = signInNetworkOf(address)
  const ofUser = keyedHash(key, JSON.stringify(['user', email, network]))
  const ofNetwork = keyedHash(key, JSON.stringify(['network', network]))
  const admitted = await tries.admit(ofUser, waitsOfUser)
  const byNetwork = admitted.isAdmitted ? await tries.admit(ofNetwork, waitsOfNetwork) : admitted
  return {
    ...(!byNetwork.isAdmitted && { waitMs: byNetwork.waitMs }),
    failures: admitted.failures,
    async forgive() {
      await tries.forgive(ofUser, 'all')
      await tries.forgive(ofNetwork, 'one')
    },
    async withdraw() {
      await tries.forgive(ofUser, 'one')
      await tries.forgive(ofNetwork, 'one')
    },
  }
}
