import { expect, test } from 'vitest'
import { operationNamed } from '../../contract/catalogue.ts'
import { responseAt } from '../../contract/kit/operation.ts'
import type { Resolved } from '../../contract/kit/resolve.ts'
import { operationNames } from '../../orders/admission.ts'
import { orderStatuses } from '../../orders/status.ts'
import {
  authenticationStatuses,
  gatewayCodes,
  transactionResults,
  transactionTypes,
} from '../../orders/transaction.ts'

// Orders and contract may not import one another; where both list the same words, this holds them together.
const newest = 100
function declared(path: string): readonly string[] {
  let type: Resolved | undefined = responseAt(operationNamed('RETRIEVE_TRANSACTION'), newest)
  for (const name of path.split('.')) type = type?.kind === 'group' ? type.names.get(name)?.type : undefined
  return type?.kind === 'scalar' && type.values ? [...type.values] : []
}

test.each([
  ['order.status', orderStatuses],
  ['response.gatewayCode', gatewayCodes],
  ['result', transactionResults],
  ['transaction.authenticationStatus', authenticationStatuses],
])('answers can say every %s that orders know, and no other', (path, words) => {
  expect([...declared(path)].sort()).toEqual([...words].sort())
})
test('answers can say every type of transaction that orders know', () => {
  expect(declared('transaction.type')).toEqual(expect.arrayContaining([...transactionTypes]))
})
test('every operation that orders admit is in the catalogue', () => {
  for (const name of operationNames) expect(operationNamed(name).name).toBe(name)
})
