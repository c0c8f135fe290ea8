// What directory servers and issuers received and sent: the last messages without what is secret, and
// counters.

import { BoundedMap } from '../platform/boundedMap.ts'
import { maskedNumber } from '../standards/cardNumber.ts'
import { isContent, type WireMessage } from './tables/forms.ts'

export type MessageDirection = 'received' | 'sent'

export type RecordedDirectoryMessage = {
  readonly atMs: number
  readonly direction: MessageDirection
  readonly scheme: string
  /** AReq, ARes … or what was no message. */
  readonly kind: string
  readonly content: WireMessage
}

/** A message as it was on the wire, card numbers and all: for whoever checks messages in the same process. */
export type RawDirectoryMessage = {
  readonly atMs: number
  readonly from: string
  readonly to: string
  readonly direction: MessageDirection
  readonly scheme: string
  readonly kind: string
  readonly text: string
  /** Made wrong, late or twice by a fault on command. */
  readonly isDeliberate: boolean
}

/** With whom a scheme and its issuers speak. */
export type DirectoryPeer = 'gateway' | 'browser'

export type NotedMessage = Pick<RawDirectoryMessage, 'direction' | 'scheme' | 'kind' | 'text'> & {
  readonly content: WireMessage
  readonly peer?: DirectoryPeer
  readonly isDeliberate?: boolean
}

export type DirectoryCounters = {
  readonly messages: Readonly<Record<string, number>>
  /** Authentication requests whose threeDSServerTransID had come before: a gateway never sends one twice. */
  readonly repeatedRequests: number
  readonly repeatedIds: readonly string[]
  /** A method that was claimed to be finished, and that the issuer never saw. */
  readonly falseMethodClaims: number
  readonly results: {
    readonly sent: number
    readonly answered: number
    readonly refused: number
    readonly lost: number
    /** In milliseconds, of the answers. */
    readonly slowestMs: number
    readonly totalMs: number
  }
}

export type ResultFate = 'answered' | 'refused' | 'lost'

export type MessageRecord = {
  readonly note: (message: NotedMessage) => void
  /** How often this request came by now. */
  readonly countRequest: (transactionId: string) => number
  readonly countFalseMethod: () => void
  readonly countResult: (fate: ResultFate, ms: number) => void
  readonly messages: () => readonly RecordedDirectoryMessage[]
  readonly requests: () => Readonly<Record<string, number>>
  readonly counters: () => DirectoryCounters
}

const messagesMax = 1_000
const requestsMax = 200_000

export function createMessageRecord(
  nowMs: () => number,
  onMessage: (message: RawDirectoryMessage) => void = () => undefined,
): MessageRecord {
  const last: RecordedDirectoryMessage[] = []
  const kinds = new Map<string, number>()
  const requests = new BoundedMap<string, number>(requestsMax)
  const repeatedIds: string[] = []
  const counts = { falseMethodClaims: 0, repeatedRequests: 0 }
  const results = { sent: 0, answered: 0, refused: 0, lost: 0, slowestMs: 0, totalMs: 0 }
  return {
    note({ content, peer = 'gateway', isDeliberate = false, ...message }) {
      const { direction, scheme, kind } = message
      const atMs = nowMs()
      const [from, to] = direction === 'received' ? [peer, scheme] : [scheme, peer]
      const name = `${kind} ${direction}`
      kinds.set(name, (kinds.get(name) ?? 0) + 1)
      last.push({ atMs, direction, scheme, kind, content: withoutSecrets(content) })
      if (last.length > messagesMax) last.shift()
      onMessage({ atMs, from, to, ...message, isDeliberate })
    },
    countRequest(id) {
      const times = (requests.get(id) ?? 0) + 1
      requests.set(id, times)
      if (times > 1) counts.repeatedRequests += 1
      if (times === 2 && repeatedIds.length < messagesMax) repeatedIds.push(id)
      return times
    },
    countFalseMethod() {
      counts.falseMethodClaims += 1
    },
    countResult(fate, ms) {
      results.sent += 1
      results[fate] += 1
      if (fate !== 'answered') return
      results.totalMs += ms
      results.slowestMs = Math.max(results.slowestMs, ms)
    },
    messages: () => [...last],
    requests: () => Object.fromEntries(requests),
    counters: () => ({
      ...{ messages: Object.fromEntries(kinds), ...counts, repeatedIds: [...repeatedIds] },
      results: { ...results },
    }),
  }
}

/** Lists of card ranges are long, and cryptograms and what is known of a payer are nobody's business. */
function withoutSecrets(content: WireMessage): WireMessage {
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) => {
      if (name === 'acctNumber') return [[name, maskedNumber(String(value))]]
      if (!shown.test(name)) return []
      return [[name, isContent(value) || Array.isArray(value) ? JSON.stringify(value).slice(0, 200) : value]]
    }),
  )
}

const shown =
  /^(?:message|trans|error|challenge|serial|acs|ds|eci$|threeDS(?:Method|Requestor|Server))|Status|Ind$|URL$/
