import { expect, test } from 'vitest'
import { authorizationExpiresAtMs, dayMs, hourMs, isSettled } from './periods.ts'
import { type Transaction, type TransactionType, transactionTypes } from './transaction.ts'

const begun = (type: TransactionType, startedAtMs: number, more: Partial<Transaction> = {}): Transaction => ({
  ...{ id: `${type}-${startedAtMs}`, type, result: 'SUCCESS', gatewayCode: 'APPROVED' },
  ...{ amount: 100n, currency: 'USD', startedAtMs },
  ...more,
})
const declined = { result: 'FAILURE', gatewayCode: 'DECLINED' } as const

test('an authorization lives seven days from its begin, and anew from every successful update', () => {
  const authorization = begun('AUTHORIZATION', 1_000)
  expect(authorizationExpiresAtMs([authorization])).toBe(1_000 + 7 * dayMs)
  const updated = [authorization, begun('AUTHORIZATION_UPDATE', 5_000)]
  expect(authorizationExpiresAtMs(updated)).toBe(5_000 + 7 * dayMs)
  expect(authorizationExpiresAtMs([...updated, begun('AUTHORIZATION_UPDATE', 9_000, declined)])).toBe(
    5_000 + 7 * dayMs,
  )
})

test('an installation says how long authorizations live, and when batches are closed', () => {
  const periods = { authorizationDays: { usual: 1, byNetwork: { NETWORK_B: 30 } }, settlementHours: 2 }
  const authorization = [begun('AUTHORIZATION', 1_000)]
  expect(authorizationExpiresAtMs(authorization, periods)).toBe(1_000 + dayMs)
  expect(authorizationExpiresAtMs(authorization, periods, 'NETWORK_C')).toBe(1_000 + dayMs)
  expect(authorizationExpiresAtMs(authorization, periods, 'NETWORK_B')).toBe(1_000 + 30 * dayMs)
  expect(isSettled(begun('PAYMENT', 0), 2 * hourMs, periods)).toBe(true)
  expect(isSettled(begun('PAYMENT', 0), 2 * hourMs - 1, periods)).toBe(false)
})

test('what is not held does not lapse', () => {
  const authorization = begun('AUTHORIZATION', 0)
  const voiding = begun('VOID_AUTHORIZATION', 1, { targetId: authorization.id })
  expect(authorizationExpiresAtMs([])).toBeUndefined()
  expect(authorizationExpiresAtMs([begun('AUTHORIZATION', 0, declined)])).toBeUndefined()
  expect(authorizationExpiresAtMs([authorization, voiding])).toBeUndefined()
  expect(authorizationExpiresAtMs([begun('PAYMENT', 0)])).toBeUndefined()
})

test('what moved money is settled a day after its begin, and not a millisecond before', () => {
  const settling = transactionTypes.filter(type => isSettled(begun(type, 0), 24 * hourMs))
  expect(settling).toEqual(['CAPTURE', 'PAYMENT', 'REFUND'])
  expect(transactionTypes.filter(type => isSettled(begun(type, 0), 24 * hourMs - 1))).toEqual([])
})
