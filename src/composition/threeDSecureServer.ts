// The server of EMV 3-D Secure: connections to directory servers, their card ranges, and the listeners on
// which they deliver results. Certificates are read again while they are in use.

import type { Reloadable } from '../certificates/reloadable.ts'
import type { ListenerTls } from '../http/transport/tls.ts'
import type { Interactions } from '../operations/interactions/interactions.ts'
import { systemClock } from '../platform/clock.ts'
import { type Log, tellFailure } from '../platform/log.ts'
import type { Store } from '../store/open.ts'
import { createEmvAuthenticator } from '../threeDSecure/emv/adapter.ts'
import { createDirectoryClient } from '../threeDSecure/emv/directoryClient.ts'
import { type DirectoryMonitor, noMonitor } from '../threeDSecure/emv/monitor.ts'
import { createRangeSource } from '../threeDSecure/emv/rangeQuestions.ts'
import { openCardRanges } from '../threeDSecure/emv/ranges/openCardRanges.ts'
import type { RangeStatus } from '../threeDSecure/emv/ranges/rangeStatus.ts'
import { createResultsReceiver, type ResultsReceiver } from '../threeDSecure/emv/results.ts'
import type { ThreeDSecureServer } from '../threeDSecure/emv/settings.ts'
import type { Authenticator } from '../threeDSecure/port.ts'
import { type DirectoryCertificates, openDirectoryCertificates } from './directoryCertificates.ts'
import { createResultNews } from './resultNews.ts'
import { openResultsListener, type ResultsDoor } from './resultsListener.ts'

export type OpenThreeDSecureServer = {
  readonly authenticator: Authenticator
  /** Opens the listeners; from then on, orders hear of results. */
  readonly listen: (interactions: Pick<Interactions, 'inquire'>) => Promise<void>
  readonly cardRanges: () => readonly RangeStatus[]
}

type ThreeDSecureServerOptions = {
  readonly threeDSecureServer: ThreeDSecureServer
  readonly store: Pick<Store, 'authentications' | 'cardRanges' | 'directoryServerMerchants'>
  /** Where the listeners for results listen. */
  readonly host: string
  readonly log: Log
  /** Absent: nothing is counted. */
  readonly monitor?: ((directoryServers: readonly string[]) => DirectoryMonitor) | undefined
  readonly stops: (() => Promise<unknown>)[]
}

export async function openThreeDSecureServer(
  options: ThreeDSecureServerOptions,
): Promise<OpenThreeDSecureServer> {
  const { threeDSecureServer: server, store, log, stops } = options
  const { directoryServers, versions } = server
  const clock = systemClock
  const monitor = options.monitor?.(directoryServers.map(({ name }) => name)) ?? noMonitor
  const materialOf = await openMaterials(options)
  const clients = new Map(
    directoryServers.map(({ name, addresses }) => [
      name,
      createDirectoryClient({
        addresses,
        toldAddresses: () => cardRanges.ranges.addresses(name),
        tls: () => materialOf(name).current().tls,
        clock,
      }),
    ]),
  )
  const source = createRangeSource({ server, clients, clock })
  const cardRanges = openCardRanges({
    ...{ store: store.cardRanges, source, versions, directoryServers, clock, log },
  })
  stops.push(cardRanges.stop)
  await cardRanges.start()
  await firstRanges(cardRanges.statuses)
  const authenticator = createEmvAuthenticator({
    ...{ server, ranges: cardRanges.ranges, records: store.authentications, clients, clock, log },
    merchants: store.directoryServerMerchants,
    monitor,
    onStaleRanges: name =>
      void cardRanges.refreshNow(name).catch(error => tellFailure(log, 'card ranges', error)),
  })
  return {
    authenticator,
    cardRanges: cardRanges.statuses,
    listen: interactions => listenForResults({ ...options, monitor, materialOf }, interactions),
  }
}

type ListeningOptions = Omit<ThreeDSecureServerOptions, 'monitor'> & {
  readonly monitor: DirectoryMonitor
  readonly materialOf: (directoryServer: string) => Reloadable<DirectoryCertificates>
}

async function listenForResults(
  options: ListeningOptions,
  { inquire }: Pick<Interactions, 'inquire'>,
): Promise<void> {
  const { threeDSecureServer, store, log, monitor, materialOf, stops } = options
  const pressure = createPressure()
  const news = createResultNews({
    inquire: (key, id) => inquire(key, id, 'result'),
    ...{ isPressed: pressure.isHigh, clock: systemClock, log },
  })
  stops.push(news.stop)
  const doors = threeDSecureServer.directoryServers.map(directoryServer => ({
    directoryServer,
    tls: listenerTls(materialOf(directoryServer.name)),
    receiver: pressure.around(
      createResultsReceiver({
        ...{ directoryServer, records: store.authentications, log, monitor, onResult: news.tell },
      }),
    ),
  }))
  for (const ofPort of doorsByPort(doors))
    stops.push(await openResultsListener({ ...options, doors: ofPort }))
}

/** How many results are being received at this moment. */
function createPressure() {
  let underWay = 0
  return {
    isHigh: () => underWay > usuallyUnderWay,
    around: ({ receive }: ResultsReceiver): ResultsReceiver => ({
      async receive(text) {
        underWay += 1
        return receive(text).finally(() => {
          underWay -= 1
        })
      },
    }),
  }
}

const usuallyUnderWay = 32

function doorsByPort(doors: readonly ResultsDoor[]): readonly [ResultsDoor, ...ResultsDoor[]][] {
  const found = new Map<number, [ResultsDoor, ...ResultsDoor[]]>()
  for (const door of doors) {
    const { port } = door.directoryServer.results
    const before = found.get(port)
    if (before) before.push(door)
    else found.set(port, [door])
  }
  return [...found.values()]
}

/** The first payers need the lists. A node whose directory servers are away starts nevertheless. */
async function firstRanges(statuses: () => readonly RangeStatus[]): Promise<void> {
  const endsAtMs = systemClock.monotonicMs() + firstRangesMs
  const isMissing = () => statuses().some(({ generation }) => generation === undefined)
  while (isMissing() && systemClock.monotonicMs() < endsAtMs) await systemClock.sleep(lookEveryMs)
}

const firstRangesMs = 3_000
const lookEveryMs = 20

/** Certificates and keys by the name of the directory server. */
async function openMaterials({ threeDSecureServer, log, stops }: ThreeDSecureServerOptions) {
  const material = new Map<string, Reloadable<DirectoryCertificates>>()
  for (const directoryServer of threeDSecureServer.directoryServers) {
    const opened = await openDirectoryCertificates(directoryServer, log)
    stops.push(async () => opened.stop())
    material.set(directoryServer.name, opened)
  }
  return (name: string): Reloadable<DirectoryCertificates> => {
    const found = material.get(name)
    if (!found) throw new Error('Every directory server has certificates')
    return found
  }
}

const listenerTls = ({ current, onChange }: Reloadable<DirectoryCertificates>): ListenerTls => ({
  material() {
    const { tls, results } = current()
    return {
      certificatePem: results.certificate,
      keyPem: results.key,
      clientAuthoritiesPem: tls.authorities,
    }
  },
  onChange,
})
