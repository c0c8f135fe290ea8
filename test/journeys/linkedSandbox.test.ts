import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openLinkedHost } from './linkedHost.ts'
import { payerAt } from './payer.ts'
import { authorization, newOrder } from './requests.ts'
import { everywhere, sayingTest } from './sayingTest.ts'

/** A sandbox whose cards are answered for by a host over a link: the whole road on one machine. */
let host: Awaited<ReturnType<typeof openLinkedHost>>
let gateway: TestGateway
beforeAll(async () => {
  host = await openLinkedHost()
  gateway = await openGateway('external', { patienceMs: 3_000, acquirerLinks: host.links })
})
afterAll(async () => {
  await gateway?.stop()
  await host?.close()
})

test('the host decides, and everything still says that it is a test', async () => {
  const paid = await gateway.authorize(newOrder(), authorization())
  expect(paid).toMatchObject({ body: { result: 'SUCCESS' }, headers: { 'tollgate-mode': 'TEST' } })
  expect(JSON.stringify(paid.body)).not.toContain('SIMULATOR')
  expect(host.control.entries()).toHaveLength(1)
})

test('every answer, page, field, story and notification says that it is a test', async () => {
  const found = await sayingTest(gateway)
  expect(found).toEqual(everywhere(found, true))
})

test('what is about the books of the acquirer simulator says that the acquirer is a link', async () => {
  for (const [method, path] of [
    ['GET', '/sandbox/acquirer/books'],
    ['GET', '/sandbox/acquirer/scripts'],
    ['POST', '/sandbox/acquirer/scripts'],
    ['DELETE', '/sandbox/acquirer/scripts'],
    ['GET', '/sandbox/reconciliation'],
  ] as const)
    expect(await gateway.call(method, path, method === 'POST' ? {} : undefined)).toMatchObject({
      status: 400,
      body: { error: { explanation: expect.stringContaining('is a link (TOLLGATE_ACQUIRER_LINKS)') } },
    })
})

test('the list of calls and the first page offer none of them, and say why', async () => {
  const { body } = await gateway.call('GET', '/sandbox')
  expect(body.acquirer).toContain('is a link (TOLLGATE_ACQUIRER_LINKS)')
  expect(JSON.stringify(body.calls)).not.toMatch(/acquirer|reconciliation/)
  expect(JSON.stringify(body.calls)).toContain('POST /sandbox/clock')
  expect((await visit(`${gateway.origin}/`)).text).toContain('a link to an acquirer host')
})

test('the demo shop sells over the link', async () => {
  const shop = async (act: string, body: object) =>
    (await gateway.call('POST', `/demo/api/${act}`, body)).body
  const { order, session } = await shop('createCheckout', { flow: 'checkout' })
  expect(await payerAt(gateway, String(session)).pay()).toMatchObject({ step: 'done' })
  expect(await shop('retrieve', { order })).toMatchObject({ answer: { status: 'CAPTURED' } })
  expect(host.control.entries().at(-1)).toMatchObject({ kind: 'sale' })
})

test('two merchants with the same ids see their messages apart, a swapped trace moves nothing', async () => {
  const orderId = newOrder()
  const other = { merchant: 'OTHERMERCHANT' }
  for (const options of [{}, other]) await gateway.authorize(orderId, authorization(), options)
  const terminals = async (options: object) => {
    const { body } = await gateway.call('GET', `order/${orderId}/transaction/1/explain`, undefined, options)
    return new Set(JSON.stringify(body).match(/TERM000\d/g))
  }
  expect(await terminals({})).toEqual(new Set(['TERM0000']))
  expect(await terminals(other)).toEqual(new Set(['TERM0001']))
  const owner = new pg.Client(gateway.database.config)
  await owner.connect()
  // In two statements of one table each, which a distributed database can execute, too.
  const numbered = (merchantId: string) =>
    `merchant_id = '${merchantId}' and order_no = (
      select order_no from orders where merchant_id = '${merchantId}' and order_id = '${orderId}')`
  const { rows } = await owner.query(`select trace from transactions where ${numbered('OTHERMERCHANT')}`)
  expect(rows).toHaveLength(1)
  const swapped = `update transactions set trace = $1 where ${numbered('TESTMERCHANT')}`
  expect(await owner.query(swapped, [rows[0].trace])).toMatchObject({ rowCount: 1 })
  await owner.end()
  const booked = host.control.entries().length
  const capture = { apiOperation: 'CAPTURE', transaction: { amount: 10, currency: 'USD' } }
  expect(await gateway.call('PUT', `order/${orderId}/transaction/2`, capture)).toMatchObject({
    body: { error: { explanation: expect.stringContaining("another merchant's") } },
  })
  expect(host.control.entries()).toHaveLength(booked)
})

test('a node whose file has another name for the link says what is owed over the old one', async () => {
  host.control.fault('cut-in-the-middle', { probability: 1, on: 'originals' })
  host.control.fault('drop-answer', { probability: 1, on: 'reversals' })
  expect(await gateway.authorize(newOrder(), authorization())).toMatchObject({ body: { result: 'FAILURE' } })
  const renamed = <Named extends { readonly link: string }>(named: Named) => ({ ...named, link: 'new-bank' })
  const { links, merchants, routes } = host.links
  const node = await gateway.neighbour({
    acquirerLinks: {
      links: links.map(link => ({ ...link, name: 'new-bank' })),
      merchants: merchants.map(renamed),
      routes: routes.map(route => ({ ...route, to: route.to.map(renamed) })),
    },
  })
  const warned = async () => Object((await node.call('GET', '/ready')).body).warnings
  await expect.poll(warned).toContainEqual({
    ...{ code: 'ACQUIRER_LINK_MISSING', explanation: expect.any(String) },
    details: [expect.stringMatching(/^first-bank: 1 owed, the oldest since \d{4}-/)],
  })
  expect(node.lines.join()).toContain('owed over a link that this node does not have')
  const metrics = await (await fetch(`${node.origin}/metrics`)).text()
  expect(metrics).toMatch(/^tollgate_obligations_stranded\{link="first-bank"\} 1$/m)
  await node.stop()
  host.control.clearFaults()
})

test('the simulated issuer and the clock are there as ever', async () => {
  const { sourceOfFunds, order } = authorization()
  const initiation = { apiOperation: 'INITIATE_AUTHENTICATION', order, sourceOfFunds }
  expect((await gateway.call('PUT', `order/${newOrder()}/transaction/a`, initiation)).status).toBe(201)
  expect((await gateway.call('GET', '/sandbox/clock')).status).toBe(200)
})

test('when the host is away, payments fail at once and nothing is owed', async () => {
  await host.close()
  await expect
    .poll(async () => (await gateway.call('GET', '/ready')).text, { timeout: 5_000 })
    .toContain('ACQUIRER_LINKS_DOWN')
  const order = newOrder()
  expect(await gateway.authorize(order, authorization())).toMatchObject({
    body: { result: 'FAILURE', response: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } },
  })
  const { text } = await gateway.call('GET', `order/${order}/transaction/1/explain`)
  expect(text).not.toContain('OBLIGATION')
  const metrics = await (await fetch(`${gateway.origin}/metrics`)).text()
  expect(metrics).toMatch(/^tollgate_unsent_total\{reason="(?:not connected|breaker open)"\} [1-9]/m)
  expect(metrics).toMatch(/^tollgate_link_connections\{link="first-bank",state="ready"\} 0$/m)
})
