import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/contract/catalogue.ts'
import { refusedWithoutOrder } from '../../src/orders/standing.ts'
import { wordsOf } from '../../src/pages/checkout/words/languages.ts'
import { locales } from '../../src/pages/localisation.ts'
import { type Administrator, granted, openAdministrator } from './administrator.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf } from './requests.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
let operator: Administrator
beforeAll(async () => {
  gateway = await openGateway('embedded')
  operator = await openAdministrator(gateway.database.logins)
})
afterAll(async () => {
  await operator.close()
  await gateway.stop()
})

const order = { amount: '10.00', currency: 'USD' }
const paid = (apiOperation: string) => ({ apiOperation, order, sourceOfFunds: fundsOf({}) })
const merchant = 'OTHERMERCHANT'
const call = (path: string, body?: object) =>
  gateway.call(body ? 'PUT' : 'GET', `order/${path}`, body, { merchant })
const send = (path: string, apiOperation: string, transaction?: object) =>
  call(path, transaction ? { apiOperation, transaction } : paid(apiOperation))

/** Nodes remember merchants for a second. */
async function stands(standing: 'OPEN' | 'SUSPENDED' | 'CLOSED', isAnyway = false) {
  const changed = granted(await operator.merchants.stand(merchant, { standing, reason: 'a test', isAnyway }))
  await sleep(1_100)
  return changed
}

const suspended = 'This merchant is suspended and takes no new payments'
const closed = 'This merchant is closed: its orders can only be retrieved.'
const refusal = (explanation: string) => ({
  status: 400,
  body: { error: { field: 'apiOperation', explanation: expect.stringContaining(explanation) } },
})
const success = { status: 201, body: { result: 'SUCCESS' } }

const askAs = (method: string, path: string, body?: object) => gateway.call(method, path, body, { merchant })

async function checkoutOf(name: string) {
  const body = {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: {
      ...{ operation: 'PURCHASE', merchant: { name: 'Shop' } },
      ...{ returnUrl: 'https://shop.example/', cancelUrl: 'https://shop.example/cancelled' },
    },
    order: { id: name, ...order },
  }
  return askAs('POST', 'session', body)
}

async function pageOf({ body }: Awaited<ReturnType<typeof checkoutOf>>, language: string): Promise<string> {
  const page = await fetch(`${gateway.origin}/checkout/pay/${valueAt(body, 'session.id')}`, {
    headers: { 'accept-language': language },
  })
  return page.text()
}
let checkout: Awaited<ReturnType<typeof checkoutOf>>

test('a suspended merchant takes no payments, and settles those that were made', async () => {
  await askAs('PUT', token, { sourceOfFunds: fundsOf({}) })
  for (const name of ['capture', 'void', 'closing']) await send(`${name}/transaction/1`, 'AUTHORIZE')
  await send('refund/transaction/1', 'PAY')
  checkout = await checkoutOf('page-1')
  expect(await stands('SUSPENDED')).toMatchObject({ before: 'OPEN', standing: 'SUSPENDED' })

  for (const operation of ['PAY', 'AUTHORIZE'])
    expect(await send('new/transaction/1', operation)).toMatchObject(refusal(suspended))
  const verify = { ...paid('VERIFY'), order: { currency: 'USD' } }
  expect(await call('new/transaction/1', verify)).toMatchObject(refusal(suspended))
  const initiate = { ...paid('INITIATE_AUTHENTICATION'), authentication: { channel: 'PAYER_BROWSER' } }
  expect(await call('new/transaction/1', initiate)).toMatchObject(refusal(suspended))
  const alone = { apiOperation: 'REFUND', transaction: order, sourceOfFunds: fundsOf({}) }
  expect(await call('new/transaction/1', alone)).toMatchObject(refusal(suspended))
  expect(
    await send('capture/transaction/2', 'UPDATE_AUTHORIZATION', { amount: '12.00', currency: 'USD' }),
  ).toMatchObject(refusal(suspended))

  expect(await send('refund/transaction/1', 'PAY')).toMatchObject({
    status: 200,
    body: { result: 'SUCCESS' },
  })
  expect(await send('capture/transaction/2', 'CAPTURE', order)).toMatchObject(success)
  expect(await send('refund/transaction/2', 'REFUND', order)).toMatchObject(success)
  expect(await send('void/transaction/2', 'VOID', { targetTransactionId: '1' })).toMatchObject(success)
  expect(await call('capture')).toMatchObject({ status: 200 })
})

/** Whatever executes no transaction, and what of it is left. */
const sessionPath = () => `session/${valueAt(checkout.body, 'session.id')}`
const token = 'token/kept'
const prepares = () =>
  [
    ['CREATE_SESSION', 'POST', 'session', {}],
    ['UPDATE_SESSION', 'PUT', sessionPath(), { order: { reference: 'r' } }],
    ['CREATE_TOKEN', 'POST', 'token', { sourceOfFunds: fundsOf({}) }],
    ['SAVE_TOKEN', 'PUT', token, { sourceOfFunds: fundsOf({}) }],
    ['BALANCE_INQUIRY', 'PUT', 'balanceInquiry', paid('BALANCE_INQUIRY')],
    ['CHECK_3DS_ENROLLMENT', 'PUT', '3DSecureId/1', paid('CHECK_3DS_ENROLLMENT')],
    ['PROCESS_ACS_RESULT', 'POST', '3DSecureId/1', { apiOperation: 'PROCESS_ACS_RESULT' }],
  ] as const

test('nor does it prepare any: sessions, tokens and questions about cards are refused alike', async () => {
  for (const [name, method, path, body] of prepares()) {
    const answer = await askAs(method, path, body)
    expect(answer, name).toMatchObject(refusal(suspended))
    expect(valueAt(answer.body, 'error.explanation')).toContain(`Value '${name}' is invalid.`)
  }
  expect(await checkoutOf('page-2')).toMatchObject(refusal(suspended))
  expect(await askAs('GET', sessionPath())).toMatchObject({ status: 200 })
  expect(await askAs('GET', 'paymentOptionsInquiry')).toMatchObject({ status: 200 })
  expect(await askAs('DELETE', token)).toMatchObject({ status: 200 })
})

test('every operation without a transaction either prepares payments or is left', () => {
  const all = catalogue.filter(({ role, access }) => role === undefined && access === 'merchant')
  const left = all.filter(({ name }) => !refusedWithoutOrder('SUSPENDED', name)).map(({ name }) => name)
  const refused = [...prepares().map(([name]) => name), 'CREATE_CHECKOUT_SESSION']
  expect([...left, ...refused].toSorted()).toEqual(all.map(({ name }) => name).toSorted())
  expect(left.filter(name => !/^RETRIEVE_|^DELETE_|PAYMENT_OPTIONS_INQUIRY$/.test(name))).toEqual([])
})

test('payers at its checkout are told so, in their language', async () => {
  const pages = await Promise.all(locales.map(locale => pageOf(checkout, locale)))
  for (const [index, page] of pages.entries())
    expect(page).toContain(wordsOf(locales[index] ?? 'en').shopClosedTitle)
  expect(new Set(pages).size).toBe(10)
  for (const page of pages) expect(page).toContain('href="https://shop.example/cancelled"')
})

test('it is closed only if nothing is open, or if that is said; then it can only read', async () => {
  await expect
    .poll(() => operator.merchants.stand(merchant, { standing: 'CLOSED' }), { timeout: 10_000 })
    .toMatchObject({ explanation: expect.stringContaining('1 authorized and not captured') })
  await stands('CLOSED', true)
  expect(await send('closing/transaction/2', 'CAPTURE', order)).toMatchObject(refusal(closed))
  expect(await send('refund/transaction/3', 'REFUND', order)).toMatchObject(refusal(closed))
  expect(await call('closing')).toMatchObject({ status: 200 })
  expect(await askAs('POST', 'session', {})).toMatchObject(refusal(closed))
})

test('it is resumed, and the audit log tells all of it', async () => {
  await stands('OPEN')
  expect(await send('resumed/transaction/1', 'PAY')).toMatchObject(success)
  expect(await pageOf(checkout, 'de')).not.toContain('keine Zahlungen')
  const log = granted(await operator.audit.list({ limit: 3 }))
  expect(log.map(({ action, details }) => [action, details.reason])).toEqual([
    ['merchant.resume', 'a test'],
    ['merchant.close', 'a test'],
    ['merchant.suspend', 'a test'],
  ])
  const listed = granted(await operator.merchants.list())
  expect(listed.find(({ merchantId }) => merchantId === merchant)?.standing).toBe('OPEN')
})

test('the standing is no setting to be changed like others, and a reason holds no card data', async () => {
  expect(await operator.merchants.change(merchant, ['standing=CLOSED'])).toMatchObject({
    explanation: expect.stringContaining('tollgate merchants suspend'),
  })
  expect(
    await operator.merchants.stand(merchant, { standing: 'SUSPENDED', reason: 'card 5123450000000008' }),
  ).toMatchObject({ explanation: expect.stringContaining('card data') })
})
