// A question to a host before it is written: the ask of the port with everything else that a message needs.

import type {
  AcquirerAsk,
  AskedCard,
  CardPresentation,
  ExchangedMessage,
  OriginalTransaction,
} from '../../port.ts'
import type { LinkSettings, MerchantIdentity } from '../../routing/settings.ts'
import type { AskedSecrets } from '../codec/cardInMessage.ts'
import type { AskForm, WiredAsk } from '../dialects/dialect.ts'
import type { IsoMessage } from '../dialects/message.ts'
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

/**
 * What is kept of a question until its answer, and after it for one that comes late or twice: nothing of the
 * card, and little, because there are as many as payments of the last minutes.
 */
export type AskedQuestion = {
  readonly ask: AcquirerAsk
  readonly wired: WiredAsk
  readonly isRepeat: boolean
  /** The type of the message that was sent. */
  readonly type: string
  /** In minor units, as the message said it. */
  readonly amount: bigint
  /** Of the message that was sent: hosts need not repeat them. */
  readonly traceNumber: string
  readonly processingCode: string
  readonly reference: string
  readonly acceptor: string
  readonly entryMode: string | undefined
  /** YYMMDDhhmmss. */
  readonly localTime: string
  readonly memory: HostMemory
}

/** What is at hand while an answer is awaited. */
export type AwaitedQuestion = {
  readonly sent: ExchangedMessage
  /** Its fields. */
  readonly question: IsoMessage['fields']
  readonly secrets: AskedSecrets | undefined
}
