// Millions of frames, the same for the same seed, in all dialects that ship; and whether memory stays flat.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCodec, type IsoCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import type { Dialect } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { shippedDialects } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import { randomOf } from '../simulation/random.ts'
import { createAttempts } from './attempt.ts'

export type FuzzReport = {
  readonly frames: number
  readonly counts: ReadonlyMap<string, number>
  /** The first of each kind: what, and the bytes in hexadecimal. */
  readonly violations: ReadonlyMap<string, { readonly times: number; readonly hex: string }>
  readonly memory: MemoryReport
}

/**
 * The least that is alive after collecting, in the first and in the last tenth of the run: what is kept
 * raises it, what merely was not collected yet does not.
 */
export type MemoryReport = {
  readonly firstBytes: number
  readonly lastBytes: number
  readonly growth: number
  /** More than by chance: single looks at a small heap differ by some percent. */
  readonly isGrowing: boolean
}

export type FuzzOptions = {
  readonly count: number
  readonly seed: number
  codecOf?(dialect: Dialect): IsoCodec
  onProgress?(progress: { readonly frames: number; readonly liveBytes: number }): void
}

/** How often memory is looked at: collecting it takes as long as a thousand frames. */
const samplesIn = (count: number): number => Math.min(100, Math.max(10, Math.floor(count / 2_000)))

export function fuzz({ count, seed, codecOf = createCodec, onProgress }: FuzzOptions): FuzzReport {
  const random = randomOf(seed)
  const counts = new Map<string, number>()
  const violations = new Map<string, { times: number; hex: string }>()
  const dialects = shippedDialects.map(dialect =>
    createAttempts({
      dialect,
      codec: codecOf(dialect),
      random,
      count: (what, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by),
      violation(what, bytes) {
        const key = `${dialect.name}: ${what}`
        const before = violations.get(key) ?? { times: 0, hex: bytes.toString('hex') }
        violations.set(key, { ...before, times: before.times + 1 })
      },
    }),
  )
  const memory: number[] = []
  const samples = samplesIn(count)
  let frames = 0
  for (let turn = 0; frames < count; turn++) {
    frames += dialects[turn % dialects.length]?.send(random) ?? 0
    if (frames < (count / samples) * (memory.length + 1)) continue
    memory.push(liveBytes())
    onProgress?.({ frames, liveBytes: memory.at(-1) ?? 0 })
  }
  return { frames, counts, violations, memory: memoryReport(memory) }
}

function memoryReport(memory: readonly number[]): MemoryReport {
  const tenth = Math.max(1, Math.floor(memory.length / 10))
  const firstBytes = Math.min(...memory.slice(0, tenth))
  const lastBytes = Math.min(...memory.slice(-tenth))
  const growth = lastBytes / firstBytes - 1
  return { firstBytes, lastBytes, growth, isGrowing: growth > 0.05 && lastBytes - firstBytes > 1_000_000 }
}

// Errors are thrown by the million here, and nobody looks where.
Error.stackTraceLimit = 0

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function liveBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
