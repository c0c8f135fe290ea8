// Connections that were handed to a worker which ended before it took them.

import type { Worker } from 'node:cluster'
import { systemClock } from '../platform/clock.ts'

/**
 * The primary keeps a connection until its worker says that it has taken it. One that is killed meanwhile
 * never says so, and Node would keep the connection open for ever, unserved: its caller would wait in vain.
 * Closed, it is tried again. A worker says so before it reads a byte, so nothing of it was executed.
 */
export function closeUntaken(worker: Worker): void {
  const { process: child } = worker
  const handed = new Map<number, unknown>()
  const send: unknown = child.send
  if (typeof send !== 'function') return
  Object.defineProperty(child, 'send', {
    value(...given: readonly unknown[]) {
      const [message, connection] = given
      if (memberOf(message, 'act') === 'newconn') handed.set(Number(memberOf(message, 'seq')), connection)
      return Reflect.apply(send, child, given)
    },
  })
  child.on('internalMessage', (message: unknown) => handed.delete(Number(memberOf(message, 'ack'))))
  worker.once('exit', async () => {
    // What it said last may still be on its way.
    await systemClock.sleep(lastWordsMs)
    for (const connection of handed.values()) {
      const close = memberOf(connection, 'close')
      if (typeof close === 'function') Reflect.apply(close, connection, [])
    }
  })
}

const lastWordsMs = 300

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
