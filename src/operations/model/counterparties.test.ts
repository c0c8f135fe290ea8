import { expect, test } from 'vitest'
import type { Acquirer, AcquirerAsk } from '../../acquirers/port.ts'
import { systemClock } from '../../platform/clock.ts'
import { askAcquirer } from './counterparties.ts'

const ask: AcquirerAsk = {
  verb: 'authorize',
  merchantId: 'M',
  orderId: 'O',
  transactionId: '1',
  amount: 100n,
  currency: 'USD',
  card: { number: '5123450000000008' },
  acceptPartialAmount: false,
}

const silent: Acquirer = {
  name: 'silent',
  verbs: new Set(['authorize']),
  send: (_, deadline) =>
    new Promise(resolve => deadline.addEventListener('abort', () => resolve({ outcome: 'silent' }))),
}

const roadTo = (acquirer: Acquirer, patienceMs: number) => ({ acquirer, clock: systemClock, patienceMs })

test('silence is the answer once the patience is over, and not a moment before', async () => {
  const startedMs = systemClock.monotonicMs()
  const waits = [0, 3, 9].map(async laterMs => {
    await new Promise(resolve => setTimeout(resolve, laterMs))
    const askedMs = systemClock.monotonicMs()
    expect(await askAcquirer(roadTo(silent, 40), ask)).toEqual({ outcome: 'silent' })
    return systemClock.monotonicMs() - askedMs
  })
  for (const waitedMs of await Promise.all(waits)) expect(waitedMs).toBeGreaterThanOrEqual(39)
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(1_000)
})

test('many may wait for the same silence without a word about leaks', async () => {
  const warnings: string[] = []
  const hear = ({ name }: Error) => warnings.push(name)
  process.on('warning', hear)
  await Promise.all(Array.from({ length: 50 }, () => askAcquirer(roadTo(silent, 10), ask)))
  await new Promise(resolve => setTimeout(resolve, 10))
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

test('an acquirer without the verb is not asked', async () => {
  const mute: Acquirer = { ...silent, verbs: new Set() }
  expect(await askAcquirer(roadTo(mute, 1_000), ask)).toMatchObject({
    outcome: 'declined',
    gatewayCode: 'NOT_SUPPORTED',
  })
})
