// What the acquirer host received and sent: counters, and the last messages, which are shown without what is
// secret.

import type { Redaction } from '../acquirers/iso8583/codec/redaction.ts'
import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { BoundedMap } from '../platform/boundedMap.ts'
import type { AskedMessage } from './hostQuestion.ts'

export type HostRecord = {
  received(message: IsoMessage, atMs: number): void
  sent(message: IsoMessage, atMs: number): void
  /** Notes a question, and whether an original came twice without a mark. */
  asked(question: AskedMessage, isBooked: boolean): void
  /** It was declined or lost; what is in the books is found there. */
  notBooked(question: AskedMessage): void
  readonly counters: HostCounters
  /** Oldest first. */
  messages(): readonly RecordedMessage[]
}

export type RecordedMessage = {
  readonly atMs: number
  readonly direction: 'received' | 'sent'
  readonly type: string
  readonly fields: Readonly<Record<string, string>>
}

export type HostCounters = {
  connections: number
  /** Open now. */
  openConnections: number
  refusedConnections: number
  bytesReceived: number
  bytesSent: number
  received: number
  sent: number
  /** Frames and messages that could not be read. */
  unreadable: number
  /** Answers that could not be written. */
  unwritable: number
  /** Connections that ended within a frame for too long. */
  stalled: number
  /** Questions on a connection that had not signed on. */
  beforeSignOn: number
  /** Echoes that came sooner after another one than the dialect allows. */
  echoesTooSoon: number
  /** Originals that came again under the same identity, not marked as a repeat. */
  originalsSentTwice: number
  repeats: number
  /** Answers to questions that the host started. */
  answersToHost: number
  /** Messages of a kind that the host does not know. */
  notUnderstood: number
}

/** Few, as a message that is kept for long costs more than all the rest of it. */
const usualMessagesMax = 500
const identitiesMax = 200_000

export function createHostRecord(
  redacted: Redaction,
  { messagesMax = usualMessagesMax }: { readonly messagesMax?: number | undefined } = {},
): HostRecord {
  const counters: HostCounters = {
    ...{ connections: 0, openConnections: 0, refusedConnections: 0, bytesReceived: 0, bytesSent: 0 },
    ...{ received: 0, sent: 0, unreadable: 0, unwritable: 0, stalled: 0, beforeSignOn: 0 },
    ...{ echoesTooSoon: 0, originalsSentTwice: 0, repeats: 0, answersToHost: 0, notUnderstood: 0 },
  }
  const seen = new BoundedMap<string, true>(identitiesMax)
  const kept: { atMs: number; direction: 'received' | 'sent'; message: IsoMessage }[] = []
  let first = 0
  const keep = (direction: 'received' | 'sent', message: IsoMessage, atMs: number) => {
    if (kept.length < messagesMax) kept.push({ atMs, direction, message })
    else {
      kept[first] = { atMs, direction, message }
      first = (first + 1) % messagesMax
    }
  }
  return {
    counters,
    received(message, atMs) {
      counters.received += 1
      keep('received', message, atMs)
    },
    sent(message, atMs) {
      counters.sent += 1
      keep('sent', message, atMs)
    },
    asked({ message: { type }, identity, isRepeat }, isBooked) {
      if (isRepeat) counters.repeats += 1
      const isOriginal = (type[1] === '1' || type[1] === '2') && type[2] === '0'
      if (isOriginal && !isRepeat && (isBooked || seen.has(identity))) counters.originalsSentTwice += 1
    },
    notBooked: ({ identity }) => seen.set(identity, true),
    messages: () =>
      [...kept.slice(first), ...kept.slice(0, first)].map(({ atMs, direction, message }) => ({
        ...{ atMs, direction, type: message.type },
        fields: redacted(message),
      })),
  }
}
