import { expect, test } from 'vitest'
import { versions } from '../../contract/kit/versions.ts'
import { compileRoutes, type Route, type RouteHandler } from './routes.ts'

const handler: RouteHandler = async () => ({ status: 200, body: '{}' })
const T = '/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
const routes = compileRoutes([
  { method: 'PUT', path: T, access: 'merchant', handler },
  { method: 'GET', path: T, access: 'merchant', handler },
  { method: 'GET', path: '/merchant/{merchantId}/order/{orderid}', access: 'merchant', handler },
  { method: 'POST', path: '/merchant/{merchantId}/session', access: 'merchant', handler },
  { method: 'GET', path: '/live', under: 'root', access: 'public', handler },
])
const match = (method: string, path: string) => routes.match(method, path.split('/').slice(1))

test('a path is found with its version and parameters, and is named by its template', () => {
  expect(
    match('PUT', '/api/rest/version/55/merchant/M1/order/O 1/transaction/T/1'.replace('T/1', 'T1')),
  ).toMatchObject({
    kind: 'found',
    template: `/api/rest/version/{version}${T}`,
    version: 55,
    params: { merchantId: 'M1', orderid: 'O 1', transactionid: 'T1' },
  })
  expect(match('GET', '/live')).toMatchObject({ kind: 'found', template: '/live', version: 0, params: {} })
})

test('another method on a known path is told which are allowed', () => {
  const path = '/api/rest/version/55/merchant/M1/order/O1/transaction/T1'
  for (const method of ['POST', 'DELETE', 'PATCH', 'HEAD', 'TRACE']) {
    expect(match(method, path)).toMatchObject({ status: 405, headers: { Allow: 'GET, OPTIONS, PUT' } })
  }
  expect(match('OPTIONS', path)).toMatchObject({ kind: 'options', allow: 'GET, OPTIONS, PUT' })
})

test.each([
  '/api/rest/version/0/merchant/M1/order/O1',
  `/api/rest/version/${versions.last + 1}/merchant/M1/order/O1`,
  '/api/rest/version/055/merchant/M1/order/O1',
  '/API/rest/version/55/merchant/M1/order/O1',
  '/api/rest/version/55/MERCHANT/M1/order/O1',
  '/api/rest/version/55/merchant/M1/order',
  '/api/rest/version/55/merchant/M1/order/O1/transaction',
  '/api/rest/version/55/live',
  '/live/more',
  '/constructor',
  '/__proto__',
])('%s is not found', path => expect(match('GET', path)).toMatchObject({ status: 404 }))

test.each([
  ['/api/rest/version/101/merchant/M1/order/O1', 'Version 101 is not served; use 1 to 100.'],
  ['/api/rest/version/latest/merchant/M1/order/O1', 'This version is not served; use 1 to 100.'],
  ['/api/rest/version/48/merchant/M1/orders/O1', "Did you mean 'order'?"],
])('%s is told what to do', (path, advice) => {
  const explanation = `There is nothing at this path. ${advice}`
  expect(match('GET', path)).toMatchObject({ rejection: { explanation } })
})

test('a parameter that breaks its rule is named', () => {
  expect(match('GET', '/api/rest/version/55/merchant/M.1/order/..')).toMatchObject({
    status: 400,
    rejection: { field: 'merchantId' },
  })
  expect(match('GET', '/api/rest/version/55/merchant/M1/order/..')).toMatchObject({
    rejection: { field: 'orderid' },
  })
})

test('routes that contradict each other do not start', () => {
  const route: Route = { method: 'GET', path: '/merchant/{merchantId}/a', access: 'merchant', handler }
  expect(() => compileRoutes([route, route])).toThrow('Two routes')
  expect(() => compileRoutes([route, { ...route, path: '/merchant/{id}/b' }])).toThrow('{merchantId}')
  expect(() => compileRoutes([{ ...route, path: '/open' }])).toThrow('needs {merchantId}')
})
