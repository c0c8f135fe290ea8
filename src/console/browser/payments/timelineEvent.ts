// One event in the timeline of an order. Texts are names of words with their values: the page says them.

import type { Tone } from '../components/statusBadge.tsx'
import type { WordValues } from '../words/defineWords.ts'
import type { Fact, HostMessage } from './timelineDetails.ts'
import type { TimelineWord } from './timelineWords.ts'

export type EventKind =
  | 'acquirer'
  | 'authentication'
  | 'notification'
  | 'outcome'
  | 'owed'
  | 'provider'
  | 'request'
  | 'rule'
  | 'wait'

export type Said = { readonly word: TimelineWord; readonly values?: WordValues }

export type TimelineEvent = {
  readonly time: string
  readonly transactionId: string
  readonly kind: EventKind
  readonly tone: Tone
  readonly title: Said
  readonly more?: Said
  /** What else was recorded, under its own names. */
  readonly facts: readonly Fact[]
  readonly messages: readonly HostMessage[]
  /** It can be sent again. */
  readonly notification?: { readonly notificationId: string; readonly sequence: number }
  /** A document that belongs to it: a request, or what was sent to the merchant. */
  readonly document?: { readonly title: TimelineWord; readonly content: unknown }
}
