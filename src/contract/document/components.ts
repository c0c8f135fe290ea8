// Components of a document: groups that it lists once and refers to, and their names.

import { type Operation, requestAt, responseAt } from '../kit/operation.ts'
import { groupIn, type ResolvedGroup } from '../kit/resolve.ts'
import { type ContractSide, groupSchema, type SchemaObject, shownFields } from './schema.ts'

export type SchemaComponents = {
  readonly all: readonly SchemaComponent[]
  /** The component of a group; undefined for one that occurs once and is shown inline. */
  readonly of: (group: ResolvedGroup, side: ContractSide) => SchemaComponent | undefined
}

/** A group that a document contains once and refers to from wherever it occurs. */
export type SchemaComponent = {
  readonly name: string
  readonly side: ContractSide
  readonly group: ResolvedGroup
  readonly places: readonly ComponentPlace[]
  readonly isBody: boolean
}
/** The path is empty for a body itself. */
type ComponentPlace = { readonly operation: Operation; readonly path: readonly string[] }

/**
 * Groups with equal schemas are one component, even if they were declared separately. Bodies and groups that
 * are referred to from two or more places become components.
 */
export function componentsOf(operations: readonly Operation[], version: number): SchemaComponents {
  const register = new ComponentRegister()
  for (const operation of operations) {
    register.addBody(operation, 'request', requestAt(operation, version))
    register.addBody(operation, 'response', responseAt(operation, version))
  }
  const shared = register.entries().filter(({ isBody, sites }) => isBody || sites.size > 1)
  const names = namesFor(shared)
  const components = new Map(
    shared.map(entry => [entry.key, { ...entry, name: names.get(entry) ?? '' } satisfies SchemaComponent]),
  )
  return {
    all: [...components.values()].sort((left, right) => compareText(left.name, right.name)),
    of: (group, side) => components.get(register.entryOf(group, side).key),
  }
}

type RegisterEntry = {
  readonly key: string
  readonly side: ContractSide
  readonly group: ResolvedGroup
  readonly places: ComponentPlace[]
  /** The fields that refer to it, each once, however often the groups of those fields occur. */
  readonly sites: Set<string>
  isBody: boolean
}

/** Every group of a version, by its schema. */
class ComponentRegister {
  readonly #entries = new Map<string, RegisterEntry>()
  readonly #known = {
    request: new Map<ResolvedGroup, RegisterEntry>(),
    response: new Map<ResolvedGroup, RegisterEntry>(),
  }

  addBody(operation: Operation, side: ContractSide, group: ResolvedGroup): void {
    if (group.fields.length === 0) return
    const entry = this.entryOf(group, side)
    entry.isBody = true
    this.#visit(entry, { operation, path: [] }, operation.name)
  }

  entries(): readonly RegisterEntry[] {
    return [...this.#entries.values()]
  }

  entryOf(group: ResolvedGroup, side: ContractSide): RegisterEntry {
    const known = this.#known[side].get(group)
    if (known) return known
    const schema = groupSchema(group, side, inner => ({ $ref: this.entryOf(inner, side).key }))
    const key = `${side}${this.#number(JSON.stringify([side, schema]))}`
    const entry = this.#entries.get(key) ?? { key, side, group, places: [], sites: new Set(), isBody: false }
    this.#entries.set(key, entry)
    this.#known[side].set(group, entry)
    return entry
  }

  readonly #numbers = new Map<string, number>()
  #number(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  #visit(entry: RegisterEntry, place: ComponentPlace, site: string): void {
    entry.places.push(place)
    entry.sites.add(site)
    for (const { name, type } of shownFields(entry.group, entry.side)) {
      const inner = groupIn(type)
      if (!inner) continue
      const path = [...place.path, name]
      this.#visit(this.entryOf(inner, entry.side), { ...place, path }, `${entry.key}.${name}`)
    }
  }
}

/** Bodies are named first; a suffix distinguishes groups of answers from groups of requests. */
function namesFor(entries: readonly RegisterEntry[]): ReadonlyMap<RegisterEntry, string> {
  const bodies = new Map(entries.filter(({ isBody }) => isBody).map(entry => [entry, occurrencesOf(entry)]))
  const others = new Map(entries.filter(({ isBody }) => !isBody).map(entry => [entry, occurrencesOf(entry)]))
  const bodyNames = nameGroups(bodies)
  return new Map([...bodyNames, ...nameGroups(others, new Set(bodyNames.values()))])
}

const endings = {
  request: { body: 'Request', part: '' },
  response: { body: 'Response', part: 'Answer' },
} as const

const occurrencesOf = (entry: RegisterEntry): GroupOccurrences => ({
  ending: endings[entry.side][entry.isBody ? 'body' : 'part'],
  places: entry.places.map(({ operation, path }) => ({
    operation: operation.title,
    path: path.length > 0 ? path : bodyName(entry, operation),
  })),
})

/** The body of one operation is named after it, one of several after the resource they share. */
function bodyName({ places }: RegisterEntry, operation: Operation): readonly string[] {
  const isOnly = places.every(place => place.operation === operation)
  return [isOnly ? operation.title : (nounOf(operation.path) ?? operation.title)]
}
/** The resource of a path: its last segment that is not a parameter. */
export const nounOf = (path: string): string | undefined =>
  path.split('/').findLast(segment => segment !== '' && !segment.startsWith('{'))

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** A component's schema; other components are referred to. */
export function componentSchema(
  components: SchemaComponents,
  { group, side }: SchemaComponent,
): SchemaObject {
  const refer = (inner: ResolvedGroup): SchemaObject => {
    const component = components.of(inner, side)
    return component ? { $ref: referenceTo(component) } : groupSchema(inner, side, refer)
  }
  return groupSchema(group, side, refer)
}
export const referenceTo = ({ name }: SchemaComponent): string => `#/components/schemas/${name}`

/** Where a group occurs: in which operation's body, under which fields. */
type GroupOccurrence = { readonly operation: string; readonly path: readonly string[] }
type GroupOccurrences = { readonly places: readonly GroupOccurrence[]; readonly ending: string }

/**
 * Readable names for groups that are equal in several places, made of the fields that lead to all of these
 * (`order.subMerchant` → OrderSubMerchant). If several groups compete for a name, none of them gets it:
 * longer names are tried, then the operation as a prefix, then a number.
 */
export function nameGroups<G>(
  groups: ReadonlyMap<G, GroupOccurrences>,
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<G, string> {
  const names = new Map<G, string>()
  const contested = new Set(taken)
  let nameless = [...groups].map(([group, occurrences]) => ({
    group,
    candidates: candidatesFor(occurrences),
  }))
  for (let attempt = 0; nameless.some(({ candidates }) => attempt < candidates.length); attempt++) {
    const wanted = nameless.map(({ candidates }) => candidates[attempt] ?? '')
    const isFree = (name: string) =>
      name !== '' && !contested.has(name) && wanted.indexOf(name) === wanted.lastIndexOf(name)
    const left = nameless.filter(({ group }, index) => {
      const name = wanted[index] ?? ''
      if (isFree(name)) names.set(group, name)
      return !isFree(name)
    })
    for (const name of wanted) contested.add(name)
    nameless = left
  }
  for (const { group, candidates } of nameless) {
    const name = numbered(candidates.at(-1) ?? 'Group', contested)
    contested.add(name)
    names.set(group, name)
  }
  return names
}

function candidatesFor({ places, ending }: GroupOccurrences): readonly string[] {
  const [first] = places
  if (!first) return []
  const shared = commonEnding(places.map(({ path }) => path))
  const path = shared.length > 0 ? shared : first.path
  const lengths = path.map((_, index) => index + 1).filter(length => length >= Math.min(2, path.length))
  const endings = lengths.map(length => pascalCase(path.slice(-length)))
  const names = [...endings, pascalCase(first.path), pascalCase([first.operation, ...first.path])]
  return [...new Set(names)].map(name => `${name}${ending}`)
}

function commonEnding(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths
  let length = 0
  while (
    length < first.length &&
    others.every(path => path.length > length && path.at(-1 - length) === first.at(-1 - length))
  )
    length++
  return length === 0 ? [] : first.slice(-length)
}

function numbered(name: string, contested: ReadonlySet<string>): string {
  let number = 2
  while (contested.has(`${name}${number}`)) number++
  return `${name}${number}`
}

/** ['order', 'subMerchant'] → OrderSubMerchant; names start with a letter, so 3DSecure → ThreeDSecure. */
export function pascalCase(words: readonly string[]): string {
  return words
    .flatMap(word => word.split(/[^0-9A-Za-z]+/))
    .filter(part => part !== '')
    .map(part => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')
    .replace(/^3(?=[Dd])/, 'Three')
}

/** CHECK_GATEWAY → checkGateway. */
export function camelCase(name: string): string {
  const joined = pascalCase(name.replace(/[A-Z]{2,}/g, word => word.toLowerCase()).split('_'))
  return `${joined.charAt(0).toLowerCase()}${joined.slice(1)}`
}
