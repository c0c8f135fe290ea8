import { describe, expect, test } from 'vitest'
import { card, moved, payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import type { Content } from '../../contract/kit/content.ts'
import { ordinaryProfile, sandboxProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'

const funds: Content = { sourceOfFunds: { provided: { card } } }
const alone = (amount: string, currency = 'USD'): Content => ({ transaction: { amount, currency }, ...funds })

/** Of a merchant with these caps: the field and why, or how it was answered. */
async function refunded(standaloneRefunds: readonly string[], body: Content): Promise<string> {
  const { submit, asks } = scriptedPipeline({ profile: { ...ordinaryProfile, standaloneRefunds } })
  const outcome = await submit('r', 'REFUND', body)
  if (isRejection(outcome)) {
    expect(asks).toEqual([])
    return `${outcome.field}: ${outcome.explanation}`
  }
  return String(outcome.record.result)
}

describe('a refund without an earlier payment is a privilege of the profile', () => {
  test('that nobody has unless an operator gave it', async () => {
    expect(ordinaryProfile.standaloneRefunds).toEqual([])
    const refusal = await refunded([], alone('1.00'))
    expect(refusal).toMatch(/^apiOperation: Value 'REFUND' is invalid\. .*no order with the orderid/)
    expect(refusal).toContain('standaloneRefunds')
  })

  test('up to a cap, in the units of its currency', async () => {
    const caps = ['USD:500.00', 'JPY:70000', 'KWD:150.500']
    expect(await refunded(caps, alone('500.00'))).toBe('SUCCESS')
    expect(await refunded(caps, alone('70000', 'JPY'))).toBe('SUCCESS')
    expect(await refunded(caps, alone('150.5', 'KWD'))).toBe('SUCCESS')
    expect(await refunded(caps, alone('500.01'))).toBe(
      "transaction.amount: Value '500.01' is invalid. " +
        'Without an earlier payment at most 500.00 USD can be refunded at once.',
    )
    expect(await refunded(caps, alone('150.501', 'KWD'))).toMatch(/^transaction\.amount: .*150\.500 KWD/)
    const saidByOrder = { order: { amount: '501', currency: 'USD' }, ...funds }
    expect(await refunded(caps, saidByOrder)).toMatch(/^order\.amount: /)
  })

  test('and not in a currency without a cap', async () => {
    expect(await refunded(['USD:500.00'], alone('1.00', 'EUR'))).toMatch(/^transaction\.currency: .*EUR/)
    const saidByOrder = { order: { amount: '1', currency: 'EUR' }, ...funds }
    expect(await refunded(['USD:500.00'], saidByOrder)).toMatch(/^order\.currency: /)
    expect(await refunded(['USD:500.00', 'ANY:20'], alone('20.00', 'EUR'))).toBe('SUCCESS')
    expect(await refunded(['USD:500.00', 'ANY:20'], alone('20.01', 'EUR'))).toMatch(/^transaction\.amount/)
    expect(await refunded(['USD:5', 'ANY:20'], alone('6.00'))).toMatch(/^transaction\.amount/)
  })

  test('in the sandbox it is rehearsed without one', async () => {
    expect(await refunded(sandboxProfile.standaloneRefunds, alone('1000000000000'))).toBe('SUCCESS')
  })

  test('to stored details it names no agreement: it is no payment of a series', async () => {
    const agreement = { type: 'INSTALLMENT' }
    const sourceOfFunds = { provided: { card: { ...card, storedOnFile: 'STORED' } } }
    expect(await refunded(['USD:5'], { ...moved('1.00'), agreement, sourceOfFunds })).toBe('SUCCESS')
    const { submit } = scriptedPipeline()
    expect(await submit('p', 'PAY', { ...payment('1.00'), agreement, sourceOfFunds })).toMatchObject({
      field: 'agreement.id',
      validationType: 'MISSING',
    })
  })

  test('what was captured is refunded without any privilege', async () => {
    const { submit } = scriptedPipeline()
    await submit('p', 'PAY', payment('10.00'))
    expect(await submit('r', 'REFUND', moved('4.00'))).toMatchObject({ record: { result: 'SUCCESS' } })
  })
})
