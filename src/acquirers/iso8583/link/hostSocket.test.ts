import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, connect as openTcp, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { makeServerCertificate } from '../../../certificates/ownCertificates.ts'
import { openSocket, readTlsMaterial } from './hostSocket.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const ignoreErrors = (socket: Socket): Socket => {
  closing.push(() => socket.destroy())
  return socket.on('error', () => {})
}

/** A network on the way to a host, through which nothing passes for a while. */
async function networkBefore(hostPort: number) {
  let isOver = false
  let passed = 0
  let near: Socket | undefined
  const port = await listening(
    createServer(socket => {
      const far = ignoreErrors(openTcp({ host: '127.0.0.1', port: hostPort }))
      near = ignoreErrors(socket)
      near.on('close', () => {
        isOver = true
      })
      near.on('data', chunk => {
        passed += chunk.length
        far.write(chunk)
      })
      far.pipe(near, { end: false })
    }),
  )
  return {
    port,
    isOver: () => isOver,
    passed: () => passed,
    stop: () => near?.pause(),
    comeBack: () => near?.resume(),
  }
}

const writtenBytes = 20_000_000

async function withTls() {
  const certificate = await makeServerCertificate({ names: ['host.example'], nowMs: Date.now() })
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-host-'))
  closing.push(() => void rm(directory, { recursive: true }))
  const authorities = join(directory, 'host.pem')
  await writeFile(authorities, certificate.certificatePem)
  const server = createTlsServer({ cert: certificate.certificatePem, key: certificate.keyPem }, socket =>
    ignoreErrors(socket).resume(),
  )
  return { server, tls: await readTlsMaterial({ authorities, serverName: 'host.example' }) }
}

const withoutTls = async () => ({
  server: createServer(socket => ignoreErrors(socket).resume()),
  tls: undefined,
})

async function openThroughNetwork(make: typeof withTls | typeof withoutTls) {
  const { server, tls } = await make()
  const network = await networkBefore(await listening(server))
  const { socket, openEvent, reset } = openSocket({ host: '127.0.0.1', port: network.port }, tls)
  const errors: unknown[] = []
  ignoreErrors(socket).on('error', error => errors.push(error))
  await new Promise(resolve => socket.once(openEvent, resolve))
  const closed = new Promise(resolve => socket.once('close', resolve))
  return { network, socket, reset, closed, errors }
}

const ways = [
  ['TCP', withoutTls],
  ['TLS', withTls],
] as const

/** How much arrives after all when a network that has stopped comes back. */
async function deliveredLate(make: (typeof ways)[number][1], how: 'reset' | 'destroy'): Promise<number> {
  const { network, socket, reset, closed } = await openThroughNetwork(make)
  network.stop()
  const before = network.passed()
  socket.write(Buffer.alloc(writtenBytes))
  await expect.poll(() => socket.writableNeedDrain).toBe(true)
  if (how === 'reset') reset()
  else socket.destroy()
  await closed
  network.comeBack()
  await expect.poll(network.isOver).toBe(true)
  return network.passed() - before
}

test.each(ways)('over %s, what was reset is not delivered by a network that comes back', async (_, make) => {
  const destroyed = await deliveredLate(make, 'destroy')
  // What the network had taken before is its own.
  expect(await deliveredLate(make, 'reset')).toBeLessThan(destroyed / 2)
})

test.each(ways)('over %s, one that is ended and reset in the same turn is closed', async (_, make) => {
  const { network, socket, reset, closed, errors } = await openThroughNetwork(make)
  socket.write('question')
  socket.end()
  reset()
  reset()
  await closed
  await expect.poll(network.isOver).toBe(true)
  expect(errors).toEqual([])
})
