import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { writeNamedKeys } from '../../src/platform/secretBox.ts'
import { openStore } from '../../src/store/open.ts'
import { createVault } from '../../src/vault/cards.ts'
import { addKey, configuredKeys, newKey, removeKeys } from '../../src/vault/keyEncryptionKeys.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { cardIdentity, tokenIdentity } from '../../src/vault/port.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { generationsFound } from '../rotation/things.ts'
import { Traffic } from '../rotation/traffic.ts'
import { endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'

const keys = [newKey('first'), newKey('second'), newKey('third')] as const
let root = ''
let file = ''
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  root = await reachableFolder('rotation')
  file = join(root, 'given-keys')
  await writeFile(file, writeNamedKeys([keys[0]]), { mode: 0o600 })
  database = await createDatabase('external')
  client = new pg.Client(database.config)
  await client.connect()
})
afterAll(async () => {
  await endAll()
  await client?.end()
  await database?.drop()
  await rm(root, { recursive: true, force: true })
})

test('keys are rotated twice under load, once with a kill -9 in between: no request fails', {
  timeout: 180_000,
}, async () => {
  const nodes = [await startNode(), await startNode()]
  const traffic = new Traffic(nodes)
  await traffic.until(600)
  const copies = await sealedCards()

  await addKey(file, keys[1])
  expect(await operate('rotate', 'transactions')).toEqual({ signal: 'SIGKILL', result: undefined })
  expect(await generationsFound(client)).toContain(1)
  await traffic.until(traffic.answers + 200)
  await expectRotated(await operate('rotate'), { generation: 2, unneeded: 'first' })

  await traffic.until(traffic.answers + 200)
  await addKey(file, keys[2])
  await expectRotated(await operate('rotate'), { generation: 3, unneeded: 'second' })
  await traffic.until(traffic.answers + 200)

  nodes.push(await startNode())
  await traffic.stop()
  expect(traffic.failures).toEqual([])
  const { answers, silences, longestMs } = traffic
  console.log(`rotation: ${JSON.stringify({ answers, silences, longestMs: Math.round(longestMs) })}`)
  expect(silences).toBeLessThan(answers / 100)

  expect(await generationsFound(client)).toEqual([3])
  await expectAllOpen(copies)
  // A node that was started afterwards opens what was sealed first of all.
  const [, , late] = nodes
  const refund = { apiOperation: 'REFUND', transaction: { amount: '1.00', currency: 'USD' } }
  for (const orderId of traffic.captured.slice(0, 5))
    expect(await late?.authorize(orderId, refund, { transaction: '3' })).toMatchObject({ status: 201 })
  for (const node of nodes) expect((await node.end('SIGTERM')).output).not.toMatch(/"level":(?:50|60)/)
})

const startNode = (): Promise<GatewayProcess> =>
  startProcess({
    ...{ ...database.settings, TOLLGATE_KEYS_FILE: file, TOLLGATE_DATA_DIR: root },
    TOLLGATE_LOG_LEVEL: 'warn',
  })

type Operated = { readonly signal: string | null; readonly result: Record<string, unknown> | undefined }

async function operate(wanted: 'rotate' | 'retire', dieAt = ''): Promise<Operated> {
  const args = ['test/rotation/rotating.ts', wanted, database.url, file, dieAt]
  const child = spawn(process.execPath, [projectPath('start.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const output = await text(child.stdout)
  const [, signal] = await ended
  return { signal, result: output === '' ? undefined : JSON.parse(output) }
}

/** The old key-encryption key goes as soon as it is not needed, while everything is running. */
async function expectRotated(
  rotated: Operated,
  { generation, unneeded }: { readonly generation: number; readonly unneeded: string },
): Promise<void> {
  expect(rotated.result).toMatchObject({ state: 'rotated', generation, isFinished: true, broken: [] })
  for (;;) {
    const { result } = await operate('retire')
    if (result?.state === 'refused' && typeof result.retryAfterMs === 'number')
      await sleep(result.retryAfterMs)
    else {
      expect(result).toMatchObject({ state: 'retired', generation, unneeded: [unneeded] })
      break
    }
  }
  await removeKeys(file, [unneeded])
}

type Row = { readonly merchant_id: string; readonly identity: string; readonly card: Buffer }

async function sealedCards(): Promise<readonly Row[]> {
  const { rows } = await client.query<Row & { order_id: string | null; name: string }>(`
    select merchant_id, order_id, transaction_id as name, card from transactions
    join orders using (cell, merchant_id, order_no) where card is not null
    union all select merchant_id, null, token, card from tokens where card is not null`)
  return rows.map(({ merchant_id, order_id, name, card }) => {
    const identity = order_id === null ? tokenIdentity(name) : cardIdentity(order_id, name)
    return { merchant_id, identity, card }
  })
}

/** With what is in the file now; and what was copied aside in the beginning opens with none of the keys. */
async function expectAllOpen(copies: readonly Row[]): Promise<void> {
  const store = await openStore(database.logins)
  const vaultWith = async (given: typeof keys | readonly [(typeof keys)[2]]) =>
    createVault(await openKeyring({ keys: configuredKeys(given), store: store.keys }))
  const vault = await vaultWith([keys[2]])
  const cards = await sealedCards()
  for (const { merchant_id, identity, card } of cards)
    expect((await vault.revealCard(merchant_id, identity, card)).number).toMatch(/^[0-9]{15,16}$/)
  const everyKey = await vaultWith(keys)
  for (const { merchant_id, identity, card } of copies)
    await expect(everyKey.revealCard(merchant_id, identity, card)).rejects.toThrow(/has no key|does not open/)
  const { rows } = await client.query(
    "select name from keys where name not similar to '(secret|bdk)/%' and name not like '%/3'",
  )
  expect(rows).toEqual([])
  expect(cards.length).toBeGreaterThan(copies.length)
  await store.close()
}
