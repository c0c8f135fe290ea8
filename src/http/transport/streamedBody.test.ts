import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendStream } from './streamedBody.ts'

let body: AsyncIterable<string>
let sent: Promise<boolean>
let cutOff: AbortController
const server = createServer((_, response) => {
  response.writeHead(200)
  cutOff = new AbortController()
  sent = sendStream(response, body, cutOff.signal)
})
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const ask = () => {
  const address = server.address() as AddressInfo
  return new Promise<IncomingMessage>((resolve, reject) =>
    get({ port: address.port, host: '127.0.0.1', agent: false }, resolve).on('error', reject),
  )
}

/** What was made of it, and whether it was told to end. */
function endless(chunk: string) {
  const seen = { chunks: 0, isEnded: false }
  async function* make() {
    try {
      for (;;) {
        seen.chunks += 1
        yield chunk
        await new Promise(resolve => setImmediate(resolve))
      }
    } finally {
      seen.isEnded = true
    }
  }
  return { seen, make }
}

test('everything is sent, in its order', async () => {
  body = (async function* () {
    yield 'one,'
    yield 'two,'
    yield 'three'
  })()
  expect(await text(await ask())).toBe('one,two,three')
  expect(await sent).toBe(true)
})

test('who leaves ends the making, and a slow reader slows it down', async () => {
  const { seen, make } = endless('x'.repeat(100_000))
  body = make()
  const answer = await ask()
  answer.pause()
  // As much as sockets buffer, and no more, however long the reader takes.
  await expect
    .poll(async () => {
      const before = seen.chunks
      await new Promise(resolve => setTimeout(resolve, 30))
      return seen.chunks === before
    })
    .toBe(true)
  expect(seen.chunks).toBeLessThan(500)
  answer.destroy()
  expect(await sent).toBe(false)
  await expect.poll(() => seen.isEnded).toBe(true)
})

test('one that is cut off ends, although its reader reads nothing of it', async () => {
  const { seen, make } = endless('x'.repeat(100_000))
  body = make()
  const answer = await ask()
  const read = text(answer.pause())
  cutOff.abort()
  expect(await sent).toBe(false)
  await expect.poll(() => seen.isEnded).toBe(true)
  // And its reader knows that something is missing.
  await expect(read).rejects.toThrow()
})

test('a body that fails in the middle is not taken for a whole one', async () => {
  body = (async function* () {
    yield 'one,'
    throw new Error('no more')
  })()
  await expect(ask().then(text)).rejects.toThrow()
  expect(await sent).toBe(false)
})
