// Routes: how they are declared, what their handlers receive, and finding the route of a path and method.

import { readVersion, versions } from '../../contract/kit/versions.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { SessionKey } from '../../sessions/port.ts'
import { nearest } from '../../standards/nearest.ts'
import type { MerchantAccess, MerchantAdmission } from '../authentication/credentials.ts'
import type { JsonObject } from '../transport/json.ts'
import { type HttpRefusal, refuse, refuseAddress, refuseMethod } from '../transport/refusals.ts'
import type { HttpReply } from '../transport/reply.ts'
import { checkParameter } from './path.ts'

export type RouteMethod = 'GET' | 'PUT' | 'POST' | 'DELETE'

export type Route = {
  readonly method: RouteMethod
  /** `/merchant/{merchantId}/order/{orderid}`: literal segments and named parameters. */
  readonly path: string
  /** 'api' (the usual case): the path continues `/api/rest/version/{version}`. 'root': the path is whole. */
  readonly under?: 'api' | 'root'
  /**
   * 'merchant': the credentials must be those of `{merchantId}`. 'local': none are needed, but the caller
   * must be at this machine, and no web page.
   */
  readonly access: 'merchant' | 'public' | 'local'
  /**
   * With access 'merchant': an open session is accepted as the password; the handler decides what it may be
   * used for.
   */
  readonly isSessionOpen?: (session: SessionKey) => Promise<boolean>
  /**
   * 'json' (the usual case), or 'form': what a browser posts, as a flat object of strings. Any page can post
   * a form to any address, so a handler that reads forms must not rely on where the caller is. 'signed': JSON
   * that the handler reads itself, once it has verified the signature of the very bytes.
   */
  readonly reads?: 'json' | 'form' | 'signed'
  /** With access 'public': refuses callers by the origin of their page, before the body is read. */
  readonly checkOrigin?: OriginCheck
  /** Runs alone: it begins when no other request is running, and none begins meanwhile. */
  readonly isExclusive?: true
  /** Answered however busy the gateway is, because it costs next to nothing. */
  readonly isAlwaysServed?: true
  /** Waits for an event and limits its waiting callers itself: does not count in the load. */
  readonly isLongPolling?: true
  /**
   * Its callers are users who are signed in. The handler finds out who calls, by `counted`, and then works
   * within the bound of that user, by `asUser`: people who share an address do not share a bound.
   */
  readonly isOfUsers?: true
  /** The handler gets the browser's cookies. Everywhere else they are ignored. */
  readonly readsCookie?: true
  /**
   * Names that may occur in a query string; without them any query string is refused. 'ignored': it is for
   * the script of the page.
   */
  readonly query?: readonly string[] | 'ignored'
  readonly handler: RouteHandler
}

export type OriginCheck = (
  origin: string | undefined,
  page?: CallingPage,
) => HttpReply | Rejection | undefined

type CallingPage = {
  /** Whether the page was loaded from this gateway, by whatever name: its browser's headers say so. */
  readonly isOwn: () => boolean
  readonly params: RouteMatch['params']
}

/** Faults are thrown; everything that callers can cause is a reply or a rejection. */
export type RouteHandler = (call: RouteCall) => Promise<HttpReply | Rejection | HttpRefusal>

/** A request that the pipeline admitted: who calls, for what, with which body. */
export type RouteCall = {
  /** Present on routes with access 'merchant', absent on public ones. */
  readonly merchant: MerchantAdmission | undefined
  /**
   * The session that a browser gave in place of the merchant's password; the handler decides what it may be
   * used for.
   */
  readonly session?: string | undefined
  /** The version in the path; 0 on routes outside the versioned API. */
  readonly version: number
  readonly params: Readonly<Record<string, string>>
  /** Only the names the route declares. */
  readonly query: Readonly<Record<string, string>>
  /** The body of a POST or PUT, `{}` where none was sent; undefined for the other methods. */
  readonly body: JsonObject | undefined
  /** On routes that read what is signed: the body as it came, and the headers with its signature. */
  readonly signed?: SignedBody | undefined
  /** The caller's address. */
  readonly source: string
  /** The caller's own id for the request, echoed in the response if it is fit for that. */
  readonly correlationId: string | undefined
  /** The id that this request is answered with. */
  readonly requestId: string
  readonly acceptsGzip: boolean
  /** The Cookie header, on routes that read it. */
  readonly cookie?: string | undefined
  /** On such routes: whether the page says that nobody has touched it for a while. */
  readonly isUnattended?: boolean | undefined
  /**
   * On routes that wait, for callers without credentials, and on those of users: work before the waiting, or
   * before it is known who calls, counts in the load.
   */
  readonly counted?: WithinLoad | undefined
  /** On routes of users: the rest counts as work of this one. */
  readonly asUser?: ((userId: string) => WithinLoad) | undefined
  /** On routes that wait, for merchants: why a new request of the caller would be refused by now. */
  readonly refusalNow?: (() => Promise<Rejection | HttpRefusal | undefined>) | undefined
  /** The origin of the calling page, from the browser's headers. */
  readonly origin?: string | undefined
  /** User-Agent and Accept of the browser, truncated. */
  readonly userAgent?: string | undefined
  readonly accept?: string | undefined
  /** The languages its user prefers, as the browser says. */
  readonly acceptLanguage?: string | undefined
  /** Whether the caller is on this machine, and not a web page. */
  readonly isLocal?: (() => boolean) | undefined
}

export type WithinLoad = <Result>(work: () => Promise<Result>) => Promise<Result | HttpRefusal>

export type SignedBody = {
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export function ownerOf(call: RouteCall): Owner {
  const { cell, merchantId } = merchantOf(call)
  return { cell, merchantId }
}

export function merchantOf({ merchant }: RouteCall): MerchantAccess {
  if (!merchant) throw new Error('This route needs a merchant')
  return merchant
}

export type RouteMatch = {
  readonly kind: 'found'
  readonly route: Route
  /** For the log: with the names of its parameters, never their values. */
  readonly template: string
  readonly version: number
  readonly params: Readonly<Record<string, string>>
}

/** The path exists and the method is OPTIONS. */
type OptionsMatch = {
  readonly kind: 'options'
  readonly template: string
  readonly allow: string
  /** The methods for which a session is accepted as the password. */
  readonly open: string
}

export type RouteTable = {
  readonly match: (method: string, segments: readonly string[], sent?: readonly string[]) => Matched
}
type Matched = RouteMatch | OptionsMatch | HttpRefusal

const apiPrefix = '/api/rest/version/{version}'

export function compileRoutes(routes: readonly Route[]): RouteTable {
  const root = emptyNode('')
  for (const route of routes) addRoute(root, route)
  return { match: (method, segments, sent = segments) => match(root, method, { segments, sent }) }
}

/**
 * One node in the tree of paths. A literal goes before a parameter; two names for one parameter do not
 * compile.
 */
type PathNode = {
  readonly template: string
  /** Few enough that comparing them in turn is quicker than hashing a segment. */
  readonly literals: { readonly name: string; readonly node: PathNode }[]
  parameter: { readonly name: string; readonly node: PathNode } | undefined
  readonly routes: Map<string, Route>
  allow: string
}

function emptyNode(template: string): PathNode {
  return { template, literals: [], parameter: undefined, routes: new Map(), allow: '' }
}

function addRoute(root: PathNode, route: Route): void {
  const template = route.under === 'root' ? route.path : apiPrefix + route.path
  let node = root
  for (const segment of template.split('/').filter(Boolean)) node = childOf(node, segment)
  if (node.routes.has(route.method)) throw new Error(`Two routes for ${route.method} ${template}`)
  if (route.access === 'merchant' && !template.includes('{merchantId}')) {
    throw new Error(`${template} needs {merchantId}`)
  }
  if (route.access !== 'public' && route.reads === 'form') throw new Error(`${template} may not read forms`)
  node.routes.set(route.method, route)
  node.allow = [...node.routes.keys(), 'OPTIONS'].sort().join(', ')
}

function childOf(node: PathNode, segment: string): PathNode {
  const template = `${node.template}/${segment}`
  if (!segment.startsWith('{')) {
    const known = literalOf(node, segment)
    if (known !== undefined) return known
    const child = { name: segment, node: emptyNode(template) }
    node.literals.push(child)
    return child.node
  }
  const name = segment.slice(1, -1)
  node.parameter ??= { name, node: emptyNode(template) }
  if (node.parameter.name !== name) throw new Error(`${template} is also {${node.parameter.name}}`)
  return node.parameter.node
}

type RequestPath = { readonly segments: readonly string[]; readonly sent: readonly string[] }

/**
 * Literal segments match in one spelling only: a filter in front of the gateway must not have to know other
 * spellings.
 */
function match(root: PathNode, method: string, { segments, sent }: RequestPath): Matched {
  const params: Record<string, string> = {}
  let version = 0
  let node = root
  for (let at = 0; at < segments.length; at++) {
    const [segment = '', asSent = ''] = [segments[at], sent[at]]
    const literal = literalOf(node, asSent)
    if (literal !== undefined) {
      node = literal
      continue
    }
    if (node.parameter === undefined) return refuseSegment(node, asSent)
    if (node.parameter.name === 'version') {
      version = readVersion(asSent) ?? 0
      if (version === 0) return refuseVersion(asSent)
    } else params[node.parameter.name] = segment
    node = node.parameter.node
  }
  if (node.routes.size === 0) return refuse('notFound')
  if (method === 'OPTIONS') {
    const { template, allow } = node
    return { kind: 'options', template, allow, open: openMethods(node) }
  }
  const route = node.routes.get(method)
  if (route === undefined) return refuseMethod(node.allow)
  return checkParameters(params) ?? { kind: 'found', route, template: node.template, version, params }
}

function refuseVersion(segment: string): HttpRefusal {
  const which = /^[0-9]{1,4}$/.test(segment) ? `Version ${segment}` : 'This version'
  return refuseAddress(`${which} is not served; use ${versions.first} to ${versions.last}.`)
}

/**
 * Of the API and of a sandbox's controls, with what may have been meant: their paths are no secret. At the
 * top nothing is told: not even that there are any.
 */
function refuseSegment(node: PathNode, segment: string): HttpRefusal {
  if (node.template === '') return refuse('notFound')
  const told = node.literals.filter(literal => isTold(literal.node))
  const names = told.map(({ name }) => name)
  const meant = nearest(segment, names) ?? placeBelow(told, segment)
  return meant === undefined ? refuse('notFound') : refuseAddress(`Did you mean '${meant}'?`)
}

const isTold = ({ template, routes, literals, parameter }: PathNode): boolean =>
  template.startsWith('/api/') ||
  [...routes.values()].some(({ access }) => access === 'local') ||
  [...literals, ...(parameter ? [parameter] : [])].some(({ node }) => isTold(node))

/** Where a caller has left out what lies between. */
function placeBelow(literals: PathNode['literals'], segment: string): string | undefined {
  const [found] = literals.flatMap(({ node }) => literalOf(node, segment) ?? [])
  return found?.template
}

const openMethods = ({ routes }: PathNode): string =>
  [...routes.values()].flatMap(({ isSessionOpen: isOpen, method }) => (isOpen ? [method] : [])).join(', ')

function literalOf(node: PathNode, segment: string): PathNode | undefined {
  for (const literal of node.literals) if (literal.name === segment) return literal.node
  return undefined
}

function checkParameters(params: Readonly<Record<string, string>>): HttpRefusal | undefined {
  for (const name in params) {
    const refusal = checkParameter(name, params[name] ?? '')
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** The answer to a CORS preflight: browser code of other origins may call where a session is accepted. */
export function preflight({ allow, open }: OptionsMatch): HttpReply {
  if (open === '') return { status: 204, body: '', headers: { Allow: allow } }
  const headers = {
    Allow: allow,
    'Access-Control-Allow-Methods': open,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '600',
  }
  return { status: 204, body: '', headers }
}
