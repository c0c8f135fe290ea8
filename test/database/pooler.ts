import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/**
 * Simulates a pooler in transaction mode: few sessions at the server, lent for one transaction each and in
 * turn, so that no client gets the same one twice in a row. One that keeps prepared statements carries them
 * over to another session; an old one does not.
 */
export async function startPooler(target: ClientConfig, { sessions = 4 } = {}): Promise<Pooler> {
  const { host, port, user = '', database = '' } = new Client(target)
  const servers = await Promise.all(
    Array.from({ length: sessions }, () => openServer(`${host}/.s.PGSQL.${port}`, { user, database })),
  )
  const idle = [...servers]
  const waiting: ((server: Server) => void)[] = []
  const sockets = new Set<Socket>()
  let keeps = true
  const lend = async () => idle.shift() ?? (await new Promise<Server>(resolve => waiting.push(resolve)))
  const giveBack = (server: Server) => {
    const next = waiting.shift()
    if (next) next(server)
    else idle.push(server)
  }
  const listener = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, { lend, giveBack, keeps: () => keeps })
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return {
    config: { host: '127.0.0.1', port: address.port, user, database },
    async keep(wanted) {
      while (idle.length < servers.length) await sleep(5)
      keeps = wanted
      for (const server of servers) await tell(server, 'deallocate all')
      for (const { known } of servers) known.clear()
    },
    async stop() {
      for (const socket of [...sockets, ...servers.map(({ socket }) => socket)]) socket.destroy()
      await new Promise(resolve => listener.close(resolve))
    },
  }
}

export type Pooler = {
  readonly config: ClientConfig
  /** Whether it keeps prepared statements; as if it was replaced while idle. */
  keep(wanted: boolean): Promise<void>
  stop(): Promise<void>
}

type Lending = {
  readonly lend: () => Promise<Server>
  readonly giveBack: (server: Server) => void
  readonly keeps: () => boolean
}
type Server = {
  readonly socket: Socket
  /** Names of statements that this session has prepared. */
  readonly known: Set<string>
  hear: (message: Message) => void
}
type Message = { readonly kind: string; readonly body: Buffer; readonly bytes: Buffer }

/** The server's messages until a session is ready for queries. */
export async function openServer(path: string, names: Readonly<Record<string, string>>): Promise<Server> {
  const socket = dial(path)
  socket.on('error', () => undefined)
  return new Promise(resolve => {
    const server: Server = { socket, known: new Set(), hear: ({ kind }) => kind === 'Z' && resolve(server) }
    onMessages(socket, message => server.hear(message))
    const pairs = Object.entries(names).flat().concat('')
    const text = Buffer.from(`${pairs.join('\0')}\0`)
    const head = Buffer.alloc(8)
    head.writeInt32BE(8 + text.length)
    head.writeInt32BE(196_608, 4)
    socket.write(Buffer.concat([head, text]))
  })
}

function tell(server: Server, text: string): Promise<void> {
  return new Promise(resolve => {
    server.hear = ({ kind }) => kind === 'Z' && resolve()
    server.socket.write(framed('Q', Buffer.from(`${text}\0`)))
  })
}

/** A client is greeted as by a server; each of its batches, up to a Sync, goes to a free session. */
function serve(socket: Socket, { lend, giveBack, keeps }: Lending): void {
  const prepared = new Map<string, Buffer>()
  let batch: Message[] = []
  let held: Server | undefined
  let turn = Promise.resolve()
  const send = async (messages: readonly Message[]) => {
    held ??= await lend()
    const server = held
    await new Promise<void>(resolve => {
      const plan = keeps() ? brought(messages, { server, prepared }) : { out: messages.map(m => m.bytes) }
      let swallow = plan.swallows ?? 0
      if (plan.first) socket.write(plan.first)
      server.hear = ({ kind, body, bytes }) => {
        if (kind === '1' && swallow-- > 0) return
        socket.write(bytes)
        if (kind !== 'Z') return
        if (body.toString() === 'I') {
          held = undefined
          giveBack(server)
        }
        resolve()
      }
      server.socket.write(Buffer.concat(plan.out))
    })
  }
  socket.on('close', async () => {
    await turn
    if (held === undefined) return
    await tell(held, 'rollback')
    giveBack(held)
  })
  const collect = (message: Message) => {
    if (message.kind === 'X') return
    batch.push(message)
    if (message.kind !== 'S' && message.kind !== 'Q') return
    const whole = batch
    batch = []
    turn = turn.then(() => send(whole))
  }
  socket.once('data', () => {
    onMessages(socket, collect)
    socket.write(greeting)
  })
}

/** No authentication is needed. */
export const greeting = Buffer.concat([framed('R', Buffer.alloc(4)), framed('Z', Buffer.from('I'))])

type Plan = { readonly out: readonly Buffer[]; readonly swallows?: number; readonly first?: Buffer }

/**
 * Statements that the session has not prepared yet are prepared first; those it has are not prepared twice.
 */
function brought(messages: readonly Message[], { server, prepared }: Bringing): Plan {
  const parse = messages.find(({ kind }) => kind === 'P')
  const name = parse ? nameIn(parse.body) : nameIn(messages.find(({ kind }) => kind === 'B')?.body, 1)
  if (name === undefined || name === '') return { out: messages.map(({ bytes }) => bytes) }
  if (parse) prepared.set(name, parse.bytes)
  const rest = messages.filter(({ kind }) => kind !== 'P').map(({ bytes }) => bytes)
  const isKnown = server.known.has(name)
  server.known.add(name)
  if (isKnown) return { out: rest, ...(parse && { first: framed('1', Buffer.alloc(0)) }) }
  return { out: [prepared.get(name) ?? Buffer.alloc(0), ...rest], swallows: parse ? 0 : 1 }
}

type Bringing = { readonly server: Server; readonly prepared: Map<string, Buffer> }

/** The string after so many others, each ended by a zero. */
function nameIn(body: Buffer | undefined, skipped = 0): string | undefined {
  return body?.toString('latin1').split('\0')[skipped]
}

export function framed(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function onMessages(socket: Socket, hear: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', data => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const bytes = rest.subarray(0, rest.readInt32BE(1) + 1)
      rest = rest.subarray(bytes.length)
      hear({ kind: String.fromCharCode(bytes[0] ?? 0), body: bytes.subarray(5), bytes })
    }
  })
}
