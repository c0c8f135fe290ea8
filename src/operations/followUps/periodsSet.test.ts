import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  moved,
  payment,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { dayMs, hourMs } from '../../orders/periods.ts'
import { isRejection } from '../../orders/rejection.ts'
import { createGateway } from '../gateway.ts'

const referred = {
  outcome: 'declined',
  gatewayCode: 'REFERRED',
  acquirerCode: '01',
  acquirerMessage: '',
} as const

/** A payment by a card of network B, and what comes of a later operation on it. */
async function later(first: string, { operation, body, afterMs }: Later) {
  const { pipeline, journal } = scriptedPipeline()
  const periods = { authorizationDays: { usual: 2, byNetwork: { NETWORK_B: 30 } }, settlementHours: 48 }
  const { submit } = createGateway({ ...pipeline, periods })
  const send = async (transactionId: string, name: string, content: Content) =>
    await submit(
      { key, profile: ordinaryProfile },
      {
        ...{ operation: operationNamed(name), version: 100, orderId: key.orderId, transactionId },
        body: { apiOperation: name, ...content },
      },
    )
  await send('1', first, payment('10.00'))
  journal.nowMs += afterMs
  const outcome = await send('2', operation, body)
  return isRejection(outcome) ? outcome.explanation : 'accepted'
}
type Later = { readonly operation: string; readonly body: Content; readonly afterMs: number }

test('an authorization can be captured for as long as is set for the network of its card', async () => {
  const capture = { operation: 'CAPTURE', body: moved('10.00') }
  expect(await later('AUTHORIZE', { ...capture, afterMs: 30 * dayMs - 1 })).toBe('accepted')
  expect(await later('AUTHORIZE', { ...capture, afterMs: 30 * dayMs })).toMatch(
    /The authorization expired at/,
  )
})

test('that of a referral is for the network of the card that was referred', async () => {
  const { pipeline, journal, answers } = scriptedPipeline()
  const periods = { authorizationDays: { usual: 2, byNetwork: { NETWORK_B: 30 } }, settlementHours: 24 }
  const { submit } = createGateway({ ...pipeline, periods })
  const send = (transactionId: string, name: string, content: Content) =>
    submit(
      { key, profile: ordinaryProfile },
      {
        ...{ operation: operationNamed(name), version: 100, orderId: key.orderId, transactionId },
        body: { apiOperation: name, ...content },
      },
    )
  answers.push(ask => ({ ...answerWith('declined', ask), ...referred }))
  await send('1', 'AUTHORIZE', payment('10.00'))
  await send('2', 'REFERRAL', { transaction: { authorizationCode: '123456' } })
  journal.nowMs += 10 * dayMs
  expect(await send('3', 'CAPTURE', moved('10.00'))).toMatchObject({ record: { result: 'SUCCESS' } })
})

test('a payment can be voided until its batch is closed, whenever that is', async () => {
  const voiding = { operation: 'VOID', body: target('1') }
  expect(await later('PAY', { ...voiding, afterMs: 48 * hourMs - 1 })).toBe('accepted')
  expect(await later('PAY', { ...voiding, afterMs: 48 * hourMs })).toMatch(/That transaction is settled/)
})
