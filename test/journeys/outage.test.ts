import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'

describe('a database that has gone away', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('external')
    expect(await gateway.authorize('before', authorization())).toMatchObject({ status: 201 })
    await gateway.database.drop()
  })
  afterAll(() => gateway.stop())

  test('is told to whoever asks, and nothing is sent to the acquirer', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      // Whether the body was read, and a correlationId in it, depends on what is remembered of the merchant.
      const answer = await gateway.authorize(newOrder(), authorization())
      expect(answer, answer.text).toMatchObject({ status: 503, body: { error: { cause: 'SERVER_BUSY' } } })
    }
    expect(await gateway.retrieve('before')).toMatchObject({ status: 503 })
    expect(await gateway.call('GET', '/ready')).toMatchObject({
      status: 503,
      body: { status: 'NOT_READY', reasons: [{ code: 'DATABASE_UNREACHABLE' }] },
    })
    expect(gateway.asks).toHaveLength(1)
  })

  test('does not stop what needs no database', async () => {
    expect(await gateway.call('GET', '/live')).toMatchObject({ status: 200 })
    expect(await gateway.call('GET', '/api/rest/version/1/information')).toMatchObject({ status: 200 })
    expect(await gateway.retrieve('any', { authorization: null })).toMatchObject({ status: 401 })
  })
})

describe('a merchant that is being moved to another cell', () => {
  let gateway: TestGateway
  let owner: pg.Client
  beforeAll(async () => {
    gateway = await openGateway('external')
    owner = new pg.Client(gateway.database.config)
    await owner.connect()
  })
  afterAll(async () => {
    await owner?.end()
    await gateway?.stop()
  })

  test('is told apart from a database that is away, and pays afterwards', async () => {
    const order = newOrder()
    await owner.query(`
      update merchants
      set moving_to = 7, moving_run = gen_random_uuid(), moving_until = now() + interval '1 minute'
      where merchant_id = 'TESTMERCHANT'`)
    expect(await gateway.authorize(order, authorization())).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: {
        error: { cause: 'SERVER_BUSY', explanation: expect.stringContaining('merchant is being moved') },
      },
    })
    expect(gateway.asks).toHaveLength(0)
    await owner.query('update merchants set moving_to = null, moving_run = null, moving_until = null')
    await expect
      .poll(() => gateway.authorize(order, authorization()))
      .toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
  })
})
