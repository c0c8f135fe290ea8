import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type ServerDetails, withDatabase } from '../database/address.ts'
import { startServers } from '../database/servers.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { providerUnderFire } from './underFire.ts'

/** npm run providers -- --count 5000 --kills 10 --seed 7 --at-once 24 */
async function main(args: readonly string[]): Promise<number> {
  const word = { type: 'string' } as const
  const options = { count: word, kills: word, seed: word, 'at-once': word } as const
  const { values: given } = parseArgs({ args: [...args], options })
  const asked = {
    ...{ count: Number(given.count ?? 1_000), kills: Number(given.kills ?? 5) },
    ...{ seed: Number(given.seed ?? Date.now() % 100_000), atOnce: Number(given['at-once'] ?? 24) },
  }
  const folder = await reachableFolder('providers')
  const { details, stop } = await startServers(folder)
  try {
    const database = await createIn(details.external)
    const tell = (progress: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${progress}`)
    const report = await providerUnderFire({ ...asked, database, tell })
    console.log(JSON.stringify({ ...asked, ...report }, null, 2))
    return report.findings.length === 0 ? 0 : 1
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
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

process.exitCode = await main(process.argv.slice(2))
