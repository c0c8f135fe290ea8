// The ranges of all directory servers as this node has them. A new generation takes the place of the old one
// in a single assignment: a look-up sees the one or the other, whole.

import type { Clock } from '../../../platform/clock.ts'
import type { CardRanges } from './cardRanges.ts'
import type { ListedRange, PackedRanges } from './packedRanges.ts'

export type LoadedRanges = CardRanges & {
  /** Takes over a generation, confirmed by the directory server that long ago. */
  load(directoryServer: string, generation: number, ranges: PackedRanges, ageMs: number): void
  /** The directory server said that long ago that its list is still right. */
  confirm(directoryServer: string, ageMs: number): void
  current(directoryServer: string): LoadedGeneration | undefined
  withPrefix(directoryServer: string, digits: string, limit: number): readonly ListedRange[]
}

export type LoadedGeneration = { readonly generation: number; readonly ranges: PackedRanges }

/** Names are those of the directory servers file, in its order. */
export function createLoadedRanges(names: readonly string[], clock: Clock): LoadedRanges {
  const loaded = new Map<string, LoadedGeneration & { confirmedAtMs: number }>()
  return {
    find: cardNumber =>
      names.flatMap(directoryServer => {
        const versions = loaded.get(directoryServer)?.ranges.find(cardNumber)
        return versions ? [{ directoryServer, versions }] : []
      }),
    isLoaded: name => loaded.has(name),
    ageMs(name) {
      const found = loaded.get(name)
      return found && clock.monotonicMs() - found.confirmedAtMs
    },
    directoryVersions: name => loaded.get(name)?.ranges.facts.directoryVersions ?? [],
    addresses: name => loaded.get(name)?.ranges.facts.addresses ?? [],
    load(name, generation, ranges, ageMs) {
      loaded.set(name, { generation, ranges, confirmedAtMs: clock.monotonicMs() - ageMs })
    },
    confirm(name, ageMs) {
      const found = loaded.get(name)
      if (found) found.confirmedAtMs = clock.monotonicMs() - ageMs
    },
    current: name => loaded.get(name),
    withPrefix: (name, digits, limit) => loaded.get(name)?.ranges.withPrefix(digits, limit) ?? [],
  }
}
