// An order as its page shows it, from the record that Retrieve Order answers with.

import type { RetrievedOrderRecord, TransactionRecord } from '../../contract/model.ts'
import { admits } from '../../orders/admission.ts'
import { toDecimal, toMinor } from '../../orders/money.ts'
import { voidTypes } from '../../orders/transaction.ts'
import {
  type OrderMoney,
  orderActions,
  type ShownCard,
  type ShownOrder,
  type ShownTransaction,
} from '../api/payments.ts'

export function shownOrderOf(orderId: string, record: RetrievedOrderRecord): ShownOrder {
  const { status, currency = '', amount = '0', reference, description } = record
  const { creationTime: createdAt = '', lastUpdatedTime: changedAt = '' } = record
  const transactions = record.transaction ?? []
  const customer = transactions.findLast(one => one.customer !== undefined)?.customer
  const card = cardOf(transactions)
  return {
    ...{ orderId, createdAt, changedAt, currency, amount },
    ...(status !== undefined && { status }),
    ...(reference !== undefined && { reference }),
    ...(description !== undefined && { description }),
    ...(customer && { customer }),
    ...(card && { card }),
    money: moneyOf(record),
    transactions: transactions.map(one => shownTransactionOf(one, transactions)),
    actions: status === undefined ? [] : orderActions.filter(action => admits(status, action)),
  }
}

function moneyOf(record: RetrievedOrderRecord): OrderMoney {
  const { currency = '', chargeback, status } = record
  const authorized = record.totalAuthorizedAmount ?? '0'
  const captured = record.totalCapturedAmount ?? '0'
  const refunded = record.totalRefundedAmount ?? '0'
  const left = (whole: string, part: string) => {
    const rest = toMinor(whole, currency) - toMinor(part, currency)
    return toDecimal(rest > 0n ? rest : 0n, currency)
  }
  const isCapturable = status !== undefined && admits(status, 'CAPTURE')
  return {
    ...{ authorized, captured, refunded },
    ...(chargeback?.amount !== undefined && { chargedBack: chargeback.amount }),
    leftToCapture: left(isCapturable ? authorized : captured, captured),
    leftToRefund: left(captured, refunded),
  }
}

function cardOf(transactions: readonly TransactionRecord[]): ShownCard | undefined {
  const provided = transactions.findLast(one => one.sourceOfFunds?.provided !== undefined)?.sourceOfFunds
    ?.provided
  const card = provided?.card ?? provided?.giftCard
  if (!card) return undefined
  const { brand, number, fundingMethod } = card
  const { nameOnCard, expiry, storedOnFile } = provided?.card ?? {}
  return {
    ...(brand !== undefined && { brand }),
    ...(number !== undefined && { number }),
    ...(expiry && { expiry: `${expiry.month ?? '??'}/${expiry.year ?? '??'}` }),
    ...(nameOnCard !== undefined && { nameOnCard }),
    ...(fundingMethod !== undefined && { fundingMethod }),
    ...(storedOnFile === 'STORED' && { isOnFile: true }),
  }
}

function shownTransactionOf(record: TransactionRecord, all: readonly TransactionRecord[]): ShownTransaction {
  const { transaction = {}, response = {}, result = 'UNKNOWN', timeOfRecord: time = '' } = record
  const { id: transactionId = '', type = '', amount, currency, targetTransactionId, reference } = transaction
  const { authorizationCode, authenticationStatus } = transaction
  const userId = record.initiator?.userId ?? record.userId
  const { gatewayEntryPoint: entryPoint } = record
  return {
    ...{ transactionId, type, result, time, gatewayCode: response.gatewayCode ?? 'UNKNOWN' },
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(targetTransactionId !== undefined && { targetTransactionId }),
    ...(authorizationCode !== undefined && { authorizationCode }),
    ...(authenticationStatus !== undefined && { authenticationStatus }),
    ...(reference !== undefined && { reference }),
    ...(entryPoint !== undefined && { entryPoint }),
    ...(userId !== undefined && { userId }),
    isVoidable: isVoidable(record, all),
  }
}

/** The acquirer, and what depends on the transaction, may still forbid it. */
function isVoidable({ transaction, result, response }: TransactionRecord, all: readonly TransactionRecord[]) {
  const { id, type } = transaction ?? {}
  if (type === undefined || !(type in voidTypes)) return false
  if (result !== 'SUCCESS' || response?.gatewayCode === 'SUBMITTED') return false
  return !all.some(
    one =>
      one.transaction?.targetTransactionId === id &&
      one.transaction?.type?.startsWith('VOID_') === true &&
      one.result === 'SUCCESS',
  )
}
