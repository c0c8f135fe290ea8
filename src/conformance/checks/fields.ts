// Checks that are made from the contract: each operation with a field that it does not know, without those it
// needs, and on an order that is not there; and one wrong value of each type. The contract says what must be
// found. None of them names anybody who pays.

import { catalogue } from '../../contract/catalogue.ts'
import { type Content, normalise } from '../../contract/kit/content.ts'
import { type Operation, requestAt } from '../../contract/kit/operation.ts'
import type { Resolved, ResolvedGroup } from '../../contract/kit/resolve.ts'
import { validate } from '../../contract/kit/validate.ts'
import { transactionPath } from '../../contract/operations/paths.ts'
import { type ConformanceCheck, put, step } from '../check.ts'
import { refused } from '../expectations.ts'
import { waysToPay } from '../neverPays.ts'

const transactionOperations = catalogue.filter(
  ({ method, path }) => method === 'PUT' && path === transactionPath,
)
const named = (name: string): string => name.toLowerCase().replaceAll('_', '-')

/** What the contract finds first in a body. */
const findingOf = (operation: Operation, version: number, body: Content) =>
  validate(operation, version, normalise(requestAt(operation, version), body))

const unknownFields: readonly ConformanceCheck[] = transactionOperations.map(operation => ({
  ...{ id: `fields.unknown.${named(operation.name)}`, section: '1.3', profile: 'read-only' },
  rule: `${operation.title} refuses a field that it does not have: UNSUPPORTED, before anything else.`,
  why: 'A misspelt field that is passed over is a wish that nobody hears.',
  steps: place => [
    step('a field that nobody has', put(place, '1', { apiOperation: operation.name, noSuchField: 'x' }), [
      ...refused('noSuchField', 'UNSUPPORTED'),
    ]),
  ],
}))

const mandatoryFields: readonly ConformanceCheck[] = transactionOperations
  .filter(({ name }) => name !== 'UPDATE_AUTHORIZATION' && name !== 'CONFIRM_BROWSER_PAYMENT')
  .map(operation => ({
    ...{ id: `fields.mandatory.${named(operation.name)}`, section: '1.4', profile: 'read-only' },
    rule: `${operation.title} tells the first field that it lacks: MISSING.`,
    why: 'The error is what a developer repairs the request by.',
    steps: place => {
      const body = { apiOperation: operation.name }
      const { field, validationType } = findingOf(operation, place.version, body) ?? {}
      return [step('the operation alone', put(place, '1', body), refused(field, validationType))]
    },
  }))

/** What goes on with an order, whole, but there is none. */
const followUps: Readonly<Record<string, Content>> = {
  CAPTURE: { transaction: { amount: '1.00', currency: 'USD' } },
  VOID: { transaction: { targetTransactionId: '1' } },
  UPDATE_AUTHORIZATION: {},
  REFERRAL: { transaction: { authorizationCode: '123456' } },
  CONFIRM_BROWSER_PAYMENT: {},
  AUTHENTICATE_PAYER: { order: { amount: '1.00', currency: 'USD' } },
}

const onNothing: readonly ConformanceCheck[] = Object.entries(followUps).map(([apiOperation, fields]) => ({
  ...{ id: `states.nothing.${named(apiOperation)}`, section: '3.2', profile: 'read-only' },
  rule: `${apiOperation} on an order that does not exist is refused, naming apiOperation.`,
  why: 'Otherwise it would begin an order that nobody has paid.',
  steps: place => [step('it, whole', put(place, '1', { apiOperation, ...fields }), refused('apiOperation'))],
}))

/** One value that no field of the type takes. */
const wrongValues: Readonly<Record<string, unknown>> = {
  Alphanumeric: '*',
  'Alphanumeric + additional': '%',
  'ASCII Text': 'é',
  Boolean: 'true',
  Country: 'aus',
  Currency: 'usd',
  Date: '2027-02-30',
  DateTime: '2027-02-30T00:00:00.000Z',
  Decimal: '1,5',
  Digits: '12a',
  Email: 'nobody',
  Enumeration: 'not_a_value',
  Integer: 1.5,
  String: ['x'],
  'Telephone Number': '+61 2999O000',
  Url: 'ftp://host.example/path',
}

const authorize = catalogue.filter(({ name }) => name === 'AUTHORIZE')
const money = { amount: '1.00', currency: 'USD' }

const types: readonly ConformanceCheck[] = Object.entries(wrongValues).map(([type, value]) => ({
  ...{ id: `types.${type.toLowerCase().replace(/\W+/g, '-')}`, section: '2.2', profile: 'read-only' },
  rule: `A value that is no ${type} is INVALID on its field.`,
  why: 'What the acquirer refuses after a second, the gateway should refuse at once, by name.',
  isOf: version => wrongField(version, type, value) !== undefined,
  steps: place => {
    const { body = {}, field } = wrongField(place.version, type, value) ?? {}
    return [step(`${field}: ${JSON.stringify(value)}`, put(place, '1', body), refused(field))]
  },
}))

/** An AUTHORIZE in which nothing is found before the wrong value of its first field of the type. */
function wrongField(version: number, type: string, value: unknown) {
  for (const operation of authorize)
    for (const path of pathsOf(requestAt(operation, version), type)) {
      const body = placed({ apiOperation: 'AUTHORIZE', order: money }, path.split('.'), value)
      const finding = findingOf(operation, version, body)
      if (finding?.field === path && finding.validationType === 'INVALID') return { body, field: path }
    }
  return undefined
}

/** Fields of a type in the order of the contract; none in lists, and none that somebody pays by. */
function pathsOf(group: ResolvedGroup, type: string, at = ''): readonly string[] {
  return group.fields.flatMap(({ name, type: own }) => {
    if (waysToPay.some(way => way === name)) return []
    if (own.kind === 'group') return pathsOf(own, type, `${at}${name}.`)
    return isOfType(own, type) ? [`${at}${name}`] : []
  })
}

const isOfType = (own: Resolved, type: string): boolean =>
  own.kind === 'scalar' && (own.values && own.values.size > 1 ? 'Enumeration' : own.scalar.name) === type

function placed(body: Content, [name = '', ...rest]: readonly string[], value: unknown): Content {
  const inner = body[name]
  const group: Content = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...body, [name]: rest.length === 0 ? value : placed(group, rest, value) }
}

const order = (amount: unknown, currency: unknown) => ({ apiOperation: 'PAY', order: { amount, currency } })

const amounts: readonly ConformanceCheck[] = [
  {
    ...{ id: 'amounts.exponent', section: '2.2', profile: 'read-only' },
    rule: 'An amount has at most the decimals of its currency.',
    why: 'Amounts that are off by the exponent are off by a hundred.',
    steps: place => [
      step('yen with decimals', put(place, '1', order('10.00', 'JPY')), refused('order.amount')),
      step('dollars with three', put(place, '1', order('10.001', 'USD')), refused('order.amount')),
      step('dinars with four', put(place, '1', order('1.0001', 'KWD')), refused('order.amount')),
    ],
  },
  {
    ...{ id: 'amounts.form', section: '2.2', profile: 'read-only' },
    rule: 'An amount is digits with at most one point, and neither negative nor zero where money moves.',
    why: 'A negative payment is a refund that nobody has approved.',
    steps: place => [
      ...['-1.00', '+1.00', '1e2', '1.2.3', 'ten', '1,000.00', '10000000000000.00'].map(amount =>
        step(amount, put(place, '1', order(amount, 'USD')), refused('order.amount')),
      ),
    ],
  },
  {
    ...{ id: 'amounts.currency', section: '2.2', profile: 'read-only' },
    rule: 'A currency is an ISO 4217 code in upper case.',
    why: 'An unknown currency has no exponent.',
    steps: place =>
      ['usd', 'QQQ', 'US', 'USDX', '840'].map(currency =>
        step(currency, put(place, '1', order('1.00', currency)), refused('order.currency')),
      ),
  },
  {
    ...{ id: 'dispatch.operation', section: '1.2', profile: 'read-only' },
    rule: 'Without apiOperation a PUT is MISSING it, with an unknown one INVALID on it.',
    why: 'A default operation would move money that nobody asked to move.',
    steps: place => [
      step('none', put(place, '1', {}), refused('apiOperation', 'MISSING')),
      step('an unknown one', put(place, '1', { apiOperation: 'DONATE' }), refused('apiOperation')),
      step('one in lower case', put(place, '1', { apiOperation: 'pay' }), refused('apiOperation')),
    ],
  },
]

export const fieldChecks = [...unknownFields, ...mandatoryFields, ...onNothing, ...types, ...amounts]
