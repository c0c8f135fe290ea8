import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'

const [own = '', other = ''] = Object.values(passwords)

describe('merchants side by side', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
  })
  afterAll(() => gateway.stop())

  test('two merchants may use the same order id, and neither sees the other', async () => {
    const orderId = newOrder()
    const mine = await gateway.authorize(orderId, authorization())
    expect(mine).toMatchObject({ status: 201, body: { merchant: 'TESTMERCHANT' } })
    const theirs = { merchant: 'OTHERMERCHANT' }
    for (const transaction of [undefined, '1'])
      expect(
        await gateway.retrieve(orderId, { ...theirs, ...(transaction !== undefined && { transaction }) }),
      ).toMatchObject({ status: 400, body: { error: { field: 'orderid' } } })
    const body = authorization({ order: { amount: '77.00', currency: 'EUR' } })
    const also = await gateway.authorize(orderId, body, theirs)
    expect(also).toMatchObject({ status: 201, body: { merchant: 'OTHERMERCHANT', order: { amount: 77 } } })
    expect((await gateway.retrieve(orderId)).body).toMatchObject({ merchant: 'TESTMERCHANT', amount: 10 })
  })

  test('whoever cannot prove who they are learns nothing', async () => {
    const orderId = newOrder()
    await gateway.authorize(orderId, authorization())
    const strangers = [
      { merchant: 'TESTMERCHANT', authorization: basic('merchant.OTHERMERCHANT', other) },
      { merchant: 'TESTMERCHANT', authorization: basic('merchant.TESTMERCHANT', other) },
      { merchant: 'NOBODY', authorization: basic('merchant.NOBODY', own) },
      { merchant: 'NOBODY', authorization: basic('merchant.TESTMERCHANT', own) },
      { merchant: 'TESTMERCHANT', authorization: null },
      { merchant: 'NOBODY', authorization: null },
    ]
    const answers = await Promise.all(
      strangers.flatMap(stranger => [
        gateway.retrieve(orderId, stranger),
        gateway.retrieve('no such order', stranger),
        gateway.authorize(orderId, authorization(), stranger),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const told = answers.map(({ headers: { date: _, 'tollgate-request-id': _id, ...headers } }) =>
      JSON.stringify(headers),
    )
    expect(new Set(told).size).toBe(1)
    expect(answers[0]?.body).toEqual({
      error: {
        cause: 'INVALID_REQUEST',
        explanation: expect.stringMatching(/^Invalid credentials\. Use Basic/),
      },
      result: 'ERROR',
    })
  })
})

describe('guessing', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(() => gateway.stop())

  test('who guesses waits, known merchant or not, and stops nobody at the same address', async () => {
    for (const merchant of ['TESTMERCHANT', 'NOBODY']) {
      const wrong = { merchant, password: 'f'.repeat(32) }
      const timed = async () => {
        const startedMs = performance.now()
        expect(await gateway.retrieve('any', wrong)).toMatchObject({ status: 401 })
        return performance.now() - startedMs
      }
      for (let attempt = 0; attempt < 9; attempt++) await timed()
      expect(await timed()).toBeGreaterThan(900)
      const many = Promise.all(Array.from({ length: 20 }, timed))
      expect(await gateway.retrieve('any')).toMatchObject({ status: 400 })
      expect(await gateway.retrieve('any', { merchant, authorization: null })).toMatchObject({ status: 401 })
      expect((await many).filter(ms => ms > 900)).toHaveLength(8)
    }
    expect(await gateway.retrieve('any', { merchant: 'OTHERMERCHANT' })).toMatchObject({ status: 400 })
    const metrics = await fetch(`http://127.0.0.1:${gateway.port}/metrics`)
    expect(await metrics.text()).toContain('tollgate_failed_logins_total{kind="password"} 60')
  })
})

describe('impostors', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(() => gateway.stop())

  test.each(impostors)('%s is not the merchant', async (_, header) => {
    expect(await gateway.retrieve('any', { authorization: header })).toMatchObject({ status: 401 })
  })

  test('credentials that differ in nothing but spelling HTTP allows are good', async () => {
    const encoded = Buffer.from(`merchant.TESTMERCHANT:${own}`).toString('base64')
    for (const header of [`Basic ${encoded}`, `basic ${encoded}`, `BASIC  ${encoded}`])
      expect(await gateway.retrieve('any', { authorization: header })).toMatchObject({ status: 400 })
  })
})

describe('rate', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { requestsPerSecond: 2 })
  })
  afterAll(() => gateway.stop())

  test('each merchant has its own second', async () => {
    const orders = Array.from({ length: 30 }, newOrder)
    const answers = await Promise.all(orders.map(orderId => gateway.authorize(orderId, authorization())))
    const refused = answers.filter(({ status }) => status === 429)
    const done = answers.filter(({ status }) => status === 201)
    expect([refused.length + done.length, done.length >= 2, done.length < 20]).toEqual([30, true, true])
    for (const { body } of refused) expect(body.error).toMatchObject({ cause: 'SERVER_BUSY' })
    expect(await gateway.retrieve('any', { merchant: 'OTHERMERCHANT' })).toMatchObject({ status: 400 })
    expect(gateway.asks).toHaveLength(done.length)
  })
})

const impostors: readonly (readonly [string, string])[] = [
  ['no scheme', ''],
  ['the scheme alone', 'Basic'],
  ['nothing encoded', 'Basic '],
  ['no base64', 'Basic !!!'],
  ['no colon', `Basic ${Buffer.from('merchant.TESTMERCHANT').toString('base64')}`],
  ['another scheme', `Bearer ${own}`],
  ['ten kilobytes', `Basic ${'A'.repeat(10_000)}`],
  ['no prefix', basic('TESTMERCHANT', own)],
  ['a capital prefix', basic('Merchant.TESTMERCHANT', own)],
  ['another case', basic('merchant.testmerchant', own)],
  ['a trailing NUL', basic('merchant.TESTMERCHANT\0', own)],
  ['a trailing space', basic('merchant.TESTMERCHANT', `${own} `)],
  ['no password', basic('merchant.TESTMERCHANT', '')],
  ['half a password', basic('merchant.TESTMERCHANT', own.slice(0, 16))],
  ['two values', `${basic('merchant.TESTMERCHANT', own)}, ${basic('merchant.TESTMERCHANT', own)}`],
]
