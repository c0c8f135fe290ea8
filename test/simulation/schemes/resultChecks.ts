import type { RecordedTransaction } from '../../../src/operations/model/journal.ts'
import { stepsOf } from '../../../src/operations/model/steps.ts'
import type { SeenOrder } from '../audit.ts'
import { referenceOf } from '../wireLedger.ts'
import type { Delivery, SchemeBook, SchemePage } from './book.ts'
import { isSameWord, type Word } from './word.ts'

/**
 * What the orders say of payers, held against what the schemes wrote down: the first result that was
 * acknowledged counts and no other, and without any result nobody is authenticated.
 */
export function checkResults(orders: readonly SeenOrder[], parts: ResultCheckParts): readonly string[] {
  const found = authenticationsIn(orders, parts.book)
  const known = new Set(found.map(({ page }) => page))
  return [
    ...parts.book
      .pages()
      .flatMap(page => [
        ...(known.has(page) ? [] : [`${nameOf(page)} is in no order`]),
        ...[...checkPage(page, parts.book)].map(violation => `${nameOf(page)}: ${violation}`),
      ]),
    ...found
      .filter(one => !allowedOutcomes(one, parts).some(outcome => isOutcome(outcome, one)))
      .map(one => `${one.reference}: ${complaintAbout(one, parts)}`),
  ]
}

/** What issuers said of the payers of orders, where it is in the order. */
export function wordsIn(
  orders: readonly SeenOrder[],
  { book }: Pick<ResultCheckParts, 'book'>,
): ReadonlyMap<string, SpokenWord> {
  return new Map(
    authenticationsIn(orders, book).flatMap(one => {
      const { page, reference } = one
      const said = [page.answered, ...page.deliveries.filter(isRight).map(({ word }) => word)]
      const word = said.find(each => each && isOutcome(each, one))
      return word ? [[reference, spoken(word, page)] as const] : []
    }),
  )
}

export type ResultCheckParts = { readonly book: SchemeBook; readonly challengeMs: number }

/** As the acquirer may hear of it. */
export type SpokenWord = {
  readonly transactionStatus: string
  readonly eci?: string
  readonly authenticationToken?: string
  readonly dsTransactionId: string
}

const spoken = ({ status, eci, proof }: Word, { ids }: SchemePage): SpokenWord => ({
  transactionStatus: status,
  ...(eci !== undefined && { eci }),
  ...(proof !== undefined && { authenticationToken: proof }),
  dsTransactionId: ids.dsTransID,
})

/** An authentication as its order has it, and as its scheme has it. */
type Authentication = {
  readonly reference: string
  readonly recorded: RecordedTransaction
  readonly page: SchemePage
}

function authenticationsIn(orders: readonly SeenOrder[], book: SchemeBook): readonly Authentication[] {
  return orders.flatMap(({ audited, loaded }) =>
    loaded.transactions.flatMap(recorded => {
      const ids = stepsOf(recorded).map(({ outcome }) => outcome?.consulted?.serverTransactionId)
      const page = book.pageOf(ids.find(id => id !== undefined))
      const reference = referenceOf(audited.key.orderId, recorded.id)
      return page ? [{ reference, recorded, page }] : []
    }),
  )
}

const nameOf = ({ number, scheme }: SchemePage): string => `authentication ${number} at ${scheme}`

/** What passed between the scheme and gateways, whatever became of the order. */
function* checkPage(page: SchemePage, book: SchemeBook): Iterable<string> {
  const { timesAsked, deliveries, isOpened, ids } = page
  const timesSent = book.timesSent(ids.threeDSServerTransID)
  if (timesSent > 1 || timesAsked > 1) yield `was asked for ${timesSent} times, ${timesAsked} arrived`
  for (const delivery of deliveries) {
    const { word, reply } = delivery
    if (isForged(delivery) && reply.kind === 'receipt') yield `a forged ${word.status} was acknowledged`
    if (isOpened && reply.kind === 'receipt' && reply.status === neverHeard)
      yield 'nobody was told of the challenge that the payer came to'
  }
  const [first, ...others] = deliveries.filter(isAcknowledged).map(({ word }) => word)
  if (first && others.some(other => !isSameWord(first, other))) yield 'two results were acknowledged'
  for (const delivery of deliveries)
    if (isRefusedInVain(delivery, page)) yield `${inWords(delivery)} was refused`
}

const isRight = ({ kind }: Delivery): boolean => kind === 'right'

/** Until there is an answer nobody knows which ids are right: what comes before is received, and held. */
const isForged = ({ kind, wasOpened }: Delivery): boolean =>
  kind === 'other scheme' || (kind === 'other ids' && wasOpened)

const isAcknowledged = (delivery: Delivery): boolean =>
  isRight(delivery) && delivery.reply.kind === 'receipt' && delivery.reply.status !== neverHeard

/** The results status that says that there was no challenge, for good. */
const neverHeard = '03'

/** It was an error, and not the database's: the result was certainly not recorded by this delivery. */
const isRefused = ({ reply }: Delivery): boolean => reply.kind === 'error' && reply.code !== databaseAway
const databaseAway = '403'

/** Only another result, which may have come first, is a reason to refuse the scheme that was asked. */
function isRefusedInVain(delivery: Delivery, { deliveries }: SchemePage): boolean {
  if (!isRight(delivery) || !isRefused(delivery)) return false
  return !deliveries.some(
    other =>
      other !== delivery && isRight(other) && !isRefused(other) && other.sentAtMs <= delivery.heardAtMs,
  )
}

const inWords = ({ word, reply }: Delivery): string =>
  `a ${word.status} (${reply.kind === 'error' ? reply.code : reply.kind})`

/** Never: no result came in time, which is nobody's word. Unheard: nobody heard the first answer. */
type Outcome = Word | 'never' | 'unheard'

function allowedOutcomes(
  { recorded, page }: Authentication,
  { challengeMs }: ResultCheckParts,
): readonly Outcome[] {
  const { answered, isOpened, deliveries } = page
  if (answered) return [answered, 'unheard']
  // Where a payer came with a CReq, it was in the order.
  const unheard = isOpened ? [] : (['unheard'] as const)
  const rights = deliveries.filter(isRight)
  if (rights.some(({ reply }) => reply.kind === 'receipt' && reply.status === neverHeard)) return unheard
  const acknowledged = rights.filter(isAcknowledged)
  const endsAtMs = (stepsOf(recorded).at(-1)?.startedAtMs ?? 0) + challengeMs
  if (acknowledged.some(({ heardAtMs }) => heardAtMs <= endsAtMs))
    return [...acknowledged.map(({ word }) => word), ...unheard]
  const possible = acknowledged.length > 0 ? acknowledged : rights.filter(one => !isRefused(one))
  return [...possible.map(({ word }) => word), 'never', ...unheard]
}

function isOutcome(outcome: Outcome, { recorded, page }: Authentication): boolean {
  const { authentication } = recorded.outcome?.fields ?? {}
  const { '3ds': first = {}, '3ds2': second = {} } = authentication ?? {}
  const isInferred = recorded.outcome?.consulted?.isInferred === true
  if (outcome === 'unheard')
    return recorded.authenticationStatus === 'AUTHENTICATION_UNAVAILABLE' && recorded.result === 'FAILURE'
  const said: Word = outcome === 'never' ? { status: 'N' } : outcome
  return (
    isInferred === (outcome === 'never') &&
    recorded.authenticationStatus === statuses[said.status] &&
    second.transactionStatus === said.status &&
    second.statusReasonCode === said.reason &&
    first.acsEci === said.eci &&
    first.authenticationToken === said.proof &&
    second.dsTransactionId === page.ids.dsTransID &&
    second.acsTransactionId === page.ids.acsTransID
  )
}

const statuses = {
  Y: 'AUTHENTICATION_SUCCESSFUL',
  A: 'AUTHENTICATION_ATTEMPTED',
  N: 'AUTHENTICATION_FAILED',
  R: 'AUTHENTICATION_REJECTED',
  U: 'AUTHENTICATION_UNAVAILABLE',
} as const satisfies Record<Word['status'], RecordedTransaction['authenticationStatus']>

function complaintAbout(one: Authentication, parts: ResultCheckParts): string {
  const { authenticationStatus, outcome } = one.recorded
  const made = outcome?.consulted?.isInferred ? ', inferred' : ''
  const allowed = allowedOutcomes(one, parts).map(each => (typeof each === 'string' ? each : each.status))
  return `is ${authenticationStatus}${made}, but ${nameOf(one.page)} ended with ${allowed.join(' or ')}`
}
