import type { Acquirer } from '../acquirers/port.ts'
import type { Content } from '../contract/kit/normalise.ts'
import type { Operation } from '../contract/kit/operation.ts'
import type { Clock } from '../platform/clock.ts'
import type { Vault } from '../vault/port.ts'
import type { Identify } from './fingerprint.ts'
import type { Flow } from './flow.ts'
import type { Journal, OrderKey } from './journal.ts'
import type { Prepared, Submission } from './prepare.ts'
import type { Pauses } from './waiting.ts'

/** What the road is built of. */
export type Road = {
  readonly journal: Journal
  readonly acquirer: Acquirer
  readonly vault: Vault
  readonly identify: Identify
  readonly clock: Clock
  /** How long an acquirer may take before its silence is the answer. */
  readonly patienceMs: number
  /** How long a request waits for another one on the same order. */
  readonly orderWaitMs: number
}

/** Waiting: nothing was recorded by this call; the first one still runs, or the order stayed busy. */
export type Performed = { readonly kind: 'recorded' | 'replayed' | 'waiting'; readonly record: ShownRecord }

/** One request on its way. */
export type Journey<O extends Operation = Operation> = {
  readonly road: Road
  readonly flow: Flow<O>
  readonly key: OrderKey
  readonly submission: Submission<O>
  readonly prepared: Prepared<O>
  readonly pauses: Pauses
}

/** Everything known of one transaction, before a version of the API decides what of it is shown. */
export type ShownRecord = Content
