import { expect, test } from 'vitest'
import {
  moved,
  payment,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { operations, told } from '../../../test/support/operations/transactionScenarios.ts'

test('an order ends at 500 transactions, whatever is asked; what was answered still is', async () => {
  const world = scriptedPipeline()
  for (let n = 0; n < 500; n++) {
    if (n < 10) world.answers.push('declined')
    await world.submit(`${n}`, 'PAY', payment('10.00'))
  }
  const refusal = {
    kind: 'rejection',
    field: 'orderid',
    validationType: 'INVALID',
    explanation: "Value 'O' is invalid. This order has reached its limit of 500 transactions.",
  }
  for (const [name, { body }] of Object.entries(operations))
    expect(await world.submit('x', name, body), name).toMatchObject(refusal)
  expect(await world.submit('x', 'REFUND', moved('1.00'))).toMatchObject(refusal)
  expect(await world.submit('x', 'VOID', target('1'))).toMatchObject(refusal)
  expect(told(await world.submit('3', 'PAY', payment('10.00')))).toBe('FAILURE DECLINED')
})
