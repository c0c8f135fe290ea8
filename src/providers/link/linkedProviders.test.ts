import { expect, test } from 'vitest'
import { absentProvider, type ProviderProgressAsk } from '../port.ts'
import type { ProtocolAnswer, ProtocolCall } from '../protocol/declaration.ts'
import type { CallOutcome } from './caller.ts'
import { createLinkedProviders } from './linkedProviders.ts'
import { writeProviderTrace } from './trace.ts'

const settings = {
  ...{ name: 'wallet', address: 'https://adapter.example', kinds: ['WALLET'], answerSeconds: 10 },
  ...{ merchants: [{ merchantId: 'SHOP' }], gatewaySecrets: [], providerSecrets: [] },
}
const ask: ProviderProgressAsk = {
  ...{ verb: 'progress', merchantId: 'SHOP', orderId: 'O', transactionId: '1', interactionId: 'I' },
  ...{ amount: 1_000n, currency: 'EUR', operation: 'PAY', isOver: false },
  trace: writeProviderTrace({ provider: 'wallet', paymentId: 'p1' }),
}

/** What was called, and what came of it, where the adapter answers so. */
async function asked(isOver: boolean, outcome: CallOutcome) {
  const calls: ProtocolCall[] = []
  const caller = {
    async call(call: ProtocolCall): Promise<CallOutcome> {
      calls.push(call)
      return outcome
    },
  }
  const clock = { now: () => new Date(0), monotonicMs: () => 0 }
  const provider = createLinkedProviders({ links: [{ settings, caller }], clock, otherwise: absentProvider })
  const answer = await provider.send({ ...ask, isOver }, new AbortController().signal)
  return { calls: calls.map(({ call }) => call), answer }
}

const answered = (state: ProtocolAnswer['state']): CallOutcome => ({
  outcome: 'answered',
  answer: { paymentId: 'p1', state, ...(state === 'approved' && { amount: '10.00', currency: 'EUR' }) },
})
const unknown: CallOutcome = { outcome: 'refused', error: { code: 'NOT_FOUND', explanation: '' } }

test.each([
  ['open', answered('open'), { outcome: 'undecided' }],
  ['unknown there', unknown, { outcome: 'undecided' }],
  ['agreed', answered('agreed'), { outcome: 'agreed' }],
  ['processing', answered('processing'), { outcome: 'undecided', isPayerDone: true }],
  ['approved', answered('approved'), { outcome: 'approved', amount: 1_000n }],
] as const)('asking how far a payer has come cancels nothing: %s', async (_, outcome, wanted) => {
  const { calls, answer } = await asked(false, outcome)
  expect(calls).toEqual(['status'])
  expect(answer).toMatchObject(wanted)
})

test.each([
  ['cancelled', answered('cancelled'), { outcome: 'declined', gatewayCode: 'ABORTED' }],
  ['not undone yet', answered('processing'), { outcome: 'undecided' }],
  ['approved all the same', answered('approved'), { outcome: 'approved' }],
  ['not heard', { outcome: 'silent', reason: 'TIMED_OUT' }, { outcome: 'silent' }],
] as const)(
  'a payer who is given up is cancelled, and nobody asks any more: %s',
  async (_, outcome, wanted) => {
    const { calls, answer } = await asked(true, outcome)
    expect(calls).toEqual(['cancel'])
    expect(answer).toMatchObject(wanted)
  },
)
