// The command that tries a host of this API by its specification, from outside, and compares two hosts.

import { writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { type ConformanceProfile, conformanceProfiles } from '../conformance/check.ts'
import { allChecks } from '../conformance/checks.ts'
import { differencesOf } from '../conformance/compareHosts.ts'
import { type ConformanceHost, type HostClient, openHostClient } from '../conformance/hostClient.ts'
import { junitText } from '../conformance/junitText.ts'
import { maskedAnswer } from '../conformance/maskedText.ts'
import { planRun, type RunPlan } from '../conformance/planRun.ts'
import { preflight } from '../conformance/preflight.ts'
import { resultJson } from '../conformance/resultJson.ts'
import { type CheckResult, runPlan } from '../conformance/runPlan.ts'
import { readTestCard, specifiedCards, type TestCards } from '../conformance/testCards.ts'
import { readVersion, versions } from '../contract/kit/versions.ts'
import { StartRefusal } from '../platform/errors.ts'
import { randomSeed } from '../platform/ids.ts'
import { isCurrency } from '../standards/currencies.ts'
import { addCommand, choiceOption, numberOption, UsageRefusal } from './command.ts'
import { type HostOptions, hostOf, otherHostOf, withHostOptions } from './conformanceHosts.ts'
import { conformanceLines, countOf, differenceLines } from './conformanceText.ts'
import type { CommandContext } from './context.ts'
import { type CommandResult, countText } from './output.ts'

export function addConformance(program: Command, context: CommandContext): void {
  const command = addCommand(program, 'conformance', {
    summary: 'try a host of this API by its specification, from outside, or compare two hosts',
    details:
      'Sends requests and holds the answers against the specification, rule by rule. The read-only profile ' +
      'sends nothing that could create anything: it may be pointed at a production host. The sandbox ' +
      'profile pays with test cards: never point it where money moves. Nothing is written but to the host. ' +
      'Exit code 0 if the host conforms, 2 if it differs, 1 if it could not be tried.',
    examples: [
      [
        'tollgate conformance https://pay.example --merchant SHOP --password-from-environment SHOP_PASSWORD',
        'read-only',
      ],
      ['tollgate conformance http://127.0.0.1:8080 --profile sandbox', 'the sandbox on this machine, wholly'],
      [
        'tollgate conformance http://127.0.0.1:8080 --profile sandbox --against https://test.pay.example ' +
          '--against-merchant SHOP --against-password-file shop.txt',
        'what the two answer differently',
      ],
      ['tollgate conformance --list', 'every check, with its rule and why it matters'],
    ],
  }).argument('[url]', 'the address of the host, before /api/rest')
  withRunOptions(withHostOptions(command)).action((url: string | undefined, given: ConformanceArguments) =>
    given.list ? context.show(listed) : tried(context, url, given),
  )
}

const withRunOptions = (command: Command): Command =>
  command
    .addOption(
      choiceOption('--profile <profile>', 'what may be sent', conformanceProfiles).default('read-only'),
    )
    .option(
      '--api-version <number...>',
      `versions of the API to try (default: ${versions.last})`,
      readVersions,
    )
    .option('--card <name=card...>', 'a test card: name=number,expiry,code; or =none', readCards)
    .option('--currency <code>', 'of payments', readCurrency, 'USD')
    .option('--only <id...>', 'only these checks, or those whose ids begin so')
    .option('--skip <id...>', 'not these')
    .addOption(numberOption('--seed <number>', 'for the same ids again', { min: 0, max: 4_294_967_295 }))
    .addOption(
      numberOption('--rate <number>', 'requests a second at most; 0: as fast as it answers', {
        ...{ min: 0, max: 1_000, usual: 20 },
      }),
    )
    .addOption(
      numberOption('--seconds <seconds>', 'how long to wait for an answer', { min: 1, max: 300, usual: 60 }),
    )
    .option('--junit <file>', 'writes the results there, too, as JUnit XML')
    .option('--list', 'prints the checks, and sends nothing')

type ConformanceArguments = HostOptions & {
  readonly profile: ConformanceProfile
  readonly apiVersion?: readonly number[]
  readonly card?: TestCards
  readonly currency: string
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly seed?: number
  readonly rate: number
  readonly seconds: number
  readonly junit?: string
  readonly list?: boolean
}

function readVersions(text: string, earlier: readonly number[] = []): readonly number[] {
  const version = readVersion(text)
  if (version === undefined)
    throw new InvalidArgumentError(`It must be a number from ${versions.first} to ${versions.last}.`)
  return [...earlier, version]
}

function readCards(text: string, earlier: TestCards = {}): TestCards {
  const card = readTestCard(text)
  if (!card)
    throw new InvalidArgumentError(
      `It must be a name (${Object.keys(specifiedCards).join(', ')}), =, and number,MM/YY,code or none.`,
    )
  return { ...earlier, ...card }
}

function readCurrency(text: string): string {
  if (isCurrency(text)) return text
  throw new InvalidArgumentError('It must be a currency such as USD.')
}

const listed: CommandResult = {
  json: allChecks.map(({ id, section, rule, why, profile }) => ({ id, section, rule, why, profile })),
  text: paint => [
    ...allChecks.map(({ id, section, rule, profile }) => {
      const where = profile === 'sandbox' ? paint.dim(' (sandbox)') : ''
      return `${section.padEnd(5)} ${paint.bold(id)}  ${rule}${where}`
    }),
    '',
    `${allChecks.length} checks; --json has why each matters, too.`,
  ],
}

async function tried(context: CommandContext, url: string | undefined, given: ConformanceArguments) {
  if (url === undefined)
    throw new UsageRefusal(
      'tollgate conformance needs <url>: the address of the host. See tollgate conformance --help.',
    )
  await run(context, await hostOf(context, url, given), given)
}

async function run(
  context: CommandContext,
  host: ConformanceHost,
  given: ConformanceArguments,
): Promise<void> {
  const other = await otherHostOf(context, host, given)
  const seed = given.seed ?? randomSeed()
  const plan = planOf(given, { seed, merchantId: host.merchantId, host: 'a' })
  const { remark } = context.terminal
  const requests = plan.requests * (other ? 2 : 1)
  remark(
    `${countText(plan.planned.length, 'check')}, at most ${countText(requests, 'request')}, ` +
      `${given.profile} profile, version ${plan.wishes.versions.join(', ')}, seed ${seed}.`,
  )
  const results = await resultsOf(context, { host, plan, given })
  if (given.junit !== undefined) await writeJunit(given.junit, host, results)
  const about = { address: host.address, profile: given.profile, versions: plan.wishes.versions, seed }
  if (!other) {
    context.show({
      json: { ...about, results: results.map(resultJson) },
      text: paint => [...conformanceLines(host, results, paint), seedLine(seed)],
      ...(countOf(results, 'failed') > 0 && { isDifferent: true }),
    })
    return
  }
  const otherPlan = planOf(given, { seed, merchantId: other.merchantId, host: 'b' })
  const otherResults = await resultsOf(context, { host: other, plan: otherPlan, given })
  const differences = differencesOf(results, otherResults)
  context.show({
    json: {
      ...about,
      against: other.address,
      results: results.map(resultJson),
      resultsAgainst: otherResults.map(resultJson),
      differences: differences.map(({ exchanges, values, ...told }) => ({
        ...told,
        values: values.map(maskedAnswer),
      })),
    },
    text: paint => [...differenceLines(differences, [host, other], paint), seedLine(seed)],
    ...(differences.length > 0 && { isDifferent: true }),
  })
}

const seedLine = (seed: number): string =>
  `Seed ${seed}: with --seed ${seed} the same requests are sent again.`

function planOf(
  { profile, apiVersion = [versions.last], card = {}, currency, only = [], skip = [] }: ConformanceArguments,
  own: { readonly seed: number; readonly merchantId: string; readonly host: 'a' | 'b' },
): RunPlan {
  const cards = { ...specifiedCards, ...card }
  return planRun({ profile, versions: [...new Set(apiVersion)], cards, currency, only, skip, ...own })
}

async function resultsOf(
  context: CommandContext,
  {
    host,
    plan,
    given,
  }: { readonly host: ConformanceHost; readonly plan: RunPlan; readonly given: ConformanceArguments },
): Promise<readonly CheckResult[]> {
  const limits = { patienceMs: given.seconds * 1_000, requestsPerSecond: given.rate }
  const client: HostClient = openHostClient(host, limits, context.clock)
  try {
    await preflight(plan, client)
    return await context.withProgress(progress =>
      runPlan(plan, client, (done, of, check) => progress.report(`${host.address} ${check}`, done, of)),
    )
  } finally {
    client.close()
  }
}

async function writeJunit(
  path: string,
  { address }: ConformanceHost,
  results: readonly CheckResult[],
): Promise<void> {
  try {
    await writeFile(path, junitText(address, results))
  } catch (error) {
    throw new StartRefusal(`--junit ${path} cannot be written (${String(error)}).`)
  }
}
