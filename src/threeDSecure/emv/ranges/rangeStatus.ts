// How the card ranges of this node are, for operators.

import type { Log } from '../../../platform/log.ts'
import type { LoadedRanges } from './loadedRanges.ts'

/** What this node knows of the ranges of a directory server. */
export type RangeStatus = {
  readonly directoryServer: string
  /** Absent: never loaded. */
  readonly ageMs?: number
  readonly generation?: number
  readonly count: number
  readonly serialNumber?: string
  /** Of this node since its start, by code. */
  readonly failures: ReadonlyMap<string, number>
}

/** A directory server that has confirmed nothing for so long is worth a warning: it is asked every day. */
export const rangesOldMs = 48 * 3_600_000

export function statusOf(
  directoryServer: string,
  loaded: LoadedRanges,
  failures: ReadonlyMap<string, number>,
): RangeStatus {
  const current = loaded.current(directoryServer)
  const ageMs = loaded.ageMs(directoryServer)
  const serialNumber = current?.ranges.facts.serialNumber
  return {
    ...{ directoryServer, failures, count: current?.ranges.count ?? 0 },
    ...(current && ageMs !== undefined && { ageMs, generation: current.generation }),
    ...(serialNumber !== undefined && { serialNumber }),
  }
}

/** By directory server and code. */
export function createFailureCounts(names: readonly string[]) {
  const counts = new Map(names.map(name => [name, new Map<string, number>()]))
  return {
    of: (name: string): ReadonlyMap<string, number> => counts.get(name) ?? new Map(),
    count(name: string, code: string): void {
      const ofName = counts.get(name)
      ofName?.set(code, (ofName.get(code) ?? 0) + 1)
    },
  }
}

/** Logs when ranges have become old, once, and when they are not any more. */
export function createAgeWatch(log: Log): (name: string, ageMs: number | undefined) => void {
  const old = new Set<string>()
  return (name, ageMs) => {
    const isOld = ageMs !== undefined && ageMs > rangesOldMs
    if (isOld === old.has(name)) return
    if (isOld) old.add(name)
    else old.delete(name)
    const tell = isOld ? log.warn : log.info
    tell(isOld ? 'Card ranges are older than two days' : 'Card ranges are up to date again', { name })
  }
}
