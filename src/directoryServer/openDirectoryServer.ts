// Directory servers of several schemes, and the issuers behind them, in one process: each scheme with its own
// authority and listener, one web server for the issuers' pages, and a control.

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createPlainServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { serverCertificate } from '../certificates/ownCertificates.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { UseRefusal } from '../platform/errors.ts'
import { closeServer, listenOn } from '../platform/listening.ts'
import { type BookedRange, createRangeBook, manyRanges, type RangeBook } from './cardRanges.ts'
import { createDirectoryControl, type DirectoryControl } from './control.ts'
import type { DirectoryMeans } from './directory.ts'
import { openDirectoryControlServer } from './directoryControlServer.ts'
import { createHouse, type DirectoryHouse } from './directoryHouse.ts'
import { createDirectoryListener, rangeFilePath } from './directoryListener.ts'
import type { DirectoryFault, DirectoryFaultSetting } from './faults.ts'
import { type GatewaySettings, gatewaySettings } from './gatewaySettings.ts'
import { challengePath, issuerHandler, methodPath } from './issuerServer.ts'
import type { RawDirectoryMessage } from './messageRecord.ts'
import { type Scheme, schemeNamed, schemeNames } from './schemes.ts'
import { rangesOf } from './testCards.ts'
import type { SpokenVersion } from './versions.ts'

export type DirectoryServerOptions = {
  /** Names of schemes; the first two unless given. */
  readonly schemes?: readonly string[]
  /** Where keys and certificates are kept; a folder that goes with the server unless given. */
  readonly folder?: string
  readonly host?: string
  /** Of the issuers' pages; the schemes have those behind it. 0 or absent: free ones. */
  readonly port?: number
  /** Of the control, on 127.0.0.1; 0: a free one. Absent: there is none. */
  readonly controlPort?: number
  /** Where the gateway is to listen for the first scheme's results; the others have the ports behind it. */
  readonly resultsPort?: number
  /** What the directory servers speak; 2.2.0 and 2.3.1 unless given. */
  readonly versions?: readonly SpokenVersion[]
  /** Whether the issuers' pages are without TLS, for a browser that does not know their certificate. */
  readonly hasPlainPages?: boolean
  /** So many more card ranges in each scheme, of nobody. */
  readonly moreRanges?: number
  readonly seed?: number
  readonly faults?: { readonly [name in DirectoryFault]?: DirectoryFaultSetting }
  readonly clock?: Pick<Clock, 'now' | 'monotonicMs'>
  /** Each message as it was on the wire, card numbers and all. */
  readonly onMessage?: (message: RawDirectoryMessage) => void
}

export type OpenDirectoryServer = {
  readonly schemes: readonly OpenScheme[]
  /** Of the issuers' pages, and the certificate that a browser has to trust. */
  readonly issuer: { readonly origin: string; readonly certificatePath?: string }
  readonly folder: string
  /** What a gateway needs, as its directory servers file has it. */
  readonly settings: GatewaySettings
  readonly control: DirectoryControl
  readonly controlPort?: number
  close(): Promise<void>
}

type OpenScheme = { readonly name: string; readonly address: string; readonly port: number }

const usualSchemes = schemeNames.slice(0, 2)
const sweepMs = 250

export async function openDirectoryServer(
  options: DirectoryServerOptions = {},
): Promise<OpenDirectoryServer> {
  const wanted = (options.schemes ?? usualSchemes).map(schemeOf)
  const base = options.clock ?? systemClock
  const folder = resolve(options.folder ?? (await mkdtemp(join(tmpdir(), 'tollgate-directory-server-'))))
  const house = await createHouse(options, { wanted, folder, base })
  const closers: (() => unknown)[] = [house.posters.close]
  if (options.folder === undefined) closers.push(() => rm(folder, { recursive: true, force: true }))
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    const issuer = await openIssuer(house, options)
    closers.push(issuer.close)
    const open: ListeningScheme[] = []
    for (const [index, scheme] of wanted.entries()) {
      const one = await openScheme(house, { scheme, index, issuerOrigin: issuer.origin, options })
      open.push(one)
      closers.push(one.close)
    }
    const settings = settingsOf(house, open, options)
    const { control, ...beside } = await openControl(house, open, { options, closers, settings })
    return {
      ...{
        schemes: open.map(({ name, address, port }) => ({ name, address, port })),
        folder,
        control,
        close,
      },
      issuer: { origin: issuer.origin, ...(issuer.path !== undefined && { certificatePath: issuer.path }) },
      settings,
      ...beside,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type ControlMeans = {
  readonly options: DirectoryServerOptions
  readonly closers: (() => unknown)[]
  readonly settings: GatewaySettings
}

async function openControl(
  house: DirectoryHouse,
  open: readonly ListeningScheme[],
  { options: { controlPort }, closers, settings }: ControlMeans,
): Promise<Pick<OpenDirectoryServer, 'control' | 'controlPort'>> {
  const sweep = () => {
    house.challenges.sweep()
    house.results.sweep()
  }
  const timer = setInterval(sweep, sweepMs)
  closers.push(() => clearInterval(timer))
  const books = new Map(open.map(({ name, book }) => [name, book]))
  const listenOrNot = () => {
    const isRefusing = house.faults.isCertain('refuse-connections')
    for (const one of open) one.listen(!isRefusing)
  }
  listenOrNot()
  const resultsUrls = new Map(settings.directoryServers.map(({ name, results }) => [name, results.address]))
  const control = createDirectoryControl({ ...house, books, resultsUrls, sweep, listenOrNot })
  if (controlPort === undefined) return { control }
  const { port, close } = await openDirectoryControlServer(control, controlPort)
  closers.push(close)
  return { control, controlPort: port }
}

function schemeOf(name: string): Scheme {
  const scheme = schemeNamed(name)
  if (scheme === undefined)
    throw new UseRefusal(`There is no such scheme; there are ${schemeNames.join(', ')}.`)
  return scheme
}

async function openIssuer(house: DirectoryHouse, options: DirectoryServerOptions) {
  const { host = usualHost, port = 0, hasPlainPages = false } = options
  const handler = issuerHandler(house)
  const kept = hasPlainPages
    ? undefined
    : await serverCertificate(house.folder, house.names, house.clock.nowMs())
  const server = kept
    ? createSecureServer({ cert: kept.certificatePem, key: kept.keyPem }, handler)
    : createPlainServer(handler)
  const taken = await listenOn(server, host, port)
  const origin = `${hasPlainPages ? 'http' : 'https'}://${hostText(host)}:${taken}`
  return { origin, path: kept?.certificatePath, close: () => closeServer(server) }
}

type ListeningScheme = OpenScheme & {
  readonly scheme: Scheme
  readonly book: RangeBook
  readonly listen: (isWanted: boolean) => void
  readonly close: () => Promise<void>
}

type WantedScheme = {
  readonly scheme: Scheme
  readonly index: number
  readonly issuerOrigin: string
  readonly options: DirectoryServerOptions
}

async function openScheme(
  house: DirectoryHouse,
  { scheme, index, issuerOrigin, options }: WantedScheme,
): Promise<ListeningScheme> {
  const { host = usualHost, port = 0, moreRanges = 0 } = options
  const { name } = scheme
  const methodUrl = `${issuerOrigin}${methodPath(name)}`
  const book = createRangeBook(initialRanges(house, scheme, { methodUrl, moreRanges }))
  const certificates = house.certificates.get(name)
  if (certificates === undefined) throw new RangeError(`${name} has no certificates`)
  const server = createDirectoryListener(certificates, () => means)
  const taken = await listenOn(server, host, port === 0 ? 0 : port + 1 + index)
  const address = addressOf(host, taken)
  const means: DirectoryMeans = {
    ...{ ...house, scheme, book, nowMs: house.clock.nowMs, nextOutcome: house.orders.take },
    challengeUrl: `${issuerOrigin}${challengePath(name)}`,
    fileUrl: new URL(rangeFilePath, address).href,
  }
  const listen = (isWanted: boolean) => {
    if (!isWanted && server.listening) {
      server.closeAllConnections()
      server.close()
    }
    if (isWanted && !server.listening) server.listen(taken, host)
  }
  return { name, address, port: taken, scheme, book, listen, close: () => closeServer(server) }
}

function* initialRanges(
  { versions }: DirectoryHouse,
  { networks }: Scheme,
  { methodUrl, moreRanges }: { readonly methodUrl: string; readonly moreRanges: number },
): Iterable<BookedRange> {
  const oldVersions = versions.filter(version => version !== '2.3.1')
  for (const { start, end, hasMethod, isOld } of rangesOf(networks)) {
    const spoken = isOld && oldVersions.length > 0 ? oldVersions : versions
    yield {
      ...{ start, end, versions: spoken, abilities: ['01', '02'] },
      ...(hasMethod && { methodUrl }),
    }
  }
  yield* manyRanges(moreRanges, { versions, abilities: ['01'] })
}

/** The settings alone; certificates are made for them, and nothing listens. */
export async function directorySettings(
  options: DirectoryServerOptions & { readonly folder: string; readonly port: number },
): Promise<GatewaySettings> {
  const wanted = (options.schemes ?? usualSchemes).map(schemeOf)
  const { host = usualHost, port, clock = systemClock } = options
  const house = await createHouse(options, { wanted, folder: resolve(options.folder), base: clock })
  const reached = wanted.map((scheme, index) => ({ scheme, address: addressOf(host, port + 1 + index) }))
  return settingsOf(house, reached, options)
}

const firstResultsPort = 8_461

function settingsOf(
  house: DirectoryHouse,
  open: readonly Pick<ListeningScheme, 'scheme' | 'address'>[],
  { resultsPort = firstResultsPort, host = usualHost }: DirectoryServerOptions,
): GatewaySettings {
  const reached = open.flatMap(({ scheme, address }, index) => {
    const certificates = house.certificates.get(scheme.name)
    const port = resultsPort + index
    const results = { address: `https://${hostText(host)}:${port}/results`, port }
    return certificates ? [{ scheme, certificates, addresses: [address], results }] : []
  })
  return gatewaySettings(reached, house.versions)
}

const usualHost = '127.0.0.1'
const addressOf = (host: string, port: number): string => `https://${hostText(host)}:${port}/`
const hostText = (host: string): string => (host.includes(':') ? `[${host}]` : host)
