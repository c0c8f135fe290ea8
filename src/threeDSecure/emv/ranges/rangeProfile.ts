// What many ranges have in common, as it is kept: short, because a directory server may have as many of them
// as ranges.

import type { ProtocolVersion } from '../settings.ts'
import type { FoundVersion } from './cardRanges.ts'

export type RangeProfile = {
  /** What the issuer speaks, the newest last. */
  readonly versions: readonly FoundVersion[]
  /** What the directory server speaks for these cards, where it is not what it speaks for all others. */
  readonly directoryVersions?: readonly ProtocolVersion[]
}

/** 0: as of the version before. No method: an empty text. */
type WrittenVersion = readonly [ProtocolVersion, readonly string[] | 0, string | 0]
type WrittenProfile = { readonly v: readonly WrittenVersion[]; readonly d?: readonly ProtocolVersion[] }

export function writeProfile({ versions, directoryVersions }: RangeProfile): string {
  const written: WrittenProfile = {
    v: versions.map(({ version, methodUrl = '', abilities }, index): WrittenVersion => {
      const before = versions[index - 1]
      return [
        version,
        before && isSame(before.abilities, abilities) ? 0 : abilities,
        before && (before.methodUrl ?? '') === methodUrl ? 0 : methodUrl,
      ]
    }),
    ...(directoryVersions && { d: directoryVersions }),
  }
  return JSON.stringify(written)
}

export function readProfile(text: string): RangeProfile {
  const written: WrittenProfile = JSON.parse(text)
  let [abilities, methodUrl]: [readonly string[], string] = [[], '']
  const versions = written.v.map(([version, ownAbilities, ownMethod]): FoundVersion => {
    if (ownAbilities !== 0) abilities = ownAbilities
    if (ownMethod !== 0) methodUrl = ownMethod
    return { version, ...(methodUrl !== '' && { methodUrl }), abilities }
  })
  return { versions, ...(written.d && { directoryVersions: written.d }) }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])
