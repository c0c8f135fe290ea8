// A question to a host before it is written: the ask of the port with everything else that a message needs.

import type { AcquirerAsk, AskedCard, CardPresentation, OriginalTransaction, ShownMessage } from '../port.ts'
import type { LinkSettings, MerchantIdentity } from '../routing/settings.ts'
import type { AskForm, WiredAsk } from './dialect.ts'
import type { HostMemory } from './hostMemory.ts'
import type { IsoTrace } from './trace.ts'

export type Question = {
  readonly ask: AcquirerAsk
  readonly wired: WiredAsk
  readonly form: AskForm
  readonly settings: LinkSettings
  /** Absent for a merchant that was taken out of the configuration: what is owed is asked all the same. */
  readonly identity: MerchantIdentity | undefined
  /** Of this question: a reversal has that of what it reverses. */
  readonly trace: IsoTrace
  /** Of the message: a reversal may have another than its original. */
  readonly traceNumber: string
  readonly processingCode: string
  /** In minor units, as the message says it. */
  readonly amount: bigint
  /** The first message has its time, and a repeat again or not, as the dialect says. */
  readonly transmittedAtMs: number
  /** A reversal repeats the local time of its original. */
  readonly startedAtMs: number
  readonly offsetMs: number
  /** Of the acquirer: three digits of ISO 3166. */
  readonly country: string | undefined
  /** The message that is reversed, captured, refunded or asked about. */
  readonly original: TracedOriginal | undefined
  readonly memory: HostMemory
}

export type TracedOriginal = {
  readonly transaction: OriginalTransaction
  readonly trace: IsoTrace
}

export const cardOf = ({ ask }: Question): AskedCard | undefined => ask.card

/** Reversals and inquiries have none. */
export const presentedOf = ({ ask }: Question): CardPresentation | undefined =>
  'presented' in ask ? ask.presented : undefined

/** What is kept of a question until its answer, however late: nothing of the card. */
export type AskedQuestion = {
  readonly ask: AcquirerAsk
  readonly wired: WiredAsk
  readonly isRepeat: boolean
  readonly trace: IsoTrace
  /** In minor units, as the message said it. */
  readonly amount: bigint
  readonly sent: ShownMessage
  /** Of the message that was sent: hosts need not repeat them. */
  readonly traceNumber: string
  readonly processingCode: string
  /** YYMMDDhhmmss. */
  readonly localTime: string
  readonly memory: HostMemory
}
