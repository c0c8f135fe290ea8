import type { Acquirer, AcquirerAsk } from '../../src/acquirers/port.ts'
import type { ReconciliationWaits } from '../../src/acquirers/reconciliation/reconciler.ts'
import type { AcquirerLinks } from '../../src/acquirers/routing/settings.ts'
import type { CertificatePair } from '../../src/certificates/ownCertificates.ts'
import { assemble } from '../../src/composition/assembly.ts'
import { openObservability } from '../../src/composition/observability.ts'
import type { MailSettings } from '../../src/composition/receipts.ts'
import { isSecureForPayers, openTransport, type TransportConfig } from '../../src/composition/transport.ts'
import { metricsRoute } from '../../src/http/api/health.ts'
import { openListener } from '../../src/http/api/listener.ts'
import { createOwnCaller } from '../../src/http/api/ownCaller.ts'
import { referenceRoutes } from '../../src/http/reference/referenceRoutes.ts'
import type { HttpLimits } from '../../src/http/transport/limits.ts'
import { availableOperations } from '../../src/operations/gateway.ts'
import { refusalPage } from '../../src/pages/noticePages.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { isTest } from '../../src/platform/environment.ts'
import { createLog } from '../../src/platform/log.ts'
import type { ProviderLinks } from '../../src/providers/link/settings.ts'
import type { ThreeDSecureServer } from '../../src/threeDSecure/emv/settings.ts'
import type { DatabaseKind } from '../database/address.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { type Client, createClient, passwords } from './client.ts'

export type Settings = {
  readonly patienceMs?: number
  readonly orderWaitMs?: number
  readonly requestsPerSecond?: number
  readonly limits?: Partial<HttpLimits>
  readonly trustedProxies?: readonly string[]
  /** Its TLS; without it, unencrypted. */
  readonly transport?: Partial<TransportConfig>
  /** The address at which payers reach it, if not where it listens. */
  readonly publicUrl?: string
  /** A production gateway where it is false: without the sandbox's controls, and with its strictness. */
  readonly isSandbox?: boolean
  /** Links to acquirers; with them, production is live. */
  readonly acquirerLinks?: AcquirerLinks
  /** Directory servers, in the place of the sandbox's issuers. */
  readonly threeDSecureServer?: ThreeDSecureServer
  /** Links to payment providers, in the place of the sandbox's provider. */
  readonly providerLinks?: ProviderLinks
  /** A mail server, in the place of the sandbox's outbox. */
  readonly mail?: MailSettings
  readonly reconciliationWaits?: Partial<ReconciliationWaits>
  /** Stands before the acquirer. */
  readonly acquirer?: (acquirer: Acquirer) => Acquirer
}

/** A whole gateway in this process: the parts of main.ts on a database of its own and a free port. */
export type TestGateway = Client & {
  readonly database: TestDatabase
  /** Everything that was asked of the acquirer, in order. */
  readonly asks: readonly Overheard[]
  /** Every line of the log. */
  readonly lines: readonly string[]
  /** Signs in to the console of a sandbox, once. */
  readonly consolePath: (() => string) | undefined
  /** Where it is reached; no slash at the end. */
  readonly origin: string
  /** A client of the listener for certificates; without a certificate, when none is given. */
  certified(certificate?: CertificatePair): Client
  /** Reads its certificates again. */
  look(): Promise<void>
  /** Another node on the same database. */
  neighbour(settings?: Settings): Promise<TestGateway>
  /** Stops and starts again on the same database. */
  restarted(settings?: Settings): Promise<TestGateway>
  /** Stops this node; the database goes with the first one. */
  stop(): Promise<void>
}

export async function openGateway(kind: DatabaseKind, settings: Settings = {}): Promise<TestGateway> {
  const database = await createDatabase(kind)
  return startNode({ database, isFirst: true }, settings)
}

/** A node on a database that is there already, and stays when it stops. */
export const openGatewayOn = (database: TestDatabase, settings: Settings = {}): Promise<TestGateway> =>
  startNode({ database, isFirst: false }, settings)

type Place = {
  readonly database: TestDatabase
  readonly isFirst: boolean
}

async function startNode(place: Place, settings: Settings): Promise<TestGateway> {
  const {
    patienceMs = 1_000,
    orderWaitMs = 5_000,
    requestsPerSecond,
    limits = {},
    trustedProxies = [],
  } = settings
  const lines: string[] = []
  const asks: Overheard[] = []
  const stops: (() => Promise<unknown>)[] = []
  const stopping = new AbortController()
  let port = 0
  const clients: Client[] = []
  const plain = createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } })
  const {
    log,
    instrumentation: watch,
    observe: about,
  } = openObservability({ log: plain, release: 'test', mode: 'sandbox' })
  const stage = stageOf(settings)
  const config = { ...inTheOpen, ...settings.transport }
  const transport = await openTransport(config, { log, clock: systemClock })
  stops.push(transport.stop)
  const isTls = transport.usual !== undefined
  const origin = () => `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`
  const { isOwn } = transport
  const assembly = await assemble({
    logins: place.database.logins,
    isAlone: false,
    ...{ stage, acquirerLinks: settings.acquirerLinks, reconciliationWaits: settings.reconciliationWaits },
    threeDSecureServer: settings.threeDSecureServer,
    ...{ providerLinks: settings.providerLinks, mail: settings.mail },
    keys: keyEncryptionKeys,
    merchants: Object.entries(passwords).map(([merchantId, password]) => ({ merchantId, cell: 0, password })),
    origin: () => settings.publicUrl ?? origin(),
    demo: {
      ...shopkeeper,
      call: createOwnCaller({ address: origin, ...shopkeeper, ...(isTls && { isOwn }) }),
    },
    acquirerPatienceMs: patienceMs,
    orderWaitMs,
    requestLog: { callsMax: 1_000, daysMax: 30 },
    log,
    stops,
    instrumentation: watch,
    stopping: stopping.signal,
    between: acquirer => overheard(settings.acquirer?.(acquirer) ?? acquirer, asks),
  })
  const { routes, merchants, certificateKeys, pepper, observed, consolePath, onMerchantCall } = assembly
  const { ready, scrape } = about(observed, { isDraining: () => false })
  const listener = openListener({
    routes: [
      ...[...routes, metricsRoute(scrape, 'local')],
      ...referenceRoutes({ sandbox: true, available: availableOperations }),
    ],
    directory: merchants,
    ...{ keys: certificateKeys, onMerchantCall },
    renderRefusalPage: told => refusalPage(told, isTest(stage)),
    isSecure: isSecureForPayers(config),
    isTest: isTest(stage),
    trustedProxies,
    names: { isStrict: settings.isSandbox ?? true },
    pepper,
    log,
    ready,
    monitor: watch.http,
    gatewayVersion: 'test',
    limits,
    requestsPerSecond,
  })
  stops.push(listener.close)
  port = (await listener.listen('127.0.0.1', 0, transport.usual)).port
  const certificatePort =
    transport.forCertificates && (await listener.listen('127.0.0.1', 0, transport.forCertificates)).port
  const trusted = { ca: (transport.usual ?? transport.forCertificates)?.tls.material().certificatePem }
  const client = createClient(port, isTls ? trusted : undefined)
  clients.push(client)
  const halt = async () => {
    stopping.abort()
    for (const one of clients) one.disconnect()
    for (const stop of stops.splice(0).reverse()) await stop()
  }
  return {
    ...client,
    database: place.database,
    asks,
    lines,
    consolePath,
    origin: origin(),
    certified(certificate) {
      if (certificatePort === undefined) throw new Error('Nobody asks for certificates here')
      const { certificatePem: cert, keyPem: key } = certificate ?? {}
      const certified = createClient(certificatePort, { ...trusted, cert, key })
      clients.push(certified)
      return certified
    },
    look: transport.reload,
    neighbour: (other = settings) => startNode({ ...place, isFirst: false }, other),
    async restarted(other = settings) {
      await halt()
      return startNode(place, other)
    },
    async stop() {
      await halt()
      if (place.isFirst) await place.database.drop()
    },
  }
}

function stageOf({ isSandbox = true, acquirerLinks }: Settings) {
  if (isSandbox) return 'sandbox'
  return acquirerLinks ? 'live' : 'simulated'
}

const [[merchantId = '', password = ''] = []] = Object.entries(passwords)
/** The merchant in whose name the demo shop calls. */
const shopkeeper = { merchantId, password }

const inTheOpen: TransportConfig = {
  ...{ tls: 'off', tlsCertificate: undefined, tlsKey: undefined, certificatePort: undefined },
  ...{ clientCa: undefined, host: '127.0.0.1', publicUrl: undefined, dataDirectory: '/nonexistent' },
}

/** The same for every node and start, as an operator's would be. */
export const keyEncryptionKeys = { keys: [{ id: 'test', key: Buffer.alloc(32, 7) }], origin: 'the test' }

/** An inquiry about a balance belongs to no order. */
type Overheard = AcquirerAsk & { readonly orderId?: string }

function overheard(acquirer: Acquirer, asks: Overheard[]): Acquirer {
  return {
    ...acquirer,
    send(ask, deadline) {
      asks.push(ask)
      return acquirer.send(ask, deadline)
    },
  }
}
