import { type Content, isObject } from '../../contract/kit/content.ts'
import { encryptedFields } from '../../threeDSecure/redirect.ts'
import type { Callback, CallbackKind } from '../pipeline/callbacks.ts'
import { valueIn } from '../pipeline/documents.ts'
import type { Road } from '../pipeline/execution.ts'
import type { OrderKey, RecordedTransaction } from '../pipeline/journal.ts'
import { nameOfRecord, stepsOf } from '../pipeline/steps.ts'
import { inquire } from './inquiry.ts'
import { isOpen, recordNews, recordReturn } from './news.ts'
import type { Challenged, Interactions, Sent } from './port.ts'

/** What payers' browsers do between two calls of a merchant. */
export function createInteractions(road: Road): Interactions {
  return {
    async methodDone(token) {
      if (!(await lookedUp(road, token, 'method'))) return 'unknown'
      await road.counterparts.callbacks.use(token)
      return 'noted'
    },
    challenged: token => challenged(road, token),
    redirected: token => redirected(road, token),
    returned: token => returned(road, token),
    inquire: (key, transactionId) => inquireAbout(road, key, transactionId),
    async interactionOf(key, transactionId) {
      const open = await openStep(road, key, transactionId)
      const id = open && consultedIn(open.step).interactionId
      return typeof id === 'string' ? id : undefined
    },
  }
}

async function challenged(road: Road, token: string): Promise<Challenged> {
  const issued = await lookedUp(road, token, 'challenge')
  if (!issued) return { state: 'unknown' }
  const { key, transactionId } = issued
  // Asked before the address is used up: who was cut off in between may come again.
  const state = await inquireAbout(road, key, transactionId)
  const callback = await road.counterparts.callbacks.use(token)
  if (callback === 'used') return { state: 'used' }
  if (!callback) return { state: 'unknown' }
  const known = await loadedTransaction(road, key, transactionId)
  if (state === 'unknown' || !known) return { state: 'unknown' }
  const address = valueIn(known.request, 'authentication', 'redirectResponseUrl')
  const settled = known.result === 'PENDING' ? 'undecided' : 'settled'
  return {
    state: settled,
    address: typeof address === 'string' ? address : '',
    fields: await returnedFields(road, callback, known),
  }
}

/** What the merchant's page gets; what it can trust in it is what the session's key opens. */
async function returnedFields(
  { sources }: Road,
  { key, content }: Callback,
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

async function redirected(road: Road, token: string): Promise<Sent> {
  const callback = await lookedUp(road, token, 'redirect')
  if (!callback) return { state: 'unknown' }
  const { key, transactionId } = callback
  const open = await openStep(road, key, transactionId)
  if (!open) return over(await loadedTransaction(road, key, transactionId))
  await recordNews(road, { key, name: nameOfRecord(open.step) }, { seen: 'redirected', by: 'payer' })
  const { pageUrl } = consultedIn(open.step)
  return typeof pageUrl === 'string' ? { state: 'sent', address: pageUrl } : { state: 'unknown' }
}

async function returned(road: Road, token: string): Promise<Sent> {
  const callback = await lookedUp(road, token, 'return')
  if (!callback) return { state: 'unknown' }
  const { key, transactionId } = callback
  const open = await openStep(road, key, transactionId)
  if (open) {
    const { ask, answer } = await inquire(road, { key, ...open })
    const heard = { answer, verb: ask.verb, seen: 'returned', by: 'payer' } as const
    await recordNews(road, { key, name: nameOfRecord(open.step) }, heard)
  }
  const known = await loadedTransaction(road, key, transactionId)
  if (known) await recordReturn(road, { key, name: nameOfRecord(known) })
  const ended = over(known)
  if (ended.state === 'unknown' || ended.address === undefined) return ended
  return { state: 'sent', address: ended.address }
}

/** Asks the issuer or the provider now, and writes down what is known. */
async function inquireAbout(road: Road, key: OrderKey, transactionId: string) {
  const open = await openStep(road, key, transactionId)
  if (!open) return (await loadedTransaction(road, key, transactionId)) ? 'settledBefore' : 'unknown'
  const { ask, answer } = await inquire(road, { key, ...open })
  const name = nameOfRecord(open.step)
  const heard = { answer, verb: ask.verb, by: 'payer' }
  const isFinal = (await recordNews(road, { key, name }, heard)) !== 'open'
  return isFinal ? 'settled' : 'open'
}

async function lookedUp(
  { counterparts }: Road,
  token: string,
  kind: CallbackKind,
): Promise<Callback | undefined> {
  const found = await counterparts.callbacks.look(token)
  return found?.kind === kind ? found : undefined
}

/** The newest step of it, while that is still asked about. */
async function openStep({ journal }: Road, key: OrderKey, transactionId: string) {
  const order = await journal.load(key)
  const known = order?.transactions.find(({ id }) => id === transactionId)
  const step = known && stepsOf(known).at(-1)
  return order && step && isOpen(step) ? { order, step } : undefined
}

async function loadedTransaction({ journal }: Road, key: OrderKey, transactionId: string) {
  return (await journal.load(key))?.transactions.find(({ id }) => id === transactionId)
}

function over(known: RecordedTransaction | undefined): Extract<Sent, { state: 'over' | 'unknown' }> {
  if (!known) return { state: 'unknown' }
  const [first = known] = stepsOf(known)
  const address = valueIn(first.request, 'browserPayment', 'returnUrl')
  return typeof address === 'string' ? { state: 'over', address } : { state: 'over' }
}

function consultedIn({ outcome = '{}' }: RecordedTransaction): Content {
  const consulted = valueIn(outcome, 'consulted')
  return isObject(consulted) ? consulted : {}
}
