import { randomInt } from 'node:crypto'

/** How many different names a body has, nearly: two that share a slot count as one, and are rarely met. */
export type NameCount = { readonly stamp: number; count: number }

/** The contract has fewer than seven hundred names in all, and merchants may add a few of their own. */
export const namesMax = 1_000

export const slots = 4_096

/** Where a name is remembered. */
export const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (slots - 1)

/** Nobody outside can tell which names share a slot. */
export const hashSeed = randomInt(2 ** 31)

export function hashOf(name: string): number {
  let hash = hashSeed
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return hash
}

let bodies = 0

export function newNameCount(): NameCount {
  bodies = (bodies + 1) >>> 0
  return { stamp: bodies, count: 0 }
}

/** Whether this body had no such name before. A body is read in one go, so the stamps of one are enough. */
export function isNewName(names: NameCount, hash: number): boolean {
  const slot = slotOf(hash)
  if (stamps[slot] === names.stamp) return false
  stamps[slot] = names.stamp
  names.count++
  return true
}

const stamps = new Uint32Array(slots)
