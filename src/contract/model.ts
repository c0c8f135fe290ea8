import type { RequestOf, ResponseOf } from './kit/operation.ts'
import type { Recorded } from './kit/records.ts'
import type { confirmBrowserPayment, initiateBrowserPayment } from './operations/browserPayment.ts'
import type {
  capture,
  referral,
  refund,
  updateAuthorization,
  voidTransaction,
} from './operations/followUp.ts'
import type { authenticatePayer, initiateAuthentication } from './operations/payerAuthentication.ts'
import type { authorize, pay, verify } from './operations/payment.ts'
import type { createCheckoutSession, updateSession } from './operations/session.ts'

// The canonical model: what the gateway stores and computes with, by the names and types that the contract
// declares. Any field may be absent from a record. How versions of the API write a field differs (see
// kit/wireForms.ts) and does not concern the readers of a record.

type TransactionOperation =
  | typeof authorize
  | typeof authenticatePayer
  | typeof capture
  | typeof confirmBrowserPayment
  | typeof initiateAuthentication
  | typeof initiateBrowserPayment
  | typeof pay
  | typeof referral
  | typeof refund
  | typeof updateAuthorization
  | typeof verify
  | typeof voidTransaction

/** What a request about a transaction said, as far as it is recorded. */
export type RequestRecord = Recorded<RequestOf<TransactionOperation>>

/** What the answer to it says: the request, and what came of it. */
export type TransactionRecord = Recorded<ResponseOf<TransactionOperation>>

/** An order as its transactions describe it. */
export type OrderRecord = NonNullable<TransactionRecord['order']>

/** What a session holds for later requests. */
export type SessionRecord = Recorded<RequestOf<typeof createCheckoutSession | typeof updateSession>>
