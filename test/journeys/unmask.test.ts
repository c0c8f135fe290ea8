import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as Database } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScan } from '../faults/scanner.ts'
import { openCertified } from './certified.ts'
import type { Answer, Client } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

/** A number that no other test pays with. */
const number = '5123459876543210'.slice(0, 15) + luhnDigit('512345987654321')
const masked = `${number.slice(0, 6)}xxxxxx${number.slice(-4)}`
const UNMASK = { responseControls: { sensitiveData: 'UNMASK' } }
const numberIn = ({ body }: Answer) => valueAt(body, 'sourceOfFunds.provided.card.number')

describe('whole card numbers', () => {
  let gateway: TestGateway
  let certified: Client
  let dataDirectory = ''
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-journey-'))
    gateway = await openGateway('external', { transport: { certificatePort: 0, dataDirectory } })
    certified = await openCertified(gateway, dataDirectory)
  })
  afterAll(async () => {
    await gateway?.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  beforeEach(() => allow(true))

  const allow = (unmasking: boolean) =>
    gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', { unmasking })
  const wanted = (more: object = {}) => authorization({ ...UNMASK, ...more }, { number, securityCode: '100' })
  const put = (client: Client, order: string, id: string, body: object) =>
    client.call('PUT', `order/${order}/transaction/${id}`, body)
  const refused = {
    status: 400,
    body: { error: { field: 'responseControls.sensitiveData', validationType: 'UNSUPPORTED' } },
  }

  test('privilege and certificate together see them: with the payment and with what follows', async () => {
    const order = newOrder()
    const paid = await certified.authorize(order, wanted())
    expect([paid.status, numberIn(paid)]).toEqual([201, number])
    expect(paid.text).not.toContain('securityCode":"')
    const moved = { transaction: { amount: '4.00', currency: 'USD' }, ...UNMASK }
    const captured = await put(certified, order, '2', { apiOperation: 'CAPTURE', ...moved })
    expect([captured.status, numberIn(captured)]).toEqual([201, number])
    const refunded = await put(certified, order, '3', { apiOperation: 'REFUND', ...moved })
    expect([refunded.status, numberIn(refunded)]).toEqual([201, number])
    const declined = await certified.authorize(newOrder(), authorization(UNMASK, { number, expiry: '05/39' }))
    expect([declined.status, numberIn(declined)]).toEqual([201, number])
  })

  test('one without the other does not, and nothing happens', async () => {
    const order = newOrder()
    expect(await gateway.authorize(order, wanted())).toMatchObject(refused)
    await allow(false)
    expect(await certified.authorize(order, wanted())).toMatchObject(refused)
    expect(await gateway.authorize(order, wanted())).toMatchObject(refused)
    expect((await gateway.retrieve(order)).status).toBe(400)
  })

  test('who does not ask sees masks', async () => {
    for (const more of [{}, { responseControls: { sensitiveData: 'MASK' } }]) {
      const paid = await certified.authorize(newOrder(), authorization(more, { number }))
      expect([paid.status, numberIn(paid)]).toEqual([201, masked])
    }
  })

  test('a replay shows what this request may see, whoever asked before', async () => {
    const order = newOrder()
    const body = wanted()
    await certified.authorize(order, body)
    const again = await certified.authorize(order, body)
    expect([again.status, again.headers['idempotent-replayed'], numberIn(again)]).toEqual([
      200,
      'true',
      number,
    ])
    expect(await gateway.authorize(order, body)).toMatchObject(refused)
    await allow(false)
    expect(await certified.authorize(order, body)).toMatchObject(refused)
  })

  test('a token and a balance are shown whole, too', async () => {
    const kept = await certified.call('POST', 'token', { sourceOfFunds: fundsOf({ number }), ...UNMASK })
    expect([kept.status, numberIn(kept)]).toEqual([201, number])
    const token = String(valueAt(kept.body, 'token'))
    expect(numberIn(await certified.call('GET', `token/${token}`))).toBe(masked)
    expect(
      await gateway.call('POST', 'token', { sourceOfFunds: fundsOf({ number }), ...UNMASK }),
    ).toMatchObject(refused)
    const paid = await certified.authorize(newOrder(), {
      ...{ apiOperation: 'AUTHORIZE', order: { amount: '1.00', currency: 'USD' } },
      ...{ sourceOfFunds: { token }, ...UNMASK },
    })
    expect([paid.status, numberIn(paid)]).toEqual([201, number])
    const inquiry = { order: { currency: 'USD' }, sourceOfFunds: fundsOf({ number }), ...UNMASK }
    const balance = await certified.call('PUT', 'balanceInquiry', inquiry)
    expect([balance.status, numberIn(balance)]).toEqual([200, number])
  })

  test('nobody parks the wish in a session, and no browser has it', async () => {
    expect(await certified.call('POST', 'session', UNMASK)).toMatchObject({ status: 400 })
    const { order, sourceOfFunds } = authorization({}, { number })
    const orderId = newOrder()
    const made = await certified.call('POST', 'session', { order: { ...order, id: orderId }, sourceOfFunds })
    const password = String(valueAt(made.body, 'session.id'))
    const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }
    const asked = await gateway.authorize(orderId, { ...initiate, ...UNMASK }, { password })
    expect(asked).toMatchObject({ status: 400 })
  })

  test('of two cards that look alike when they are masked, each is shown in its place', async () => {
    const order = newOrder()
    const look = `${number.slice(0, 6)}000`
    const twin = twinOf(look, number.slice(-4))
    const first = await certified.authorize(order, authorization(UNMASK, { number: twin, expiry: '05/39' }))
    const second = await certified.authorize(order, wanted(), { transaction: '2' })
    expect([numberIn(first), numberIn(second)]).toEqual([twin, number])
    const voided = { apiOperation: 'VOID', transaction: { targetTransactionId: '2' }, ...UNMASK }
    expect(numberIn(await put(certified, order, '3', voided))).toBe(number)
  })

  test('nothing of it is written down, explained, notified or logged', async () => {
    const order = newOrder()
    expect(numberIn(await certified.authorize(order, wanted()))).toBe(number)
    const retrieved = await certified.retrieve(order)
    const story = await certified.call('GET', `order/${order}/transaction/1/explain`)
    const feed = async () => (await gateway.call('GET', 'notifications?limit=100')).text
    await expect.poll(feed).toContain(order)
    const told = await feed()
    const scan = createScan({ numbers: [number], marks: [] })
    const rows = await everyRow(gateway)
    expect(rows).toContain(masked)
    for (const text of [retrieved.text, story.text, told, gateway.lines.join('\n'), rows])
      expect(scan(Buffer.from(text))).toEqual([])
    // The scanner would have found it.
    expect(scan(Buffer.from(JSON.stringify({ number })))).not.toEqual([])
  })
})

async function everyRow({ database }: TestGateway): Promise<string> {
  const client = new Database(database.config)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

function luhnDigit(start: string): string {
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Another number that looks the same when it is masked. */
function twinOf(start: string, end: string): string {
  for (let middle = 0; middle < 1_000; middle++) {
    const twin = start + String(middle).padStart(3, '0') + end
    if (luhnDigit(twin.slice(0, -1)) === twin.slice(-1)) return twin
  }
  throw new Error('There is always one')
}
