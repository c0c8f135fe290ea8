import { expect, test } from 'vitest'
import type { TapedAsk } from '../../tape/tapedAsks.ts'
import { scriptedAnswers } from './scriptedAnswers.ts'

const ask: TapedAsk = { atMs: 0, verb: 'pay', repeat: 0, outcome: 'approved', tookMs: 130 }
const scripted = (...asks: readonly Partial<TapedAsk>[]) =>
  scriptedAnswers(
    asks.map(each => ({ ...ask, ...each })),
    2_000,
  )

test('answers come as they came, and as late', () => {
  expect(
    scripted(
      { gatewayCode: 'APPROVED' },
      { outcome: 'declined', gatewayCode: 'EXPIRED_CARD' },
      { outcome: 'declined', gatewayCode: 'REFERRED' },
      { outcome: 'pending' },
      { outcome: 'unknown' },
      { gatewayCode: 'PARTIALLY_APPROVED', amount: '4.00' },
      { gatewayCode: 'APPROVED', late: { afterMs: 150 } },
    ),
  ).toEqual([
    { answer: 'approve', gatewayCode: 'APPROVED', delayMs: 120 },
    { answer: 'decline', gatewayCode: 'EXPIRED_CARD', delayMs: 120 },
    { answer: 'refer', delayMs: 120 },
    { answer: 'decline', gatewayCode: 'PENDING', delayMs: 120 },
    { answer: 'decline', gatewayCode: 'UNKNOWN', delayMs: 120 },
    { answer: 'partial', amount: '4.00', delayMs: 120 },
    { answer: 'twice', gatewayCode: 'APPROVED', delayMs: 120 },
  ])
})

test('an answer in the last moment comes a little sooner, and not too late', () => {
  expect(scripted({ tookMs: 1_998 })).toEqual([{ answer: 'approve', delayMs: 1_800 }])
})

test('silence is a time-out, a broken connection, or an answer that came too late', () => {
  const silent = { outcome: 'silent', tookMs: 2_004 }
  expect(scripted(silent, { ...silent, tookMs: 40 })).toEqual([{ answer: 'silent' }, { answer: 'drop' }])
  expect(scripted({ ...silent, late: { afterMs: 3_000, gatewayCode: 'DECLINED' } })).toEqual([
    { answer: 'late', delayMs: 3_000, gatewayCode: 'DECLINED' },
  ])
})

test('an acquirer that knows of no original later has not done it', () => {
  expect(scripted({ outcome: 'silent', tookMs: 2_004 }, { verb: 'reverse', outcome: 'noOriginal' })).toEqual([
    { answer: 'silent', gatewayCode: 'DECLINED' },
    { answer: 'approve', delayMs: 120 },
  ])
})

test('a code that no acquirer answers with is left out: the sandbox would refuse it', () => {
  const late = { afterMs: 3_000, gatewayCode: 'PARTIALLY_APPROVED' }
  expect(
    scripted({ outcome: 'declined', gatewayCode: 'TIMED_OUT' }, { outcome: 'silent', tookMs: 2_004, late }),
  ).toEqual([
    { answer: 'decline', delayMs: 120 },
    { answer: 'late', delayMs: 3_000 },
  ])
})

test('what was never sent needs no answer', () => {
  expect(scripted({ outcome: 'unsent' })).toEqual([])
})
