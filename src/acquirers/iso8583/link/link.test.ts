import { stat } from 'node:fs'
import { expect, test } from 'vitest'
import { linkStories, numbered } from '../../../../test/support/acquirers/linkStories.ts'
import { answerTo, type ScriptedHost } from '../../../../test/support/acquirers/scriptedHost.ts'
import { authorization, loopTurn } from '../../../../test/support/acquirers/testLink.ts'
import { systemClock } from '../../../platform/clock.ts'

const { openReady } = linkStories()

const received = async (host: ScriptedHost, count: number) => {
  await expect.poll(() => host.received.length, { interval: 2 }).toBe(count)
  return host.received
}

test('a connection signs on, and a question gets its answer', async () => {
  const { host, ask, link } = await openReady()
  host.script = (message, side) => side.send(answerTo(message, { 38: 'A12345', 39: '00' }))
  const end = await ask(authorization())
  expect(end).toMatchObject({
    state: 'answered',
    answer: { type: '0110', fields: { 38: 'A12345', 39: '00' } },
  })
  expect(host.networkMessages.map(({ fields }) => fields[70])).toEqual(['001'])
  expect(link.status()).toMatchObject({
    counters: { sent: 1, answered: 1, silent: 0 },
    connections: [{ state: 'ready', inFlight: 0 }],
    breaker: { state: 'closed' },
  })
})

test('questions of one turn are written together', async () => {
  const { host, ask } = await openReady()
  let chunks = 0
  host.sides[0]?.socket.on('data', () => chunks++)
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  const ends = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(authorization({ 11: String(index + 1).padStart(6, '0') }))),
  )
  expect(ends.map(({ state }) => state)).toEqual(Array(20).fill('answered'))
  expect(chunks).toBe(1)
})

test('the same trace number on two terminals at once: each gets its own answer', async () => {
  const { host, ask } = await openReady()
  const one = ask(authorization({ 41: 'TERM0001', 4: '000000000177' }))
  const other = ask(authorization({ 41: 'TERM0002', 4: '000000000188' }))
  const [first, second] = await received(host, 2)
  host.sides[0]?.send(answerTo(second ?? authorization(), { 38: 'SECOND', 39: '00' }))
  host.sides[0]?.send(answerTo(first ?? authorization(), { 38: 'FIRST ', 39: '05' }))
  expect(await one).toMatchObject({ answer: { fields: { 4: '000000000177', 38: 'FIRST ' } } })
  expect(await other).toMatchObject({ answer: { fields: { 4: '000000000188', 38: 'SECOND' } } })
})

test('a late answer to the original is no answer to its reversal under the same trace number', async () => {
  const { host, ask, deadlinePasses, kindsOfEvents } = await openReady()
  const late: unknown[] = []
  const original = ask(authorization(), { onLate: answer => late.push(answer) })
  const [question] = await received(host, 1)
  deadlinePasses()
  expect(await original).toEqual({ state: 'silent' })
  const reversal = ask({ type: '0420', fields: authorization().fields })
  await received(host, 2)
  host.sides[0]?.send(answerTo(question ?? authorization(), { 38: 'A12345', 39: '00' }))
  await expect.poll(() => late.length).toBe(1)
  expect(kindsOfEvents()).toEqual(['connected', 'late'])
  host.sides[0]?.send({ ...answerTo(host.received[1] ?? authorization(), { 39: '00' }), type: '0431' })
  expect(await reversal).toMatchObject({ state: 'answered', answer: { type: '0431' } })
})

test.each([
  ['a swapped terminal', { 41: 'TERM0009' }, 'unmatched', 'differs in 41 from a question that waits'],
  ['another currency', { 49: '840' }, 'contradictory', 'differs in 49'],
  ['one minor unit more', { 4: '000000001001' }, 'contradictory', 'differs in 4'],
  ['less without saying that a part is approved', { 4: '000000000999' }, 'contradictory', 'differs in 4'],
  ['more although a part is approved', { 4: '000000001001', 39: '10' }, 'contradictory', 'differs in 4'],
  ['another retrieval reference', { 37: '632010999999' }, 'contradictory', 'differs in 37'],
  ['another card', { 2: '5123459999999999' }, 'contradictory', 'differs in 2'],
  ['nothing approved that says approved', { 4: '000000000000' }, 'contradictory', 'differs in 4'],
  ['less that is declined', { 4: '000000000999', 39: '51' }, 'contradictory', 'differs in 4'],
  ['no response code', { 39: undefined }, 'contradictory', 'has no response code'],
])('an answer with %s is never one, and is counted', async (_, others, what, detail) => {
  const { host, ask, events, link, deadlinePasses } = await openReady()
  host.script = (message, side) => side.send(answerTo(message, { 39: '00', ...others }))
  const end = ask(authorization())
  await expect.poll(() => events.length, { interval: 2 }).toBe(2)
  deadlinePasses()
  expect(await end).toMatchObject({ state: 'silent' })
  expect(events[1]).toMatchObject({ what, detail })
  expect(link.status().counters).toMatchObject({ answered: 0, silent: 1, [what]: 1 })
  expect(JSON.stringify(events)).not.toContain('512345999999')
})

test('a part is approved with less than was asked', async () => {
  const { host, ask } = await openReady()
  host.script = (message, side) => side.send(answerTo(message, { 4: '000000000600', 39: '10' }))
  expect(await ask(authorization())).toMatchObject({ state: 'answered' })
})

test('a decline may say that nothing was approved', async () => {
  const { host, ask } = await openReady()
  host.script = (message, side) => side.send(answerTo(message, { 4: '000000000000', 39: '51' }))
  expect(await ask(authorization())).toMatchObject({ state: 'answered' })
})

test('a second answer is counted and heard, and is no answer to anything', async () => {
  const { host, ask, kindsOfEvents } = await openReady()
  const late: unknown[] = []
  host.script = (message, side) => {
    side.send(answerTo(message, { 39: '05' }))
    side.send(answerTo(message, { 39: '00' }))
  }
  const end = await ask(authorization(), { onLate: answer => late.push(answer) })
  expect(end).toMatchObject({ answer: { fields: { 39: '05' } } })
  await expect.poll(() => late.length).toBe(1)
  expect(kindsOfEvents()).toEqual(['connected', 'doubled'])
})

test('a key that waits is never taken over: the second question waits for the end of the first', async () => {
  const { host, ask } = await openReady()
  const first = ask(authorization({ 4: '000000000100' }))
  const second = ask(authorization({ 4: '000000000200' }))
  await received(host, 1)
  await loopTurn()
  expect(host.received).toHaveLength(1)
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  host.sides[0]?.send(answerTo(host.received[0] ?? authorization(), { 39: '05' }))
  expect(await first).toMatchObject({ answer: { fields: { 4: '000000000100', 39: '05' } } })
  expect(await second).toMatchObject({ answer: { fields: { 4: '000000000200', 39: '00' } } })
})

test('the window limits what is in flight, and what waits past its deadline is never written', async () => {
  const { host, ask, deadlinePasses, link } = await openReady({ window: 2 })
  const ends = [1, 2, 3].map(number => ask(authorization({ 11: `00000${number}` })))
  await received(host, 2)
  expect(link.status()).toMatchObject({ queue: { live: 1 }, connections: [{ inFlight: 2 }] })
  deadlinePasses()
  expect(await Promise.all(ends)).toEqual([
    { state: 'silent' },
    { state: 'silent' },
    { state: 'unsent', reason: 'too late to send' },
  ])
  await loopTurn()
  expect(host.received).toHaveLength(2)
  expect(link.status().queue.live).toBe(0)
})

test('a process that was stopped with a question in its queue does not write it afterwards', async () => {
  const { host, ask } = await openReady()
  const bytes = host.bytes()
  const end = await new Promise<ReturnType<typeof ask>>(resolve => {
    // Behind this, as behind whatever a process that was stopped goes on with, the queue comes before timers.
    stat('.', () => {
      const asked = ask(authorization(), { deadline: systemClock.deadline(20) })
      for (const goesOnAtMs = performance.now() + 60; performance.now() < goesOnAtMs; );
      resolve(asked)
    })
  })
  expect(end).toEqual({ state: 'unsent', reason: 'too late to send' })
  expect(host.bytes()).toBe(bytes)
})

test('a deadline that has passed before the question is asked sends nothing', async () => {
  const { host, ask } = await openReady()
  const bytes = host.bytes()
  expect(await ask(authorization(), { deadline: AbortSignal.abort() })).toEqual({
    state: 'unsent',
    reason: 'too late to send',
  })
  expect(host.bytes()).toBe(bytes)
})

test('a full queue refuses at once, and recovery has a queue of its own', async () => {
  const { host, ask, link, deadlinePasses } = await openReady({
    window: 1,
    deps: { limits: { queueMax: 2 } },
  })
  const inFlight = ask(numbered(1))
  await received(host, 1)
  const queued = [ask(numbered(2)), ask(numbered(3))]
  expect(link.trouble()).toBe('queue full')
  expect(await ask(numbered(4))).toEqual({ state: 'unsent', reason: 'queue full' })
  const backlog = ask(numbered(5), { isBacklog: true })
  expect(link.status().queue).toEqual({ live: 2, backlog: 1, max: 2 })
  deadlinePasses()
  await Promise.all([inFlight, backlog, ...queued])
  expect(link.status().queue).toEqual({ live: 0, backlog: 0, max: 2 })
})

test('live questions go before the backlog, which has a pace', async () => {
  const { host, ask, pass } = await openReady({ backlogPerSecond: 10 })
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  const backlog = Array.from({ length: 20 }, (_, index) => ask(numbered(index + 100), { isBacklog: true }))
  const live = await Promise.all(Array.from({ length: 5 }, (_, index) => ask(numbered(index + 1))))
  expect(live.every(({ state }) => state === 'answered')).toBe(true)
  expect(host.received.slice(0, 5).map(({ fields }) => Number(fields[11]))).toEqual([1, 2, 3, 4, 5])
  await pass(1_000)
  await expect.poll(() => host.received.length).toBe(5 + 11)
  await pass(1_000)
  expect((await Promise.all(backlog)).every(({ state }) => state === 'answered')).toBe(true)
})

test('a message that does not fit the dialect is not sent', async () => {
  const { ask } = await openReady()
  expect(await ask(authorization({ 4: '0000000010000' }))).toEqual({
    state: 'unsent',
    reason: 'cannot be written',
  })
})
