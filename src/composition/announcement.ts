// What is printed when the gateway starts: addresses, merchant, certificates, and a first request to paste.

import { existsSync } from 'node:fs'
import { gatewayOption } from '../commands/gatewayConnection.ts'
import { stageOf } from '../config/config.ts'
import { type Config, publishedPassword } from '../config/settings.ts'
import { versions } from '../contract/kit/versions.ts'
import { isLoopback } from '../http/policy/hostNames.ts'
import { systemClock } from '../platform/clock.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import { randomHex } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Sandbox } from './sandbox.ts'
import type { OpenTransport } from './transport.ts'

type StartedGateway = {
  readonly config: Config
  readonly release: string
  readonly port: number
  /** The port that asks for client certificates, if any. */
  readonly certificatePort?: number
  readonly transport: Pick<OpenTransport, 'authorityPath' | 'certificatePath' | 'usual'>
  readonly merchantId: string
  readonly startedAtMs: number
  readonly isPretty: boolean
  /** The names of the links to acquirers; absent: the acquirer is simulated. */
  readonly links?: readonly string[] | undefined
  /** The names of the directory servers; absent: issuers are simulated in a sandbox, and absent elsewhere. */
  readonly directoryServers?: readonly string[] | undefined
  /** The names of the payment providers; absent: one is simulated in a sandbox, and absent elsewhere. */
  readonly providers?: readonly string[] | undefined
  /** Only of a sandbox. */
  readonly firstCallLines?: Sandbox['firstCallLines'] | undefined
  /** Only of a sandbox: a path that signs in to the console, once. */
  readonly consolePath?: (() => string) | undefined
  readonly log: Pick<Log, 'info'>
}

/**
 * For a newcomer: where the gateway listens, who may call, and a request to paste. With JSON logs it is one
 * line of the log.
 */
export function announce(started: StartedGateway): void {
  const { config, release, port, startedAtMs, log } = started
  const ms = Math.round(systemClock.monotonicMs() - startedAtMs)
  if (config.logFormat !== 'json') process.stdout.write(bannerOf(started, ms))
  else log.info('ready', { version: release, name: headline[stageOf(config)], host: config.host, port, ms })
}

function bannerOf(started: StartedGateway, ms: number): string {
  const { config, release, port, transport, merchantId, isPretty, directoryServers, providers } = started
  const isTls = transport.usual !== undefined
  const origin = originOf(reachableHost(config.host), port, isTls)
  const trusted = isTls ? transport.certificatePath : undefined
  const bold = (text: string) => (isPretty ? `\x1b[1m${text}\x1b[0m` : text)
  const base = `${origin}/api/rest/version/${versions.last}`
  const everywhere = reachableHost(config.host) === config.host ? '' : ', at every address of this machine'
  const lines = [
    bold(`Tollgate ${release}: ${headline[stageOf(config)]} ready in ${(ms / 1000).toFixed(1)} s`),
    '',
    `  Base address   ${base}${everywhere}`,
    ...(config.mode === 'sandbox' ? sandboxLines(config, merchantId) : []),
    `  Docs           ${origin}/docs`,
    ...certificateLines(started),
    `  Data           ${config.databaseUrl === undefined ? config.dataDirectory : 'external PostgreSQL'}`,
    `  Acquirer       ${acquirerText(started)}`,
    ...(directoryServers ? [`  Payers         authenticated by ${directoryServers.join(', ')}`] : []),
    ...(providers ? [`  Providers      ${providers.join(', ')}`] : []),
    ...(config.mode === 'sandbox' ? controlLines(started, { port, isTls, trusted }) : []),
    '',
    ...tryLines(started, { origin, bold, trusted }),
  ]
  return `${lines.join('\n')}\n`
}

function acquirerText({ config, links }: StartedGateway): string {
  if (!links) return 'simulated: a test, no money moves'
  const names = `${links.length === 1 ? 'link' : 'links'} ${links.join(', ')}`
  return stageOf(config) === 'live' ? names : `${names}; the gateway says that it is a test`
}

const headline = {
  sandbox: 'sandbox',
  simulated: 'production rehearsed as a TEST',
  live: 'production',
} as const satisfies Record<GatewayEnvironment, string>

/** Creating a database takes a few seconds, so it is announced. */
export function announceFirstStart({ dataDirectory, logFormat }: Config): void {
  if (existsSync(dataDirectory) || logFormat === 'json') return
  process.stdout.write(`First start: making a database in ${dataDirectory} …\n\n`)
}

type FirstCallOptions = {
  readonly origin: string
  readonly bold: (text: string) => string
  /** The file of the certificate that a client must be configured to trust. */
  readonly trusted?: string | undefined
}

const sandboxLines = (config: Config, merchantId: string): readonly string[] => [
  `  Merchant       ${merchantId}`,
  `  API password   ${shownPassword(config)}`,
]

/** The address of the control API, if a caller on this machine can reach it at all. */
function controlLines(
  { config, links, consolePath }: StartedGateway,
  { port, isTls, trusted }: ReachedListener,
): readonly string[] {
  const reached = reachableHost(config.host)
  const isLocal = reached === 'localhost' || isLoopback(reached)
  const origin = originOf(reached, port, isTls)
  return isLocal
    ? [
        `  First page     ${origin}/: where to go from here`,
        ...(consolePath ? [`  Console        ${origin}${consolePath()} (signs you in, once)`] : []),
        `  Demo shop      ${origin}/demo: be the payer, and see what the merchant sees`,
        `  Rehearse       ${origin}/docs/sandbox: ${links ? linkedControls : controls}`,
        ...(links ? ['  Link           npx tollgate link status; npx tollgate link trace'] : []),
        `  Notifications  npx tollgate listen --print${gatewayOption(origin, trusted)}`,
      ]
    : []
}

const controls = 'scripts, clock, books, reset'
/** Where the acquirer is a link, its host has the books, and answers as it likes. */
const linkedControls = 'issuer, clock, reset'

type ReachedListener = Pick<FirstCallOptions, 'trusted'> & { readonly port: number; readonly isTls: boolean }

/** The host for callers on this machine when the gateway listens on all interfaces. */
export const reachableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

export const originOf = (host: string, port: number, isTls = false): string =>
  `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`

/** The certificate to trust, and the port where certificates replace passwords. */
function certificateLines({ config, certificatePort, transport }: StartedGateway): readonly string[] {
  const { certificatePath, authorityPath } = transport
  const asking = certificatePort && originOf(reachableHost(config.host), certificatePort, true)
  return [
    ...(certificatePath === undefined
      ? []
      : [`  Certificate    ${certificatePath}: self-signed, to be trusted`]),
    ...(asking ? [`  Certificates   ${asking}: asked for in place of passwords`] : []),
    ...(authorityPath === undefined ? [] : [`  Authority      ${authorityPath}: issues them, for tests`]),
  ]
}

/** The order id is new at every start, so that the line creates an order the first time it is pasted. */
function tryLines(
  { config, merchantId, firstCallLines }: StartedGateway,
  { origin, bold, trusted }: FirstCallOptions,
): readonly string[] {
  if (!firstCallLines) return []
  const orderId = `order-${randomHex(4)}`
  const password = shownPassword(config)
  const curl = firstCallLines({ origin, merchantId, orderId, password, certificatePath: trusted }).join(' ')
  return [bold('Authorize ten dollars on a test card; paste it twice to see a replay:'), '', `  ${curl}`, '']
}

/** A password that the operator chose is not printed. */
export const shownPassword = ({ sandboxPassword }: Config): string =>
  sandboxPassword === publishedPassword ? publishedPassword : '$TOLLGATE_SANDBOX_PASSWORD'
