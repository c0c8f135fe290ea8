import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { answering, createTestSenders, ok } from '../../test/support/notifications/testSenders.ts'

const envelope = { headers: { 'content-type': 'application/json' }, body: '{}' }

const stage = createTestSenders()
const { receiver, sender } = stage
afterEach(stage.end)

/** Writes the same as fast as it is taken; answers how much that was. */
function flood(beginning: string, text: string): { attend(socket: Socket): void; written(): number } {
  let written = 0
  return {
    written: () => written,
    attend: socket =>
      socket.once('data', () => {
        socket.write(beginning)
        const pour = () => {
          for (let isTaken = true; isTaken && !socket.destroyed; written += text.length)
            isTaken = socket.write(text)
        }
        socket.on('drain', pour)
        pour()
      }),
  }
}

const soon = 'HTTP/1.1 103 Soon\r\n\r\n'
const opening = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;'
const tooLong = { reason: 'Its answer was too long.' }

test.each([
  { what: 'says over and over that it will answer', ...flood('', soon.repeat(2_000)), outcome: tooLong },
  { what: 'sends empty lines before its answer', ...flood('', '\r\n'.repeat(30_000)), outcome: tooLong },
  { what: 'never ends a line of its body', ...flood(opening, 'x'.repeat(60_000)), outcome: { status: 200 } },
])('a receiver that $what is cut off early', async ({ attend, written, outcome }) => {
  const { url, open } = await receiver(attend)
  expect(await sender({ timeoutMs: 3_000 }).send(url, envelope)).toEqual(outcome)
  await expect.poll(open).toBe(0)
  // What was on its way already is in the buffers of both ends.
  expect(written()).toBeLessThan(16 * 1024 * 1024)
})

test('a receiver may say a few times that it will answer, however slowly, but not for ever', async () => {
  const patient = await receiver(answering(soon.repeat(4) + ok))
  expect(await sender().send(patient.url, envelope)).toEqual({ status: 200 })
  const { url, open } = await receiver(socket => {
    const timer = setInterval(() => socket.write(soon), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await sender({ timeoutMs: 3_000 }).send(url, envelope)).toEqual(tooLong)
  await expect.poll(open).toBe(0)
})

test('what one connection brings is counted for each request anew', async () => {
  const body = 'x'.repeat(60_000)
  const { url, connections } = await receiver(
    answering(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  )
  const own = sender()
  for (let count = 0; count < 10; count++) expect((await own.send(url, envelope)).status).toBe(200)
  expect(connections()).toBe(1)
})
