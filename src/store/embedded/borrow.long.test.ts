import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachableFolder } from '../../../test/reachableFolder.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { type BorrowedDatabase, borrowEmbedded, type EmbeddedDatabase, launchEmbedded } from './launch.ts'

let root = ''
let dataDirectory = ''
const launch = () => launchEmbedded({ dataDirectory })
const borrow = (directory = dataDirectory) => borrowEmbedded(directory, new AbortController().signal)

beforeAll(async () => {
  root = await reachableFolder('borrow')
  dataDirectory = join(root, 'data')
  await (await launch()).stop()
})
afterAll(() => rm(root, { recursive: true, force: true }))

const isRunning = () =>
  readFile(join(dataDirectory, 'postgres', 'postmaster.pid')).then(
    () => true,
    () => false,
  )

/** A session of its own, as any statement of a command has. */
async function works({ connection }: BorrowedDatabase | EmbeddedDatabase): Promise<boolean> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query('select 1 as one')
  await client.end()
  return rows[0]?.one === 1
}

test('where no database is, none is made', async () => {
  const nowhere = join(root, 'nowhere')
  await expect(borrow(nowhere)).rejects.toThrow(
    new StartRefusal(`There is no database in ${nowhere}: start the gateway once, or set TOLLGATE_DATA_DIR.`),
  )
  expect(await readdir(root)).not.toContain('nowhere')
})

test('where no server runs, one runs for the time of the command', async () => {
  const command = await borrow()
  expect(await works(command)).toBe(true)
  await command.stop()
  expect(await isRunning()).toBe(false)
})

test('beside a gateway it is used, and left as it was', async () => {
  const gateway = await launch()
  const command = await borrow()
  expect(await works(command)).toBe(true)
  await command.stop()
  expect(await works(gateway)).toBe(true)
  await gateway.stop()
  expect(await isRunning()).toBe(false)
})

test('of several commands the last one to leave stops the server', async () => {
  const [first, second] = await Promise.all([borrow(), borrow()])
  await first.stop()
  expect(await works(second)).toBe(true)
  await second.stop()
  expect(await isRunning()).toBe(false)
})

test('a gateway may start while a command works, and keeps the server when the command leaves', async () => {
  const command = await borrow()
  const gateway = await launch()
  expect(gateway.attached).toBe(true)
  await command.stop()
  expect(await works(gateway)).toBe(true)
  await gateway.stop()
  expect(await isRunning()).toBe(false)
})

test('a gateway that stops while a command works leaves the server to the command', async () => {
  const gateway = await launch()
  const command = await borrow()
  await gateway.stop()
  expect(await works(command)).toBe(true)
  await command.stop()
  expect(await isRunning()).toBe(false)
})

test('commands and gateways that come and go at the same time never cut each other off', async () => {
  const use = async (open: () => Promise<BorrowedDatabase | EmbeddedDatabase>) => {
    const database = await open()
    const isWorking = await works(database)
    await database.stop()
    return isWorking
  }
  const gateways = async () => {
    const worked = []
    for (let round = 0; round < 5; round++) worked.push(await use(launch))
    return worked
  }
  const commands = async () => {
    const worked = []
    for (let round = 0; round < 8; round++) worked.push(await use(borrow))
    return worked
  }
  const all = await Promise.all([gateways(), commands(), commands(), commands()])
  expect(all.flat().every(isWorking => isWorking)).toBe(true)
  expect(await isRunning()).toBe(false)
})
