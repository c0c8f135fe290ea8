import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  moved,
  payment,
  type Scripted,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { isRejection } from '../../orders/rejection.ts'
import { notifiedRecordOf } from '../record/record.ts'

const memory = 'HOST-SECRET-62-0007'
const remembering: Scripted = ask => ({ ...answerWith('approved', ask), hostMemory: memory })
const originals = ({ asks }: ReturnType<typeof scriptedPipeline>) =>
  asks.flatMap(ask => ('original' in ask ? [[ask.verb, ask.original.hostMemory]] : []))

test('what a host wants to hear again is told to it in everything that follows', async () => {
  const world = scriptedPipeline()
  world.answers.push(remembering)
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'UPDATE_AUTHORIZATION', moved('12.00'))
  await world.submit('3', 'CAPTURE', moved('12.00'))
  await world.submit('4', 'VOID', target('3'))
  expect(originals(world)).toEqual([
    ['update', memory],
    ['capture', memory],
    ['void', undefined],
  ])
})

test('a reversal brings it too, also of what was approved by an inquiry and given up later', async () => {
  const world = scriptedPipeline()
  world.answers.push('pending')
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'PAY', payment('11.00'))
  world.answers.push(remembering, 'silent')
  await world.recovery.settle()
  world.journal.nowMs += 1_000
  await world.recovery.settle()
  expect(originals(world)).toEqual([
    ['inquire', undefined],
    ['reverse', memory],
    ['reverse', memory],
  ])
  const wrong = scriptedPipeline()
  wrong.answers.push(ask => ({ ...answerWith('approved', ask), amount: 1_001n, hostMemory: memory }))
  await wrong.submit('1', 'AUTHORIZE', payment('10.00'))
  await wrong.recovery.settle()
  expect(originals(wrong)).toEqual([['reverse', memory]])
})

test('what is too long to be kept is not kept in part', async () => {
  const world = scriptedPipeline()
  world.answers.push(ask => ({ ...answerWith('approved', ask), hostMemory: 'x'.repeat(1_025) }))
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  await world.submit('2', 'CAPTURE', moved('1.00'))
  expect(originals(world)).toEqual([['capture', undefined]])
})

test('nobody is shown it: no answer, no retrieval, no notification, no explanation', async () => {
  const world = scriptedPipeline()
  const shown: unknown[] = []
  world.answers.push(remembering)
  shown.push(await world.submit('1', 'AUTHORIZE', payment('10.00')))
  world.answers.push('silent', remembering)
  shown.push(await world.submit('2', 'CAPTURE', moved('10.00')))
  await world.recovery.settle()
  shown.push(await world.submit('1', 'AUTHORIZE', payment('10.00')))
  for (const id of ['1', '2']) {
    shown.push(await world.gateway.retrieveTransaction(key, id), await world.gateway.explain(key, id))
    const order = await world.journal.load(key)
    if (order) shown.push(notifiedRecordOf({ key, order, name: id }))
  }
  shown.push(await world.gateway.retrieveOrder(key), world.journal.exchanges, world.warnings)
  expect(shown.filter(isRejection)).toEqual([])
  const text = JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('CODE01')
  expect(text).not.toContain(memory)
  expect(text).not.toContain('hostMemory')
  const recorded = (await world.journal.load(key))?.transactions.map(one => one.outcome?.hostMemory)
  expect(recorded).toEqual([memory, memory])
})
