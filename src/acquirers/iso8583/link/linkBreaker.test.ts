// When nobody answers: the breaker, and payers who are told at once.

import { expect, test } from 'vitest'
import { linkStories, numbered } from '../../../../test/support/acquirers/linkStories.ts'
import { answerTo } from '../../../../test/support/acquirers/scriptedHost.ts'
import {
  asciiDialect,
  authorization,
  loopTurn,
  type TestLink,
} from '../../../../test/support/acquirers/testLink.ts'

const { openReady } = linkStories()

/** Eight questions without an answer, on a connection that otherwise lives. */
async function openBreaker({ host, ask, deadlinePasses, link }: TestLink): Promise<void> {
  host.script = () => {}
  const ends = Array.from({ length: 8 }, (_, index) => ask(numbered(900_000 + index)))
  await expect.poll(() => host.received.length % 8, { interval: 2 }).toBe(0)
  await loopTurn()
  deadlinePasses()
  await Promise.all(ends)
  expect(link.status().breaker.state).toBe('open')
}

/** Neither dead connections nor echoes: only the breaker. */
function patientDialect(echoAtMostEveryMs: number) {
  const dialect = asciiDialect()
  return { ...dialect, network: { ...dialect.network, deadAfterSilences: 1_000, echoAtMostEveryMs } }
}

test('breaker open: a thousand payments are refused at once, and not one byte is sent', async () => {
  const test = await openReady({ dialect: patientDialect(300_000) })
  await openBreaker(test)
  const { host, ask, link } = test
  const bytes = host.bytes()
  const begin = performance.now()
  const ends = await Promise.all(Array.from({ length: 1_000 }, (_, index) => ask(numbered(index + 1))))
  expect((performance.now() - begin) / 1_000).toBeLessThan(5)
  expect(new Set(ends.map(end => JSON.stringify(end)))).toEqual(
    new Set(['{"state":"unsent","reason":"breaker open"}']),
  )
  await loopTurn()
  expect(host.bytes()).toBe(bytes)
  expect(link.status().counters.unsent).toEqual({ 'breaker open': 1_000 })
})

test('where echoes are allowed, one comes first; then the answer to one payment closes it', async () => {
  const test = await openReady({ dialect: patientDialect(1_000) })
  const { host, ask, pass, link, until, kindsOfEvents } = test
  await openBreaker(test)
  host.answersNetwork = false
  await pass(30_000)
  expect(link.status().breaker.state).toBe('open')
  host.answersNetwork = true
  await until(() => link.status().breaker.state === 'halfOpen')
  const first = ask(numbered(1))
  expect(await ask(numbered(2))).toEqual({ state: 'unsent', reason: 'breaker open' })
  await expect.poll(() => host.received.length, { interval: 2 }).toBe(9)
  host.sides.at(-1)?.send(answerTo(host.received.at(-1) ?? authorization(), { 39: '05' }))
  expect(await first).toMatchObject({ state: 'answered' })
  expect(link.status().breaker).toMatchObject({ state: 'closed', failures: 0 })
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  expect(await ask(numbered(3))).toMatchObject({ state: 'answered' })
  expect(kindsOfEvents().filter(what => what.startsWith('breaker'))).toEqual(['breakerOpen', 'breakerClosed'])
})

test('where none is allowed, one payment is tried; without an answer the pause gets longer', async () => {
  const test = await openReady({ dialect: patientDialect(300_000) })
  const { host, ask, pass, link, deadlinePasses } = test
  // The one echo of five minutes is spent.
  await pass(30_500)
  await openBreaker(test)
  await pass(1_500)
  expect(link.status().breaker.state).toBe('open')
  await pass(1_000)
  expect(link.status().breaker.state).toBe('halfOpen')
  const tried = ask(numbered(1))
  await expect.poll(() => host.received.length, { interval: 2 }).toBe(9)
  deadlinePasses()
  expect(await tried).toEqual({ state: 'silent' })
  expect(link.status().breaker.state).toBe('open')
  await pass(3_500)
  expect(link.status().breaker.state).toBe('open')
  await pass(1_000)
  expect(link.status().breaker.state).toBe('halfOpen')
})

test('what is queued when it opens is not sent, and a late answer does not close it', async () => {
  const test = await openReady({ dialect: patientDialect(300_000), window: 8 })
  const { host, ask, link, deadlinePasses } = test
  const sent = Array.from({ length: 8 }, (_, index) => ask(numbered(index + 1)))
  await expect.poll(() => host.received.length, { interval: 2 }).toBe(8)
  const later = new AbortController()
  const queued = ask(numbered(9), { deadline: later.signal })
  deadlinePasses()
  await Promise.all(sent)
  expect(await queued).toEqual({ state: 'unsent', reason: 'breaker open' })
  host.sides[0]?.send(answerTo(host.received[0] ?? authorization(), { 39: '00' }))
  await expect.poll(() => link.status().counters.late, { interval: 2 }).toBe(1)
  expect(link.status().breaker.state).toBe('open')
  expect(host.received).toHaveLength(8)
})
