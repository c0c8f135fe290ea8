import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardholder } from './cardholder.ts'
import { basic } from './client.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, fundsOf } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  user = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const number = '5123450000000008'

test('a refused call is found with its reason and body, masked, and as a line for a shell', async () => {
  const body = {
    ...authorization({ order: { amount: '10.00', currency: 'XXX' } }),
    correlationId: "it's $(id)",
  }
  await gateway.call('PUT', 'order/log-1/transaction/1', body)
  await gateway.authorize('log-2', authorization({}))
  await gateway.authorize('log-3', authorization({}), { merchant: 'OTHERMERCHANT' })
  const { calls } = await user.ask('requestLog', { merchantId })
  expect(calls.map(({ orderId, status, outcome }) => [orderId, status, outcome])).toEqual([
    ['log-2', 201, 'ANSWERED'],
    ['log-1', 400, 'REFUSED'],
  ])
  const [refused] = (await user.ask('requestLog', { merchantId, outcome: 'REFUSED' })).calls
  expect(refused).toMatchObject({
    ...{ operation: 'AUTHORIZE', method: 'PUT', correlationId: "it's $(id)" },
    error: { cause: 'INVALID_REQUEST', field: 'order.currency', validationType: 'INVALID' },
  })
  const explained = await user.ask('explainCall', { merchantId, key: refused?.key ?? '' })
  expect(explained).toMatchObject({
    path: expect.stringMatching(
      /^\/api\/rest\/version\/\d+\/merchant\/TESTMERCHANT\/order\/log-1\/transaction\/1$/,
    ),
    body: {
      order: { currency: 'XXX' },
      sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } },
    },
    reference: expect.stringMatching(/^\/docs\/version\/\d+#authorize$/),
  })
  expect(explained.curl).toContain('merchant.TESTMERCHANT:$PASSWORD')
  const said = execFileSync('sh', ['-c', explained.curl.replace(/^curl/, 'printf "%s\\n"')], {
    env: { PASSWORD: 'secret', NUMBER: number },
  })
  const sent = JSON.parse(String(said).split('\n').at(-2) ?? '')
  expect(sent).toMatchObject({
    correlationId: "it's $(id)",
    sourceOfFunds: { provided: { card: { number } } },
  })
  // Of a security code not even the name is kept.
  expect(explained.curl).not.toContain('securityCode')
})

test('what a recorded call has sent, its transaction shows; others see nothing of it', async () => {
  const [paid] = (await user.ask('requestLog', { merchantId, orderId: 'log-2' })).calls
  const explained = await user.ask('explainCall', { merchantId, key: paid?.key ?? '' })
  expect(explained).toMatchObject({
    ...{ result: 'SUCCESS', gatewayCode: 'APPROVED' },
    body: { apiOperation: 'AUTHORIZE', order: {} },
  })
  expect(JSON.stringify(explained)).not.toContain(number)
  const other = { merchantId: 'OTHERMERCHANT', key: paid?.key ?? '' }
  expect(await user.refused('explainCall', other)).toMatchObject({ status: 400, field: 'key' })
  const { calls } = await user.ask('requestLog', { merchantId: 'OTHERMERCHANT' })
  expect(calls.map(({ orderId }) => orderId)).toEqual(['log-3'])
})

test('the last calls are replayed at another version, and nothing is executed', async () => {
  const { body: before } = await gateway.call('GET', 'order/log-2')
  const { version, calls, notKept, operations } = await user.ask('replayCalls', { merchantId, version: 1 })
  expect([version, calls, notKept]).toEqual([1, 3, 0])
  const authorize = operations.find(({ operation }) => operation === 'AUTHORIZE')
  expect(authorize).toMatchObject({ operation: 'AUTHORIZE', calls: 2, refused: 0, taken: 0, reasons: [] })
  expect(authorize?.answers).toContainEqual(
    expect.objectContaining({ kind: 'gone', field: 'order.merchantAmount', from: '10' }),
  )
  expect((await gateway.call('GET', 'order/log-2')).body).toEqual(before)
  const refused = await user.refused('replayCalls', { merchantId, version: 101 })
  expect(refused).toMatchObject({ status: 400, field: 'version' })
})

test('a call of which no body is kept has none: it is not shown with that of another one', async () => {
  const text = 'x'.repeat(127)
  const item = {
    brand: text,
    category: text,
    description: text,
    name: text,
    quantity: '1',
    unitPrice: '1.00',
  }
  const order = { amount: '20.00', currency: 'USD', item: Array.from({ length: 20 }, () => item) }
  const tooLong = await gateway.call('PUT', 'order/log-2/transaction/1', authorization({ order }))
  expect(tooLong.status).toBe(400)
  const payer = cardholder(gateway, undefined, 'log-4')
  await payer.begin()
  const explained = async (orderId: string, operation: string) => {
    const [call] = (await user.ask('requestLog', { merchantId, orderId, operation })).calls
    return user.ask('explainCall', { merchantId, key: call?.key ?? '' })
  }
  const refused = await explained('log-2', 'AUTHORIZE')
  expect(refused).toMatchObject({ status: 400, error: { cause: 'INVALID_REQUEST' } })
  expect(refused).not.toHaveProperty('body')
  expect(refused.curl).not.toContain('-d ')
  // Two steps of one transaction, which has what the later one sent.
  const initiated = await explained('log-4', 'INITIATE_AUTHENTICATION')
  expect(initiated.status).toBe(201)
  expect(initiated).not.toHaveProperty('body')
  const proven = await explained('log-4', 'AUTHENTICATE_PAYER')
  expect(proven.body).toMatchObject({ apiOperation: 'AUTHENTICATE_PAYER' })
})

test('a password is added, shown once, used, and the old one retired, all in the audit log', async () => {
  const { password, slot } = await user.ask('addPassword', { merchantId })
  const calling = { authorization: basic(`merchant.${merchantId}`, password) }
  expect(await gateway.call('GET', 'order/log-2', undefined, calling)).toMatchObject({ status: 200 })
  const { passwords } = await user.ask('developerSettings', { merchantId })
  expect(passwords.map(known => known.slot).sort()).toEqual([1, 2])
  expect(JSON.stringify(passwords)).not.toContain(password)
  await user.ask('retirePassword', { merchantId, slot })
  await expect
    .poll(async () => (await gateway.call('GET', 'order/log-2', undefined, calling)).status)
    .toBe(401)
  const { entries, next } = await user.ask('merchantAudit', { merchantId, limit: 2 })
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['password.retire', 'sandbox@localhost (operator)'],
    ['password.add', 'sandbox@localhost (operator)'],
  ])
  const older = await user.ask('merchantAudit', { merchantId, limit: 2, ...(next && { before: next }) })
  expect(older.entries[0]?.entryNo).toBeLessThan(entries[1]?.entryNo ?? 0)
  expect(await user.ask('verifyAudit', {})).toMatchObject({ state: 'RUNNING' })
  await expect.poll(async () => (await user.ask('auditVerification', {})).state).toBe('INTACT')
})

test('notifications are set with the rules of the profile, and sent again', async () => {
  const set = await user.ask('changeNotifications', {
    merchantId,
    isOn: true,
    address: 'https://shop.example/n',
  })
  expect(set.notifications).toMatchObject({ isOn: true, address: 'https://shop.example/n' })
  const bad = { merchantId, address: 'ftp://shop.example' }
  expect(await user.refused('changeNotifications', bad)).toMatchObject({
    status: 400,
    field: 'notificationUrl',
  })
  const { deliveries } = await user.ask('deliveries', { merchantId, orderId: 'log-2' })
  expect(deliveries).toMatchObject([{ orderId: 'log-2', transactionId: '1' }])
  const [{ notificationId = '' } = {}] = deliveries
  const explained = await user.ask('explainDelivery', { merchantId, notificationId })
  expect(explained).toMatchObject({ notificationId, orderId: 'log-2', attempts: expect.any(Array) })
  expect(JSON.parse(explained.body ?? '')).toMatchObject({ order: { id: 'log-2' } })
  expect(explained.body).not.toContain(number)
  const others = { merchantId: 'OTHERMERCHANT', notificationId }
  expect(await user.refused('explainDelivery', others)).toMatchObject({ field: 'notificationId' })
  expect(await user.ask('resendNotification', { merchantId, notificationId })).toEqual({ queued: 1 })
  const foreign = { merchantId: 'OTHERMERCHANT', notificationId }
  expect(await user.ask('resendNotification', foreign)).toEqual({ queued: 0 })
  const { secret } = await user.ask('addNotificationSecret', { merchantId, kind: 'signing' })
  expect(JSON.stringify(await user.ask('developerSettings', { merchantId }))).not.toContain(secret)
})

test('a chargeback is entered once, notifies, and no merchant can send it', async () => {
  const order = { amount: '30.00', currency: 'USD' }
  await gateway.call('PUT', 'order/back/transaction/1', {
    ...{ apiOperation: 'PAY', order, sourceOfFunds: fundsOf({}) },
  })
  const entry = {
    ...{ merchantId, orderId: 'back', transactionId: 'cb-1', operation: 'ENTER_CHARGEBACK' as const },
    ...{ amount: '12.00', currency: 'USD', reference: 'case-1' },
  }
  const [first, again] = [
    await user.ask('enterTransaction', entry),
    await user.ask('enterTransaction', entry),
  ]
  expect(first).toMatchObject({ kind: 'recorded', status: 'CAPTURED', chargeback: { amount: '12.00' } })
  expect(again.kind).toBe('replayed')
  const shown = await gateway.call('GET', 'order/back')
  expect(shown.body).toMatchObject({
    ...{ status: 'CAPTURED', chargeback: { amount: 12, currency: 'USD' } },
    transaction: [
      {},
      {
        gatewayEntryPoint: 'MERCHANT_ADMINISTRATION',
        initiator: { userId: 'sandbox@localhost (operator)' },
        transaction: { type: 'CHARGEBACK', amount: 12, reference: 'case-1' },
      },
    ],
  })
  await expect
    .poll(async () => (await user.ask('deliveries', { merchantId, orderId: 'back' })).deliveries.length)
    .toBe(2)
  const own = { apiOperation: 'ENTER_CHARGEBACK', transaction: { amount: '1.00', currency: 'USD' } }
  const sent = await gateway.call('PUT', 'order/back/transaction/2', own)
  expect(sent).toMatchObject({ status: 400, body: { error: { field: 'apiOperation' } } })
  const tooMuch = { ...entry, transactionId: 'cb-2', amount: '18.01' }
  expect(await user.refused('enterTransaction', tooMuch)).toMatchObject({ field: 'transaction.amount' })
})

test('the doctor finds what a shop does wrong, with evidence, and what it has not rehearsed', async () => {
  await gateway.authorize('doctor-1', authorization({}, { expiry: '05/39' }))
  const amount = { amount: '10.00', currency: 'USD' }
  await gateway.call('PUT', 'order/doctor-1/transaction/2', { apiOperation: 'CAPTURE', transaction: amount })
  const examined = await user.ask('examineIntegration', { merchantId, hours: 1 })
  const found = examined.found.find(({ id }) => id === 'created-read-as-approved')
  const [evidence] = found?.evidence ?? []
  expect(evidence).toMatchObject({
    ...{ orderId: 'doctor-1', transactionId: '2' },
    what: { name: 'followedDecline', values: { operation: 'CAPTURE', gatewayCode: 'DECLINED' } },
  })
  const { calls } = await user.ask('requestLog', { merchantId, requestId: evidence?.requestId ?? '' })
  expect(calls.map(({ orderId, operation }) => [orderId, operation])).toEqual([['doctor-1', 'CAPTURE']])
  const { rehearsed, outcomes, missing } = examined
  expect(outcomes - rehearsed).toBe(missing.length)
  expect(missing).toContainEqual(
    expect.objectContaining({
      name: 'refund.declined',
      command: `npx tollgate trigger refund.declined --gateway ${gateway.origin}`,
      how: {
        name: 'scripts',
        values: {
          command: `npx tollgate sandbox scripts add decline --gateway ${gateway.origin}`,
          operation: 'REFUND',
        },
      },
    }),
  )
  expect(await user.refused('examineIntegration', { merchantId, hours: 721 })).toMatchObject({
    ...{ status: 400, field: 'hours' },
  })
})
