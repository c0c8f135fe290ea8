// The log: JSON lines with a fixed list of facts, written without blocking.

import { Writable } from 'node:stream'
import { pino, stdTimeFunctions } from 'pino'
import { build as openPretty } from 'pino-pretty'
import { describeFault, isOutage } from './errors.ts'
import { createLineSink, type LineSink } from './lineSink.ts'

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
  'requestId',
  'supportCode',
  'field',
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
  /** A descriptor, or an object with `write`; standard output by default. */
  readonly destination?: number | LineTaker
}

type LineTaker = { readonly write: (line: string) => void }

/** A destination that is slow, full or gone must not stop a payment, nor keep the process from ending. */
export function createLog({ level, pretty, isShared = false, destination = 1 }: LogOptions): Log {
  const sink =
    typeof destination === 'number' ? createLineSink(destination, { isShared }) : direct(destination)
  const base = { base: { pid: process.pid }, level, timestamp: stdTimeFunctions.isoTime }
  const stream = pretty ? prettyStream(sink) : sink
  const logger = pino({ ...base, formatters: { level: label => ({ level: label }) } }, stream)
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

/** An outage of the database ends by itself: it is told as a warning, and anything else as a fault. */
export function tellFailure(
  log: Pick<Log, 'fault' | 'warn'>,
  message: string,
  fault: unknown,
  facts: LogFacts = {},
): void {
  if (isOutage(fault)) log.warn(message, { ...facts, reason: fault.message })
  else log.fault(message, fault, facts)
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

const direct = ({ write }: LineTaker): LineSink => ({ write, flush: () => undefined, dropped: () => 0 })

/** People at a terminal see each line at once. */
function prettyStream(sink: LineSink) {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      sink.write(String(chunk))
      sink.flush()
      done()
    },
  })
  return openPretty({ ignore: 'pid', translateTime: 'SYS:HH:MM:ss.l', sync: true, destination })
}
