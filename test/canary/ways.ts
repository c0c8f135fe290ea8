// Ways for a card number into the gateway besides those that are written down one by one: every text field of
// every operation, every text that the console takes, the pages for payers.

import type { ConsoleCall } from '../../src/console/api/call.ts'
import { consoleCalls } from '../../src/console/api/calls.ts'
import { catalogue } from '../../src/contract/catalogue.ts'
import { exampleOf } from '../../src/contract/document/examples.ts'
import { versions } from '../../src/contract/kit/versions.ts'
import type { CanaryRequest } from '../faults/canaries.ts'
import { fieldsAt } from '../hostile/contractFields.ts'
import { put } from '../hostile/mutations.ts'
import { basic, passwords } from '../journeys/client.ts'

/** Where one number is put. */
export type Place = { readonly name: string; request(text: string, index: number): CanaryRequest }

/** Each text field of each operation that takes a body. */
export const fieldPlaces: readonly Place[] = catalogue
  .filter(({ method }) => method === 'PUT' || method === 'POST')
  .flatMap(operation =>
    fieldsAt(operation, versions.last)
      .filter(({ type }) => type.kind === 'scalar' && type.scalar.json === 'string')
      .map(field => ({
        name: `${operation.name} ${field.path.join('.')}`,
        request(text: string, index: number) {
          const body = structuredClone({ ...exampleOf(operation)?.body })
          put({ body }, field, text)
          const path = `/api/rest/version/${versions.last}${pathOf(operation.path, index)}`
          return { method: operation.method, path, body: JSON.stringify(body), options: { headers } }
        },
      })),
  )

const merchant = 'TESTMERCHANT'
const headers = {
  Authorization: basic(`merchant.${merchant}`, passwords[merchant] ?? ''),
  'Content-Type': 'application/json',
}

const pathOf = (path: string, index: number): string =>
  path
    .replace('{merchantId}', merchant)
    .replace('{orderid}', `field-${inLetters(index)}`)
    .replace('{transactionid}', '1')
    .replace('{sessionId}', 'SESSION0002776555072F1187G4FA37')
    .replace(/\{[^}]+\}/g, `c-${inLetters(index)}`)

const inLetters = (count: number): string =>
  String(count).replace(/\d/g, digit => 'abcdefghij'[Number(digit)] ?? '')

/** Pages that anybody can call: in the address, in the query and in what is posted. */
export const pagePlaces: readonly Place[] = [
  ...[
    '/3ds/method/',
    '/3ds/callback/',
    '/pay/redirect/',
    '/checkout/pay/',
    '/form/field/',
    '/demo/api/',
    '/',
  ],
].flatMap(path => [
  {
    name: `${path} address`,
    request: text => ({ method: 'GET', path: `${path}${encodeURIComponent(text)}` }),
  },
  {
    name: `${path} query`,
    request: text => ({ method: 'GET', path: `${path}x?a=${encodeURIComponent(text)}` }),
  },
  {
    name: `${path} form`,
    request: text => ({
      ...{
        method: 'POST',
        path: `${path}x`,
        body: `cres=${encodeURIComponent(text)}&number=${encodeURIComponent(text)}`,
      },
      options: { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    }),
  },
])

/** Every text of every call of the console; what waits for something, or makes payments, is left out. */
export const consolePlaces = Object.entries<ConsoleCall>(consoleCalls)
  .filter(([name, { isLongPolling }]) => !isLongPolling && name !== 'makeEachOutcome')
  .flatMap(([call, { input }]) =>
    Object.keys(input.fields)
      .filter(field => field !== 'merchantId')
      .map(field => ({ call, field })),
  )

/** As people write a number. */
export const spellings: readonly ((number: string) => string)[] = [
  number => number,
  number => `card ${number} please`,
  number => number.replace(/(.{4})(?=.)/g, '$1 '),
  number => number.replace(/(.{4})(?=.)/g, '$1-'),
  number => `;${number}=39011010000?`,
]
