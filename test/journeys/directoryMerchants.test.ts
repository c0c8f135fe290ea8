import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Administration } from '../../src/administration/administration.ts'
import { testAuthority } from '../../src/certificates/ownCertificates.ts'
import { type CommandContext, emptyCommandContext, type OperatorRecords } from '../../src/commands/context.ts'
import { refusalText } from '../../src/commands/output.ts'
import { plainPaint } from '../../src/commands/terminal.ts'
import { createProgram } from '../../src/composition/program.ts'
import { isRejection } from '../../src/orders/rejection.ts'
import { StartRefusal } from '../../src/platform/errors.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { type Administrator, granted, openAdministrator } from './administrator.ts'

/** An operator at a database: each story goes on where the one before ended. */
let database: TestDatabase
let administrator: Administrator
let folder = ''
let serversFile: string | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-directories-'))
  database = await createDatabase('embedded')
  administrator = await openAdministrator(database.logins)
  granted(await administrator.merchants.add({ merchantId: 'SHOP' }))
})
afterAll(async () => {
  await administrator?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** What a line says in the end, to people and to programs. */
async function say(line: string | readonly string[]) {
  const said = { text: '', json: '', isBad: false }
  const administration: Administration = administrator
  const context: CommandContext = {
    ...emptyCommandContext,
    records: async () => ({ administration }) as OperatorRecords,
    defaults: { ...emptyCommandContext.defaults, directoryServersFile: () => serversFile },
    show(result) {
      if (isRejection(result)) throw new StartRefusal(refusalText(result))
      said.text = result.text(plainPaint).join('\n')
      said.json = JSON.stringify(result.json)
      said.isBad = result.isBad === true
    },
  }
  const words = typeof line === 'string' ? line.split(' ') : line
  await createProgram(context, '1').parseAsync(words, { from: 'user' })
  return { ...said, json: JSON.parse(said.json) }
}

const fields = [
  ...['requestorId=10056231*SHOP', 'requestorName=Shop of Lyon', 'requestorUrl=https://shop.example'],
  ...['acquirerBin=412345', 'acquirerMerchantId=12345', 'acquirerCountry=FRA'],
  ...['category=5411', 'country=FRA', 'name=SHOP LYON'],
]
const one = ['directory-merchant', 'SHOP', 'scheme-a']

test('before there is a record, what a first one needs is said', async () => {
  expect((await say('directory-merchants')).text).toMatch(/^There is none yet/)
  await expect(say(one)).rejects.toThrow(
    /^directoryServer 'scheme-a': There is no record of SHOP there\. A first one needs requestorId, .*e\.$/,
  )
  await expect(say([...one, ...fields.slice(0, -2)])).rejects.toThrow(
    /^A record must be complete: country, name are missing\.$/,
  )
  await expect(say([...one, ...fields.slice(1)])).rejects.toThrow(/complete: requestorId is missing\.$/)
})

test('a first record is added, and shown as it is', async () => {
  const added = await say([...one, ...fields])
  expect(added.text).toBe('Added SHOP at scheme-a. Its payers can be authenticated there.')
  expect(added.json).toMatchObject({ isFirst: true, record: { category: '5411', name: 'SHOP LYON' } })
  const { text, json, isBad } = await say(one)
  expect(isBad).toBe(false)
  expect(text).toMatch(/^SHOP at scheme-a, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n\n {2}requestorId/)
  expect(text).toMatch(/^ {2}requestorName +Shop of Lyon$/m)
  expect(json).toMatchObject({ merchantId: 'SHOP', directoryServer: 'scheme-a', record: { country: 'FRA' } })
})

test('one field is changed; what is so already is said', async () => {
  expect((await say([...one, 'category=5812', 'country=FRA'])).text).toBe('Changed category: 5411 → 5812')
  expect((await say([...one, 'category=5812'])).text).toBe('Nothing changed: it was so already.')
  await expect(say([...one, 'category=x'])).rejects.toThrow("category must be four digits, not 'x'.")
  await expect(say([...one, 'categroy=5812'])).rejects.toThrow('The nearest setting is category.')
  const [newest] = granted(await administrator.audit.list({ limit: 1 }))
  expect(newest?.details).toEqual({
    directoryServer: 'scheme-a',
    category: { before: '5411', after: '5812' },
  })
})

test('a name that is not in the file of directory servers is refused with those that are', async () => {
  serversFile = await fileOf('scheme-a', 'scheme-b')
  await expect(say(['directory-merchant', 'SHOP', 'scheme-x', ...fields])).rejects.toThrow(
    /^There is no directory server scheme-x in .* The nearest is scheme-a\. There are scheme-a, scheme-b\.$/,
  )
  await expect(say(['directory-merchant', 'SHOP', 'other', ...fields])).rejects.toThrow(
    /^There is no directory server other in .*\.json\. There are scheme-a, scheme-b\.$/,
  )
  expect((await say(['directory-merchant', 'SHOP', 'scheme-b', ...fields])).json.isFirst).toBe(true)
  const file = join(folder, 'tollgate.json')
  const directoryServers = { 'scheme-b': { category: '5999' }, 'scheme-bb': { category: '5812' } }
  await writeFile(file, JSON.stringify({ format: 1, merchants: { SHOP: { directoryServers } } }))
  expect((await say(['config', 'plan', file])).json).toMatchObject({
    refused: [
      {
        path: 'merchants.SHOP.directoryServers.scheme-bb',
        says: expect.stringMatching(
          /^is no directory server of .*servers\.json\. .* are scheme-a, scheme-b\.$/,
        ),
      },
      {},
    ],
  })
  await expect(say(['config', 'apply', file, '--yes'])).resolves.toMatchObject({ isBad: true })
  serversFile = await fileOf('scheme-b')
  await expect(say([...one, 'category=5411'])).rejects.toThrow('There is scheme-b.')
})

async function fileOf(...names: readonly string[]): Promise<string> {
  const { certificatePem, keyPem } = await testAuthority(folder, Date.now())
  await writeFile(join(folder, 'a.pem'), certificatePem)
  await writeFile(join(folder, 'a.key'), keyPem, { mode: 0o600 })
  const pair = { certificate: 'a.pem', key: 'a.key' }
  const directoryServers = names.map((name, index) => ({
    ...{ name, directoryServerId: 'A000000003', networks: ['NETWORK_A'] },
    addresses: ['https://ds.example'],
    tls: { ...pair, authorities: 'a.pem' },
    results: { ...pair, address: 'https://3ds.gateway.example', port: 8_643 + index },
  }))
  const path = join(folder, 'servers.json')
  await writeFile(path, JSON.stringify({ referenceNumber: '3DS_LOA_SER_TEST', directoryServers }))
  return path
}

test('all are listed, also one that is of no use, which is told field by field', async () => {
  await withClient(database.config, client =>
    client.query(
      `update merchant_directory_servers set content = '{"name":"\\u001b[31m","category":7}'
       where directory_server = 'scheme-b'`,
    ),
  )
  const { text, json, isBad } = await say('directory-merchants --merchant SHOP')
  expect(text).toMatch(
    new RegExp(
      [
        '^MERCHANT +DIRECTORY SERVER +SINCE +STATE +REQUESTOR +NAME',
        'SHOP +scheme-a +\\d{4}-\\d\\d-\\d\\d +good +10056231\\*SHOP +SHOP LYON',
        'SHOP +scheme-b +\\d{4}-\\d\\d-\\d\\d +of no use +\\?\\[31m$',
      ].join('\n'),
    ),
  )
  expect(json).toMatchObject({
    records: [{ directoryServer: 'scheme-a' }, { directoryServer: 'scheme-b', isUsable: false }],
  })
  expect(isBad).toBe(true)
  const shown = await say('directory-merchant SHOP scheme-b')
  expect(shown.isBad).toBe(true)
  expect(shown.text).toMatch(
    /It cannot be used: category must be four digits; name must be .*; requestorId is missing; .*\.$/,
  )
  await expect(say('directory-merchants --merchant SHPO')).rejects.toThrow('The nearest is SHOP.')
})

test('a record is removed, also of a directory server that left the file', async () => {
  await expect(say([...one, 'category=5411', '--remove'])).rejects.toThrow('fields or --remove, not both')
  const { text, json } = await say([...one, '--remove'])
  expect(text).toBe('Removed SHOP at scheme-a. Its payers are not authenticated there any more.')
  expect(json).toMatchObject({ removed: { directoryServer: 'scheme-a', record: { category: '5812' } } })
  await expect(say([...one, '--remove'])).rejects.toThrow('There is no record of SHOP there.')
  expect((await say('directory-merchants')).json).toMatchObject({
    records: [{ directoryServer: 'scheme-b' }],
  })
})
