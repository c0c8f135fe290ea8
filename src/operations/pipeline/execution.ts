// The types that the pipeline shares: its dependencies, the caller, one request under way, its result. Also
// the pauses with which a request waits for another one on the same order.

import type { Acquirer } from '../../acquirers/port.ts'
import type { Operation } from '../../contract/kit/operation.ts'
import type { TransactionRecord } from '../../contract/model.ts'
import type { Profile } from '../../orders/merchant.ts'
import type { OrderPeriods } from '../../orders/periods.ts'
import type { TimedClock } from '../../platform/clock.ts'
import type { RiskReviews, RiskRules } from '../../risk/port.ts'
import type { AuthenticationTraces } from '../../threeDSecure/port.ts'
import type { Vault } from '../../vault/port.ts'
import type { Counterparties } from '../model/counterparties.ts'
import type { ConsultedFacts, EntryPoint } from '../model/documents.ts'
import type { AcquirerFlow, ConsultingFlow } from '../model/flow.ts'
import type { Journal, LoadedOrder, OrderKey, ReceiptTraces, RecoveryJournal } from '../model/journal.ts'
import type { PaymentRemainder } from '../model/partialPayments.ts'
import type { Identify, PreparedRequest, TransactionSubmission } from '../requests/prepare.ts'
import type { ReferenceSources } from '../requests/sources.ts'

/** What executing transactions depends on: one per gateway. */
export type Pipeline = {
  readonly journal: Journal & RecoveryJournal
  readonly acquirer: Acquirer
  readonly vault: Vault
  readonly identify: Identify
  /** Sessions, tokens and orders that a request may refer to. */
  readonly sources: ReferenceSources
  readonly counterparties: Counterparties
  /** Absent where nothing is recorded of messages with directory servers. */
  readonly authenticationTraces?: AuthenticationTraces
  /** Absent where nobody gets receipts by e-mail. */
  readonly receiptTraces?: ReceiptTraces
  /** Absent where nothing is assessed. */
  readonly risk?: RiskRules
  /** Where payments that wait for a review are listed. */
  readonly reviews?: Pick<RiskReviews, 'expect' | 'settle'>
  /** What recovery undoes payments with that a review rejected; absent where there are no reviews. */
  readonly profileOf?: (merchantId: string) => Promise<Profile | undefined>
  readonly clock: TimedClock
  /** How long an acquirer may take to answer; after that the outcome counts as silent. */
  readonly patienceMs: number
  /** How long a request waits for another one on the same order. */
  readonly orderWaitMs: number
  /** How long authorizations live, and when batches are closed; absent: as usual. */
  readonly periods?: OrderPeriods | undefined
  /** Around every wait of a request for somebody else; meanwhile the node has no work with it. */
  readonly whileWaiting?: WhileWaiting | undefined
  /** Whether no real money moves; explanations say so. */
  readonly isTest?: boolean
}

export type WhileWaiting = <Answer>(answer: Promise<Answer>) => Promise<Answer>

/** Who submits: the order that a merchant acts on, and what its profile allows. */
export type OrderCaller = {
  readonly key: OrderKey
  readonly profile: Profile
  /** How the request arrived, where not over the API. */
  readonly entryPoint?: EntryPoint
  /** The session that authenticated a payer's browser, where it is not the merchant who calls. */
  readonly sessionId?: string
  /** Set by a checkout page, which lets the payer pay what a bank did not approve. */
  readonly remainder?: PaymentRemainder
  /** Set by who submits several transactions of an order in a row: none reads what is known already. */
  readonly handover?: Handover
}

export type Handover = {
  /** The order to plan on. If it has changed since it was read, it is loaded again. */
  readonly order?: LoadedOrder | undefined
  /** Stands before the sources of the pipeline, for what the caller has at hand. */
  readonly sources?: (usual: ReferenceSources) => ReferenceSources
}

/** Waiting: nothing was recorded by this call; the first one still runs, or the order stayed busy. */
export type ExecutionResult = {
  readonly kind: 'recorded' | 'replayed' | 'waiting'
  readonly record: TransactionRecord
  /** What later steps need of what an issuer or a provider answered; responses do not show it. */
  readonly consulted?: ConsultedFacts | undefined
  /** The order right after it, where the caller hands orders over; absent where it has to be loaded. */
  readonly order?: LoadedOrder | undefined
}

/** One request under way. */
export type Execution<O extends Operation = Operation> = OrderCaller & {
  readonly pipeline: Pipeline
  readonly flow: AcquirerFlow<O> | ConsultingFlow<O>
  readonly submission: TransactionSubmission<O>
  readonly prepared: PreparedRequest<O>
  readonly pauses: Pauses
}

/** Waits that grow from 2 to 50 ms and end together at one deadline: polling cannot lose a wake-up. */
interface Pauses {
  /** Waits a little; false, without waiting, when the time is over. */
  pause(): Promise<boolean>
  /** Whether the time is over, for retries without a wait. The time runs from the first call. */
  isOver(): boolean
  /** How long was waited so far; 0 if never. */
  spentMs(): number
}

/** How long an amendment is retried while others change the order: the default of `orderWaitMs`. */
export const amendmentWaitMs = 5_000

const shortestMs = 2

const longestMs = 50

export function createPauses(
  clock: TimedClock,
  patienceMs: number,
  whileWaiting: WhileWaiting = answer => answer,
): Pauses {
  let untilMs: number | undefined
  let lengthMs = shortestMs
  const leftMs = () => {
    const nowMs = clock.monotonicMs()
    untilMs ??= nowMs + patienceMs
    return untilMs - nowMs
  }
  return {
    async pause() {
      const waitMs = Math.min(lengthMs, leftMs())
      if (waitMs <= 0) return false
      await whileWaiting(clock.sleep(waitMs))
      lengthMs = Math.min(lengthMs * 2, longestMs)
      return true
    },
    isOver() {
      const isFirst = untilMs === undefined
      return leftMs() <= 0 && !isFirst
    },
    spentMs: () => (untilMs === undefined ? 0 : Math.round(patienceMs - leftMs())),
  }
}
