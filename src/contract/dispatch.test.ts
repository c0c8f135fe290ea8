import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { dispatch, isOperation } from './dispatch.ts'
import type { Content } from './kit/content.ts'

const at = (method: string, end: string) =>
  catalogue.filter(({ method: own, path }) => own === method && path.endsWith(end))
const onTransaction = at('PUT', '/transaction/{transactionid}')
const onSessions = at('POST', '/session')

function found(operations: typeof catalogue, body: Content, version = 100): string {
  const result = dispatch(operations, version, body)
  return isOperation(result) ? result.name : `${result.field} ${result.validationType}`
}

test('a transaction is dispatched by apiOperation', () => {
  expect(found(onTransaction, { apiOperation: 'AUTHORIZE' })).toBe('AUTHORIZE')
  expect(found(onTransaction, { apiOperation: 'VOID' })).toBe('VOID')
})
test('without one it is missing, null included', () => {
  expect(found(onTransaction, {})).toBe('apiOperation MISSING')
  expect(found(onTransaction, { apiOperation: null })).toBe('apiOperation MISSING')
})
test('an unknown one is invalid', () => {
  for (const wrong of ['pay', 'VOID ', 'CREATE_CHECKOUT_SESSION', 1, true, {}, ['AUTHORIZE']])
    expect(found(onTransaction, { apiOperation: wrong })).toBe('apiOperation INVALID')
})
test('a session is a plain one without apiOperation, and a checkout with it', () => {
  expect(found(onSessions, {})).toBe('CREATE_SESSION')
  expect(found(onSessions, { apiOperation: 'CREATE_CHECKOUT_SESSION' })).toBe('CREATE_CHECKOUT_SESSION')
  expect(found(onSessions, { apiOperation: 'INITIATE_CHECKOUT' }, 63)).toBe('CREATE_CHECKOUT_SESSION')
  expect(found(onSessions, { apiOperation: 'INITIATE_CHECKOUT' }, 62)).toBe('apiOperation INVALID')
})
test('where it may be left out it may also be said', () => {
  const inquiry = at('PUT', '/balanceInquiry')
  expect(found(inquiry, {})).toBe('BALANCE_INQUIRY')
  expect(found(inquiry, { apiOperation: 'BALANCE_INQUIRY' })).toBe('BALANCE_INQUIRY')
  expect(found(inquiry, { apiOperation: 'PAY' })).toBe('apiOperation INVALID')
})
test('an operation that has no apiOperation leaves it to be reported as unexpected', () => {
  expect(found(at('POST', '/token'), { apiOperation: 'PAY' })).toBe('CREATE_TOKEN')
})
test('no two operations have the same name', () => {
  const names = catalogue.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
