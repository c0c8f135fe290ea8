import type { Socket } from 'node:net'
import { createSender, type Sender, type SenderDependencies } from '../../../src/notifications/sender.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { openRawReceiver, type RawReceiver } from './rawReceiver.ts'

/** For tests: senders that may go anywhere, receivers by hand, and the end of all of them. */
export function createTestSenders() {
  const ends: (() => Promise<unknown>)[] = []
  return {
    ends,
    async end(): Promise<void> {
      for (const end of ends.splice(0).reverse()) await end()
    },
    async receiver(attend: (socket: Socket) => void): Promise<RawReceiver> {
      const opened = await openRawReceiver(attend)
      ends.push(opened.close)
      return opened
    },
    sender(parts: Partial<SenderDependencies> = {}): Sender {
      const made = createSender({ ...anywhere, ...parts })
      ends.push(made.close)
      return made
    },
  }
}

const anywhere = { isAllowed: () => true, resolve: async () => ['127.0.0.1'], clock: systemClock }

/** Answers each request with the same bytes, once it is there to its end. */
export const answering = (answer: string) => (socket: Socket) =>
  socket.on('data', bytes => bytes.toString('latin1').endsWith('}') && socket.write(answer))

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
