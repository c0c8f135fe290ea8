import { createServer, type Server, type Socket } from 'node:net'

/** A receiver by hand: what it does with a connection is all it does. */
export type RawReceiver = {
  readonly port: number
  readonly url: string
  /** Everything that came on any connection. */
  heard(): string
  connections(): number
  /** Connections that are still open. */
  open(): number
  close(): Promise<void>
}

export async function openRawReceiver(attend: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>()
  let text = ''
  let count = 0
  const server: Server = createServer(socket => {
    count += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    attend(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook?a=b`,
    heard: () => text,
    connections: () => count,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
