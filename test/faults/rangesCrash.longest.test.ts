import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardholder, cardThat, told } from '../journeys/cardholder.ts'
import { passwords } from '../journeys/client.ts'
import { type Directories, openDirectories, registerMerchants } from '../journeys/directories.ts'
import { type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { sharedDatabase } from './nodeSettings.ts'

/** As of the test gateways, whose operator writes down the merchants. */
const keys = { TOLLGATE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
const { database, settings } = sharedDatabase(passwords.TESTMERCHANT, keys)
const scheme = 'scheme-a'
let directories: Directories
let gateway: GatewayProcess
/** One as the owner of the tables, one as the gateway, which may look at its own sessions and end them. */
let client: Client
let peer: Client

const start = async () => {
  gateway = await startProcess({
    ...settings(),
    TOLLGATE_DIRECTORY_SERVERS: join(directories.folder, 'directory-servers.json'),
  })
}
const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> =>
  (await client.query(text)).rows[0] ?? {}
const current = async () => Number((await ask(`${currentText} as number`)).number)
const currentText = `select (select generation from card_ranges where directory_server = '${scheme}')`

beforeAll(async () => {
  // So long that the list is written in several parts.
  directories = await openDirectories({ moreRanges: 60_000 })
  await writeFile(join(directories.folder, 'directory-servers.json'), JSON.stringify(directories.settings))
  client = new Client(database().config)
  await client.connect()
  peer = new Client(database().gateway.config)
  await peer.connect()
  await start()
  await registerMerchants({ database: database() }, directories, ['TESTMERCHANT'])
})
afterAll(async () => {
  await client?.end()
  await peer?.end()
  await gateway?.end('SIGKILL')
  await directories?.close()
})

/** Taken up when it is published, and not before. */
const cards = ['5200000000000007', '5200010000000006'] as const
const changed = (card: string) =>
  directories.control.changeRanges(scheme, [
    {
      action: 'A',
      range: {
        start: `${card.slice(0, 6)}0000000000`,
        end: `${card.slice(0, 6)}9999999999`,
        versions: ['2.2.0'],
      },
    },
  ])
const statusOf = async (card: string) => told(await cardholder(gateway, card).initiate()).authenticationStatus
const [known, unknown] = ['AUTHENTICATION_AVAILABLE', 'AUTHENTICATION_NOT_SUPPORTED']

const blocks = [
  {
    when: 'between two parts',
    card: cards[0],
    // The second part of the next list is written by somebody who does not say yet whether it counts.
    hold: `insert into card_range_parts (directory_server, generation, number, content)
      select '${scheme}', last_value + 1, 1, ''::bytea from card_range_generations`,
    isAfterClaim: false,
  },
  {
    when: 'between the last part and its commit',
    card: cards[1],
    hold: `select 1 from card_ranges where directory_server = '${scheme}' for update`,
    isAfterClaim: true,
  },
]

test.each(blocks)(
  'kill -9 $when of new card ranges: the old ones serve on',
  async block => {
    await expect.poll(async () => (await ask(loaded)).is, { timeout: 40_000, interval: 200 }).toBe(true)
    const before = await current()
    changed(block.card)
    await killedWhileHeld(block)
    const left = Number((await ask(leftBehind)).parts)
    if (block.isAfterClaim) expect(left).toBeGreaterThan(1)
    else expect(left).toBe(1)
    expect(await current()).toBe(before)
    await start()
    expect([await statusOf(cardThat.isKnown), await statusOf(block.card)]).toEqual([known, unknown])
    // Its claim would end ten minutes after the crash.
    await client.query('update card_ranges set claimed_until = clock_timestamp()')
    await expect.poll(() => statusOf(block.card), { timeout: 30_000, interval: 500 }).toBe(known)
    expect(await statusOf(cardThat.isKnown)).toBe(known)
    const generation = await current()
    expect(generation).toBeGreaterThan(before)
    expect((await ask(kept)).generations).toEqual([before, generation].map(String))
  },
  120_000,
)

/** Another session holds what the gateway needs next while it publishes; there it is killed. */
async function killedWhileHeld({ hold, isAfterClaim }: (typeof blocks)[number]): Promise<void> {
  const other = new Client(database().config)
  await other.connect()
  try {
    await other.query('begin')
    if (!isAfterClaim) await other.query(hold)
    await client.query(due)
    await expect.poll(async () => (await ask(claimed)).is, { timeout: 20_000, interval: 10 }).toBe(true)
    if (isAfterClaim) await other.query(hold)
    await expect
      .poll(async () => (await peer.query(waiting)).rowCount, { timeout: 20_000, interval: 50 })
      .toBe(1)
    await gateway.end('SIGKILL')
    // The statement of the dead would go on when it gets what it waits for.
    await peer.query(terminated)
    await other.query('rollback')
  } finally {
    await other.end()
  }
}

const due = `update card_ranges set next_at = clock_timestamp() where directory_server = '${scheme}'`
const claimed = `select claimed_until > clock_timestamp() as is from card_ranges
  where directory_server = '${scheme}'`
const loaded = 'select bool_and(generation is not null) as is from card_ranges'
/** A statement of a node waits for a lock. */
const waiting = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
const terminated = `select pg_terminate_backend(pid) from (${waiting}) waiting`
const leftBehind = `select count(*) as parts from card_range_parts p, card_ranges r
  where p.directory_server = '${scheme}' and r.directory_server = '${scheme}' and p.generation > r.generation`
const kept = `select array_agg(distinct generation::text order by generation::text) as generations
  from card_range_parts where directory_server = '${scheme}'`
