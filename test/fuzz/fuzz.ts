import { fuzz } from './run.ts'

/** npm run fuzz -- [--count 1000000] [--seed 1]: damaged frames of all shipped dialects. */
function main(words: readonly string[]): number {
  const asked = readWords(words)
  if (!asked) {
    console.error('npm run fuzz takes --count FRAMES and --seed NUMBER')
    return 2
  }
  const startedAtMs = performance.now()
  const secondsPassed = () => (performance.now() - startedAtMs) / 1_000
  let shown = 0
  const report = fuzz({
    ...asked,
    onProgress({ frames, liveBytes }) {
      if (secondsPassed() - shown < 5) return
      shown = secondsPassed()
      const { rss } = process.memoryUsage()
      const rate = Math.round(frames / shown)
      console.log(
        `${frames} frames, ${rate} a second, ${inMegabytes(liveBytes)} alive, ${inMegabytes(rss)} in all`,
      )
    },
  })
  const { frames, counts, violations, memory } = report
  console.log(`${frames} frames in ${secondsPassed().toFixed(1)} s, seed ${asked.seed}`)
  console.log(
    [...counts]
      .sort()
      .map(([what, count]) => `${what} ${count}`)
      .join(', '),
  )
  const { firstBytes, lastBytes, growth } = memory
  console.log(
    `alive in the first tenth ${inMegabytes(firstBytes)}, in the last ${inMegabytes(lastBytes)}, ` +
      `growth ${(growth * 100).toFixed(2)} %`,
  )
  console.log(`violations ${violations.size}`)
  for (const [what, { times, hex }] of violations) console.log(`  ${what}, ${times} times, first ${hex}`)
  return violations.size === 0 && !memory.isGrowing ? 0 : 1
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`

function readWords(words: readonly string[]): { readonly count: number; readonly seed: number } | undefined {
  const given = new Map<string, number>()
  for (let at = 0; at < words.length; at += 2) {
    const value = Number(words[at + 1])
    if (!Number.isInteger(value) || value < 0) return undefined
    given.set(words[at] ?? '', value)
  }
  const { '--count': count = 1_000_000, '--seed': seed = 1, ...rest } = Object.fromEntries(given)
  return Object.keys(rest).length > 0 || count === 0 ? undefined : { count, seed }
}

process.exitCode = main(process.argv.slice(2))
