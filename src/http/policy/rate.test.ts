import { expect, test } from 'vitest'
import { createLimitsKeeper } from '../../platform/limits/sharedLimits.ts'
import { createRequestRate, createSharedRequestRate } from './rate.ts'

test('a merchant may send a second’s worth at once, then as many as the rate allows', () => {
  const { clock, pass } = fakeClock()
  const rate = createRequestRate(5, clock)
  for (let request = 0; request < 5; request++) expect(rate.take('A')).toBeUndefined()
  const refusal = rate.take('A')
  expect(refusal).toMatchObject({ status: 429, rejection: { cause: 'SERVER_BUSY' } })
  expect(refusal?.rejection.retryAfterSeconds).toBeCloseTo(0.2)
  expect(rate.take('B')).toBeUndefined()
  pass(200)
  expect(rate.take('A')).toBeUndefined()
  expect(rate.take('A')).toMatchObject({ status: 429 })
})

test('waiting longer saves up no more than a second’s worth', () => {
  const { clock, pass } = fakeClock()
  const rate = createRequestRate(2, clock)
  pass(60_000)
  expect([1, 2, 3].map(() => rate.take('A') === undefined)).toEqual([true, true, false])
})

test('less than one request a second is a rate too', () => {
  const { clock, pass } = fakeClock()
  const rate = createRequestRate(0.5, clock)
  expect(rate.take('A')).toBeUndefined()
  pass(1_000)
  expect(rate.take('A')).toMatchObject({ status: 429 })
  pass(1_000)
  expect(rate.take('A')).toBeUndefined()
})

test('what a merchant may send of its own counts before what everybody may', () => {
  const { clock, pass } = fakeClock()
  const rate = createRequestRate(2, clock)
  const taken = (own?: number) => [1, 2, 3, 4].map(() => rate.take('A', own) === undefined)
  expect(taken(3)).toEqual([true, true, true, false])
  pass(1_000)
  // It has less from now on, and what it had saved up is gone.
  expect(taken(1)).toEqual([true, false, false, false])
  pass(1_000)
  expect(taken(0)).toEqual([true, true, false, false])
  const unlimited = createRequestRate(undefined, clock)
  expect(unlimited.take('A', 1)).toBeUndefined()
  expect(unlimited.take('A', 1)).toMatchObject({ status: 429 })
  expect(unlimited.take('A')).toBeUndefined()
})

test('without a rate nobody is limited', () => {
  const rate = createRequestRate(undefined, fakeClock().clock)
  for (let request = 0; request < 1_000; request++) expect(rate.take('A')).toBeUndefined()
})

test('the memory of a rate is bounded', () => {
  const rate = createRequestRate(1, fakeClock().clock, 2)
  for (const merchant of ['A', 'B', 'C']) rate.take(merchant)
  expect(rate.take('C')).toMatchObject({ status: 429 })
  expect(rate.take('A')).toBeUndefined()
})

function fakeClock() {
  let now = 0
  const clock = { now: () => new Date(0), monotonicMs: () => now }
  const pass = (ms: number) => {
    now += ms
  }
  return { clock, pass }
}

test('over several processes there is one rate, whichever of them a merchant calls', async () => {
  const { clock, pass } = fakeClock()
  const { takeToken } = createLimitsKeeper(clock)
  const shared = { takeToken: async (name: string, perSecond: number) => takeToken(name, perSecond) }
  const rates = [1, 2, 3].map(() => createSharedRequestRate(6, shared))
  const taken = async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, call) => rates[call % 3]?.take('A')))
    return all.filter(refusal => refusal === undefined).length
  }
  expect(await taken()).toBe(6)
  pass(500)
  expect(await taken()).toBe(3)
  pass(1_000)
  for (let request = 0; request < 6; request++) expect(await rates[0]?.take('A')).toBeUndefined()
  expect(await rates[1]?.take('A')).toMatchObject({ status: 429 })
  expect(createSharedRequestRate(undefined, shared).take('A')).toBeUndefined()
})
