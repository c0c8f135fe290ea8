// What an operation is, and its request and response at a version.

import { type Naming, type Resolved, type ResolvedGroup, resolve } from './resolve.ts'
import type { ValidationFinding } from './validateFields.ts'
import { type FieldType, type Group, group, type Shape, type ValuesOf } from './vocabulary.ts'

/** One operation of the API, as data: the server, the SDK, OpenAPI and the reference all read this. */
export type Operation<Q extends Shape = Shape, A extends Shape = Shape> = {
  readonly name: string
  readonly title: string
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT'
  /** After /api/rest/version/{version}. */
  readonly path: string
  /** The versions it is documented at; below the first, the first serves. */
  readonly versions: readonly [number, ...number[]]
  readonly doc: string
  readonly access: 'merchant' | 'public'
  readonly request: Group<Q>
  readonly response: Group<A>
  /** Conditions on several fields: checked after the fields, in this order, documented by name. */
  readonly rules: readonly Rule[]
  /** It may repeat a part of the order's fields: rules of the order are checked once the order is known. */
  readonly followsUp?: true
}

export type Rule = {
  readonly name: string
  readonly doc: string
  readonly judge: (body: never, context: RuleContext) => ValidationFinding | undefined
  /** It concerns the order's fields: a follow-up is checked together with what the order has stored. */
  readonly isOfOrder?: true
}
export type RuleContext = CallerPrivileges & { readonly version: number; readonly operation: string }

/** What only some callers may ask for. */
export type CallerPrivileges = {
  /** Whole card numbers: its profile allows it, and it came with its certificate. */
  readonly mayUnmask?: boolean | undefined
}

/** A rule sees a body whose fields were already validated one by one. */
export const rule = <Body>(
  name: string,
  doc: string,
  judge: (body: Body, context: RuleContext) => ValidationFinding | undefined,
): Rule => ({ name, doc, judge })

/** A rule about the whole order, of which a follow-up may repeat a part. */
export const ruleOfOrder = <Body>(...given: Parameters<typeof rule<Body>>): Rule => ({
  ...rule(...given),
  isOfOrder: true,
})

type Declaration<Q extends Shape, A extends Shape> = Omit<
  Operation<Q, A>,
  'access' | 'request' | 'response' | 'rules'
> & {
  readonly access?: 'merchant' | 'public'
  readonly request: Q
  readonly response: A
  readonly rules?: readonly Rule[]
}
export const operation = <const Q extends Shape, const A extends Shape>(
  declaration: Declaration<Q, A>,
): Operation<Q, A> => ({
  access: 'merchant',
  rules: [],
  ...declaration,
  request: group(declaration.request),
  response: group(declaration.response),
})

export type RequestOf<O extends Operation> = O extends Operation<infer Q, Shape> ? ValuesOf<Q> : never
export type ResponseOf<O extends Operation> = O extends Operation<Shape, infer A> ? ValuesOf<A> : never

/** The version whose contract serves this one: the earliest documented, at least. */
export const servedAt = (operation: Operation, version: number): number =>
  Math.max(version, operation.versions[0])
/** A request as a version writes it. */
export const requestAt = (operation: Operation, version: number): ResolvedGroup =>
  requestAs('wire', operation, version)
/** The same fields under the names of the model: the shape of what was raised. */
export const requestModelAt = (operation: Operation, version: number): ResolvedGroup =>
  requestAs('model', operation, version)
/** The fields of all versions under the names of the model: by it, a request is the same at every version. */
export const requestModel = (operation: Operation): ResolvedGroup =>
  asGroup(resolve(operation.request, afterAllVersions, 0, 'model'))
export const responseAt = (operation: Operation, version: number): ResolvedGroup =>
  asGroup(resolve(operation.response, version))

/** Beyond any version that is served: all has come by then, and asked for at 0, nothing has gone. */
const afterAllVersions = 999

const requestAs = (naming: Naming, operation: Operation, version: number): ResolvedGroup =>
  asGroup(resolve(operation.request, servedAt(operation, version), askedOf(operation, version), naming))

/**
 * The version as far as it matters: below the earliest documented, all that do not part at a field that went
 * away are one, and are kept in memory once.
 */
function askedOf(operation: Operation, version: number): number {
  const served = servedAt(operation, version)
  return version === served
    ? served
    : Math.min(endsOf(operation.request).find(end => end >= version) ?? served, served)
}

const knownEnds = new WeakMap<Group, readonly number[]>()

/** The last versions of fields that went away, in order. */
function endsOf(body: Group): readonly number[] {
  const known = knownEnds.get(body)
  if (known) return known
  const found = new Set<number>()
  collectEnds(body, found)
  const ends = [...found].sort((one, other) => one - other)
  knownEnds.set(body, ends)
  return ends
}

function collectEnds(type: FieldType, found: Set<number>): void {
  if (type.kind === 'list') collectEnds(type.each, found)
  if (type.kind === 'versioned') for (const form of type.forms) collectEnds(form.type, found)
  if (type.kind !== 'group') return
  for (const { until, type: inner } of Object.values(type.fields)) {
    if (until !== undefined) found.add(until)
    collectEnds(inner, found)
  }
}

function asGroup(resolved: Resolved): ResolvedGroup {
  if (resolved.kind !== 'group') throw new Error('An operation is a group of fields')
  return resolved
}
