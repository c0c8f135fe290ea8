import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type ServerDetails, withDatabase } from '../database/address.ts'
import { startServers } from '../database/servers.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { type FireReport, underFire } from './underFire.ts'

/** npm run links -- --count 20000 --kills 30 --seed 7 --dialect iso1987-ascii --at-once 48 */
async function main(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (!asked) {
    console.error('npm run links takes --count, --kills, --seed and --at-once with numbers, and --dialect')
    return 2
  }
  const folder = await reachableFolder('links')
  const { details, stop } = await startServers(folder)
  try {
    const database = await createIn(details.external)
    const tell = (progress: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${progress}`)
    const report = await underFire({ ...asked, database, tell })
    show(asked, report)
    return report.findings.length === 0 ? 0 : 1
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function readWords(words: readonly string[]) {
  const { dialect, ...given } = valuesIn(words) ?? { dialect: '' }
  const numbers = {
    ...{ count: Number(given.count ?? 2_000), kills: Number(given.kills ?? 5) },
    ...{ seed: Number(given.seed ?? Date.now() % 100_000), atOnce: Number(given['at-once'] ?? 48) },
  }
  const areNumbers = Object.values(numbers).every(each => Number.isInteger(each) && each >= 0)
  return areNumbers && dialect !== '' ? { dialect, ...numbers } : undefined
}

function valuesIn(words: readonly string[]) {
  const word = { type: 'string' } as const
  const options = { count: word, kills: word, seed: word, 'at-once': word } as const
  try {
    const dialect = { ...word, default: 'iso1987-ascii' }
    return parseArgs({ args: [...words], options: { ...options, dialect } }).values
  } catch {
    return undefined
  }
}

async function createIn(server: ServerDetails) {
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  const client = new Client(server.config)
  await client.connect()
  await client.query(`create database ${name} template ${server.template}`)
  await client.end()
  const { config, url, gateway } = withDatabase(server, name)
  return { config, settings: { TOLLGATE_DATABASE_URL: gateway.url, TOLLGATE_OWNER_DATABASE_URL: url } }
}

function show(
  { dialect, seed }: { readonly dialect: string; readonly seed: number },
  report: FireReport,
): void {
  const { findings, results, faults, wire, comparisons } = report
  const inWords = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  console.log(
    [
      `${dialect}, seed ${seed}: ${report.seconds} s, of which ${report.settledInSeconds} s to settle`,
      `transactions ${report.transactions}, kills ${report.killed}, entries of the host ${report.entries}`,
      `answers: ${inWords(results)}`,
      `faults: ${inWords(faults)}`,
      `messages at the host: ${inWords(wire)}`,
      `original data compared by the host: ${inWords(comparisons)}`,
      `left to people: ${report.leftToPeople}`,
      `findings: ${findings.length}`,
      ...findings.slice(0, 40).map(finding => `  ${finding}`),
    ].join('\n'),
  )
}

process.exitCode = await main(process.argv.slice(2))
