import { expect, test } from 'vitest'
import {
  moved,
  payment,
  referred,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import type { Content } from '../../contract/kit/content.ts'
import { dayMs, hourMs } from '../../orders/periods.ts'
import { isRejection } from '../../orders/rejection.ts'

const periods = { authorizationDays: { usual: 2, byNetwork: { NETWORK_B: 30 } }, settlementHours: 48 }

/** A payment by a card of network B, and what comes of a later operation on it. */
async function later(first: string, { operation, body, afterMs }: Later) {
  const { submit, journal } = scriptedPipeline({ periods })
  await submit('1', first, payment('10.00'))
  journal.nowMs += afterMs
  const outcome = await submit('2', operation, body)
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
  const { submit, journal, answers } = scriptedPipeline({ periods })
  answers.push(() => referred)
  await submit('1', 'AUTHORIZE', payment('10.00'))
  await submit('2', 'REFERRAL', { transaction: { authorizationCode: '123456' } })
  journal.nowMs += 10 * dayMs
  expect(await submit('3', 'CAPTURE', moved('10.00'))).toMatchObject({ record: { result: 'SUCCESS' } })
})

test('a payment can be voided until its batch is closed, whenever that is', async () => {
  const voiding = { operation: 'VOID', body: target('1') }
  expect(await later('PAY', { ...voiding, afterMs: 48 * hourMs - 1 })).toBe('accepted')
  expect(await later('PAY', { ...voiding, afterMs: 48 * hourMs })).toMatch(/That transaction is settled/)
})
