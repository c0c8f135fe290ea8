import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { answering, createTestSenders, ok } from '../../test/support/notifications/testSenders.ts'
import { makeServerCertificate } from '../certificates/ownCertificates.ts'
import { systemClock } from '../platform/clock.ts'
import { isPublicAddress } from './connector.ts'

const headers = { 'Content-Type': 'application/json', 'X-Notification-Id': '7', 'webhook-id': '7' }
const envelope = { headers, body: '{"é":1}' }

const stage = createTestSenders()
const { receiver, sender } = stage
afterEach(stage.end)

test('what goes out is a plain POST with exactly this body, and names in the case given', async () => {
  const { url, heard, port } = await receiver(answering(ok))
  expect(await sender().send(url, envelope)).toEqual({ status: 200 })
  const [head = '', body] = heard().split('\r\n\r\n')
  expect(head.split('\r\n')[0]).toBe('POST /hook?a=b HTTP/1.1')
  expect(head.split('\r\n').slice(1).sort()).toEqual([
    'Content-Type: application/json',
    'X-Notification-Id: 7',
    'connection: keep-alive',
    'content-length: 8',
    `host: 127.0.0.1:${port}`,
    'webhook-id: 7',
  ])
  expect(Buffer.from(body ?? '', 'latin1').toString()).toBe(envelope.body)
})

test('one connection serves several, one after the other', async () => {
  const { url, connections } = await receiver(answering(ok))
  const own = sender()
  for (let count = 0; count < 5; count++) expect((await own.send(url, envelope)).status).toBe(200)
  expect(connections()).toBe(1)
})

test('nobody is followed elsewhere', async () => {
  const elsewhere = await receiver(answering(ok))
  const { url } = await receiver(
    answering(`HTTP/1.1 307 Go\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`),
  )
  const outcome = await sender().send(url, envelope)
  expect(outcome).toMatchObject({ status: 307, reason: expect.stringContaining('redirect') })
  expect(elsewhere.connections()).toBe(0)
})

test('a busy receiver says when to come back', async () => {
  const { url } = await receiver(
    answering('HTTP/1.1 503 Busy\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n'),
  )
  expect(await sender().send(url, envelope)).toMatchObject({ status: 503, retryAfterMs: 30_000 })
})

/** Writes on and on, until nobody listens. */
function drip(socket: Socket, text: () => string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text()), everyMs)
  socket.on('close', () => clearInterval(timer))
}

const beginning = 'HTTP/1.1 200 OK\r\nX: '
let letters = 0
const nextLetter = () => beginning.charAt(letters++) || 'y'

test.each<readonly [string, (socket: Socket) => void]>([
  ['says nothing', () => undefined],
  ['dictates its headers letter by letter', socket => drip(socket, nextLetter, 20)],
  ['begins to answer and stops', socket => socket.write('HTTP/1.1 200 OK\r\nContent-Le')],
])('a receiver that %s has ten seconds, here a third of one', async (_what, attend) => {
  const { url, open } = await receiver(attend)
  const startedMs = systemClock.monotonicMs()
  expect(await sender({ timeoutMs: 300 }).send(url, envelope)).toEqual({
    reason: 'It did not answer in time.',
  })
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(2_000)
  await expect.poll(open).toBe(0)
})

test('a receiver that reads nothing has no longer', async () => {
  const { url } = await receiver(socket => socket.pause())
  const large = { ...envelope, body: `"${'x'.repeat(8 * 1024 * 1024)}"` }
  expect(await sender({ timeoutMs: 300 }).send(url, large)).toEqual({ reason: 'It did not answer in time.' })
})

test('a success is one before its body has ended, and is not read for ever', async () => {
  let written = 0
  const endless = (socket: Socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length
      }
      socket.on('drain', pour)
      pour()
    })
  }
  const { url, open } = await receiver(endless)
  expect(await sender().send(url, envelope)).toEqual({ status: 200 })
  await expect.poll(open).toBe(0)
  expect(written).toBeLessThan(16 * 1024 * 1024)
})

test.each<readonly [string, string]>([
  ['never ends', 'HTTP/1.1 202 OK\r\n\r\nsome'],
  ['is announced too long', 'HTTP/1.1 202 OK\r\nContent-Length: 999999999\r\n\r\nsome'],
  ['breaks off', 'HTTP/1.1 202 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('a body that %s changes nothing about the status', async (_what, answer) => {
  const { url, open } = await receiver(answering(answer))
  expect(await sender().send(url, envelope)).toEqual({ status: 202 })
  await expect.poll(open).toBe(0)
})

const manyHeaders = Array.from({ length: 400 }, (_, index) => `X-${index}: ${'y'.repeat(100)}`).join('\r\n')

test.each<readonly [string, (socket: Socket) => void, RegExp]>([
  ['with too many headers', answering(`HTTP/1.1 200 OK\r\n${manyHeaders}\r\n\r\n`), /too large headers/],
  ['with something else than HTTP', answering('SSH-2.0-Server\r\n'), /not HTTP/],
  ['by hanging up', socket => socket.on('data', () => socket.destroy()), /closed the connection/],
  ['by hanging up at once', socket => socket.destroy(), /closed the connection/],
])('a receiver that answers %s was not told', async (_what, attend, reason) => {
  const { url } = await receiver(attend)
  const outcome = await sender().send(url, envelope)
  expect(outcome).toEqual({ reason: expect.stringMatching(reason) })
})

test('where nobody listens, nobody was told', async () => {
  const { url, close } = await receiver(() => undefined)
  await close()
  expect(await sender().send(url, envelope)).toEqual({
    reason: 'It could not be reached. (ECONNREFUSED)',
  })
})

test('a gateway that stops breaks off what is under way, and says that it was its own doing', async () => {
  const { url, connections, open } = await receiver(() => undefined)
  const stop = new AbortController()
  const sent = sender().send(url, envelope, stop.signal)
  await expect.poll(connections).toBe(1)
  stop.abort()
  expect(await sent).toMatchObject({ isBrokenOff: true })
  await expect.poll(open).toBe(0)
})

/** As in production. */
const guarded = { isAllowed: isPublicAddress }

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0', '127.0.0.1.'],
  ...['１２７.０.０.１', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
  ...['10.1.2.3', '192.168.0.1', '169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '[2002:7f00:1::1]'],
])('nothing is sent to %s', async host => {
  const { port, connections } = await receiver(answering(ok))
  const own = sender({ ...guarded, timeoutMs: 2_000 })
  for (const scheme of ['http', 'https']) {
    expect(await own.send(`${scheme}://${host}:${port}/`, envelope)).toEqual({
      reason: 'Its address is not on the public internet. (TARGET_REFUSED)',
    })
  }
  expect(connections()).toBe(0)
})

test.each([
  [['127.0.0.1']],
  [['::1']],
  [['::ffff:127.0.0.1']],
  [['93.184.216.34', '127.0.0.1']],
  [['127.0.0.1', '93.184.216.34']],
])('nothing is sent to a name that points at %s', async addresses => {
  const { port, connections } = await receiver(answering(ok))
  const own = sender({ ...guarded, resolve: async () => addresses })
  expect(await own.send(`http://hooks.example:${port}/`, envelope)).toMatchObject({
    reason: expect.stringContaining('not on the public internet'),
  })
  expect(connections()).toBe(0)
})

test('what was judged is what is connected to: a name is looked up once', async () => {
  const { port, heard } = await receiver(answering(ok))
  const asked: string[] = []
  // The second answer would be another one; nobody asks for it.
  const resolve = async (name: string) => (asked.push(name) === 1 ? ['127.0.0.1'] : ['127.0.0.2'])
  const isAllowed = (address: string) => address === '127.0.0.1'
  const own = sender({ resolve, isAllowed })
  expect(await own.send(`http://hooks.example:${port}/x`, envelope)).toEqual({ status: 200 })
  expect(asked).toEqual(['hooks.example'])
  expect(heard().toLowerCase()).toContain(`host: hooks.example:${port}`)
})

test('a connection that got somewhere else after all is not used', async () => {
  const { port, heard } = await receiver(answering(ok))
  let looks = 0
  // Allowed when it is looked up, and not any more when it is connected to.
  const isAllowed = () => ++looks === 1
  const outcome = await sender({ isAllowed }).send(`http://hooks.example:${port}/`, envelope)
  expect(outcome.reason).toContain('not on the public internet')
  expect(heard()).toBe('')
})

test('a name that is not known, or whose servers are silent, is no address', async () => {
  const unknown = sender({ resolve: async () => [] })
  expect(await unknown.send('https://hooks.example/', envelope)).toEqual({
    reason: 'Its name could not be resolved. (ENOTFOUND)',
  })
  const silent = sender({ resolve: () => new Promise(() => undefined), timeoutMs: 200 })
  expect(await silent.send('https://hooks.example/', envelope)).toEqual({
    reason: 'It did not answer in time.',
  })
})

let certificate = { certificatePem: '', keyPem: '' }
beforeAll(async () => {
  certificate = await makeServerCertificate({ names: ['hooks.example'], nowMs: systemClock.now().getTime() })
})

async function secureReceiver(): Promise<{ readonly port: number; readonly names: readonly unknown[] }> {
  const names: unknown[] = []
  const { certificatePem: cert, keyPem: key } = certificate
  const server = createTlsServer({ cert, key }, (request, response) => {
    names.push(Reflect.get(request.socket, 'servername'))
    response.end()
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stage.ends.push(() => new Promise(resolve => server.close(resolve).closeAllConnections()))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return { port: address.port, names }
}

test('the certificate must be that of the name, whatever the address', async () => {
  const { port, names } = await secureReceiver()
  const ca = certificate.certificatePem
  expect(await sender({ ca }).send(`https://hooks.example:${port}/`, envelope)).toEqual({ status: 200 })
  expect(names).toEqual(['hooks.example'])
  for (const outcome of [
    await sender({ ca }).send(`https://others.example:${port}/`, envelope),
    await sender({ ca }).send(`https://127.0.0.1:${port}/`, envelope),
    await sender().send(`https://hooks.example:${port}/`, envelope),
  ])
    expect(outcome.reason).toContain('certificate was not accepted')
  expect(names).toHaveLength(1)
})

test('a secure connection that does not come about is no success', async () => {
  const plain = await receiver(socket => socket.on('data', () => socket.write(ok)))
  const outcome = await sender().send(`https://hooks.example:${plain.port}/`, envelope)
  expect(outcome.reason).toContain('No secure connection')
  const silent = await receiver(() => undefined)
  const own = sender({ timeoutMs: 300 })
  expect(await own.send(`https://hooks.example:${silent.port}/`, envelope)).toEqual({
    reason: 'It did not answer in time.',
  })
  await expect.poll(silent.open).toBe(0)
})

test('a hundred receivers that hang take nothing from one that answers', async () => {
  const hanging = await receiver(() => undefined)
  const quick = await receiver(answering(ok))
  const own = sender({ timeoutMs: 1_500 })
  const hung = Array.from({ length: 100 }, () => own.send(hanging.url, envelope))
  await expect.poll(hanging.connections).toBe(100)
  const startedMs = systemClock.monotonicMs()
  expect(await own.send(quick.url, envelope)).toEqual({ status: 200 })
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(1_000)
  for (const outcome of await Promise.all(hung)) expect(outcome.status).toBeUndefined()
  await expect.poll(hanging.open).toBe(0)
})
