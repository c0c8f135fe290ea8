// The API at one version as a Postman collection (format 2.1.0): folders are the chapters of the reference,
// requests the examples of the contract, with variables for the gateway, the merchant and fresh ids.

import type { Operation } from '../kit/operation.ts'
import { camelCase } from './components.ts'
import { exampleOf } from './examples.ts'
import { chaptersOf, parametersOf } from './operationDetails.ts'
import type { SchemaObject } from './schema.ts'

/** Where the collection is to be tried at first; whoever imports it sets these variables. */
export type CollectionCaller = { readonly host: string; readonly merchant: string; readonly password: string }

export function postmanCollection(
  operations: readonly Operation[],
  version: number,
  caller: CollectionCaller,
): SchemaObject {
  const ids = new FreshIds(operations.find(({ name }) => name === 'AUTHORIZE'))
  const folders = chaptersOf(operations).map(({ title, doc, operations: here }) => ({
    name: title,
    description: doc,
    item: here.flatMap(operation => ids.itemsOf(operation, version)),
  }))
  const variables = { ...caller, ...ids.variables() }
  return {
    info: {
      name: `Tollgate, version ${version}`,
      description: preface,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: 'merchant.{{merchant}}', type: 'string' },
        { key: 'password', value: '{{password}}', type: 'string' },
      ],
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders,
  }
}

const preface =
  'Set the variables `host`, `merchant` and `password`. A request that begins an order chooses a fresh id ' +
  'for it, in a script before it; those that follow act on the order that was begun last.'

/** The ids that requests share, as variables: who begins an order names it anew. */
class FreshIds {
  readonly #begun = new Set<string>()
  readonly #authorize: Operation | undefined

  constructor(authorize: Operation | undefined) {
    this.#authorize = authorize
  }

  /** They have values from the first request on. */
  variables(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#begun].map(name => [name, '']))
  }

  /** The request of an operation, after the authorization it acts on if no request before has made one. */
  itemsOf(operation: Operation, version: number): readonly SchemaObject[] {
    const example = exampleOf(operation)
    if (!example) return []
    const { orderid: order } = idsIn(operation, example.path)
    const isBegun = order === undefined || this.#begun.has(variableOf(order))
    const first = operation.role === 'followUp' && !isBegun ? [this.#authorization(order, version)] : []
    return [...first.flat(), this.#item(operation, example, version)]
  }

  #authorization(order: string, version: number): readonly SchemaObject[] {
    const authorize = this.#authorize
    if (!authorize) return []
    const path = authorize.path.replace('{orderid}', order).replace('{transactionid}', '1')
    return [this.#item(authorize, { ...exampleOf(authorize), path }, version)]
  }

  #item(operation: Operation, example: { path: string; body?: SchemaObject }, version: number): SchemaObject {
    const ids = idsIn(operation, example.path)
    const written = JSON.stringify(example.body ?? {}, null, 2)
    const shared = [ids.orderid, ids['3DSecureId'], ...(/"(order-[^"]+)"/.exec(written)?.slice(1) ?? [])]
    const names = [...new Set(shared.flatMap(id => (id === undefined ? [] : [variableOf(id)])))]
    const isBeginning = names.filter(name => !this.#begun.has(name))
    for (const name of isBeginning) this.#begun.add(name)
    const segments = operation.path
      .slice(1)
      .split('/')
      .map(segment => this.#segment(segment, ids))
    const path = ['api', 'rest', 'version', String(version), ...segments]
    const events = [...freshOnes(isBeginning), ...this.#kept(operation)]
    return {
      name: operation.title,
      ...(events.length > 0 && { event: events }),
      request: {
        method: operation.method,
        description: operation.doc,
        ...(operation.access === 'public' && { auth: { type: 'noauth' } }),
        header: example.body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
        url: { raw: `{{host}}/${path.join('/')}`, host: ['{{host}}'], path },
        ...(example.body && {
          body: { mode: 'raw', raw: withVariables(written), options: { raw: { language: 'json' } } },
        }),
      },
      response: [],
    }
  }

  #segment(segment: string, ids: Readonly<Record<string, string>>): string {
    const name = /^\{(.*)\}$/.exec(segment)?.[1]
    if (name === undefined) return segment
    if (name === 'merchantId') return '{{merchant}}'
    if (name === 'transactionid') return ids[name] ?? ''
    const variable =
      name === 'sessionId' ? 'session' : name === 'tokenid' ? 'token' : variableOf(ids[name] ?? '')
    this.#begun.add(variable)
    return `{{${variable}}}`
  }

  /** What is opened is used by the requests after it. */
  #kept({ name }: Operation): readonly SchemaObject[] {
    if (name === 'CREATE_SESSION')
      return [event('test', "pm.collectionVariables.set('session', pm.response.json().session.id)")]
    if (name === 'CREATE_TOKEN')
      return [event('test', "pm.collectionVariables.set('token', pm.response.json().token)")]
    return []
  }
}

const event = (listen: 'prerequest' | 'test', ...exec: readonly string[]): SchemaObject => ({
  listen,
  script: { type: 'text/javascript', exec },
})

const freshOnes = (names: readonly string[]): readonly SchemaObject[] =>
  names.length === 0
    ? []
    : [
        event(
          'prerequest',
          ...names.map(name => `pm.collectionVariables.set('${name}', pm.variables.replaceIn('{{$guid}}'))`),
        ),
      ]

const variableOf = (id: string): string => camelCase(id.replaceAll('-', '_').toUpperCase())
const withVariables = (body: string): string =>
  body.replace(/"(order-[^"]+)"/g, (_, id: string) => `"{{${variableOf(id)}}}"`)

/** The values that an example has for the parameters of its path. */
function idsIn({ path }: Operation, filled: string): Readonly<Record<string, string>> {
  const values = filled.split('/')
  const names = path.split('/')
  return Object.fromEntries(
    parametersOf(path).map(({ name }) => [name, values[names.indexOf(`{${name}}`)] ?? '']),
  )
}
