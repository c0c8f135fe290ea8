import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/contract/catalogue.ts'
import { openApi } from '../../src/contract/document/openapi.ts'
import type { Answer } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { richRequests } from './rich.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded', { patienceMs: 50, orderWaitMs: 20 })
})
afterAll(() => gateway.stop())

test.each([20, 55, 100])(
  'at version %i every answer is what the published document promises',
  async version => {
    const judge = judgeOf(version)
    const orders = Object.fromEntries(
      ['rich', '05/39', '08/39', '05/37', '11/39', '04/39'].map(name => [name, newOrder()]),
    )
    const order = { amount: '10.00', currency: 'USD', acceptPartialAmount: true }
    for (const [name, orderId] of Object.entries(orders)) {
      const body = name === 'rich' ? richRequests.one : authorization({ order }, { expiry: name })
      judge('put', transactionPath, await gateway.authorize(orderId, body, { version }))
      judge('put', transactionPath, await gateway.authorize(orderId, body, { version }))
      judge('get', transactionPath, await gateway.retrieve(orderId, { version, transaction: '1' }))
      judge('get', orderPath, await gateway.retrieve(orderId, { version }))
    }
    const refused = [
      await gateway.authorize(newOrder(), { ...richRequests.one, zebra: 1 }, { version }),
      await gateway.authorize(newOrder(), { ...richRequests.one, order: {} }, { version }),
      await gateway.call('PUT', 'order/broken/transaction/1', '{', { version }),
      await gateway.authorize(newOrder(), {}, { version, authorization: null }),
      await gateway.authorize(newOrder(), { ...authorization(), apiOperation: 'PAY' }, { version }),
      await gateway.authorize('x'.repeat(41), authorization(), { version }),
    ]
    for (const answer of refused) judge('put', transactionPath, answer)
  },
)

test.each([20, 55, 100])(
  'at version %i so is every answer about sessions, tokens and balances',
  async version => {
    const judge = judgeOf(version)
    const call = async (method: string, path: string, body?: object) => {
      const place = path.replace(/^(session|token)\/.*$/, '$1/{id}').replace('{id}', idOf(path))
      const answer = await gateway.call(method, path, body, { version })
      judge(method.toLowerCase(), `/merchant/{merchantId}/${place}`, answer)
      return answer
    }
    const { sourceOfFunds, order } = authorization({}, { securityCode: '100', nameOnCard: 'ADA' })
    const made = await call('POST', 'session', { session: { authenticationLimit: 7 } })
    const session = `session/${valueAt(made.body, 'session.id')}`
    await call('PUT', session, { ...richRequests.one, apiOperation: undefined, sourceOfFunds })
    await call('PUT', session, {
      sourceOfFunds: { provided: { card: { expiry: { month: '2', year: '40' } } } },
    })
    await call('PUT', session, { order: { amount: 'ten' } })
    await call('GET', session)
    await call('GET', 'session/SESSION0123456789ABCDEF01234567')
    const interaction = { operation: 'PURCHASE' }
    const checkout = { apiOperation: 'CREATE_CHECKOUT_SESSION', interaction, order: { id: 'o', ...order } }
    await call('POST', 'session', checkout)
    const token = `token/${(await call('POST', 'token', { sourceOfFunds })).body.token}`
    for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET'])
      await call(method, token, method === 'PUT' ? {} : undefined)
    await call('PUT', token, { sourceOfFunds })
    await call('PUT', 'balanceInquiry', { order: { currency: 'USD' }, sourceOfFunds })
    await call('PUT', 'balanceInquiry', {})
    await call('GET', 'paymentOptionsInquiry')
    await call('POST', 'paymentOptionsInquiry', { order: { currency: 'USD' } })
  },
)

const idOf = (path: string) => (path.startsWith('session') ? '{sessionId}' : '{tokenid}')
const orderPath = '/merchant/{merchantId}/order/{orderid}'
const transactionPath = `${orderPath}/transaction/{transactionid}`

/** Holds an answer against the schema that the document gives for its place and status. */
function judgeOf(version: number): (method: string, path: string, answer: Answer) => void {
  const document = structuredClone(openApi(catalogue, version))
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...document }, 'tollgate')
  const known = new Map<string, ValidateFunction>()
  const compiled = (schema: string) => {
    // References of the document, as seen from outside it.
    const validate = known.get(schema) ?? ajv.compile(JSON.parse(schema.replaceAll('"#/', '"tollgate#/')))
    known.set(schema, validate)
    return validate
  }
  return (method, path, { status, text, body }) => {
    const found = valueAt(valueAt(document.paths, path), `${method}.responses.${status}`)
    expect(found, `${status} is not in the document`).toBeDefined()
    const name = /^#\/components\/responses\/(.*)$/.exec(String(valueAt(found, '$ref')))?.[1]
    const response = name === undefined ? found : valueAt(document, `components.responses.${name}`)
    const schema = Reflect.get(Object(valueAt(response, 'content')), 'application/json').schema
    const validate = compiled(JSON.stringify(schema))
    expect(validate(body), `${text}\n${JSON.stringify(validate.errors)}`).toBe(true)
  }
}
