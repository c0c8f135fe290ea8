// The log: JSON lines with a fixed list of facts, written without blocking.

import { Writable } from 'node:stream'
import { destination as openDestination, pino, stdTimeFunctions } from 'pino'
import { build as openPretty } from 'pino-pretty'
import { describeFault } from './errors.ts'

/**
 * The facts that a log line may have. Only names of this list are written, so that no body, card number or
 * personal datum can reach a log through an object that was passed on.
 */
const factNames = [
  'method',
  'route',
  'status',
  'ms',
  'merchant',
  'supportCode',
  'reason',
  'host',
  'port',
  'count',
  'attempt',
  'name',
  'version',
  'head',
  // Of messages to and from acquirers, which are redacted before.
  'direction',
  'messageType',
  'fields',
] as const

const known: ReadonlySet<string> = new Set(factNames)

export type LogFacts = { readonly [Name in (typeof factNames)[number]]?: string | number | undefined }

export type Log = {
  /** Absent where nobody reads it: what it would tell is not made then. */
  readonly debug?: (message: string, facts?: LogFacts) => void
  readonly info: (message: string, facts?: LogFacts) => void
  readonly warn: (message: string, facts?: LogFacts) => void
  /** Logs a bug or a failure of the environment, with the part of the error that may be logged. */
  readonly fault: (message: string, fault: unknown, facts?: LogFacts) => void
  /** How many lines were dropped because the destination did not accept them. */
  readonly dropped: () => number
  readonly flush: () => void
}

type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

type LogOptions = {
  readonly level: LogLevel
  readonly pretty: boolean
  /** Whether other processes write to the same place: lines are handed over so that none is torn apart. */
  readonly isShared?: boolean
  /** A file, a descriptor, or an object with `write`; standard output by default. */
  readonly destination?: string | number | LineTaker
}

type LineTaker = { readonly write: (line: string) => void }

export function createLog({ level, pretty, isShared = false, destination = 1 }: LogOptions): Log {
  const sink = pretty ? prettySink(destination) : plainSink(destination, isShared)
  const base = { base: { pid: process.pid }, level, timestamp: stdTimeFunctions.isoTime }
  const logger = pino({ ...base, formatters: { level: label => ({ level: label }) } }, sink.stream)
  return {
    ...(logger.isLevelEnabled('debug') && {
      debug: (message: string, facts: LogFacts = {}) => logger.debug(allowed(facts), message),
    }),
    info: (message, facts = {}) => logger.isLevelEnabled('info') && logger.info(allowed(facts), message),
    warn: (message, facts = {}) => logger.isLevelEnabled('warn') && logger.warn(allowed(facts), message),
    fault: (message, fault, facts = {}) =>
      logger.error({ ...allowed(facts), fault: describeFault(fault) }, message),
    dropped: sink.dropped,
    flush: sink.flush,
  }
}

function allowed(facts: LogFacts): LogFacts {
  const kept: Record<string, string | number> = {}
  let name: keyof LogFacts
  for (name in facts) {
    const fact = facts[name]
    if (fact !== undefined && known.has(name)) kept[name] = fact
  }
  return kept
}

type LogSink = { readonly stream: LineTaker; readonly dropped: () => number; readonly flush: () => void }

/**
 * A full disk or a blocked pipe must not stop a payment: lines are buffered, and dropped beyond the limit.
 */
function plainSink(target: string | number | LineTaker, isShared: boolean): LogSink {
  if (typeof target === 'object') return { stream: target, dropped: () => 0, flush: () => {} }
  let dropped = 0
  const stream = openDestination({ dest: target, sync: false, ...buffering, ...(isShared && whole) })
  stream.on('drop', () => dropped++)
  stream.on('error', () => dropped++)
  return { stream, dropped: () => dropped, flush: () => flushQuietly(stream) }
}

const buffering = { minLength: 8_192, maxLength: 4 * 1_024 * 1_024, periodicFlush: 200, mkdir: true }

/** As much as a pipe takes in one piece, however many write to it; whole lines only. */
const whole = { minLength: 2_048, maxWrite: 4_096 }

function prettySink(target: string | number | LineTaker): LogSink {
  const destination = typeof target === 'object' ? writableOf(target) : target
  const options = { ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l', sync: true, destination }
  return { stream: openPretty(options), dropped: () => 0, flush: () => {} }
}

function writableOf(target: LineTaker): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      target.write(String(chunk))
      done()
    },
  })
}

function flushQuietly(stream: { readonly flushSync: () => void }): void {
  try {
    stream.flushSync()
  } catch {
    // The destination was never opened or is closed: the error cannot be reported anywhere.
  }
}
