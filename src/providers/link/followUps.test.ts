import { expect, test } from 'vitest'
import type { Acquirer, AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import { systemClock } from '../../platform/clock.ts'
import { type FollowedLink, withProviders } from './followUps.ts'

const link: FollowedLink = {
  settings: {
    ...{ name: 'wallet', address: 'https://wallet.example', kinds: ['WALLET'], answerSeconds: 1 },
    ...{ merchants: [{ merchantId: 'SHOP' }], gatewaySecrets: [], providerSecrets: [] },
  },
  caller: { call: async () => ({ outcome: 'silent', reason: 'TIMED_OUT' }) },
  supports: () => undefined,
}

const ofCard = { merchantId: 'SHOP', orderId: 'o', transactionId: 't', amount: 0n, currency: 'USD' }
const verify: AcquirerAsk = {
  ...ofCard,
  ...{ verb: 'verify', card: { number: '5123450000000008' }, acceptPartialAmount: false },
}

/** Beside a provider, an acquirer that answers this and cannot be asked later. */
async function answerOf(answer: AcquirerAnswer, ask: AcquirerAsk): Promise<AcquirerAnswer> {
  const acquirer: Acquirer = { name: 'deaf', verbs: new Set(['pay', 'verify']), send: async () => answer }
  const both = withProviders(acquirer, { links: [link], clock: systemClock })
  return await both.send(ask, AbortSignal.timeout(1_000))
}

const said = { acquirerCode: '', acquirerMessage: '' }

test.each(['pending', 'unknown'] as const)(
  'a check of a card that nobody can ask about has failed: %s',
  async outcome => {
    expect(await answerOf({ outcome, ...said }, verify)).toMatchObject({ outcome: 'declined' })
  },
)

test('an acquirer assigns nothing to what only a provider can do', () => {
  const assigned: string[] = []
  const acquirer: Acquirer = {
    ...{ name: 'small', verbs: new Set(['verify']), send: async () => ({ outcome: 'silent' }) },
    assign(ask) {
      assigned.push(ask.verb)
      return { trace: 'one', link: 'small' }
    },
  }
  const both = withProviders(acquirer, { links: [link], clock: systemClock })
  const original = { transactionId: '1', type: 'PAYMENT', amount: 1n, startedAtMs: 0, trace: 'one' } as const
  expect(both.verbs).toContain('refund')
  expect(both.assign?.({ ...ofCard, verb: 'refund', original, repeat: 0 })).toBeUndefined()
  expect(both.assign?.(verify)).toEqual({ trace: 'one', link: 'small' })
  expect(assigned).toEqual(['verify'])
})
