// A link to a scripted host, with a clock that a test moves.

import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import type { IsoMessage } from '../../../src/acquirers/iso8583/dialects/message.ts'
import { dialectNamed } from '../../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import type { ExchangeOptions, IsoExchange } from '../../../src/acquirers/iso8583/link/exchange.ts'
import { createLink, type Link, type LinkDependencies } from '../../../src/acquirers/iso8583/link/link.ts'
import type { LinkEvent } from '../../../src/acquirers/iso8583/link/linkStatus.ts'
import type { LinkSettings } from '../../../src/acquirers/routing/settings.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type ScriptedHost, startScriptedHost } from './scriptedHost.ts'

export type TestLink = {
  readonly link: Link
  readonly host: ScriptedHost
  readonly events: readonly LinkEvent[]
  /** Moves the clock on, in ticks. */
  readonly pass: (ms: number) => Promise<void>
  /** Lets time pass until something is so; a test that fails here has waited five real seconds. */
  readonly until: (isSo: () => boolean) => Promise<void>
  readonly allReady: () => Promise<void>
  readonly ask: (question: IsoMessage, options?: Partial<ExchangeOptions>) => Promise<IsoExchange>
  /** Passes the deadline of everything that was asked with `ask`. */
  readonly deadlinePasses: () => void
  readonly kindsOfEvents: () => readonly string[]
}

export const asciiDialect = (): Dialect => {
  const dialect = dialectNamed('iso1987-ascii')
  if (!dialect) throw new Error('the default dialect is missing')
  return dialect
}

export const quietLog = createLog({ level: 'silent', pretty: false, destination: { write: () => {} } })

export function linkSettings(port: number, settings: Partial<LinkSettings> = {}): LinkSettings {
  return {
    ...{ name: 'test-host', dialect: asciiDialect(), addresses: [{ host: '127.0.0.1', port }] },
    ...{ connections: 1, window: 50, backlogPerSecond: 50 },
    ...{ institution: '12345', country: 'DE', timeZone: '+0100' },
    ...settings,
  }
}

export type TestLinkOptions = Partial<LinkSettings> & {
  readonly deps?: Partial<LinkDependencies>
  readonly host?: ScriptedHost
  /** Instead of the host's own address. */
  readonly ports?: readonly number[]
}

export async function openTestLink(options: TestLinkOptions = {}): Promise<TestLink> {
  const { deps, ports, host: given, ...others } = options
  const host = given ?? (await startScriptedHost(others.dialect ?? asciiDialect()))
  const addresses = (ports ?? [host.port]).map(port => ({ host: '127.0.0.1', port }))
  const events: LinkEvent[] = []
  let nowMs = 0
  let readings = 0
  // As a real clock, it has gone on a little at each reading.
  const readClock = () => nowMs + (readings++ % 1_000) / 1_000
  let tick = () => {}
  const link = createLink(linkSettings(host.port, { addresses, ...others }), {
    clock: { now: () => new Date(Date.UTC(2026, 10, 16, 10) + nowMs), monotonicMs: readClock },
    log: quietLog,
    onEvent: event => events.push(event),
    random: () => 0.5,
    every: (_, act) => {
      tick = act
      return () => {
        tick = () => {}
      }
    },
    ...deps,
  })
  let deadline = new AbortController()
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 25) {
      nowMs += 25
      tick()
      await loopTurn()
    }
  }
  const until = async (isSo: () => boolean) => {
    const giveUp = performance.now() + 5_000
    while (!isSo()) {
      if (performance.now() > giveUp) throw new Error('it did not become so')
      await pass(25)
    }
  }
  link.start()
  return {
    ...{ link, host, events, pass, until },
    allReady: () => until(() => link.status().connections.every(({ state }) => state === 'ready')),
    kindsOfEvents: () => events.map(({ what }) => what),
    ask: (question, asked) => link.exchange(question, { deadline: deadline.signal, ...asked }),
    deadlinePasses: () => {
      const past = deadline
      deadline = new AbortController()
      past.abort()
    },
  }
}

export const loopTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** A question for an amount, as the default dialect has it. */
export function authorization(about: { readonly [number: number]: string } = {}): IsoMessage {
  return {
    type: '0100',
    fields: {
      ...{ 2: '5123450000000008', 3: '000000', 4: '000000001000', 7: '1116100000', 11: '000001' },
      ...{ 12: '110000', 13: '1116', 32: '12345', 37: '632010000001', 41: 'TERM0001', 42: 'SHOP           ' },
      ...{ 49: '978', ...about },
    },
  }
}
