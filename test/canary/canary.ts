import { parseArgs } from 'node:util'
import { clearProgress, progress } from '../../bench/progress.ts'
import { type CanaryReport, runCanaries } from './run.ts'

/**
 * npm run canary -- [--count 3000] [--seed 1] [--memory]: secrets by every way, and a search for what is
 * left of them. Exit code 1: one was found, a planted one was not, or a way was not taken.
 */
async function main(words: readonly string[]): Promise<number> {
  const given = readWords(words)
  if (!given) {
    console.error('npm run canary takes --count (at least 300) and --seed with whole numbers, and --memory')
    return 2
  }
  const report = await runCanaries({ ...given, tell: progress })
  clearProgress()
  const gaps = gapsIn(report)
  console.log(inWords(report, given.seed, gaps).join('\n'))
  return report.finds.length + report.missed.length + gaps.length === 0 ? 0 : 1
}

function readWords(words: readonly string[]) {
  const word = { type: 'string' } as const
  const memory = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({ args: [...words], options: { count: word, seed: word, memory } })
    const { count = '3000', seed = '1' } = values
    const areNumbers = [count, seed].every(text => /^\d{1,7}$/.test(text))
    const isFit = areNumbers && Number(count) >= 300
    return isFit ? { count: Number(count), seed: Number(seed), memory: values.memory } : undefined
  } catch {
    return undefined
  }
}

/** Ways that were not taken, places that were empty: without them nothing found says nothing. */
function gapsIn({ sent, searched, statuses, inMemory }: CanaryReport): readonly string[] {
  const ways = ['by hand', 'terminals', 'fields', 'pages', 'console', 'explained']
  const places = ['answers', 'metrics', 'exports', 'commands', 'tables', 'log', 'files']
  return [
    ...ways.filter(way => (sent.get(way) ?? 0) === 0).map(way => `nothing was sent: ${way}`),
    ...places.filter(place => (searched.get(place) ?? 0) < 100).map(place => `nothing to search: ${place}`),
    ...(inMemory === 0 ? ['the memory of the process was searched without finding anything'] : []),
    ...[201, 400].filter(status => !statuses.has(status)).map(status => `no answer ${status}`),
  ]
}

const counted = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ')

function inWords(report: CanaryReport, seed: number, gaps: readonly string[]): readonly string[] {
  const { sent, statuses, searched, finds, missed, planted, inMemory } = report
  const requests = [...sent.values()].reduce((sum, count) => sum + count, 0)
  return [
    `seed ${seed}, ${requests} requests: ${counted(sent)}`,
    `answers: ${counted(new Map([...statuses].sort(([one], [other]) => one - other)))}`,
    `searched, in bytes: ${counted(searched)}`,
    `found: ${finds.length}`,
    ...finds.slice(0, 20).map(find => `  ${find.slice(0, 300)}`),
    `planted: ${planted}, of which ${missed.length} were not found`,
    ...missed.map(form => `  ${form}`),
    inMemory === undefined
      ? 'core dump: not searched (--memory, with gcore of the package gdb)'
      : `core dump: searched; with the memory that it leaves out it would hold ${inMemory} different secrets`,
    ...gaps.map(gap => `not so: ${gap}`),
  ]
}

process.exitCode = await main(process.argv.slice(2))
