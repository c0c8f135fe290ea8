import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  moved,
  payment,
  type ScriptedPipelineOptions,
  scriptedPipeline,
  target,
} from '../../../test/support/operations/scriptedPipeline.ts'
import { now, owed, type World } from '../../../test/support/operations/transactionScenarios.ts'
import type { Assignment } from '../../acquirers/port.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { noReferenceSources } from '../requests/sources.ts'

type Assign = NonNullable<ScriptedPipelineOptions['assign']>

/** Two links; a trace names link, transaction and a number that is given out once. */
function twoLinks(isSlow = false) {
  let number = 0
  const tries: (readonly string[])[] = []
  const assign: Assign = (ask, tried = []) => {
    tries.push([...tried])
    const link = ['one', 'two'].find(name => !tried.includes(name))
    number += 1
    const id = 'transactionId' in ask ? ask.transactionId : ''
    const assigned: Assignment = link
      ? { link, trace: `${link}/${id}/${number}`, route: { link, because: 'it is first' } }
      : { unsent: 'not connected' }
    return isSlow ? Promise.resolve(assigned) : assigned
  }
  return { ...scriptedPipeline({ assign }), tries, given: () => number }
}

const traces = ({ asks }: Pick<World, 'asks'>) => asks.map(ask => ('trace' in ask ? ask.trace : undefined))
const recordedTrace = async (world: Pick<World, 'journal'>, id = 'x') =>
  (await world.journal.load(key))?.transactions.find(one => one.id === id)?.trace
const unsent = () => ({ outcome: 'unsent', reason: 'breaker open' }) as const

test.each([false, true])('the trace is recorded with the intent, and sent with its time', async isSlow => {
  const world = twoLinks(isSlow)
  const { begin } = world.journal
  const begun: (string | undefined)[] = []
  world.journal.begin = async intent => {
    begun.push(intent.trace)
    return await begin(intent)
  }
  await world.submit('x', 'PAY', payment('10.00'))
  expect(begun).toEqual(['one/x/1'])
  expect(await recordedTrace(world)).toBe('one/x/1')
  expect(world.asks[0]).toMatchObject({ trace: 'one/x/1', startedAtMs: world.journal.nowMs })
})

test('an acquirer that assigns nothing hears nothing of traces', async () => {
  const world = scriptedPipeline()
  await world.submit('x', 'PAY', payment('10.00'))
  expect(world.asks[0]).not.toHaveProperty('trace')
  expect(world.asks[0]).not.toHaveProperty('startedAtMs')
  expect(await recordedTrace(world)).toBeUndefined()
})

test('who cannot ask this of any acquirer is refused, and nothing is recorded or claimed', async () => {
  let claims = 0
  const sources = {
    ...noReferenceSources,
    claim: async () => {
      claims += 1
      return { giveBack: async () => undefined }
    },
  }
  const world = scriptedPipeline({ sources, assign: () => ({ refused: 'No route leads there.' }) })
  expect(await world.submit('x', 'PAY', payment('10.00'))).toMatchObject({
    kind: 'rejection',
    cause: 'INVALID_REQUEST',
    explanation: 'PAY cannot be done here. No route leads there.',
  })
  expect(await world.journal.load(key)).toBeUndefined()
  expect([world.asks.length, claims]).toEqual([0, 0])
})

test('what was done before is replayed also to a merchant whose route is gone', async () => {
  let isGone = false
  const assign: Assign = () => (isGone ? { refused: 'No route.' } : { link: 'one', trace: 't' })
  const world = scriptedPipeline({ assign })
  await world.submit('x', 'PAY', payment('10.00'))
  isGone = true
  expect(await world.submit('x', 'PAY', payment('10.00'))).toMatchObject({ kind: 'replayed' })
  expect(await world.submit('y', 'REFUND', moved('1.00'))).toMatchObject({ kind: 'rejection' })
})

test('where nothing can be assigned the payment fails without being sent', async () => {
  const world = scriptedPipeline({ assign: () => ({ unsent: 'no trace number left' }) })
  await world.submit('x', 'PAY', payment('10.00'))
  expect(await now(world)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect([await owed(world), world.asks.length]).toEqual([undefined, 0])
})

test('whoever takes over what nothing was assigned to knows that nothing was sent', async () => {
  const world = scriptedPipeline({ assign: () => ({ unsent: 'breaker open' }) })
  const { close } = world.journal
  world.journal.close = () => new Promise(() => undefined)
  void world.submit('x', 'PAY', payment('10.00'))
  await new Promise(resolve => setImmediate(resolve))
  world.journal.close = close
  await world.recovery.tick({ all: true })
  expect(await now(world)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(await owed(world)).toBeUndefined()
})

test('after "not sent" another link is tried, under a trace that is committed before', async () => {
  const world = twoLinks()
  world.answers.push(unsent)
  const recordedAtSend: (string | undefined)[] = []
  world.answers.push(async ask => {
    recordedAtSend.push(await recordedTrace(world))
    return answerWith('approved', ask)
  })
  await world.submit('x', 'PAY', payment('10.00'))
  expect(traces(world)).toEqual(['one/x/1', 'two/x/2'])
  expect(world.tries).toEqual([[], ['one']])
  expect(recordedAtSend).toEqual(['two/x/2'])
  expect(await now(world)).toBe('SUCCESS APPROVED')
})

test('no link is tried twice, and when none is left nothing is owed', async () => {
  const world = twoLinks()
  world.answers.push(unsent, unsent)
  await world.submit('x', 'PAY', payment('10.00'))
  expect(traces(world)).toEqual(['one/x/1', 'two/x/2'])
  expect(await now(world)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(await owed(world)).toBeUndefined()
})

test.each(['silent', 'unknown', 'declined', 'pending'] as const)(
  'no other link is tried after "%s"',
  async word => {
    const world = twoLinks()
    world.answers.push(word)
    await world.submit('x', 'PAY', payment('10.00'))
    expect(traces(world)).toEqual(['one/x/1'])
    expect(world.tries).toEqual([[]])
  },
)

test('who was taken over, or cannot commit the new trace, sends nothing more', async () => {
  const taken = twoLinks()
  taken.answers.push(async () => {
    await taken.recovery.takeOver({ all: true })
    return unsent()
  })
  await taken.submit('x', 'PAY', payment('10.00'))
  expect(traces(taken)).toEqual(['one/x/1'])
  expect(await now(taken)).toBe('UNKNOWN UNKNOWN')
  const away = twoLinks()
  away.answers.push(unsent)
  away.journal.retrace = async () => {
    throw new StoreUnavailable('away')
  }
  await away.submit('x', 'PAY', payment('10.00'))
  expect(traces(away)).toEqual(['one/x/1'])
  expect(await now(away)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
})

test('where no other link can get a number, the payment has failed and keeps no order busy', async () => {
  let isAway = false
  const assign: Assign = (ask, tried = []) => {
    if (tried.length > 0 && isAway) return Promise.reject(new StoreUnavailable('away'))
    const id = 'transactionId' in ask ? ask.transactionId : ''
    return { link: 'one', trace: `one/${id}`, route: { link: 'one', because: 'it is first' } }
  }
  const world = scriptedPipeline({ assign })
  isAway = true
  world.answers.push(unsent)
  await world.submit('x', 'PAY', payment('10.00'))
  expect(await now(world)).toBe('FAILURE ACQUIRER_SYSTEM_ERROR')
  expect(await world.submit('y', 'PAY', payment('10.00'))).toMatchObject({ kind: 'recorded' })
})

test('a reversal brings the trace that was sent last, and since when it is owed', async () => {
  const world = twoLinks()
  world.answers.push(unsent, 'silent')
  await world.submit('x', 'PAY', payment('10.00'))
  const startedAtMs = world.journal.nowMs
  world.journal.nowMs += 7_000
  await world.recovery.tick()
  expect(world.asks.at(-1)).toMatchObject({
    verb: 'reverse',
    owedAtMs: startedAtMs,
    original: { trace: 'two/x/2', startedAtMs },
  })
})

test('follow-ups bring the trace of what they follow, and repeated ones their own and its time', async () => {
  const world = twoLinks()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  world.answers.push('silent')
  await world.submit('x', 'CAPTURE', moved('10.00'))
  const startedAtMs = world.journal.nowMs
  world.journal.nowMs += 7_000
  await world.recovery.tick()
  const [, sent, again] = world.asks
  const own = { verb: 'capture', trace: 'one/x/2', startedAtMs, original: { trace: 'one/1/1' } }
  expect(sent).toMatchObject({ ...own, repeat: 0 })
  expect(again).toMatchObject({ ...own, repeat: 1 })
  await world.submit('y', 'VOID', target('x'))
  expect(world.asks.at(-1)).toMatchObject({ verb: 'void', original: { trace: 'one/x/2' } })
})

test('a void hears of the one before it that failed, if that was sent', async () => {
  const world = twoLinks()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  const startedAtMs = world.journal.nowMs
  world.answers.push('declined', 'declined', 'approved')
  for (const id of ['2', '3', '4']) await world.submit(id, 'VOID', target('1'))
  const earlier = world.asks.slice(1).map(ask => ('earlierVoid' in ask ? ask.earlierVoid : undefined))
  expect(earlier).toEqual([undefined, { trace: 'one/2/2', startedAtMs }, { trace: 'one/3/3', startedAtMs }])
})

test('the next attempt goes where an earlier one may still stand, and else anywhere', async () => {
  const world = twoLinks()
  const earlier = () => world.asks.map(ask => ('earlierTrace' in ask ? ask.earlierTrace : undefined)).at(-1)
  world.answers.push('declined')
  await world.submit('1', 'PAY', payment('10.00'))
  world.answers.push('silent')
  await world.submit('2', 'PAY', payment('10.00'))
  expect(earlier()).toBeUndefined()
  world.answers.push('declined')
  await world.submit('3', 'PAY', payment('10.00'))
  expect(earlier()).toMatch(/^one\/2\//)
  await world.recovery.settle()
  await world.submit('4', 'PAY', payment('10.00'))
  expect(earlier()).toBeUndefined()
})

test('who waits for a busy order uses up no trace numbers', async () => {
  const world = twoLinks()
  await world.submit('1', 'AUTHORIZE', payment('10.00'))
  world.answers.push('silent')
  await world.submit('x', 'CAPTURE', moved('10.00'))
  const before = world.given()
  expect(await world.submit('y', 'CAPTURE', moved('10.00'))).toMatchObject({ kind: 'waiting' })
  expect(world.given()).toBe(before)
})
