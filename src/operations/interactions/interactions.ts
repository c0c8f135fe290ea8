import { type Content, isObject } from '../../contract/kit/content.ts'
import { encryptedFields } from '../../threeDSecure/redirect.ts'
import type { PayerCallback, PayerCallbackKind } from '../model/callbacks.ts'
import { valueIn } from '../model/documents.ts'
import type { OrderKey, RecordedTransaction } from '../model/journal.ts'
import { nameOfRecord, stepsOf } from '../model/steps.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { inquireOpenStep } from './inquiry.ts'
import { isOpen, recordReturn, recordUpdate } from './news.ts'
import type { BrowserRedirect, ChallengeReturn, Interactions } from './port.ts'

/** What payers' browsers do between two calls of a merchant. */
export function createInteractions(pipeline: Pipeline): Interactions {
  return {
    async methodDone(token) {
      if (!(await lookedUp(pipeline, token, 'method'))) return 'unknown'
      await pipeline.counterparties.callbacks.use(token)
      return 'noted'
    },
    challenged: token => challenged(pipeline, token),
    redirected: token => redirected(pipeline, token),
    returned: token => returned(pipeline, token),
    inquire: (key, transactionId) => inquireAbout(pipeline, key, transactionId),
    async interactionOf(key, transactionId) {
      const open = await openStep(pipeline, key, transactionId)
      const id = open && consultedIn(open.step).interactionId
      return typeof id === 'string' ? id : undefined
    },
  }
}

async function challenged(pipeline: Pipeline, token: string): Promise<ChallengeReturn> {
  const issued = await lookedUp(pipeline, token, 'challenge')
  if (!issued) return { state: 'unknown' }
  const { key, transactionId } = issued
  // Asked before the address is used up: who was cut off in between may come again.
  const state = await inquireAbout(pipeline, key, transactionId)
  const callback = await pipeline.counterparties.callbacks.use(token)
  if (callback === 'used') return { state: 'used' }
  if (!callback) return { state: 'unknown' }
  const known = await loadedTransaction(pipeline, key, transactionId)
  if (state === 'unknown' || !known) return { state: 'unknown' }
  const address = valueIn(known.request, 'authentication', 'redirectResponseUrl')
  const settled = known.result === 'PENDING' ? 'undecided' : 'settled'
  return {
    state: settled,
    address: typeof address === 'string' ? address : '',
    fields: await returnedFields(pipeline, callback, known),
  }
}

/** What the merchant's page gets; what it can trust in it is what the session's key opens. */
async function returnedFields(
  { sources }: Pipeline,
  { key, content }: PayerCallback,
  { id, result, authenticationStatus, outcome = '{}' }: RecordedTransaction,
): Promise<Readonly<Record<string, string>>> {
  const gatewayRecommendation = String(valueIn(outcome, 'response', 'gatewayRecommendation') ?? '')
  const aes256Key = await sources.sessionKey(key, content.sessionId)
  const told = {
    merchant: key.merchantId,
    order: { id: key.orderId, authenticationStatus },
    transaction: { id, authenticationStatus },
    response: { gatewayRecommendation },
    result,
  }
  return {
    'order.id': key.orderId,
    'transaction.id': id,
    result,
    'response.gatewayRecommendation': gatewayRecommendation,
    ...(aes256Key !== undefined && encryptedFields(aes256Key, JSON.stringify(told))),
  }
}

async function redirected(pipeline: Pipeline, token: string): Promise<BrowserRedirect> {
  const callback = await lookedUp(pipeline, token, 'redirect')
  if (!callback) return { state: 'unknown' }
  const { key, transactionId } = callback
  const open = await openStep(pipeline, key, transactionId)
  if (!open) return over(await loadedTransaction(pipeline, key, transactionId))
  await recordUpdate(pipeline, { key, name: nameOfRecord(open.step) }, { seen: 'redirected', by: 'payer' })
  const { pageUrl } = consultedIn(open.step)
  return typeof pageUrl === 'string' ? { state: 'sent', address: pageUrl } : { state: 'unknown' }
}

async function returned(pipeline: Pipeline, token: string): Promise<BrowserRedirect> {
  const callback = await lookedUp(pipeline, token, 'return')
  if (!callback) return { state: 'unknown' }
  const { key, transactionId } = callback
  const open = await openStep(pipeline, key, transactionId)
  if (open) {
    const { ask, answer } = await inquireOpenStep(pipeline, { key, ...open })
    const heard = { answer, verb: ask.verb, seen: 'returned', by: 'payer' } as const
    await recordUpdate(pipeline, { key, name: nameOfRecord(open.step) }, heard)
  }
  const known = await loadedTransaction(pipeline, key, transactionId)
  if (known) await recordReturn(pipeline, { key, name: nameOfRecord(known) })
  const ended = over(known)
  if (ended.state === 'unknown' || ended.address === undefined) return ended
  return { state: 'sent', address: ended.address }
}

/** Asks the issuer or the provider now, and writes down what is known. */
async function inquireAbout(pipeline: Pipeline, key: OrderKey, transactionId: string) {
  const open = await openStep(pipeline, key, transactionId)
  if (!open) return (await loadedTransaction(pipeline, key, transactionId)) ? 'settledBefore' : 'unknown'
  const { ask, answer } = await inquireOpenStep(pipeline, { key, ...open })
  const name = nameOfRecord(open.step)
  const heard = { answer, verb: ask.verb, by: 'payer' }
  const isFinal = (await recordUpdate(pipeline, { key, name }, heard)) !== 'open'
  return isFinal ? 'settled' : 'open'
}

async function lookedUp(
  { counterparties }: Pipeline,
  token: string,
  kind: PayerCallbackKind,
): Promise<PayerCallback | undefined> {
  const found = await counterparties.callbacks.look(token)
  return found?.kind === kind ? found : undefined
}

/** The newest step of it, while that is still asked about. */
async function openStep({ journal }: Pipeline, key: OrderKey, transactionId: string) {
  const order = await journal.load(key)
  const known = order?.transactions.find(({ id }) => id === transactionId)
  const step = known && stepsOf(known).at(-1)
  return order && step && isOpen(step) ? { order, step } : undefined
}

async function loadedTransaction({ journal }: Pipeline, key: OrderKey, transactionId: string) {
  return (await journal.load(key))?.transactions.find(({ id }) => id === transactionId)
}

function over(
  known: RecordedTransaction | undefined,
): Extract<BrowserRedirect, { state: 'over' | 'unknown' }> {
  if (!known) return { state: 'unknown' }
  const [first = known] = stepsOf(known)
  const address = valueIn(first.request, 'browserPayment', 'returnUrl')
  return typeof address === 'string' ? { state: 'over', address } : { state: 'over' }
}

function consultedIn({ outcome = '{}' }: RecordedTransaction): Content {
  const consulted = valueIn(outcome, 'consulted')
  return isObject(consulted) ? consulted : {}
}
