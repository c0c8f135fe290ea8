import { type Operation, requestAt, responseAt } from '../kit/operation.ts'
import type { Resolved, ResolvedGroup } from '../kit/resolve.ts'
import { nameGroups, type Occurrences } from './names.ts'
import { groupSchema, type JsonObject, type Side, shownFields } from './schema.ts'

/** A group that stands once in a document and is referred to from wherever it occurs. */
export type Component = {
  readonly name: string
  readonly side: Side
  readonly group: ResolvedGroup
  readonly places: readonly Place[]
  readonly isBody: boolean
}
/** The path is empty for a body itself. */
export type Place = { readonly operation: Operation; readonly path: readonly string[] }

export type Components = {
  readonly all: readonly Component[]
  /** The component a group is shown as; undefined for one that occurs once and is shown in its place. */
  readonly of: (group: ResolvedGroup, side: Side) => Component | undefined
}

/**
 * Groups that say the same are one, even where they were declared apart: a document lists them once. Bodies
 * and what is referred to from two places become components.
 */
export function componentsOf(operations: readonly Operation[], version: number): Components {
  const register = new Register()
  for (const operation of operations) {
    register.addBody(operation, 'request', requestAt(operation, version))
    register.addBody(operation, 'response', responseAt(operation, version))
  }
  const shared = register.entries().filter(({ isBody, sites }) => isBody || sites.size > 1)
  const names = namesFor(shared)
  const components = new Map(
    shared.map(entry => [entry.key, { ...entry, name: names.get(entry) ?? '' } satisfies Component]),
  )
  return {
    all: [...components.values()].sort((left, right) => compareText(left.name, right.name)),
    of: (group, side) => components.get(register.entryOf(group, side).key),
  }
}

type Entry = {
  readonly key: string
  readonly side: Side
  readonly group: ResolvedGroup
  readonly places: Place[]
  /** Which fields of which groups refer to it, each once however often those groups occur. */
  readonly sites: Set<string>
  isBody: boolean
}

/** Every group of a version, by what it says. */
class Register {
  readonly #entries = new Map<string, Entry>()
  readonly #known = { request: new Map<ResolvedGroup, Entry>(), response: new Map<ResolvedGroup, Entry>() }

  addBody(operation: Operation, side: Side, group: ResolvedGroup): void {
    if (group.fields.length === 0) return
    const entry = this.entryOf(group, side)
    entry.isBody = true
    this.#visit(entry, { operation, path: [] }, operation.name)
  }

  entries(): readonly Entry[] {
    return [...this.#entries.values()]
  }

  entryOf(group: ResolvedGroup, side: Side): Entry {
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

  #visit(entry: Entry, place: Place, site: string): void {
    entry.places.push(place)
    entry.sites.add(site)
    for (const { name, type } of shownFields(entry.group, entry.side)) {
      const inner = groupWithin(type)
      if (!inner) continue
      const path = [...place.path, name]
      this.#visit(this.entryOf(inner, entry.side), { ...place, path }, `${entry.key}.${name}`)
    }
  }
}

/** The group a field leads to, through a list if need be. */
export function groupWithin(type: Resolved): ResolvedGroup | undefined {
  if (type.kind === 'group') return type
  return type.kind === 'list' ? groupWithin(type.each) : undefined
}

/** Bodies choose their names first; an ending tells what is inside answers from what is inside requests. */
function namesFor(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const bodies = new Map(entries.filter(({ isBody }) => isBody).map(entry => [entry, occurrencesOf(entry)]))
  const others = new Map(entries.filter(({ isBody }) => !isBody).map(entry => [entry, occurrencesOf(entry)]))
  const bodyNames = nameGroups(bodies)
  return new Map([...bodyNames, ...nameGroups(others, new Set(bodyNames.values()))])
}

const endings = {
  request: { body: 'Request', part: '' },
  response: { body: 'Response', part: 'Answer' },
} as const

const occurrencesOf = (entry: Entry): Occurrences => ({
  ending: endings[entry.side][entry.isBody ? 'body' : 'part'],
  places: entry.places.map(({ operation, path }) => ({
    operation: operation.title,
    path: path.length > 0 ? path : bodyName(entry, operation),
  })),
})

/** A body of one operation is called after it, one of many after the thing they are about. */
function bodyName({ places }: Entry, operation: Operation): readonly string[] {
  const isOnly = places.every(place => place.operation === operation)
  return [isOnly ? operation.title : (nounOf(operation.path) ?? operation.title)]
}
/** What a path is about: its last segment that is not a parameter. */
export const nounOf = (path: string): string | undefined =>
  path.split('/').findLast(segment => segment !== '' && !segment.startsWith('{'))

export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** A component's schema, what it shares with others left to reference. */
export function componentSchema(components: Components, { group, side }: Component): JsonObject {
  const refer = (inner: ResolvedGroup): JsonObject => {
    const component = components.of(inner, side)
    return component ? { $ref: referenceTo(component) } : groupSchema(inner, side, refer)
  }
  return groupSchema(group, side, refer)
}
export const referenceTo = ({ name }: Component): string => `#/components/schemas/${name}`
