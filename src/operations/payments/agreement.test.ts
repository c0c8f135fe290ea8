import { expect, test } from 'vitest'
import { operationNamed } from '../../contract/catalogue.ts'
import { responseAt } from '../../contract/kit/operation.ts'
import type { Resolved } from '../../contract/kit/resolve.ts'
import { operationNames } from '../../orders/admission.ts'
import { transactionTypes } from '../../orders/transaction.ts'

// Orders and contract may not import one another: what both list is compared here. Codes that are the same
// in both are declared once, in standards/paymentCodes.ts.
const newest = 100
function declared(path: string): readonly string[] {
  let type: Resolved | undefined = responseAt(operationNamed('RETRIEVE_TRANSACTION'), newest)
  for (const name of path.split('.')) type = type?.kind === 'group' ? type.names.get(name)?.type : undefined
  return type?.kind === 'scalar' && type.values ? [...type.values] : []
}

test('answers can say every type of transaction that orders know', () => {
  expect(declared('transaction.type')).toEqual(expect.arrayContaining([...transactionTypes]))
})
test('every operation that orders admit is in the catalogue', () => {
  for (const name of operationNames) expect(operationNamed(name).name).toBe(name)
})
