// Opening and closing the listeners of hosts.

import type { Server } from 'node:net'
import { errorCode, StartRefusal } from './errors.ts'

/** The port that was taken: that, or for 0 whichever is free. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((done, reject) => {
    server.once('error', error =>
      reject(new StartRefusal(`Nothing can listen on ${host}:${port} (${errorCode(error)}).`)),
    )
    server.listen(port, host, done)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

export async function closeServer(server: Server & { closeAllConnections(): void }): Promise<void> {
  server.closeAllConnections()
  await new Promise(done => server.close(done))
}
