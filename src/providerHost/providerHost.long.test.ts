import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createAdapterClient } from '../providers/check/adapterClient.ts'
import type { ProtocolCall } from '../providers/protocol/declaration.ts'
import { verifyMessage } from '../providers/protocol/signature.ts'
import { callFaults } from './hostFaults.ts'
import { type OpenProviderHost, openProviderHost, type ProviderHostOptions } from './openProviderHost.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(options: ProviderHostOptions = {}) {
  const host = await openProviderHost(options)
  closers.push(host.close)
  return { host, ...clientOf(host) }
}

function clientOf(host: OpenProviderHost) {
  const client = createAdapterClient({
    ...{ address: host.address, secrets: host.secrets, clock: systemClock, patienceMs: 500 },
  })
  const heard = async (call: ProtocolCall) => (await client.call(call)).heard
  return { client, heard }
}

const start: ProtocolCall<'start'> = {
  call: 'start',
  merchantId: 'SHOP',
  paymentId: 'pay-1',
  orderId: 'order-1',
  transactionId: '1',
  operation: 'PAY',
  amount: '12.00',
  currency: 'USD',
  kind: 'WALLET',
  confirmation: 'AT_PROVIDER',
  returnUrl: 'http://127.0.0.1:9/return',
  noticeUrl: 'http://127.0.0.1:9/notice',
  expiresAt: '2999-01-01T00:00:00.000Z',
}
const identity = { merchantId: 'SHOP', paymentId: 'pay-1' }
const status = { call: 'status', ...identity } as const
const cancel = { call: 'cancel', ...identity, reason: 'OUTCOME_UNKNOWN' } as const
const confirm = { call: 'confirm', ...identity, amount: '12.00', currency: 'USD' } as const
const refund = (refundId: string, amount: string) =>
  ({ call: 'refund', ...identity, refundId, amount, currency: 'USD' }) as const
const capture = (captureId: string, amount: string) =>
  ({ call: 'capture', ...identity, captureId, amount, currency: 'USD' }) as const

describe('payments', () => {
  test('a payer pays on the page; the money goes back in parts, and never more than was taken', async () => {
    const { host, heard } = await open()
    const started = await heard(start)
    expect(started).toMatchObject({ answer: { state: 'open', pageUrl: expect.stringMatching(/\/pay\//) } })
    expect(await heard(start)).toEqual(started)
    const pageUrl = 'answer' in started ? (started.answer.pageUrl ?? '') : ''
    const page = await fetch(pageUrl)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('12.00')
    const back = await fetch(`${pageUrl}?outcome=approve`, { redirect: 'manual' })
    expect([back.status, back.headers.get('location')]).toEqual([303, start.returnUrl])
    expect(await heard(status)).toMatchObject({
      answer: { state: 'approved', amount: '12.00', currency: 'USD' },
    })
    expect(await heard(refund('r-1', '5.00'))).toMatchObject({
      answer: { state: 'approved', refundId: 'r-1' },
    })
    expect(await heard(refund('r-1', '5.00'))).toMatchObject({ answer: { state: 'approved' } })
    expect(await heard(refund('r-1', '5.01'))).toMatchObject({ error: { code: 'CONFLICT', field: 'amount' } })
    expect(await heard(refund('r-2', '7.01'))).toMatchObject({ answer: { state: 'declined' } })
    expect(host.control.payments()).toMatchObject([{ paymentId: 'pay-1', charged: '7.00' }])
    expect(await heard({ ...status, refundId: 'r-2' })).toMatchObject({ answer: { state: 'declined' } })
    expect(await heard({ ...cancel, refundId: 'r-1' })).toMatchObject({ answer: { state: 'cancelled' } })
    expect(await heard(cancel)).toMatchObject({ answer: { state: 'cancelled' } })
    expect(host.control.payments()).toMatchObject([{ charged: '0.00', state: 'cancelled' }])
  })

  test('the same id with other values is a conflict; another merchant does not find it', async () => {
    const { heard } = await open()
    await heard(start)
    for (const [field, value] of Object.entries({ amount: '12.01', currency: 'EUR', operation: 'AUTHORIZE' }))
      expect(await heard({ ...start, [field]: value }), field).toMatchObject({
        error: { code: 'CONFLICT', field },
      })
    expect(await heard({ ...status, merchantId: 'OTHER' })).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(await heard({ ...cancel, merchantId: 'OTHER' })).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  test('a cancel that overtakes its start is remembered, and so is that of a part', async () => {
    const { host, heard } = await open()
    expect(await heard(cancel)).toMatchObject({ answer: { state: 'cancelled' } })
    expect(await heard(start)).toMatchObject({ answer: { state: 'cancelled' } })
    const other = { ...start, paymentId: 'pay-2' }
    await heard(other)
    host.control.act('pay-2', 'approve')
    const part = { paymentId: 'pay-2', refundId: 'r-9' }
    expect(await heard({ ...cancel, ...part })).toMatchObject({ answer: { state: 'cancelled' } })
    expect(await heard({ ...refund('r-9', '1.00'), ...part })).toMatchObject({
      answer: { state: 'cancelled', refundId: 'r-9' },
    })
    expect(host.control.payment('pay-2')).toMatchObject({ charged: '12.00' })
  })

  test('a cancelled payment can no longer be paid, and a declined one stays declined', async () => {
    const { host, heard } = await open()
    await heard(start)
    await heard(cancel)
    expect(host.control.act('pay-1', 'approve')).toBe('over')
    expect(await heard(status)).toMatchObject({ answer: { state: 'cancelled' } })
    await heard({ ...start, paymentId: 'pay-2' })
    host.control.act('pay-2', 'cancel')
    expect(await heard({ ...cancel, paymentId: 'pay-2' })).toMatchObject({
      answer: { state: 'declined', code: 'CANCELLED' },
    })
  })

  test('where the merchant confirms, nothing is taken before; too early a confirmation ends it', async () => {
    const { host, heard } = await open()
    const atMerchant = { ...start, confirmation: 'AT_MERCHANT' } as const
    await heard(atMerchant)
    host.control.act('pay-1', 'approve')
    expect(await heard(status)).toMatchObject({ answer: { state: 'agreed' } })
    const less = { ...confirm, amount: '11.00' }
    expect(await heard(less)).toMatchObject({ answer: { state: 'approved', amount: '11.00' } })
    expect(await heard(less)).toMatchObject({ answer: { state: 'approved', amount: '11.00' } })
    expect(await heard(confirm)).toMatchObject({ error: { code: 'CONFLICT' } })
    await heard({ ...atMerchant, paymentId: 'pay-2' })
    expect(await heard({ ...confirm, paymentId: 'pay-2' })).toMatchObject({ answer: { state: 'declined' } })
    expect(host.control.act('pay-2', 'approve')).toBe('over')
    await heard({ ...start, paymentId: 'pay-3' })
    expect(await heard({ ...confirm, paymentId: 'pay-3' })).toMatchObject({ error: { code: 'CONFLICT' } })
  })

  test('an authorization takes by captures, undone until their money is given back', async () => {
    const { host, heard } = await open()
    await heard({ ...start, operation: 'AUTHORIZE' })
    expect(await heard(capture('c-1', '1.00'))).toMatchObject({ error: { code: 'CONFLICT' } })
    host.control.act('pay-1', 'approve')
    expect(host.control.payment('pay-1')).toMatchObject({ charged: '0.00' })
    expect(await heard(refund('r-0', '1.00'))).toMatchObject({ answer: { state: 'declined' } })
    expect(await heard(capture('c-1', '8.00'))).toMatchObject({ answer: { state: 'approved' } })
    expect(await heard(capture('c-2', '4.01'))).toMatchObject({ answer: { state: 'declined' } })
    expect(await heard(refund('r-1', '3.00'))).toMatchObject({ answer: { state: 'approved' } })
    expect(await heard({ ...cancel, captureId: 'c-1' })).toMatchObject({ answer: { state: 'approved' } })
    await heard({ ...cancel, refundId: 'r-1' })
    expect(await heard({ ...cancel, captureId: 'c-1' })).toMatchObject({ answer: { state: 'cancelled' } })
    expect(host.control.payment('pay-1')).toMatchObject({ charged: '0.00', state: 'approved' })
  })

  test('after its time a payment is declined; references decide as in the sandbox', async () => {
    const { host, heard } = await open()
    expect(await heard({ ...start, expiresAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      answer: { state: 'declined', code: 'TIMED_OUT' },
    })
    for (const [reference, state, code] of [
      ['TEST-FAIL-DECLINE', 'declined', 'DECLINED'],
      ['x.FAILINSUFFICIENT_FUNDS', 'declined', 'INSUFFICIENT_FUNDS'],
      ['x.FAILREFERRED', 'declined', 'DECLINED'],
      ['TEST-PENDING', 'processing', undefined],
      ['TEST-SUCCESS-INIT', 'processing', undefined],
    ] as const) {
      const paymentId = reference.replace(/\W/g, '-')
      await heard({ ...start, paymentId, reference })
      host.control.act(paymentId, 'approve')
      expect(await heard({ ...status, paymentId }), reference).toMatchObject({
        answer: { state, ...(code && { code }) },
      })
    }
  })
})

test('what was decided survives a restart, also what was cut off while it was written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'provider-host-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const first = await openProviderHost({ folder })
  await clientOf(first).heard(start)
  first.control.act('pay-1', 'approve')
  await clientOf(first).heard(refund('r-1', '2.00'))
  await first.close()
  const { appendFile } = await import('node:fs/promises')
  await appendFile(join(folder, 'payments.jsonl'), '{"line":"cancel","paymentId":"pay-1"')
  const { host, heard } = await open({ folder })
  expect(host.secrets).toEqual(first.secrets)
  expect(host.control.payments()).toMatchObject([{ state: 'approved', charged: '10.00' }])
  expect(await heard(refund('r-1', '2.00'))).toMatchObject({ answer: { state: 'approved' } })
})

describe('notices', () => {
  async function listenForNotices(statuses: readonly number[]) {
    const heard: { paymentId: string; isSigned: boolean }[] = []
    let secrets: readonly string[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const verified = verifyMessage({ headers: request.headers, body, secrets, at: new Date() })
      heard.push({ paymentId: JSON.parse(body).paymentId, isSigned: 'id' in verified })
      response.writeHead(statuses[heard.length - 1] ?? 204).end()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    closers.push(() => server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    return {
      ...{ heard, noticeUrl: `http://127.0.0.1:${port}/notice` },
      expectFrom: (host: OpenProviderHost) => {
        secrets = host.secrets.provider
      },
    }
  }

  test('a notice is signed and repeated until it is acknowledged', async () => {
    const gateway = await listenForNotices([500, 204])
    const { host, heard } = await open()
    gateway.expectFrom(host)
    await heard({ ...start, noticeUrl: gateway.noticeUrl })
    host.control.act('pay-1', 'approve')
    await expect.poll(() => gateway.heard.length, { timeout: 3_000 }).toBe(2)
    expect(gateway.heard).toEqual(Array(2).fill({ paymentId: 'pay-1', isSigned: true }))
    await expect.poll(() => host.control.notices().map(each => each.status)).toEqual([500, 204])
  })

  test('what is decided after a restart is told, too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'provider-host-'))
    closers.push(() => rm(folder, { recursive: true, force: true }))
    const gateway = await listenForNotices([204, 204])
    const first = await openProviderHost({ folder, faults: { 'slow-parts': { next: 1, ms: 700 } } })
    gateway.expectFrom(first)
    await clientOf(first).heard({ ...start, noticeUrl: gateway.noticeUrl })
    first.control.act('pay-1', 'approve')
    await expect.poll(() => first.control.notices().length).toBe(1)
    expect(await clientOf(first).heard(refund('r-1', '2.00'))).toMatchObject({
      answer: { state: 'processing' },
    })
    await first.close()
    await open({ folder })
    await expect.poll(() => gateway.heard.length, { timeout: 3_000 }).toBe(2)
  })

  test('notices come never, twice, early, forged and of nobody on command', async () => {
    const gateway = await listenForNotices([])
    const { host, heard } = await open()
    gateway.expectFrom(host)
    const paid = async (paymentId: string) => {
      await heard({ ...start, paymentId, noticeUrl: gateway.noticeUrl })
      host.control.act(paymentId, 'approve')
    }
    host.control.fault('notice-early', { next: 1 })
    await heard({ ...start, paymentId: 'early', noticeUrl: gateway.noticeUrl })
    await expect.poll(() => gateway.heard.splice(0)).toEqual([{ paymentId: 'early', isSigned: true }])
    host.control.fault('notice-twice', { next: 1 })
    await paid('twice')
    await expect.poll(() => gateway.heard.length).toBe(2)
    gateway.heard.splice(0)
    host.control.fault('notice-unknown', { next: 1 })
    await paid('known')
    await expect
      .poll(() => gateway.heard.map(each => each.paymentId).toSorted())
      .toEqual([...['known', expect.stringMatching(/^nobody-/)]])
    gateway.heard.splice(0)
    host.control.fault('notice-forged', { next: 1 })
    await paid('forged')
    await expect.poll(() => gateway.heard.splice(0)).toEqual([{ paymentId: 'forged', isSigned: false }])
    host.control.fault('notice-never', { next: 1 })
    await paid('never')
    await paid('then')
    await expect.poll(() => gateway.heard.map(each => each.paymentId)).toEqual(['then'])
  })
})

describe('faults', () => {
  const flaws: { readonly [name in keyof typeof callFaults]?: object } = {
    'drop-request': { flaw: 'NO_ANSWER' },
    'http-error': { flaw: 'MISSING_SIGNATURE' },
    'try-again': { error: { code: 'TRY_AGAIN' } },
    silence: { flaw: 'NO_ANSWER' },
    'drop-answer': { flaw: 'NO_ANSWER' },
    'cut-answer': { flaw: 'NO_ANSWER' },
    slow: { answer: { state: 'open' } },
    redirect: { flaw: 'MISSING_SIGNATURE' },
    'too-large': { flaw: 'TOO_LARGE' },
    'broken-json': { flaw: 'NOT_JSON' },
    unsigned: { flaw: 'MISSING_SIGNATURE' },
    'wrong-signature': { flaw: 'WRONG_SIGNATURE' },
    'reflected-signature': { flaw: 'WRONG_SIGNATURE' },
    'old-signature': { flaw: 'OLD_SIGNATURE' },
    'other-call': { flaw: 'OTHER_CALL' },
    'wrong-payment': { flaw: 'OTHER_PAYMENT' },
  }
  const undone = ['drop-request', 'http-error', 'try-again']

  test('each fault of a call is heard as what it is, once, and is done or not done as it says', async () => {
    const { host, heard } = await open()
    expect(Object.keys(flaws)).toEqual(Object.keys(callFaults))
    await heard({ ...start, paymentId: 'before' })
    for (const name of Object.keys(callFaults) as (keyof typeof callFaults)[]) {
      host.control.fault(name, { next: 1, on: 'start', ms: 20 })
      expect(await heard({ ...start, paymentId: name }), name).toMatchObject(flaws[name] ?? {})
      expect(host.control.payment(name) === undefined, name).toBe(undone.includes(name))
      expect(await heard({ ...start, paymentId: name }), name).toMatchObject({ answer: { state: 'open' } })
    }
    expect(host.control.counters().faults).toEqual(
      Object.fromEntries(Object.keys(callFaults).map(name => [name, 1])),
    )
  })

  test('money goes wrong on command: another amount, after a cancel, by an app, undecided', async () => {
    const { host, heard } = await open()
    host.control.fault('other-amount', { next: 1 })
    await heard(start)
    host.control.act('pay-1', 'approve')
    expect(await heard(status)).toMatchObject({ answer: { state: 'approved', amount: '12.01' } })
    await heard({ ...start, paymentId: 'late' })
    await heard({ ...cancel, paymentId: 'late' })
    host.control.fault('approve-after-cancel', { next: 1 })
    host.control.act('late', 'approve')
    expect(await heard({ ...status, paymentId: 'late' })).toMatchObject({ answer: { state: 'approved' } })
    expect(await heard({ ...cancel, paymentId: 'late' })).toMatchObject({ answer: { state: 'cancelled' } })
    host.control.fault('app-push', { next: 1, ms: 1 })
    await heard({ ...start, paymentId: 'push' })
    await expect.poll(() => host.control.payment('push')?.state).toBe('approved')
    host.control.fault('slow-parts', { next: 1, ms: 60 })
    expect(await heard(refund('slow', '1.00'))).toMatchObject({ answer: { state: 'processing' } })
    await expect
      .poll(() => heard({ ...status, refundId: 'slow' }))
      .toMatchObject({
        answer: { state: 'approved' },
      })
  })
})

test('the control speaks JSON, acts as the payer and refuses pages in browsers', async () => {
  const { host, heard } = await open({ controlPort: 0 })
  await heard(start)
  const at = (path: string, request: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${host.controlPort}${path}`, request)
  const post = (path: string, body: object) => at(path, { method: 'POST', body: JSON.stringify(body) })
  expect(await (await post('/payments/pay-1', { act: 'approve' })).json()).toEqual({ state: 'paid' })
  expect(await (await at('/payments/pay-1')).json()).toMatchObject({ state: 'approved', charged: '12.00' })
  expect((await post('/payments/pay-1', { act: 'fly' })).status).toBe(400)
  expect((await post('/payments/nobody', { act: 'approve' })).status).toBe(400)
  expect(await (await post('/faults', { silence: { next: 2, on: 'refund' } })).json()).toEqual({
    silence: { next: 2, on: 'refund' },
  })
  expect((await post('/faults', { flying: 1 })).status).toBe(400)
  expect((await post('/faults', { silence: { on: 'lunch' } })).status).toBe(400)
  expect((await at('/payments', { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  expect((await at('/nothing')).status).toBe(404)
  expect(await (await at('/calls')).json()).toMatchObject([{ call: 'start', state: 'open', status: 200 }])
})

test('calls that are not signed, or cannot be read, are refused', async () => {
  const { host, client } = await open()
  const other = { secrets: host.secrets.provider }
  expect((await client.call(start, other)).heard).toMatchObject({ error: { code: 'NOT_SIGNED' } })
  expect((await client.call(start, { headers: () => ({}) })).status).toBe(401)
  expect((await client.call(start, { path: 'refund' })).heard).toMatchObject({
    error: { code: 'INVALID_REQUEST', field: 'call' },
  })
  expect((await client.call(start, { path: 'fly' })).heard).toMatchObject({
    error: { code: 'NOT_SUPPORTED' },
  })
  expect((await client.call(start, { body: () => '[]' })).heard).toMatchObject({
    error: { code: 'INVALID_REQUEST' },
  })
  expect(host.control.payments()).toEqual([])
})
