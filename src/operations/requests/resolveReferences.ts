// References in a request: what a session, a token, an earlier order, an enrollment check or an encrypted
// terminal reading adds to it.

import { readRequest } from '../../contract/kit/atVersion.ts'
import { type Content, isObject, onlyKnownFields } from '../../contract/kit/content.ts'
import {
  type CallerPrivileges,
  type Operation,
  type RequestOf,
  requestModelAt,
} from '../../contract/kit/operation.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import { asValidatedRequest, unknownField, validated } from '../../contract/kit/validate.ts'
import { findRepeatedCardNumber, type ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { Owner } from '../../orders/merchant.ts'
import type { SeenSession } from '../../sessions/port.ts'
import type { ReadingPurpose } from '../../terminals/port.ts'
import type { RegisteredLegacyEnrolment } from '../../threeDSecure/port.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import type { NamedOrder, ReferenceSources, SingleUseClaims, UsedReferences } from './sources.ts'
import {
  isSealed,
  judgedOpened,
  type OpenedReading,
  sealedFor,
  withOpened,
  withReadings,
} from './terminalReadings.ts'

/** Where a value came from that the request did not bring, by the path of its field. */
export type ValueOrigins = Readonly<Record<string, ValueOrigin>>
type ValueOrigin = 'p2pe' | 'reading' | 'session' | 'token' | 'order'

type ReferencingRequest<O extends Operation = Operation> = CallerPrivileges & {
  readonly operation: O
  readonly version: number
  /** Normalised. */
  readonly content: Content
  /** The order it acts on and as what, where it acts on one. */
  readonly orderId?: string
  readonly transactionId?: string
}

export type ResolvedRequest<O extends Operation = Operation> = {
  readonly request: RequestOf<O>
  /** The same as content. */
  readonly whole: Content
  readonly origins: ValueOrigins
  readonly used: UsedReferences
  /** What of it may be used only once. */
  readonly claims?: SingleUseClaims
  /** The result of the enrollment check that it names. */
  readonly enrolment?: RegisteredLegacyEnrolment
  /** The number of the card that a terminal encrypted. */
  readonly numberRead?: string
  /** The transactions of the earlier order that it names. */
  readonly referenced?: readonly RecordedTransaction[]
}

/**
 * Merges what a session, a token or an earlier order holds below the fields of the request, and validates the
 * whole once. Unknown fields are reported before a missing session or token, and that before all other
 * values; a missing order is reported last.
 */
export async function resolveReferences<O extends Operation>(
  { operation, version, content, orderId, transactionId, mayUnmask, hasOpenedToken }: ReferencingRequest<O>,
  owner: Owner,
  sources: ReferenceSources,
): Promise<ResolvedRequest<O> | { readonly finding: ValidationFinding }> {
  const unknown = unknownField(operation, version, content)
  if (unknown) return { finding: unknown }
  const shape = requestModelAt(operation, version)
  const follows = await followsPayment(operation, orderId, { owner, sources })
  const purpose = purposeOf(operation, { orderId, transactionId, follows })
  const opened = await withOpened(shape, content, { owner, sources, follows, purpose })
  const use = useOf(purpose)
  const found = await mergeSessionAndToken(opened, { follows, shape, owner, sources, use })
  if ('finding' in found) return found
  const { content: whole, origins, used } = found
  const judged = judgedOpened(validated(operation, version, whole, { mayUnmask, hasOpenedToken }), opened)
  if ('finding' in judged) return judged
  const checked = follows ? undefined : await findEnrolment(whole, owner, sources)
  if (checked && 'finding' in checked) return checked
  const order = await orderReferred(whole, owner, sources)
  if (order && 'finding' in order) return order
  const named = follows || namesAccount(whole) ? undefined : order?.card
  if (named && 'finding' in named) return named
  const { number: numberRead } = opened
  const claims = claimsOf(found, { use, sealed: sealedFor(content, purpose) })
  const rest = {
    ...{ origins, used, ...claims, ...checked },
    ...(numberRead !== undefined && { numberRead }),
    ...(order && { referenced: order.transactions }),
  }
  if (!named) return { request: judged.request, whole, ...rest }
  const repeated = findRepeatedCardNumber(whole, accountIn(named.values))
  if (repeated) return { finding: repeated }
  // Not validated again: it was validated with its own payment, and the rules would take a card beside a
  // reference for a second card.
  const paid = mergedBelow(whole, onlyKnownFields(shape, named.values), { origin: 'order', origins })
  return { request: asValidatedRequest(operation, version, paid), whole: paid, ...rest }
}

type FoundEnrolment =
  | { readonly enrolment: RegisteredLegacyEnrolment }
  | { readonly finding: ValidationFinding }
  | undefined

/**
 * The enrollment check (first generation of 3-D Secure), which is stored under an id that the merchant gave.
 */
async function findEnrolment(
  whole: Content,
  owner: Owner,
  sources: ReferenceSources,
): Promise<FoundEnrolment> {
  const id = whole['3DSecureId']
  return typeof id === 'string' ? await sources.enrolment(owner, id) : undefined
}

/** Whether the order it acts on has the source of funds. A refund on a new order is a standalone one. */
async function followsPayment(
  { fundsOfOrder }: Operation,
  orderId: string | undefined,
  { owner, sources }: Pick<ResolutionContext, 'owner' | 'sources'>,
): Promise<boolean> {
  if (fundsOfOrder !== 'ifItExists') return fundsOfOrder === 'always'
  return orderId === undefined || !('finding' in (await sources.order(owner, orderId)))
}

/** What a reading that comes with it is for. */
function purposeOf(operation: Operation, { orderId, transactionId, follows }: Acting): ReadingPurpose {
  const { name, role, fundsOfOrder } = operation
  if (orderId === undefined || transactionId === undefined)
    return { kind: keeping.has(name) ? 'token' : 'question' }
  const isFollowUp = follows || (role === 'followUp' && fundsOfOrder === undefined)
  return { kind: isFollowUp ? 'followUp' : 'transaction', orderId, transactionId }
}

type Acting = {
  readonly orderId: string | undefined
  readonly transactionId: string | undefined
  readonly follows: boolean
}

const keeping: ReadonlySet<string> = new Set(['CREATE_TOKEN', 'SAVE_TOKEN'])

/** The name under which a single use is recorded. */
const useOf = (purpose: ReadingPurpose): string =>
  'orderId' in purpose ? `${purpose.orderId}\n${purpose.transactionId}` : ''

function claimsOf(
  { secretsOf: session }: FoundReferences,
  { use, sealed }: Pick<SingleUseClaims, 'use'> & { readonly sealed: SingleUseClaims['sealed'] },
): Pick<ResolvedRequest, 'claims'> {
  const kept = session && { session }
  return kept || sealed ? { claims: { use, ...kept, ...(sealed && { sealed }) } } : {}
}

/** The order that is referred to must exist, also where its card is not needed. */
async function orderReferred(
  { referenceOrderId }: Content,
  owner: Owner,
  sources: ReferenceSources,
): Promise<NamedOrder | undefined> {
  return referenceOrderId === undefined ? undefined : await sources.order(owner, referenceOrderId)
}

/** Whether there is anything to resolve. Mostly there is not, and then preparing stays synchronous. */
export const hasReferences = (content: Content): boolean =>
  nameOf(content.session, 'id') !== undefined ||
  nameOf(content.sourceOfFunds, 'token') !== undefined ||
  content.referenceOrderId !== undefined ||
  content['3DSecureId'] !== undefined ||
  isSealed(content)

type ResolutionContext = {
  /** It follows a payment. */
  readonly follows: boolean
  readonly shape: ResolvedGroup
  readonly owner: Owner
  readonly sources: ReferenceSources
  readonly use: string
}
type FoundReferences = {
  readonly content: Content
  readonly origins: Record<string, ValueOrigin>
  readonly used: UsedReferences
  /** The session whose secrets may be used once. */
  readonly secretsOf?: SeenSession
}

/** A session may name a token in its turn. */
async function mergeSessionAndToken(
  opened: OpenedReading,
  context: ResolutionContext,
): Promise<FoundReferences | { readonly finding: ValidationFinding }> {
  const { shape, owner, sources, use } = context
  const origins: Record<string, ValueOrigin> = Object.fromEntries(opened.names.map(name => [name, 'p2pe']))
  let { content } = opened
  let used: UsedReferences = {}
  let secretsOf: SeenSession | undefined
  const id = nameOf(content.session, 'id')
  if (id !== undefined) {
    const named = await sources.session(owner, { id, version: nameOf(content.session, 'version') }, use)
    if ('finding' in named) return named
    content = mergedBelow(content, heldValues(context, named.session.values), { origin: 'session', origins })
    used = { session: named.session.key }
    if (named.session.holdsSecrets) secretsOf = named.session.key
  }
  const token = nameOf(content.sourceOfFunds, 'token')
  if (token !== undefined) {
    const named = await sources.token(owner, token)
    if ('finding' in named) return named
    content = mergedBelow(content, onlyKnownFields(shape, named.values), { origin: 'token', origins })
    used = { ...used, token: String(token) }
  }
  return { content, origins, used, ...(secretsOf && { secretsOf }) }
}

/** What a session or token adds: operation and session id are always those of the request. */
function heldValues({ follows, shape }: ResolutionContext, values: Content): Content {
  const { apiOperation: _, session: __, ...held } = onlyKnownFields(shape, values)
  return follows ? withoutFirstTransactionFields(held) : withReadings(shape, held)
}

/**
 * Follow-ups do not take the fields about payer and source of funds: those belong to the first transaction.
 */
function withoutFirstTransactionFields({
  sourceOfFunds: _,
  order,
  transaction,
  ...others
}: Content): Content {
  const { subMerchant: __, ...ordered } = isObject(order) ? order : {}
  const { source: ___, ...moved } = isObject(transaction) ? transaction : {}
  return {
    ...others,
    ...(Object.keys(ordered).length > 0 && { order: ordered }),
    ...(Object.keys(moved).length > 0 && { transaction: moved }),
  }
}

type OriginTrail = {
  readonly origin: ValueOrigin
  readonly origins: Record<string, ValueOrigin>
  /** The groups that lead here. */
  readonly at?: string
}

/** As mergeContent, and records in `origins` what came from below. */
function mergedBelow(top: Content, below: Content, { origin, origins, at = '' }: OriginTrail): Content {
  const result: Record<string, unknown> = { ...top }
  for (const [name, value] of Object.entries(below)) {
    const given = top[name]
    if (isObject(value) && (given === undefined || isObject(given)))
      result[name] = mergedBelow(given ?? {}, value, { origin, origins, at: `${at}${name}.` })
    else if (given === undefined) {
      result[name] = value
      origins[at + name] = origin
    }
  }
  return result
}

/** A card in the request itself is used rather than that of the order it refers to. */
const namesAccount = (content: Content): boolean => accountIn(content) !== undefined

function accountIn({ sourceOfFunds }: Content): string | undefined {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  if (!isObject(provided)) return undefined
  const number = nameOf(provided.card, 'number') ?? nameOf(provided.giftCard, 'number')
  return number === undefined ? undefined : String(number)
}

const nameOf = (group: unknown, name: string): unknown => (isObject(group) ? group[name] : undefined)

/** A request that is about no order, after the API has parsed it. */
export type AccountRequest = CallerPrivileges & {
  readonly owner: Owner
  readonly version: number
  readonly body: Content
}

/** The whole request, or what is wrong with it. It has no fingerprint: sent again, it is executed again. */
export function resolveAccountRequest<O extends Operation>(
  { sources }: { readonly sources: ReferenceSources },
  operation: O,
  { owner, version, body, mayUnmask }: AccountRequest,
): Promise<ResolvedRequest<O> | { readonly finding: ValidationFinding }> {
  const shape = requestModelAt(operation, version)
  const content = withReadings(shape, readRequest(operation, version, body))
  return resolveReferences({ operation, version, content, mayUnmask }, owner, sources)
}
