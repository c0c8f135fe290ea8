import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/contract/catalogue.ts'
import { availableOperations } from '../../src/operations/gateway.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { fundsOf } from './requests.ts'

describe('what operations cannot do without', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(() => gateway.stop())

  test.each(needed)('%s without %s', async (name, field, body) => {
    const { method, path } = calls[name]
    const answer = await gateway.call(method, path, body)
    expect(answer, answer.text).toMatchObject({
      status: 400,
      body: { error: { field, validationType: 'MISSING', explanation: `Missing parameter '${field}'.` } },
    })
  })

  test.each(refused)('%s with %s %j', async (name, field, value, validationType) => {
    const { method, path, body }: Call = calls[name]
    const [group = '', inner = ''] = field.split('.')
    const changed = { ...body, [group]: { ...Reflect.get(body ?? {}, group), [inner]: value } }
    const answer = await gateway.call(method, path, changed)
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
  })

  test('there is nothing in the contract that this release cannot do', () => {
    expect(catalogue.map(({ name }) => name).filter(name => !availableOperations.includes(name))).toEqual([])
  })
})

const transaction = { method: 'PUT', path: 'order/o/transaction/1' } as const
const money = { amount: '10.00', currency: 'USD' }
const sourceOfFunds = fundsOf()
const legacy = '3DSecureId/abc'
const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/back' }
const session = 'session/SESSION0123456789ABCDEF01234567'
const returnUrl = 'https://shop.example/back'

type Call = {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly versions?: readonly number[]
}

/** The least that each operation asks for. */
const calls = {
  PAY: { ...transaction, body: { apiOperation: 'PAY', order: money, sourceOfFunds } },
  CAPTURE: { ...transaction, body: { apiOperation: 'CAPTURE', transaction: money } },
  REFUND: { ...transaction, body: { apiOperation: 'REFUND', transaction: money } },
  VOID: { ...transaction, body: { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } } },
  VERIFY: { ...transaction, body: { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds } },
  UPDATE_AUTHORIZATION: { ...transaction, body: { apiOperation: 'UPDATE_AUTHORIZATION' } },
  REFERRAL: { ...transaction, body: { apiOperation: 'REFERRAL', transaction: { authorizationCode: 'A1' } } },
  INITIATE_AUTHENTICATION: {
    ...transaction,
    body: { apiOperation: 'INITIATE_AUTHENTICATION', order: { currency: 'USD' }, sourceOfFunds },
  },
  AUTHENTICATE_PAYER: { ...transaction, body: { apiOperation: 'AUTHENTICATE_PAYER', order: money } },
  INITIATE_BROWSER_PAYMENT: {
    ...transaction,
    body: {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation: 'PAY', returnUrl },
      order: money,
      sourceOfFunds: { type: 'BROWSER_PAYMENT' },
    },
  },
  CONFIRM_BROWSER_PAYMENT: { ...transaction, body: { apiOperation: 'CONFIRM_BROWSER_PAYMENT' } },
  CHECK_3DS_ENROLLMENT: {
    method: 'PUT',
    path: legacy,
    body: {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': { authenticationRedirect: { responseUrl: returnUrl } },
      order: money,
      sourceOfFunds,
    },
  },
  PROCESS_ACS_RESULT: {
    method: 'POST',
    path: legacy,
    body: { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes: 'abc' } },
  },
  CREATE_SESSION: { method: 'POST', path: 'session', body: {} },
  UPDATE_SESSION: { method: 'PUT', path: session, body: { order: { amount: '1.00' } } },
  RETRIEVE_SESSION: { method: 'GET', path: session },
  CREATE_CHECKOUT_SESSION: {
    method: 'POST',
    path: 'session',
    body: { apiOperation: 'CREATE_CHECKOUT_SESSION', interaction, order: { id: 'o', ...money } },
  },
  CREATE_TOKEN: { method: 'POST', path: 'token', body: { sourceOfFunds } },
  SAVE_TOKEN: { method: 'PUT', path: 'token/5123450000000009', body: { sourceOfFunds } },
  RETRIEVE_TOKEN: { method: 'GET', path: 'token/5123450000000009' },
  DELETE_TOKEN: { method: 'DELETE', path: 'token/5123450000000009' },
  BALANCE_INQUIRY: {
    method: 'PUT',
    path: 'balanceInquiry',
    body: { order: { currency: 'USD' }, sourceOfFunds },
  },
  PAYMENT_OPTIONS_INQUIRY: { method: 'GET', path: 'paymentOptionsInquiry' },
  POST_PAYMENT_OPTIONS_INQUIRY: { method: 'POST', path: 'paymentOptionsInquiry', body: {} },
} satisfies Record<string, Call>

const needed: readonly (readonly [keyof typeof calls, string, object])[] = [
  ['PAY', 'order.amount', { apiOperation: 'PAY', order: { currency: 'USD' }, sourceOfFunds }],
  ['PAY', 'sourceOfFunds', { apiOperation: 'PAY', order: money }],
  ['CAPTURE', 'transaction.amount', { apiOperation: 'CAPTURE' }],
  ['REFUND', 'transaction.currency', { apiOperation: 'REFUND', transaction: { amount: '1.00' } }],
  ['VOID', 'transaction.targetTransactionId', { apiOperation: 'VOID', transaction: { reference: 'r' } }],
  ['VERIFY', 'order.currency', { apiOperation: 'VERIFY', sourceOfFunds }],
  ['REFERRAL', 'transaction.authorizationCode', { apiOperation: 'REFERRAL' }],
  [
    'INITIATE_BROWSER_PAYMENT',
    'browserPayment.operation',
    { apiOperation: 'INITIATE_BROWSER_PAYMENT', order: money, sourceOfFunds },
  ],
  ['CHECK_3DS_ENROLLMENT', 'apiOperation', { order: money }],
  ['PROCESS_ACS_RESULT', '3DSecure.paRes', { apiOperation: 'PROCESS_ACS_RESULT' }],
  [
    'CREATE_CHECKOUT_SESSION',
    'order.id',
    { apiOperation: 'CREATE_CHECKOUT_SESSION', interaction, order: money },
  ],
  ['BALANCE_INQUIRY', 'sourceOfFunds', { order: { currency: 'USD' } }],
]

const refused: readonly (readonly [keyof typeof calls, string, unknown, string])[] = [
  ['VOID', 'transaction.targetTransactionId', 'x'.repeat(41), 'INVALID'],
  ['VOID', 'transaction.amount', '1.00', 'UNSUPPORTED'],
  ['VOID', 'order.amount', '1.00', 'UNSUPPORTED'],
  ['REFERRAL', 'transaction.authorizationCode', '1234567', 'INVALID'],
  ['REFERRAL', 'transaction.authorizationCode', '12-34', 'INVALID'],
  ['REFERRAL', 'order.reference', 'r', 'UNSUPPORTED'],
  ['UPDATE_AUTHORIZATION', 'transaction.amount', '0', 'INVALID'],
  ['CAPTURE', 'transaction.amount', '0.00', 'INVALID'],
  ['CAPTURE', 'transaction.currency', 'usd', 'INVALID'],
  ['REFUND', 'action.refundAuthorization', 'true', 'INVALID'],
  ['VERIFY', 'order.walletProvider', 'DEVICE_A_PAY', 'INVALID'],
  ['VERIFY', 'posTerminal.attended', 'SEMI_ATTENDED', 'INVALID'],
  ['CREATE_CHECKOUT_SESSION', 'interaction.operation', 'purchase', 'INVALID'],
  ['BALANCE_INQUIRY', 'order.currency', 'US', 'INVALID'],
]
