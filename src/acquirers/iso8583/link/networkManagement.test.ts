// What the host starts: echo, sign-off, cut-over, key change, and what nobody understands.

import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkStories, poll } from '../../../../test/support/acquirers/linkStories.ts'
import { answerTo, startScriptedHost } from '../../../../test/support/acquirers/scriptedHost.ts'
import {
  asciiDialect,
  authorization,
  linkSettings,
  quietLog,
} from '../../../../test/support/acquirers/testLink.ts'
import { createCodec } from '../codec/codec.ts'
import { authenticatedCodec, createSoftwareAuthentication } from '../codec/messageAuthentication.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { createLink } from './link.ts'
import { linkLimits } from './linkLimits.ts'

const { openReady } = linkStories()

const hostAsks = (code: string, others: { readonly [number: number]: string } = {}) => ({
  type: '0800',
  fields: { 7: '1116235959', 11: '777777', 70: code, ...others },
})

test.each([
  ['an echo', hostAsks('301'), 'echo', '00'],
  ['a cut-over', hostAsks('201', { 15: '1117' }), 'cutOver', '00'],
  ['a key change without keys here', hostAsks('161'), 'notUnderstood', '30'],
  ['a code that nobody knows', hostAsks('999'), 'notUnderstood', '30'],
])('%s is answered and told', async (_, question, what, code) => {
  const { host, events, link } = await openReady()
  host.sides[0]?.send(question)
  await poll(() => host.networkMessages.length).toBe(2)
  const { 15: _date, ...repeated } = { ...question.fields, 15: undefined }
  expect(host.networkMessages[1]).toEqual({ type: '0810', fields: { ...repeated, 39: code } })
  expect(events.at(-1)).toMatchObject({ what, message: { type: '0800', direction: 'received' } })
  if (what === 'cutOver') expect(events.at(-1)?.businessDate).toBe('1117')
  expect(link.status().counters.hostStarted).toBe(1)
})

test('of a flood of echoes some are answered, of other questions each; payments do not wait', async () => {
  const { host, ask, link } = await openReady()
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  for (let count = 0; count < 1_000; count++) host.sides[0]?.send(hostAsks('301'))
  host.sides[0]?.send(hostAsks('201', { 15: '1117' }))
  expect(await ask(authorization())).toMatchObject({ state: 'answered' })
  await poll(() => link.status().counters.hostStarted).toBe(1_001)
  await poll(() => host.networkMessages.at(-1)?.fields[70]).toBe('201')
  const { hostQuestionsAtOnce, hostQuestionsPerSecond } = linkLimits
  expect(host.networkMessages.length).toBeGreaterThan(hostQuestionsAtOnce)
  expect(host.networkMessages.length).toBeLessThan(hostQuestionsAtOnce + 5 * hostQuestionsPerSecond)
})

test('a host that signs off gets no questions until it signs on', async () => {
  const { host, ask, link } = await openReady()
  host.sides[0]?.send(hostAsks('002'))
  await poll(() => link.trouble()).toBe('host is closed')
  expect(await ask(authorization())).toEqual({ state: 'unsent', reason: 'host is closed' })
  expect(link.status().connections[0]?.state).toBe('signedOff')
  host.sides[0]?.send(hostAsks('001'))
  await poll(() => link.trouble()).toBe(undefined)
  host.script = (message, side) => side.send(answerTo(message, { 39: '00' }))
  expect(await ask(authorization())).toMatchObject({ state: 'answered' })
})

test('a connection that comes back after a sign-off may be used', async () => {
  const { host, link, until } = await openReady()
  host.sides[0]?.send(hostAsks('002'))
  await poll(() => link.trouble()).toBe('host is closed')
  host.sides[0]?.socket.end()
  await until(() => link.trouble() === undefined)
})

test('questions of other classes are told and not answered', async () => {
  const { host, events } = await openReady()
  const bytes = host.bytes()
  host.sides[0]?.send({ ...authorization(), type: '0200' })
  await poll(() => events.length).toBe(2)
  expect(events[1]).toMatchObject({ what: 'unknownType', message: { type: '0200' } })
  expect(events[1]?.message?.fields[2]).not.toBe(authorization().fields[2])
  expect(host.bytes()).toBe(bytes)
})

test('an answer of network management that nobody asked for is told', async () => {
  const { host, events } = await openReady()
  host.sides[0]?.send({ type: '0810', fields: { 7: '1116235959', 11: '777777', 39: '00', 70: '301' } })
  await poll(() => events.at(-1)?.what).toBe('unmatched')
})

test('constants are in every question, what a sign-on has besides only there', async () => {
  const dialect = asciiDialect()
  const network = {
    ...{ ...dialect.network, constants: { '24': '017' } },
    signOnAlso: { send: '32', constants: { '41': 'GATEWAY1' } },
  }
  const { host, pass } = await openReady({ dialect: { ...dialect, network } })
  expect(host.networkMessages[0]).toEqual({
    type: '0800',
    fields: {
      ...{ 7: expect.any(String), 11: expect.any(String), 24: '017', 32: expect.any(String) },
      ...{ 41: 'GATEWAY1', 70: '001' },
    },
  })
  await pass(network.echoAfterIdleMs + 1)
  await poll(() => host.networkMessages.length).toBe(2)
  expect(host.networkMessages[1]?.fields).toEqual({
    ...{ 7: expect.any(String), 11: expect.any(String), 24: '017', 70: '301' },
  })
  host.sides[0]?.send(hostAsks('301', { 24: '018' }))
  await poll(() => host.networkMessages.length).toBe(3)
  expect(host.networkMessages[2]?.fields).toEqual({ ...hostAsks('301').fields, 24: '018', 39: '00' })
})

test('a dialect whose network messages cannot be filled is refused when the link is made', async () => {
  const dialect = asciiDialect()
  const network = { ...dialect.network, send: '7 11 41 70' }
  const clock = { now: () => new Date(), monotonicMs: () => 0 }
  const make = () =>
    createLink(linkSettings(1, { dialect: { ...dialect, network } }), {
      clock,
      log: quietLog,
      onEvent: () => {},
    })
  expect(make).toThrow('network.send has 41')
})

const key = randomBytes(16)
const keyEncryptionKey = randomBytes(16)
const software = () =>
  createSoftwareAuthentication({
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    ...{ key, keyEncryptionKey, keyField: 48 },
  })

/** A field for the wrapped key, which no shipped dialect has. */
function dialectWithKeyField(): Dialect {
  const dialect = asciiDialect()
  const fields = { ...dialect.fields, '48': { name: 'key', format: 'LLL ans..999' } }
  return { ...dialect, fields }
}

test('check values are added, and an answer with a wrong one or none is unreadable', async () => {
  const dialect = dialectWithKeyField()
  const { host, ask, events, link } = await openReady({ dialect, deps: { authentication: software() } })
  const signing = authenticatedCodec(dialect, createCodec(dialect), software())
  const frame = (bytes: Buffer) =>
    Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
  host.script = (message, side) => {
    const { 64: _, ...fields } = message.fields
    const answer = answerTo({ ...message, fields }, { 39: '00' })
    side.send(answer)
    const wrong = signing.encode(answer)
    wrong.write(wrong.toString('latin1', wrong.length - 1) === '0' ? '1' : '0', wrong.length - 1)
    side.raw(frame(wrong))
    side.raw(frame(signing.encode(answer)))
  }
  const end = await ask(authorization())
  expect(end).toMatchObject({ state: 'answered', answer: { fields: { 39: '00' } } })
  expect(host.received[0]?.fields[64]).toMatch(/^[\dA-F]{16}$/)
  expect(signing.decode(signing.encode(authorization())).fields[64]).toBe(host.received[0]?.fields[64])
  expect(link.status().counters).toMatchObject({ unreadable: 2, answered: 1 })
  expect(events.filter(({ what }) => what === 'unreadable').map(({ detail }) => detail)).toEqual([
    expect.stringContaining('field 64: the check value is missing'),
    expect.stringContaining('field 64: the check value is wrong'),
  ])
})

function wrapped(next: Buffer, under: Buffer): string {
  const cipher = createCipheriv('id-aes128-wrap', under, Buffer.alloc(8, 0xa6))
  return Buffer.concat([cipher.update(next), cipher.final()])
    .toString('hex')
    .toUpperCase()
}

test('after a change the key before is accepted for a minute: answers under it may be on their way', () => {
  let nowMs = 0
  const clock = { now: () => new Date(0), monotonicMs: () => nowMs }
  const ours = createSoftwareAuthentication({ clock, key, keyEncryptionKey, keyField: 48 })
  const message = Buffer.from('0110')
  const before = ours.checkValue(message)
  const change = hostAsks('161', { 48: wrapped(randomBytes(16), keyEncryptionKey) })
  expect(ours.changeKey(change)).toBe('accepted')
  expect(ours.checkValue(message)).not.toEqual(before)
  nowMs = 59_999
  expect(ours.isRight(message, before)).toBe(true)
  nowMs = 60_000
  expect(ours.isRight(message, before)).toBe(false)
  expect(ours.isRight(message, ours.checkValue(message))).toBe(true)
})

test('a key that the host changes is used from then on, and one that is not ours is refused', async () => {
  const dialect = dialectWithKeyField()
  const host = await startScriptedHost(dialect)
  const { ask } = await openReady({ dialect, host, deps: { authentication: software() } })
  const next = randomBytes(16)
  host.sides[0]?.send(hostAsks('161', { 48: wrapped(next, randomBytes(16)) }))
  host.sides[0]?.send(hostAsks('161', { 48: wrapped(next, keyEncryptionKey) }))
  await poll(() => host.networkMessages.slice(1).map(({ fields }) => fields[39])).toEqual(['30', '00'])
  void ask(authorization())
  await poll(() => host.received.length).toBe(1)
  const others = { keyEncryptionKey, keyField: 48, clock: { now: () => new Date(0), monotonicMs: () => 0 } }
  const signing = authenticatedCodec(
    dialect,
    createCodec(dialect),
    createSoftwareAuthentication({ ...others, key: next }),
  )
  expect(signing.decode(signing.encode(authorization())).fields[64]).toBe(host.received[0]?.fields[64])
})
