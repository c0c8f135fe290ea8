// An order as a file: the calls that were made about it, what they were answered, and what happened between
// the gateway and its acquirer. Nothing in it is secret, and nobody who paid can be recognised by it.

import type { ExplainedStepName } from '../contract/explanation.ts'
import { type Content, isObject } from '../contract/kit/content.ts'

export const tapeFormat = 1

export type OrderTape = {
  readonly format: typeof tapeFormat
  /** The product and its release. */
  readonly product: string
  readonly madeAt: string
  readonly mode: 'LIVE' | 'TEST'
  readonly merchant: string
  readonly order: { readonly id: string; readonly status?: string | undefined }
  /** The settings of the merchant that decide about requests. */
  readonly settings: Content
  /** How long the gateway waits for its acquirer. */
  readonly patienceMs: number
  /** The fields of the requests that were taken out, by the names of the contract. */
  readonly masked: readonly string[]
  /** What should be in it and is not, in sentences. */
  readonly missing: readonly string[]
  /** Oldest first. */
  readonly calls: readonly TapedCall[]
}

export type TapedCall = {
  readonly at: string
  /** A call that was repeated got the answer of an earlier one; a refused one recorded nothing. */
  readonly kind: 'recorded' | 'refused' | 'repeated'
  readonly transactionId: string
  readonly operation: string
  readonly version: number
  readonly requestId?: string
  /** As its version writes it, masked; absent where it is not kept. */
  readonly body?: Content
  /** What values of the body were taken from that the call only named: a session, a token. */
  readonly takenFrom?: readonly string[]
  readonly answer: TapedAnswer
  /** What became of a call that recorded a transaction. */
  readonly outcome?: TapedOutcome
  /** What happened, oldest first. */
  readonly steps: readonly TapedStep[]
}

/** The first answer to a call. */
export type TapedAnswer = {
  /** Of HTTP; absent where the request log no longer has the call. */
  readonly status?: number
  readonly result?: string
  readonly gatewayCode?: string
  readonly orderStatus?: string
  /** Of a refused one. */
  readonly cause?: string
  readonly field?: string
  readonly explanation?: string
}

/** What a transaction came to in the end. */
export type TapedOutcome = {
  readonly result: string
  readonly gatewayCode: string
  readonly decidedBy: string
  readonly amount?: string
  readonly currency?: string
  /** Status and totals of the order afterwards. */
  readonly totals: Content
  /** What was owed to the acquirer. */
  readonly owed?: Content
  /** The rules that judged it, and how the payer was authenticated. */
  readonly rules: readonly Content[]
  readonly authentication?: Content
}

/** A step of `explain`, without what may not be in a tape. */
export type TapedStep = Content & { readonly step: ExplainedStepName; readonly time: string }

/** What a tape must have before anything in it is used; the signature says whether it is as it was made. */
export function isTape(value: unknown): value is OrderTape {
  return (
    isObject(value) &&
    value.format === tapeFormat &&
    ['product', 'madeAt', 'mode', 'merchant'].every(name => typeof value[name] === 'string') &&
    isObject(value.order) &&
    typeof value.order.id === 'string' &&
    isObject(value.settings) &&
    typeof value.patienceMs === 'number' &&
    areTexts(value.masked) &&
    areTexts(value.missing) &&
    Array.isArray(value.calls) &&
    value.calls.every(isCall)
  )
}

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

const isCall = (value: unknown): boolean =>
  isObject(value) &&
  ['kind', 'transactionId', 'operation'].every(name => typeof value[name] === 'string') &&
  isTime(value.at) &&
  Number.isInteger(value.version) &&
  (value.body === undefined || isObject(value.body)) &&
  isObject(value.answer) &&
  (value.outcome === undefined || isOutcome(value.outcome)) &&
  Array.isArray(value.steps) &&
  value.steps.every(step => isObject(step) && typeof step.step === 'string' && isTime(step.time))

const isOutcome = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.result === 'string' &&
  isObject(value.totals) &&
  Array.isArray(value.rules) &&
  value.rules.every(isObject)

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
