import { expect, test } from 'vitest'
import { camelCase, nameGroups, pascalCase } from './components.ts'

const at = (operation: string, path: string) => ({ operation, path: path.split('.') })
const namesOf = (groups: Readonly<Record<string, readonly ReturnType<typeof at>[]>>, ending = '') =>
  Object.fromEntries(
    nameGroups(new Map(Object.entries(groups).map(([key, places]) => [key, { places, ending }]))),
  )

test('a group is called after the fields that lead to it', () => {
  expect(namesOf({ a: [at('Pay', 'order.subMerchant'), at('Refund', 'order.subMerchant')] })).toEqual({
    a: 'OrderSubMerchant',
  })
  expect(namesOf({ a: [at('Pay', 'airline')] })).toEqual({ a: 'Airline' })
})

test('a group in several places is called after what these have in common', () => {
  expect(namesOf({ a: [at('Pay', 'billing.address'), at('Pay', 'shipping.address')] })).toEqual({
    a: 'Address',
  })
  expect(namesOf({ a: [at('Pay', 'billing'), at('Pay', 'shipping')] })).toEqual({ a: 'Billing' })
})

test('where two groups want one name, each gets a longer one', () => {
  expect(
    namesOf({
      a: [at('Pay', 'order.item.tax'), at('Refund', 'order.item.tax')],
      b: [at('Pay', 'transaction.item.tax'), at('Refund', 'transaction.item.tax')],
    }),
  ).toEqual({ a: 'OrderItemTax', b: 'TransactionItemTax' })
  expect(namesOf({ a: [at('Pay', 'order')], b: [at('Void', 'order')] })).toEqual({
    a: 'PayOrder',
    b: 'VoidOrder',
  })
})

test('when nothing tells two groups apart, numbers do', () => {
  expect(namesOf({ a: [at('Pay', 'order')], b: [at('Pay', 'order')] }, 'Answer')).toEqual({
    a: 'PayOrderAnswer2',
    b: 'PayOrderAnswer3',
  })
})

test('names start with a letter', () => {
  expect(pascalCase(['3DSecure'])).toBe('ThreeDSecure')
  expect(pascalCase(['Check 3-D Secure Enrollment'])).toBe('Check3DSecureEnrollment')
  expect(camelCase('PUT_transaction')).toBe('putTransaction')
  expect(camelCase('CHECK_GATEWAY')).toBe('checkGateway')
})
