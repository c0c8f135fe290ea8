import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import { onlyItsOwn } from './onlyItsOwn.ts'
import { createAcquirerSimulator } from './simulator.ts'

const patient = () => new AbortController().signal
const ask = {
  ...{
    merchantId: 'SHOP',
    orderId: 'order-1',
    transactionId: '1',
    amount: 1_001n,
    currency: 'USD',
    repeat: 0,
  },
}
const original = { transactionId: '1', type: 'PAYMENT', amount: 1_001n, startedAtMs: 0 } as const

test('What went over a link is not asked here; what did not is', async () => {
  const acquirer = onlyItsOwn(
    createAcquirerSimulator({ now: () => new Date('2026-11-15T12:30:45Z'), books: memoryBooks() }),
  )
  for (const verb of ['reverse', 'inquire', 'refund'] as const)
    expect(await acquirer.send({ ...ask, verb, original: { ...original, trace: '{}' } }, patient())).toEqual({
      outcome: 'unsent',
      reason: 'not of this link',
    })
  expect(await acquirer.send({ ...ask, verb: 'reverse', original }, patient())).toMatchObject({
    outcome: 'noOriginal',
  })
})
