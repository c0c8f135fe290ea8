// The filters of a search as the calls bring them, and lists as they are answered.

import { toDecimal } from '../../orders/money.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import type { ListedOrder } from '../api/payments.ts'
import type { FoundKey, FoundOrder, OrderFilter } from './port.ts'

/** The values of `orderFilterFields`. */
export type AskedFilter = {
  readonly orderId?: string | undefined
  readonly reference?: string | undefined
  readonly email?: string | undefined
  readonly lastFour?: string | undefined
  readonly amount?: string | undefined
  readonly amountFrom?: string | undefined
  readonly amountTo?: string | undefined
  readonly currency?: string | undefined
  readonly brand?: string | undefined
  readonly status?: string | undefined
  readonly gatewayCode?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function filterOf(asked: AskedFilter): OrderFilter {
  const { email, amount, amountFrom, amountTo, from, to } = asked
  const { orderId, reference, lastFour, currency, brand, status, gatewayCode } = asked
  return {
    ...(orderId !== undefined && { orderId }),
    ...(reference !== undefined && { reference }),
    ...(lastFour !== undefined && { lastFour }),
    ...(currency !== undefined && { currency }),
    ...(brand !== undefined && { brand }),
    ...(status !== undefined && { status }),
    ...(gatewayCode !== undefined && { gatewayCode }),
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(amount !== undefined && { amount: thousandths(amount) }),
    ...(amountFrom !== undefined && { amountFrom: thousandths(amountFrom) }),
    ...(amountTo !== undefined && { amountTo: thousandths(amountTo) }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  }
}

/** No currency has more than three decimals; what has more matches no order, and is cut. */
function thousandths(decimal: string): bigint {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole + part.slice(0, 3).padEnd(3, '0'))
}

export const keyText = ({ createdUs, orderNo }: FoundKey): string => `${createdUs}.${orderNo}`

export function readKey(text: string): FoundKey | Rejection {
  const [, createdUs, orderNo] = keyForm.exec(text) ?? []
  return createdUs === undefined || orderNo === undefined
    ? invalid('after', 'It must be what a page before ended with.')
    : { createdUs, orderNo }
}

/** Microseconds until the year 9999. */
const keyForm = /^([0-9]{1,18})\.([0-9]{1,18})$/

/** When the order of a key was created. */
export const timeOfKey = ({ createdUs }: FoundKey): string =>
  new Date(Number(createdUs.slice(0, -3))).toISOString()

export function listedOrderOf(found: FoundOrder): ListedOrder {
  const {
    createdUs: _,
    orderNo: __,
    createdAt,
    changedAt,
    amount,
    authorized,
    captured,
    refunded,
    ...rest
  } = found
  const decimal = (minor: bigint) => toDecimal(minor, found.currency)
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    amount: decimal(amount),
    authorized: decimal(authorized),
    captured: decimal(captured),
    refunded: decimal(refunded),
  }
}
