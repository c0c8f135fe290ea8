// Reading the settings from the environment, with the rules between them, and describing them for the
// documentation.

import { BlockList, isIPv4 } from 'node:net'
import { inspect } from 'node:util'
import type { GatewayEnvironment } from '../platform/environment.ts'
import { UseRefusal } from '../platform/errors.ts'
import { unsupportedOptionIn } from '../standards/databaseAddress.ts'
import { nearest } from '../standards/nearest.ts'
import type { PayerConfig } from './payerSettings.ts'
import type { GatewaySetting, Mode } from './settingForms.ts'
import { type Config, publishedPassword, settings } from './settings.ts'

/** Reads every setting once; each error is one line that names the variable and what it expects. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseUnknown(env)
  const mode = readSetting(settings.mode, env, 'sandbox')
  const read: ReadSetting = setting => readSetting(setting, env, mode)
  const config: Config = {
    mode,
    acquirer: read(settings.acquirer),
    acquirerLinks: read(settings.acquirerLinks),
    directoryServers: read(settings.directoryServers),
    providers: read(settings.providers),
    wallets: read(settings.wallets),
    host: read(settings.host),
    port: read(settings.port),
    publicUrl: read(settings.publicUrl),
    allowedHosts: read(settings.allowedHosts),
    tls: read(settings.tls),
    tlsCertificate: read(settings.tlsCertificate),
    tlsKey: read(settings.tlsKey),
    certificatePort: read(settings.certificatePort),
    clientCa: read(settings.clientCa),
    dataDirectory: read(settings.dataDirectory),
    databaseUrl: read(settings.databaseUrl),
    ownerDatabaseUrl: read(settings.ownerDatabaseUrl),
    keys: read(settings.keys),
    keysFile: read(settings.keysFile),
    auditHeadFile: read(settings.auditHeadFile),
    sandboxPassword: read(settings.sandboxPassword),
    rateLimit: read(settings.rateLimit),
    requestLogCalls: read(settings.requestLogCalls),
    requestLogDays: read(settings.requestLogDays),
    concurrencyMax: read(settings.concurrencyMax),
    workers: read(settings.workers),
    trustedProxies: read(settings.trustedProxies),
    metricsPort: read(settings.metricsPort),
    metricsHost: read(settings.metricsHost),
    drainMs: read(settings.drainMs),
    acquirerPatienceMs: read(settings.acquirerPatienceMs),
    orderWaitMs: read(settings.orderWaitMs),
    authorizationDays: read(settings.authorizationDays),
    settlementHours: read(settings.settlementHours),
    ...readForPayers(read),
    logLevel: read(settings.logLevel),
    logFormat: read(settings.logFormat),
  }
  const objection = rules.map(rule => rule(config)).find(text => text !== undefined)
  if (objection !== undefined) throw new UseRefusal(objection)
  return Object.freeze(withSecretsMasked(config))
}

type ReadSetting = <Value>(setting: GatewaySetting<Value>) => Value

const readForPayers = (read: ReadSetting): PayerConfig => ({
  cardNames: read(settings.cardNames),
  brandFiles: read(settings.brandFiles),
  smtp: read(settings.smtp),
  smtpFrom: read(settings.smtpFrom),
  smtpCa: read(settings.smtpCa),
})

/** The rows of the documentation: a setting, its default and its meaning. */
export function describeSettings(): readonly SettingDescription[] {
  return [...Object.values(settings).map(describe), testDatabase]
}

/** Whether the payments of a gateway with these settings are sandbox, rehearsed or live. */
export const stageOf = ({ mode, acquirer }: Pick<Config, 'acquirer' | 'mode'>): GatewayEnvironment =>
  mode === 'sandbox' ? 'sandbox' : (acquirer ?? 'live')

type SettingDescription = {
  readonly name: string
  readonly expects: string
  readonly fallback: string
  readonly meaning: string
}

/** Not a setting of the gateway, but accepted, so that a gateway can be started where tests run. */
const testDatabase: SettingDescription = {
  name: 'TOLLGATE_TEST_DATABASE_URL',
  expects: 'an address like TOLLGATE_DATABASE_URL',
  fallback: 'the embedded database',
  meaning: 'Read by the tests only: another PostgreSQL to run them on.',
}

/** Rules between settings; each explains its objection. */
const rules: readonly ((config: Config) => string | undefined)[] = [
  function productionNeverPretends({ acquirer, acquirerLinks }) {
    if (acquirer !== undefined || acquirerLinks !== undefined) return undefined
    return (
      'TOLLGATE_MODE=production needs an acquirer: name the file with the links in ' +
      'TOLLGATE_ACQUIRER_LINKS. To rehearse an installation with test cards, say so: ' +
      'TOLLGATE_ACQUIRER=simulated'
    )
  },
  function productionIsEitherRealOrRehearsed({ mode, acquirer, acquirerLinks }) {
    if (mode === 'sandbox' || acquirer === undefined || acquirerLinks === undefined) return undefined
    return (
      'TOLLGATE_ACQUIRER=simulated and TOLLGATE_ACQUIRER_LINKS exclude each other where ' +
      'TOLLGATE_MODE=production: payments are either a test or real'
    )
  },
  function rehearsalsReachNoProvider({ mode, acquirer, providers }) {
    if (mode === 'sandbox' || acquirer === undefined || providers === undefined) return undefined
    return (
      'TOLLGATE_ACQUIRER=simulated and TOLLGATE_PROVIDERS exclude each other where ' +
      'TOLLGATE_MODE=production: payments are either a test or real'
    )
  },
  function rehearsalsOpenNoTokens({ mode, acquirer, wallets }) {
    if (mode === 'sandbox' || acquirer === undefined || wallets === undefined) return undefined
    return (
      'TOLLGATE_ACQUIRER=simulated and TOLLGATE_WALLETS exclude each other where ' +
      'TOLLGATE_MODE=production: payments are either a test or real'
    )
  },
  function productionHasItsOwnDatabase({ mode, databaseUrl }) {
    if (mode === 'production' && databaseUrl === undefined)
      return 'TOLLGATE_MODE=production needs TOLLGATE_DATABASE_URL'
    return undefined
  },
  function addressesOfDatabasesAreClear({ databaseUrl, ownerDatabaseUrl }) {
    const unclear = (name: string, address: string | undefined) => {
      const what = address === undefined ? undefined : unsupportedOptionIn(address)
      return what === undefined ? undefined : `${name} ${what}`
    }
    const { databaseUrl: gateway, ownerDatabaseUrl: owner } = settings
    return unclear(gateway.name, databaseUrl) ?? unclear(owner.name, ownerDatabaseUrl)
  },
  function ownerHasItsGateway({ databaseUrl, ownerDatabaseUrl }) {
    if (ownerDatabaseUrl === undefined || databaseUrl !== undefined) return undefined
    return "TOLLGATE_OWNER_DATABASE_URL needs TOLLGATE_DATABASE_URL, with the gateway's own login"
  },
  function sandboxOwnsItsDatabase({ mode, databaseUrl, ownerDatabaseUrl }) {
    if (mode === 'production' || databaseUrl === undefined || ownerDatabaseUrl !== undefined) return undefined
    return 'TOLLGATE_DATABASE_URL in the sandbox needs TOLLGATE_OWNER_DATABASE_URL, which moves its clock'
  },
  function productionHasItsOwnKeys({ mode, keys, keysFile }) {
    if (mode === 'sandbox' || keys !== undefined || keysFile !== undefined) return undefined
    return 'TOLLGATE_MODE=production needs TOLLGATE_KEYS or TOLLGATE_KEYS_FILE'
  },
  function keysComeFromOnePlace({ keys, keysFile }) {
    if (keys === undefined || keysFile === undefined) return undefined
    return 'TOLLGATE_KEYS and TOLLGATE_KEYS_FILE are two places for the same keys: set one of them'
  },
  function productionSaysWherePayersFindIt({ mode, publicUrl }) {
    if (mode === 'sandbox' || publicUrl !== undefined) return undefined
    return 'TOLLGATE_MODE=production needs TOLLGATE_PUBLIC_URL'
  },
  function productionHasNoSandboxMerchant({ mode, sandboxPassword }) {
    if (mode === 'sandbox' || sandboxPassword === undefined) return undefined
    return 'TOLLGATE_SANDBOX_PASSWORD is for the sandbox; TOLLGATE_MODE=production refuses it'
  },
  function payersReachProductionByTls({ mode, publicUrl }) {
    if (mode === 'sandbox' || !publicUrl?.startsWith('http:')) return undefined
    return 'TOLLGATE_PUBLIC_URL must begin with https:// where TOLLGATE_MODE=production'
  },
  function issuersTakeItsCallbacks({ directoryServers, publicUrl }) {
    const { length = 0 } = publicUrl ?? {}
    if (directoryServers === undefined || length <= issuersAddressMax - callbackPathLength) return undefined
    return (
      `TOLLGATE_PUBLIC_URL has ${length} characters, and with TOLLGATE_DIRECTORY_SERVERS it may have ` +
      `${issuersAddressMax - callbackPathLength}: issuers take addresses of up to ${issuersAddressMax}`
    )
  },
  function proxiesAreNotEverybody({ trustedProxies }) {
    const everybody = trustedProxies.find(isEverybody)
    if (everybody === undefined) return undefined
    return (
      `TOLLGATE_TRUSTED_PROXIES: ${everybody} is everybody, and whoever is trusted says who calls: ` +
      'name the proxies themselves, or their own network'
    )
  },
  function productionSpeaksInTheOpenToProxiesOnly({ mode, host, tls, trustedProxies }) {
    if (mode === 'sandbox' || tls !== 'off' || isLoopback(host) || trustedProxies.length > 0) return undefined
    return (
      `TOLLGATE_HOST=${host} is beyond loopback and TOLLGATE_TLS=off: set TOLLGATE_TLS=files, or name the ` +
      'proxy that ends TLS in TOLLGATE_TRUSTED_PROXIES'
    )
  },
  function certificateAndKeyGoTogether({ tls, tlsCertificate, tlsKey }) {
    const isMissing = tlsCertificate === undefined || tlsKey === undefined
    if (tls === 'files' && isMissing)
      return 'TOLLGATE_TLS=files needs TOLLGATE_TLS_CERTIFICATE and TOLLGATE_TLS_KEY'
    if (tlsCertificate !== undefined && tlsKey === undefined)
      return 'TOLLGATE_TLS_CERTIFICATE needs TOLLGATE_TLS_KEY'
    return tlsKey !== undefined && isMissing ? 'TOLLGATE_TLS_KEY needs TOLLGATE_TLS_CERTIFICATE' : undefined
  },
  function certificateIsThereToBeShown({ tls, tlsCertificate, certificatePort }) {
    if (tlsCertificate === undefined || tls === 'files') return undefined
    if (tls === 'off' && certificatePort !== undefined) return undefined
    return `TOLLGATE_TLS_CERTIFICATE is not used where TOLLGATE_TLS=${tls}: set TOLLGATE_TLS=files`
  },
  function authoritiesAreThereToBeAsked({ clientCa, certificatePort }) {
    if (clientCa === undefined || certificatePort !== undefined) return undefined
    return 'TOLLGATE_CLIENT_CA needs TOLLGATE_CERTIFICATE_PORT'
  },
  function productionKnowsItsCertificates({ mode, certificatePort, clientCa, tlsCertificate }) {
    if (mode === 'sandbox' || certificatePort === undefined) return undefined
    const missing = clientCa === undefined ? 'TOLLGATE_CLIENT_CA' : 'TOLLGATE_TLS_CERTIFICATE'
    if (clientCa !== undefined && tlsCertificate !== undefined) return undefined
    return `TOLLGATE_CERTIFICATE_PORT needs ${missing} where TOLLGATE_MODE=production`
  },
  function listenersHavePortsOfTheirOwn({ port, certificatePort }) {
    if (port === 0 || port !== certificatePort) return undefined
    return `TOLLGATE_CERTIFICATE_PORT=${port} is taken by TOLLGATE_PORT`
  },
  function lettersHaveSenderAndServer({ smtp, smtpFrom, smtpCa }) {
    if (smtp !== undefined && smtpFrom === undefined) return 'TOLLGATE_SMTP_URL needs TOLLGATE_SMTP_FROM'
    const idle = smtpFrom !== undefined ? 'TOLLGATE_SMTP_FROM' : smtpCa !== undefined && 'TOLLGATE_SMTP_CA'
    return smtp === undefined && idle ? `${idle} needs TOLLGATE_SMTP_URL` : undefined
  },
  function productionSendsNoLettersInTheOpen({ mode, smtp }) {
    if (mode === 'sandbox' || smtp?.security !== 'none' || isLoopback(smtp.host)) return undefined
    return (
      'TOLLGATE_SMTP_URL is without TLS and beyond loopback: use smtps:// or smtp:// where ' +
      'TOLLGATE_MODE=production'
    )
  },
  function sandboxIsOneProcess({ mode, workers }) {
    if (mode === 'production' || workers === 1) return undefined
    return 'TOLLGATE_WORKERS is for TOLLGATE_MODE=production: a sandbox is one process'
  },
  function sandboxBeyondLoopbackHasItsOwnPassword({ mode, host, sandboxPassword }) {
    const isOpen = sandboxPassword?.toLowerCase() === publishedPassword
    if (mode === 'production' || isLoopback(host) || !isOpen) return undefined
    return `TOLLGATE_HOST=${host} is beyond loopback: set TOLLGATE_SANDBOX_PASSWORD to a password of your own`
  },
]

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function readSetting<Value>(setting: GatewaySetting<Value>, env: NodeJS.ProcessEnv, mode: Mode): Value {
  const text = env[setting.name]
  // Empty counts as not set: compose files and unit files pass absent variables on that way.
  if (text === undefined || text === '') return setting.fallback[mode]
  const value = setting.parse(text)
  if (value !== undefined) return value
  const given = setting.isSecret ? '' : `, not ${JSON.stringify(text.slice(0, 40))}`
  throw new UseRefusal(`${setting.name} must be ${setting.expects}${given}`)
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const prefix = 'TOLLGATE_'
  const known = describeSettings().map(({ name }) => name)
  const unknown = Object.keys(env).find(name => name.startsWith(prefix) && !known.includes(name))
  if (unknown === undefined) return
  // Without the common prefix, which would make all names similar.
  const own = (name: string) => name.slice(prefix.length)
  const near = nearest(own(unknown), known.map(own))
  const hint = near === undefined ? 'see docs/configuration.md' : `the nearest is ${prefix}${near}`
  throw new UseRefusal(`${unknown} is not a setting; ${hint}`)
}

/** Printing the settings shows which secrets are set, not their values; reading a field gives its value. */
function withSecretsMasked(config: Config): Config {
  const secrets = new Set(
    Object.entries(settings).flatMap(([name, setting]) => (setting.isSecret ? [name] : [])),
  )
  const shown = Object.entries(config).map(([name, value]) => {
    return [name, secrets.has(name) && value !== undefined ? '***' : value] as const
  })
  const print = { value: () => Object.fromEntries(shown) }
  return Object.defineProperties(config, { toJSON: print, [inspect.custom]: print })
}

function describe({
  name,
  expects,
  fallback,
  fallbackText,
  meaning,
}: GatewaySetting<unknown>): SettingDescription {
  const { sandbox, production } = fallback
  const inWords = sandbox === production ? `${sandbox}` : `${production}; in the sandbox ${sandbox}`
  return { name, expects, fallback: fallbackText ?? inWords, meaning }
}

/** Wider than any network of a single owner: 10.0.0.0/8, also mapped to IPv6, and fc00::/7. */
function isEverybody(network: string): boolean {
  const [address = '', prefix = '128'] = network.split('/')
  const bits = Number(prefix)
  if (isIPv4(address)) return bits < 8
  const list = new BlockList()
  list.addSubnet(address, bits, 'ipv6')
  const holdsVersion4 = ['1.0.0.1', '200.0.0.1'].some(one => list.check(one, 'ipv4'))
  return bits < 7 || (holdsVersion4 && bits < 96 + 8)
}

/** Of the address to which issuers send payers back (`notificationURL` of EMV 3-D Secure). */
const issuersAddressMax = 256
/** The path /3ds/callback/ and the token of a callback. */
const callbackPathLength = 14 + 43
