import { expect, test } from 'vitest'
import {
  answerWith,
  moved,
  payment,
  referred,
  type Scripted,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'

type World = ReturnType<typeof scriptedPipeline>
const lasts = ({ asks }: World) => asks.flatMap(ask => ('isLast' in ask ? [[ask.amount, ask.isLast]] : []))
const held = ({ asks }: World) =>
  asks.flatMap(ask => ('heldAmount' in ask ? [[ask.amount, ask.heldAmount]] : []))

test('an update knows what is held now: up, down, the same, after one that failed', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'UPDATE_AUTHORIZATION', moved('15.00'))
  await world.submit('3', 'UPDATE_AUTHORIZATION', moved('12.00'))
  world.answers.push('declined')
  await world.submit('4', 'UPDATE_AUTHORIZATION', moved('20.00'))
  await world.submit('5', 'UPDATE_AUTHORIZATION')
  expect(held(world)).toEqual([
    [1500n, 1000n],
    [1200n, 1500n],
    [2000n, 1200n],
    [1200n, 1200n],
  ])
})

test('the reversal of an update says what was held before it', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'UPDATE_AUTHORIZATION', moved('15.00'))
  world.answers.push('silent')
  await world.submit('3', 'UPDATE_AUTHORIZATION', moved('12.00'))
  await world.recovery.tick()
  expect(world.asks.at(-1)).toMatchObject({
    verb: 'reverse',
    original: { transactionId: '3', amount: 1200n, heldAmount: 1500n },
  })
})

test('the capture that reaches what is authorized is the last; the trace keeps that', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'UPDATE_AUTHORIZATION', moved('12.00'))
  await world.submit('3', 'CAPTURE', moved('10.00'))
  await world.submit('4', 'VOID', target('3'))
  await world.submit('5', 'CAPTURE', moved('7.00'))
  world.answers.push('silent')
  await world.submit('6', 'CAPTURE', moved('5.00'))
  await world.recovery.tick()
  expect(lasts(world)).toEqual([
    [1000n, false],
    [700n, false],
    [500n, true],
  ])
})

test('a capture knows what is held now, whatever was captured of it', async () => {
  const world = scriptedPipeline()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'UPDATE_AUTHORIZATION', moved('15.00'))
  await world.submit('3', 'CAPTURE', moved('9.00'))
  await world.submit('4', 'CAPTURE', moved('6.00'))
  expect(held(world).slice(1)).toEqual([
    [900n, 1500n],
    [600n, 1500n],
  ])
})

test('a part that was approved is what is held, and the capture of it is the last', async () => {
  const world = scriptedPipeline()
  const part: Scripted = ask => ({ ...answerWith('approved', ask), amount: 600n })
  world.answers.push(part)
  await world.submit('1', 'AUTHORIZE', payment('10.00', { acceptPartialAmount: true }))
  await world.submit('2', 'CAPTURE', moved('6.00'))
  expect(lasts(world)).toEqual([[600n, true]])
  expect(held(world)).toEqual([[600n, 600n]])
})

test('the acquirer hears how the payer reached the merchant, also at a referral', async () => {
  const world = scriptedPipeline()
  world.answers.push(() => referred)
  await world.submit('1', 'AUTHORIZE', { ...payment('10.00'), transaction: { source: 'MAIL_ORDER' } })
  await world.submit('2', 'REFERRAL', { transaction: { authorizationCode: 'TEL123' } })
  expect(world.asks).toMatchObject([
    { verb: 'authorize', channel: 'MAIL_ORDER' },
    { verb: 'authorize', channel: 'MAIL_ORDER' },
  ])
  await world.submitTo('O2', { transactionId: '1', operation: 'VERIFY', body: payment('10.00') })
  expect(world.asks.at(-1)).not.toHaveProperty('channel')
})
