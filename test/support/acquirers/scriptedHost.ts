// A host that does what a test says: it listens, keeps what came, and answers only by its script.

import { createServer, type Socket } from 'node:net'
import { createCodec } from '../../../src/acquirers/iso8583/codec/codec.ts'
import { createFraming } from '../../../src/acquirers/iso8583/codec/frames.ts'
import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import type { IsoMessage } from '../../../src/acquirers/iso8583/dialects/message.ts'

export type HostSide = {
  readonly socket: Socket
  /** One frame, with the whole message in it. */
  frameOf(message: IsoMessage): Buffer
  send(message: IsoMessage): void
  raw(bytes: Buffer): void
}

export type HostScript = (message: IsoMessage, side: HostSide) => void

export type ScriptedHost = {
  readonly port: number
  readonly sides: readonly HostSide[]
  /** Everything that is not about the connection. */
  readonly received: readonly IsoMessage[]
  readonly networkMessages: readonly IsoMessage[]
  /** Bytes after the sign-on, of all connections. */
  readonly bytes: () => number
  /** Called with everything in `received`. */
  script: HostScript
  /** Whether sign-on, echo and sign-off are answered. */
  answersNetwork: boolean
  /** What is added to those answers. */
  networkFields: IsoMessage['fields']
  close(): Promise<void>
}

export async function startScriptedHost(dialect: Dialect, port = 0): Promise<ScriptedHost> {
  const codec = createCodec(dialect)
  const framing = createFraming(dialect.frame)
  const sides: HostSide[] = []
  const received: IsoMessage[] = []
  const networkMessages: IsoMessage[] = []
  let bytes = 0
  const server = createServer(socket => {
    const reader = framing.reader()
    const frameOf = (message: IsoMessage) => framing.wrap(codec.encode(message))
    const side: HostSide = {
      socket,
      frameOf,
      send: message => void socket.write(frameOf(message)),
      raw: chunk => void socket.write(chunk),
    }
    sides.push(side)
    socket.on('error', () => {})
    socket.on('data', chunk => {
      bytes += chunk.length
      for (const { message } of reader.push(chunk)) take(codec.decode(message), side)
    })
  })
  const take = (message: IsoMessage, side: HostSide) => {
    if (!message.type.startsWith(dialect.network.requestType.slice(0, 2))) {
      received.push(message)
      host.script(message, side)
      return
    }
    networkMessages.push(message)
    if (host.answersNetwork && message.type === dialect.network.requestType)
      side.send(answerTo(message, { 39: dialect.network.accepted, ...host.networkFields }))
  }
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const host: ScriptedHost = {
    port: typeof address === 'object' && address ? address.port : 0,
    ...{ sides, received, networkMessages, bytes: () => bytes, script: () => {}, answersNetwork: true },
    networkFields: {},
    close: () => {
      for (const { socket } of sides) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return host
}

/** The answer of a host that repeats all but the card; `others` is added, or removed where undefined. */
export function answerTo(
  { type, fields }: IsoMessage,
  others: { readonly [number: number]: string | undefined },
): IsoMessage {
  const all: { [number: number]: string | undefined } = { ...fields, 2: undefined, 14: undefined, ...others }
  const kept: Record<number, string> = {}
  for (const [number, value] of Object.entries(all)) if (value !== undefined) kept[Number(number)] = value
  return { type: `${type.slice(0, 2)}${Number(type[2]) + 1}${type[3] === '1' ? '0' : type[3]}`, fields: kept }
}
