import { expect, test } from 'vitest'
import {
  answerWith,
  card,
  key,
  payment,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { StoreUnavailable } from '../../platform/errors.ts'

async function silenced() {
  const world = scriptedPipeline()
  world.answers.push('silent')
  await world.submit('1', 'PAY', payment('10.00'))
  const [sent] = world.asks
  if (!sent) throw new Error('Nothing was sent')
  return { world, sent }
}

test('a late approval is written down and changes no answer', async () => {
  const { world, sent } = await silenced()
  world.recovery.hearLate(sent, answerWith('approved', sent))
  await world.recovery.stop()
  expect(world.journal.exchanges).toMatchObject([{ key, transactionId: '1', kind: 'late', attempt: 0 }])
  const noted = JSON.stringify(world.journal.exchanges[0]?.content)
  expect(noted).toContain('"outcome":"approved"')
  expect(noted).not.toContain(card.number)
  expect(await world.gateway.retrieveTransaction(key, '1')).toMatchObject({
    result: 'FAILURE',
    transaction: { reversal: { status: 'PENDING' } },
  })
})

test('late words that cannot be written, or are too many, are counted and forgotten', async () => {
  const { world, sent } = await silenced()
  let notes = 0
  world.journal.note = async () => {
    notes += 1
    throw new StoreUnavailable('away')
  }
  for (let n = 0; n < 3_000; n++) world.recovery.hearLate(sent, { outcome: 'silent' })
  await world.recovery.stop()
  expect(notes).toBeLessThanOrEqual(1_001)
  expect(world.warnings).toEqual(['late answers of the acquirer were not written down'])
})

test('nobody is told of an answer about no order', async () => {
  const { world } = await silenced()
  const balance = { verb: 'balance', merchantId: 'M', currency: 'USD', card } as const
  world.recovery.hearLate({ ...balance, card: { number: card.number } }, { outcome: 'silent' })
  await world.recovery.stop()
  expect(world.journal.exchanges).toEqual([])
})
