import type { TransactionOperation } from './catalogue.ts'
import type { RecordedResponseOf, RequestOf } from './kit/operation.ts'
import type { Recorded } from './kit/records.ts'
import type { balanceInquiry, createToken, deleteToken, paymentOptionsInquiry } from './operations/account.ts'
import type { checkEnrollment, processAcsResult } from './operations/payerAuthentication.ts'
import type { retrieveOrder } from './operations/retrieve.ts'
import type { createCheckoutSession, createSession, updateSession } from './operations/session.ts'

// The canonical model: what the gateway stores and computes with, by the names and types that the contract
// declares. Any field may be absent from a record. How versions of the API write a field differs (see
// kit/wireForms.ts) and does not concern the readers of a record. `Recorded` merges what several operations
// declare into one type.

/** What is recorded of a request for a transaction. */
export type RequestRecord = Recorded<RequestOf<TransactionOperation>>

/** What is recorded of a transaction: its request, and what its answer adds. */
export type TransactionRecord = Recorded<
  RequestOf<TransactionOperation> | RecordedResponseOf<TransactionOperation>
>

/** An order as its transactions describe it. */
export type OrderRecord = NonNullable<TransactionRecord['order']>

/** An order with its transactions, oldest first. */
export type RetrievedOrderRecord = Omit<Recorded<RecordedResponseOf<typeof retrieveOrder>>, 'transaction'> & {
  readonly transaction?: readonly TransactionRecord[]
}

/** What answers of operations that belong to no order are made from. */
export type TokenRecord = Recorded<RecordedResponseOf<typeof createToken | typeof deleteToken>>
export type BalanceRecord = Recorded<RecordedResponseOf<typeof balanceInquiry>>
export type PaymentOptionsRecord = Recorded<RecordedResponseOf<typeof paymentOptionsInquiry>>
export type EnrolmentRecord = Recorded<RecordedResponseOf<typeof checkEnrollment | typeof processAcsResult>>

type SessionOperation = typeof createCheckoutSession | typeof createSession | typeof updateSession

/**
 * The values that a session holds for later requests, secrets included. Sessions for payments and for the
 * checkout page have one type: which of its fields a session can have, the contract of its kind decides.
 */
export type SessionRecord = Omit<SessionRequestRecord, 'apiOperation' | 'correlationId' | 'session'>

/** A request about a session: the values for it, and the fields of the call, which are not held. */
export type SessionRequestRecord = Recorded<RequestOf<SessionOperation>>

/** What answers say of a session: its values, the card described, and the session itself. */
export type SessionAnswerRecord = Recorded<SessionRecord | RecordedResponseOf<SessionOperation>>
