// The acquirer host: a counterpart for links, as a process of its own or within a test. It listens, answers
// as hosts do, keeps books, and makes mistakes on command.

import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { createCodec } from '../acquirers/iso8583/codec/codec.ts'
import { createFraming, type Framing } from '../acquirers/iso8583/codec/frames.ts'
import { createRedaction, type Redaction } from '../acquirers/iso8583/codec/redaction.ts'
import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import { type BookJournal, noJournal, openBookJournal } from './bookJournal.ts'
import { createCarelessBooks } from './carelessBooks.ts'
import { createFaultDeck, type FaultDeck, type FaultName, type FaultSetting, isFaultName } from './faults.ts'
import { createAnswerWriter, timesOf } from './hostAnswer.ts'
import { createHostBooks, type HostBooks } from './hostBooks.ts'
import { createHostCodes } from './hostCodes.ts'
import { HostConnection } from './hostConnection.ts'
import { type AcquirerHostControl, createControl } from './hostControl.ts'
import { createQuestionReader } from './hostQuestion.ts'
import { createHostRecord, type HostRecord, type RecordedMessage } from './hostRecord.ts'
import { HostDesk } from './hostRuling.ts'
import { createHostScripts, type HostScripts } from './hostScripts.ts'
import { HostSwitch } from './hostSwitch.ts'
import { createNamedOriginal, type NamedOriginal } from './namedOriginal.ts'
import { createPrivateFields } from './privateFields.ts'

export type AcquirerHostOptions = {
  readonly dialect: Dialect
  /** The address to listen on; 127.0.0.1 unless given. */
  readonly host?: string
  /** 0: any that is free. */
  readonly port?: number
  /** PEM texts; with authorities, callers need a certificate of theirs. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly authorities?: string }
  /** The file of the books; absent: in memory only. */
  readonly journal?: string
  readonly faults?: { readonly [name in FaultName]?: FaultSetting }
  readonly seed?: number
  readonly clock?: Clock
  /** What cannot be decoded closes its connection, or is answered with a format error. */
  readonly onUnreadable?: 'close' | 'answer'
  /** An original that comes twice is answered as the first time, or refused as a duplicate. */
  readonly duplicates?: 'asFirst' | 'refused'
  /** A connection that stays silent within a frame is closed after this time. */
  readonly partialFrameMs?: number
  readonly connectionsMax?: number
  /** So many entries are kept in memory; older ones are in the journal only. */
  readonly entriesMax?: number
  /** So many messages are kept to be looked at; 500 unless given. */
  readonly messagesMax?: number
  /** Called with each message, without what is secret. */
  readonly onMessage?: (message: RecordedMessage) => void
}

export type AcquirerHost = {
  readonly port: number
  readonly control: AcquirerHostControl
  close(): Promise<void>
}

const usualPartialFrameMs = 10_000
const usualConnectionsMax = 1_024

export async function startAcquirerHost(options: AcquirerHostOptions): Promise<AcquirerHost> {
  const { journal: path } = options
  const journal = path === undefined ? noJournal : openBookJournal(path)
  const parts = assemble(options, journal)
  const { connections, clock } = parts
  const server = createListener(options, socket => accept(socket, options, parts))
  const port = await listen(server, options)
  const sweep = setInterval(() => closeStalled(parts, options), sweepMs)
  sweep.unref()
  const close = async () => {
    clearInterval(sweep)
    server.close()
    for (const connection of connections) connection.end()
    const untilMs = clock.monotonicMs() + closeMs
    while (connections.size > 0) {
      if (clock.monotonicMs() > untilMs) for (const connection of connections) connection.destroy()
      await sleep(10)
    }
    journal.close()
  }
  let closing: Promise<void> | undefined
  return {
    port,
    control: createControl(parts, server, { host: hostOf(options), port }),
    close() {
      closing ??= close()
      return closing
    },
  }
}

const sweepMs = 250
/** Connections that do not end by themselves are cut after this time. */
const closeMs = 300
const hostOf = ({ host = '127.0.0.1' }: AcquirerHostOptions): string => host

type HostParts = {
  readonly books: HostBooks
  readonly journal: BookJournal
  readonly faults: FaultDeck
  readonly scripts: HostScripts
  readonly record: HostRecord
  readonly originals: NamedOriginal
  readonly messages: HostSwitch
  readonly framing: Framing
  readonly connections: Set<HostConnection>
  readonly clock: Clock
}

function assemble(options: AcquirerHostOptions, journal: BookJournal): HostParts {
  const { dialect, clock = systemClock, seed = 1, entriesMax, onMessage } = options
  const { onUnreadable = 'close', duplicates = 'asFirst' } = options
  const books = createHostBooks({
    ...{ businessDate: timesOf(clock.now())[0], lines: journal.read(), write: journal.add },
    ...(entriesMax !== undefined && { entriesMax }),
  })
  const faults = createFaultDeck(seed)
  for (const [name, setting] of Object.entries(options.faults ?? {}))
    if (isFaultName(name)) faults.set(name, setting)
  const careless = createCarelessBooks(books, faults)
  const redacted = createRedaction(dialect)
  const record = createHostRecord(redacted, { messagesMax: options.messagesMax })
  const places = createPrivateFields(dialect)
  const codes = createHostCodes(dialect)
  const originals = createNamedOriginal(books, dialect.generation)
  const [scripts, framing, connections] = [
    createHostScripts(),
    createFraming(dialect.frame),
    new Set<HostConnection>(),
  ]
  const messages = new HostSwitch({
    ...{ dialect, books, codes, record, faults, scripts, framing, connections, onUnreadable },
    ...{ codec: createCodec(dialect), desk: new HostDesk({ books: careless, codes, originals, duplicates }) },
    ...{ read: createQuestionReader(dialect, places), writer: createAnswerWriter(dialect, places) },
    now: clock.now,
    ...(onMessage && { onMessage: showing(onMessage, redacted, clock) }),
  })
  return { books, journal, faults, scripts, record, originals, messages, framing, connections, clock }
}

const showing =
  (show: NonNullable<AcquirerHostOptions['onMessage']>, redacted: Redaction, clock: Clock) =>
  (direction: 'received' | 'sent', message: IsoMessage): void =>
    show({ atMs: clock.now().getTime(), direction, type: message.type, fields: redacted(message) })

function createListener({ tls }: AcquirerHostOptions, take: (socket: Socket) => void): Server {
  if (tls === undefined) return createServer({ allowHalfOpen: true, noDelay: true }, take)
  const { certificate, key, authorities } = tls
  const mutual = authorities !== undefined && { ca: authorities, requestCert: true, rejectUnauthorized: true }
  return createTlsServer({ cert: certificate, key, minVersion: 'TLSv1.2', ...mutual }, take)
}

async function listen(server: Server, options: AcquirerHostOptions): Promise<number> {
  const { port = 0 } = options
  const host = hostOf(options)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error =>
      reject(new StartRefusal(`Nothing can listen on ${host}:${port} (${errorCode(error)}).`)),
    )
    server.listen(port, host, resolve)
  })
  server.removeAllListeners('error').on('error', () => undefined)
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function accept(
  socket: Socket,
  { connectionsMax = usualConnectionsMax, tls }: AcquirerHostOptions,
  parts: HostParts,
) {
  const { connections, record, faults, framing, messages, journal, clock } = parts
  const { counters } = record
  if (faults.applies('refuse-connections') || connections.size >= connectionsMax) {
    counters.refusedConnections += 1
    socket.on('error', () => undefined)
    // Only a plain connection can be reset.
    if (tls) socket.destroy()
    else socket.resetAndDestroy()
    return
  }
  counters.connections += 1
  counters.openConnections += 1
  const connection = new HostConnection(socket, framing.reader(), {
    counters,
    take: (from, frame) => messages.take(from, frame),
    settle: journal.flush,
    nowMs: clock.monotonicMs,
  })
  connections.add(connection)
  socket.on('close', () => {
    counters.openConnections -= 1
    connections.delete(connection)
  })
}

/** Silence after the beginning of a frame: whoever sends it is gone, or counts wrongly. */
function closeStalled({ connections, clock, record }: HostParts, options: AcquirerHostOptions): void {
  const { partialFrameMs = usualPartialFrameMs } = options
  for (const connection of connections) {
    if (connection.partialSinceMs === undefined) continue
    if (clock.monotonicMs() - connection.partialSinceMs < partialFrameMs) continue
    record.counters.stalled += 1
    connection.destroy()
  }
}
