// npm run mutants: makes each deliberate mistake of this folder in a copy of the project, runs the tests that
// have to notice it, and tells which of them did. Exit code 1: one was not noticed. `-- TEXT` tries only
// those with the text in their name.

import { execFile, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '../../src/platform/clock.ts'
import { projectPath } from '../../src/platform/files.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const patienceMs = 300_000

const [wanted = ''] = process.argv.slice(2)
const chosen = mutants.filter(({ wrong }) => wrong.includes(wanted))
if (chosen.length === 0) {
  console.error(`No mistake has "${wanted}" in its name: see the files of test/mutants.`)
  process.exit(2)
}

/** Two, each in a copy of its own: a run is bound by the processor for half of its time. */
const copies = await Promise.all([makeCopy(), makeCopy()])
const startedAtMs = systemClock.monotonicMs()
let done = 0

/** Without any mistake all of them are green; else a red one says nothing. */
await inCopies([...new Set(chosen.map(({ suite }) => suite))], async (suite, copy) => {
  const { isRed, firstRed } = await runSuite(suite, copy)
  if (isRed) throw new Error(`${suite} is red without a mistake: ${firstRed}`)
  tell(`sound: ${suite}`)
})
done = 0
const survivors: Mutant[] = []
await inCopies(chosen, async (mutant, copy) => {
  const { isRed, firstRed } = await withMistake(mutant, copy, () => runSuite(mutant.suite, copy))
  if (!isRed) survivors.push(mutant)
  done += 1
  tell(`${done} of ${chosen.length}: ${mutant.wrong}: ${isRed ? `noticed by ${firstRed}` : 'NOT NOTICED'}`)
})
await Promise.all(copies.map(copy => rm(copy, { recursive: true, force: true })))
const minutes = ((systemClock.monotonicMs() - startedAtMs) / 60_000).toFixed(1)
console.log(
  `${chosen.length - survivors.length} of ${chosen.length} mistakes were noticed, in ${minutes} minutes.`,
)
process.exit(survivors.length === 0 ? 0 : 1)

function tell(text: string): void {
  console.log(text)
}

/** The sources and tests as they lie here; packages by hard links. */
async function makeCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-mutant-'))
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: projectPath(), encoding: 'utf8' })
  for (const path of listed.split('\0').filter(Boolean)) await cp(projectPath(path), join(folder, path))
  const linked = 'cp -al "$0" "$1" || cp -a "$0" "$1"'
  await promisify(execFile)('sh', ['-c', linked, projectPath('node_modules'), folder])
  await cp(projectPath('dist'), join(folder, 'dist'), { recursive: true })
  return folder
}

async function inCopies<Item>(
  items: readonly Item[],
  work: (item: Item, copy: string) => Promise<void>,
): Promise<void> {
  const left = [...items]
  await Promise.all(
    copies.map(async copy => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item, copy)
    }),
  )
}

async function withMistake<Result>(
  { file, from, to }: Mutant,
  copy: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(copy, file)
  const sound = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    sound.replace(from, () => to),
  )
  try {
    return await work()
  } finally {
    writeFileSync(path, sound)
  }
}

type SuiteRun = { readonly isRed: boolean; readonly firstRed: string }

/** Red only by a test that failed: a mistake that keeps the tests from running at all proves nothing. */
async function runSuite(suite: string, copy: string): Promise<SuiteRun> {
  const options = [
    '--project',
    'alone',
    '--project',
    'node',
    '--project',
    'timed',
    '--bail',
    '1',
    '--reporter',
    'json',
  ]
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...suite.split(' ')], {
    cwd: copy,
    env: { ...process.env, TEST_BUILD: 'none' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  // A mistake can make a test run in circles: all of its processes are ended then.
  const patience = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), patienceMs)
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  clearTimeout(patience)
  const report = reportIn(output)
  if (report === undefined)
    throw new Error(`The tests of ${suite} did not come to their end:\n${output.slice(-2_000)}`)
  const files = report.testResults
  const failed = files
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed === undefined && !report.success)
    throw new Error(`The tests of ${suite} could not be run: ${output.slice(-2_000)}`)
  return { isRed: failed !== undefined, firstRed: `"${failed?.fullName ?? ''}"` }
}

type TestReport = {
  readonly success: boolean
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function reportIn(output: string): TestReport | undefined {
  const start = output.indexOf('{"numTotalTestSuites"')
  try {
    return JSON.parse(output.slice(start))
  } catch {
    return undefined
  }
}
