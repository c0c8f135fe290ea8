import { expect } from 'vitest'
import type { Body } from './client.ts'

type Circumstances = { readonly version: number; readonly story: string }

/** What the answer about a transaction always has (spec 2.12, decisions 8). */
export function expectWholeTransaction(body: Body, { version, story }: Circumstances): void {
  expectFields(body, always, story)
  expect(body.version, story).toBe(String(version))
  const card = valueAt(body, 'sourceOfFunds.provided.card')
  if (card !== undefined) expectFields(body, alwaysOfCard, story)
  if (body.result === 'SUCCESS') expectFields(body, alwaysOfApproval, story)
}

/** An order is flat, its transactions are what retrieving them answers. */
export function expectWholeOrder(body: Body, { version, story }: Circumstances): void {
  expectFields(body, alwaysOfOrder, story)
  expect(body.version, story).toBe(String(version))
  const transactions = body.transaction
  if (!Array.isArray(transactions)) throw new Error(`${story}: an order has transactions`)
  for (const transaction of transactions)
    expectWholeTransaction({ version: body.version, ...transaction }, { version, story })
}

type Form = RegExp | 'number'
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const currency = /^[A-Z]{3}$/
const id = /^.{1,40}$/su
const word = /^[A-Z_]+$/

const order = {
  id,
  amount: 'number',
  currency,
  creationTime: dateTime,
  lastUpdatedTime: dateTime,
  status: word,
  totalAuthorizedAmount: 'number',
  totalCapturedAmount: 'number',
  totalRefundedAmount: 'number',
} as const

const alwaysOfOrder: Readonly<Record<string, Form>> = { ...order, result: /^SUCCESS$/, merchant: id }

const always: Readonly<Record<string, Form>> = {
  merchant: /^[0-9A-Za-z_-]{1,40}$/,
  result: /^(?:SUCCESS|FAILURE|PENDING|UNKNOWN)$/,
  gatewayEntryPoint: /^WEB_SERVICES_API$/,
  timeOfRecord: dateTime,
  ...Object.fromEntries(Object.entries(order).map(([name, form]) => [`order.${name}`, form])),
  'response.gatewayCode': word,
  'transaction.id': id,
  'transaction.type': word,
  'transaction.amount': 'number',
  'transaction.currency': currency,
}

const alwaysOfCard: Readonly<Record<string, Form>> = {
  'sourceOfFunds.provided.card.brand': /^(?:NETWORK_[A-I]|LOCAL_BRAND_ONLY|UNKNOWN)$/,
  'sourceOfFunds.provided.card.fundingMethod': /^(?:CHARGE|CREDIT|DEBIT|UNKNOWN)$/,
  'sourceOfFunds.provided.card.number': /^(?:\d{6}x+\d{4}|x+\d{4})$/,
  'sourceOfFunds.provided.card.expiry.month': /^(?:[1-9]|1[0-2])$/,
  'sourceOfFunds.provided.card.expiry.year': /^\d\d$/,
}

const alwaysOfApproval: Readonly<Record<string, Form>> = {
  'transaction.authorizationCode': /^[0-9A-Z]{6}$/,
  'transaction.receipt': /^\d{12}$/,
  'transaction.acquirer.id': /./,
  'transaction.acquirer.merchantId': /./,
  'transaction.acquirer.batch': 'number',
  'transaction.acquirer.date': /^\d{4}$/,
  'transaction.acquirer.timeZone': /^[+-]\d{4}$/,
  'transaction.acquirer.transactionId': /./,
  'authorizationResponse.stan': /^\d{6}$/,
}

function expectFields(body: Body, forms: Readonly<Record<string, Form>>, story: string): void {
  for (const [path, form] of Object.entries(forms)) {
    const value = valueAt(body, path)
    if (form === 'number') expect(typeof value, `${path} of ${story}`).toBe('number')
    else expect(typeof value === 'string' && form.test(value), `${path} of ${story}`).toBe(true)
  }
}

/** What lies at a dotted path: `order.item.0.name`. */
export function valueAt(body: unknown, path: string): unknown {
  let at = body
  for (const step of path.split('.'))
    at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined
  return at
}
