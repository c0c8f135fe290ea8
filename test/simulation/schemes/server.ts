import { createResultNews } from '../../../src/composition/resultNews.ts'
import type { Interactions } from '../../../src/operations/interactions/interactions.ts'
import { createEmvAuthenticator } from '../../../src/threeDSecure/emv/adapter.ts'
import type { DirectoryClient } from '../../../src/threeDSecure/emv/directoryClient.ts'
import { noMonitor } from '../../../src/threeDSecure/emv/monitor.ts'
import type { AuthenticationRecords } from '../../../src/threeDSecure/emv/records.ts'
import { createResultsReceiver, type ResultsReceiver } from '../../../src/threeDSecure/emv/results.ts'
import type { Authenticator } from '../../../src/threeDSecure/port.ts'
import { createLine, type LineParts } from '../line.ts'
import { quietLog } from '../quietLog.ts'
import type { SchemeEnd } from './book.ts'
import {
  cardRanges,
  registeredMerchants,
  type SchemeTimes,
  schemeNames,
  threeDSecureServer,
} from './directoryServers.ts'
import { linkRecords } from './records.ts'

/** The 3-D Secure server of one process, as the composition puts it together; without TLS. */
export function createThreeDSecure(parts: ThreeDSecureParts): ThreeDSecure {
  const { process, climate, random, onFault, breakage, records: shared } = parts
  const { clock } = process
  const log = quietLog(onFault)
  const server = threeDSecureServer(parts.times)
  const linked = linkRecords(shared, parts)
  const records = breakage.records?.(linked) ?? linked
  const connect = clientsOf(parts)
  const clients = new Map(schemeNames.map(name => [name, breakage.client?.(connect(name)) ?? connect(name)]))
  const authenticator = createEmvAuthenticator({
    ...{ server, ranges: cardRanges, merchants: registeredMerchants, clients, clock, log, records },
    monitor: noMonitor,
    onStaleRanges: () => undefined,
  })
  return {
    authenticator,
    listen({ inquire }) {
      const news = createResultNews({
        ...{ inquire: (key, id) => inquire(key, id, 'result'), isPressed: () => false, clock, log },
      })
      const onResult: typeof news.tell = authentication => {
        if (climate.strikes('killed after acknowledgement'))
          process.later(random.between(0, 20), process.kill)
        news.tell(authentication)
      }
      return scheme => {
        const directoryServer = { name: scheme }
        const receiver = createResultsReceiver({
          ...{ directoryServer, records, log, onResult, monitor: noMonitor },
        })
        return breakage.receiver?.(receiver, records) ?? receiver
      }
    },
  }
}

export type ThreeDSecure = {
  readonly authenticator: Authenticator
  /** What directory servers deliver comes to a receiver for each. */
  readonly listen: (interactions: Pick<Interactions, 'inquire'>) => (scheme: string) => ResultsReceiver
}

/** What all processes share. */
export type SchemesOutside = {
  readonly schemes: SchemeEnd
  readonly records: AuthenticationRecords
  readonly times: SchemeTimes
}

export type ThreeDSecureParts = LineParts &
  SchemesOutside & {
    readonly breakage: ThreeDSecureBreakage
    readonly onFault: (fault: unknown) => void
  }

/** Ways to be wrong about directory servers; see resultBreakages.ts. */
export type ThreeDSecureBreakage = {
  /** Whether a later result takes the place of the first. */
  readonly isFirstReplaced?: boolean
  /** Of one process. */
  readonly records?: (records: AuthenticationRecords) => AuthenticationRecords
  readonly receiver?: (receiver: ResultsReceiver, records: AuthenticationRecords) => ResultsReceiver
  readonly client?: (client: DirectoryClient) => DirectoryClient
}

/** A connection for each message: it is not doubled on its way, but may be lost, late or cut off. */
function clientsOf(parts: ThreeDSecureParts): (scheme: string) => DirectoryClient {
  const { schemes, climate, process } = parts
  const line = createLine<Posted, Posted>(parts, {
    ...{ party: 'issuer', isOnce: true, silence: silent },
    answer: async ({ scheme, text }) => ({
      outcome: 'answered',
      scheme,
      text: schemes.receive(scheme, text),
    }),
    onSend: ({ text }) => schemes.book.sent(String(JSON.parse(text).threeDSServerTransID)),
    onLate: () => undefined,
    distort: (_, answer) => answer,
  })
  return scheme => ({
    async ask(text, { answerMs, deadline }) {
      if (climate.strikes('request unsent')) return { state: 'unsent', reason: 'not connected' }
      const patience = new AbortController()
      for (const end of [deadline, process.clock.deadline(answerMs)])
        end.addEventListener('abort', () => patience.abort(), { once: true })
      const answer = await line({ outcome: 'sent', scheme, text }, patience.signal)
      if (answer.outcome === 'answered') return { state: 'answered', text: answer.text }
      return { state: 'silent', reason: 'no answer' }
    },
    open: () => Promise.reject(new Error('Nobody asks for card ranges here')),
  })
}

type Posted = {
  readonly outcome: 'sent' | 'answered' | 'silent'
  readonly scheme: string
  readonly text: string
}

const silent: Posted = { outcome: 'silent', scheme: '', text: '' }
