import type { Acquirer } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { Profile } from '../../orders/profile.ts'
import type { Timing } from '../../platform/clock.ts'
import type { Vault } from '../../vault/port.ts'
import type { Rest } from '../payments/rest.ts'
import type { ConsultingFlow, Counterparts } from './consulting.ts'
import type { Identify } from './fingerprint.ts'
import type { Flow } from './flow.ts'
import type { Journal, OrderKey, RecoveryJournal } from './journal.ts'
import type { Prepared, Submission } from './prepare.ts'
import type { Sources } from './sources.ts'
import type { Pauses } from './waiting.ts'

/** What the road is built of. */
export type Road = {
  readonly journal: Journal & RecoveryJournal
  readonly acquirer: Acquirer
  readonly vault: Vault
  readonly identify: Identify
  /** Where a request may take values from that it does not bring itself. */
  readonly sources: Sources
  readonly counterparts: Counterparts
  readonly clock: Timing
  /** How long an acquirer may take before its silence is the answer. */
  readonly patienceMs: number
  /** How long a request waits for another one on the same order. */
  readonly orderWaitMs: number
  /** Whether no money moves: what is told about payments says so. */
  readonly isTest?: boolean
}

/** On which order a merchant acts, and what it may do. */
export type Caller = {
  readonly key: OrderKey
  readonly profile: Profile
  /** How it came here, where not over the API. */
  readonly entryPoint?: EntryPoint
  /** The session by which a payer's browser proved itself, where no merchant calls. */
  readonly sessionId?: string
  /** Where a checkout page finishes what banks approve only a part of. */
  readonly rest?: Rest
}
export type EntryPoint = 'HOSTED_PAGE'

/** Waiting: nothing was recorded by this call; the first one still runs, or the order stayed busy. */
export type Performed = { readonly kind: 'recorded' | 'replayed' | 'waiting'; readonly record: ShownRecord }

/** One request on its way. */
export type Journey<O extends Operation = Operation> = Caller & {
  readonly road: Road
  readonly flow: Flow<O> | ConsultingFlow<O>
  readonly submission: Submission<O>
  readonly prepared: Prepared<O>
  readonly pauses: Pauses
}

/** Everything known of one transaction, before a version of the API decides what of it is shown. */
export type ShownRecord = Content
