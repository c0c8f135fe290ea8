// What is counted and timed of the traffic with directory servers. By their names, and by words of short
// lists: never an id, never anything of a card.

import type { TransactionStatus } from '../port.ts'
import { isErrorCode } from './messages/faults.ts'

export interface DirectoryMonitor {
  /** An authentication request: what came of it, and how long that took with the connection. */
  asked(directoryServer: string, outcome: RequestOutcome, ms: number): void
  result(directoryServer: string, kind: ResultKind): void
  /** The payer's browser is back from a challenge, for the first time. */
  returned(directoryServer: string, result: ReturnKind): void
  erro(directoryServer: string, direction: ErroDirection, code: string | undefined): void
}

/**
 * The issuer's status (C: a challenge; other: none, or one that is not known); `erro` instead of an answer;
 * `wrong`: one that was refused; nothing in time; nothing sent.
 */
export type RequestOutcome = TransactionStatus | 'C' | 'other' | 'erro' | 'wrong' | 'silent' | 'unsent'

/**
 * Recorded before or after the browser came back, or before the answer that wants the challenge; the same
 * again, or with other words; refused.
 */
export const resultKinds = [
  ...(['beforeReturn', 'afterReturn', 'beforeAnswer'] as const),
  ...(['repeated', 'contradictory', 'refused'] as const),
]
export type ResultKind = (typeof resultKinds)[number]

/** Whether the result was there by then. */
export const returnKinds = ['resultKnown', 'resultAwaited'] as const
export type ReturnKind = (typeof returnKinds)[number]

export type ErroDirection = 'received' | 'sent'

/** Any text may come as a code, and must not become a label. */
export const countedCode = (code: string | undefined): string =>
  code !== undefined && isErrorCode(code) ? code : 'other'

/** Counts nothing. */
export const noMonitor: DirectoryMonitor = {
  asked: () => undefined,
  result: () => undefined,
  returned: () => undefined,
  erro: () => undefined,
}
