// The operations on orders, as the API calls them: submit a transaction, retrieve, explain. Whatever asks a
// counterparty goes through pipeline/; this file chooses the flow and shows the result.

import type { Explanation } from '../contract/explanation.ts'
import { isObject } from '../contract/kit/content.ts'
import { mergeRecords } from '../contract/kit/records.ts'
import type { RetrievedOrderRecord, TransactionRecord } from '../contract/model.ts'
import { archivedOrder, invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { maskedNumber } from '../standards/cardNumber.ts'
import { availableFlows, flowNamed } from './flows.ts'
import type { ConsultedFacts } from './model/documents.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from './model/journal.ts'
import { unfinishedParts } from './model/partialPayments.ts'
import { nameOfRecord, stepsOf } from './model/steps.ts'
import { cardOf, revealedCard } from './model/transactionCard.ts'
import { executeTransaction } from './pipeline/execute.ts'
import type { ExecutionResult, OrderCaller, Pipeline } from './pipeline/execution.ts'
import { serverTransactionIdOf } from './record/explainedAuthentication.ts'
import { type ExplainedRecords, explanationOf } from './record/explanation.ts'
import { currentRecord, orderRecord, orderShown, withoutItems } from './record/record.ts'
import { giveUpParts } from './recovery/partialPayments.ts'
import type { TransactionSubmission } from './requests/prepare.ts'

/** The operations of this release; requests for others are validated and then answered as not available. */
export const availableOperations: readonly string[] = [
  ...availableFlows,
  ...['RETRIEVE_TRANSACTION', 'RETRIEVE_ORDER', 'CHECK_GATEWAY'],
  ...['CREATE_SESSION', 'UPDATE_SESSION', 'RETRIEVE_SESSION', 'CREATE_CHECKOUT_SESSION'],
  ...['CREATE_TOKEN', 'SAVE_TOKEN', 'RETRIEVE_TOKEN', 'DELETE_TOKEN'],
  ...['CHECK_3DS_ENROLLMENT', 'PROCESS_ACS_RESULT'],
  ...['BALANCE_INQUIRY', 'PAYMENT_OPTIONS_INQUIRY', 'POST_PAYMENT_OPTIONS_INQUIRY'],
]

export interface Gateway {
  submit(caller: OrderCaller, submission: TransactionSubmission): Promise<ExecutionResult | Rejection>
  retrieveTransaction(key: OrderKey, transactionId: string): Promise<TransactionRecord | Rejection>
  retrieveOrder(key: OrderKey): Promise<RetrievedOrderRecord | Rejection>
  /** The same as an answer, which is made once while nothing changes: the same object is then returned. */
  answerTransaction(
    key: OrderKey,
    transactionId: string,
    form: RetrievedForm<TransactionRecord>,
  ): Promise<object | Rejection>
  answerOrder(key: OrderKey, form: RetrievedForm<RetrievedOrderRecord>): Promise<object | Rejection>
  /** The same, with what only the checkout page needs to know. */
  retrieveForCheckout(key: OrderKey): Promise<OrderAtCheckout | Rejection>
  /** Reverses the partial payments of an order whose remainder will not be paid; recovery retries. */
  giveUpRemainder(key: OrderKey): Promise<void>
  /** Everything recorded about a transaction; the same at every API version. */
  explain(
    key: OrderKey,
    transactionId: string,
    reader?: Pick<ExplainedRecords, 'isForOperator'>,
  ): Promise<Explanation | Rejection>
}

/** How an answer is made of a record; two forms of one name make the same of it. */
export type RetrievedForm<Retrieved> = {
  readonly name: string
  readonly answerOf: (record: Retrieved) => object
}

export type OrderAtCheckout = {
  /** To be handed over to what is submitted next. */
  readonly order: LoadedOrder
  readonly record: RetrievedOrderRecord
  /** The ids of partial payments whose remainder is not paid yet. */
  readonly unfinished: readonly string[]
  /** What the payer's browser needs of what the issuer answered, by transaction id. */
  readonly consulted: ReadonlyMap<string, ConsultedFacts>
}

/** An order that is known already, as the checkout page retrieves it. */
export const orderAtCheckout = (key: OrderKey, order: LoadedOrder): OrderAtCheckout => ({
  order,
  record: retrievedOrder(key, order),
  unfinished: unfinishedParts(order.transactions).map(({ id }) => id),
  consulted: new Map(order.transactions.map(({ id, outcome }) => [id, outcome?.consulted ?? {}])),
})

export function createGateway(pipeline: Pipeline): Gateway {
  return {
    submit: (caller, submission) => executeAndShow(pipeline, { ...caller, submission }),

    ...retrievals(pipeline),

    async retrieveForCheckout(key) {
      const order = await loadShown(pipeline, key)
      return isRejection(order) ? order : orderAtCheckout(key, order)
    },

    async giveUpRemainder(key) {
      await giveUpParts(pipeline, key)
    },

    explain: (key, transactionId, reader) => explainTransaction(pipeline, { key, transactionId, ...reader }),
  }
}

type Retrievals = Pick<Gateway, 'answerOrder' | 'answerTransaction' | 'retrieveOrder' | 'retrieveTransaction'>

function retrievals(pipeline: Pick<Pipeline, 'journal'>): Retrievals {
  return {
    async retrieveTransaction(key, transactionId) {
      const found = await find(pipeline, key, transactionId)
      return isRejection(found) ? found : currentRecord(key, orderShown(key, found.order), found.known)
    },

    async answerTransaction(key, transactionId, { name, answerOf }) {
      const found = await find(pipeline, key, transactionId)
      if (isRejection(found)) return found
      const { order, known } = found
      return keptAnswer(order, `${name} ${transactionId}`, () =>
        answerOf(currentRecord(key, orderShown(key, order), known)),
      )
    },

    async answerOrder(key, { name, answerOf }) {
      const order = await loadShown(pipeline, key)
      if (isRejection(order)) return order
      return keptAnswer(order, name, () => answerOf(retrievedOrder(key, order)))
    },

    async retrieveOrder(key) {
      const order = await loadShown(pipeline, key)
      return isRejection(order) ? order : retrievedOrder(key, order)
    },
  }
}

/** Where the journal keeps the order, what was answered is kept with it. */
function keptAnswer({ answers }: LoadedOrder, name: string, make: () => object): object {
  const known = answers?.get(name)
  if (known !== undefined) return known
  const made = make()
  answers?.set(name, made)
  return made
}

function retrievedOrder(key: OrderKey, order: LoadedOrder): RetrievedOrderRecord {
  const whole = orderRecord(key, order)
  const shown = withoutItems(whole)
  const transaction = order.transactions.map(each => currentRecord(key, shown, each))
  return { ...whole, merchant: key.merchantId, result: 'SUCCESS', transaction }
}

/**
 * Card numbers are shown unmasked only if this very request may ask for it, also when it is a replay. They
 * stay masked where they cannot be read now: what was done must not be answered as if nothing were.
 */
async function executeAndShow(
  pipeline: Pipeline,
  execution: OrderCaller & { readonly submission: TransactionSubmission },
): Promise<ExecutionResult | Rejection> {
  const { key, submission } = execution
  const outcome = await executeTransaction(pipeline, flowNamed(submission.operation.name), execution)
  if (isRejection(outcome) || !submission.mayUnmask || !wantsUnmasked(submission)) return outcome
  const { transactionId } = submission
  const { record } = outcome
  const shown = await unmasked(pipeline, { key, transactionId }, record).catch(error => {
    if (error instanceof StoreUnavailable) return record
    throw error
  })
  return { ...outcome, record: shown }
}

/** Reads what was recorded only, so that a command can explain while no gateway runs. */
export async function explainTransaction(
  { journal, isTest, authenticationTraces, receiptTraces }: ExplainingPipeline,
  { key, transactionId, isForOperator = false }: WantedExplanation,
): Promise<Explanation | Rejection> {
  const found = await find({ journal }, key, transactionId)
  if (isRejection(found)) return found
  const { order, known } = found
  const names = stepsOf(known).map(nameOfRecord)
  const traces = await Promise.all(names.map(name => journal.traceOf(key, name)))
  const { merchantId, orderId } = key
  const serverTransactionId = serverTransactionIdOf(known)
  const authentication =
    serverTransactionId === undefined
      ? undefined
      : await authenticationTraces?.find({ serverTransactionId, merchantId, orderId })
  const ids = order.transactions.map(({ id }) => id)
  const receipt = await receiptTraces?.find(key, transactionId, ids)
  const explanation = explanationOf(key, order, { known, traces, authentication, receipt, isForOperator })
  return { ...(isTest && { mode: 'TEST' }), ...explanation }
}

/** Each transaction of an order, oldest first: for an operator, one after the other. */
export async function explainOrder(
  pipeline: ExplainingPipeline,
  key: OrderKey,
): Promise<readonly Explanation[] | Rejection> {
  const order = await loadShown(pipeline, key)
  if (isRejection(order)) return order
  const explained: Explanation[] = []
  for (const { id: transactionId } of order.transactions) {
    const one = await explainTransaction(pipeline, { key, transactionId, isForOperator: true })
    if (isRejection(one)) return one
    explained.push(one)
  }
  return explained
}

type WantedExplanation = Pick<ExplainedRecords, 'isForOperator'> & {
  readonly key: OrderKey
  readonly transactionId: string
}

type ExplainingPipeline = Pick<Pipeline, 'authenticationTraces' | 'isTest' | 'journal' | 'receiptTraces'>

/** An order that can be shown: of one that was archived nothing is left here but where it is. */
async function loadShown(
  { journal }: Pick<Pipeline, 'journal'>,
  key: OrderKey,
): Promise<LoadedOrder | Rejection> {
  const order = await journal.load(key)
  if (!order) return unknownOrder(key)
  return order.archivedIn === undefined ? order : archivedOrder(key.orderId, order.archivedIn)
}

async function find(
  pipeline: Pick<Pipeline, 'journal'>,
  key: OrderKey,
  transactionId: string,
): Promise<{ readonly order: LoadedOrder; readonly known: RecordedTransaction } | Rejection> {
  const order = await loadShown(pipeline, key)
  if (isRejection(order)) return order
  const known = order.transactions.find(({ id }) => id === transactionId)
  return known
    ? { order, known }
    : invalid('transactionid', 'The order has no such transaction.', transactionId)
}

const unknownOrder = ({ orderId }: OrderKey): Rejection =>
  invalid('orderid', 'There is no such order.', orderId)

/** Whether a request asks for unmasked card numbers; whether it may, the contract decides. */
export const wantsUnmasked = ({ body }: Pick<TransactionSubmission, 'body'>): boolean =>
  isObject(body.responseControls) && body.responseControls.sensitiveData === 'UNMASK'

/**
 * The record with the unmasked number of the card it shows, for one response: what is stored, explained or
 * notified stays masked.
 */
async function unmasked(
  pipeline: Pick<Pipeline, 'journal' | 'vault'>,
  { key, transactionId }: { readonly key: OrderKey; readonly transactionId: string },
  record: TransactionRecord,
): Promise<TransactionRecord> {
  const transactions = (await pipeline.journal.load(key))?.transactions ?? []
  const known = transactions.find(({ id }) => id === transactionId)
  if (!known) return record
  const id = known.outcome?.story.cardOf ?? cardOf(transactions, known)
  const card = await revealedCard(pipeline, key, { transactions, id })
  return card ? withNumber(record, card.number) : record
}

/** Replaces only the masked form of this very number. */
function withNumber(record: TransactionRecord, number: string): TransactionRecord {
  const { card, giftCard } = record.sourceOfFunds?.provided ?? {}
  const masked = maskedNumber(number)
  const provided = {
    ...(card?.number === masked && { card: { number } }),
    ...(giftCard?.number === masked && { giftCard: { number } }),
  }
  return Object.keys(provided).length > 0 ? mergeRecords(record, { sourceOfFunds: { provided } }) : record
}
