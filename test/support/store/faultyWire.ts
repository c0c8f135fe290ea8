import { createServer, connect as dial, type Socket } from 'node:net'
import pg from 'pg'

/** A wire between driver and server that loses what a test asks it to lose. */
export async function createFaultyWire(connection: pg.ClientConfig): Promise<FaultyWire> {
  const { host, port, user, password, database } = new pg.Client(connection)
  const open = new Set<Socket>()
  let fault: Fault | undefined
  const listener = createServer(driver => {
    const server = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host)
    let isDeaf = false
    for (const socket of [driver, server]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    driver.on('close', () => server.destroy())
    server.on('close', () => driver.destroy())
    driver.on('data', data => {
      if (fault === undefined) return server.write(data)
      const { loses, meanwhile } = fault
      fault = undefined
      isDeaf = true
      if (loses === 'answer') return server.write(data)
      return void meanwhile?.().finally(() => driver.destroy())
    })
    server.on('data', data => {
      if (!isDeaf) driver.write(data)
      else if (data.includes(readyForQuery)) driver.destroy()
    })
  })
  const listen = () => new Promise<void>(resolve => listener.listen(wirePort, '127.0.0.1', resolve))
  let wirePort = 0
  await listen()
  const address = listener.address()
  wirePort = typeof address === 'object' ? (address?.port ?? 0) : 0
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    config: { host: '127.0.0.1', port: wirePort, user, password: password ?? '', database: database ?? '' },
    lose: (loses, meanwhile = async () => undefined) => {
      fault = { loses, meanwhile }
    },
    cutAll,
    async down() {
      const closed = new Promise(resolve => listener.close(resolve))
      cutAll()
      await closed
    },
    up: listen,
  }
}

export type FaultyWire = {
  readonly config: pg.ClientConfig
  /** Of the next statement, either the request is lost or the answer to it; then the connection breaks. */
  lose(what: 'request' | 'answer', meanwhile?: () => Promise<unknown>): void
  cutAll(): void
  down(): Promise<void>
  up(): Promise<void>
}

type Fault = { readonly loses: 'request' | 'answer'; readonly meanwhile?: () => Promise<unknown> }

/** What the server sends when a statement is over and committed. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
