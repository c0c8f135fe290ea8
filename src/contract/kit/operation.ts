// What an operation is, and its request and response at a version.

import { type Naming, type Resolved, type ResolvedGroup, resolve } from './resolve.ts'
import type { ValidationFinding } from './validateFields.ts'
import { type Group, group, type Shape, type ValuesOf } from './vocabulary.ts'

/** One operation of the API, as data: used by the server, OpenAPI and the reference. */
export type Operation<Q extends Shape = Shape, A extends Shape = Shape> = {
  readonly name: string
  readonly title: string
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT'
  /** After /api/rest/version/{version}. */
  readonly path: string
  /** The versions at which it is documented; requests at older versions are served by the first of them. */
  readonly versions: readonly [number, ...number[]]
  readonly doc: string
  readonly access: 'merchant' | 'public'
  readonly request: Group<Q>
  readonly response: Group<A>
  /** Conditions on several fields: checked in this order after the fields themselves, documented by name. */
  readonly rules: readonly Rule[]
  /** It may repeat fields of an order that exists: rules of the order are checked once that is loaded. */
  readonly repeatsOrder?: true
  /** Undefined where it executes no transaction. */
  readonly role: TransactionRole | undefined
  /** It acts with the funds of the order that it names: always, or if that order exists already. */
  readonly fundsOfOrder?: 'always' | 'ifItExists'
}

export type Rule = {
  readonly name: string
  readonly doc: string
  readonly judge: (body: never, context: RuleContext) => ValidationFinding | undefined
  /**
   * It concerns the order's fields: for a follow-up it is checked against the stored order with its changes.
   */
  readonly isOfOrder?: true
}
export type RuleContext = CallerPrivileges & { readonly version: number; readonly operation: string }

/** What only some callers may request. */
export type CallerPrivileges = {
  /** Unmasked card numbers: the merchant's profile allows it, and the caller presented its certificate. */
  readonly mayUnmask?: boolean | undefined
  /** Values that only a wallet's token contains: the gateway itself has opened it. */
  readonly hasOpenedToken?: boolean | undefined
}

/** Declares a rule; it is called with a body whose fields were already validated one by one. */
export const rule = <Body>(
  name: string,
  doc: string,
  judge: (body: Body, context: RuleContext) => ValidationFinding | undefined,
): Rule => ({ name, doc, judge })

/** Declares a rule about the whole order, of which a follow-up may repeat a part. */
export const ruleOfOrder = <Body>(...given: Parameters<typeof rule<Body>>): Rule => ({
  ...rule(...given),
  isOfOrder: true,
})

/**
 * What an operation does for an order: it pays, or begins to ('payment'), acts on a payment made before
 * ('followUp'), or proves who pays ('payerAuthentication': the payer's browser may call it).
 */
export type TransactionRole = 'followUp' | 'payerAuthentication' | 'payment'

/** Kept as literal types: lists of operations are derived from them. */
type Identity<N extends string, M extends Operation['method'], P extends string, R> = {
  readonly name: N
  readonly method: M
  readonly path: P
  readonly role: R
}
type Declaration<Q extends Shape, A extends Shape> = Omit<
  Operation<Q, A>,
  'access' | 'request' | 'response' | 'role' | 'rules'
> & {
  readonly access?: 'merchant' | 'public'
  readonly request: Q
  readonly response: A
  readonly rules?: readonly Rule[]
}
export const operation = <
  const Q extends Shape,
  const A extends Shape,
  N extends string,
  M extends Operation['method'],
  P extends string,
  R extends TransactionRole | undefined = undefined,
>(
  declaration: Declaration<Q, A> & Omit<Identity<N, M, P, R>, 'role'> & { readonly role?: R },
): Operation<Q, A> & Identity<N, M, P, R> => ({
  access: 'merchant',
  rules: [],
  ...declaration,
  role: declaration.role as R,
  request: group(declaration.request),
  response: group(declaration.response),
})

export type RequestOf<O extends Operation> = O extends Operation<infer Q, Shape> ? ValuesOf<Q> : never
export type ResponseOf<O extends Operation> = O extends Operation<Shape, infer A> ? ValuesOf<A> : never
/** The values of which the response is made, as a record has them: decimals are texts. */
export type RecordedResponseOf<O extends Operation> =
  O extends Operation<Shape, infer A> ? ValuesOf<A, 'record'> : never

/** The version whose contract serves a request: the requested one, but at least the earliest documented. */
export const servedAt = (operation: Operation, version: number): number =>
  Math.max(version, operation.versions[0])
/** A request as a version writes it. */
export const requestAt = (operation: Operation, version: number): ResolvedGroup =>
  requestAs('wire', operation, version)
/** The same fields under the names of the model: the shape of a request after `raise`. */
export const requestModelAt = (operation: Operation, version: number): ResolvedGroup =>
  requestAs('model', operation, version)
/**
 * The fields of all versions under the names of the model, so that equal requests are equal at any version.
 */
export const requestModel = (operation: Operation): ResolvedGroup =>
  asGroup(resolve(operation.request, afterAllVersions, 0, 'model'))
export const responseAt = (operation: Operation, version: number): ResolvedGroup =>
  asGroup(resolve(operation.response, version))

/** Above any version that is served, so every field was added; with `asked` 0, none was removed. */
const afterAllVersions = 999

const requestAs = (naming: Naming, operation: Operation, version: number): ResolvedGroup =>
  asGroup(resolve(operation.request, servedAt(operation, version), version, naming))

function asGroup(resolved: Resolved): ResolvedGroup {
  if (resolved.kind !== 'group') throw new Error('An operation is a group of fields')
  return resolved
}
