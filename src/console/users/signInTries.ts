// How tries to sign in with a password are slowed down: by user and network, and by network. Nobody is
// refused because of tries from elsewhere, and passkeys, which cannot be guessed, are not counted at all.

import { keyedHash } from '../../platform/secretBox.ts'
import { networkOf } from '../../standards/network.ts'
import type { AdmittedTry, SignInTries, TryWaits } from './port.ts'

const secondMs = 1_000
const hourMs = 3_600_000

/** Four mistakes are free; then each doubles the wait, up to a quarter of an hour. */
export const waitsOfUser: TryWaits = {
  afterMs: [...freeTries(4), ...doubling({ fromMs: 2 * secondMs, toMs: 900 * secondMs })],
  forgottenAfterMs: 24 * hourMs,
}

/**
 * Many people may share a network: it is slowed later, and less. Somebody always signs in there, so that its
 * mistakes are counted by the hour: they would never be forgotten otherwise.
 */
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

/** The first 24 bits of an IPv4 address; the first 48 of an IPv6 address, which are those of a site. */
export function signInNetworkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const [, first] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain) ?? []
  return first === undefined ? `${siteOf(plain)}::/48` : `${first}.0/24`
}

const siteOf = (address: string): string => networkOf(address).split(':').slice(0, 3).join(':')

export type SignInTry = {
  /** Undefined: it may go on. Else how long to wait before the next one. */
  readonly waitMs?: number
  /** Those of them for whom it may go on. */
  readonly admitted: ReadonlyMap<string, TriedName>
  /** It was right after all, for this one. The others' mistakes are as many as before. */
  forgive(name: string): Promise<void>
  /** It was not judged at all. */
  withdraw(): Promise<void>
}

type TriedName = {
  /** How many of this user from this network failed in a row, this one counted as failed. */
  readonly failures: number
  readonly key: Buffer
}

/**
 * Counts a try before it is judged, so that many at once count as many; for each user who may be meant, since
 * whoever signs in as one of them has not shown to be the others. However many they are, it is one statement:
 * nobody has signed in yet who makes the database work. From a network that has to wait, names are
 * not counted: whoever made up new ones without end would fill the table.
 */
export async function beginTry(
  tries: SignInTries,
  key: Buffer,
  { names, address, nowMs }: BegunTry,
): Promise<SignInTry> {
  const network = signInNetworkOf(address)
  const hour = Math.floor(nowMs / waitsOfNetwork.forgottenAfterMs)
  const ofNetwork = keyedHash(key, JSON.stringify(['network', network, hour]))
  const [byNetwork] = await tries.admit([ofNetwork], waitsOfNetwork)
  if (!byNetwork?.isAdmitted) return refusedTry(byNetwork?.waitMs ?? 0)
  const keys = names.map(name => keyedHash(key, JSON.stringify(['user', name, network])))
  const tried = await tries.admit(keys, waitsOfUser)
  const admitted = admittedOf(names, keys, tried)
  if (admitted.size === 0) {
    await tries.forgive([ofNetwork], 'one')
    return refusedTry(Math.min(...tried.map(({ waitMs }) => waitMs)))
  }
  const forgive = async (right?: string) => {
    const others = [...admitted].filter(([name]) => name !== right).map(([, other]) => other.key)
    await tries.forgive([...others, ofNetwork], 'one')
    const own = right === undefined ? undefined : admitted.get(right)
    if (own) await tries.forgive([own.key], 'all')
  }
  return { admitted, forgive, withdraw: () => forgive() }
}

function admittedOf(
  names: readonly string[],
  keys: readonly Buffer[],
  tried: readonly AdmittedTry[],
): ReadonlyMap<string, TriedName> {
  const admitted = new Map<string, TriedName>()
  for (const [index, name] of names.entries()) {
    const [key, one] = [keys[index], tried[index]]
    if (key && one?.isAdmitted) admitted.set(name, { failures: one.failures, key })
  }
  return admitted
}

type BegunTry = { readonly names: readonly string[]; readonly address: string; readonly nowMs: number }

/** Nothing of it was counted. */
const refusedTry = (waitMs: number): SignInTry => ({
  ...{ waitMs, admitted: new Map() },
  forgive: async () => undefined,
  withdraw: async () => undefined,
})
