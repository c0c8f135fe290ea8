import { expect, test } from 'vitest'
import type { ProtocolCall } from '../protocol/declaration.ts'
import type { CallOutcome, ProviderCaller, ProviderCallOptions } from './caller.ts'
import { guardCaller } from './guardedCaller.ts'

const named = { merchantId: 'SHOP', paymentId: 'p1' }
const status: ProtocolCall = { call: 'status', ...named }
const confirm: ProtocolCall = { call: 'confirm', ...named, amount: '1.00', currency: 'EUR', particulars: {} }

const unheard: CallOutcome = { outcome: 'silent', reason: 'TIMED_OUT', isUnheard: true }
const answered: CallOutcome = { outcome: 'answered', answer: { paymentId: 'p1', state: 'processing' } }
const refusedByBreaker = { outcome: 'unsent', reason: 'BREAKER_OPEN' }

type Caller = Pick<ProviderCaller, 'call'>

/** An adapter whose calls hang until the test ends them. */
function hanging() {
  const ends: ((outcome: CallOutcome) => void)[] = []
  const states: string[] = []
  const time = { ms: 0 }
  const caller: Caller = { call: () => new Promise(resolve => ends.push(resolve)) }
  const guarded = guardCaller(caller, {
    clock: { now: () => new Date(0), monotonicMs: () => time.ms },
    onChange: state => states.push(state),
    random: () => 0.5,
  })
  const { signal } = new AbortController()
  const call = (what = status, options?: ProviderCallOptions) => guarded.call(what, signal, options)
  const endAll = (outcome: CallOutcome) => {
    for (const end of ends.splice(0)) end(outcome)
  }
  const failing = async (outcome: CallOutcome, count = 8) => {
    for (let index = 0; index < count; index++) {
      const calling = call()
      endAll(outcome)
      await calling
    }
  }
  return { ends, states, time, call, endAll, failing, breaker: guarded.breaker }
}

test('recovery has only so many calls under way, and payers do not wait for them', async () => {
  const { ends, call, endAll } = hanging()
  const backlog = Array.from({ length: 20 }, () => call(status, { isBacklog: true }))
  expect(ends).toHaveLength(16)
  expect(await backlog[16]).toEqual({ outcome: 'unsent', reason: 'QUEUE_FULL' })
  const live = call()
  expect(ends).toHaveLength(17)
  endAll(answered)
  expect(await live).toEqual(answered)
  await Promise.all(backlog)
  const next = call(status, { isBacklog: true })
  endAll(answered)
  expect(await next).toEqual(answered)
})

test('after eight calls of which nothing was heard none is sent for a while; then one is tried', async () => {
  const { ends, states, time, call, endAll, failing, breaker } = hanging()
  expect(breaker()).toBe('closed')
  await failing(unheard)
  expect(breaker()).toBe('open')
  expect(await call()).toEqual(refusedByBreaker)
  expect(await call(status, { isBacklog: true })).toEqual(refusedByBreaker)
  expect(ends).toHaveLength(0)
  time.ms += 2_000
  const tried = call()
  expect(await call()).toEqual(refusedByBreaker)
  endAll(unheard)
  await tried
  time.ms += 2_000
  expect(await call()).toEqual(refusedByBreaker)
  time.ms += 2_000
  const again = call()
  endAll(answered)
  expect(await again).toEqual(answered)
  const after = [call(), call()]
  endAll(answered)
  expect(await Promise.all(after)).toEqual([answered, answered])
  expect(states).toEqual(['open', 'halfOpen', 'open', 'halfOpen', 'closed'])
})

test('a confirmation is always sent, because its merchant cannot ask again; recovery can', async () => {
  const { call, endAll, failing } = hanging()
  await failing(unheard)
  expect(await call(confirm, { isBacklog: true })).toEqual(refusedByBreaker)
  const confirming = call(confirm)
  endAll(answered)
  expect(await confirming).toEqual(answered)
  const next = call()
  endAll(answered)
  expect(await next).toEqual(answered)
})

test('where no connection can be had, nothing is tried on and on', async () => {
  const { call, failing } = hanging()
  await failing({ outcome: 'unsent', reason: 'ECONNREFUSED' })
  expect(await call()).toEqual(refusedByBreaker)
})

test.each<CallOutcome>([
  { outcome: 'silent', reason: 'WRONG_SIGNATURE' },
  { outcome: 'silent', reason: 'TRY_AGAIN' },
  { outcome: 'refused', error: { code: 'NOT_FOUND', explanation: '' } },
])('who answers, whatever it is, does not hang: %j', async outcome => {
  const { states, failing } = hanging()
  await failing(outcome, 50)
  expect(states).toEqual([])
})

test('a call that breaks does not keep others from being tried', async () => {
  const time = { ms: 0 }
  const outcomes = [...Array<CallOutcome>(8).fill(unheard), undefined, answered]
  const broken: Caller = {
    async call() {
      const outcome = outcomes.shift()
      if (!outcome) throw new Error('a bug')
      return outcome
    },
  }
  const clock = { now: () => new Date(0), monotonicMs: () => time.ms }
  const guarded = guardCaller(broken, { clock, onChange: () => undefined, random: () => 0.5 })
  const { signal } = new AbortController()
  for (let index = 0; index < 8; index++) await guarded.call(status, signal)
  time.ms += 2_000
  await expect(guarded.call(status, signal)).rejects.toThrow('a bug')
  expect(await guarded.call(status, signal)).toEqual(answered)
})
