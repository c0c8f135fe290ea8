// From an answer of a directory server to the next generation of its ranges. Whatever is wrong with the
// answer, the generation from before stays as it is.

import { setImmediate } from 'node:timers/promises'
import type { ProtocolVersion } from '../settings.ts'
import { type GenerationFacts, type PackedRanges, packRanges } from './packedRanges.ts'
import { type RangeAction, type RangeEntry, readRangeEntry } from './rangeEntry.ts'
import { writeProfile } from './rangeProfile.ts'
import { RangeRefusal } from './rangeRefusal.ts'
import { RangeTable } from './rangeTable.ts'

/** Takes entries as they arrive, and applies them once it is known in which order they are meant. */
export class RangeUpdate {
  readonly #profiles = new ProfileNumbers()
  readonly #log = new ChangeLog()
  readonly #version: ProtocolVersion
  #entries = 0

  constructor(version: ProtocolVersion = '2.3.1') {
    this.#version = version
  }

  get entries(): number {
    return this.#entries
  }

  hear(element: unknown): void {
    const entry: RangeEntry = readRangeEntry(element, this.#version)
    this.#entries++
    const profile = this.#profiles.numberOf(writeProfile(entry.profile))
    for (const { start, end } of entry.bounds) this.#log.add(entry.action, start, end, profile)
  }

  /** The whole list: every entry is one to add. */
  async whole(facts: GenerationFacts): Promise<PackedRanges> {
    const table = new RangeTable()
    await this.#apply(table, { isWhole: true, isLastFirst: false })
    return packed(table, this.#profiles, facts)
  }

  /** What has changed since `base`. */
  async changed(base: PackedRanges, facts: GenerationFacts, isLastFirst: boolean): Promise<PackedRanges> {
    const table = new RangeTable()
    const numbers = new Uint32Array(base.profileCount)
    for (let profile = 0; profile < base.profileCount; profile++) {
      if (profile % pauseEvery === 0) await setImmediate()
      numbers[profile] = this.#profiles.numberOf(base.profileText(profile))
    }
    for (let position = 0; position < base.count; position++) {
      if (position % pauseEvery === 0) await setImmediate()
      const profile = numbers[base.profileAt(position)] ?? 0
      table.add(base.startAt(position), base.endAt(position), profile)
    }
    await this.#apply(table, { isWhole: false, isLastFirst })
    return packed(table, this.#profiles, facts)
  }

  async #apply(table: RangeTable, { isWhole, isLastFirst }: { isWhole: boolean; isLastFirst: boolean }) {
    const log = this.#log
    for (let step = 0; step < log.count; step++) {
      if (step % pauseEvery === 0) await setImmediate()
      const at = isLastFirst ? log.count - 1 - step : step
      const [start, end, profile] = [log.starts[at] ?? 0n, log.ends[at] ?? 0n, log.profiles[at] ?? 0]
      const action = isWhole ? 'A' : (actions[log.actions[at] ?? 0] ?? 'A')
      if (action === 'A') {
        if (!table.add(start, end, profile)) throw new RangeRefusal('205', 'cardRangeData')
      } else if (action === 'D') {
        if (!table.remove(start, end)) throw new RangeRefusal('206', 'cardRangeData.actionInd')
      } else if (!table.change(start, end, profile)) throw new RangeRefusal('206', 'cardRangeData.actionInd')
    }
  }
}

/** About as many as can be done in a millisecond. */
const pauseEvery = 1_000
/** More than 200 MB of the shortest entries hold. */
const changesMax = 5_000_000

const actions: readonly RangeAction[] = ['A', 'D', 'M']

async function packed(table: RangeTable, profiles: ProfileNumbers, facts: GenerationFacts) {
  const { blocks, count } = table
  return packRanges({ blocks, count, profiles: profiles.texts, facts }, () => setImmediate())
}

/** What ranges have in common, each kept once. */
class ProfileNumbers {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  get texts(): readonly string[] {
    return [...this.#numbers.keys()]
  }
}

/** Changes in the order in which they came, 21 bytes each. */
class ChangeLog {
  actions = new Uint8Array(1_024)
  starts = new BigUint64Array(1_024)
  ends = new BigUint64Array(1_024)
  profiles = new Uint32Array(1_024)
  count = 0

  add(action: RangeAction, start: bigint, end: bigint, profile: number): void {
    if (this.count === this.actions.length) this.#grow()
    this.actions[this.count] = actions.indexOf(action)
    this.starts[this.count] = start
    this.ends[this.count] = end
    this.profiles[this.count] = profile
    this.count++
  }

  #grow(): void {
    if (this.count >= changesMax) throw new RangeRefusal('203', 'cardRangeData')
    const size = this.count * 2
    const [actions, starts, ends, profiles] = [this.actions, this.starts, this.ends, this.profiles]
    this.actions = new Uint8Array(size)
    this.starts = new BigUint64Array(size)
    this.ends = new BigUint64Array(size)
    this.profiles = new Uint32Array(size)
    this.actions.set(actions)
    this.starts.set(starts)
    this.ends.set(ends)
    this.profiles.set(profiles)
  }
}
