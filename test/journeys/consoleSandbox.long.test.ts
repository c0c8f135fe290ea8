import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerWords } from '../../src/console/browser/sandbox/scriptWords.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway
let operator: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  operator = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const addScript = (script: object) => gateway.call('POST', '/sandbox/acquirer/scripts', script)

test('a script is added from what is offered, used up by a payment, and told so', async () => {
  const { vocabulary, scripts } = await operator.ask('sandboxScripts', { merchantId })
  expect(scripts).toEqual([])
  // Each is shown in the reader's words.
  expect(Object.keys(answerWords.en).sort()).toEqual(vocabulary.answers.map(({ answer }) => answer).sort())
  const answers = [{ answer: 'decline', gatewayCode: 'INSUFFICIENT_FUNDS' }, { answer: 'silent' }]
  const added = await operator.ask('addSandboxScript', { merchantId, orderId: 'scripted', answers })
  expect(added.scripts).toEqual([{ id: expect.any(Number), isForAll: false, orderId: 'scripted', answers }])
  const paid = await gateway.authorize('scripted', authorization())
  expect(paid.body).toMatchObject({ response: { gatewayCode: 'INSUFFICIENT_FUNDS' } })
  const [script] = added.scripts
  const { used, ...left } = await operator.ask('sandboxScripts', { merchantId })
  expect(used[0]).toMatchObject({
    ...{ scriptId: script?.id, orderId: 'scripted', transactionId: '1', asked: 'authorize', left: 1 },
    answer: answers[0],
  })
  expect(left.scripts).toMatchObject([{ answers: [{ answer: 'silent' }] }])
  const id = script?.id ?? 0
  expect(await operator.ask('removeSandboxScript', { merchantId, id })).toMatchObject({ scripts: [] })
  expect(await operator.refused('removeSandboxScript', { merchantId, id })).toMatchObject({ field: 'id' })
  const { entries } = await operator.ask('merchantAudit', { merchantId, limit: 2 })
  expect(entries).toMatchObject([
    { action: 'sandbox.script.remove', details: { id } },
    { action: 'sandbox.script.add', details: { answers: 'decline INSUFFICIENT_FUNDS, silent' } },
  ])
})

test('a wrong script is refused at its field, and card numbers come back masked', async () => {
  const refused = (script: object) => operator.refused('addSandboxScript', { merchantId, ...script })
  expect(await refused({ answers: [{ answer: 'explode' }] })).toMatchObject({ field: 'answers[0].answer' })
  const contradiction = { answers: [{ answer: 'approve', gatewayCode: 'DECLINED' }] }
  expect(await refused(contradiction)).toMatchObject({ field: 'answers[0].gatewayCode' })
  expect(await refused({ answers: [] })).toMatchObject({ status: 400 })
  const late = [{ answer: 'late', delayMs: 999_999 }]
  expect(await refused({ answers: late })).toMatchObject({ field: 'answers[0].delayMs' })
  const card = { cardNumber: '5123450000000008', answers: [{ answer: 'refer' }] }
  const added = await operator.ask('addSandboxScript', { merchantId, ...card })
  expect(added.scripts[0]?.cardNumber).toMatch(/^512345x+0008$/)
  await gateway.call('DELETE', '/sandbox/acquirer/scripts')
})

test('scripts of others are neither seen nor removed; those of all are removed by operators', async () => {
  const { token } = await signInAs(gateway.database, { role: 'DEVELOPER' })
  const ask = (name: string, input: object = {}) =>
    callConsole(gateway, name, { merchantId, ...input }, { token })
  const answers = [{ answer: 'decline' }]
  await addScript({ match: { merchantId: 'OTHERMERCHANT', orderId: 'theirs' }, answers })
  const { body } = await addScript({ match: { orderId: 'of-all' }, answers })
  const ids = Object(body).scripts.map(({ id }: { id: number }) => id)
  const seen = await ask('sandboxScripts')
  expect(seen.body.scripts).toMatchObject([{ id: ids[1], isForAll: true, orderId: 'of-all' }])
  for (const id of ids) expect((await ask('removeSandboxScript', { id })).status).toBe(400)
  const moved = await ask('moveSandboxClock', { days: 1 })
  expect(moved.status).toBe(403)
  const left = await operator.ask('removeSandboxScript', { merchantId, id: ids[1] })
  expect(left.scripts).toEqual([])
  expect(Object((await gateway.call('GET', '/sandbox/acquirer/scripts')).body).scripts).toHaveLength(1)
  await gateway.call('DELETE', '/sandbox/acquirer/scripts')
})

test('the clock goes on by a while or to a moment, what is due is done, and it never goes back', async () => {
  await addScript({ match: { orderId: 'timed' }, answers: [{ answer: 'silent' }, { answer: 'silent' }] })
  await gateway.authorize('timed', authorization())
  const before = await operator.ask('sandboxClock', { merchantId })
  const moved = await operator.ask('moveSandboxClock', { days: 8, hours: 1 })
  expect(moved.aheadMs).toBe(before.aheadMs + 8 * 86_400_000 + 3_600_000)
  await operator.ask('moveSandboxClock', { minutes: 10 })
  const order = await gateway.call('GET', 'order/timed/transaction/1')
  expect(order.body).toMatchObject({ transaction: { reversal: { status: 'ACKNOWLEDGED' } } })
  const { now } = await operator.ask('sandboxClock', { merchantId })
  const to = new Date(Date.parse(now) + 86_400_000).toISOString()
  expect(Date.parse((await operator.ask('moveSandboxClock', { to })).now)).toBeGreaterThanOrEqual(
    Date.parse(to),
  )
  for (const wrong of [{ to: now }, {}])
    expect(await operator.refused('moveSandboxClock', wrong)).toMatchObject({ status: 400, field: 'to' })
  expect(await operator.refused('moveSandboxClock', { months: 600, days: 18_300 })).toMatchObject({
    field: 'months',
  })
  const { entries } = await operator.ask('gatewayAudit', { limit: 1 })
  expect(entries).toMatchObject([{ action: 'sandbox.clock', details: { now: expect.any(String) } }])
})

test('the books are shown beside the gateway, page by page, and what differs is found', async () => {
  for (const order of ['booked-1', 'booked-2']) await gateway.authorize(order, authorization())
  const newest = await operator.ask('sandboxBooks', { merchantId, limit: 1 })
  const hold = { amount: '10.00', currency: 'USD' }
  expect(newest.rows).toEqual([
    {
      ...{ orderId: 'booked-2', transactionId: '1' },
      gateway: { type: 'AUTHORIZATION', result: 'SUCCESS', ...hold },
      books: [{ kind: 'hold', state: 'posted', ...hold }],
    },
  ])
  const older = await operator.ask('sandboxBooks', { merchantId, ...(newest.next && { after: newest.next }) })
  expect(older.rows[0]).toMatchObject({ orderId: 'booked-1' })
  const all = await operator.ask('sandboxDifferences', { merchantId })
  expect(all).toMatchObject({ rows: [], isWhole: true })
  expect(all.orders).toBeGreaterThan(2)
  expect(await operator.ask('sandboxBooks', { merchantId: 'OTHERMERCHANT' })).toEqual({ rows: [] })
  // Somebody tampers with the books.
  await withClient(gateway.database.config, client =>
    client.query("update simulator.entries set amount = amount - 1 where order_id = 'booked-1'"),
  )
  const difference = { type: 'AMOUNT', explanation: 'The amounts differ.' }
  const tampered = await operator.ask('sandboxDifferences', { merchantId })
  expect(tampered.rows).toMatchObject([{ orderId: 'booked-1', difference, books: [{ amount: '9.99' }] }])
  const { rows } = await operator.ask('sandboxBooks', { merchantId, limit: 2 })
  expect(rows.map(row => row.difference)).toEqual([undefined, difference])
})

test('what there is to call names the address of the console, too', async () => {
  const { body } = await gateway.call('GET', '/sandbox')
  expect(Object(body).calls).toContain('POST /sandbox/console')
})
