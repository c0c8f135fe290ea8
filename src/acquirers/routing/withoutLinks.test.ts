import { expect, test } from 'vitest'
import { writeTrace } from '../iso8583/messages/trace.ts'
import type { Acquirer } from '../port.ts'
import { withoutLinks } from './withoutLinks.ts'

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
const trace = writeTrace({
  ...{ link: 'first', type: '0200', traceNumber: '000001', institution: '1', terminal: 'T', acceptor: 'A' },
  ...{ merchant: 'SHOP', reference: '632023000001', processingCode: '000000' },
})
const original = { transactionId: '1', type: 'PAYMENT', amount: 1_001n, startedAtMs: 0 } as const
const forgetful: Acquirer = {
  ...{ name: 'forgetful', verbs: new Set(['reverse', 'inquire', 'refund']) },
  send: async () => ({ outcome: 'noOriginal', acquirerCode: '25', acquirerMessage: 'NO SUCH ORIGINAL' }),
}

test('what went over a link is not asked of another acquirer; what did not is', async () => {
  const patient = new AbortController().signal
  const acquirer = withoutLinks(forgetful)
  for (const verb of ['reverse', 'inquire', 'refund'] as const)
    expect(await acquirer.send({ ...ask, verb, original: { ...original, trace } }, patient)).toEqual({
      ...{ outcome: 'unsent', reason: 'not of this link' },
    })
  expect(await acquirer.send({ ...ask, verb: 'reverse', original }, patient)).toMatchObject({
    outcome: 'noOriginal',
  })
})
