import { expect, test } from 'vitest'
import { absentProvider, type ProviderAsk } from '../port.ts'
import type { ProtocolAnswer, ProtocolCall } from '../protocol/declaration.ts'
import type { CallOutcome } from './caller.ts'
import { createLinkedProviders } from './linkedProviders.ts'
import { writeProviderTrace } from './trace.ts'

const settings = {
  ...{ name: 'wallet', address: 'https://adapter.example', kinds: ['WALLET'], answerSeconds: 10 },
  ...{ merchants: [{ merchantId: 'SHOP' }], gatewaySecrets: [], providerSecrets: [] },
}
const subject = {
  ...{ merchantId: 'SHOP', orderId: 'O', transactionId: '1', interactionId: 'I' },
  ...({ amount: 1_000n, currency: 'EUR', operation: 'PAY' } as const),
  trace: writeProviderTrace({ provider: 'wallet', paymentId: 'p1' }),
} as const satisfies Partial<ProviderAsk>
const progress = (isOver: boolean): ProviderAsk => ({ ...subject, verb: 'progress', isOver })
const initiate: ProviderAsk = {
  ...{ ...subject, verb: 'initiate', kind: 'WALLET', isConfirmedAtMerchant: false, particulars: {} },
  ...{ noticeCallback: 'https://pay.example/notice', returnCallback: 'https://pay.example/return' },
  ...{ showsShippingAddress: true, mayChangeShippingAddress: true },
}
const confirm: ProviderAsk = { ...subject, verb: 'confirm', particulars: {} }

/** What was called, and what came of it, where the adapter answers so. */
async function asked(ask: ProviderAsk, outcome: CallOutcome) {
  const calls: ProtocolCall[] = []
  const caller = {
    async call(call: ProtocolCall): Promise<CallOutcome> {
      calls.push(call)
      return outcome
    },
  }
  const clock = { now: () => new Date(0), monotonicMs: () => 0 }
  const provider = createLinkedProviders({ links: [{ settings, caller }], clock, otherwise: absentProvider })
  const answer = await provider.send(ask, new AbortController().signal)
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
  const { calls, answer } = await asked(progress(false), outcome)
  expect(calls).toEqual(['status'])
  expect(answer).toMatchObject(wanted)
})

test.each([
  ['cancelled', answered('cancelled'), { outcome: 'declined', gatewayCode: 'ABORTED' }],
  ['not undone yet', answered('processing'), { outcome: 'undecided' }],
  ['approved all the same', answered('approved'), { outcome: 'approved' }],
  ['not heard', { outcome: 'silent', reason: 'TIMED_OUT' }, { outcome: 'silent' }],
  ['not sent', { outcome: 'unsent', reason: 'BREAKER_OPEN' }, { outcome: 'unsent' }],
] as const)(
  'a payer who is given up is cancelled, and nobody asks any more: %s',
  async (_, outcome, wanted) => {
    const { calls, answer } = await asked(progress(true), outcome)
    expect(calls).toEqual(['cancel'])
    expect(answer).toMatchObject(wanted)
  },
)

test('a start that was not sent began nothing; of a confirmation nobody can be that sure', async () => {
  const unsent: CallOutcome = { outcome: 'unsent', reason: 'ECONNREFUSED' }
  expect(await asked(initiate, unsent)).toMatchObject({ answer: unsent })
  expect(await asked(confirm, unsent)).toMatchObject({ answer: { outcome: 'silent' } })
})
