// What an answer about a transaction or an order always has.

import type { Content } from '../contract/kit/content.ts'

/** What is missing, or not as it should be, of what an answer about a transaction always has (spec 2.12). */
export function lacksOfTransaction(body: Content, version: number): readonly string[] {
  const card = valueAt(body, 'sourceOfFunds.provided.card')
  const isRead = valueAt(card, 'number') !== undefined || valueAt(card, 'p2pe') === undefined
  const { 'order.status': status = word, ...others } = always
  return [
    ...lacks(body, { ...others, version: versionOf(version) }),
    ...(hasNoStatus(version, body) ? [] : lacks(body, { 'order.status': status })),
    ...(card === undefined ? [] : lacks(body, isRead ? alwaysOfReadCard : alwaysOfCard)),
    ...(isApproval(body) ? lacks(body, alwaysOfApproval) : []),
    ...contradictions(valueAt(body, 'order.status'), [body]),
  ]
}

/** To know a payer no acquirer is asked, and while the payer is at a provider nothing is approved. */
const isApproval = (body: Content): boolean =>
  body.result === 'SUCCESS' &&
  !isAuthentication(body) &&
  !isEntered(body) &&
  valueAt(body, 'response.gatewayCode') !== 'SUBMITTED'

/** What operators enter, no acquirer has approved. */
const isEntered = (body: Content): boolean =>
  ['CHARGEBACK', 'FEE'].includes(String(valueAt(body, 'transaction.type')))

const isAuthentication = (body: Content): boolean => valueAt(body, 'transaction.type') === 'AUTHENTICATION'

/** Older versions have no word for an order whose payer was only authenticated. */
const hasNoStatus = (version: number, ...transactions: readonly Content[]): boolean =>
  (version < 57 && transactions.every(isAuthentication)) || isOpen(transactions)

/** Nothing has succeeded, and something may be undecided: an order shows what, a single answer may not. */
const isOpen = (transactions: readonly Content[]): boolean =>
  transactions.every(({ result }) => result !== 'SUCCESS') &&
  (transactions.length === 1 || transactions.some(isUndecided))

const isUndecided = ({ result }: Content): boolean => result === 'PENDING' || result === 'UNKNOWN'

/** Who reads that it failed does not wait for it any more. */
const contradictions = (status: unknown, transactions: readonly Content[]): readonly string[] =>
  status === 'FAILED' && transactions.some(one => isUndecided(one) && !isAuthentication(one))
    ? ['undecided, and the order FAILED']
    : []

/** An order is flat, its transactions are what retrieving them answers. */
export function lacksOfOrder(body: Content, version: number): readonly string[] {
  const transactions: readonly Content[] = Array.isArray(body.transaction) ? body.transaction : [{}]
  const { status = word, ...others } = alwaysOfOrder
  return [
    ...lacks(body, { ...others, version: versionOf(version) }),
    ...(hasNoStatus(version, ...transactions) ? [] : lacks(body, { status })),
    ...contradictions(body.status, transactions),
    ...transactions.flatMap(transaction => lacksOfTransaction(transaction, version)),
  ]
}

const versionOf = (version: number) => new RegExp(`^${version}$`)

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
  gatewayEntryPoint: /^(?:WEB_SERVICES_API|HOSTED_PAGE|MERCHANT_ADMINISTRATION)$/,
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
}

/** A card whose reading nobody can decipher has no number to show. */
const alwaysOfReadCard: Readonly<Record<string, Form>> = {
  ...alwaysOfCard,
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

function lacks(body: Content, forms: Readonly<Record<string, Form>>): readonly string[] {
  return Object.entries(forms)
    .filter(([path, form]) => {
      const value = valueAt(body, path)
      return form === 'number' ? typeof value !== 'number' : typeof value !== 'string' || !form.test(value)
    })
    .map(([path]) => path)
}

/** What lies at a dotted path: `order.item.0.name`. */
export function valueAt(body: unknown, path: string): unknown {
  let at = body
  for (const step of path.split('.'))
    at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined
  return at
}
