import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway('external')
})
afterAll(() => gateway.stop())

async function metrics() {
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/metrics`)
  expect(answer.status).toBe(200)
  return { text: await answer.text(), type: answer.headers.get('content-type') }
}

/** The value of one line, by the beginning of it; undefined when there is none. */
async function metric(start: string): Promise<number | undefined> {
  const { text } = await metrics()
  const line = text.split('\n').find(each => each.startsWith(`${start} `))
  return line === undefined ? undefined : Number(line.slice(start.length))
}

const transactionRoute =
  '/api/rest/version/{version}/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'

test('a payment is counted by the listener, the pipeline, the journal and the acquirer', async () => {
  expect((await gateway.authorize('secret-order-1', authorization())).status).toBe(201)
  expect((await gateway.authorize('secret-order-1', authorization())).status).toBe(200)
  const declined = authorization({}, { expiry: '05/39' })
  expect((await gateway.authorize('secret-order-2', declined)).status).toBe(201)
  const counts = {
    [`http_request_duration_seconds_count{method="PUT",route="${transactionRoute}",status="201"}`]: 2,
    [`http_request_duration_seconds_count{method="PUT",route="${transactionRoute}",status="200"}`]: 1,
    'operation_duration_seconds_count{operation="AUTHORIZE",outcome="recorded"}': 2,
    'operation_duration_seconds_count{operation="AUTHORIZE",outcome="replayed"}': 1,
    'transactions_total{operation="AUTHORIZE",result="SUCCESS",gateway_code="APPROVED"}': 1,
    'transactions_total{operation="AUTHORIZE",result="FAILURE",gateway_code="DECLINED"}': 1,
    'ask_duration_seconds_count{counterpart="acquirer",verb="authorize",answer="approved"}': 1,
    'ask_duration_seconds_count{counterpart="acquirer",verb="authorize",answer="declined"}': 1,
    'journal_duration_seconds_count{step="begin",outcome="started"}': 2,
    'journal_duration_seconds_count{step="begin",outcome="known"}': 1,
    'journal_duration_seconds_count{step="close",outcome="closed"}': 2,
    'commit_rows_sum{step="close"}': 2,
    'asks_in_progress{counterpart="acquirer"}': 0,
    'database_sessions{pool="begin",state="waiting"}': 0,
    'remark{code="DATABASE_UNREACHABLE"}': 0,
    'information{release="test",mode="sandbox"}': 1,
    ready: 1,
  }
  for (const [name, count] of Object.entries(counts))
    expect(await metric(`tollgate_${name}`), name).toBe(count)
  // The one who asks is being served.
  expect(await metric('tollgate_http_requests_in_progress')).toBe(1)
})

test('what is owed to a silent acquirer is counted until it is settled, and letters that wait', async () => {
  const owed = 'tollgate_obligations_owed{obligation="reversal"}'
  await gateway.call('POST', '/sandbox/acquirer/scripts', {
    match: {},
    answers: Array.from({ length: 50 }, () => ({ answer: 'silent' })),
  })
  await addLateReceipt()
  await gateway.authorize('silent-1', authorization())
  await gateway.authorize('silent-2', authorization())
  await expect.poll(() => metric(owed), { timeout: 15_000, interval: 200 }).toBe(2)
  expect(await metric('tollgate_obligations_oldest_seconds{obligation="reversal"}')).toBeGreaterThan(0)
  expect(await metric('tollgate_receipts_waiting')).toBe(1)
  expect(await metric('tollgate_recovery_attempts_total{obligation="reversal"}')).toBeGreaterThan(0)
  expect(
    await metric(
      'tollgate_ask_duration_seconds_count{counterpart="acquirer",verb="authorize",answer="silent"}',
    ),
  ).toBe(2)
  await gateway.call('DELETE', '/sandbox/acquirer/scripts')
  await expect.poll(() => metric(owed), { timeout: 20_000, interval: 200 }).toBe(0)
  expect(await metric('tollgate_recovery_amended_total')).toBe(2)
})

/** One that a mail server did not take for an hour. */
async function addLateReceipt(): Promise<void> {
  const client = new Client(gateway.database.config)
  await client.connect()
  await client.query(`
    insert into receipts (cell, merchant_id, order_id, checkout, shop_name, locale, amount, currency,
      promised_at, next_at)
    select cell, merchant_id, 'late', 'abcdef01', 'Shop', 'en', '1.00', 'EUR', now() - interval '1 hour',
      now() + interval '1 hour' from merchants where merchant_id = 'TESTMERCHANT'`)
  await client.end()
}

test('neither orders nor merchants are in it, whatever callers send', async () => {
  await gateway.call('GET', '/nowhere/secret-order-1')
  await gateway.raw('BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n')
  await gateway.authorize('secret-order-3', { apiOperation: 'MADE_UP' })
  const { text, type } = await metrics()
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).not.toMatch(/secret-order|TESTMERCHANT|MADE_UP|BREW|nowhere|5123450000000008/)
  expect(text).toMatch(/_count\{method="GET",route="none",status="404"\} 1/)
})

test('it is for callers at the machine, not for whoever comes through a proxy', async () => {
  const asked = (headers: Readonly<Record<string, string>>) =>
    gateway.call('GET', '/metrics', undefined, { authorization: null, headers })
  expect((await asked({ 'X-Forwarded-For': '203.0.113.9' })).status).toBe(403)
  expect((await asked({ Host: 'pay.shop.example' })).status).toBe(421)
})

test('readiness tells an operator at the machine more than anybody else', async () => {
  const asked = (headers: Readonly<Record<string, string>> = {}) =>
    gateway.call('GET', '/ready', undefined, { authorization: null, headers })
  expect((await asked()).body).toEqual({ status: 'READY', mode: 'TEST', warnings: [] })
  expect((await asked({ 'X-Forwarded-For': '203.0.113.9' })).body).toEqual({ status: 'READY', mode: 'TEST' })
})
