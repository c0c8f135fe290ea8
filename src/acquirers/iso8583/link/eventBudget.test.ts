import { expect, test } from 'vitest'
import { linkStories, poll } from '../../../../test/support/acquirers/linkStories.ts'
import { answerTo } from '../../../../test/support/acquirers/scriptedHost.ts'
import { authorization } from '../../../../test/support/acquirers/testLink.ts'
import { createEventBudget } from './eventBudget.ts'

const { openReady } = linkStories()

test('so many at once, then so many a second, and each kind for itself', () => {
  let nowMs = 0
  const { take } = createEventBudget({ monotonicMs: () => nowMs, atOnce: 3, perSecond: 2 })
  const taken = (kind: string) => Array.from({ length: 10 }, () => take(kind)).filter(Boolean).length
  expect([taken('a'), taken('b')]).toEqual([3, 3])
  nowMs = 1_000
  expect(taken('a')).toBe(2)
  nowMs = 60_000
  expect(taken('a')).toBe(3)
})

test('an answer that comes a thousand times is counted each time, and told some of them', async () => {
  const { host, ask, link, events } = await openReady()
  const heard: unknown[] = []
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  await ask(authorization(), { onLate: answer => heard.push(answer) })
  const again = answerTo(host.received[0] ?? authorization(), { 39: '00' })
  for (let time = 0; time < 1_000; time++) host.sides[0]?.send(again)
  await poll(() => link.status().counters.doubled).toBe(1_000)
  expect(heard).toHaveLength(100)
  expect(events.filter(({ what }) => what === 'doubled')).toHaveLength(100)
})

test('a late answer is heard, however many others were told before it', async () => {
  const limits = { failuresMax: 1_000 }
  const { host, ask, link, events, deadlinePasses } = await openReady({ window: 200, deps: { limits } })
  const heard: unknown[] = []
  const numbers = Array.from({ length: 150 }, (_, index) => String(index + 1).padStart(6, '0'))
  const ends = numbers.map(number =>
    ask(authorization({ 11: number }), { onLate: answer => heard.push(answer.fields[11]) }),
  )
  await poll(() => host.received.length).toBe(150)
  deadlinePasses()
  await Promise.all(ends)
  for (const question of host.received) host.sides[0]?.send(answerTo(question, { 39: '00' }))
  await poll(() => link.status().counters.late).toBe(150)
  expect(heard).toEqual(numbers)
  expect(events.filter(({ what }) => what === 'late')).toHaveLength(100)
})

test('a connection on which nothing can be read any more is given up', async () => {
  const { host, link, events } = await openReady()
  const nonsense = Buffer.concat(Array.from({ length: 600 }, () => Buffer.from('\0\x060110ZZ', 'latin1')))
  host.sides[0]?.raw(nonsense)
  await poll(() => link.status().counters.losses).toBe(1)
  expect(link.status().counters.unreadable).toBe(501)
  expect(events.at(-1)).toMatchObject({ what: 'lost', detail: 'too much that cannot be read' })
})
