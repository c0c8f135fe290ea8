import { hostname } from 'node:os'
import { stageOf } from '../config/config.ts'
import { type Config, publishedPassword } from '../config/settings.ts'
import { type HttpListener, openStartingListener, type StartingListener } from '../http/api/listener.ts'
import { metricsRoute } from '../http/api/metrics.ts'
import { hashPassword, type MerchantDirectory } from '../http/authentication/credentials.ts'
import { referenceRoutes } from '../http/reference/referenceRoutes.ts'
import { availableOperations } from '../operations/gateway.ts'
import { refusalPage } from '../pages/noticePages.ts'
import { isTest } from '../platform/environment.ts'
import type { DoorsParts, Served } from './doors.ts'
import { listenOn } from './listening.ts'
import { isSecureForPayers, type OpenTransport } from './transport.ts'

type FrontParts = Omit<DoorsParts, 'transport'>

/** Where merchants and payers come to. */
export function openFrontDoor({ config, release, waiting, ...parts }: FrontParts): StartingListener {
  const isSandbox = config.mode === 'sandbox'
  return openStartingListener({
    ...parts,
    ready: waiting,
    gatewayVersion: release,
    limits: {
      requestsMax: config.concurrencyMax,
      closePatienceMs: config.orderWaitMs + config.acquirerPatienceMs + answerMarginMs,
    },
    names: { ...config, hosts: [config.host, hostname(), ...config.allowedHosts], isStrict: isSandbox },
    requestsPerSecond: config.rateLimit,
    trustedProxies: config.trustedProxies,
    pageOf: told => refusalPage(told, isTest(stageOf(config))),
    isSecure: isSecureForPayers(config),
    isTest: isTest(stageOf(config)),
  })
}

export function serveInFront(
  door: StartingListener,
  config: Config,
  { assembly, ready, scrape }: Served,
): void {
  const { merchants, certificateKeys, pepper } = assembly
  const isSandbox = config.mode === 'sandbox'
  door.serve({
    routes: [
      ...assembly.routes,
      // A balancer on this machine that passes bytes on would make everybody look local.
      ...(config.metricsPort === undefined ? [metricsRoute(scrape, 'local')] : []),
      ...referenceRoutes({ sandbox: isSandbox, available: availableOperations }),
    ],
    directory: isSandbox ? merchants : withoutPublished(merchants, hashPassword(pepper, publishedPassword)),
    keys: certificateKeys,
    ...{ pepper, ready },
  })
}

export type Ports = { readonly port: number; readonly certificatePort?: number }

/** On every port that is wanted, each in its own way. */
export async function listenInFront(
  door: HttpListener,
  config: Config,
  { usual, forCertificates }: OpenTransport,
): Promise<Ports> {
  const { host, certificatePort } = config
  const { port } = await listenOn(door, { ...config, setting: 'TOLLGATE_PORT' }, usual)
  if (certificatePort === undefined) return { port }
  const place = { host, port: certificatePort, setting: 'TOLLGATE_CERTIFICATE_PORT' }
  return { port, certificatePort: (await listenOn(door, place, forCertificates)).port }
}

/** What a request under way may need beyond its waits: a stop must not cut off what would be answered. */
const answerMarginMs = 30_000

/** In production nobody gets in with what everybody knows. */
function withoutPublished(merchants: MerchantDirectory, published: Buffer): MerchantDirectory {
  return {
    async find(merchantId, sinceMs) {
      const access = await merchants.find(merchantId, sinceMs)
      return (
        access && { ...access, passwordHashes: access.passwordHashes.filter(hash => !hash.equals(published)) }
      )
    },
  }
}
