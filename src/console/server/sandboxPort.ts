// What the sandbox corner controls. The sandbox implements it; where payments are real there is none.

import type { Rejection } from '../../orders/rejection.ts'
import type { OutcomesMet } from '../api/doctor.ts'
import type { ScriptVocabulary, ShownAnswer } from '../api/sandbox.ts'
import type { LoggedCall } from '../requestLog/port.ts'

export interface SandboxCorner {
  /** Absent where a link answers for cards: its host has scripts and books. */
  readonly acquirer?: SimulatedAcquirer
  /** Which outcomes of the scenario library such calls have met. */
  rehearsalOf(calls: readonly Pick<LoggedCall, 'gatewayCode' | 'operation'>[]): OutcomesMet
  clock(): Promise<SandboxReading>
  /** Resolves when everything that fell due is done; undefined when the clock cannot be moved that far. */
  advance(by: ClockStep): Promise<SandboxReading | undefined>
}

export interface SimulatedAcquirer {
  readonly scripts: {
    readonly vocabulary: ScriptVocabulary
    /** Rejected when it is malformed, or too many are waiting. */
    add(script: object): Rejection | undefined
    remove(id: number): boolean
    /** What is left and in force for a merchant, with card numbers masked. */
    list(merchantId: string): readonly ScriptLeft[]
    /** Newest first; only the newest are kept. */
    used(merchantId: string): readonly AnswerUsed[]
  }
  readonly books: {
    /** Orders that the books have, those with the newest entries first. */
    page(
      wanted: WantedBookPage,
    ): Promise<{ readonly orders: readonly BookedOrder[]; readonly before?: number }>
    /** All orders of a merchant, of the gateway, the books or both. */
    differences(merchantId: string): Promise<{
      readonly orders: number
      readonly differences: readonly BookDifference[]
      /** Whether there are more than are listed. */
      readonly isCut: boolean
    }>
  }
}

export type WantedBookPage = {
  readonly merchantId: string
  readonly limit: number
  readonly before?: number
}

type BookMoney = { readonly amount: bigint; readonly currency: string }
export type GatewaySide = BookMoney & { readonly type: string; readonly result: string }
export type BookSide = BookMoney & { readonly kind: string; readonly state: string }

export type BookedOrder = {
  readonly orderId: string
  readonly transactions: readonly (GatewaySide & { readonly transactionId: string })[]
  readonly entries: readonly (BookSide & { readonly transactionId: string })[]
  readonly differences: readonly BookDifference[]
}

export type BookDifference = {
  readonly type: string
  readonly explanation: string
  readonly orderId: string
  readonly transactionId: string
  readonly gateway?: GatewaySide
  readonly books?: BookSide
}

export type SandboxReading = { readonly nowMs: number; readonly shiftMs: number }

export type ClockStep = { readonly months: number; readonly days: number; readonly ms: number }

export type ScriptLeft = {
  readonly id: number
  readonly match: { readonly merchantId?: string; readonly orderId?: string; readonly cardNumber?: string }
  readonly answers: readonly ShownAnswer[]
}

export type AnswerUsed = {
  readonly scriptId: number
  readonly atMs: number
  readonly answer: ShownAnswer
  /** What the gateway asked for: authorize, capture … */
  readonly asked: string
  readonly merchantId: string
  /** Absent where it belongs to no order. */
  readonly orderId?: string
  readonly transactionId?: string
  /** Answers of the script that were left then. */
  readonly left: number
}
