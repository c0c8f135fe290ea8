// The contract as the client library for merchants knows it: a table of the operations, and TypeScript types
// of their bodies at each version. Versions whose bodies are equal share an edition, and a group that is
// equal in several editions is written once.

import { errorAnswer } from '../groups/call.ts'
import { type Operation, requestAt } from '../kit/operation.ts'
import {
  groupIn,
  type Resolved,
  type ResolvedField,
  type ResolvedGroup,
  type ResolvedScalar,
  resolve,
} from '../kit/resolve.ts'
import { versions } from '../kit/versions.ts'
import { camelCase, componentsOf, pascalCase, type SchemaComponents } from './components.ts'
import { bodyAt } from './fields.ts'
import { generatorName } from './operationDetails.ts'
import { type ContractSide, shownFields } from './schema.ts'

export const clientContractPath = 'src/client/contract.generated.ts'

/** The whole file. */
export function clientContract(operations: readonly Operation[]): string {
  const editions = editionsOf(operations)
  const interfaces = new Interfaces()
  const bodies = editions.map(edition => editionText(operations, edition, interfaces))
  const map = editions.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => `  ${first + index}: ContractSince${first}`),
  )
  return [
    '// Written from the contract by `npm run reference`: change the contract, not this file.',
    operationTable(operations),
    `export type NewestVersion = ${versions.last}`,
    '/** The bodies of requests and answers, by version and operation. */',
    `export interface ContractByVersion {\n${map.join('\n')}\n}`,
    ...bodies,
    '/** The body of every request that could not be processed. */',
    `export type RefusalBody = ${refusalName(interfaces, componentsOf([], versions.last))}`,
    ...interfaces.texts(),
    '',
  ].join('\n')
}

function refusalName(interfaces: Interfaces, components: SchemaComponents): string {
  const body = groupIn(resolve(errorAnswer, versions.last))
  const place = { components, version: versions.last, otherwise: 'ErrorAnswer' }
  return body ? interfaces.nameOf(body, 'response', place) : 'never'
}

/** Consecutive versions whose bodies are the same. */
type ContractEdition = { readonly first: number; readonly last: number }

function editionsOf(operations: readonly Operation[]): readonly ContractEdition[] {
  const editions: ContractEdition[] = []
  for (let version: number = versions.first; version <= versions.last; version++) {
    const before = editions.at(-1)
    if (before && isSameContract(operations, before.first, version))
      editions.splice(-1, 1, { ...before, last: version })
    else editions.push({ first: version, last: version })
  }
  return editions
}

/** Versions between which nothing was declared to change resolve to the same objects. */
const isSameContract = (operations: readonly Operation[], one: number, other: number): boolean =>
  operations.every(operation =>
    sides.every(side => bodyAt(operation, side, one) === bodyAt(operation, side, other)),
  )
const sides = ['request', 'response'] as const

function operationTable(operations: readonly Operation[]): string {
  const rows = operations.map(operation => {
    const apiOperation = requestAt(operation, versions.last).names.has('apiOperation') && operation.name
    const row = {
      method: operation.method,
      path: clientPath(operation.path),
      ...(apiOperation && { apiOperation }),
      yields: yieldOf(operation),
    }
    return `  /** ${operation.doc} */\n  ${camelCase(operation.name)}: ${JSON.stringify(row)},`
  })
  return `export const operations = {\n${rows.join('\n')}\n} as const`
}

/** What a call comes to: the outcome of a transaction (of money, or a verified account), or an answer. */
function yieldOf({ name, role }: Operation): 'answer' | 'outcome' {
  const isOfPayment = role === 'payment' || role === 'followUp' || name === 'RETRIEVE_TRANSACTION'
  return isOfPayment ? 'outcome' : 'answer'
}

/** Parameters as JavaScript writes names: {orderid} → {orderId}, {3DSecureId} → {threeDSecureId}. */
const clientPath = (path: string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => `{${generatorName(name).replace(/id$/, 'Id')}}`)

function editionText(
  operations: readonly Operation[],
  { first, last }: ContractEdition,
  interfaces: Interfaces,
): string {
  const components = componentsOf(operations, first)
  const lines = operations.map(operation => {
    const types = sides.map(side => {
      const body = bodyAt(operation, side, first)
      const otherwise = pascalCase([operation.title, side])
      return body.fields.length > 0
        ? interfaces.nameOf(body, side, { components, version: first, otherwise })
        : 'null'
    })
    return `  ${camelCase(operation.name)}: { request: ${types[0]}; answer: ${types[1]} }`
  })
  const span = first === last ? `Version ${first}` : `Versions ${first} to ${last}`
  return `/** ${span}. */\nexport interface ContractSince${first} {\n${lines.join('\n')}\n}`
}

/** Where a group is written: the components that name it, and the name it gets if none of them does. */
type WrittenAt = {
  readonly components: SchemaComponents
  readonly version: number
  readonly otherwise: string
}

/** Each group once, however many operations and versions have it: under the name of its first place. */
class Interfaces {
  readonly #nameByGroup = {
    request: new Map<ResolvedGroup, string>(),
    response: new Map<ResolvedGroup, string>(),
  }
  readonly #nameByText = new Map<string, string>()
  readonly #textByName = new Map<string, string>()

  texts(): readonly string[] {
    return [...this.#textByName].map(([name, text]) => `interface ${name} ${text}`)
  }

  nameOf(group: ResolvedGroup, side: ContractSide, place: WrittenAt): string {
    const name = this.#nameByGroup[side].get(group) ?? this.#write(group, side, place)
    this.#nameByGroup[side].set(group, name)
    return name
  }

  #write(group: ResolvedGroup, side: ContractSide, place: WrittenAt): string {
    const wanted = place.components.of(group, side)?.name ?? place.otherwise
    const text = this.#groupText(group, side, { ...place, otherwise: wanted })
    const known = this.#nameByText.get(text)
    if (known !== undefined) return known
    const name = this.#freeName(wanted, place.version)
    this.#nameByText.set(text, name)
    this.#textByName.set(name, text)
    return name
  }

  #freeName(wanted: string, version: number): string {
    const candidates = [wanted, `${wanted}Since${version}`]
    for (let number = 2; ; number++) {
      const free = candidates.find(name => !this.#textByName.has(name))
      if (free !== undefined) return free
      candidates.push(`${wanted}Since${version}Form${number}`)
    }
  }

  #groupText(group: ResolvedGroup, side: ContractSide, place: WrittenAt): string {
    const fields = shownFields(group, side).filter(field => !isApiOperation(field, side))
    const lines = fields.map(({ name, isRequired, type, field, secret }) => {
      const isMasked = side === 'response' && secret === 'number'
      const otherwise = pascalCase([place.otherwise, name])
      const text = isMasked ? 'string' : this.#typeText(type, side, { ...place, otherwise })
      return `  /** ${field.doc} */\n  ${propertyName(name)}${isRequired ? '' : '?'}: ${text}`
    })
    return `{\n${lines.join('\n')}\n}`
  }

  #typeText(type: Resolved, side: ContractSide, place: WrittenAt): string {
    switch (type.kind) {
      case 'scalar':
        return scalarText(type)
      case 'group':
        return this.nameOf(type, side, place)
      case 'list':
        return `readonly (${this.#typeText(type.each, side, place)})[]`
      case 'dictionary':
        return `{ readonly [name: string]: ${scalarText(type.each)} }`
    }
  }
}

/** The client writes it: what is called says it. */
const isApiOperation = ({ name }: ResolvedField, side: ContractSide) =>
  side === 'request' && name === 'apiOperation'

function scalarText({ scalar, values }: ResolvedScalar): string {
  if (values) return [...values].map(value => `'${value}'`).join(' | ')
  return scalar.json === 'integer' ? 'number' : scalar.json
}

const propertyName = (name: string): string => (/^[A-Za-z]\w*$/.test(name) ? name : `'${name}'`)
