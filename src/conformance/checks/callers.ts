// Checks of who may call, and of paths, methods and versions. Wrong passwords are few: a host may lock out
// whoever sends ten in a minute.

import { versions } from '../../contract/kit/versions.ts'
import { type CheckPlace, type ConformanceCheck, call, merchantPath, retrieveOrder, step } from '../check.ts'
import { has, header, refused, sameAs, status } from '../expectations.ts'

const unauthorized = [status(401), ...has({ result: 'ERROR', 'error.cause': 'INVALID_REQUEST' })]
const notFound = [status(404), ...has({ result: 'ERROR', 'error.cause': 'INVALID_REQUEST' })]

const callers: readonly ConformanceCheck[] = [
  {
    ...{ id: 'callers.no-credentials', section: '5.1', profile: 'read-only' },
    rule: 'A call without credentials is 401, and asks for Basic authentication.',
    why: 'Nothing of a merchant may be read by who is not the merchant.',
    steps: place => [
      step(
        'a retrieval without credentials',
        { ...retrieveOrder(place), as: 'nobody' },
        ...[unauthorized, header('WWW-Authenticate', /^Basic /)],
      ),
    ],
  },
  {
    ...{ id: 'callers.wrong-credentials', section: '5.1', profile: 'read-only', isOnce: true },
    rule: 'Unknown merchant, wrong password and another merchant’s path have one answer.',
    why: 'A difference tells strangers which merchants there are.',
    steps: place => {
      const { unknown, merchantId, version } = place
      const stranger = { merchantId: 'NO_SUCH_MERCHANT', password: unknown.password }
      const path = (of: string) => `${merchantPath(version, of)}/order/${place.orderId}`
      return [
        step(
          'a wrong password',
          { method: 'GET', path: path(merchantId), as: { merchantId, password: unknown.password } },
          unauthorized,
        ),
        step(
          'a merchant that does not exist',
          { method: 'GET', path: path(stranger.merchantId), as: stranger },
          ...[unauthorized, sameAs(1)],
        ),
        step(
          'another merchant’s path, with one’s own password',
          { method: 'GET', path: path(stranger.merchantId) },
          ...[unauthorized, sameAs(1)],
        ),
      ]
    },
  },
  {
    ...{ id: 'callers.right-credentials', section: '5.1', profile: 'read-only' },
    rule: 'merchant.<id> and the API password open.',
    why: 'Otherwise nothing else can be told.',
    steps: place => [
      step('the retrieval of an order that is not there', retrieveOrder(place), refused('orderid')),
    ],
  },
  {
    ...{ id: 'gateway.information', section: '1.1', profile: 'read-only' },
    rule: 'Check Gateway answers without credentials.',
    why: 'Monitoring asks it, and has no password.',
    steps: ({ version }) => [
      step(
        'GET information',
        { method: 'GET', path: `/api/rest/version/${version}/information`, as: 'nobody' },
        ...[status(200), has({ status: /^[A-Z_]+$/, gatewayVersion: /./ })],
      ),
    ],
  },
  {
    ...{ id: 'gateway.payment-options', section: '14.7', profile: 'read-only' },
    rule: 'Payment Options Inquiry tells what the merchant may ask for.',
    why: 'Shops show what it lists.',
    steps: place => [
      step(
        'GET paymentOptionsInquiry',
        call('GET', place, 'paymentOptionsInquiry'),
        ...[status(200), has({ result: 'SUCCESS', merchant: place.merchantId })],
      ),
    ],
  },
]

const information = (version: string) => ({
  ...{ method: 'GET', path: `/api/rest/version/${version}/information`, as: 'nobody' as const },
})

const paths: readonly ConformanceCheck[] = [
  {
    ...{ id: 'paths.unknown', section: '7.4', profile: 'read-only' },
    rule: 'An unknown path is 404, in the form of all errors.',
    why: 'A page of a proxy in its place is read as an outage.',
    steps: place => [
      step('GET below the version', { ...information(`${place.version}/no`), as: 'nobody' }, notFound),
      step('GET below the merchant', call('GET', place, 'nothing-here'), notFound),
      step('an empty order id', call('GET', place, 'order//transaction/1'), notFound),
    ],
  },
  {
    ...{ id: 'versions.bounds', section: '9.1', profile: 'read-only', isOnce: true },
    rule: `Versions ${versions.first} to ${versions.last} are served, others are 404.`,
    why: 'Merchants move from version to version one by one: each must stay.',
    steps: () => [
      ...[versions.first, versions.last].map(version =>
        step(`version ${version}`, information(String(version)), status(200)),
      ),
      ...['0', String(versions.last + 1), '01', 'one'].map(version =>
        step(`version ${version}`, information(version), notFound),
      ),
    ],
  },
  {
    ...{ id: 'methods.not-allowed', section: '7.4', profile: 'read-only' },
    rule: 'A method that a path does not have is 405, and Allow lists those that it has.',
    why: 'Proxies and generated clients go by Allow.',
    steps: place => [
      step(
        'PATCH on an order',
        { ...retrieveOrder(place), method: 'PATCH' },
        ...[status(405), header('Allow', /\bGET\b/)],
      ),
      step(
        'DELETE on a transaction',
        call('DELETE', place, `order/${place.orderId}/transaction/1`),
        ...[status(405), header('Allow', /\bGET\b.*\bPUT\b|\bPUT\b.*\bGET\b/)],
      ),
    ],
  },
  {
    ...{ id: 'methods.options', section: '7.4', profile: 'read-only' },
    rule: 'OPTIONS is answered on paths of the API, for browser code of any origin.',
    why: 'Browsers ask before they call; without an answer payer authentication in the page ends there.',
    steps: place => [
      step(
        'OPTIONS on an order',
        { ...retrieveOrder(place), method: 'OPTIONS', as: 'nobody' },
        ...[status(200, 204), header('Access-Control-Allow-Origin', /^\*$/)],
      ),
    ],
  },
  {
    ...{ id: 'paths.trailing-slash', section: '10.1', profile: 'read-only' },
    rule: 'A trailing slash of a path says nothing.',
    why: 'Clients join paths from parts.',
    steps: place => [
      step('without it', retrieveOrder(place), refused('orderid')),
      step('with it', call('GET', place, `order/${place.orderId}/`), refused('orderid'), sameAs(1)),
    ],
  },
]

const longId = 'x'.repeat(41)
const below = ({ orderId }: CheckPlace, id: string) => `order/${orderId}/transaction/${id}`

const identifiers: readonly ConformanceCheck[] = [
  {
    ...{ id: 'ids.length', section: '2.1', profile: 'read-only' },
    rule: 'Ids of orders and transactions have 1 to 40 characters; the error names orderid or transactionid.',
    why: 'An id that is cut silently is the id of another order.',
    steps: place => [
      step('an order id of 41', call('GET', place, `order/${longId}`), refused('orderid')),
      step('a transaction id of 41', call('GET', place, below(place, longId)), refused('transactionid')),
      step('40 characters beyond ASCII', call('GET', place, `order/${'%C3%A9'.repeat(40)}`), [
        ...refused('orderid'),
        ...has({ 'error.explanation': /no such order|not (?:found|exist)/i }),
      ]),
    ],
  },
  {
    ...{ id: 'ids.controls', section: '2.1', profile: 'read-only' },
    rule: 'Control characters in an id are refused.',
    why: 'Ids are printed on statements, in logs and in consoles.',
    steps: place => [
      step('U+0001 in an order id', call('GET', place, 'order/ab%01c'), refused('orderid')),
      step('U+000A in a transaction id', call('GET', place, below(place, 'a%0Ab')), refused('transactionid')),
    ],
  },
  {
    ...{ id: 'retrieve.unknown', section: '7.4', profile: 'read-only' },
    rule: 'An unknown order, transaction, session or token is 400 INVALID on what names it.',
    why: 'A shop that asks whether a payment exists must be able to tell “no” from “no such page”.',
    steps: place => [
      step('an unknown order', retrieveOrder(place), refused('orderid')),
      step('an unknown session', call('GET', place, `session/${place.unknown.sessionId}`), [
        ...refused('session.id'),
      ]),
      step('an unknown token', call('GET', place, `token/${place.unknown.token}`), [
        ...refused('sourceOfFunds.token'),
      ]),
    ],
  },
]

export const callerChecks = [...callers, ...paths, ...identifiers]
