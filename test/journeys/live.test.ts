import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyCommandContext } from '../../src/commands/context.ts'
import { createProgram } from '../../src/composition/program.ts'
import { storePlugIns } from '../../src/composition/sandboxControl.ts'
import { consoleApiPath } from '../../src/console/api/apiPath.ts'
import { sandboxCalls } from '../../src/console/api/sandbox.ts'
import { openStore } from '../../src/store/open.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { openGateway, openGatewayOn, type TestGateway } from './gateway.ts'
import { openLinkedHost } from './linkedHost.ts'
import { cardPath, errorOf } from './refusedReadings.ts'
import { authorization, newOrder } from './requests.ts'
import { everywhere, sayingTest } from './sayingTest.ts'
import { shopper } from './shopper.ts'
import { p2peOf, readRequest } from './terminalCards.ts'

/** Production in earnest: links to an acquirer host, and nothing that is simulated. */
let host: Awaited<ReturnType<typeof openLinkedHost>>
let gateway: TestGateway
beforeAll(async () => {
  host = await openLinkedHost()
  gateway = await openGateway('external', { patienceMs: 3_000, isSandbox: false, acquirerLinks: host.links })
})
afterAll(async () => {
  await gateway?.stop()
  await host?.close()
})

test('a payment is decided by the host, and captured, refunded and voided there', async () => {
  const order = newOrder()
  const held = await gateway.authorize(order, authorization())
  expect(held).toMatchObject({ status: 201, body: { result: 'SUCCESS', order: { status: 'AUTHORIZED' } } })
  expect(JSON.stringify(held.body)).not.toContain('SIMULATOR')
  const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }
  expect(await gateway.call('PUT', `order/${order}/transaction/c`, capture)).toMatchObject({
    body: { result: 'SUCCESS', order: { status: 'CAPTURED' } },
  })
  const refund = { apiOperation: 'REFUND', transaction: { amount: '4.00', currency: 'USD' } }
  expect(await gateway.call('PUT', `order/${order}/transaction/r`, refund)).toMatchObject({
    body: { result: 'SUCCESS', order: { status: 'PARTIALLY_REFUNDED' } },
  })
  expect(host.control.entries().length).toBeGreaterThanOrEqual(3)
})

test('nothing says that it is a test: no answer, no page, no field, no story, no notification', async () => {
  const found = await sayingTest(gateway)
  expect(found).toEqual(everywhere(found, false))
})

test('an expiry date of the sandbox decides nothing here: the host does', async () => {
  const card = '5123450000000008'
  for (const expiry of ['05/39', '11/39', '02/37', '04/39']) {
    host.control.script({ match: { card }, answers: [{ gatewayCode: 'APPROVED' }] })
    const paid = await gateway.authorize(newOrder(), authorization({}, { number: card, expiry }))
    expect(paid.body).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } })
  }
})

test('the controls of the sandbox, its demo and its first page are not there', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/sandbox'],
    ['GET', '/sandbox/acquirer/books'],
    ['POST', '/sandbox/acquirer/scripts'],
    ['GET', '/sandbox/reconciliation'],
    ['POST', '/sandbox/clock'],
    ['DELETE', '/sandbox/data'],
    ['POST', '/sandbox/console'],
    ...Object.keys(sandboxCalls).map(name => ['POST', `${consoleApiPath}/${name}`] as const),
    ['GET', '/demo'],
    ['GET', '/demo/shop'],
  ] as const)
    expect([path, (await gateway.call(method, path, method === 'POST' ? {} : undefined)).status]).toEqual([
      path,
      404,
    ])
})

test('commands of the sandbox are refused with one sentence, whatever they would do', async () => {
  const connection = {
    address: gateway.origin,
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, { body }: { body?: unknown } = {}) =>
      gateway.call(method, path, body),
  }
  const type = (line: string) =>
    createProgram({ ...emptyCommandContext, gateway: async () => connection }, '1').parseAsync(
      ['sandbox', ...line.split(' ')],
      { from: 'user' },
    )
  for (const line of [
    ...['scripts add decline', 'scripts list', 'scripts clear'],
    ...['scripts add failed --issuer', 'scripts list --issuer', 'scripts clear --issuer'],
    ...['clock', 'clock P8D', 'reset --yes'],
  ])
    await expect(type(line), line).rejects.toThrow('That gateway is no sandbox: it has no such controls.')
})

test('the database has no table, function or schema of a simulator', async () => {
  const { rows } = await withClient(gateway.database.config, client =>
    client.query(
      `select nspname from pg_namespace where nspname = 'simulator'
       union all select relname from pg_class where relname like any ('{%simulat%,postings,book_%}')`,
    ),
  )
  expect(rows).toEqual([])
})

test('test keys of terminals open nothing', async () => {
  const refused = await gateway.authorize(newOrder(), readRequest({ p2pe: p2peOf() }))
  expect([refused.status, errorOf(refused)]).toMatchObject([
    400,
    { field: expect.stringContaining(cardPath) },
  ])
})

test('the database is for live payments, for good', async () => {
  const { database } = gateway
  for (const other of [{ isSandbox: false }, { isSandbox: true }])
    await expect(openGatewayOn(database, other)).rejects.toThrow(/live payments/)
  const tried = await openGateway('external', { isSandbox: false })
  await expect(
    openGatewayOn(tried.database, { isSandbox: false, acquirerLinks: host.links }),
  ).rejects.toThrow(/rehearsing production/)
  await tried.stop()
  const store = await openStore(database.logins, { stage: 'live', plugIns: storePlugIns })
  await store.close()
})

test('who is not connected is refused before anything is recorded, and a page does without', async () => {
  const payer = shopper(gateway)
  expect(await payer.initiate()).toMatchObject({
    status: 400,
    body: { error: { explanation: expect.stringContaining('connected to no payment provider.') } },
  })
  expect((await gateway.retrieve(payer.orderId)).status).toBe(400)
  const order = newOrder()
  const { sourceOfFunds, order: amount } = authorization()
  const initiation = { apiOperation: 'INITIATE_AUTHENTICATION', order: amount, sourceOfFunds }
  expect(await gateway.call('PUT', `order/${order}/transaction/a`, initiation)).toMatchObject({
    status: 400,
    body: { error: { field: 'apiOperation', validationType: 'UNSUPPORTED' } },
  })
  expect((await gateway.retrieve(order)).status).toBe(400)
})

test('a payment that no route leads anywhere is refused, and nothing is recorded', async () => {
  const order = newOrder()
  const asked = authorization({ order: { amount: '10.00', currency: 'GBP' } })
  expect(await gateway.authorize(order, asked)).toMatchObject({
    status: 400,
    body: { error: { explanation: expect.stringContaining('No route leads') } },
  })
  expect((await gateway.retrieve(order)).status).toBe(400)
})

test('Payment Options Inquiry says what the links of the merchant can do', async () => {
  const { body } = await gateway.call('GET', 'paymentOptionsInquiry')
  expect(body).toMatchObject({
    supportedPaymentOperations: [
      { supportedPaymentOperation: 'AUTHORIZE' },
      { supportedPaymentOperation: 'PURCHASE' },
      { supportedPaymentOperation: 'VERIFY' },
    ],
    paymentTypes: { card: { currencies: [{ currency: 'EUR' }, { currency: 'USD' }] }, browserPayment: [] },
  })
})

test('explain says which link was chosen and why', async () => {
  const order = newOrder()
  await gateway.authorize(order, authorization())
  const { text } = await gateway.call('GET', `order/${order}/transaction/1/explain`)
  expect(text).toContain('first-bank')
  expect(text).toContain('route 1: by currency USD, EUR')
  expect(text).toContain('"messages":[{"link":"first-bank","direction":"sent","type":"0100"')
})
