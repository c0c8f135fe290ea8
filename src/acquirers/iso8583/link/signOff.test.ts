// A host that signs off: nothing is sent, the gateway tries by itself after a while, or the host is first.

import { expect, test } from 'vitest'
import { linkStories, numbered, poll } from '../../../../test/support/acquirers/linkStories.ts'
import { answerTo } from '../../../../test/support/acquirers/scriptedHost.ts'
import {
  asciiDialect,
  authorization,
  loopTurn,
  type TestLink,
} from '../../../../test/support/acquirers/testLink.ts'
import type { NetworkForm } from '../dialects/dialect.ts'
import { SignOffWait } from './signOffWait.ts'

const { openReady } = linkStories()

const hostAsks = (code: string) => ({ type: '0800', fields: { 7: '1116235959', 11: '777777', 70: code } })
const signOns = ({ host }: TestLink) =>
  host.networkMessages.filter(({ type, fields }) => type === '0800' && fields[70] === '001').length

async function signOff({ host, link }: TestLink, side = 0): Promise<void> {
  host.sides[side]?.send(hostAsks('002'))
  await poll(() => link.status().connections.some(({ state }) => state === 'signedOff')).toBe(true)
  await poll(() => host.networkMessages.at(-1)?.type).toBe('0810')
}

/** The clock of these tests has 0.5 for every random number: an eighth more than the pause. */
const firstMs = 30_000 * 1.125
const secondMs = 60_000 * 1.125

test('after a sign-off nothing is sent for half a minute, then the gateway signs on by itself', async () => {
  const story = await openReady()
  await signOff(story)
  const { host, link, pass, ask } = story
  const bytes = host.bytes()
  await pass(firstMs - 100)
  expect(host.bytes()).toBe(bytes)
  expect(await ask(numbered(1))).toEqual({ state: 'unsent', reason: 'host is closed' })
  await pass(200)
  await poll(() => signOns(story)).toBe(2)
  await poll(() => link.trouble()).toBe(undefined)
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  expect(await ask(numbered(2))).toMatchObject({ state: 'answered' })
  expect(host.sides).toHaveLength(1)
})

test('a host that refuses the sign-on is asked ever more seldom, on the same connection', async () => {
  const story = await openReady()
  const { host, link, pass, events } = story
  await signOff(story)
  host.answersNetwork = false
  const gaps: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    let waited = 0
    for (; signOns(story) === attempt; waited += 1_000) await pass(1_000)
    gaps.push(Math.round(waited / 1_000 / 1.125))
    const asked = host.networkMessages.at(-1) ?? authorization()
    host.sides[0]?.send(answerTo(asked, { 39: '91' }))
    await poll(() => events.filter(({ what }) => what === 'signOnRefused').length).toBe(attempt)
    expect(link.trouble()).toBe('host is closed')
  }
  expect(gaps.map(seconds => Math.round(seconds / 10) * 10)).toEqual([30, 60, 120, 240, 300, 300])
  expect(host.sides).toHaveLength(1)
})

test('a sign-on of the host ends the wait at once, also while ours is under way', async () => {
  const story = await openReady()
  const { host, link, pass, ask } = story
  await signOff(story)
  host.answersNetwork = false
  await pass(firstMs + 100)
  await poll(() => signOns(story)).toBe(2)
  host.sides[0]?.send(hostAsks('001'))
  await poll(() => link.trouble()).toBe(undefined)
  // The refusal of a sign-on that is overtaken closes nothing.
  const asked = host.networkMessages.find(({ type }, index) => index > 0 && type === '0800')
  if (asked) host.sides[0]?.send(answerTo(asked, { 39: '91' }))
  await pass(500)
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  expect(await ask(numbered(1))).toMatchObject({ state: 'answered' })
  await pass(firstMs)
  expect(signOns(story)).toBe(2)
})

test('status says since when, and when the next attempt is', async () => {
  const story = await openReady({ signOnAgainSeconds: 8 })
  await signOff(story)
  const [connection] = story.link.status().connections
  expect(connection).toMatchObject({ state: 'signedOff', since: expect.any(Date) })
  const waitMs = Number(connection?.nextAttemptAt) - Number(connection?.since)
  expect(waitMs).toBeCloseTo(8_000 * 1.125, -1)
  await story.pass(9_100)
  await poll(() => story.link.trouble()).toBe(undefined)
  expect(story.link.status().connections[0]).not.toHaveProperty('nextAttemptAt')
})

test('payments that wait for room are told at once that the host is closed', async () => {
  const story = await openReady({ window: 1 })
  const { ask, host } = story
  const first = ask(numbered(1))
  const second = ask(numbered(2))
  await poll(() => host.received.length).toBe(1)
  await signOff(story)
  expect(await second).toEqual({ state: 'unsent', reason: 'host is closed' })
  host.sides[0]?.send(answerTo(host.received[0] ?? authorization(), { 39: '00' }))
  expect(await first).toMatchObject({ state: 'answered' })
})

test('one connection that is signed off leaves the work to the other, reversals included', async () => {
  const story = await openReady({ connections: 2, window: 1 })
  const { host, ask, link, deadlinePasses } = story
  const places = new Map<string, number>()
  host.script = ({ fields }, side) => places.set(fields[11] ?? '', host.sides.indexOf(side))
  const original = ask(numbered(1))
  await poll(() => places.size).toBe(1)
  deadlinePasses()
  await original
  const place = places.get('000001') ?? 0
  // Fills the window of that connection and of the other, then a reversal waits for its original's.
  const fillers = [ask(numbered(2)), ask(numbered(3))]
  await poll(() => places.size).toBe(3)
  const reversal = ask({ type: '0420', fields: numbered(101).fields }, { after: numbered(1).fields })
  await loopTurn()
  const other = host.received.find(({ fields }) => places.get(fields[11] ?? '') === 1 - place)
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  if (other) host.sides[1 - place]?.send(answerTo(other, { 39: '00' }))
  await loopTurn()
  await signOff(story, place)
  expect(link.trouble()).toBe(undefined)
  expect(await reversal).toMatchObject({ state: 'answered' })
  deadlinePasses()
  await Promise.all(fillers)
})

const withoutSignOn = (): NetworkForm => ({ ...asciiDialect().network, signsOn: false })

test('where a connection is all it takes, another one is opened instead of a sign-on', async () => {
  const story = await openReady({ dialect: { ...asciiDialect(), network: withoutSignOn() } })
  const { host, link, pass } = story
  await signOff(story)
  await pass(firstMs - 100)
  expect(host.sides).toHaveLength(1)
  await pass(1_000)
  await poll(() => host.sides.length).toBe(2)
  await poll(() => link.trouble()).toBe(undefined)
  expect(signOns(story)).toBe(0)
  // It signs off at once again: it is left alone for twice as long.
  host.sides[1]?.send(hostAsks('002'))
  await poll(() => link.trouble()).toBe('host is closed')
  await pass(secondMs - 1_000)
  expect(host.sides).toHaveLength(2)
  await pass(2_000)
  await poll(() => host.sides.length).toBe(3)
})

test('a host that hears nothing any more loses its connection, signed off or not', async () => {
  const story = await openReady()
  const { host, pass, kindsOfEvents } = story
  await signOff(story)
  host.answersNetwork = false
  await pass(firstMs + 100)
  await poll(() => signOns(story)).toBe(2)
  await pass(89_000)
  expect(kindsOfEvents()).not.toContain('lost')
  await pass(2_000)
  expect(kindsOfEvents()).toContain('lost')
})

test('the pauses of two nodes differ, and a host that served long enough is new again', () => {
  const pauseOf = (random: number) => {
    const wait = new SignOffWait({ firstMs: 1_000, longestMs: 4_000, random: () => random })
    wait.begin(0, 0)
    return wait.nextAtMs
  }
  expect([pauseOf(0), pauseOf(0.999)]).toEqual([1_000, expect.closeTo(1_250, -1)])
  const wait = new SignOffWait({ firstMs: 1_000, longestMs: 4_000, random: () => 0 })
  const pauses = [0, 0, 0, 0, 1_000, 0].map(servedMs => {
    wait.begin(0, servedMs)
    return wait.nextAtMs
  })
  expect(pauses).toEqual([1_000, 2_000, 4_000, 4_000, 1_000, 2_000])
})
