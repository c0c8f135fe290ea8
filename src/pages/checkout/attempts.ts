import { createHash } from 'node:crypto'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { textAt } from './fieldPaths.ts'

/** One try of the payer: an authentication, where there is any, and the payment that followed. */
export type CheckoutAttempt = {
  readonly number: number
  readonly authentication?: Content
  readonly payment?: Content
  /** Whether the merchant has voided the payment since. */
  readonly isVoided?: true
}

/** Whoever failed so often at one page is guessing. */
export const attemptsMax = 5

/**
 * A session's own tries among the transactions of its order, oldest first. They are told by their ids: the
 * merchant may have used the order before, and what others did to it is no success of this payer.
 */
export function attemptsIn(order: Content | undefined, sessionId: string): readonly CheckoutAttempt[] {
  const records = recordsOf(order)
  const own = records.filter(isOfPage)
  const byId = new Map(own.map(record => [textAt(record, 'transaction', 'id'), record]))
  const voidedIds = new Set(records.filter(isDoneVoid).map(targetOf))
  const attempts: CheckoutAttempt[] = []
  for (let number = 1; number <= attemptsMax; number++) {
    const ids = transactionIds(sessionId, number)
    const authentication = byId.get(ids.authentication)
    const payment = byId.get(ids.payment)
    if (!authentication && !payment) continue
    const isVoided = payment && voidedIds.has(ids.payment)
    attempts.push({
      number,
      ...(authentication && { authentication }),
      ...(payment && { payment }),
      ...(isVoided && { isVoided }),
    })
  }
  return attempts
}

/** What pages of this order have tried, whoever's. */
export const triedAtPages = (order: Content | undefined): readonly Content[] =>
  recordsOf(order).filter(isOfPage)

const recordsOf = (order: Content | undefined): readonly Content[] =>
  Array.isArray(order?.transaction) ? order.transaction.filter(isObject) : []

/** Ids can be foretold: only what this page itself began counts. */
const isOfPage = (record: Content): boolean => record.gatewayEntryPoint === 'HOSTED_PAGE'

/** Whoever it was that voided it. */
const isDoneVoid = (record: Content): boolean =>
  textAt(record, 'result') === 'SUCCESS' &&
  textAt(record, 'transaction', 'type')?.startsWith('VOID_') === true
const targetOf = (record: Content): string | undefined => textAt(record, 'transaction', 'targetTransactionId')

/** The same for everybody who is at the same try: two tabs ask for one payment, not for two. */
export function transactionIds(sessionId: string, number: number) {
  const mark = createHash('sha256').update(sessionId).digest('hex').slice(0, 8)
  return { authentication: `auth-${number}-${mark}`, payment: `pay-${number}-${mark}` }
}
