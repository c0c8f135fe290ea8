// What hosts and networks do to a connection: pieces, nonsense, silence, refusals.

import { expect, test } from 'vitest'
import { linkStories, numbered, poll } from '../../../../test/support/acquirers/linkStories.ts'
import {
  answerTo,
  type HostSide,
  startScriptedHost,
} from '../../../../test/support/acquirers/scriptedHost.ts'
import { asciiDialect, authorization, loopTurn } from '../../../../test/support/acquirers/testLink.ts'

const { open, openReady } = linkStories()

const approved = { 38: 'A12345', 39: '00' }

test('an answer byte by byte, and two in one segment', async () => {
  const { host, ask } = await openReady()
  host.script = async (message, side) => {
    for (const byte of side.frameOf(answerTo(message, approved))) {
      side.raw(Buffer.from([byte]))
      await loopTurn()
    }
  }
  expect(await ask(numbered(1))).toMatchObject({ state: 'answered' })
  const waiting: Buffer[] = []
  host.script = (message, side) => {
    waiting.push(side.frameOf(answerTo(message, approved)))
    if (waiting.length === 2) side.raw(Buffer.concat(waiting))
  }
  const ends = await Promise.all([ask(numbered(2)), ask(numbered(3))])
  expect(ends.map(({ state }) => state)).toEqual(['answered', 'answered'])
})

const digits = { ...asciiDialect(), frame: { ...asciiDialect().frame, length: '4 digits' as const } }

test.each([
  ['a length beyond the limit', undefined, Buffer.from([0xff, 0xff]), 'the frame is too long'],
  ['a length of zero where that is an error', undefined, Buffer.from([0, 0]), 'the frame has no message'],
  ['a length that is no number', digits, Buffer.from('1 MB'), 'not made of digits'],
])('%s closes the connection, and another one takes over', async (_, dialect, bytes, reason) => {
  const test = await openReady(dialect ? { dialect } : {})
  const { host, ask, link, events } = test
  const end = ask(numbered(1))
  await poll(() => host.received.length).toBe(1)
  host.sides[0]?.raw(bytes)
  expect(await end).toEqual({ state: 'silent' })
  expect(events).toContainEqual(
    expect.objectContaining({ what: 'unreadable', detail: expect.stringContaining(reason) }),
  )
  expect(link.trouble()).toBe('not connected')
  await test.allReady()
  host.script = (message, side) => side.send(answerTo(message, approved))
  expect(await ask(numbered(2))).toMatchObject({ state: 'answered' })
  expect(host.sides).toHaveLength(2)
})

test('a keep-alive of length zero is ignored and never sent back where the dialect has it', async () => {
  const dialect = asciiDialect()
  const frame = { ...dialect.frame, zeroLength: 'keepAlive' as const }
  const { host, ask } = await openReady({ dialect: { ...dialect, frame } })
  const bytes = host.bytes()
  host.sides[0]?.raw(Buffer.alloc(20))
  await loopTurn()
  expect(host.bytes()).toBe(bytes)
  host.script = (message, side) => side.send(answerTo(message, approved))
  expect(await ask(numbered(1))).toMatchObject({ state: 'answered' })
})

test('silence after the length ends the connection within ten seconds, and no other one', async () => {
  const test = await openReady({ connections: 2 })
  const { host, ask, pass, link } = test
  host.sides[0]?.raw(Buffer.from([0, 200, 0x30]))
  await poll(() => link.status().connections.some(({ lastReceivedAt }) => lastReceivedAt)).toBe(true)
  await pass(9_000)
  expect(link.status().counters.losses).toBe(0)
  await pass(2_000)
  expect(link.status().counters.losses).toBe(1)
  expect(link.trouble()).toBe(undefined)
  host.script = (message, side) => side.send(answerTo(message, approved))
  expect(await ask(numbered(1))).toMatchObject({ state: 'answered' })
})

test('a frame that cannot be read is told without its content, and the connection stays', async () => {
  const { host, ask, events, link } = await openReady()
  host.script = (message, side) => {
    const bytes = side.frameOf(answerTo(message, approved))
    bytes.write('?', bytes.length - 1)
    side.raw(Buffer.concat([Buffer.from([0, 6]), Buffer.from('0110ZZ')]))
    side.send(answerTo(message, approved))
  }
  expect(await ask(numbered(1))).toMatchObject({ state: 'answered' })
  expect(events.filter(({ what }) => what === 'unreadable')).toHaveLength(1)
  expect(link.status().counters).toMatchObject({ unreadable: 1, losses: 0 })
})

test('half a message and then the end: what was sent is silent, what comes next goes elsewhere', async () => {
  const { host, ask, link } = await openReady()
  host.script = (message, side) => {
    side.raw(side.frameOf(answerTo(message, approved)).subarray(0, 40))
    side.socket.end()
  }
  expect(await ask(numbered(1))).toEqual({ state: 'silent' })
  expect(await ask(numbered(2))).toEqual({ state: 'unsent', reason: 'not connected' })
  expect(link.status().counters).toMatchObject({ silent: 1, unsent: { 'not connected': 1 } })
})

test('refused connections are tried again, ever more seldom, and at the other address in turn', async () => {
  const gone = await startScriptedHost(asciiDialect())
  await gone.close()
  const test = await open({ host: gone })
  const { link, events, pass } = test
  const failures = () => events.filter(({ what }) => what === 'connectFailed').length
  await poll(failures).toBe(1)
  expect(await test.ask(numbered(1))).toEqual({ state: 'unsent', reason: 'not connected' })
  for (const [wait, count] of [
    [200, 2],
    [400, 3],
    [800, 4],
    [1_600, 5],
  ] as const) {
    await pass(wait)
    await poll(failures).toBe(count)
  }
  expect(link.status().connections[0]?.trouble).toContain('ECONNREFUSED')
  const other = await openReady({ ports: [gone.port, (await back(gone.port)).port] })
  expect(other.link.trouble()).toBe(undefined)
})

/** The host of a test that is about another address; it is closed with the link. */
async function back(port: number) {
  return startScriptedHost(asciiDialect(), port)
}

test('a connection that worked for a while and is cut is opened again at once, every time', async () => {
  const { host, link, pass, allReady } = await openReady()
  for (let cut = 1; cut <= 6; cut++) {
    await pass(2_500)
    host.sides.at(-1)?.socket.destroy()
    await poll(() => link.status().counters.losses).toBe(cut)
    await pass(250)
    await poll(() => host.sides.length).toBe(cut + 1)
    await allReady()
  }
})

test('half-open: three questions without a byte end the connection, however seldom echoes are', async () => {
  const dialect = asciiDialect()
  const network = { ...dialect.network, echoAtMostEveryMs: 300_000, echoAfterIdleMs: 300_000, signsOn: false }
  const test = await openReady({ dialect: { ...dialect, network } })
  const { host, ask, deadlinePasses, pass, events } = test
  const ends = [1, 2, 3].map(number => ask(numbered(number)))
  await poll(() => host.received.length).toBe(3)
  deadlinePasses()
  expect((await Promise.all(ends)).map(({ state }) => state)).toEqual(['silent', 'silent', 'silent'])
  await pass(25)
  expect(events.at(-1)).toMatchObject({ what: 'lost', detail: 'no answer to 3 questions in a row' })
  await pass(1_000)
  await poll(() => host.sides.length).toBe(2)
})

const withRareEchoes = () => {
  const dialect = asciiDialect()
  const network = { ...dialect.network, echoAtMostEveryMs: 300_000, echoAfterIdleMs: 300_000 }
  return { dialect: { ...dialect, network } }
}

test('half-open: one question without an answer ends the connection as soon as nobody waits', async () => {
  const { host, ask, deadlinePasses, pass, events } = await openReady(withRareEchoes())
  host.answersNetwork = false
  const end = ask(numbered(1))
  await poll(() => host.received.length).toBe(1)
  await pass(30_000)
  deadlinePasses()
  await end
  expect(events.some(({ what }) => what === 'lost')).toBe(false)
  await pass(25)
  expect(events.find(({ what }) => what === 'lost')).toMatchObject({
    detail: 'neither a question nor a later one was answered for 30 s',
  })
})

test('what may not have arrived is reset in time, whatever else the host says', async () => {
  const { host, ask, pass, events } = await openReady(withRareEchoes())
  host.answersNetwork = false
  const first = ask(numbered(1))
  await poll(() => host.received.length).toBe(1)
  for (let seconds = 0; seconds < 44; seconds += 4) {
    await pass(4_000)
    const number = String(seconds).padStart(6, '0')
    host.sides[0]?.send({ type: '0800', fields: { 7: '1116100000', 11: number, 70: '301' } })
    await loopTurn()
  }
  expect(events.some(({ what }) => what === 'lost')).toBe(false)
  await pass(2_000)
  expect(await first).toEqual({ state: 'silent' })
  expect(events.find(({ what }) => what === 'lost')).toMatchObject({
    detail: 'neither a question nor a later one was answered for 45 s',
  })
})

test('a question that was answered leaves no doubt, however long nothing follows', async () => {
  const { host, ask, pass, events } = await openReady(withRareEchoes())
  host.answersNetwork = false
  host.script = (message, side) => side.send(answerTo(message, approved))
  expect(await ask(numbered(1))).toMatchObject({ state: 'answered' })
  await pass(120_000)
  expect(events.some(({ what }) => what === 'lost')).toBe(false)
})

test('an answer to the first of two in one write proves nothing of the second', async () => {
  const { host, ask, pass, events } = await openReady(withRareEchoes())
  host.answersNetwork = false
  host.script = (message, side) => {
    if (message.fields[11] === '000001') side.send(answerTo(message, approved))
  }
  const [first, second] = [ask(numbered(1)), ask(numbered(2))]
  expect(await first).toMatchObject({ state: 'answered' })
  await pass(46_000)
  expect(await second).toEqual({ state: 'silent' })
  expect(events.filter(({ what }) => what === 'lost')).toMatchObject([
    { detail: expect.stringContaining('neither a question nor a later one was answered') },
  ])
})

test('an answer to a later question proves that the one before it arrived', async () => {
  const { host, ask, pass, events } = await openReady(withRareEchoes())
  host.answersNetwork = false
  const first = ask(numbered(1))
  await poll(() => host.received.length).toBe(1)
  await pass(30_000)
  host.script = (message, side) => side.send(answerTo(message, approved))
  expect(await ask(numbered(2))).toMatchObject({ state: 'answered' })
  await pass(120_000)
  expect(events.some(({ what }) => what === 'lost')).toBe(false)
  for (const message of host.received.slice(0, 1)) host.sides[0]?.send(answerTo(message, approved))
  expect(await first).toMatchObject({ state: 'answered' })
})

test('in doubt whether a question arrived, an echo asks where one is allowed', async () => {
  const { host, ask, pass, link } = await openReady()
  const end = ask(numbered(1))
  await poll(() => host.received.length).toBe(1)
  const before = host.networkMessages.length
  await pass(16_000)
  await poll(() => host.networkMessages.length).toBe(before + 1)
  await pass(60_000)
  expect(link.status().counters.losses).toBe(0)
  for (const message of host.received) host.sides[0]?.send(answerTo(message, approved))
  expect(await end).toMatchObject({ state: 'answered' })
})

test('echoes after idle time only, and over all connections no more often than is allowed', async () => {
  const { host, pass, link } = await openReady({ connections: 3 })
  const echoes = () => host.networkMessages.filter(({ fields }) => fields[70] === '301').length
  await pass(29_000)
  expect(echoes()).toBe(0)
  await pass(2_000)
  await poll(echoes).toBe(1)
  await pass(10_000)
  await poll(echoes).toBe(2)
  await pass(120_000)
  expect(echoes()).toBeLessThanOrEqual(14)
  expect(link.status().counters.losses).toBe(0)
})

test('a host that takes no bytes: nothing more is written to it, and the connection ends', async () => {
  const { host, ask, deadlinePasses, pass, link } = await openReady({
    ...{ window: 100_000, deps: { limits: { queueMax: 100_000 } } },
  })
  host.sides[0]?.socket.pause()
  const big = '0'.repeat(999)
  const ends: Promise<unknown>[] = []
  for (let round = 0; round < 14; round++) {
    for (let index = 1; index <= 500; index++)
      ends.push(ask(authorization({ 11: String(500 * round + index).padStart(6, '0'), 61: big })))
    await loopTurn()
  }
  const { queue, counters } = link.status()
  expect(queue.live).toBeGreaterThan(500)
  expect(counters.sent + queue.live).toBe(7_000)
  await pass(11_000)
  expect(link.status().counters.losses).toBe(1)
  deadlinePasses()
  const states = (await Promise.all(ends)).map(end => JSON.stringify(end))
  expect(new Set(states).size).toBe(2)
  expect(states.filter(state => state === '{"state":"silent"}')).toHaveLength(counters.sent)
})

test('a sign-on that is refused ends the attempt', async () => {
  const dialect = asciiDialect()
  const host = await startScriptedHost(dialect)
  host.answersNetwork = false
  const { events, link } = await open({ host })
  await poll(() => host.networkMessages.length).toBe(1)
  const [signOn] = host.networkMessages
  if (signOn) host.sides[0]?.send(answerTo(signOn, { 39: '91' }))
  await poll(() => events.map(({ what }) => what)).toContain('connectFailed')
  expect(events[0]).toMatchObject({ what: 'signOnRefused', detail: 'response code 91' })
  expect(link.trouble()).toBe('not connected')
})

test('a sign-on that is refused is told once, however slowly its connection ends', async () => {
  const host = await startScriptedHost(asciiDialect())
  host.answersNetwork = false
  const { events, pass } = await open({ host })
  await poll(() => host.networkMessages.length).toBe(1)
  const [signOn] = host.networkMessages
  if (signOn) host.sides[0]?.send(answerTo(signOn, { 39: '91' }))
  // It does not hear that the connection is ended.
  host.sides[0]?.socket.pause()
  await poll(() => events.map(({ what }) => what)).toContain('signOnRefused')
  for (let tick = 0; tick < 10; tick++) await pass(25)
  expect(events.filter(({ what }) => what === 'signOnRefused')).toMatchObject([
    { detail: 'response code 91' },
  ])
  expect(host.networkMessages).toHaveLength(1)
})

test('connections sign on one after the other', async () => {
  const host = await startScriptedHost(asciiDialect())
  host.answersNetwork = false
  const { pass, link } = await open({ host, connections: 3 })
  await poll(() => host.sides.length).toBe(3)
  for (const count of [1, 2, 3]) {
    await pass(100)
    await poll(() => host.networkMessages.length).toBe(count)
    const signOn = host.networkMessages.at(-1) ?? authorization()
    for (const side of host.sides) side.send(answerTo(signOn, { 39: '00' }))
    await poll(() => link.status().connections.filter(({ state }) => state === 'ready').length).toBe(count)
  }
})

test('a reversal goes to the connection of its original while that lives', async () => {
  const { host, ask, deadlinePasses } = await openReady({ connections: 3 })
  const places = new Map<string, HostSide>()
  host.script = ({ fields }, side) => places.set(fields[11] ?? '', side)
  const numbers = [1, 2, 3, 4, 5, 6]
  const originals = numbers.map(number => ask(numbered(number)))
  await poll(() => places.size).toBe(6)
  deadlinePasses()
  await Promise.all(originals)
  host.script = (message, side) => {
    places.set(message.fields[11] ?? '', side)
    side.send(answerTo(message, { 39: '00' }))
  }
  // In another order, so that chance would spread them otherwise.
  for (const number of [3, 3, 1, 5, 6, 4, 2]) {
    const reversal = { type: '0420', fields: numbered(number + 100).fields }
    expect(await ask(reversal, { after: numbered(number).fields })).toMatchObject({ state: 'answered' })
    expect(places.get(`00010${number}`) === places.get(`00000${number}`)).toBe(true)
  }
  expect(new Set(places.values()).size).toBe(3)
})

test('a graceful stop refuses what is new, waits for what is in flight, and signs off', async () => {
  const { host, ask, link, pass } = await openReady()
  const end = ask(numbered(1))
  await poll(() => host.received.length).toBe(1)
  const stopped = link.stop()
  expect(await ask(numbered(2))).toEqual({ state: 'unsent', reason: 'not connected' })
  await pass(1_000)
  expect(host.networkMessages.map(({ fields }) => fields[70])).toEqual(['001'])
  host.sides[0]?.send(answerTo(host.received[0] ?? authorization(), approved))
  expect(await end).toMatchObject({ state: 'answered' })
  await pass(100)
  await poll(() => host.networkMessages.map(({ fields }) => fields[70])).toEqual(['001', '002'])
  await poll(() => host.sides[0]?.socket.readableEnded).toBe(true)
  await pass(1_000)
  await stopped
})
