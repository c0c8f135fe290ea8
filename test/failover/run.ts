// npm run failover -- --times 20 --seed 7: strikes the leader of a PostgreSQL under Patroni again and again,
// under load, with the configurations of deploy/. Exit code 1: something was lost, doubled or hung. 2: used
// wrongly. 3: packages of Debian are missing here. 130: interrupted; all that was started is ended.

import { parseArgs } from 'node:util'
import { clearProgress, progress } from '../../bench/progress.ts'
import { haltOnSignals } from '../halted.ts'
import { buildGateway } from './installation.ts'
import { blows } from './members.ts'
import { missingPackages } from './programs.ts'
import { type FailOverReport, underFailOvers } from './underFailOvers.ts'

async function main(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) {
    console.error('npm run failover takes --times, --seed and --per-second, each with a number above 0')
    return 2
  }
  const missing = missingPackages()
  if (missing.length > 0) {
    console.error(`Nothing was tried: packages of Debian 12 are missing here. As root:`)
    console.error(`apt-get install --no-install-recommends ${missing.join(' ')}`)
    return 3
  }
  buildGateway()
  const startedAtMs = performance.now()
  const tell = (text: string) => {
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000)
    progress(`${String(seconds).padStart(5)} s  ${text}`)
  }
  const halt = haltOnSignals()
  const report = await underFailOvers({ ...asked, tell, halt }).catch(error => {
    clearProgress()
    if (halt.aborted) return undefined
    console.error(`seed ${asked.seed}: ${error instanceof Error ? error.stack : error}`)
    return undefined
  })
  if (!report) return halt.aborted ? 130 : 1
  clearProgress()
  const violations = [...report.violations, ...missedBlows(asked.times, report)]
  console.log(pageOf(asked, { ...report, violations }))
  return violations.length === 0 ? 0 : 1
}

function readWords(words: readonly string[]) {
  const word = { type: 'string' } as const
  try {
    const options = { times: word, seed: word, 'per-second': word } as const
    const { values } = parseArgs({ args: [...words], options })
    const times = Number(values.times ?? 20)
    const seed = Number(values.seed ?? (Date.now() % 100_000) + 1)
    const perSecond = Number(values['per-second'] ?? 10)
    const isGood = [times, seed, perSecond].every(each => Number.isInteger(each) && each > 0)
    return isGood ? { times, seed, perSecond } : undefined
  } catch {
    return undefined
  }
}

/** Nothing lost in nothing tried is worth nothing. */
function missedBlows(times: number, { rounds, acknowledged, answers }: FailOverReport): readonly string[] {
  const expected = blows.slice(0, times).length
  const kinds = new Set(rounds.map(({ blow }) => blow)).size
  return [
    ...(rounds.length === times ? [] : [`${rounds.length} fail-overs of ${times}`]),
    ...(kinds === expected ? [] : [`${kinds} kinds of blows of ${expected}`]),
    ...(acknowledged > times * 50 ? [] : [`only ${acknowledged} transactions were acknowledged`]),
    ...(answers.has('503 of the balancer') || answers.has('503 of a node') ? [] : ['nobody heard 503']),
  ]
}

function pageOf(
  { times, seed, perSecond }: { readonly times: number; readonly seed: number; readonly perSecond: number },
  report: FailOverReport,
): string {
  const { rounds, violations } = report
  const { busyMedian, busyLongest, longest } = report.waits
  const rows = [...blows, undefined].map(blow => rowOf(blow, rounds))
  const copied = rounds.reduce((sum, round) => sum + round.copied, 0)
  return [
    `fail-overs ${rounds.length} of ${times}, seed ${seed}, ${perSecond} orders a second, ` +
      `${report.seconds.toFixed(0)} s`,
    'three members and three etcds; node1 by HAProxy, node2 by PgBouncer and HAProxy',
    '',
    'leader     times   s without an acknowledgement   s of 503            503s',
    '                   median  longest                median  longest',
    ...rows,
    '',
    `members copied anew    ${copied}`,
    `orders                 ${report.orders}, ${report.acknowledged} transactions acknowledged`,
    `requests               ${report.requests}: ${inWords(report.answers)}`,
    `wait for a 503         median ${busyMedian.toFixed(2)} s, longest ${busyLongest.toFixed(1)} s`,
    `asked in the gap       longest wait ${longestOf(rounds).toFixed(1)} s`,
    `longest wait of all    ${longest.toFixed(1)} s`,
    `originals at the host  ${report.originals}`,
    '',
    `violations             ${violations.length}`,
    ...violations.slice(0, 30).map(each => `  ${each.slice(0, 400)}`),
    ...(violations.length === 0 ? [boundOf(report)] : [`what was written down is in ${report.folder}`]),
  ].join('\n')
}

/** With 95 % confidence. */
const boundOf = ({ rounds, acknowledged }: FailOverReport): string =>
  `with 95 % confidence fewer than ${percent(3 / rounds.length)} of such fail-overs have one, ` +
  `and fewer than ${percent(3 / acknowledged)} of transactions (3/N)`

const percent = (part: number): string => `${part >= 1 ? 100 : Number((part * 100).toPrecision(2))} %`

function rowOf(blow: (typeof blows)[number] | undefined, rounds: FailOverReport['rounds']): string {
  const chosen = rounds.filter(round => blow === undefined || round.blow === blow)
  const gaps = chosen.map(({ gapSeconds }) => gapSeconds)
  const busy = chosen.map(({ busySeconds }) => busySeconds)
  const answers = chosen.reduce((sum, { busyAnswers }) => sum + busyAnswers, 0)
  const figures = [medianOf(gaps), Math.max(0, ...gaps), medianOf(busy), Math.max(0, ...busy)]
  const [gap = '', gapMost = '', of = '', ofMost = ''] = figures.map(each => each.toFixed(1))
  const cells = [
    (blow ?? 'all').padEnd(10),
    String(chosen.length).padEnd(7),
    gap.padEnd(7),
    gapMost.padEnd(22),
  ]
  return [...cells, of.padEnd(7), ofMost.padEnd(11), String(answers)].join(' ')
}

const longestOf = (rounds: FailOverReport['rounds']): number =>
  Math.max(0, ...rounds.map(({ waitSeconds }) => waitSeconds))

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ')

// Some waiting may still be under way where it was interrupted.
process.exit(await main(process.argv.slice(2)))
