import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fullName } from '../../src/commands/command.ts'
import { type CommandContext, emptyCommandContext } from '../../src/commands/context.ts'
import { auditHeadPath, openAuditHeadKeeper } from '../../src/composition/administration.ts'
import { createProgram } from '../../src/composition/program.ts'
import { openRecords } from '../../src/composition/records.ts'
import { readConfig } from '../../src/config/config.ts'
import { isRejection } from '../../src/orders/rejection.ts'
import { openStore } from '../../src/store/open.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { granted, openAdministrator } from './administrator.ts'
import { keyEncryptionKeys, openGatewayOn } from './gateway.ts'
import { fundsOf } from './requests.ts'

const merchant = 'TESTMERCHANT'

/** Commands that only read the database, each as it is typed. */
const reading: Readonly<Record<string, string>> = {
  explain: 'read-1 1',
  tape: 'read-1',
  reconcile: '',
  'merchants list': '',
  'merchants show': merchant,
  'merchants profile': merchant,
  'config export': '',
  'config plan': 'CONFIGURATION',
  'passwords list': merchant,
  'certificates list': merchant,
  'notifications list': '',
  'notifications show': 'NOTIFICATION',
  'notifications keys list': merchant,
  'link status': '',
  'link trace': 'read-1 1',
  'directory-merchant': `${merchant} scheme-a`,
  'directory-merchants': '',
  'directory-ranges': '',
  'users list': '',
  'payers find': `${merchant} --order read-1`,
  'archives verify': '/nonexistent',
  'archives read': `/nonexistent ${merchant} read-1`,
  'archives list': '',
  'keys list': '',
  'keys list-bdk': '',
  'audit list': '',
}

/** Commands that change something. A new command is put into one of these lists. */
const changing = [
  ...['merchants add', 'merchants move', 'merchants suspend', 'merchants resume', 'merchants close'],
  'config apply',
  ...[
    'passwords add',
    'passwords retire',
    'certificates authority',
    'certificates issue',
    'certificates bind',
  ],
  ...['certificates revoke', 'notifications resend', 'notifications keys add', 'notifications keys retire'],
  ...['migrate', 'users add', 'users disable', 'users enable', 'users reset', 'payers erase'],
  ...['archives run', 'keys new', 'keys rotate', 'keys retire', 'keys discard', 'keys import-bdk'],
  // It notes in the database what it found, for the console.
  ...['keys retire-bdk', 'audit verify', 'obligations settle'],
]
/** Commands that need no database. */
const elsewhere = [
  ...[
    'start',
    'console',
    'listen',
    'trigger',
    'doctor',
    'conformance',
    'replay',
    'acquirer-host',
    'directory-server',
    'provider-host',
  ],
  ...['sandbox scripts add', 'sandbox scripts list', 'sandbox scripts clear', 'sandbox clock'],
  ...['sandbox reset', 'sandbox p2pe', 'sandbox emv', 'sandbox track', 'sandbox pin', 'link check'],
  ...[
    'config links',
    'config schema',
    'link dialects',
    'link dialect',
    'link probe',
    'provider check',
    'provider openapi',
  ],
]

let database: TestDatabase
let folder = ''
let notificationId = ''
/** A file that would change something, beside the folder. */
const configurationPath = () => `${folder}.json`
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createDatabase('embedded')
  folder = await mkdtemp(join(tmpdir(), 'tollgate-read-'))
  const merchants = { [merchant]: { profile: { captureExcessPercent: 7 } }, NEXT: {} }
  await writeFile(configurationPath(), JSON.stringify({ format: 1, merchants }))
  const gateway = await openGatewayOn(database)
  const order = { amount: '10.00', currency: 'USD' }
  const paid = { apiOperation: 'PAY', order, sourceOfFunds: fundsOf({}) }
  expect(await gateway.call('PUT', 'order/read-1/transaction/1', paid)).toMatchObject({ status: 201 })
  const isNotified = async () => {
    const { body } = await gateway.call('GET', 'notifications?last=1&limit=1&wait=0')
    expect(body).toMatchObject({ notifications: [{ orderId: 'read-1' }] })
  }
  await vi.waitFor(isNotified, { timeout: 20_000, interval: 100 })
  await gateway.stop()
  const operator = await openAdministrator(database.logins)
  granted(await operator.merchants.change(merchant, ['captureExcessPercent=5']))
  await keepHead()
  // The log goes on after its head was kept.
  granted(await operator.merchants.change(merchant, ['captureExcessPercent=6']))
  await operator.close()
  const owner = new Client(database.config)
  await owner.connect()
  const { rows } = await owner.query(
    'select current_database() as name, (select notification_id from notifications limit 1) as id',
  )
  notificationId = rows[0].id
  await owner.query(`alter database ${rows[0].name} set default_transaction_read_only = on`)
  await owner.end()
})
afterAll(async () => {
  await database?.drop()
  for (const path of [folder, configurationPath()]) await rm(path, { recursive: true, force: true })
})

const config = () =>
  readConfig({
    ...database.settings,
    TOLLGATE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_DATA_DIR: folder,
  })

/** As a node does. */
async function keepHead(): Promise<void> {
  const store = await openStore(database.logins)
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  await openAuditHeadKeeper(auditHeadPath(config()), { store, keyring }).begin()
  await store.close()
}

const open = (isReading: boolean) =>
  openRecords({
    config: config(),
    ...{ actor: 'reader@test', isReading, closers, warn: () => undefined },
    halt: new AbortController().signal,
  })

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

const context: CommandContext = {
  ...emptyCommandContext,
  records: change => open(change === undefined),
  show(result) {
    if (isRejection(result)) throw new Error(result.explanation)
  },
  defaults: { ...emptyCommandContext.defaults, merchantId: () => merchant },
}

const filesIn = async () =>
  Promise.all((await readdir(folder)).map(async name => [name, await readFile(join(folder, name), 'utf8')]))

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)

test('every command is known to read, to change something, or to need no database', () => {
  const names = leavesOf(createProgram(context, '')).map(command =>
    fullName(command).replace('tollgate ', ''),
  )
  expect([...Object.keys(reading), ...changing, ...elsewhere].sort()).toEqual([...names].sort())
})

test('a command that reads writes nothing, neither into the database nor into files', async () => {
  const before = await filesIn()
  expect(before).toHaveLength(1)
  const refused: Record<string, string> = {}
  for (const [name, words] of Object.entries(reading)) {
    const given = words
      .replace('NOTIFICATION', notificationId)
      .replace('CONFIGURATION', configurationPath())
      .split(' ')
      .filter(Boolean)
    const line = [...name.split(' '), ...given]
    await createProgram(context, '')
      .parseAsync(line, { from: 'user' })
      .catch((error: Error) => {
        refused[name] = error.message
      })
    await closeAll()
  }
  expect(refused).toEqual({
    'archives read': expect.stringContaining('No archive has this order.'),
    'directory-merchant': expect.stringContaining(`There is no record of ${merchant} there.`),
  })
  expect(await filesIn()).toEqual(before)
})
