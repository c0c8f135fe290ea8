import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Pair, startPair } from '../../../test/database/pair.ts'
import { reachableFolder } from '../../../test/reachableFolder.ts'
import { awaitServer } from './awaitServer.ts'
import { createClient, loginAmong, loginBehind, serverName } from './login.ts'
import { createOwnerPool, createPool } from './pool.ts'
import { run } from './statement.ts'

let folder = ''
let pair: Pair
beforeAll(async () => {
  folder = await reachableFolder('hosts')
  pair = await startPair(folder)
})
afterAll(async () => {
  await pair.stop()
  await rm(folder, { recursive: true, force: true })
})

const address = 'postgres://tollgate@127.0.0.1:1/tollgate'

/** The standby stands before the primary, and before both a place where nobody is. */
function login() {
  const ports = [1, pair.second.port, pair.first.port]
  return loginAmong(
    address,
    ports.map(port => ({ host: '127.0.0.1', port })),
  )
}

const portOf = async (pool: pg.Pool) => {
  const [row] = await run<{ port: number }>(pool, where, [])
  return row?.port
}
const where = { name: 'where', text: 'select inet_server_port() as port' }
const writing = { name: 'writing', text: 'insert into notes default values' }

/** In the order in which it happens to a pair. */
test('whatever stands first, sessions reach the primary: of commands, pools and the owner', async () => {
  const client = createClient(login())
  await client.connect()
  expect(client.port).toBe(pair.first.port)
  await client.query('create table notes ()')
  await client.end()
  for (const pool of [createPool(login(), { max: 2 }), createOwnerPool(login(), { name: 'test', max: 2 })]) {
    expect(await portOf(pool)).toBe(pair.first.port)
    await pool.end()
  }
  const { first, second } = pair
  expect(serverName(login())).toBe(`127.0.0.1:1,127.0.0.1:${second.port},127.0.0.1:${first.port}/tollgate`)
})

test('a primary that was told to refuse writing is none, and a session with it is closed', async () => {
  const pool = createPool(login(), { max: 1 })
  expect(await run(pool, writing, [])).toEqual([])
  await readOnly('on')
  await expect.poll(() => run(pool, writing, []).catch(error => error.code)).toBe('25006')
  expect(pool.totalCount).toBe(0)
  await expect
    .poll(() => run(pool, writing, []).catch(String))
    .toMatch(/no host is a primary.*is a standby.*is read-only/)
  await readOnly('off')
  await expect.poll(() => run(pool, writing, []).catch(String)).toEqual([])
  await pool.end()
})

async function readOnly(value: 'on' | 'off'): Promise<void> {
  await pair.first.ask(`alter system set default_transaction_read_only = ${value}`)
  await pair.first.ask('select pg_reload_conf()')
}

test('a server that dies while a session is looked at costs that session, never the process', async () => {
  const dying = createServer(client => {
    const server = connect(pair.first.port, '127.0.0.1').on('error', () => undefined)
    let chunks = 0
    let isLooking = false
    client.on('error', () => undefined).on('close', () => server.destroy())
    client.on('data', chunk => {
      isLooking ||= chunk.includes('tollgate-hosts')
      // The first is the login, and the next asks whether this is the primary.
      if (!isLooking && ++chunks === 2) client.destroy()
      else server.write(chunk)
    })
    server.on('data', chunk => client.write(chunk))
  }).listen(0, '127.0.0.1')
  await once(dying, 'listening')
  const { port } = dying.address() as AddressInfo
  const pool = createPool(loginAmong(address, [{ host: '127.0.0.1', port }]), { max: 1 })
  await expect(portOf(pool)).rejects.toThrow(/terminated|ECONNRESET/)
  await pool.end()
  dying.close()
})

test('after a fail-over all sessions are with the new primary, never again with the old', async () => {
  const known = login()
  const [reading, other] = [createPool(known, { max: 1 }), createPool(known, { max: 1 })]
  expect([await portOf(reading), await portOf(other)]).toEqual([pair.first.port, pair.first.port])
  // A fail-over that leaves the old primary running: its sessions go on until somebody opens a new one.
  await pair.first.ask("alter system set synchronous_standby_names = ''")
  await pair.promote()
  expect(await portOf(reading)).toBe(pair.first.port)
  await expect
    .poll(async () => {
      const client = createClient(known)
      await client.connect()
      await client.end()
      return client.port
    })
    .toBe(pair.second.port)
  await expect.poll(() => portOf(reading).catch(String)).toBe(pair.second.port)
  expect(await portOf(other)).toBe(pair.second.port)
  await behindOneAddress()
  // The old one is all that is left, and can be written to: it is not taken for the primary again.
  await pair.second.kill()
  await expect
    .poll(() => portOf(reading).catch(String))
    .toMatch(/was replaced as primary: it is on timeline 1/)
  await Promise.all([reading.end(), other.end()])
})

/** A balancer that leads to the new primary, and then to the old one again. */
async function behindOneAddress(): Promise<void> {
  let { port } = pair.second
  const balancer = createServer(client => {
    const server = connect(port, '127.0.0.1').on('error', () => undefined)
    client.on('error', () => undefined).pipe(server)
    server.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  const at = { host: '127.0.0.1', port: (balancer.address() as AddressInfo).port }
  const pool = createPool(loginBehind(`postgres://tollgate@${at.host}:${at.port}/tollgate`), { max: 2 })
  expect(await portOf(pool)).toBe(pair.second.port)
  port = pair.first.port
  const first = await pool.connect()
  await expect(pool.connect()).rejects.toThrow(/an older state.*timeline 1, and 2 was seen/)
  port = pair.second.port
  const second = await pool.connect()
  for (const session of [first, second]) session.release()
  await pool.end()
  balancer.close()
}

test('who starts while there is no primary waits, and hears what each host is', async () => {
  await pair.first.kill()
  const halt = new AbortController()
  const told: string[] = []
  const report = (news: string) => {
    told.push(news)
    halt.abort()
  }
  const clock = { monotonicMs: () => performance.now(), sleep: async () => undefined }
  await awaitServer(login(), { report, halt: halt.signal, clock })
  expect(told).toEqual([expect.stringMatching(/has no primary now \(ECONNREFUSED\): waiting for it\.$/)])
})
