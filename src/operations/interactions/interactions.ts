// Callbacks of payers' browsers: what happens at the issuer or the provider between two calls of the
// merchant.

import { encryptedFields } from '../../threeDSecure/redirect.ts'
import type { PayerCallback, PayerCallbackKind } from '../model/counterparties.ts'
import type { OrderKey, RecordedTransaction } from '../model/journal.ts'
import { nameOfRecord, stepsOf } from '../model/steps.ts'
import type { Pipeline } from '../pipeline/execution.ts'
import { inquireOpenStep, isOpen, recordReturn, recordUpdate } from './updates.ts'

/**
 * What a payer's browser does between two calls of the merchant. Each address was issued for one transaction
 * and one purpose; what a visit reports is committed before the browser is redirected.
 */
export interface Interactions {
  /** The issuer's method frame is done. */
  methodDone(token: string): Promise<'noted' | 'unknown'>
  /** A challenge is over: the issuer is asked for its result. */
  challenged(token: string): Promise<ChallengeReturn>
  /** The payer opens redirectUrl: returns the address of the provider's page. */
  redirected(token: string): Promise<BrowserRedirect>
  /** The provider sends the payer back: returns the address of the merchant's page. */
  returned(token: string): Promise<BrowserRedirect>
  /** Asks the issuer or the provider now, without a browser; `by` says what the occasion was. */
  inquire(
    key: OrderKey,
    transactionId: string,
    by?: 'payer' | 'result',
  ): Promise<'settled' | 'settledBefore' | 'open' | 'unknown'>
  /**
   * A provider says that there is news of a payment; `isAbout` tells its traces. Noted: it is committed that
   * the provider will be asked at once. Early: the payment was only just begun; the provider has to say it
   * again.
   */
  noticed(token: string, isAbout: (trace: string | undefined) => boolean): Promise<NoticeState>
  /** The provider's id of a browser payment that is open. */
  interactionOf(key: OrderKey, transactionId: string): Promise<string | undefined>
}

export type NoticeState = 'noted' | 'early' | 'unknown'

/** Unknown: never issued, expired, or issued by an older release. */
export type ChallengeReturn =
  | { readonly state: 'unknown' }
  /** It was used before: nothing else is disclosed, since a second visitor may be another person. */
  | { readonly state: 'used' }
  | {
      readonly state: 'settled' | 'undecided'
      /** A form is posted there, with these fields; empty where the merchant gave no address. */
      readonly address: string
      readonly fields: Readonly<Record<string, string>>
    }

export type BrowserRedirect =
  | { readonly state: 'unknown' }
  /** The payment has ended: there is nothing left to do at the provider. */
  | {
      readonly state: 'over'
      readonly address?: string
      /** Of the payment's pages, as the merchant chose it. */
      readonly language?: string
    }
  | { readonly state: 'sent'; readonly address: string }

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
    inquire: (key, transactionId, by) => inquireAbout(pipeline, key, { transactionId, by }),
    noticed: (token, isAbout) => noticed(pipeline, token, isAbout),
    async interactionOf(key, transactionId) {
      const open = await openStep(pipeline, key, transactionId)
      return open?.step.outcome?.consulted?.interactionId
    },
  }
}

async function challenged(pipeline: Pipeline, token: string): Promise<ChallengeReturn> {
  const issued = await lookedUp(pipeline, token, 'challenge')
  if (!issued) return { state: 'unknown' }
  const { key, transactionId } = issued
  // Inquires before the callback is marked used: a browser that was cut off in between may call again.
  const state = await inquireAbout(pipeline, key, { transactionId, isReturning: true })
  const callback = await pipeline.counterparties.callbacks.use(token)
  if (callback === 'used') return { state: 'used' }
  if (!callback) return { state: 'unknown' }
  const known = await loadedTransaction(pipeline, key, transactionId)
  if (state === 'unknown' || !known) return { state: 'unknown' }
  const settled = known.result === 'PENDING' ? 'undecided' : 'settled'
  return {
    state: settled,
    address: known.request.fields.authentication?.redirectResponseUrl ?? '',
    fields: await returnedFields(pipeline, callback, known),
  }
}

/** What the merchant's page gets; it can trust only what is encrypted under the session's key. */
async function returnedFields(
  { sources }: Pipeline,
  { key, content }: PayerCallback,
  { id, result, authenticationStatus, outcome }: RecordedTransaction,
): Promise<Readonly<Record<string, string>>> {
  const gatewayRecommendation = outcome?.fields.response?.gatewayRecommendation ?? ''
  const aes256Key = await sources.sessionKey(key, content.sessionId)
  const signed = {
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
    ...(aes256Key !== undefined && encryptedFields(aes256Key, JSON.stringify(signed))),
  }
}

async function redirected(pipeline: Pipeline, token: string): Promise<BrowserRedirect> {
  const callback = await lookedUp(pipeline, token, 'redirect')
  if (!callback) return { state: 'unknown' }
  const { key, transactionId } = callback
  const open = await openStep(pipeline, key, transactionId)
  if (!open) return over(await loadedTransaction(pipeline, key, transactionId))
  await recordUpdate(pipeline, { key, name: nameOfRecord(open.step) }, { seen: 'redirected', by: 'payer' })
  const pageUrl = open.step.outcome?.consulted?.pageUrl
  return pageUrl === undefined ? { state: 'unknown' } : { state: 'sent', address: pageUrl }
}

async function returned(pipeline: Pipeline, token: string): Promise<BrowserRedirect> {
  const callback = await lookedUp(pipeline, token, 'return')
  if (!callback) return { state: 'unknown' }
  const { key, transactionId } = callback
  const open = await openStep(pipeline, key, transactionId)
  if (open) {
    const { ask, answer, givesUp } = await inquireOpenStep(pipeline, { key, ...open })
    const update = { answer, givesUp, verb: ask.verb, seen: 'returned', by: 'payer' } as const
    await recordUpdate(pipeline, { key, name: nameOfRecord(open.step) }, update)
  }
  const known = await loadedTransaction(pipeline, key, transactionId)
  if (known) await recordReturn(pipeline, { key, name: nameOfRecord(known) })
  const ended = over(known)
  if (ended.state === 'unknown' || ended.address === undefined) return ended
  return { state: 'sent', address: ended.address }
}

/** Captures and refunds of the payment have news of their own: whatever is owed about it is asked. */
async function noticed(
  { counterparties, journal }: Pipeline,
  token: string,
  isAbout: (trace: string | undefined) => boolean,
): Promise<NoticeState> {
  const callback = await lookedUp({ counterparties }, token, 'notice')
  const order = callback && (await journal.load(callback.key))
  const steps = (order?.transactions ?? []).flatMap(stepsOf).filter(({ trace }) => isAbout(trace))
  if (!callback || steps.length === 0) return 'unknown'
  if (steps.some(({ outcome }) => outcome === undefined)) return 'early'
  const owed = steps.filter(step => step.owed?.status === 'PENDING')
  if (owed.length > 0) await journal.hastenThese(callback.key, owed.map(nameOfRecord))
  return 'noted'
}

/** Asks the issuer or the provider now, and records the answer. */
async function inquireAbout(
  pipeline: Pipeline,
  key: OrderKey,
  { transactionId, isReturning, by = 'payer' }: InquiryOccasion,
) {
  const order = await pipeline.journal.load(key)
  const known = order?.transactions.find(({ id }) => id === transactionId)
  if (!order || !known) return 'unknown'
  if (isReturning) await noteReturn(pipeline, known)
  const step = openStepOf(known)
  if (!step) return 'settledBefore'
  const { ask, answer, givesUp } = await inquireOpenStep(pipeline, { key, order, step, isReturning })
  const name = nameOfRecord(step)
  const update = { answer, givesUp, verb: ask.verb, by }
  const isFinal = (await recordUpdate(pipeline, { key, name }, update)) !== 'open'
  return isFinal ? 'settled' : 'open'
}

type InquiryOccasion = {
  readonly transactionId: string
  readonly isReturning?: true
  readonly by?: 'payer' | 'result' | undefined
}

/** Also of a browser that comes after the result: whoever looks for why wants to know that it came. */
async function noteReturn({ counterparties }: Pipeline, { outcome }: RecordedTransaction): Promise<void> {
  const id = outcome?.consulted?.serverTransactionId
  if (id !== undefined) await counterparties.authenticator.noteReturn?.(id)
}

async function lookedUp(
  { counterparties }: Pick<Pipeline, 'counterparties'>,
  token: string,
  kind: PayerCallbackKind,
): Promise<PayerCallback | undefined> {
  const found = await counterparties.callbacks.look(token)
  return found?.kind === kind ? found : undefined
}

/** The newest step of a transaction while an inquiry about it is owed. */
async function openStep({ journal }: Pipeline, key: OrderKey, transactionId: string) {
  const order = await journal.load(key)
  const known = order?.transactions.find(({ id }) => id === transactionId)
  const step = known && openStepOf(known)
  return order && step ? { order, step } : undefined
}

function openStepOf(known: RecordedTransaction): RecordedTransaction | undefined {
  const step = stepsOf(known).at(-1)
  return step && isOpen(step) ? step : undefined
}

async function loadedTransaction({ journal }: Pipeline, key: OrderKey, transactionId: string) {
  return (await journal.load(key))?.transactions.find(({ id }) => id === transactionId)
}

function over(
  known: RecordedTransaction | undefined,
): Extract<BrowserRedirect, { state: 'over' | 'unknown' }> {
  if (!known) return { state: 'unknown' }
  const [first = known] = stepsOf(known)
  const { returnUrl: address, preferredLanguage: language } = first.request.fields.browserPayment ?? {}
  return {
    state: 'over',
    ...(address !== undefined && { address }),
    ...(language !== undefined && { language }),
  }
}
