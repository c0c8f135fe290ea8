import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { inject } from 'vitest'
import { type DatabaseKind, type ServerDetails, type Way, withDatabase } from './address.ts'

/** With the owner's login; `gateway` has the login of gateways. */
export type TestDatabase = Way & {
  readonly gateway: Way
  /** The logins a store is opened with, complete. */
  readonly logins: { readonly gateway: ClientConfig; readonly owner: ClientConfig }
  /** Its settings for a gateway process. */
  readonly settings: {
    readonly TOLLGATE_DATABASE_URL: string
    readonly TOLLGATE_OWNER_DATABASE_URL: string
  }
  drop(): Promise<void>
}

/** Two copies of one template at a time are refused by the server. */
const copyLock = 0x746f6c6d

/** A migrated database for one test: a copy of the run's template. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const server = await findServer(kind)
  return createCopy(server, server.template)
}

/** A database for one test in which nothing is yet. */
export const createEmptyDatabase = async (kind: DatabaseKind): Promise<TestDatabase> =>
  createCopy(await findServer(kind), 'template0')

/** Of all that is in it, while nobody uses it. */
export const copyOf = async ({ url }: TestDatabase): Promise<TestDatabase> =>
  createCopy(await findServer('external'), new URL(url).pathname.slice(1))

async function createCopy(server: ServerDetails, template: string): Promise<TestDatabase> {
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await maintainAll(server, async client => {
    await client.query('select pg_advisory_lock($1)', [copyLock])
    await client.query(`create database ${name} template ${template}`)
  })
  const found = withDatabase(server, name)
  return {
    ...found,
    logins: { gateway: found.gateway.config, owner: found.config },
    settings: { TOLLGATE_DATABASE_URL: found.gateway.url, TOLLGATE_OWNER_DATABASE_URL: found.url },
    drop: () => maintainAll(server, client => dropWhenFree(client, name)),
  }
}

async function findServer(kind: DatabaseKind): Promise<ServerDetails> {
  const answer: { details?: Record<DatabaseKind, ServerDetails>; failure?: string } = JSON.parse(
    await text(connect(inject('databaseSocket'))),
  )
  if (answer.details === undefined) throw new Error(`The test servers did not start: ${answer.failure}`)
  return answer.details[kind]
}

/** On each server of a distributed one, too. */
const maintainAll = ({ config, others = [] }: ServerDetails, work: (client: Client) => Promise<unknown>) =>
  Promise.all([config, ...others].map(each => maintain(each, work))).then(() => undefined)

/** What a distributed database does by itself at intervals cannot be ended, and is soon over. */
async function dropWhenFree(client: Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isInUse = error instanceof DatabaseError && error.code === '55006'
      if (!isInUse || tries === 20) throw error
      await sleep(250)
    }
  }
}

/** The lock is released with the session. */
async function maintain(config: ClientConfig, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(config)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
