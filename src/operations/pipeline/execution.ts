import type { Acquirer } from '../../acquirers/port.ts'
import type { Content } from '../../contract/kit/content.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { Profile } from '../../orders/merchant.ts'
import type { TimedClock } from '../../platform/clock.ts'
import type { Vault } from '../../vault/port.ts'
import type { ConsultingFlow, Counterparties } from '../model/consulting.ts'
import type { AcquirerFlow } from '../model/flow.ts'
import type { Journal, OrderKey, RecoveryJournal } from '../model/journal.ts'
import type { CheckoutRemainder } from '../payments/rest.ts'
import type { Identify } from '../requests/fingerprint.ts'
import type { PreparedRequest, TransactionSubmission } from '../requests/prepare.ts'
import type { ReferenceSources } from '../requests/sources.ts'
import type { Pauses } from './waiting.ts'

/** What the pipeline is built of. */
export type Pipeline = {
  readonly journal: Journal & RecoveryJournal
  readonly acquirer: Acquirer
  readonly vault: Vault
  readonly identify: Identify
  /** Where a request may take values from that it does not bring itself. */
  readonly sources: ReferenceSources
  readonly counterparties: Counterparties
  readonly clock: TimedClock
  /** How long an acquirer may take before its silence is the answer. */
  readonly patienceMs: number
  /** How long a request waits for another one on the same order. */
  readonly orderWaitMs: number
  /** Whether no money moves: what is told about payments says so. */
  readonly isTest?: boolean
}

/** On which order a merchant acts, and what it may do. */
export type OrderCaller = {
  readonly key: OrderKey
  readonly profile: Profile
  /** How it came here, where not over the API. */
  readonly entryPoint?: EntryPoint
  /** The session by which a payer's browser proved itself, where no merchant calls. */
  readonly sessionId?: string
  /** Where a checkout page finishes what banks approve only a part of. */
  readonly remainder?: CheckoutRemainder
}
export type EntryPoint = 'HOSTED_PAGE'

/** Waiting: nothing was recorded by this call; the first one still runs, or the order stayed busy. */
export type ExecutionResult = {
  readonly kind: 'recorded' | 'replayed' | 'waiting'
  readonly record: ShownRecord
}

/** One request on its way. */
export type Execution<O extends Operation = Operation> = OrderCaller & {
  readonly pipeline: Pipeline
  readonly flow: AcquirerFlow<O> | ConsultingFlow<O>
  readonly submission: TransactionSubmission<O>
  readonly prepared: PreparedRequest<O>
  readonly pauses: Pauses
}

/** Everything known of one transaction, before a version of the API decides what of it is shown. */
export type ShownRecord = Content
