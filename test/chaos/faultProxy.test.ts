import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { randomOf } from '../simulation/random.ts'
import { FaultProxy, wayFaults } from './faultProxy.ts'

const open: (() => unknown)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** Somebody who writes down every byte, behind a proxy; and a connection to it. */
async function wayThroughProxy() {
  const heard: Buffer[] = []
  const far = createServer(socket => {
    socket.on('error', () => undefined)
    socket.on('data', bytes => heard.push(bytes))
  })
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
  const proxy = await FaultProxy.open((far.address() as AddressInfo).port)
  const near: Socket = connect({ port: proxy.port, host: '127.0.0.1', noDelay: true })
  near.on('error', () => undefined)
  await once(near, 'connect')
  open.push(
    () => near.destroy(),
    () => proxy.close(),
    () => far.close(),
  )
  return { proxy, near, heard: () => Buffer.concat(heard).toString('latin1') }
}

test.each(wayFaults)('a way that is %s, and delayed before, loses no byte in the middle', async fault => {
  const words = Array.from({ length: 10 }, (_, index) => `word ${index + 1},`)
  const heardWith = async (seed: number) => {
    const { proxy, near, heard } = await wayThroughProxy()
    const say = async (word: string) => {
      near.write(word)
      // So that it arrives by itself.
      await sleep(2)
    }
    proxy.spoil('delayed', randomOf(seed))
    await say(words[0] ?? '')
    proxy.spoil(fault, randomOf(seed))
    for (const word of words.slice(1)) await say(word)
    await sleep(450)
    proxy.heal()
    return heard()
  }
  for (const heard of await Promise.all([1, 2, 3, 4].map(heardWith)))
    expect(words.join('').slice(0, heard.length)).toBe(heard)
})
