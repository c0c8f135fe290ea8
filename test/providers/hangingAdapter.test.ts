// An adapter that hangs keeps what is owed to others waiting neither while nobody knows it yet, nor later.

import { setMaxListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { ProviderCaller } from '../../src/providers/link/caller.ts'
import { withProviders } from '../../src/providers/link/followUps.ts'
import { guardCaller } from '../../src/providers/link/guardedCaller.ts'
import {
  answerWith,
  key,
  payment,
  type Scripted,
  scriptedPipeline,
} from '../support/operations/scriptedPipeline.ts'

const settingsOf = (name: string) => ({
  ...{ name, address: 'https://adapter.example', kinds: [name], answerSeconds: 10 },
  ...{ merchants: [{ merchantId: 'M' }], gatewaySecrets: [], providerSecrets: [] },
})

/** One provider that never answers a call, and one that always does, behind what stands before adapters. */
function twoProviders() {
  const world = scriptedPipeline({
    assign: ask => {
      const name = 'orderId' in ask ? ask.orderId.split('-')[0] : ''
      const trace = name === 'bank' ? { link: name } : { provider: name, paymentId: 'p' }
      return { trace: JSON.stringify(trace), link: 'any' }
    },
  })
  const { clock } = world.pipeline
  const calls: string[] = []
  const linkTo = (name: string, call: ProviderCaller['call']) => ({
    settings: settingsOf(name),
    caller: guardCaller(
      {
        call(...asked) {
          calls.push(name)
          return call(...asked)
        },
      },
      { clock, onChange: () => undefined },
    ),
    supports: () => undefined,
  })
  const links = [
    linkTo(
      'stuck',
      (_, deadline) =>
        new Promise(resolve => {
          setMaxListeners(0, deadline)
          const silent = { outcome: 'silent', reason: 'TIMED_OUT', isUnheard: true } as const
          deadline.addEventListener('abort', () => resolve(silent))
        }),
    ),
    linkTo('well', async ({ paymentId }) => ({
      ...{ outcome: 'answered', answer: { paymentId, state: 'cancelled' } },
    })),
  ]
  Object.assign(world.pipeline, { acquirer: withProviders(world.pipeline.acquirer, { links, clock }) })
  const owe = async (orderId: string) => {
    world.answers.push(ask => answerWith('silent', ask))
    await world.submitTo(orderId, { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  }
  const isSettled = async (orderId: string) =>
    (await world.journal.load({ ...key, orderId }))?.transactions[0]?.owed?.status === 'ACKNOWLEDGED'
  return { ...world, calls, owe, isSettled }
}

test('what is owed to others is settled while an adapter hangs with all that is owed there', async () => {
  const { recovery, calls, owe, isSettled, answers, patienceEnds } = twoProviders()
  for (let n = 0; n < 100; n++) await owe(`stuck-${n}`)
  await owe('well-1')
  await owe('bank-1')
  answers.push(...Array<Scripted>(10).fill('approved'))
  recovery.start()
  await expect.poll(() => isSettled('well-1')).toBe(true)
  await expect.poll(() => isSettled('bank-1')).toBe(true)
  expect(calls.filter(name => name === 'stuck')).toHaveLength(16)
  patienceEnds()
  await recovery.stop()
})
