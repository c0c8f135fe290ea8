// What a link says about itself: to operators, metrics and readiness (status), and to the record (events).

import type { BreakerStatus } from '../../../platform/breaker.ts'
import type { ShownMessage, UnsentReason } from '../../port.ts'

export type LinkStatus = {
  readonly name: string
  /** Why nothing can be sent now, if so. */
  readonly trouble?: UnsentReason
  readonly breaker: BreakerStatus
  readonly queue: { readonly live: number; readonly backlog: number; readonly max: number }
  readonly connections: readonly ConnectionStatus[]
  readonly counters: LinkCounters
  /** How long the oldest question waits that was sent and is not answered. */
  readonly oldestWaitingMs?: number
}

export type ConnectionStatus = {
  readonly address: string
  readonly state: ConnectionState
  readonly since: Date
  readonly inFlight: number
  readonly lastReceivedAt?: Date
  /** While it waits, or is signed off: when the gateway tries by itself. */
  readonly nextAttemptAt?: Date
  /** Why the last attempt failed or the last connection ended. */
  readonly trouble?: string
}

/**
 * `waiting`: for its next attempt. `signedOff`: connected, but the host said that it takes no questions now.
 * `closing`: what is in flight may still be answered.
 */
export type ConnectionState = (typeof connectionStates)[number]
export const connectionStates = [
  ...(['waiting', 'connecting', 'signingOn', 'ready', 'signedOff', 'closing'] as const),
] as const

export type LinkCounters = {
  readonly [name in CounterName]: number
} & { readonly unsent: { readonly [reason in UnsentReason]?: number } }

export const counterNames = [
  ...(['sent', 'answered', 'silent', 'late', 'doubled', 'unmatched', 'contradictory'] as const),
  ...(['unreadable', 'hostStarted', 'connects', 'connectFailures', 'losses'] as const),
] as const
export type CounterName = (typeof counterNames)[number]

/** Counters that the link adds to. */
export type OpenCounters = { -readonly [name in CounterName]: number } & {
  readonly unsent: { [reason in UnsentReason]?: number }
}

export function createCounters(): OpenCounters {
  const messages = { sent: 0, answered: 0, silent: 0, late: 0, doubled: 0, unmatched: 0, contradictory: 0 }
  const others = { unreadable: 0, hostStarted: 0, connects: 0, connectFailures: 0, losses: 0 }
  return { ...messages, ...others, unsent: {} }
}

/** Something that somebody should hear of, beside answers to questions. It never holds card data. */
export type LinkEvent = {
  readonly link: string
  readonly what: LinkEventKind
  /** The address of the connection; absent where it is about the link as a whole. */
  readonly address?: string
  /** For people: `differs in 41`, `has no response code`, `ECONNREFUSED`. */
  readonly detail?: string
  /** The message that came, as people may see it. */
  readonly message?: ShownMessage
  /** Of a cut-over: the host's new business date, as its message has it. */
  readonly businessDate?: string
}

export const linkEventKinds = [
  // Messages that are no answer: nobody waits, nobody waits any more, it is the second one, it says something
  // else than was asked, or it cannot be read.
  ...(['unmatched', 'late', 'doubled', 'contradictory', 'unreadable'] as const),
  // What the host started.
  ...(['echo', 'signOn', 'signOff', 'cutOver', 'keyChange', 'notUnderstood', 'unknownType'] as const),
  // The link itself.
  ...(['connected', 'connectFailed', 'lost', 'signOnRefused', 'breakerOpen', 'breakerClosed'] as const),
] as const
export type LinkEventKind = (typeof linkEventKinds)[number]
