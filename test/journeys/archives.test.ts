import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FinishedArchive } from '../../src/administration/archives/deletedArchive.ts'
import { everyRowOf } from '../faults/everyRow.ts'
import { type Administrator, granted, openAdministrator } from './administrator.ts'
import { later } from './cardholder.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf } from './requests.ts'

const merchantId = 'TESTMERCHANT'
let gateway: TestGateway
let administrator: Administrator
let owner: pg.Client
let folder: string

beforeAll(async () => {
  gateway = await openGateway('embedded')
  administrator = await openAdministrator(gateway.database.logins)
  owner = new pg.Client(gateway.database.config)
  await owner.connect()
  folder = await mkdtemp(join(tmpdir(), 'archives-'))
})
afterAll(async () => {
  await owner?.end()
  await administrator?.close()
  await gateway?.stop()
  await rm(folder, { recursive: true, force: true })
})

const put = (orderId: string, id: string, body: object) =>
  gateway.call('PUT', `order/${orderId}/transaction/${id}`, body)
const order = { amount: '10.00', currency: 'USD' }
const payment = {
  ...{ apiOperation: 'PAY', order, customer: { email: 'zaida@payer.example', firstName: 'Zaida' } },
  sourceOfFunds: fundsOf({ securityCode: '100', nameOnCard: 'ZAIDA QUELL' }),
}
const capture = { apiOperation: 'CAPTURE', transaction: order }
const refund = { apiOperation: 'REFUND', transaction: { amount: '4.00', currency: 'USD' } }

const run = async () => granted(await administrator.archives.run(merchantId, { folder }))
const ids = ['paid', 'refunded', 'declined']
let archive: FinishedArchive
const path = () => join(folder, archive.fileName)

const figures = async () =>
  (await owner.query('select * from figure_sums order by 1, 2, 3, 4, 5, 6')).rows.map(row =>
    JSON.stringify(row),
  )
const differences = async () => (await gateway.call('GET', '/sandbox/reconciliation')).body.differences

/** What happened is told and searched. */
const takenIn = () =>
  expect.poll(async () => (await owner.query(untakenStatement)).rows[0]?.left, { timeout: 10_000 }).toBe(0)
const untakenStatement = `
select ((select count(*) from outbox) + (
    select count(*) from notifications n
    where feed_no > coalesce((select feed_no from projections p where p.cell = n.cell), 0)
  ))::int4 as left`

test('without a term nothing is ever archived', async () => {
  await put('paid', '1', payment)
  await put('refunded', '1', { ...payment, apiOperation: 'AUTHORIZE' })
  await put('refunded', '2', capture)
  await put('refunded', '3', refund)
  await put('declined', '1', { ...payment, sourceOfFunds: fundsOf({ expiry: '02/39', securityCode: '100' }) })
  await later(gateway, 'P400D')
  await takenIn()
  expect(await run()).toEqual({ archives: [], tooLong: [], notTried: 0, isBusy: false })
  expect((await gateway.call('GET', 'order/paid')).status).toBe(200)
})

test('a term is five weeks at least', async () => {
  const short = await administrator.merchants.change(merchantId, ['retentionDays=34'])
  expect(short).toMatchObject({ field: 'retentionDays', explanation: expect.stringContaining('from 35') })
})

test('closed orders go once their term is over, and what changed since stays', async () => {
  granted(await administrator.merchants.change(merchantId, ['retentionDays=35']))
  await put('new', '1', payment)
  await put('again', '1', payment)
  await later(gateway, 'P36D')
  await put('again', '2', refund)
  await put('new', '1', payment)
  await takenIn()
  const [figuresBefore, orders] = [
    await figures(),
    await owner.query('select order_id, captured, refunded from orders order by 1'),
  ]
  const done = await run()
  expect(done).toMatchObject({ archives: [{ orders: 4, archived: 4 }], isBusy: false })
  const [first] = done.archives
  if (!first) throw new Error('nothing was archived')
  archive = first
  expect((await gateway.call('GET', 'order/again')).body.totalRefundedAmount).toBe(4)
  expect(await figures()).toEqual(figuresBefore)
  expect((await owner.query('select order_id, captured, refunded from orders order by 1')).rows).toEqual(
    orders.rows,
  )
  expect(await differences()).toEqual([])
  expect(await run()).toEqual({ archives: [], tooLong: [], notTried: 0, isBusy: false })
})

test('an archived order says where it is, and nothing is done with it again', async () => {
  const entries = async () =>
    (await owner.query('select count(*)::int4 as n from simulator.entries')).rows[0]?.n
  const before = await entries()
  const told = { error: { explanation: expect.stringContaining(`archived, in ${archive.fileName}`) } }
  expect((await gateway.call('GET', 'order/paid')).body).toMatchObject(told)
  expect((await gateway.call('GET', 'order/paid/transaction/1')).body).toMatchObject(told)
  for (const [id, body] of [
    ['1', payment],
    ['2', payment],
    ['3', refund],
  ] as const)
    expect((await put('paid', id, body)).body).toMatchObject(told)
  expect((await put('declined', '2', { ...payment, apiOperation: 'AUTHORIZE' })).body).toMatchObject(told)
  expect(await administrator.archives.read(merchantId, 'again', folder)).toMatchObject({ field: 'orderId' })
  expect(await entries()).toBe(before)
})

test('nothing of the payer or of the card is left, in rows or in the file', async () => {
  const text = gunzipSync(await readFile(path())).toString()
  expect(text).toContain('512345xxxxxx0008')
  expect(text).not.toMatch(/zaida|quell|payer\.example|5123450000000008|"card":/i)
  const cards = `
    select count(*)::int4 as n from transactions join orders using (cell, merchant_id, order_no)
    where order_id = any ($1)`
  expect((await owner.query(cards, [ids])).rows[0]?.n).toBe(0)
  // Calls are logged a second after they were answered, those about archived orders too.
  await expect.poll(async () => (await owner.query(refusedStatement)).rows[0]?.n, { timeout: 10_000 }).toBe(4)
  const rows = await everyRowOf(gateway.database.config)
  expect(rows.filter(row => ids.some(id => row.includes(`"${id}"`)) && /zaida/i.test(row))).toEqual([])
})

const refusedStatement = `
select count(*)::int4 as n from request_log, jsonb_array_elements(content::jsonb) as call
where call ->> 'orderId' in ('paid', 'declined') and call ->> 'method' = 'PUT' and call ->> 'status' = '400'`

test('the file is verified and read back, and any change of it is found', async () => {
  const [known] = await administrator.archives.list({ merchantId, limit: 1 })
  if (!known) throw new Error('it is not listed')
  const verify = () => administrator.archives.verify(known, folder)
  expect(await verify()).toMatchObject({ isWhole: true, archived: 4 })
  const found = granted(await administrator.archives.read(merchantId, 'refunded', folder))
  const told = JSON.parse(found.line)
  expect(told.order).toMatchObject({ order_id: 'refunded', captured: '1000', refunded: '400' })
  expect(told.outcomes).toHaveLength(3)
  const whole = await readFile(path())
  const lines = gunzipSync(whole).toString().split('\n')
  const changes = {
    'an amount': lines.map(line => line.replace('"captured": "1000"', '"captured": "9000"')),
    'an order less': lines.filter((_, index) => index !== 1),
    'its end': lines.slice(0, -2),
    'one order twice': [...lines.slice(0, 2), ...lines.slice(1)],
    'something behind': [...lines, '{}'],
  }
  for (const [what, changed] of Object.entries(changes)) {
    await writeFile(path(), gzipSync(changed.join('\n')))
    expect(await verify(), what).toMatchObject({ isWhole: false })
  }
  await writeFile(path(), whole.subarray(0, -20))
  expect(await verify(), 'cut').toMatchObject({ isWhole: false })
  await rm(path())
  expect(await verify(), 'missing').toMatchObject({ isWhole: false })
  await writeFile(path(), whole)
  expect(await verify()).toMatchObject({ isWhole: true })
})

test('the audit log tells of it', async () => {
  const entries = await administrator.audit.list({ merchantId, limit: 3 })
  expect(entries).toMatchObject([
    { action: 'archive.delete', details: { archived: 4, left: 0 } },
    { action: 'archive.write', details: { file: archive.fileName, orders: 4 } },
    { action: 'profile.change' },
  ])
})
