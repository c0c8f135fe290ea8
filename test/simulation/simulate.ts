import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { runSeed } from './run.ts'
import { emptyTally, inLines, type Tally, tallied, together } from './tally.ts'

/** npm run sim -- --seeds 1000 [--from 1], or --seed N to see one run from beginning to end. */
async function main(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) {
    console.error('npm run sim takes --seeds COUNT, --from SEED, or --seed SEED')
    return 2
  }
  return 'seed' in asked ? await showOne(asked.seed) : await runMany(asked)
}

type Asked = { readonly seed: number } | { readonly from: number; readonly seeds: number }

function readWords(words: readonly string[]): Asked | undefined {
  const given = new Map<string, number>()
  for (let at = 0; at < words.length; at += 2) {
    const value = Number(words[at + 1])
    if (!Number.isInteger(value) || value < 0) return undefined
    given.set(words[at] ?? '', value)
  }
  const { '--seed': seed, '--seeds': seeds = 1_000, '--from': from = 1, ...rest } = Object.fromEntries(given)
  if (Object.keys(rest).length > 0) return undefined
  return seed === undefined ? { from, seeds } : { seed }
}

async function showOne(seed: number): Promise<number> {
  const report = await runSeed(seed, { isTraced: true })
  console.log(report.trace.join('\n'))
  return conclude(tallied(emptyTally, report))
}

async function runMany({ from, seeds }: { readonly from: number; readonly seeds: number }): Promise<number> {
  const startedAtMs = performance.now()
  const threads = Math.min(availableParallelism(), seeds)
  const shares = Array.from({ length: threads }, (_, index) => ({
    from: from + index,
    until: from + seeds,
    threads,
  }))
  const tallies = await Promise.all(shares.map(inThread))
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1)
  console.log(`seeds ${from} to ${from + seeds - 1} in ${seconds} s on ${threads} threads`)
  return conclude(tallies.reduce(together, emptyTally))
}

function conclude(tally: Tally): number {
  for (const line of inLines(tally)) console.log(line)
  for (const { seed, violations } of tally.broken.slice(0, 5)) {
    console.log(`\nseed ${seed} (npm run sim -- --seed ${seed})`)
    for (const violation of violations.slice(0, 10)) console.log(`  ${violation}`)
  }
  return tally.broken.length === 0 ? 0 : 1
}

type Share = { readonly from: number; readonly until: number; readonly threads: number }

/** This same file, in a thread of its own. */
function inThread(share: Share): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function work({ from, until, threads }: Share): Promise<Tally> {
  let tally = emptyTally
  for (let seed = from; seed < until; seed += threads) tally = tallied(tally, await runSeed(seed))
  return tally
}

if (isMainThread) process.exitCode = await main(process.argv.slice(2))
else parentPort?.postMessage(await work(workerData))
