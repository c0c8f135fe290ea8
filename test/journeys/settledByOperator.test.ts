import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSettlement } from '../../src/composition/settlement.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { type Administrator, granted, openAdministrator } from './administrator.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

const merchantId = 'TESTMERCHANT'
let gateway: TestGateway
let operator: Administrator
let store: Store

beforeAll(async () => {
  gateway = await openGateway('embedded', { patienceMs: 1_000, orderWaitMs: 100 })
  operator = await openAdministrator(gateway.database.logins, { actor: 'ada@office' })
  store = await openStore(gateway.database.logins)
})
afterAll(async () => {
  await store?.close()
  await operator?.close()
  await gateway.stop()
})

/** The operator's command, which knows the database and no gateway. */
const settle = (isDone: boolean, reason: string) =>
  openSettlement(store, { administration: operator, patienceMs: 1_000 })({
    ...{ merchantId, orderId: 'kept', transactionId: '2', isDone, reason },
  })
const advance = (by: string) => gateway.call('POST', '/sandbox/clock', { advance: by })
const submit = (transaction: string, body: object) =>
  gateway.call('PUT', `order/kept/transaction/${transaction}`, { ...body })
const capture = { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency: 'USD' } }

test('a void that the acquirer never answers keeps its order until an operator has settled it', async () => {
  await gateway.authorize('kept', authorization())
  const answers = Array.from({ length: 20 }, () => ({ answer: 'silent' }))
  await gateway.call('POST', '/sandbox/acquirer/scripts', { match: {}, answers })
  const voided = { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } }
  expect((await submit('2', voided)).body).toMatchObject({ result: 'PENDING' })
  const locked = await submit('3', capture)
  expect(locked.body, locked.text).toMatchObject({ response: { gatewayCode: 'LOCK_FAILURE' } })

  expect(await settle(true, 'too early')).toMatchObject({ kind: 'rejection', field: 'transactionId' })
  for (let hour = 0; hour < 8; hour++) await advance('PT1H')
  const asked = gateway.asks.length
  await advance('PT3M')

  expect(await settle(true, 'call 4711: it has been voided')).toEqual({
    ...{ obligation: 'advice', result: 'SUCCESS', gatewayCode: 'APPROVED' },
  })
  expect((await gateway.retrieve('kept')).body).toMatchObject({ status: 'CANCELLED' })
  await gateway.call('DELETE', '/sandbox/acquirer/scripts')
  await advance('PT1H')
  expect(gateway.asks.length).toBe(asked)
  expect((await gateway.call('GET', '/sandbox/reconciliation')).body.differences).toEqual([])
  // The order is refused for what it is, and for nobody who works on it.
  const refused = await submit('4', capture)
  expect(refused.body, refused.text).not.toMatchObject({ response: { gatewayCode: 'LOCK_FAILURE' } })

  const { body: explained } = await gateway.call('GET', 'order/kept/transaction/2/explain')
  expect(explained).toMatchObject({ decidedBy: 'OPERATOR', owed: { status: 'ACKNOWLEDGED' } })
  expect(explained.steps).toContainEqual(
    expect.objectContaining({ step: 'SETTLED_BY_OPERATOR', result: 'SUCCESS' }),
  )
  expect(JSON.stringify(explained)).not.toContain('4711')
  const entries = granted(await operator.audit.list({ merchantId, limit: 50 }))
  expect(entries.filter(({ action }) => action === 'payment.act')).toMatchObject([
    {
      actor: 'ada@office',
      details: {
        ...{ action: 'SETTLE_AS_DONE', orderId: 'kept', transactionId: '2', obligation: 'advice' },
        reason: 'call 4711: it has been voided',
      },
    },
  ])
  expect(await settle(false, 'again')).toMatchObject({ kind: 'rejection' })
})
