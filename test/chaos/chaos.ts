// npm run chaos -- --minutes 5 --seed 7, or -- --kills 1000 --database-kills 50: see docs/reliability.md.
// Exit code 0: no violation; 1: violations, or a fault that was asked for did not happen; 2: not understood;
// 3: a program is missing without which a fault cannot be made; 130: interrupted.

import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { clearProgress, progress } from '../../bench/progress.ts'
import { printTable, whole } from '../../bench/table.ts'
import { haltOnSignals } from '../halted.ts'
import { programsNeeded } from './doomedDatabase.ts'
import { type FaultKind, faultKinds, type Trouble } from './trouble.ts'
import { type ChaosReport, underChaos } from './underChaos.ts'

const usage =
  'npm run chaos takes --minutes, or --kills and --database-kills, with numbers, --seed with one, and ' +
  `--without with kinds of faults, separated by commas: ${faultKinds.join(', ')}`

type Asked = {
  readonly seed: number
  readonly minutes: number
  readonly kills: number
  readonly databaseKills: number
  readonly kinds: readonly FaultKind[]
}

async function main(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) {
    console.error(usage)
    return 2
  }
  const missing = programsMissing(asked.kinds)
  if (missing.length > 0) {
    console.error(`${missing.join('; ')}, or leave these faults out: --without "database disk failing"`)
    return 3
  }
  const halt = haltOnSignals()
  const report = await underChaos({
    ...{ seed: asked.seed, kinds: asked.kinds, killsPerRound: killsPerRound(asked), halt },
    isEnough: (trouble, sinceMs) => shareDone(asked, trouble, sinceMs) >= 1,
    tell: (words, trouble, sinceMs) => progress(`${bar(shareDone(asked, trouble, sinceMs))} ${words}`),
  }).catch(error => {
    // Then others have been ended at the same moment, and their ways to end say nothing.
    if (halt.aborted) return undefined
    throw error
  })
  clearProgress()
  if (!report) return 130
  const notDone = asked.kinds.filter(kind => report.faults[kind] === 0)
  const missed = Object.keys(report.deeds).filter(deed => report.deeds[deed] === 0)
  show(asked, report, [...notDone, ...missed])
  return report.violations.length + notDone.length + missed.length === 0 ? 0 : 1
}

function readWords(words: readonly string[]): Asked | undefined {
  const given = valuesIn(words)
  if (!given) return undefined
  const isCounted = given.kills !== undefined || given['database-kills'] !== undefined
  const left = (given.without ?? '').split(',').map(word => word.trim())
  const numbers = {
    ...{ kills: Number(given.kills ?? 0), databaseKills: Number(given['database-kills'] ?? 0) },
    ...{
      minutes: Number(given.minutes ?? (isCounted ? 0 : 1)),
      seed: Number(given.seed ?? Date.now() % 100_000),
    },
  }
  const areNumbers = Object.values(numbers).every(each => Number.isFinite(each) && each >= 0)
  const areKinds = left.every(word => word === '' || faultKinds.some(kind => kind === word))
  const kinds = faultKinds.filter(kind => !left.includes(kind))
  return areNumbers && areKinds && Number.isInteger(numbers.seed) ? { ...numbers, kinds } : undefined
}

function valuesIn(words: readonly string[]) {
  const word = { type: 'string' } as const
  const options = { minutes: word, kills: word, 'database-kills': word, seed: word, without: word } as const
  try {
    return parseArgs({ args: [...words], options }).values
  } catch {
    return undefined
  }
}

function programsMissing(kinds: readonly FaultKind[]): readonly string[] {
  const wanted = Object.entries(programsNeeded).filter(([, { kind }]) => kinds.includes(kind))
  return wanted.flatMap(([program, { kind, debian }]) => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' })
      return []
    } catch {
      return [`"${kind}" needs ${program} (Debian: apt-get install ${debian})`]
    }
  })
}

const killsPerRound = ({ kills, databaseKills }: Asked): number =>
  kills > 0 && databaseKills > 0 ? Math.max(1, Math.ceil(kills / databaseKills)) : 8

/** Time, kills, and each kind of fault once; for one that does not come, no longer than thrice the time. */
function shareDone(
  { minutes, kills, databaseKills, kinds }: Asked,
  trouble: Trouble,
  sinceMs: number,
): number {
  const ofTime = minutes === 0 ? 1 : sinceMs / (minutes * 60_000)
  const ofKills = kills === 0 ? 1 : trouble.count('node killed') / kills
  const ofDatabaseKills = databaseKills === 0 ? 1 : trouble.count('database killed') / databaseKills
  const done = Math.min(ofTime, ofKills, ofDatabaseKills)
  const isComplete = kinds.every(kind => trouble.count(kind) > 0)
  return isComplete || (minutes > 0 && ofTime > 3) ? done : Math.min(done, 0.99)
}

function bar(share: number): string {
  const filled = Math.round(20 * Math.min(1, share))
  return `[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}] ${Math.floor(100 * Math.min(1, share))} %`
}

function show({ seed, kinds }: Asked, report: ChaosReport, notDone: readonly string[]): void {
  const { violations, seconds, answers, faults } = report
  const inWords = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${whole(count)}`)
      .join(', ')
  printTable(
    ['Fault', 'Times'],
    kinds.map(kind => [kind, whole(faults[kind] ?? 0)]),
  )
  const kills = faults['node killed'] ?? 0
  const bound = `(3/N: below ${(300 / kills).toFixed(2)} % of kills)`
  console.log(
    [
      `Seed ${seed}; ${inWords(seconds)} s; starts that failed and were repeated ${report.failedStarts}`,
      ...Object.entries(report.partyFaults).map(
        ([party, done]) => `Faults of the ${party}: ${inWords(done)}`,
      ),
      `Answers: ${inWords(answers)}; the same request at several nodes at once ${whole(report.races)}`,
      `Transactions ${whole(report.transactions)}, entries of the host ${whole(report.entries)}, ` +
        `messages about money ${whole(report.messages)}; overtaken by their own repeats ${report.overtaken}`,
      `Authentications: ${inWords(report.authentications)}`,
      `Payers: ${inWords(report.deeds)}`,
      ...notDone.map(kind => `NOT DONE: ${kind}`),
      `Violations ${violations.length} ${violations.length === 0 && kills > 0 ? bound : ''}`,
      ...violations.slice(0, 20).map(violation => `  ${violation.slice(0, 300)}`),
    ].join('\n'),
  )
}

// Some trouble may still be under way where it was interrupted.
process.exit(await main(process.argv.slice(2)))
