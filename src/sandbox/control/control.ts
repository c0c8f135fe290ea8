import type { JsonObject } from '../../http/transport/json.ts'
import type { Profile } from '../../orders/merchant.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { Duration } from './duration.ts'

/** What the sandbox lets a developer see and do, as far as the control API needs to know it. */
export interface SandboxControl {
  readonly scripts: ScriptShelf
  books(wanted: WantedEntries): Promise<EntriesPage>
  clock(): Promise<ClockReading>
  /** Done when everything that fell due has been done; undefined when the clock does not go that far. */
  advance(by: Duration): Promise<ClockReading | undefined>
  differences(): Promise<Reconciliation>
  /** Undefined when there is no such merchant. */
  profile(merchantId: string): Promise<Profile | undefined>
  setProfile(merchantId: string, profile: Profile): Promise<Profile | undefined>
  /** Back to the beginning. Only while no request is running. */
  reset(): Promise<void>
}

/** The acquirer's next answers, in the order they were put here. */
export interface ScriptShelf {
  add(script: JsonObject): Rejection | undefined
  /** What is left, as it may be shown: a card number is masked. */
  list(): readonly object[]
  clear(): void
}

export type WantedEntries = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly limit: number
  /** Where the page before ended. */
  readonly after?: number
}

/** One line of the acquirer's books. */
export type ShownEntry = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly kind: string
  /** In minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly state: string
}

export type EntriesPage = {
  readonly entries: readonly ShownEntry[]
  /** Where the next page begins, if there is one. */
  readonly after?: number
}

export type ClockReading = { readonly nowMs: number; readonly shiftMs: number }

export type Reconciliation = {
  readonly differences: readonly object[]
  /** Whether there are more than are told. */
  readonly isCut: boolean
}
