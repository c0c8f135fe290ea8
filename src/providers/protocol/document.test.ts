import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { isDateTime } from '../../contract/kit/scalars.ts'
import { protocolCallNames } from './declaration.ts'
import { protocolDocument } from './document.ts'

test('docs/provider-protocol.openapi.json is what the declaration says now (written with -u)', async () => {
  await expect(`${JSON.stringify(protocolDocument(), null, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/provider-protocol.openapi.json',
  )
})

test('it is a valid OpenAPI 3.1 document with every call', async () => {
  const document = structuredClone({ ...protocolDocument() })
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  const paths = Object.keys(document.paths ?? {})
  expect(paths).toEqual(['/v1', ...protocolCallNames.map(name => `/v1/${name}`)])
})

test('its schemas take what the protocol takes', () => {
  const document = protocolDocument()
  const ajv = new Ajv2020({ strict: false, formats: { uri: true, 'date-time': isDateTime } })
  ajv.addSchema({ $id: 'protocol', ...document })
  const refund = {
    call: 'refund',
    merchantId: 'SHOP',
    paymentId: 'pay-1',
    refundId: 'refund-1',
    amount: '5.00',
    currency: 'USD',
  }
  const isRefund = (value: object) => ajv.validate({ $ref: 'protocol#/components/schemas/Refund' }, value)
  expect(isRefund({ ...refund, unheardOf: 1 })).toBe(true)
  expect(isRefund({ ...refund, amount: 5 })).toBe(false)
  expect(isRefund({ ...refund, refundId: 'a b' })).toBe(false)
  const isPayment = (value: object) => ajv.validate({ $ref: 'protocol#/components/schemas/Payment' }, value)
  expect(isPayment({ paymentId: 'pay-1', state: 'cancelled' })).toBe(true)
  expect(isPayment({ paymentId: 'pay-1', state: 'paid' })).toBe(false)
})
