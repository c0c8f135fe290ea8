import { expect, test } from 'vitest'
import { card, key, payment, scriptedPipeline } from '../../test/support/operations/scriptedPipeline.ts'
import { died, told } from '../../test/support/operations/transactionScenarios.ts'
import { operationNamed } from '../contract/catalogue.ts'
import { ordinaryProfile, type Profile } from '../orders/merchant.ts'
import { invalid, type Rejection } from '../orders/rejection.ts'
import { MerchantMoving, StoreUnavailable } from '../platform/errors.ts'
import { maskedNumber } from '../standards/cardNumber.ts'
import { absentAuthenticator } from '../threeDSecure/port.ts'
import { createGateway } from './gateway.ts'

test.each([
  ['the database is away', new StoreUnavailable('away')],
  ['its merchant is being moved', new MerchantMoving()],
])('a payment that was made is told as that, with a masked number, where %s by then', async (_, error) => {
  const { pipeline, asks } = scriptedPipeline()
  const journal = Object.assign(Object.create(pipeline.journal), { load: () => Promise.reject(error) })
  const gateway = createGateway({ ...pipeline, journal })
  const apiOperation = 'PAY'
  const done = await gateway.submit(
    { key, profile: ordinaryProfile },
    {
      ...{ operation: operationNamed(apiOperation), version: 100, orderId: key.orderId, transactionId: 'p' },
      body: { apiOperation, ...payment('10.00'), responseControls: { sensitiveData: 'UNMASK' } },
      mayUnmask: true,
    },
  )
  expect(asks).toHaveLength(1)
  expect(done).toMatchObject({
    kind: 'recorded',
    record: {
      result: 'SUCCESS',
      sourceOfFunds: { provided: { card: { number: maskedNumber(card.number) } } },
    },
  })
})

test('an answer is given again, and what is wrong is named, when nobody is connected any more', async () => {
  const { pipeline, others, submit } = scriptedPipeline()
  others.authentications.push({ outcome: 'notEnrolled' })
  const operation = 'INITIATE_AUTHENTICATION'
  const body = { order: { currency: 'USD' }, sourceOfFunds: { provided: { card } } }
  expect(await submit('a', operation, body)).toMatchObject({ kind: 'recorded' })
  const counterparties = { ...pipeline.counterparties, authenticator: absentAuthenticator }
  const gateway = createGateway({ ...pipeline, counterparties })
  const again = async (transactionId: string, more: object = {}) =>
    await gateway.submit(
      { key, profile: ordinaryProfile },
      {
        ...{ operation: operationNamed(operation), version: 100, orderId: key.orderId, transactionId },
        body: { apiOperation: operation, ...body, ...more },
      },
    )
  expect(await again('a')).toMatchObject({ kind: 'replayed', record: { transaction: { id: 'a' } } })
  expect(await again('a', { order: { currency: 'EUR' } })).toMatchObject({ field: 'transactionid' })
  expect(await again('b', { order: { currency: 'dollars' } })).toMatchObject({ field: 'order.currency' })
  expect(await again('b')).toMatchObject({
    ...{ kind: 'rejection', field: 'apiOperation', validationType: 'UNSUPPORTED' },
    explanation: expect.stringContaining('connected to no 3-D Secure server.'),
  })
})

test('what the door has against a request counts for what was not answered before', async () => {
  const { gateway } = scriptedPipeline()
  const objection = invalid('order.notificationUrl', 'It must begin with https://.')
  const paid = (transactionId: string, more: object = {}) =>
    gateway.submit(
      { key, profile: ordinaryProfile },
      {
        ...{ operation: operationNamed('VERIFY'), version: 100, orderId: key.orderId, transactionId },
        body: { apiOperation: 'VERIFY', ...payment('10.00') },
        ...more,
      },
    )
  expect(await paid('1')).toMatchObject({ kind: 'recorded' })
  expect(await paid('1', { objection })).toMatchObject({ kind: 'replayed' })
  expect(await paid('2', { objection })).toMatchObject({ kind: 'rejection', field: 'order.notificationUrl' })
})

test('what no change of an order can lift is refused at once, though the order is busy', async () => {
  const world = scriptedPipeline()
  await died(world, 'AUTHORIZE')
  const { clock, counterparties } = world.pipeline
  const gateway = createGateway({
    ...world.pipeline,
    counterparties: { ...counterparties, authenticator: absentAuthenticator },
  })
  const submitted = (
    apiOperation: string,
    {
      profile = ordinaryProfile,
      ...more
    }: { readonly profile?: Profile; readonly objection?: Rejection } = {},
  ) =>
    gateway.submit(
      { key, profile },
      {
        ...{ operation: operationNamed(apiOperation), version: 100, orderId: key.orderId },
        ...{ transactionId: 'b', body: { apiOperation, ...payment('10.00') } },
        ...more,
      },
    )
  const objection = invalid('order.notificationUrl', 'It must begin with https://.')
  expect(await submitted('VERIFY', { objection })).toMatchObject({ field: 'order.notificationUrl' })
  expect(await submitted('INITIATE_AUTHENTICATION')).toMatchObject({ isNobodyThere: true })
  const suspended = { ...ordinaryProfile, standing: 'SUSPENDED' } as const
  expect(await submitted('VERIFY', { profile: suspended })).toMatchObject({
    explanation: expect.stringContaining('suspended'),
  })
  expect(clock.monotonicMs()).toBe(0)
  expect(told(await submitted('VERIFY'))).toBe('FAILURE LOCK_FAILURE')
})
