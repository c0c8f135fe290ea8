import { expect, test } from 'vitest'
import { moved, payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { isRejection } from '../../orders/rejection.ts'

const accountFunding = { purpose: 'PAYROLL' }
const funding = { purchaseType: 'ACCOUNT_FUNDING' }

/** An order that was authorized with these fields, and what came of a capture and a refund after that. */
async function followed(order: object, repeated: object) {
  const { submit } = scriptedPipeline()
  await submit('1', 'AUTHORIZE', payment('10.00', { ...order }))
  const told = async (transactionId: string, operation: string) => {
    const outcome = await submit(transactionId, operation, { ...moved('4.00'), ...repeated })
    if (isRejection(outcome)) return `${outcome.validationType} ${outcome.field}`
    return outcome.record.result
  }
  const captured = await told('2', 'CAPTURE')
  await submit('3', 'CAPTURE', moved('4.00'))
  return [captured, await told('4', 'REFUND')]
}

test('what follows a payment that funds an account may repeat who is funded without saying why', async () => {
  const done = ['SUCCESS', 'SUCCESS']
  expect(await followed(funding, { accountFunding })).toEqual(done)
  expect(await followed(funding, { accountFunding, order: { reference: 'R' } })).toEqual(done)
  expect(await followed(funding, { accountFunding, order: { itemAmount: '10.00' } })).toEqual(done)
})

test('what follows any other payment names nobody who is funded', async () => {
  const refused = ['INVALID accountFunding', 'INVALID accountFunding']
  expect(await followed({}, { accountFunding })).toEqual(refused)
  expect(await followed({}, { accountFunding, order: { itemAmount: '10.00' } })).toEqual(refused)
})
