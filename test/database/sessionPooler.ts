import { createServer, type Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { framed, greeting, openServer } from './pooler.ts'

/**
 * Simulates a pooler in session mode: clients connect at once, and one that sends something gets a session at
 * the server for as long as it stays connected, or waits for one.
 */
export async function startSessionPooler(target: ClientConfig, sessions: number): Promise<SessionPooler> {
  const { host, port, user = '', database = '' } = new Client(target)
  const sockets = new Set<Socket>()
  const waiting: (() => void)[] = []
  let [allowed, taken] = [sessions, 0]
  const serveNext = () => {
    while (taken < allowed && waiting.length > 0) {
      taken += 1
      waiting.shift()?.()
    }
  }
  const give = async (client: Socket, said: Buffer[]) => {
    if (client.destroyed) return leave()
    const { socket } = await openServer(`${host}/.s.PGSQL.${port}`, { user, database })
    sockets.add(socket)
    socket.removeAllListeners('data')
    socket.on('close', () => client.destroy())
    client.on('close', () => {
      // Like a pooler that resets a session before another client gets it.
      socket.end(framed('X', Buffer.alloc(0)))
      leave()
    })
    if (client.destroyed) client.emit('close')
    client.removeAllListeners('data')
    socket.write(Buffer.concat(said))
    socket.pipe(client)
    client.on('data', data => socket.write(data))
  }
  const leave = () => {
    taken -= 1
    serveNext()
  }
  const listener = createServer(client => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', () => {
      const said: Buffer[] = []
      client.write(greeting)
      client.on('data', data => {
        said.push(data)
        if (said.length > 1) return
        waiting.push(() => void give(client, said))
        serveNext()
      })
    })
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return {
    config: { host: '127.0.0.1', port: address.port, user, database },
    allow(more) {
      allowed = more
      serveNext()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => listener.close(resolve))
    },
  }
}

export type SessionPooler = {
  readonly config: ClientConfig
  /** How many sessions it keeps at the server from now on. */
  allow(sessions: number): void
  stop(): Promise<void>
}
