// What happens to messages and frames on their way. Every damage is small and aimed: bytes at random alone
// seldom get past the type.

import type { Random } from '../simulation/random.ts'

export const damages = {
  none: bytes => bytes,
  bit: (bytes, random) => changed(bytes, random, byte => byte ^ (1 << random.below(8))),
  byte: (bytes, random) => changed(bytes, random, () => random.below(256)),
  // Characters that lax readers take for digits, signs or ends.
  character: (bytes, random) => changed(bytes, random, () => random.pick([...odd])),
  cut: (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  longer: (bytes, random) => Buffer.concat([bytes, noise(random, 1 + random.below(8))]),
  removed: (bytes, random) => spliced(bytes, random, Buffer.alloc(0), 1 + random.below(4)),
  inserted: (bytes, random) => spliced(bytes, random, noise(random, 1 + random.below(4)), 0),
  repeated: (bytes, random) => {
    const at = random.below(bytes.length)
    return spliced(bytes, random, bytes.subarray(at, at + random.below(20)), 0)
  },
  bitmap: (bytes, random) => changed(bytes, random, byte => byte ^ (1 << random.below(8)), 20),
  several: (bytes, random) => {
    let damaged = bytes
    for (let left = 2 + random.below(6); left > 0; left--)
      damaged = changed(damaged, random, () => random.below(256))
    return damaged
  },
  noise: (_, random) => noise(random, random.below(300)),
} satisfies Readonly<Record<string, (bytes: Buffer, random: Random) => Buffer>>

export type Damage = keyof typeof damages

const odd = [0, 0x0a, 0x20, 0x2b, 0x2d, 0x2e, 0x2f, 0x30, 0x39, 0x3a, 0x3d, 0x41, 0x46, 0x61, 0xff] as const

function changed(bytes: Buffer, random: Random, change: (byte: number) => number, within?: number): Buffer {
  const copy = Buffer.from(bytes)
  const at = random.below(Math.min(within ?? copy.length, copy.length))
  if (copy.length > 0) copy[at] = change(copy[at] ?? 0)
  return copy
}

function spliced(bytes: Buffer, random: Random, put: Buffer, taken: number): Buffer {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)])
}

export function noise(random: Random, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; at++) bytes[at] = random.below(256)
  return bytes
}

const pieceSizes = { bytes: 1, few: 9, some: 100, segments: 1_460, whole: 60_000 }
/** Single bytes take a thousand calls for one frame: seldom is often enough. */
const pieceWeights = { bytes: 1, few: 4, some: 20, segments: 35, whole: 40 }

/** The same bytes in pieces, as a network may deliver them. */
export function pieces(stream: Buffer, random: Random): readonly Buffer[] {
  const chunks: Buffer[] = []
  const longest = pieceSizes[random.weighted(pieceWeights)]
  for (let at = 0; at < stream.length; ) {
    const end = Math.min(stream.length, at + 1 + random.below(longest))
    chunks.push(stream.subarray(at, end))
    at = end
  }
  return chunks
}
