// The receipt that a payer gets by e-mail, as an event of the timeline.

import type { OrderReceipt } from '../../api/payments.ts'
import { factsOf } from './timelineDetails.ts'
import type { TimelineEvent } from './timelineEvent.ts'
import type { TimelineWord } from './timelineWords.ts'

export function receiptEvent({
  transactionId,
  time,
  state,
  reason,
  nextAttemptAt,
}: OrderReceipt): TimelineEvent {
  const { word, tone } = states.get(state) ?? waiting
  return {
    ...{ transactionId, time, tone, kind: 'notification', messages: [] },
    title: { word: 'receipt' },
    more: { word },
    facts: factsOf({ reason, nextAttemptAt }),
  }
}

type ReceiptWording = { readonly word: TimelineWord; readonly tone: TimelineEvent['tone'] }

const waiting: ReceiptWording = { word: 'receiptWAITING', tone: 'wait' }

const states: ReadonlyMap<string, ReceiptWording> = new Map<string, ReceiptWording>([
  ['SENT', { word: 'receiptSENT', tone: 'good' }],
  ['REFUSED', { word: 'receiptREFUSED', tone: 'bad' }],
  ['DEAD', { word: 'receiptDEAD', tone: 'bad' }],
])
