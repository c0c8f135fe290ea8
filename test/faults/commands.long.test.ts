import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enterConsole } from '../journeys/consoleUser.ts'
import { authorization } from '../journeys/requests.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { databasePid, endAll, type GatewayProcess, startProcess } from './gatewayProcess.ts'
import { asked, tollgate, type } from './tollgateProcess.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 120_000 })

/** An operator beside a sandbox that runs: each story goes on where the one before ended. */
let root = ''
let gateway: GatewayProcess
let settings: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  root = await reachableFolder('commands')
  settings = { TOLLGATE_DATA_DIR: join(root, 'data') }
  gateway = await startProcess(settings)
  settings = { ...settings, TOLLGATE_PORT: String(gateway.port) }
})

afterAll(async () => {
  await endAll()
  await rm(root, { recursive: true, force: true })
})

const matching = (form: RegExp) => expect.stringMatching(form)
const ask = (line: string | readonly string[]) => asked(line, settings)
const read = (line: string | readonly string[]) => tollgate(line, settings)
const login = async (merchant: string, password: string) =>
  (await gateway.call('GET', 'order/none', undefined, { merchant, password })).status

test('a merchant is added with a password that works at once, and can be looked at', async () => {
  const added = await ask('merchants add SHOP captureExcessPercent=15 --as alice')
  expect(added).toMatchObject({ code: 0, merchantId: 'SHOP', profile: { captureExcessPercent: 15 } })
  expect(await login('SHOP', String(added.password))).toBe(400)
  expect(await ask('merchants list')).toMatchObject({
    merchants: [
      { merchantId: 'SHOP', passwords: 1, certificates: 0 },
      { merchantId: 'TESTMERCHANT', passwords: 1 },
    ],
  })
  const shown = await ask('merchants show SHOP')
  expect(shown).toMatchObject({ merchantId: 'SHOP', passwords: [{ slot: 1 }], secrets: [] })
  expect(JSON.stringify(shown)).not.toContain(added.password)
  expect(await ask('merchants add SHOP')).toMatchObject({
    code: 1,
    error: { explanation: matching(/already/) },
  })
})

test('a profile is shown and changed; a mistake names the nearest setting', async () => {
  expect(await ask('merchants profile SHOP notifications=true refundExcessPercent=5')).toMatchObject({
    code: 0,
    changed: [{ name: 'refundExcessPercent', before: 0, after: 5 }],
  })
  const wrong = await read('merchants profile SHOP refundexcess=5')
  expect(wrong).toMatchObject({ code: 1, output: '' })
  expect(wrong.errors).toMatch(/^tollgate: .*The nearest setting is refundExcessPercent\.\n$/)
  const much = await read('merchants profile SHOP captureExcessPercent=900')
  expect(much.errors).toBe(
    "tollgate: captureExcessPercent must be a whole number from 0 to 100, not '900'.\n",
  )
  const plain = await read('merchants profile SHOP')
  expect(plain).toMatchObject({ code: 0, errors: '' })
  expect(plain.output).toMatch(/^ {2}refundExcessPercent +5$/m)
})

test('one password takes over from the other, and no third is made', async () => {
  const second = await ask('passwords add SHOP')
  expect(second).toMatchObject({ code: 0, slot: 2, others: [{ slot: 1 }] })
  expect(await login('SHOP', String(second.password))).toBe(400)
  expect(await ask('passwords add SHOP')).toMatchObject({
    code: 1,
    error: { explanation: matching(/in use/) },
  })
  expect(await ask('passwords retire SHOP 1')).toMatchObject({ code: 0, retired: 1, left: [{ slot: 2 }] })
  expect(await ask('passwords list SHOP')).toMatchObject({ passwords: [{ slot: 2 }] })
  expect((await read('merchants show SHOP')).output).toMatch(/API passwords +1, in slot 2, since 2/)
  expect(await login('SHOP', String(second.password))).toBe(400)
})

test('a test certificate is issued into files that only their owner reads, and can be revoked', async () => {
  const folder = join(root, 'certificates')
  const issued = await ask(['certificates', 'issue', 'SHOP', '--days', '30', '--out', folder])
  expect(issued).toMatchObject({ code: 0, merchantId: 'SHOP', subject: expect.stringContaining('SHOP') })
  expect((await readdir(folder)).sort()).toEqual(['SHOP-key.pem', 'SHOP.pem'])
  expect((await stat(join(folder, 'SHOP-key.pem'))).mode & 0o777).toBe(0o600)
  const again = await read(['certificates', 'issue', 'SHOP', '--out', folder])
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('is there already') })
  const nobody = await read(['certificates', 'issue', 'SHPO', '--out', join(root, 'other')])
  expect(nobody).toMatchObject({ code: 1, errors: expect.stringContaining('The nearest is SHOP.') })
  expect(await readdir(root)).not.toContain('other')
  const authority = await ask('certificates authority')
  expect(await readFile(String(authority.path), 'utf8')).toContain('BEGIN CERTIFICATE')
  expect(await ask('certificates list SHOP')).toMatchObject({
    certificates: [{ fingerprint: issued.fingerprint }],
  })
  const bound = await ask(['certificates', 'bind', 'SHOP', join(folder, 'SHOP.pem')])
  expect(bound).toMatchObject({ code: 0, isRenewed: true })
  const beginning = String(issued.fingerprint).slice(0, 12)
  expect(await ask(`certificates revoke SHOP ${beginning}`)).toMatchObject({
    code: 0,
    revoked: matching(/Z$/),
  })
  expect((await read('certificates list SHOP')).output).toContain('revoked')
})

test('a transaction is explained as the API does, and in words; card numbers stay masked', async () => {
  await gateway.authorize('told', authorization())
  const story = await ask('explain told 1')
  const { body } = await gateway.call('GET', 'order/told/transaction/1/explain')
  const { code, ...told } = story
  expect({ ...told, steps: [] }).toEqual({ ...body, steps: [] })
  const { output } = await read('explain told 1')
  expect(output).toMatch(/^Order told, transaction 1 of TESTMERCHANT$/m)
  expect(output).toMatch(/acquirer asked +authorize 10\.00 USD on 512345xxxxxx0008:/)
  expect(output).not.toContain('5123450000000008')
  expect(output.split('\n').filter(line => line.length > 80)).toEqual([])
  expect(await ask('explain told 9')).toMatchObject({
    code: 1,
    error: { explanation: matching(/no such transaction/) },
  })
  expect(await ask('explain tald 1')).toMatchObject({
    code: 1,
    error: { explanation: matching(/no such order/) },
  })
  expect(await ask('explain told 1 --merchant SHPO')).toMatchObject({
    error: { explanation: matching(/nearest is SHOP/) },
  })
})

test('notifications are listed, looked at and sent again, and their keys change over', async () => {
  const { notifications } = await ask('notifications list --order told --merchant TESTMERCHANT')
  expect(notifications).toMatchObject([
    { orderId: 'told', transactionId: '1', sequence: 1, state: 'NOWHERE' },
  ])
  const [first] = Array.isArray(notifications) ? notifications : []
  expect(await ask(`notifications show ${first?.id}`)).toMatchObject({ id: first?.id, deliveries: [] })
  expect(await ask(`notifications resend ${first?.id}`)).toMatchObject({ code: 0, resent: 1 })
  expect(await ask('notifications resend --merchant TESTMERCHANT --from 1h')).toMatchObject({ resent: 1 })
  expect((await read('notifications list --state DEAD')).output).toBe('There are none.\n')
  const added = await ask('notifications keys add SHOP')
  expect(added).toMatchObject({ code: 0, kind: 'signing', secret: matching(/^whsec_/), others: [] })
  expect(await ask('notifications keys add SHOP')).toMatchObject({ others: [{ kind: 'signing' }] })
  expect(await ask('notifications keys retire SHOP')).toMatchObject({ code: 0, left: [{ kind: 'signing' }] })
  expect(await ask('notifications keys list SHOP')).toMatchObject({ keys: [{ kind: 'signing' }] })
})

test('how a directory server knows a merchant is written down, and changed a field at a time', async () => {
  const one = ['directory-merchant', 'SHOP', 'scheme-a']
  const incomplete = await read([...one, 'category=5411', 'name=SHOP LYON'])
  expect(incomplete).toMatchObject({ code: 1, output: '' })
  expect(incomplete.errors).toMatch(/^tollgate: A record must be complete: requestorId, .* are missing\.\n$/)
  const fields = [
    ...['requestorId=10056231*SHOP', 'requestorName=Shop of Lyon', 'requestorUrl=https://shop.example'],
    ...['acquirerBin=412345', 'acquirerMerchantId=12345', 'acquirerCountry=FRA'],
    ...['category=5411', 'country=FRA', 'name=SHOP LYON'],
  ]
  expect(await ask([...one, ...fields, '--as', 'alice'])).toMatchObject({ code: 0, isFirst: true })
  expect((await read([...one, 'category=5812'])).output).toBe('Changed category: 5411 → 5812\n')
  const wrong = await read([...one, 'category=food'])
  expect([wrong.code, wrong.errors]).toEqual([1, "tollgate: category must be four digits, not 'food'.\n"])
  const nowhere = { ...settings, TOLLGATE_DIRECTORY_SERVERS: join(root, 'none.json') }
  const unread = await tollgate([...one, 'category=5811'], nowhere)
  expect([unread.code, unread.errors]).toEqual([2, matching(/none\.json/)])
  expect((await read('directory-merchants')).output).toMatch(/^SHOP +scheme-a .* good .* SHOP LYON$/m)
  expect(await ask([...one, '--remove'])).toMatchObject({
    code: 0,
    removed: { record: { category: '5812' } },
  })
  expect(await ask(one)).toMatchObject({ code: 1, error: { explanation: matching(/no record of SHOP/) } })
})

test('who did all this is in the audit log, which is intact', async () => {
  const { entries } = await ask('audit list --merchant SHOP --limit 1000')
  const noted = Array.isArray(entries) ? entries.map(({ action, actor }) => `${action} ${actor}`) : []
  expect(noted).toContain('merchant.add alice')
  expect(noted.filter(entry => entry.startsWith('password.'))).toHaveLength(3)
  expect(noted.some(entry => /^certificate\.revoke \S+@\S+$/.test(entry))).toBe(true)
  const verdict = await ask('audit verify')
  expect(verdict).toMatchObject({ code: 0, isIntact: true, last: { digest: matching(/^[0-9a-f]{64}$/) } })
  const { last } = verdict
  const { entryNo, digest } =
    typeof last === 'object' && last !== null ? { entryNo: 0, digest: '', ...last } : {}
  expect(await ask(`audit verify --noted ${entryNo}:${digest}`)).toMatchObject({ code: 0 })
  const cut = await ask(`audit verify --noted ${Number(entryNo) + 1}:${digest}`)
  expect(cut).toMatchObject({ code: 1, isIntact: false })
  // The console shows what a command has verified, but not what may be a mistake in what was noted.
  const { address } = await ask('console')
  const operator = await enterConsole({
    ...gateway,
    origin: String(address).split('/console')[0] ?? '',
    consolePath: () => String(address),
  })
  expect(await operator.ask('auditVerification', {})).toMatchObject({
    ...{ state: 'INTACT', entries: entryNo, by: matching(/^\S+@\S+ \(npx tollgate audit verify\)$/) },
    endedAt: matching(/Z$/),
  })
})

test('the sandbox is told what to answer and what time it is; then the books are the same', async () => {
  expect(await ask('sandbox scripts add decline:INSUFFICIENT_FUNDS silent --order scripted')).toMatchObject({
    scripts: [{ match: { orderId: 'scripted' }, answers: [{ answer: 'decline' }, { answer: 'silent' }] }],
  })
  const declined = await gateway.authorize('scripted', authorization())
  expect(declined.body).toMatchObject({ response: { gatewayCode: 'INSUFFICIENT_FUNDS' } })
  expect((await read('sandbox scripts list')).output).toBe('orderId scripted: silent\n')
  await gateway.authorize('scripted', authorization(), { transaction: '2' })
  const before = await ask('sandbox clock')
  const after = await ask('sandbox clock PT1M')
  expect(Date.parse(String(after.now)) - Date.parse(String(before.now))).toBeGreaterThanOrEqual(60_000)
  await ask('sandbox clock P2D')
  await gateway.authorize('tomorrow', authorization())
  // Times that people give are the sandbox's own: what was recorded just now is less than an hour old.
  await expect
    .poll(() => ask('notifications list --from 1h'))
    .toMatchObject({
      notifications: [{ orderId: 'tomorrow' }],
    })
  expect(await ask('notifications resend --merchant TESTMERCHANT --from 1h')).toMatchObject({ resent: 1 })
  expect(await ask('reconcile')).toMatchObject({ code: 0, orders: 3, differences: [] })
  expect((await read('reconcile')).output).toBe('The same on both sides: 3 orders, nothing open.\n')
  expect(await ask('sandbox scripts add challenge --issuer')).toMatchObject({ scripts: [{ match: {} }] })
  expect(await ask('sandbox scripts clear --issuer')).toMatchObject({ scripts: [] })
  expect(await ask('sandbox scripts add aprove')).toMatchObject({
    code: 1,
    error: { explanation: matching(/one of approve/) },
  })
})

test('what is open is a difference, and the command ends with 1', async () => {
  await ask('sandbox scripts add approve silent silent silent silent --order open')
  await gateway.authorize('open', authorization())
  const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }
  await gateway.call('PUT', 'order/open/transaction/2', capture)
  const found = await ask('reconcile')
  expect(found).toMatchObject({ code: 1, differences: [{ type: 'PENDING_OBLIGATION', orderId: 'open' }] })
  const { code, output } = await read('reconcile')
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^PENDING_OBLIGATION {2}open \/ 2 of TESTMERCHANT$/m),
  ])
})

test('a reset asks, and where nobody can be asked it wants to be told', async () => {
  const { code, errors } = await read('sandbox reset')
  expect([code, errors]).toEqual([2, expect.stringContaining('say --yes')])
  expect(await ask('sandbox reset --yes')).toMatchObject({ code: 0, shift: 'PT0S' })
  expect(await ask('explain told 1')).toMatchObject({
    code: 1,
    error: { explanation: matching(/no such order/) },
  })
})

test('a base key of terminals is imported in components, listed, retired, and never shown', async () => {
  const key = '0123456789ABCDEFFEDCBA9876543210'
  const half = '1111111111111111AAAAAAAAAAAAAAAB'
  const other = Buffer.from(key, 'hex').map((byte, at) => byte ^ (Buffer.from(half, 'hex')[at] ?? 0))
  const file = join(root, 'component')
  await writeFile(file, Buffer.from(other).toString('hex'), { mode: 0o600 })
  await writeFile(`${file}-2`, `${half}\n`, { mode: 0o600 })
  const wanted = 'keys import-bdk --key-set ABCDEF --merchant TESTMERCHANT --as alice --check-value'
  const wrong = await type(`${wanted} 08D7B5`, settings, key).ended
  expect(wrong.errors).toBe(
    'tollgate: --check-value is not that of this key as TDES counts it. (For AES say --algorithm AES-128.)\n',
  )
  const imported = await ask(`${wanted} 08D7B4 --key-file ${file} --key-file ${file}-2`)
  expect(imported).toMatchObject({ code: 0, keySetId: 'ABCDEF', checkValue: '08D7B4', algorithm: 'TDES' })
  const again = await type(`${wanted} 08D7B4`, settings, `${key}\n`).ended
  expect(again.errors).toMatch(/^tollgate: --key-set ABCDEF is taken: .*\n$/)
  const listed = await read('keys list-bdk')
  expect(listed.output).toMatch(
    new RegExp(`^${imported.id} +ABCDEF +TDES +08D7B4 +test .* TESTMERCHANT$`, 'm'),
  )
  const retired = await ask(`keys retire-bdk ${imported.id} --yes`)
  expect(retired).toMatchObject({ code: 0, id: imported.id, retired: matching(/Z$/) })
  const log = await ask('audit list --limit 2')
  expect(log).toMatchObject({ entries: [{ action: 'bdk.retire' }, { action: 'bdk.import', actor: 'alice' }] })
  expect(JSON.stringify([wrong, imported, again, listed, retired, log])).not.toMatch(new RegExp(key, 'i'))
})

test('keys are rotated while the gateway runs, and nothing that is needed is discarded', async () => {
  await gateway.authorize('sealed', authorization())
  const made = await ask('keys new --id second --as alice')
  expect(made).toMatchObject({ code: 0, id: 'second' })
  expect(made).not.toHaveProperty('text')
  expect(await ask('keys new --id unneeded')).toMatchObject({ code: 0 })
  expect(await ask('keys discard unneeded --as bob')).toMatchObject({ code: 0, discarded: ['unneeded'] })
  expect(await ask('audit list --limit 3')).toMatchObject({
    entries: [
      { action: 'keys.discard', actor: 'bob', details: { id: 'unneeded' } },
      { action: 'keys.new', details: { id: 'unneeded' } },
      { action: 'keys.new', actor: 'alice', details: { id: 'second' } },
    ],
  })
  expect(await ask('keys list')).toMatchObject({
    wrappings: [{ id: 'second', isLocking: false }, { isLocking: true }],
  })
  expect(await ask('keys rotate')).toMatchObject({
    code: 0,
    generation: 2,
    lockedWith: 'second',
    isFinished: true,
  })
  const early = await read('keys retire')
  expect([early.code, early.errors]).toEqual([1, expect.stringMatching(/^tollgate: .*retire in \d+ s\.\n$/)])
  expect(await ask('keys discard second')).toMatchObject({
    code: 1,
    error: { explanation: matching(/still locks/) },
  })
  expect(await ask('keys discard secnod')).toMatchObject({
    code: 1,
    error: { explanation: matching(/nearest is second/) },
  })
  const listed = await ask('keys list --merchant TESTMERCHANT --count')
  expect(listed.keys).toContainEqual(expect.objectContaining({ name: 'card/TESTMERCHANT/2', boxes: 1 }))
  expect((await gateway.authorize('sealed-2', authorization())).status).toBe(201)
})

test('when the gateway is gone, the database is found as well, and none is left behind', async () => {
  const directory = String(settings.TOLLGATE_DATA_DIR)
  await gateway.end('SIGTERM')
  expect(await databasePid(directory)).toBeUndefined()
  const [merchants, story] = await Promise.all([ask('merchants list'), ask('explain sealed 1')])
  expect([merchants.code, story.code]).toEqual([0, 0])
  expect(await databasePid(directory)).toBeUndefined()
  const away = await read('sandbox clock')
  expect([away.code, away.errors]).toEqual([
    1,
    `tollgate: No gateway answers at http://127.0.0.1:${gateway.port}: ` +
      'start one with npx tollgate start, or say where with --gateway.\n',
  ])
})
