import { checkParameter, readQueryNumber } from '../../http/api/path.ts'
import type { Route, RouteCall, RouteMethod } from '../../http/api/routes.ts'
import { emptyObject, type JsonObject } from '../../http/transport/json.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { NotificationSecrets } from '../../notifications/secrets.ts'
import { type Owner, type Profile, readProfile, sandboxProfile } from '../../orders/merchant.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid, isRejection, missing, type Rejection } from '../../orders/rejection.ts'
import { unknownField } from '../../orders/unknownField.ts'
import { type CalendarDuration, readDuration, showDuration } from './duration.ts'
import { ofMerchant } from './merchantQuery.ts'

/** What the control API of the sandbox can do. The composition implements it. */
export interface SandboxControl {
  readonly scripts: ScriptControl
  books(wanted: ControlBookFilter): Promise<BookEntriesPage>
  clock(): Promise<SandboxTime>
  /** Resolves when everything that fell due is done; undefined when the clock cannot be moved that far. */
  advance(by: CalendarDuration): Promise<SandboxTime | undefined>
  /** The same to a moment; an earlier one than now only while there are no orders. */
  setClock(atMs: number): Promise<SandboxTime | undefined>
  differences(): Promise<SandboxReconciliation>
  /** Undefined when there is no such merchant. */
  profile(merchantId: string): Promise<Profile | undefined>
  setProfile(merchantId: string, profile: Profile): Promise<Profile | undefined>
  /** Empties the sandbox. Only while no request is running. */
  reset(): Promise<void>
}

/** The scripts of the acquirer simulator. */
interface ScriptControl {
  add(script: object): Rejection | undefined
  /** False when there is none, or no longer. */
  remove(id: number): boolean
  /** What is left, of all or in force for a merchant, with card numbers masked. */
  list(merchantId?: string): readonly object[]
  /** Which requests used answers up, of all or of a merchant, newest first. */
  used(merchantId?: string): readonly object[]
  /** Only those of a merchant, where one is given. */
  clear(merchantId?: string): void
}

export type ControlBookFilter = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly limit: number
  /** Where the previous page ended. */
  readonly after?: number
}

/** An entry of the acquirer's books. */
type ShownBookEntry = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly kind: string
  /** In minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly state: string
}

type BookEntriesPage = {
  readonly entries: readonly ShownBookEntry[]
  /** Where the next page begins, if there is one. */
  readonly after?: number
}

type SandboxTime = { readonly nowMs: number; readonly shiftMs: number }

type SandboxReconciliation = {
  readonly differences: readonly object[]
  /** Whether there are more than are listed. */
  readonly isCut: boolean
}

type ControlRouteOptions = {
  /** Routes of the simulators, which are listed too. */
  readonly others?: readonly Pick<Route, 'access' | 'method' | 'path'>[]
  /** Whether a link answers for cards: then there is no acquirer simulator with books and scripts. */
  readonly isLinked?: boolean
}

/** The control API of the sandbox: scripts, books, clock, reconciliation, profiles, reset. */
export function sandboxControlRoutes(
  control: SandboxControl,
  { others = [], isLinked = false }: ControlRouteOptions = {},
): readonly Route[] {
  const profilePath = '/sandbox/merchants/{merchantId}/profile'
  const ofAcquirer = acquirerRoutes(control)
  const routes: readonly Route[] = [
    { ...local, method: 'GET', path: clockPath, handler: async () => clockReply(await control.clock()) },
    { ...local, method: 'POST', path: clockPath, handler: call => advanceClock(control, call) },
    { ...local, method: 'GET', path: profilePath, handler: call => showProfile(control, call) },
    { ...local, method: 'PUT', path: profilePath, handler: call => changeProfile(control, call) },
    { ...local, method: 'DELETE', path: '/sandbox/data', isExclusive: true, handler: () => reset(control) },
  ]
  const isControl = ({ access, path }: Pick<Route, 'access' | 'path'>) =>
    access === 'local' && path.startsWith('/sandbox/')
  const offered = [...(isLinked ? [] : ofAcquirer), ...routes, ...others.filter(isControl)]
  const calls = offered.map(({ method, path }) => `${method} ${path}`)
  const body = { ...(isLinked && { acquirer: linkedSentence }), calls }
  return [
    { ...local, method: 'GET', path: '/sandbox', handler: async () => ({ status: 200, body }) },
    ...ofAcquirer.map(route => (isLinked ? { ...route, handler: async () => linked } : route)),
    ...routes,
  ]
}

/** What is about the acquirer simulator. */
const acquirerRoutes = (control: SandboxControl): readonly Route[] => [
  { ...local, method: 'GET', path: scriptsPath, ...ofMerchant(id => scriptsLeft(control, 200, id)) },
  { ...local, method: 'POST', path: scriptsPath, handler: call => addScript(control, call) },
  { ...local, method: 'DELETE', path: scriptsPath, ...ofMerchant(id => clearScripts(control, id)) },
  { ...local, method: 'DELETE', path: `${scriptsPath}/{id}`, handler: call => removeScript(control, call) },
  { ...local, method: 'GET', path: `${scriptsPath}/used`, ...ofMerchant(id => usedReply(control, id)) },
  {
    ...local,
    method: 'GET',
    path: '/sandbox/acquirer/books',
    query: bookFilterNames,
    handler: call => showBooks(control, call),
  },
  { ...local, method: 'GET', path: '/sandbox/reconciliation', handler: () => reconcile(control) },
]

const local = { under: 'root', access: 'local' } as const

const linkedSentence =
  'The acquirer of this sandbox is a link (TOLLGATE_ACQUIRER_LINKS): its host has the books and the scripts.'
const linked: Rejection = {
  ...{ kind: 'rejection', cause: 'INVALID_REQUEST', field: 'acquirer', validationType: 'UNSUPPORTED' },
  explanation: linkedSentence,
}

const scriptsPath = '/sandbox/acquirer/scripts'
const clockPath = '/sandbox/clock'

function scriptsLeft({ scripts }: SandboxControl, status: number, merchantId?: string): HttpReply {
  return { status, body: { scripts: scripts.list(merchantId) } }
}

async function addScript(control: SandboxControl, call: RouteCall): Promise<HttpReply | Rejection> {
  return control.scripts.add(bodyOf(call)) ?? scriptsLeft(control, 201)
}

async function removeScript(control: SandboxControl, { params }: RouteCall): Promise<HttpReply | Rejection> {
  const { id = '' } = params
  const isRemoved = /^\d{1,15}$/.test(id) && control.scripts.remove(Number(id))
  return isRemoved
    ? scriptsLeft(control, 200)
    : invalid('id', 'There is no such script; it may be used up.', id)
}

const usedReply = ({ scripts }: SandboxControl, merchantId?: string): HttpReply => ({
  status: 200,
  body: { used: scripts.used(merchantId) },
})

function clearScripts(control: SandboxControl, merchantId?: string): HttpReply {
  control.scripts.clear(merchantId)
  return scriptsLeft(control, 200, merchantId)
}

async function showBooks(control: SandboxControl, { query }: RouteCall): Promise<HttpReply | Rejection> {
  const wanted = readBookFilter(query)
  if (isRejection(wanted)) return wanted
  const { entries, after } = await control.books(wanted)
  const more = after === undefined ? {} : { after: String(after) }
  return { status: 200, body: { entries: entries.map(shownEntry), ...more } }
}

const bookFilterNames = ['merchantId', 'orderId', 'limit', 'after'] as const

const limitMax = 1_000

/** An empty query parameter counts as absent. */
function readBookFilter(query: Readonly<Record<string, string>>): ControlBookFilter | Rejection {
  const { merchantId = '', orderId = '' } = query
  for (const [name, value] of Object.entries({ merchantId, orderId })) {
    const refusal = value === '' ? undefined : checkParameter(name, value)
    if (refusal !== undefined) return refusal.rejection
  }
  const limit = readQueryNumber(query, { name: 'limit', min: 1, max: limitMax }) ?? limitMax
  if (isRejection(limit)) return limit
  const after = readQueryNumber(query, { name: 'after', min: 0, max: Number.MAX_SAFE_INTEGER })
  if (isRejection(after)) return after
  return {
    limit,
    ...(merchantId !== '' && { merchantId }),
    ...(orderId !== '' && { orderId }),
    ...(after !== undefined && { after }),
  }
}

/** Amounts as in the responses of the API. */
function shownEntry({ amount, currency, state, ...entry }: ShownBookEntry): object {
  const decimal = toDecimal(amount, currency)
  return { ...entry, amount: Number(decimal), currency, state }
}

async function advanceClock(control: SandboxControl, call: RouteCall): Promise<HttpReply | Rejection> {
  const { now, ...others } = bodyOf(call)
  if (now !== undefined && now !== null) return setClock(control, now, others)
  const by = readAdvance(others)
  if (isRejection(by)) return by
  const reading = await control.advance(by)
  return reading ? clockReply(reading) : invalid('advance', 'The clock does not go that far.')
}

async function setClock(
  control: SandboxControl,
  now: unknown,
  others: JsonObject,
): Promise<HttpReply | Rejection> {
  const [stranger] = Object.keys(others)
  if (stranger !== undefined) return unknownField('', stranger, ['now'])
  const text = typeof now === 'string' ? now : ''
  const atMs = momentForm.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs))
    return invalid('now', 'It must be a moment such as 2026-11-15T03:12:00Z.', text === '' ? undefined : text)
  const reading = await control.setClock(atMs)
  return reading ? clockReply(reading) : invalid('now', unreachableMoment, text)
}

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/
const unreachableMoment =
  'It is earlier than the clock, which goes back only in a sandbox without orders, or too far ahead.'

function readAdvance({ advance, ...others }: JsonObject): CalendarDuration | Rejection {
  const [stranger] = Object.keys(others)
  if (stranger !== undefined) return unknownField('', stranger, ['advance', 'now'])
  if (advance === undefined || advance === null) return missing('advance')
  const duration = typeof advance === 'string' ? readDuration(advance) : undefined
  const shown = typeof advance === 'string' ? advance : undefined
  return duration ?? invalid('advance', 'It must be an ISO 8601 duration such as P8D or PT90S.', shown)
}

function clockReply({ nowMs, shiftMs }: SandboxTime): HttpReply {
  return { status: 200, body: { now: new Date(nowMs).toISOString(), shift: showDuration(shiftMs) } }
}

async function reconcile(control: SandboxControl): Promise<HttpReply> {
  const { differences, isCut } = await control.differences()
  return { status: 200, body: { differences, ...(isCut && { isCut }) } }
}

async function showProfile(control: SandboxControl, { params }: RouteCall): Promise<HttpReply | Rejection> {
  const { merchantId = '' } = params
  const profile = await control.profile(merchantId)
  return profile ? { status: 200, body: profile } : unknownMerchant(merchantId)
}

async function changeProfile(control: SandboxControl, call: RouteCall): Promise<HttpReply | Rejection> {
  const { merchantId = '' } = call.params
  const wanted = readProfile(bodyOf(call), sandboxProfile)
  if (isRejection(wanted)) return wanted
  const profile = await control.setProfile(merchantId, wanted)
  return profile ? { status: 200, body: profile } : unknownMerchant(merchantId)
}

const unknownMerchant = (merchantId: string): Rejection =>
  invalid('merchantId', 'There is no such merchant.', merchantId)

async function reset(control: SandboxControl): Promise<HttpReply> {
  await control.reset()
  return clockReply(await control.clock())
}

const bodyOf = ({ body }: RouteCall): JsonObject => body ?? emptyObject()

/**
 * The keys that sign a merchant's notifications. A sandbox shows them to local callers, so that verifying
 * notifications, and changing to the next key, can be tested.
 */
export function notificationKeyRoutes({ secrets, ownerOf }: NotificationKeyRouteOptions): readonly Route[] {
  const route = (method: RouteMethod, act: (owner: Owner) => Promise<unknown>, status = 200): Route => ({
    ...{ method, path: '/sandbox/merchants/{merchantId}/notifications/keys', under: 'root', access: 'local' },
    handler: async call => {
      const owner = await ownerOf(merchantIn(call))
      if (!owner) return invalid('merchantId', 'There is no such merchant.', merchantIn(call))
      await act(owner)
      return keysReply(status, await secrets.find(owner))
    },
  })
  return [
    route('GET', async () => undefined),
    route('POST', owner => secrets.add(owner, 'signing'), 201),
    route('DELETE', owner => secrets.retire(owner, 'signing')),
  ]
}

type NotificationKeyRouteOptions = {
  readonly secrets: NotificationSecrets
  readonly ownerOf: (merchantId: string) => Promise<Owner | undefined>
}

const merchantIn = ({ params }: RouteCall): string => params.merchantId ?? ''

const keysReply = (status: number, body: object): HttpReply | Rejection => ({ status, body })
