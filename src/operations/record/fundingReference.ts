import { createHash } from 'node:crypto'
import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'

/**
 * The recipient's bank may ask for it, so an order that funds an account always tells it (spec 2.6): the same
 * for the same transaction, whoever computes it. What follows a payment tells the reference of that.
 */
export function withFundingReference(record: Content, { ofOrder }: Content): Content {
  const { merchant, order, transaction, accountFunding } = record
  if (!isObject(order) || !isObject(transaction)) return record
  if (accountFunding === undefined && order.purchaseType !== 'ACCOUNT_FUNDING') return record
  if (isObject(accountFunding) && accountFunding.reference !== undefined) return record
  const followed = isObject(ofOrder) && isObject(ofOrder.accountFunding) ? ofOrder.accountFunding : {}
  const reference = followed.reference ?? referenceOf([merchant, order.id, transaction.id])
  return mergeContent(record, { accountFunding: { reference } })
}

const referenceOf = (names: readonly unknown[]): string =>
  createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 20).toUpperCase()
