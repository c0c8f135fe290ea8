// One example request for each operation, as the reference and OpenAPI show it.

import { shellText } from '../../standards/shellText.ts'
import type { Operation } from '../kit/operation.ts'
import type { SchemaObject } from './schema.ts'

/** An example: the path parameters and the body. */
type ExampleRequest = { readonly at?: Readonly<Record<string, string>>; readonly body?: SchemaObject }

const money = { amount: '100.00', currency: 'USD' }
const exampleCard = {
  provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
  type: 'CARD',
}
const giftCard = { provided: { giftCard: { number: '6035710025000000008', pin: '1234' } }, type: 'GIFT_CARD' }
const session = { sessionId: 'SESSION0002776555072F1187G4FA37' }

/** The examples share orders so that a reader can follow one: it is authorized, captured and refunded. */
const inOrder = (orderid: string, transactionid: string) => ({ orderid, transactionid })

const exampleRequests: Readonly<Record<string, ExampleRequest>> = {
  AUTHORIZE: {
    at: inOrder('order-1', '1'),
    body: {
      apiOperation: 'AUTHORIZE',
      order: { ...money, description: 'Three books', reference: 'web-1001' },
      sourceOfFunds: exampleCard,
    },
  },
  PAY: {
    at: inOrder('order-2', '1'),
    body: { apiOperation: 'PAY', order: money, sourceOfFunds: exampleCard },
  },
  CAPTURE: {
    at: inOrder('order-1', '2'),
    body: { apiOperation: 'CAPTURE', transaction: money },
  },
  REFUND: {
    at: inOrder('order-1', '3'),
    body: { apiOperation: 'REFUND', transaction: { amount: '30.00', currency: 'USD' } },
  },
  VOID: {
    at: inOrder('order-1', '4'),
    body: { apiOperation: 'VOID', transaction: { targetTransactionId: '3' } },
  },
  VERIFY: {
    at: inOrder('order-3', '1'),
    body: { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds: exampleCard },
  },
  UPDATE_AUTHORIZATION: {
    at: inOrder('order-4', '2'),
    body: { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '120.00', currency: 'USD' } },
  },
  REFERRAL: {
    at: inOrder('order-5', '2'),
    body: { apiOperation: 'REFERRAL', transaction: { authorizationCode: 'A1B2C3' } },
  },
  ENTER_CHARGEBACK: {
    at: inOrder('order-2', '2'),
    body: { apiOperation: 'ENTER_CHARGEBACK', transaction: { ...money, reference: 'case-4711' } },
  },
  ENTER_FEE: {
    at: inOrder('order-2', '3'),
    body: { apiOperation: 'ENTER_FEE', transaction: { amount: '25.00', currency: 'USD' } },
  },
  RETRIEVE_TRANSACTION: { at: inOrder('order-1', '1') },
  RETRIEVE_ORDER: { at: { orderid: 'order-1' } },
  INITIATE_AUTHENTICATION: {
    at: inOrder('order-6', '1'),
    body: {
      apiOperation: 'INITIATE_AUTHENTICATION',
      authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
      order: { currency: 'USD' },
      sourceOfFunds: exampleCard,
    },
  },
  AUTHENTICATE_PAYER: {
    at: inOrder('order-6', '1'),
    body: {
      apiOperation: 'AUTHENTICATE_PAYER',
      authentication: { redirectResponseUrl: 'https://shop.example/authenticated' },
      device: {
        browser: 'Mozilla/5.0',
        browserDetails: {
          '3DSecureChallengeWindowSize': 'FULL_SCREEN',
          colorDepth: 24,
          language: 'en-US',
          screenHeight: 900,
          screenWidth: 1440,
          timeZone: -60,
        },
      },
      order: money,
      sourceOfFunds: exampleCard,
    },
  },
  CHECK_3DS_ENROLLMENT: {
    at: { '3DSecureId': 'check-1' },
    body: {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': {
        authenticationRedirect: {
          pageGenerationMode: 'SIMPLE',
          responseUrl: 'https://shop.example/authenticated',
        },
      },
      order: money,
      sourceOfFunds: exampleCard,
    },
  },
  PROCESS_ACS_RESULT: {
    at: { '3DSecureId': 'check-1' },
    body: { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes: 'eJzVWNmOq8gV…' } },
  },
  INITIATE_BROWSER_PAYMENT: {
    at: inOrder('order-7', '1'),
    body: {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/returned' },
      order: money,
      sourceOfFunds: { type: 'BROWSER_PAYMENT' },
    },
  },
  CONFIRM_BROWSER_PAYMENT: {
    at: inOrder('order-7', '1'),
    body: { apiOperation: 'CONFIRM_BROWSER_PAYMENT', order: { amount: '104.50', currency: 'USD' } },
  },
  CREATE_CHECKOUT_SESSION: {
    body: {
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/paid' },
      order: { id: 'order-8', ...money },
    },
  },
  CREATE_SESSION: { body: { session: { authenticationLimit: 5 } } },
  UPDATE_SESSION: { at: session, body: { order: money, sourceOfFunds: exampleCard } },
  RETRIEVE_SESSION: { at: session },
  CREATE_TOKEN: { body: { sourceOfFunds: exampleCard } },
  SAVE_TOKEN: { at: { tokenid: '5123459046058920' }, body: { sourceOfFunds: exampleCard } },
  RETRIEVE_TOKEN: { at: { tokenid: '5123459046058920' } },
  DELETE_TOKEN: { at: { tokenid: '5123459046058920' } },
  BALANCE_INQUIRY: { body: { order: { currency: 'USD' }, sourceOfFunds: giftCard } },
  PAYMENT_OPTIONS_INQUIRY: {},
  POST_PAYMENT_OPTIONS_INQUIRY: { body: { order: money } },
  CHECK_GATEWAY: {},
}

/** A call that the sandbox accepts, provided that the examples of the reference are sent in their order. */
type OperationExample = { readonly path: string; readonly body?: SchemaObject }

export function exampleOf(operation: Operation): OperationExample | undefined {
  const story = exampleRequests[operation.name]
  if (!story) return undefined
  const parameters: Readonly<Record<string, string>> = { merchantId: 'TESTMERCHANT', ...story.at }
  const path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => parameters[name] ?? whole)
  return { path, ...(story.body && { body: story.body }) }
}

export type ExampleCaller = {
  readonly address: string
  readonly password: string
  readonly version: number
}

/** The example as a line for a shell. */
export function curlFor(
  operation: Operation,
  { address, password, version }: ExampleCaller,
): string | undefined {
  const example = exampleOf(operation)
  if (!example) return undefined
  const { method } = operation
  const target = `${address}/api/rest/version/${version}${example.path}`
  const parts = [
    method === 'GET' ? `curl ${target}` : `curl -X ${method} ${target}`,
    ...(operation.access === 'public' ? [] : [`-u merchant.TESTMERCHANT:${password}`]),
    ...(example.body
      ? ["-H 'Content-Type: application/json'", `-d ${shellText(indented(example.body))}`]
      : []),
  ]
  return parts.join(' \\\n  ')
}

const indented = (body: SchemaObject) => JSON.stringify(body, null, 2)
