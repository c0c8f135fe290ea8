// The client of a merchant's server: the operations of the contract as methods, typed for one version.

import type { AnswerBody, ApiVersion, MethodName, RequestBody, TransactionBody } from './bodies.ts'
import {
  type Caller,
  type CallOptions,
  type ClientSettings,
  createCaller,
  pathSegment,
  patienceMs,
} from './caller.ts'
import { operations } from './contract.generated.ts'
import { type FeedNotification, type FeedSettings, readFeed } from './feed.ts'
import {
  type Outcome,
  outcomeOf,
  type Reply,
  type RetrievedOutcome,
  replyOf,
  retrievedOutcomeOf,
} from './outcome.ts'

/** Each operation of the API, with ids and body as its version has them, and the feed of notifications. */
export type Client<V extends ApiVersion> = {
  readonly [M in keyof typeof operations]: (...call: CallArguments<V, M>) => Promise<CallResult<V, M>>
} & {
  /** What happened, oldest first; goes on after `after`, the id of the last one that you have. */
  readonly notifications: (settings?: FeedSettings) => AsyncGenerator<FeedNotification<V>, void, void>
}

/** The ids in the path, the body, the options: those of them that the operation has. */
export type CallArguments<V extends ApiVersion, M extends MethodName> = [
  ...IdArguments<IdNames<M>>,
  ...BodyArguments<RequestBody<V, M>>,
  options?: CallOptions,
]
type IdArguments<Names extends string> = [Names] extends [never]
  ? []
  : [ids: { readonly [Name in Names]: string }]
type BodyArguments<Body> = Body extends null ? [] : [body: Body]

/** The parameters in the path of an operation, but for the merchant, whom the client knows. */
type IdNames<M extends MethodName> = Exclude<NamesIn<(typeof operations)[M]['path']>, 'merchantId'>
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

export type CallResult<V extends ApiVersion, M extends MethodName> = M extends 'retrieveTransaction'
  ? RetrievedOutcome<TransactionBody<V>>
  : (typeof operations)[M]['yields'] extends 'outcome'
    ? Outcome<AnswerBody<V, M>, TransactionBody<V>>
    : Reply<AnswerBody<V, M>>

/** A client of one gateway, merchant and version, without state: any number of calls may be under way. */
export function createClient<const V extends ApiVersion>(settings: ClientSettings<V>): Client<V>
export function createClient(settings: ClientSettings<ApiVersion>): object {
  const caller = createCaller(settings)
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    (...given: readonly unknown[]) => call(caller, operation, given),
  ])
  const reader = { caller, patienceMs: patienceMs(settings) }
  return { ...Object.fromEntries(methods), notifications: (feed?: FeedSettings) => readFeed(reader, feed) }
}

const idPlaces = /\{(?!merchantId)([^}]+)\}/g

async function call(
  caller: Caller,
  operation: (typeof operations)[MethodName],
  given: readonly unknown[],
): Promise<unknown> {
  const { method, yields } = operation
  const left = [...given]
  const ids = Object(operation.path.match(idPlaces) && left.shift())
  const path = operation.path.replace(idPlaces, (_, name: string) => pathSegment(ids[name], name))
  const written = 'apiOperation' in operation && { apiOperation: operation.apiOperation }
  const hasBody = method === 'PUT' || method === 'POST'
  const body = hasBody && { body: JSON.stringify({ ...written, ...Object(left.shift()) }) }
  const options: CallOptions = Object(left.shift())
  const shown = async (asked: CallOptions): Promise<RetrievedOutcome<TransactionBody<ApiVersion>>> =>
    retrievedOutcomeOf(await caller({ method: 'GET', path }, asked), again)
  // The signal that ended a call would end each question about it, too.
  const again = { retrieve: () => shown({ ...options, signal: undefined }) }
  if (yields === 'outcome' && method === 'GET') return shown(options)
  const exchanged = await caller({ method, path, ...body }, options)
  return yields === 'outcome' ? outcomeOf(exchanged, again) : replyOf(exchanged)
}
