import { parseArgs } from 'node:util'
import { clearProgress, progress } from '../../bench/progress.ts'
import { type AttackReport, attack } from './attack.ts'
import { replay, type Violation } from './barrage.ts'
import { openHostileWorld } from './world.ts'

/**
 * npm run hostile -- [--count 100000] [--seed 1] [--samples 200]: hostile input against a gateway process.
 * npm run hostile -- --seed 1 --replay 4711: sends one request of that run again and shows both sides.
 * Exit code 1: something was not as it has to be.
 */
async function main(words: readonly string[]): Promise<number> {
  const given = readWords(words)
  if (!given) {
    console.error('npm run hostile takes --count, --seed, --samples and --replay, each with a whole number')
    return 2
  }
  const { count, seed, samples, replayed } = given
  const world = await openHostileWorld()
  try {
    if (replayed !== undefined) return await showAgain(world, seed, replayed)
    const report = await attack(world, { count, seed, samples, tell: progress })
    clearProgress()
    console.log(inWords(report, given).join('\n'))
    return report.findings.length === 0 ? 0 : 1
  } finally {
    await world.close()
  }
}

type Given = {
  readonly count: number
  readonly seed: number
  readonly samples: number
  readonly replayed: number | undefined
}

function readWords(words: readonly string[]): Given | undefined {
  const word = { type: 'string' } as const
  try {
    const options = { count: word, seed: word, samples: word, replay: word }
    const { values } = parseArgs({ args: [...words], options })
    const { count = '100000', seed = '1', samples = '200', replay: number } = values
    const areNumbers = [count, seed, samples, number ?? '0'].every(text => /^\d{1,9}$/.test(text))
    if (!areNumbers || Number(count) < 1 || Number(samples) < 1) return undefined
    const replayed = number === undefined ? undefined : Number(number)
    return { count: Number(count), seed: Number(seed), samples: Number(samples), replayed }
  } catch {
    return undefined
  }
}

async function showAgain(
  world: Awaited<ReturnType<typeof openHostileWorld>>,
  seed: number,
  number: number,
): Promise<number> {
  const { request, fate, offences } = await replay({ ...world, seed }, number)
  console.log(
    `request ${number} of seed ${seed}: ${request.kind}, ${request.operation} at ${request.version}`,
  )
  console.log(shown(request.bytes))
  console.log(fate.kind === 'answered' ? `${fate.answer.status} ${fate.answer.text}` : fate.kind)
  for (const offence of offences) console.log(`violation: ${offence}`)
  return offences.length === 0 ? 0 : 1
}

/** Bytes that are no text as escapes, so that it can be pasted into a script. */
const shown = (bytes: Buffer): string =>
  JSON.stringify(bytes.toString('latin1').slice(0, 4_000)).replaceAll('\\r\\n', '\\r\\n\n')

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

const rounded = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

function inWords(report: AttackReport, { seed }: Given): readonly string[] {
  const { catalogue, barrage, apart, stalls, memory, findings } = report
  const { requests, seconds } = barrage
  return [
    `seed ${seed}`,
    `catalogue: ${catalogue.cases} cases, ${catalogue.findings.length} not as they have to be`,
    `requests: ${requests} in ${rounded(seconds)} s (${rounded(requests / seconds)} a second), of ` +
      `${barrage.operations.size - 1} operations and pages, at ${barrage.versions.size} versions`,
    `  answers: ${counted(barrage.answers)}`,
    `  kinds: ${counted(barrage.kinds)}`,
    `  violations: ${barrage.violations.length}` +
      (barrage.violations.length === 0 ? `; with 95 % confidence fewer than 3 in ${requests} requests` : ''),
    ...barrage.violations.slice(0, 10).flatMap(violationInWords(seed)),
    `stalls: the gateway's own at most ${rounded(stalls.gateway.longestOwnMs)} ms, ` +
      `${stalls.gateway.tooLong} too long; by the clock ${rounded(stalls.gateway.longestMs)} ms, of a ` +
      `process that does nothing ${rounded(stalls.idle.longestMs)} ms; while the gateway was getting warm ` +
      `${rounded(stalls.cold.longestOwnMs)} ms`,
    `memory: resident ${rounded(memory.residentEarly)} MB early, ${rounded(memory.residentLate)} MB at the ` +
      `end; alive ${memory.aliveAt.map(megabytes => megabytes.toFixed(1)).join(', ')} MB`,
    `merchants apart: ${apart.questions} questions about another's things, ${apart.timed} of them timed ` +
      `with ${apart.samples} samples each: ${apart.findings.length} differences, at most ` +
      `${rounded(apart.sigmaMax)} sigma`,
    `findings: ${findings.length}`,
    ...findings.slice(0, 30).map(finding => `  ${finding.slice(0, 400)}`),
  ]
}

const violationInWords =
  (seed: number) =>
  ({ request, what, answer }: Violation): readonly string[] => [
    `  ${what}: npm run hostile -- --seed ${seed} --replay ${request.number}`,
    `    ${shown(request.bytes).slice(0, 600)}`,
    `    → ${answer.slice(0, 400)}`,
  ]

process.exitCode = await main(process.argv.slice(2))
