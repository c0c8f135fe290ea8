// One generation of the ranges of a directory server: a single run of bytes that never changes. It is kept in
// the database as it is in memory, and a look-up reads it in place.

import type { ProtocolVersion } from '../settings.ts'
import type { FoundVersion } from './cardRanges.ts'
import { readProfile } from './rangeProfile.ts'
import { firstAfter, type RangeBlock } from './rangeTable.ts'

export type PackedRanges = {
  readonly bytes: Uint8Array
  readonly count: number
  readonly profileCount: number
  readonly facts: GenerationFacts
  /** What can be spoken with the issuer of the card; undefined: no range has it. */
  find(cardNumber: string): readonly FoundVersion[] | undefined
  /** Ranges that may have cards that begin so, in order. */
  withPrefix(digits: string, limit: number): readonly ListedRange[]
  startAt(position: number): bigint
  endAt(position: number): bigint
  profileAt(position: number): number
  profileText(profile: number): string
}

/** What the directory server said beside its ranges. */
export type GenerationFacts = {
  /** Absent: only the whole list can be asked for. */
  readonly serialNumber?: string
  readonly directoryVersions: readonly ProtocolVersion[]
  /** Empty: those of the directory servers file. */
  readonly addresses: readonly string[]
}

export type ListedRange = {
  readonly start: bigint
  readonly end: bigint
  readonly versions: readonly FoundVersion[]
}

export type RangeParts = {
  readonly blocks: readonly RangeBlock[]
  readonly count: number
  /** By number; those that no range has are left out. */
  readonly profiles: readonly string[]
  readonly facts: GenerationFacts
}

/** Raised with the form and with each new protocol version: what others wrote is not read then. */
const form = 1
const mark = 0x54475231
/** Mark, form, ranges, profiles, bytes of profiles, bytes of facts; the rest is free. */
const headBytes = 32

export async function packRanges(parts: RangeParts, pause: () => Promise<void>): Promise<PackedRanges> {
  const { blocks, count, profiles, facts } = parts
  const { numbers, used } = renumbered(blocks, profiles.length)
  const factsText = Buffer.from(JSON.stringify(facts))
  let textsLength = 0
  for (const profile of used) textsLength += Buffer.byteLength(profiles[profile] ?? '')
  const sizes = { count, profileCount: used.length, factsLength: factsText.length, textsLength }
  const bytes = new Uint8Array(totalBytes(sizes))
  const head = new Uint32Array(bytes.buffer, 0, headBytes / 4)
  head.set([mark, form, count, sizes.profileCount, textsLength, sizes.factsLength])
  const views = viewsOf(bytes.buffer, sizes)
  let position = 0
  for (const [index, block] of blocks.entries()) {
    if (index % pauseEveryBlocks === 0) await pause()
    views.starts.set(block.starts.subarray(0, block.count), position)
    views.ends.set(block.ends.subarray(0, block.count), position)
    for (let at = 0; at < block.count; at++)
      views.profiles[position + at] = numbers[block.profiles[at] ?? 0] ?? 0
    position += block.count
  }
  await writeTexts(
    used.map(profile => profiles[profile] ?? ''),
    views,
    pause,
  )
  views.facts.set(factsText)
  return openRanges(bytes, views, sizes, facts)
}

async function writeTexts(texts: readonly string[], views: Views, pause: () => Promise<void>) {
  const room = Buffer.from(views.texts.buffer, views.texts.byteOffset, views.texts.length)
  let offset = 0
  for (const [number, text] of texts.entries()) {
    if (number % pauseEveryTexts === 0) await pause()
    offset += room.write(text, offset)
    views.offsets[number + 1] = offset
  }
}

/** What takes about a millisecond. */
const pauseEveryBlocks = 64
const pauseEveryTexts = 4_096

/** The profiles that ranges have, and the number that each will have. */
function renumbered(blocks: readonly RangeBlock[], profileCount: number) {
  const numbers = new Int32Array(profileCount).fill(-1)
  const used: number[] = []
  for (const block of blocks)
    for (let at = 0; at < block.count; at++) {
      const profile = block.profiles[at] ?? 0
      if (numbers[profile] === -1) numbers[profile] = used.push(profile) - 1
    }
  return { numbers, used }
}

/** Undefined: another release wrote it, or a machine with another order of bytes. */
export function unpackRanges(bytes: Uint8Array<ArrayBuffer>): PackedRanges | undefined {
  if (bytes.byteOffset !== 0 || bytes.length < headBytes) return undefined
  const head = new Uint32Array(bytes.buffer, 0, headBytes / 4)
  const [foundMark, foundForm, count = 0, profileCount = 0, textsLength = 0, factsLength = 0] = head
  if (foundMark !== mark || foundForm !== form) return undefined
  const sizes = { count, profileCount, textsLength, factsLength }
  if (totalBytes(sizes) !== bytes.length) return undefined
  const views = viewsOf(bytes.buffer, sizes)
  const facts: GenerationFacts = JSON.parse(Buffer.from(views.facts).toString())
  return openRanges(bytes, views, sizes, facts)
}

type Sizes = {
  readonly count: number
  readonly profileCount: number
  readonly textsLength: number
  readonly factsLength: number
}

const totalBytes = ({ count, profileCount, textsLength, factsLength }: Sizes): number =>
  headBytes + count * 20 + (profileCount + 1) * 4 + textsLength + factsLength

type Views = ReturnType<typeof viewsOf>

/** What needs an alignment comes first. */
function viewsOf(buffer: ArrayBuffer, { count, profileCount, textsLength, factsLength }: Sizes) {
  const endsAt = headBytes + count * 8
  const profilesAt = endsAt + count * 8
  const offsetsAt = profilesAt + count * 4
  const textsAt = offsetsAt + (profileCount + 1) * 4
  return {
    starts: new BigUint64Array(buffer, headBytes, count),
    ends: new BigUint64Array(buffer, endsAt, count),
    profiles: new Uint32Array(buffer, profilesAt, count),
    offsets: new Uint32Array(buffer, offsetsAt, profileCount + 1),
    texts: new Uint8Array(buffer, textsAt, textsLength),
    facts: new Uint8Array(buffer, textsAt + textsLength, factsLength),
  }
}

function openRanges(bytes: Uint8Array, views: Views, sizes: Sizes, facts: GenerationFacts): PackedRanges {
  const { starts, ends, profiles, offsets } = views
  const { count, profileCount } = sizes
  const texts = Buffer.from(views.texts.buffer, views.texts.byteOffset, views.texts.length)
  const profileText = (profile: number) => texts.toString('utf8', offsets[profile], offsets[profile + 1])
  const versionsAt = (position: number): readonly FoundVersion[] => {
    const profile = readProfile(profileText(profiles[position] ?? 0))
    const spoken = profile.directoryVersions ?? facts.directoryVersions
    return profile.versions.filter(({ version }) => spoken.includes(version))
  }
  const startAt = (position: number): bigint => starts[position] ?? 0n
  const endAt = (position: number): bigint => ends[position] ?? 0n
  return {
    ...{ bytes, count, profileCount, facts, startAt, endAt, profileText },
    profileAt: position => profiles[position] ?? 0,
    find(cardNumber) {
      if (!isCardNumber.test(cardNumber)) return undefined
      const wanted = BigInt(cardNumber)
      const position = firstAfter(starts, count, wanted) - 1
      return position >= 0 && endAt(position) >= wanted ? versionsAt(position) : undefined
    },
    withPrefix(digits, limit) {
      const found: ListedRange[] = []
      // A prefix means other numbers for each length that a card number may have.
      for (let length = 13; length <= 19 && found.length < limit; length++) {
        const [first, last] = [BigInt(digits.padEnd(length, '0')), BigInt(digits.padEnd(length, '9'))]
        let position = Math.max(firstAfter(starts, count, first) - 1, 0)
        for (; position < count && startAt(position) <= last && found.length < limit; position++)
          if (endAt(position) >= first && found.at(-1)?.start !== startAt(position))
            found.push({ start: startAt(position), end: endAt(position), versions: versionsAt(position) })
      }
      return found
    },
  }
}

/** As numbers, those that begin with a zero would be shorter ones: no card has such a number. */
const isCardNumber = /^[1-9]\d{12,18}$/
