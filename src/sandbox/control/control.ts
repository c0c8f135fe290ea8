import type { JsonObject } from '../../http/transport/json.ts'
import type { Profile } from '../../orders/merchant.ts'
import type { Rejection } from '../../orders/rejection.ts'
import type { CalendarDuration } from './duration.ts'

/** What the sandbox lets a developer see and do, as far as the control API needs to know it. */
export interface SandboxControl {
  readonly scripts: ScriptControl
  books(wanted: ControlBookFilter): Promise<BookEntriesPage>
  clock(): Promise<SandboxTime>
  /** Done when everything that fell due has been done; undefined when the clock does not go that far. */
  advance(by: CalendarDuration): Promise<SandboxTime | undefined>
  differences(): Promise<SandboxReconciliation>
  /** Undefined when there is no such merchant. */
  profile(merchantId: string): Promise<Profile | undefined>
  setProfile(merchantId: string, profile: Profile): Promise<Profile | undefined>
  /** Back to the beginning. Only while no request is running. */
  reset(): Promise<void>
}

/** The acquirer's next answers, in the order they were put here. */
export interface ScriptControl {
  add(script: JsonObject): Rejection | undefined
  /** What is left, as it may be shown: a card number is masked. */
  list(): readonly object[]
  clear(): void
}

export type ControlBookFilter = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly limit: number
  /** Where the page before ended. */
  readonly after?: number
}

/** One line of the acquirer's books. */
export type ShownBookEntry = {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly kind: string
  /** In minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly state: string
}

export type BookEntriesPage = {
  readonly entries: readonly ShownBookEntry[]
  /** Where the next page begins, if there is one. */
  readonly after?: number
}

export type SandboxTime = { readonly nowMs: number; readonly shiftMs: number }

export type SandboxReconciliation = {
  readonly differences: readonly object[]
  /** Whether there are more than are told. */
  readonly isCut: boolean
}
