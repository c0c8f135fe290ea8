// The port to the journal: loading orders, committing intents and outcomes, and what recovery needs. The
// implementation is src/store/journal/.

import type { OrderStatus } from '../../orders/status.ts'
import type { Totals } from '../../orders/totals.ts'
import type {
  GatewayCode,
  Transaction,
  TransactionResult,
  TransactionType,
} from '../../orders/transaction.ts'
import type { VelocityCount } from '../../risk/facts.ts'
import type { CountedAttempt } from '../../risk/velocity.ts'
import type { ExchangeContents, OutcomeContents, RequestContents } from './documents.ts'

/**
 * The port through which an operation loads, begins and closes. An order's version is lock, optimistic check
 * and fence in one: `load` takes no lock, `begin` starts only on the version that was planned on, `close`
 * counts only while nobody took over.
 */
export interface Journal {
  load(key: OrderKey): Promise<LoadedOrder | undefined>
  /** Commits the intent before anything is sent, so that no crash can lose track of a request we sent. */
  begin(intent: Intent): Promise<BeginResult>
  /**
   * Replaces the trace of an intent of which nothing was sent under the trace before. False where another
   * node took the transaction over: then nothing may be sent any more.
   */
  retrace(wanted: Retracing): Promise<boolean>
  /** One commit: the outcome, the order it changed, and the notification it causes. */
  close(closing: Closing): Promise<CloseResult>
}

/**
 * What recovery works on: transactions left open by a node that died, and what is still owed to the acquirer
 * about transactions whose outcome was unknown.
 */
export interface RecoveryJournal {
  /**
   * Takes over transactions that were begun, have no outcome, and whose lease is over (with `all`, whatever
   * their lease: on a database that belongs to one node, the process that began them is dead). Each gets a
   * new fence, so that the node it was taken from cannot close it any more, and a new lease.
   */
  takeOver(wanted: {
    readonly limit: number
    readonly all: boolean
  }): Promise<readonly TakenOverTransaction[]>
  /** What is due now. The attempt is counted and the next one set before anything is sent. */
  claimDue(wanted: DueQuery): Promise<readonly DueObligation[]>
  /** It was tried and is still owed: due again after the back-off, or at `byMs` if that is earlier. */
  postpone(due: DueObligation, byMs?: number): Promise<void>
  /** Put off on purpose, so the back-off does not grow: due again at exactly that time. */
  lookAgain(due: DueObligation, atMs: number): Promise<void>
  /**
   * Not one byte was sent, so it was no attempt and no silence. `soon`: due again after a short pause that
   * grows a little. `alarm`: nothing can be sent any more until somebody acts, so it backs off and counts as
   * worrying.
   */
  postponeUnsent(due: DueObligation, how: 'alarm' | 'soon'): Promise<void>
  /** Nothing is owed any more, because a later step continued the transaction. */
  release(due: OwedObligation): Promise<void>
  /**
   * An acquirer answers again: what backed off from silences for more than a minute is due at once. What was
   * put off to a time waits for it, because a host may allow a few repeats only.
   */
  hasten(): Promise<void>
  /**
   * There is news about these transactions: what is owed about them is due at once, and an attempt that is
   * under way, and may have asked before the news, does not put it off.
   */
  hastenThese(key: OrderKey, transactionIds: readonly string[]): Promise<void>
  /** It is settled: a new outcome, the order it changed, and a notification, in one commit. */
  amend(amendment: Amendment): Promise<AmendResult>
  /** Records an exchange with the acquirer other than the first question and answer. */
  note(exchange: RecordedExchange): Promise<void>
  /** Everything recorded about one transaction after it began, oldest first. */
  traceOf(key: OrderKey, transactionId: string): Promise<TransactionTrace>
}

/** What recovery repeats in vain: people settle it with the acquirer, and record what it said. */
export interface StuckObligations {
  /**
   * Has recovery send nothing about it for a minute, and count that as an attempt that sent nothing.
   * `heldBack`: it was tried within `quietMs`, and now is not for so long and a minute. Undefined where
   * recovery may still settle it by itself, having tried it only a few times.
   */
  claimStuck(
    owed: Omit<OwedObligation, 'attempt'>,
    quietMs: number,
  ): Promise<'claimed' | 'heldBack' | undefined>
}

export type TransactionTrace = {
  /** The first answer and what became of it. */
  readonly outcomes: readonly {
    readonly sequence: number
    readonly result: TransactionResult
    readonly gatewayCode: GatewayCode
    readonly outcome: OutcomeContents
    readonly recordedAtMs: number
  }[]
  readonly exchanges: readonly (Pick<RecordedExchange, 'attempt' | 'content' | 'kind'> & {
    readonly atMs: number
  })[]
  readonly notifications: readonly TracedNotification[]
}

/** The receipt that a payer gets by e-mail of a payment, and how far that has come. */
export type TracedReceipt = {
  /** WAITING, SENT, REFUSED (by the mail server) or DEAD: given up. */
  readonly state: string
  readonly attempts: number
  /** Why it was not sent. */
  readonly reason?: string
  /** When it was promised, or ended. */
  readonly atMs: number
  readonly nextAtMs?: number
}

export interface ReceiptTraces {
  /** Of a transaction, by its id and those of all of its order, oldest first. */
  find(
    key: OrderKey,
    transactionId: string,
    idsOfOrder: readonly string[],
  ): Promise<TracedReceipt | undefined>
}

/** A notification of its merchant, and each attempt to deliver it, oldest first. */
export type TracedNotification = {
  readonly sequence: number
  readonly dueAtMs: number
  /** Absent while no node has looked at it. */
  readonly taken?: { readonly id: string; readonly state: string }
  readonly attempts: readonly {
    readonly attempt: number
    readonly target: string
    readonly status?: number
    readonly reason?: string
    /** Why the merchant's shared secret was not sent with it. */
    readonly secretWithheld?: string
    readonly tookMs: number
    readonly atMs: number
  }[]
}

/** An order as it was right after one of its changes, and the journal's name of the record that changed. */
export type OrderAfterChange = { readonly key: OrderKey; readonly order: LoadedOrder; readonly name: string }

export type TakenOverTransaction = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly fence: number
}

/**
 * What is still to be done about a transaction: reverse it (reversal), repeat it until the acquirer confirms
 * (advice), find out its outcome (inquiry), or what is left to do about one that was approved (rest): to
 * complete or give back a partial payment, or to undo what a review rejected.
 */
export const obligations = ['reversal', 'advice', 'inquiry', 'rest'] as const
export type Obligation = (typeof obligations)[number]

/**
 * From this attempt on, or after so many silences, recovery warns and metrics count the obligation as
 * worrying; not a rest, where it is the payer who takes time.
 */
export const worryingAttempts = 6

export type DueQuery = {
  readonly limit: number
  readonly patienceMs: number
  /** Only what was due by then. */
  readonly dueByMs?: number
  /** Only what was never tried. */
  readonly untried?: boolean
}

export type DueObligation = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly obligation: Obligation
  /** 1 for the first. Counts every claim, so that a later one is known from an earlier one. */
  readonly attempt: number
  /** How many of the attempts before are known to have sent nothing. */
  readonly unsent: number
  /** When the transaction began, since when this is owed, and what time it is, by the journal's clock. */
  readonly startedAtMs: number
  readonly owedAtMs: number
  readonly nowMs: number
}

/** An obligation as of one attempt: once there was a later attempt, this one changes nothing any more. */
export type OwedObligation = Pick<DueObligation, 'key' | 'transactionId' | 'obligation' | 'attempt'>

/** How far an obligation is fulfilled, as the merchant may see it. */
export type ObligationProgress = {
  readonly obligation: Obligation
  readonly status: 'PENDING' | 'ACKNOWLEDGED'
  /** Without those that sent nothing. */
  readonly attempts: number
  readonly lastAttemptAtMs?: number
}

/**
 * The version planned on replaces the fence: a concurrent change of the order wins, and this one is stale.
 */
export type Amendment = Omit<Closing, 'fence'> & {
  readonly seen: number
  /** What takes the place of the settled obligation: an approval that came too late is reversed. */
  readonly obligation?: Obligation
  /** Nothing is owed and the result stays: only details are added. */
  readonly isRemark?: true
}

export type AmendResult =
  | { readonly state: 'amended'; readonly sequence: number }
  /** The order has changed, a transaction is running on it, or nothing is owed any more: load it again. */
  | { readonly state: 'stale' }

export const exchangeKinds = [...obligations, 'late'] as const

export type RecordedExchange = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly kind: (typeof exchangeKinds)[number]
  readonly attempt: number
  /** Masked: what was asked and answered. */
  readonly content: ExchangeContents
}

export type OrderKey = {
  /** The unit of distribution: each merchant lives in one cell, each statement touches one. */
  readonly cell: number
  readonly merchantId: string
  readonly orderId: string
}

export type LoadedOrder = {
  readonly version: number
  /** The transaction that is running on the order now, if any. */
  readonly openId?: string
  readonly currency: string
  readonly amount: bigint
  readonly totals: Totals
  /** What capture and refund may exceed their bounds by, in minor units. */
  readonly excess: bigint
  readonly createdAtMs: number
  /** The journal's clock when it was read: what expiry and settlement are judged by. */
  readonly loadedAtMs: number
  /** Oldest first; none of an order that was archived. */
  readonly transactions: readonly RecordedTransaction[]
  /** The file that has its transactions, once their rows are deleted: nothing can be done with it. */
  readonly archivedIn?: string
  /**
   * Answers that were made of it, by name: the same for each load until anything about the order changes.
   * Only where the journal keeps the order, because it was read before.
   */
  readonly answers?: KeptAnswers
}

export interface KeptAnswers {
  get(name: string): object | undefined
  set(name: string, answer: object): void
}

/** A transaction as it was recorded; while it has no outcome it is PENDING. */
export type RecordedTransaction = Transaction & {
  readonly startedAtMs: number
  readonly operation: string
  readonly apiVersion: number
  readonly fingerprint: Buffer
  readonly request: RequestContents
  /** Absent while it runs. */
  readonly outcome?: OutcomeContents
  /** The sealed card, if the request brought one. */
  readonly card?: Buffer
  /** As in its intent. */
  readonly trace?: string
  /** What is or was owed about it. */
  readonly owed?: ObligationProgress
  /** The record's name in the journal, where it is a later step of a transaction: see steps.ts. */
  readonly recordedAs?: string
  /** The records of a transaction that took several requests, oldest first. */
  readonly steps?: readonly RecordedTransaction[]
}

export type Intent = {
  readonly key: OrderKey
  readonly transactionId: string
  /** The version planned on; 0 for an order that is new. */
  readonly seen: number
  readonly operation: string
  readonly type: TransactionType
  readonly apiVersion: number
  readonly currency: string
  /** The order's amount when this creates it, until an outcome says otherwise. */
  readonly orderAmount: bigint
  readonly transactionAmount: bigint
  readonly targetId?: string
  readonly fingerprint: Buffer
  readonly request: RequestContents
  /** The sealed card, if the request brought one. */
  readonly card?: Buffer
  /**
   * As the acquirer assigned it; `nothingAssigned` where it could assign none, or is not asked. Absent where
   * an acquirer needs none.
   */
  readonly trace?: string
  /** What this attempt adds to the counters of risk rules, in the same commit. */
  readonly counts?: readonly CountedAttempt[]
}

/** In place of a trace: it is certain that nothing was ever sent. */
export const nothingAssigned = ''

export type Retracing = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly fence: number
  readonly trace: string
}

/** "Started" is certain; the other states are as old as the snapshot that they were read from. */
export type BeginResult =
  | {
      readonly state: 'started'
      readonly fence: number
      readonly orderCreatedAtMs: number
      readonly startedAtMs: number
      /** What the counters stand at, this attempt included, in the order in which the intent has them. */
      readonly counts?: readonly VelocityCount[]
    }
  /** This transaction id was used before: replay or still running. */
  | { readonly state: 'known' }
  | { readonly state: 'busy'; readonly openId: string }
  /** The order has changed since it was planned on: load and plan again. */
  | { readonly state: 'stale' }

/** What `close` commits: the outcome of a transaction, and what it makes of the order. */
export type Closing = {
  readonly key: OrderKey
  readonly transactionId: string
  readonly fence: number
  readonly result: TransactionResult
  readonly gatewayCode: GatewayCode
  /** What the acquirer agreed to; on load it is `approvedAmount` where it is not what was asked for. */
  readonly transactionAmount: bigint
  /** The order's amount from now on, as it follows from its transactions. */
  readonly orderAmount: bigint
  readonly totals: Totals
  /** What capture and refund may exceed their bounds by, in minor units. */
  readonly excess: bigint
  readonly status: OrderStatus
  readonly outcome: OutcomeContents
  /** What is owed to the acquirer from now on, because it is unknown what it did. */
  readonly obligation?: Obligation
  /** Whether the order admits nothing else until that is settled. */
  readonly keepsOrderBusy?: boolean
}

export type CloseResult =
  | { readonly state: 'closed'; readonly sequence: number }
  /** Another node settled this transaction meanwhile: load again and return that outcome. */
  | { readonly state: 'takenOver' }
