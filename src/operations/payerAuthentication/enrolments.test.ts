import { expect, test } from 'vitest'
import { card } from '../../../test/support/operations/scriptedPipeline.ts'
import type { Content } from '../../contract/kit/content.ts'
import { absentLegacyEnrolmentRegister } from '../../threeDSecure/port.ts'
import { noReferenceSources } from '../requests/sources.ts'
import { createEnrolments } from './enrolments.ts'

const id = 'check-1'
const owner = { cell: 0, merchantId: 'M' }
const checking = {
  apiOperation: 'CHECK_3DS_ENROLLMENT',
  '3DSecure': { authenticationRedirect: { responseUrl: 'https://shop.example/back' } },
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: { provided: { card } },
}
const processing = { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes: 'eJzVWVmTosoSfu9f0dHz6' } }

test('what is wrong with a check, or with its result, is named before that nobody is connected', async () => {
  const enrolments = createEnrolments({
    counterparties: { enrolments: absentLegacyEnrolmentRegister },
    sources: noReferenceSources,
  })
  const asked = (body: Content) => ({ owner, version: 100, body })
  const check = (more: Content = {}) => enrolments.check(asked({ ...checking, ...more }), id)
  const process = (more: Content = {}) => enrolments.process(asked({ ...processing, ...more }), id)
  expect(await check({ order: { amount: '10.00', currency: 'dollars' } })).toMatchObject({
    field: 'order.currency',
  })
  expect(await check({ session: { id: `SESSION${'0'.repeat(24)}` } })).toMatchObject({ field: 'session.id' })
  expect(await process({ '3DSecure': {} })).toMatchObject({ field: '3DSecure.paRes' })
  for (const refusal of [await check(), await process()])
    expect(refusal).toMatchObject({
      ...{ kind: 'rejection', field: 'apiOperation', validationType: 'UNSUPPORTED' },
      explanation: expect.stringContaining('connected to no 3-D Secure server of the first generation.'),
    })
})
