// The requests of a run: number and seed say which, whatever was sent before.

import { catalogue } from '../../src/contract/catalogue.ts'
import { exampleOf } from '../../src/contract/document/examples.ts'
import type { Operation } from '../../src/contract/kit/operation.ts'
import { versions } from '../../src/contract/kit/versions.ts'
import { basic, passwords } from '../journeys/client.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import { fieldsAt } from './contractFields.ts'
import { type Mutation, mutate, mutationWeights, written } from './mutations.ts'
import {
  endings,
  forms,
  methods,
  otherCredentials,
  otherHeaders,
  pages,
  pieces,
  segmentsOfOthers,
  slips,
  tokensOfPages,
} from './otherPieces.ts'

export type HostileRequest = {
  readonly number: number
  /** What is wrong with it: a mutation of the body, or where else. */
  readonly kind: RequestKind
  readonly operation: string
  readonly version: number
  readonly method: string
  readonly path: string
  readonly body: Buffer
  readonly bytes: Buffer
  /** Its bytes may not be HTTP at all, so that it needs a connection of its own. */
  readonly isAlone: boolean
}

export type RequestKind = Mutation | 'path' | 'headers' | 'credentials' | 'bytes' | 'pages'

export const requestKinds: readonly RequestKind[] = [
  ...catalogueOfMutations(),
  ...(['path', 'headers', 'credentials', 'bytes', 'pages'] as const),
]

function catalogueOfMutations(): readonly Mutation[] {
  return Object.keys(mutationWeights).filter((name): name is Mutation => name in mutationWeights)
}

const weights: Readonly<Record<RequestKind, number>> = {
  ...mutationWeights,
  ...{ path: 8, headers: 5, credentials: 2, bytes: 2, pages: 3 },
}

/** What exists at the gateway under names that it chose itself. */
export type Known = { readonly sessions: readonly string[]; readonly tokens: readonly string[] }

export function createRequests(seed: number, known: Known): (number: number) => HostileRequest {
  return number => {
    const random = randomOf(Math.imul(seed, 0x9e3779b1) ^ number)
    const operation = operations[random.below(operations.length)] ?? operations[0]
    if (!operation) throw new Error('the contract has no operations')
    const version = versions.first + random.below(versions.last)
    const kind = random.weighted(weights)
    return requestOf({ number, kind, operation, version, random, known })
  }
}

/** Those with a body are the larger part of what can be wrong. */
const operations = catalogue.flatMap(operation =>
  operation.method === 'PUT' ? [operation, operation] : [operation],
)

type Draft = {
  readonly number: number
  readonly kind: RequestKind
  readonly operation: Operation
  readonly version: number
  readonly random: Random
  readonly known: Known
}

function requestOf(draft: Draft): HostileRequest {
  const { number, operation, version, random } = draft
  const hasBody = operation.method === 'PUT' || operation.method === 'POST'
  const kind = draft.kind in mutationWeights && !hasBody ? 'path' : draft.kind
  if (kind === 'pages') return pageRequest(draft)
  const body = hasBody ? bodyOf(draft) : Buffer.alloc(0)
  const segments = segmentsOf(draft)
  const line = { method: operation.method as string, path: `/${segments.join('/')}` }
  if (kind === 'path') Object.assign(line, random.pick(pathChanges)(line, segments, random))
  const headers = headersOf(kind, random, body)
  const whole = Buffer.concat([Buffer.from(headOf(line, headers), 'latin1'), body])
  const isAlone = kind === 'bytes' || kind === 'headers'
  const bytes = kind === 'bytes' ? damaged(whole, random) : whole
  return { number, kind, operation: operation.name, version, ...line, body, bytes, isAlone }
}

function bodyOf({ operation, version, random, kind }: Draft): Buffer {
  const victim = {
    body: structuredClone(examples.get(operation.name) ?? {}),
    fields: fieldsAt(operation, version),
    random,
  }
  if (isMutation(kind)) {
    mutate(kind, victim)
    // One request in ten has two things wrong with it.
    if (random.chance(0.1)) mutate(random.weighted(mutationWeights), victim)
  }
  return written(victim)
}

const isMutation = (kind: RequestKind): kind is Mutation => kind in mutationWeights

const examples = new Map(
  catalogue.map(operation => [operation.name, { ...exampleOf(operation)?.body }] as const),
)

const merchant = 'TESTMERCHANT'

/** The path of its operation, decoded once; ids are those of a few orders, so that requests meet. */
function segmentsOf({ number, kind, operation, version, random, known }: Draft): string[] {
  const values: Readonly<Record<string, string | undefined>> = {
    // Who often gives wrong credentials for the same merchant is answered late.
    merchantId:
      kind === 'credentials' && random.chance(0.9) ? `M${inLetters(number % unknownNames)}` : merchant,
    orderid: `h-${inLetters(random.below(Math.ceil(number / 3) + 40))}`,
    transactionid: String(1 + random.below(4)),
    sessionId: known.sessions[random.below(known.sessions.length + 1)] ?? 'SESSION0002776555072F1187G4FA37',
    tokenid: known.tokens[random.below(known.tokens.length + 1)] ?? `token-${inLetters(random.below(999))}`,
    '3DSecureId': `check-${inLetters(random.below(500))}`,
  }
  const path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => values[name] ?? whole)
  return ['api', 'rest', 'version', String(version), ...path.slice(1).split('/')]
}

/** So many digits would look like a card number now and then. */
const inLetters = (count: number): string =>
  String(count).replace(/\d/g, digit => 'abcdefghij'[Number(digit)] ?? '')

type Line = { readonly method: string; readonly path: string }

const pathChanges = [
  ({ method }, segments, random) => {
    const at = 3 + random.below(segments.length - 3)
    return { method, path: `/${segments.with(at, random.pick(segmentsOfOthers)).join('/')}` }
  },
  ({ method }, segments, random) => {
    const at = random.below(segments.length)
    return { method, path: `/${segments.with(at, random.pick(segmentsOfOthers)).join('/')}` }
  },
  ({ method, path }, _, random) => ({ method, path: `${path}${random.pick(endings)}` }),
  ({ path }, _, random) => ({ method: random.pick(methods), path }),
  ({ method, path }, _, random) => {
    const at = random.below(path.length)
    return { method, path: `${path.slice(0, at)}${random.pick(slips)}${path.slice(at)}` }
  },
] as const satisfies readonly ((line: Line, segments: readonly string[], random: Random) => Line)[]

/** Of merchants that do not exist. What is remembered of them is all there before memory is compared. */
const unknownNames = 500

/** Those of a good request, and one that is not. */
function headersOf(kind: RequestKind, random: Random, body: Buffer): readonly string[] {
  const password = passwords[merchant] ?? ''
  const credentials =
    kind === 'credentials' ? random.pick(otherCredentials) : basic(`merchant.${merchant}`, password)
  return [
    'Host: 127.0.0.1',
    ...(credentials === undefined ? [] : [`Authorization: ${credentials}`]),
    ...(kind === 'headers'
      ? random.pick<readonly string[]>(otherHeaders)
      : ['Content-Type: application/json']),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
  ]
}

const headOf = ({ method, path }: Line, headers: readonly string[]): string =>
  `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`

/** A few bytes of it changed, dropped, doubled, or put in. */
function damaged(bytes: Buffer, random: Random): Buffer {
  let left = bytes
  for (let more = random.below(3); more >= 0; more--) {
    const at = random.below(left.length)
    const added = Buffer.from(random.pick(pieces), 'latin1')
    const drop = random.pick([0, 1, 3, 20])
    left = Buffer.concat([left.subarray(0, at), added, left.subarray(at + drop)])
  }
  return left
}

/** Pages for payers and people, by addresses that nobody was given. */
function pageRequest({ number, random, version, known }: Draft): HostileRequest {
  const token = random.pick([...tokensOfPages, known.sessions[0] ?? 'x'])
  const path = random.pick(pages).replace('{token}', token)
  const method = random.pick(['GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE'])
  const isForm = random.chance(0.5)
  const text = isForm
    ? random.pick(forms)
    : random.pick(['{}', '{"a":', '[]', '{"merchantId":{}}', '{"__proto__":1}'])
  const body = method === 'POST' ? Buffer.from(text, 'latin1') : Buffer.alloc(0)
  const headers = [
    'Host: 127.0.0.1',
    `Content-Type: ${isForm ? 'application/x-www-form-urlencoded' : 'application/json'}`,
    ...(random.chance(0.3) ? ['Sec-Fetch-Site: same-origin', 'Cookie: tollgate-console=x; a; =;'] : []),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
  ]
  const bytes = Buffer.concat([Buffer.from(headOf({ method, path }, headers), 'latin1'), body])
  return { number, kind: 'pages', operation: 'pages', version, method, path, body, bytes, isAlone: false }
}
