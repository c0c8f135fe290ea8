// What the rules of the conformance check stand on: a client, fresh ids, a payer, and a place for notices.

import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '../../platform/errors.ts'
import { randomHex } from '../../platform/ids.ts'
import type { ProtocolAbility, ProtocolAnswer, ProtocolCall } from '../protocol/declaration.ts'
import type { AdapterClient, AdapterReply, HeardReply, MadeWrong } from './adapterClient.ts'
import type { NoticeListener } from './noticeListener.ts'

/** A rule is not kept: what was seen instead. */
export class RuleBroken extends Error {}
/** A rule cannot be tried, for a reason that is not its own. */
export class RuleNotTried extends Error {}

/** Lets the payer of a page agree; resolves when that was tried. */
export type CheckPayer = {
  readonly agree: (pageUrl: string) => Promise<void>
  /** Whether a person does it: then they are not asked more often than needed. */
  readonly isPerson: boolean
}

export type CheckStageOptions = {
  readonly client: AdapterClient
  readonly merchantId: string
  readonly amount: string
  readonly currency: string
  readonly kind: string
  readonly payer?: CheckPayer
  readonly notices?: NoticeListener
  /** Secrets of both sides, to make wrong signatures with. */
  readonly secrets: { readonly gateway: readonly string[]; readonly provider: readonly string[] }
  readonly now: () => Date
  /** How long a decision may take after the payer agreed. */
  readonly decisionMs: number
}

export type CheckStage = CheckStageOptions & {
  /** What the adapter says it can do. */
  supports: readonly ProtocolAbility[]
  start(changes?: Partial<ProtocolCall<'start'>>): ProtocolCall<'start'>
  call(call: ProtocolCall, made?: MadeWrong): Promise<HeardReply>
  /** A call that has to be answered with a payment. */
  answered(call: ProtocolCall, made?: MadeWrong): Promise<ProtocolAnswer>
  /** A payment whose payer has agreed, in the state that follows. */
  agreed(changes?: Partial<ProtocolCall<'start'>>): Promise<AgreedPayment>
  /** The same approved payment each time: a person would have to agree to each. */
  paid(): Promise<AgreedPayment>
}

export type AgreedPayment = { readonly start: ProtocolCall<'start'>; readonly answer: ProtocolAnswer }

export const newCheckId = (what: string): string => `check-${what}-${randomHex(10)}`
const lifeMs = 3_600_000

export function createCheckStage(options: CheckStageOptions): CheckStage {
  const { client, now } = options
  const stage: CheckStage = {
    ...options,
    supports: [],
    start: changes => ({
      call: 'start',
      merchantId: options.merchantId,
      paymentId: newCheckId('payment'),
      orderId: newCheckId('order').slice(0, 40),
      transactionId: '1',
      operation: 'PAY',
      amount: options.amount,
      currency: options.currency,
      kind: options.kind,
      confirmation: 'AT_PROVIDER',
      returnUrl: 'https://gateway.example/return',
      noticeUrl: options.notices?.address ?? 'https://gateway.example/notice',
      expiresAt: new Date(now().getTime() + lifeMs).toISOString(),
      ...changes,
    }),
    call: async (call, made) => (await client.call(call, made)).heard,
    async answered(call, made) {
      const reply = await client.call(call, made)
      if ('answer' in reply.heard) return reply.heard.answer
      throw new RuleBroken(`${call.call} was answered with ${heardInWords(reply)}`)
    },
    agreed: changes => letAgree(stage, stage.start(changes)),
    paid: once(async () => {
      const paid = await letAgree(stage, stage.start()).catch(asNotTried)
      if (paid.answer.state === 'approved') return paid
      throw new RuleNotTried(`there is no approved payment to try it with (${paid.answer.state})`)
    }),
  }
  return stage
}

function asNotTried(error: unknown): never {
  if (error instanceof RuleNotTried) throw error
  throw new RuleNotTried(`there is no approved payment to try it with: ${errorMessage(error)}`)
}

async function letAgree(stage: CheckStage, start: ProtocolCall<'start'>): Promise<AgreedPayment> {
  const { payer, decisionMs } = stage
  if (!payer) throw new RuleNotTried('nobody can agree: say --payer or --payer-url')
  const { pageUrl, state } = await stage.answered(start)
  if (state !== 'open' || pageUrl === undefined)
    throw new RuleBroken(`start was answered with the state ${state}`)
  await payer.agree(pageUrl)
  const answer = await settled(stage, start, decisionMs)
  return { start, answer }
}

/** The first state that is neither open nor processing; else the last that was seen. */
export async function settled(
  stage: CheckStage,
  { merchantId, paymentId }: Pick<ProtocolCall, 'merchantId' | 'paymentId'>,
  patienceMs: number,
): Promise<ProtocolAnswer> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const answer = await stage.answered({ call: 'status', merchantId, paymentId })
    const isOver = answer.state !== 'open' && answer.state !== 'processing'
    if (isOver || waitedMs >= patienceMs) return answer
    await sleep(pauseMs)
  }
}

const pauseMs = 200

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What came back, as a person would say it. */
export function heardInWords({ status, heard }: AdapterReply): string {
  if ('answer' in heard) return `the state ${heard.answer.state}`
  if ('error' in heard) return `${heard.error.code} (${status})`
  const field = heard.field === undefined ? '' : ` (${heard.field})`
  return heard.flaw === 'UNEXPECTED_STATUS' ? `status ${status}` : `${flawsInWords[heard.flaw]}${field}`
}

const flawsInWords = {
  NO_ANSWER: 'nothing in time',
  TOO_LARGE: 'more than 64 KiB',
  NOT_JSON: 'something that is no JSON object',
  INVALID_ANSWER: 'a field that is missing or wrong',
  OTHER_PAYMENT: 'another paymentId, captureId or refundId',
  OTHER_CALL: 'a webhook-id that is not that of the call',
  MISSING_SIGNATURE: 'no signature',
  OLD_SIGNATURE: 'a signature whose time is more than five minutes away',
  WRONG_SIGNATURE: "a signature that the provider's secret does not make",
} as const
