import { expect, test } from 'vitest'
import { authorize } from '../operations/payment.ts'
import { requestAt, responseAt } from './operation.ts'
import { forwardedContent, project, unforwardedFields } from './project.ts'
import { validate } from './validate.ts'

const shape = requestAt(authorize, 100)
const withPhones = (phone: string, mobilePhone = '+61 412 345 678') => ({
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD' },
  shipping: { contact: { firstName: 'Ann', mobilePhone, phone } },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
  },
})

test.each(['0412345678', '(02) 9999-0000', '+61299990000', '+61 2999-0000', '61 299990000', '02.9999.0000'])(
  'the telephone number %s costs no payment: it is kept, not passed on and not shown',
  phone => {
    const request = withPhones(phone)
    expect(validate(authorize, 100, request)).toBeUndefined()
    expect(unforwardedFields(shape, request)).toEqual(['shipping.contact.phone'])
    const { shipping, ...others } = request
    const contact = { firstName: 'Ann', mobilePhone: '+61 412 345 678' }
    expect(forwardedContent(shape, request)).toEqual({ ...others, shipping: { contact } })
    expect(request.shipping.contact.phone).toBe(phone)
    for (const version of [55, 100])
      expect(project(responseAt(authorize, version), { shipping })).toEqual({
        shipping: { contact, firstName: 'Ann' },
      })
  },
)

test('a request without such a value is passed on as it is', () => {
  const request = withPhones('+61 2 9999 0000')
  expect(forwardedContent(shape, request)).toBe(request)
  expect(unforwardedFields(shape, request)).toEqual([])
})

test.each(['call me', '+61 2 9999 OOOO', '12', '1234567890123456', '++61 299990000', '+61 2999٠0000'])(
  '%s is no telephone number at all',
  phone => {
    expect(validate(authorize, 100, withPhones(phone))).toMatchObject({
      field: 'shipping.contact.phone',
      validationType: 'INVALID',
    })
  },
)
