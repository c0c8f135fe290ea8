import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidRequestKinds } from '../../src/contract/document/invalidRequests.ts'
import { refusals } from '../../src/contract/document/refusals.ts'
import { slugOf } from '../../src/http/reference/site/markdown.ts'
import { openGateway, type TestGateway } from '../journeys/gateway.ts'
import { fundsOf } from '../journeys/requests.ts'
import { readDocs } from './codeBlocks.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
  await put('1', { apiOperation: 'AUTHORIZE', order, sourceOfFunds: fundsOf({}) })
})
afterAll(() => gateway.stop())

const order = { amount: '10.00', currency: 'USD' }
const put = (transaction: string, body: object) =>
  gateway.call('PUT', `order/errors/transaction/${transaction}`, body)
const pay = (changes: object) =>
  gateway.call('PUT', 'order/other/transaction/1', {
    ...{ apiOperation: 'PAY', order, sourceOfFunds: fundsOf({}) },
    ...changes,
  })

async function suspended() {
  await gateway.call('PUT', '/sandbox/merchants/OTHERMERCHANT/profile', { standing: 'SUSPENDED' })
  const body = { apiOperation: 'PAY', order, sourceOfFunds: fundsOf({}) }
  // Nodes remember merchants for a second.
  for (let tries = 1; ; tries++) {
    const path = `order/suspended-${tries}/transaction/1`
    const answer = await gateway.call('PUT', path, body, { merchant: 'OTHERMERCHANT' })
    if (answer.status !== 201 || tries > 50) return answer
    await sleep(100)
  }
}

/** What brings each about, by its anchor on the page of errors. */
const provoked: Readonly<Record<string, () => Promise<{ readonly body: unknown }>>> = {
  'missing-field': () => pay({ order: { currency: 'USD' } }),
  'invalid-value': () => pay({ order: { ...order, currency: 'usd' } }),
  'unknown-field': () => pay({ order: { ...order, ammount: '10.00' } }),
  'unreadable-json': () => raw('order/other/transaction/1', '{"apiOperation":'),
  'wrong-state-of-the-order': () => put('2', { apiOperation: 'REFUND', transaction: order }),
  'transaction-id-used-before': () => put('1', { apiOperation: 'CAPTURE', transaction: order }),
  'merchant-suspended': suspended,
  'unknown-order': () => gateway.call('GET', 'order/nowhere'),
  'unknown-token': () => pay({ sourceOfFunds: { token: '5123450000000000' } }),
  'status-401': () => raw('order/other', undefined, { Authorization: 'Basic d3Jvbmc6d3Jvbmc=' }),
  'status-404': () => raw('nothing/here'),
  'status-405': () => raw('order/other', undefined, {}, 'DELETE'),
  'status-413': () => raw('order/other/transaction/1', ' '.repeat(300_000)),
  'status-415': () => raw('order/other/transaction/1', '<pay/>', { 'Content-Type': 'text/xml' }),
}

/** These need another machine, a flood or a fault, and are brought about by tests of their own. */
const elsewhere = ['status-403', 'status-429', 'status-500', 'status-501', 'status-503']

async function raw(path: string, body?: string, headers: Record<string, string> = {}, method?: string) {
  const address = `${gateway.origin}/api/rest/version/100/merchant/TESTMERCHANT/${path}`
  const login = Buffer.from('merchant.TESTMERCHANT:0123456789abcdef0123456789abcdef').toString('base64')
  const answer = await fetch(address, {
    method: method ?? (body === undefined ? 'GET' : 'PUT'),
    headers: { Authorization: `Basic ${login}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: await answer.json() }
}

const documented = [
  ...invalidRequestKinds.map(kind => ({ ...kind, cause: 'INVALID_REQUEST' as const })),
  ...refusals.filter(({ status }) => status !== 400).map(one => ({ ...one, title: `Status ${one.status}` })),
]

test('each error has its anchor on the page, with a fix; anchors stay', () => {
  const page = readDocs('reference/errors.md')
  expect(documented.map(({ title }) => slugOf(title)).toSorted()).toEqual(
    [...Object.keys(provoked), ...elsewhere].toSorted(),
  )
  for (const { title } of documented)
    expect(page).toMatch(new RegExp(`### ${title}\n\n\\*\\*Cause\\.\\*\\* .+\n\n\\*\\*Fix\\.\\*\\* .+`))
})

for (const { title, cause, example } of documented.filter(({ title }) => slugOf(title) in provoked))
  test(`${title}: the gateway answers as the page shows`, async () => {
    const answer = await provoked[slugOf(title)]?.()
    expect(answer?.body).toEqual({ error: { cause, ...example }, result: 'ERROR' })
  })
